"""What `explain` says: a rule's page in full, a theme's list, the whole list, as text, JSON or Markdown.

`python -m cwdesign.explain docs/rules.md` writes the page of all rules.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from cwdesign.catalog import RulePage, rule_pages
from cwdesign.rule_choice import nearest_rule, rules_named

FORMATS: tuple[str, ...] = ("terminal", "json", "markdown")
PARTS: tuple[tuple[str, str], ...] = (
    ("statement", ""),
    ("formula", "Formula"),
    ("example", "Example"),
    ("shows", "Where it shows"),
    ("how", "How to satisfy it"),
    ("conflict", "Where sources differ"),
)
"""The texts of a page in the order they are read, with their headings."""

SOURCES: Mapping[str, str] = {
    "S": "rulings of a league, which override the others",
    "Q": "the publisher's classic rulebook, answers and errata",
    "A": "a designer that players wrote, the most complete",
    "B": "a second designer, written independently",
    "C": "further programs and data sheets",
    "P": "published designs whose printed figures come out exactly",
}
"""The letters of the sources of rules, in the order in which they count."""

SYMBOLS: Mapping[str, str] = {
    "BC": "price of the body, after frame, reversal or trailer style",
    "AC": "price of a point of plain armor on this body",
    "AW": "weight of a point of plain armor on this body",
    "cf": "the armor type's factor on the price",
    "wf": "the armor type's factor on the weight",
    "ML": "load limit of the chassis",
    "L": "rated load of a truck's plant",
    "IS": "interior spaces after sloping and streamlining",
    "CS": "cargo spaces after them",
    "T": "limit of weapon spaces on a face",
    "PF": "power factors of the plant with its options",
    "W": "weight as built, with crew, full fuel and ammunition",
}
"""What stands for what in formulas and examples."""

SNIPPETS: tuple[tuple[str, str], ...] = (
    ("garage", "Under this garage file"),
    ("illegal", "Breaks it"),
    ("legal", "Keeps it"),
)


class NoSuchRule(LookupError):
    """A word that names no rule; the text says which is nearest."""


def chosen(word: str | None) -> tuple[list[RulePage], bool]:
    """The pages that a word names, and whether it names one rule (shown in full) or a theme (a list).

    Without a word: the whole list. Raises NoSuchRule.
    """
    pages = rule_pages()
    if word is None:
        return list(pages.values()), False
    wanted = rules_named(word.upper())
    if not wanted:
        nearest = nearest_rule(word)
        ending = f"did you mean {nearest}?" if nearest else "`cwdesign explain` lists them all"
        raise NoSuchRule(f"no rule {word}; {ending}")
    found = [page for id, page in pages.items() if id in wanted]
    return found, word.upper() in pages


def source_line(page: RulePage) -> str:
    """Severity, sources and certainty in a line."""
    parts: list[str] = [page.severity]
    parts += [f"sources {page.sources}"] if page.sources else []
    parts += [f"confidence {page.confidence}"] if page.confidence else []
    return ", ".join(parts)


def key(title: str, words: Iterable[str], meanings: Mapping[str, str]) -> str:
    """What letters or symbols stand for, as a sentence; empty where there are none."""
    said = [f"{word} = {meanings[word]}" for word in words if word in meanings]
    return f"{title}: {'; '.join(said)}." if said else ""


def letters_of(page: RulePage) -> list[str]:
    """The letters of the sources that carry a rule; none where its page says them in words."""
    if page.id.startswith("AADA-") or not page.sources:
        return []
    return list(dict.fromkeys(re.findall(r"(?<![\w-])[A-Z](?![\w-])", page.sources)))


def symbols_of(page: RulePage) -> list[str]:
    """The symbols in a page's formula, in the order of `SYMBOLS`."""
    used = set(re.findall(r"(?<![\w-])[A-Za-z]{1,2}(?![\w-])", page.formula or ""))
    return [symbol for symbol in SYMBOLS if symbol in used]


def keys_of(page: RulePage) -> Iterator[str]:
    """What the symbols and the letters on a page stand for, a sentence each."""
    yield from filter(None, (key("Symbols", symbols_of(page), SYMBOLS), key("Sources", letters_of(page), SOURCES)))


def as_values(page: RulePage) -> dict[str, object]:
    """A page for `--format json`."""
    names = "id title theme theme_title severity sources confidence " + " ".join(name for name, _ in PARTS)
    return {name: getattr(page, name) for name in f"{names} garage base illegal legal".split()}


def markdown(pages: Iterable[RulePage], level: int = 2) -> Iterator[str]:
    """Pages in full as Markdown, in lines."""
    for page in pages:
        yield f"{'#' * level} {page.id}"
        yield ""
        yield f"**{page.title}** · {source_line(page)}"
        yield ""
        for name, heading in PARTS:
            text = getattr(page, name)
            if text:
                yield f"{heading}: {text.strip()}" if heading else text.strip()
                yield ""
        for name, heading in SNIPPETS:
            text = getattr(page, name)
            if text:
                yield f"{heading}{f' (a change of `{page.base}`)' if page.base and name != 'garage' else ''}:"
                yield ""
                yield f"```yaml\n{text.rstrip()}\n```"
                yield ""


def by_theme(pages: Iterable[RulePage]) -> Mapping[str, list[RulePage]]:
    """Pages under their themes' titles, in order."""
    themes: dict[str, list[RulePage]] = {}
    for page in pages:
        themes.setdefault(page.theme_title, []).append(page)
    return themes


def whole_page() -> str:
    """`docs/rules.md`: every rule, by theme."""
    pages = list(rule_pages().values())
    lines = [
        "# The rules",
        "",
        "Every rule that `cwdesign` knows, as `cwdesign explain` shows it. Made by"
        " `python -m cwdesign.explain docs/rules.md`; change the pages in `cwdesign/rules/pages`, not this file.",
        "",
        key("Sources", SOURCES, SOURCES),
        "",
        key("Symbols in formulas", SYMBOLS, SYMBOLS),
        "",
    ]
    for title, rules in by_theme(pages).items():
        lines += [f"## {title}", "", *markdown(rules, level=3)]
    return "\n".join(lines).rstrip("\n") + "\n"


def main(arguments: Sequence[str]) -> int:
    """Write the page of all rules to the file named."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m cwdesign.explain FILE\n")
        return 2
    Path(arguments[0]).write_text(whole_page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
