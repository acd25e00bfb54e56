"""Build hook: puts the compiled catalog, and catalog/ and schemas/ as they are, into the wheel."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledCatalog(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles the YAML sources, so that an installed program never parses them to start."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before a target is built (`version` is `editable` for a checkout)."""
        if self.target_name != "wheel":
            return
        root = Path(self.root)
        sys.path.insert(0, self.root)
        try:
            from cwdesign.compiled import compile_all
        finally:
            sys.path.remove(self.root)
        compile_all(root, root / "cwdesign" / "_compiled")
