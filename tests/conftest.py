"""Property tests draw the same examples everywhere: a change is judged by what it changes."""

from __future__ import annotations

import signal

from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.load_profile("steady")


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a shell; commands would inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)
