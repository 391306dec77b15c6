"""Titles that give nothing away: two things side by side, the same two for the same puzzle, in English and German.

>>> title_of_key("00", "en"), title_of_key("00", "de")
('Anchor and apple', 'Anker und Apfel')
"""

from __future__ import annotations

from itertools import count

THINGS = """
anchor Anker, apple Apfel, arrow Pfeil, attic Dachboden, autumn Herbst, balcony Balkon, ballad Ballade, bell Glocke,
bicycle Fahrrad, bottle Flasche, bridge Brücke, broom Besen, candle Kerze, canal Kanal, carpet Teppich, castle Schloss,
chalk Kreide, cherry Kirsche, chimney Schornstein, clock Uhr, cloud Wolke, coast Küste, compass Kompass, copper Kupfer,
corner Ecke, cottage Hütte, dawn Morgen, desert Wüste, donkey Esel, drum Trommel, echo Echo, evening Abend, fable Fabel,
feather Feder, fence Zaun, ferry Fähre, fiddle Geige, forest Wald, fountain Brunnen, fox Fuchs, garden Garten, glove
Handschuh, gravel Kies, hammer Hammer, harbour Hafen, harvest Ernte, hedge Hecke, heron Reiher, hill Hügel, honey Honig,
horizon Horizont, island Insel, ivory Elfenbein, jug Krug, kettle Kessel, ladder Leiter, lake See, lantern Laterne,
lemon Zitrone, letter Brief, lighthouse Leuchtturm, linen Leinen, loom Webstuhl, magnet Magnet, maple Ahorn, market
Markt, meadow Wiese, midnight Mitternacht, mill Mühle, mirror Spiegel, moss Moos, needle Nadel, north Norden, oak Eiche,
orchard Obstgarten, otter Otter, oven Ofen, paddle Paddel, paper Papier, parrot Papagei, pebble Kiesel, pepper Pfeffer,
pillow Kissen, plum Pflaume, pocket Tasche, quarry Steinbruch, rain Regen, raven Rabe, ribbon Band, river Fluss, rope
Seil, saddle Sattel, salt Salz, shadow Schatten, shell Muschel, silence Stille, sparrow Spatz, spring Frühling, square
Platz, stair Treppe, station Bahnhof, storm Sturm, straw Stroh, summer Sommer, swan Schwan, teapot Teekanne, thimble
Fingerhut, thread Faden, thunder Donner, tower Turm, tunnel Tunnel, umbrella Regenschirm, valley Tal, velvet Samt,
village Dorf, violet Veilchen, wagon Wagen, walnut Walnuss, wave Welle, whistle Pfiff, willow Weide, window Fenster,
winter Winter, wool Wolle
"""
PAIRS = tuple((en, de) for en, de in (pair.split() for pair in THINGS.split(",")))
AND = {"en": "and", "de": "und"}


def title_of_key(key: str, language: str, taken: int = 0) -> str:
    """The title of the puzzle with this canonical key; another one for each that is taken already."""
    at, step = divmod((int(key, 16) + taken) % (len(PAIRS) * (len(PAIRS) - 1)), len(PAIRS) - 1)
    one, other = PAIRS[at], PAIRS[(at + 1 + step) % len(PAIRS)]
    if language == "de":
        return f"{one[1]} {AND['de']} {other[1]}"
    return f"{one[0].capitalize()} {AND['en']} {other[0]}"


def free_title(key: str, language: str, titles: set[str]) -> str:
    """The first title of a puzzle that no other one has."""
    tried = (title_of_key(key, language, taken) for taken in count())
    return next(title for title in tried if title not in titles)


def title_in(title: str, language: str) -> str:
    """A title of this kind in another language; any other title as it is.

    >>> title_in("Wagon and salt", "de"), title_in("Wagen und Salz", "en"), title_in("Ten back", "de")
    ('Wagen und Salz', 'Wagon and salt', 'Ten back')
    """
    for at, joint in enumerate(AND.values()):
        one, _, other = title.partition(f" {joint} ")
        words = {pair[at].lower(): pair for pair in PAIRS}
        if one.lower() in words and other.lower() in words:
            en, de = zip(words[one.lower()], words[other.lower()], strict=True)
            return f"{de[0]} {AND['de']} {de[1]}" if language == "de" else f"{en[0].capitalize()} {AND['en']} {en[1]}"
    return title
