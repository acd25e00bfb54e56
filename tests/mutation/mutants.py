"""The mutants of a module: each a source with one small change, by the operators of cosmic-ray and of mutmut."""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import libcst
import parso
from cosmic_ray.ast import ast_nodes
from cosmic_ray.mutating import MutationVisitor
from cosmic_ray.operators import (
    binary_operator_replacement,
    boolean_replacer,
    break_continue,
    comparison_operator_replacement,
    exception_replacer,
    number_replacer,
    unary_operator_replacement,
    zero_iteration_for_loop,
)
from cosmic_ray.operators.operator import Operator
from mutmut.mutation import mutators

ARITHMETIC = ("Add", "Sub", "Mul", "Div", "FloorDiv", "Mod")
SETS = ("BitOr", "BitAnd", "BitXor", "Sub")
"""For sets; the last becomes none of the others, which would be bits of a number."""


def _sensible(operator: type[Operator]) -> bool:
    """Leaves out replacements that say nothing: shifts and powers, and `is` for `==` (equal words are one object)."""
    _, name, to = operator.__name__.rsplit("_", 2)
    if operator.__name__.startswith("ReplaceBinaryOperator"):
        return (name in ARITHMETIC and to in ARITHMETIC) or (name in SETS[:3] and to in SETS)
    return not to.startswith("Is") or name.startswith("Is")


COSMIC: tuple[type[Operator], ...] = (
    *filter(_sensible, binary_operator_replacement.operators()),
    *filter(_sensible, comparison_operator_replacement.operators()),
    *unary_operator_replacement.operators(),
    boolean_replacer.AddNot,
    boolean_replacer.ReplaceTrueWithFalse,
    boolean_replacer.ReplaceFalseWithTrue,
    boolean_replacer.ReplaceAndWithOr,
    boolean_replacer.ReplaceOrWithAnd,
    break_continue.ReplaceBreakWithContinue,
    break_continue.ReplaceContinueWithBreak,
    exception_replacer.ExceptionReplacer,
    number_replacer.NumberReplacer,
    zero_iteration_for_loop.ZeroIterationForLoop,
)

IN_CLASS = "class _:\n"

Mutator = Callable[[libcst.CSTNode], "Iterator[libcst.CSTNode]"]
MUTMUT: tuple[tuple[type, Mutator], ...] = tuple(mutators.mutation_operators)


@dataclass(frozen=True)
class Mutant:
    """A changed source of a module, with the operator and the line of the change."""

    source: str
    operator: str
    line: int

    def difference(self, original: str) -> str:
        """The changed lines."""
        lines = difflib.unified_diff(original.splitlines(), self.source.splitlines(), lineterm="", n=0)
        return "\n".join(f"    {line}" for line in lines if re.match(r"[-+](?![-+]{2})", line))


def mutants(path: Path) -> list[Mutant]:
    """Every mutant of a module in the order of its lines, no source twice."""
    source = path.read_text("utf-8")
    found: dict[str, Mutant] = {}
    for before, statement, after in _statements(source):
        if _only_names(statement):
            continue
        same = _bare(statement)
        head = IN_CLASS if statement.startswith(IN_CLASS) else ""
        for operator, code in (*_cosmic(statement), *_mutmut(statement)):
            mutated = before + code.removeprefix(head) + after
            if mutated in found or mutated == source:
                continue
            try:
                bare = _bare(code)
            except SyntaxError:
                continue
            if bare != same and not (orders_words(code) and not orders_words(statement)):
                line = before.count("\n") + _changed_line(statement, code) - head.count("\n")
                found[mutated] = Mutant(mutated, operator, line)
    return sorted(found.values(), key=lambda m: m.line)


def _statements(source: str) -> Iterator[tuple[str, str, str]]:
    """Each statement of the module with what stands before and after: a mutant is made of it alone, which is fast.

    So is each of a class, behind a line `class _:`.
    """
    lines = source.splitlines(keepends=True)
    nodes = [(node, "") for node in ast.parse(source).body if not isinstance(node, ast.ClassDef)]
    classes = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    nodes += [(node, IN_CLASS) for within in classes for node in within.body]
    for node, head in nodes:
        first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
        last = node.end_lineno or first
        yield "".join(lines[: first - 1]), head + "".join(lines[first - 1 : last]), "".join(lines[last:])


def _only_names(statement: str) -> bool:
    node = ast.parse(statement).body[0]
    if isinstance(node, ast.ClassDef):
        node = node.body[0]
    typing_only = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    return typing_only or isinstance(node, ast.Import | ast.ImportFrom | ast.Expr)


def _cosmic(statement: str) -> Iterator[tuple[str, str]]:
    tree = parso.parse(statement)
    nodes = list(ast_nodes(tree))
    for kind in COSMIC:
        operator = kind()
        for occurrence in range(sum(len(list(operator.mutation_positions(node))) for node in nodes)):
            code = MutationVisitor.mutate_code(statement, operator, occurrence)
            if code is not None:
                yield kind.__name__, code


def _mutmut(statement: str) -> Iterator[tuple[str, str]]:
    module = libcst.parse_module(statement)
    nodes: list[libcst.CSTNode] = []

    class Collect(libcst.CSTVisitor):
        def on_visit(self, node: libcst.CSTNode) -> bool:
            nodes.append(node)
            return True

    module.visit(Collect())
    for node in nodes:
        for kind, operator in MUTMUT:
            if not isinstance(node, kind):
                continue
            changed = list(operator(node))
            if operator is mutators.operator_string:
                changed = changed[:1]  # the other two only change the case
            for new in changed:
                mutated = module.deep_replace(node, new)
                assert isinstance(mutated, libcst.Module)
                yield operator.__name__, mutated.code


class _Bare(ast.NodeTransformer):
    """Takes away what no behaviour hangs on: annotations, docstrings, wording of messages and hints."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.annotation = ast.Name("object")
        return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        if isinstance(node.value, ast.Constant):
            return ast.Pass()
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        # Words of a message are kept by their fields alone; a single word is a key, an id or a face.
        if isinstance(node.value, str) and " " in node.value:
            return ast.Constant("".join(re.findall(r"\{.*?\}", node.value)))
        return node


def _bare(source: str) -> str:
    return ast.dump(_Bare().visit(ast.parse(source)))


def orders_words(code: str) -> bool:
    """Whether words are compared by the alphabet: nothing in the program does, so that such a mutant says nothing."""
    order = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
    return any(
        isinstance(node, ast.Compare)
        and any(isinstance(operator, order) for operator in node.ops)
        and any(isinstance(n, ast.Constant) and isinstance(n.value, str) for n in (node.left, *node.comparators))
        for node in ast.walk(ast.parse(code))
    )


def _changed_line(source: str, mutated: str) -> int:
    pairs = zip(source.splitlines(), mutated.splitlines(), strict=False)
    return next((n for n, (a, b) in enumerate(pairs, 1) if a != b), 1)


def statement_lines(source: str) -> dict[int, Sequence[int]]:
    """For every line within a function the lines of the innermost statement; lines outside are missing."""
    found: dict[int, Sequence[int]] = {}

    def enter(body: list[ast.stmt]) -> None:
        for node in body:
            inner = [getattr(node, name, []) for name in ("body", "orelse", "finalbody")]
            parts = [part for part in inner if part]
            starts = [part[0].lineno for part in parts]
            last = min(starts) - 1 if starts else node.end_lineno or node.lineno
            lines = range(node.lineno, max(node.lineno, last) + 1)
            found.update(dict.fromkeys(lines, lines))
            for part in parts:
                enter(part)

    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            enter(node.body)
    return found
