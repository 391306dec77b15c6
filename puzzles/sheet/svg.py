"""Pages as SVG: one file a page, no script, no style sheet, nothing from elsewhere."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from puzzles.sheet.drawing import Box, Page, Path, Shape, Text
from puzzles.sheet.metrics import MM, clean, is_known

FAMILY = "Helvetica, Arial, 'Liberation Sans', sans-serif"
STYLES = {"regular": "", "bold": ' font-weight="bold"', "italic": ' font-style="italic"'}


def page_svg(page: Page, title: str, language: str) -> str:
    """A page as the text of an SVG file."""
    width, height = number(page.width), number(page.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}" '
        f'lang={quoteattr(language)} role="img" font-family={quoteattr(FAMILY)} stroke-linejoin="round">',
        f"<title>{escape(clean(title))}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        *map(element, page.shapes),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def number(value: float) -> str:
    """A length with as many places as a printer can show."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def element(shape: Shape) -> str:
    """One shape as one element."""
    if isinstance(shape, Text):
        return text_element(shape)
    if isinstance(shape, Path):
        steps = " ".join(" ".join([name, *map(number, values)]) for name, values in shape.steps)
        return f'<path d="{steps}"{paint(shape)}/>'
    radius = f' rx="{number(shape.radius)}"' if shape.radius else ""
    place = f'x="{number(shape.x)}" y="{number(shape.y)}" width="{number(shape.width)}" height="{number(shape.height)}"'
    return f"<rect {place}{radius}{paint(shape)}/>"


def paint(shape: Box | Path) -> str:
    """How a shape is filled and outlined."""
    words = f' fill="{shape.fill or "none"}"'
    if shape.stroke is not None:
        words += f' stroke="{shape.stroke}" stroke-width="{number(shape.line)}"'
    if isinstance(shape, Box) and shape.dashed:
        words += f' stroke-dasharray="{number(shape.line * 4)} {number(shape.line * 3)}"'
    return words


def text_element(text: Text) -> str:
    """A line of text, held to its width: the reader's system may have a wider font than was reckoned with."""
    width = f' textLength="{number(text.width)}" lengthAdjust="spacingAndGlyphs"' if is_known(text.text) else ""
    return (
        f'<text x="{number(text.left)}" y="{number(text.y)}" font-size="{number(text.size * MM)}" '
        f'fill="{text.fill}"{STYLES[text.font]}{width}>{escape(text.text)}</text>'
    )
