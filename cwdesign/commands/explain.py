"""`cwdesign explain`: a rule in full, a theme's list, the whole list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from cwdesign.commands import options
from cwdesign.output import standard_output

if TYPE_CHECKING:
    from rich.text import Text

    from cwdesign.catalog import RulePage

EXAMPLES = [
    ("cwdesign explain THR-LIMIT", "a rule in full"),
    ("cwdesign explain thr", "the rules of a theme"),
    ("cwdesign explain", "all rules"),
    ("cwdesign explain CA --format markdown", "a theme in full, for a document"),
]


def explain(
    rule: Annotated[str | None, typer.Argument(metavar="[RULE]", help="A rule's id, or a prefix.")] = None,
    format: Annotated[str, typer.Option("--format", metavar="NAME", help="terminal, json or markdown.")] = "terminal",
    color: options.Color = "auto",
) -> int:
    """Explain a rule: statement, formula, example, source, how to satisfy it. A prefix lists its rules.

    Ends with 2 for a rule that does not exist.
    """
    from cwdesign.explain import FORMATS, NoSuchRule, as_values, chosen, markdown

    options.one_of(format, FORMATS, "--format", "format")
    try:
        pages, one = chosen(rule)
    except NoSuchRule as error:
        raise options.wrong("RULE", str(error)) from None
    if format == "json":
        from cwdesign.render.values import encode

        listed = ",\n".join(encode(as_values(page)) for page in pages)
        standard_output(f"{listed}\n" if one else f"[\n{listed}\n]\n")
    elif format == "markdown":
        standard_output("\n".join(markdown(pages)))
    else:
        standard_output(_text(pages, one, color))
    return 0


def _text(pages: Sequence[RulePage], one: bool, color: str) -> str:
    from cwdesign.render.lines import page_width, printed

    width = page_width(options.screen_width())
    lines = _in_full(pages[0], width) if one else _listed(pages, width)
    return printed(lines, options.colored(color))


def _in_full(page: RulePage, width: int) -> Iterator[Text]:
    from rich.text import Text

    from cwdesign.explain import PARTS, SNIPPETS, keys_of, source_line
    from cwdesign.render.lines import wrapped

    yield Text(page.id, "bold").append(f"  {page.title}", "none")
    yield Text(f"{page.theme_title}; {source_line(page)}", "dim")
    for name, heading in PARTS:
        text = getattr(page, name)
        if text:
            yield Text()
            yield from wrapped(" ".join(text.split()), f"{heading}: " if heading else "", width, "bold")
    for name, heading in SNIPPETS:
        text = getattr(page, name)
        if text:
            yield Text()
            yield Text(f"{heading}:", "bold")
            yield from (Text(f"  {line}") for line in text.rstrip().split("\n"))
    for index, sentence in enumerate(keys_of(page)):
        if not index:
            yield Text()
        yield from (Text(line.plain, "dim") for line in wrapped(sentence, "", width))


def _listed(pages: Sequence[RulePage], width: int) -> Iterator[Text]:
    from rich.text import Text

    from cwdesign.explain import by_theme
    from cwdesign.render.lines import wrapped

    longest = max(len(page.id) for page in pages)
    for index, (theme, rules) in enumerate(by_theme(pages).items()):
        if index:
            yield Text()
        yield Text(theme, "bold")
        for page in rules:
            yield from wrapped(page.title, f"  {page.id:<{longest}}  {page.severity:<7}  ", width)
