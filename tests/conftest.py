"""Property tests draw the same examples everywhere: a change is judged by what it changes."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.load_profile("steady")
