"""How wide a text is: the published widths of Helvetica, which every PDF reader has and every system has a twin of.

The tables hold the characters of Windows-1252, by width in thousandths of the font's size.  Others (a title may be in
any script) count as wide as the widest, so that nothing runs over an edge.
"""

from __future__ import annotations

import unicodedata
from typing import Literal

Font = Literal["regular", "bold", "italic"]

MM = 25.4 / 72  # a point in millimetres
ELLIPSIS = "…"

# fmt: off
_REGULAR = {
    191: "'", 222: "ijl‚‘’", 260: "|¦", 278: " !,./:;I[\\]ft·ÌÍÎÏìíîï", 333: "()-`r„ˆ‹“”˜›¡¨¯²³´¸¹", 334: "{}",
    350: "•", 355: '"', 365: "º", 370: "ª", 389: "*", 400: "°", 469: "^", 500: "Jcksvxyzšžçýÿ", 537: "¶",
    556: "#$0123456789?L_abdeghnopqu€ƒ†‡–¢£¤¥§«µ»àáâãäåèéêëðñòóôõöùúûüþ", 584: "+<=>~¬±×÷", 611: "FTZŽ¿ßø",
    667: "&ABEKPSVXYŠŸÀÁÂÃÄÅÈÉÊËÝÞ", 722: "CDHNRUwÇÐÑÙÚÛÜ", 737: "©®", 778: "GOQÒÓÔÕÖØ", 833: "Mm", 834: "¼½¾",
    889: "%æ", 944: "Wœ", 1000: "…‰Œ—™Æ", 1015: "@",
}
_BOLD = {
    238: "'", 278: " ,./I\\ijl‚‘’·ÌÍÎÏìíîï", 280: "|¦", 333: "!()-:;[]`ftˆ‹˜›¡¨¯²³´¸¹", 350: "•", 365: "º", 370: "ª",
    389: "*r{}", 400: "°", 474: '"', 500: "z„“”ž", 556: "#$0123456789J_aceksvxy€ƒ†‡–š¢£¤¥§«¶»àáâãäåçèéêëýÿ",
    584: "+<=>^~¬±×÷", 611: "?FLTZbdghnopquŽµ¿ßðñòóôõöøùúûüþ", 667: "EPSVXYŠŸÈÉÊËÝÞ", 722: "&ABCDHKNRUÀÁÂÃÄÅÇÐÑÙÚÛÜ",
    737: "©®", 778: "GOQwÒÓÔÕÖØ", 833: "M", 834: "¼½¾", 889: "%mæ", 944: "Wœ", 975: "@", 1000: "…‰Œ—™Æ",
}
# fmt: on
WIDEST = 1015
REGULAR = {letter: width for width, letters in _REGULAR.items() for letter in letters}
BOLD = {letter: width for width, letters in _BOLD.items() for letter in letters}
WIDTHS = {"regular": REGULAR, "italic": REGULAR, "bold": BOLD}
STROKED = str.maketrans("łŁđĐħĦıŧŦøØ", "lLdDhHitTøØ")  # letters whose stroke Unicode does not see as an accent


def text_width(text: str, size: float, font: Font = "regular") -> float:
    """The width of a text in millimetres, its size being in points."""
    widths = WIDTHS[font]
    return sum(widths.get(letter, WIDEST) for letter in text) * size * MM / 1000


def clean(text: str) -> str:
    """A text as one paragraph: no line ends, no control characters."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def is_known(text: str) -> bool:
    """Does Helvetica have every letter of it?"""
    return all(letter in REGULAR for letter in text)


def folded(text: str) -> str:
    """The text in letters that Helvetica has: accents it does not know are dropped, other scripts become ``?``.

    >>> folded("Lech Wałęsa – Größe")
    'Lech Walesa – Größe'
    """
    if is_known(text):
        return text
    return "".join(letter if letter in REGULAR else _nearest(letter) for letter in text)


def _nearest(letter: str) -> str:
    base = unicodedata.normalize("NFKD", letter.translate(STROKED))
    kept = "".join(part for part in base if part in REGULAR)
    return kept or ("" if unicodedata.combining(letter) else "?")


def wrapped(text: str, width: float, size: float, font: Font = "regular", most: int | None = None) -> list[str]:
    """The text in lines no wider than ``width``; at most so many, the last one then ends in an ellipsis."""
    lines: list[str] = []
    line = ""
    for word in _pieces(clean(text), width, size, font):
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, size, font) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    lines += [line] if line else []
    if most is None or len(lines) <= most:
        return lines
    return [*lines[: most - 1], shortened(" ".join(lines[most - 1 :]), width, size, font)]


def _pieces(text: str, width: float, size: float, font: Font) -> list[str]:
    """The words of a text; one that is wider than a line is broken where it has to be."""
    pieces = []
    for word in text.split():
        while text_width(word, size, font) > width and len(word) > 1:
            head = _longest_head(word, width, size, font)
            pieces.append(head)
            word = word[len(head) :]
        pieces.append(word)
    return pieces


def _longest_head(word: str, width: float, size: float, font: Font) -> str:
    """As many letters as fit, at least one."""
    widths, room = WIDTHS[font], width * 1000 / (size * MM)
    for count, letter in enumerate(word):
        room -= widths.get(letter, WIDEST)
        if room < 0:
            return word[: max(count, 1)]
    return word


def shortened(text: str, width: float, size: float, font: Font = "regular") -> str:
    """The text, cut with an ellipsis if it is wider than ``width``."""
    text = clean(text)
    if text_width(text, size, font) <= width:
        return text
    room = width - text_width(ELLIPSIS, size, font)
    return _longest_head(text, max(room, 0), size, font).rstrip() + ELLIPSIS
