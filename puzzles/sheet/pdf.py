"""Pages as PDF, drawn by reportlab with the fonts that every reader has; and as PNG, painted from that PDF by pdfium.

Nothing in the file depends on when, where or by whom it was made: the same pages are the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from puzzles.sheet.drawing import Box, Page, Shape, Text
from puzzles.sheet.metrics import MM, clean, folded
from solver.errors import DoesNotAddUp

FONTS = {"regular": "Helvetica", "bold": "Helvetica-Bold", "italic": "Helvetica-Oblique"}
EXTRA = "install it with pip install 'tenback[sheets]'"


@dataclass(frozen=True)
class About:
    """What a file says of itself."""

    title: str = ""
    author: str = ""
    language: str = "en"


def pages_pdf(pages: Sequence[Page], about: About) -> bytes:
    """A document of these pages."""
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ImportError:
        raise DoesNotAddUp(f"a PDF needs reportlab: {EXTRA}") from None
    file = io.BytesIO()
    canvas = Canvas(file, pageCompression=1, invariant=1, lang=about.language)
    canvas.setTitle(folded(clean(about.title)))
    canvas.setAuthor(folded(clean(about.author)))
    canvas.setCreator("tenback")
    canvas.setSubject("")
    for index, page in enumerate(pages):
        draw_page(canvas, page, index)
    canvas.save()
    return file.getvalue()


def draw_page(canvas: Any, page: Page, index: int) -> None:
    """One page: shapes are in millimetres from the top, PDF counts in points from the bottom."""
    canvas.setPageSize((page.width / MM, page.height / MM))
    for number, mark in enumerate(page.marks):
        key = f"mark-{index}-{number}"
        canvas.bookmarkHorizontal(key, 0, (page.height - mark.top) / MM)
        canvas.addOutlineEntry(folded(clean(mark.title)), key)
    canvas.translate(0, page.height / MM)
    canvas.scale(1 / MM, -1 / MM)
    canvas.setLineJoin(1)
    for shape in page.shapes:
        draw_shape(canvas, shape)
    canvas.showPage()


def draw_shape(canvas: Any, shape: Shape) -> None:
    """One shape in the colours it asks for."""
    if isinstance(shape, Text):
        draw_text(canvas, shape)
        return
    if shape.fill is not None:
        canvas.setFillColor(shape.fill)
    if shape.stroke is not None:
        canvas.setStrokeColor(shape.stroke)
        canvas.setLineWidth(shape.line)
    fill, stroke = int(shape.fill is not None), int(shape.stroke is not None)
    if isinstance(shape, Box):
        draw_box(canvas, shape, fill, stroke)
        return
    path = canvas.beginPath()
    draws = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
    for name, values in shape.steps:
        draws[name](*values)
    canvas.drawPath(path, fill=fill, stroke=stroke)


def draw_box(canvas: Any, box: Box, fill: int, stroke: int) -> None:
    """A rectangle with straight, round or dashed edges."""
    if box.dashed:
        canvas.setDash([box.line * 4, box.line * 3])
    if box.radius:
        canvas.roundRect(box.x, box.y, box.width, box.height, box.radius, fill=fill, stroke=stroke)
    else:
        canvas.rect(box.x, box.y, box.width, box.height, fill=fill, stroke=stroke)
    if box.dashed:
        canvas.setDash()


def draw_text(canvas: Any, text: Text) -> None:
    """A line of text, set upright again."""
    line = canvas.beginText()
    line.setTextTransform(1, 0, 0, -1, text.left, text.y)
    line.setFont(FONTS[text.font], text.size * MM)
    line.setFillColor(text.fill)
    line.textOut(folded(text.text))
    canvas.drawText(line)


def pages_png(pages: Sequence[Page], about: About, dots_per_inch: int) -> Iterator[bytes]:
    """Each page as a picture."""
    try:
        from pypdfium2 import PdfDocument
    except ImportError:
        raise DoesNotAddUp(f"a PNG needs pypdfium2: {EXTRA}") from None
    with closing(PdfDocument(pages_pdf(pages, about))) as document:
        for index in range(len(pages)):
            with closing(document[index]) as page, closing(page.render(scale=dots_per_inch / 72)) as bitmap:
                file = io.BytesIO()
                bitmap.to_pil().save(file, "PNG", dpi=(dots_per_inch, dots_per_inch))
            yield file.getvalue()
