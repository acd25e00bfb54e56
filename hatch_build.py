"""Build hook: compiles catalog, rule pages and schemas, and puts catalog/ and schemas/ into the wheel."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledForms(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles the sources, so that an installed program parses none of them to start."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before a target is built; `version` is `editable` for a checkout used in place."""
        if self.target_name != "wheel":
            return
        root = Path(self.root)
        target = root / "cwdesign" / "_compiled"
        sys.path.insert(0, self.root)
        try:
            from cwdesign.compiled import compile_all
            from cwdesign.schema import SWIFT_FORMS, compile_validator
        finally:
            sys.path.remove(self.root)
        compile_all(root, target)
        for name in SWIFT_FORMS:
            schema = (root / "schemas" / f"{name}.schema.json").read_bytes()
            (target / f"{name}_shape.py").write_text(compile_validator(schema), encoding="utf-8")
        if version != "editable":
            for folder in ("catalog", "schemas"):
                build_data["force_include"][str(root / folder)] = f"cwdesign/_compiled/{folder}"
