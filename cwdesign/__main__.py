"""The command `cwdesign` and `python -m cwdesign`."""

from __future__ import annotations

import gc
import os
import sys


def main() -> int:
    """Run the command line and return its exit status.

    The version is answered before anything is imported that takes time.
    """
    try:
        arguments = sys.argv[1:]
        if arguments == ["--version"] and sys.stdout is not None:
            from cwdesign import __version__

            try:
                sys.stdout.write(f"cwdesign {__version__}\n")
                sys.stdout.flush()
                return 0
            except OSError:
                pass  # nobody reads it: the long way knows how to end then
        from cwdesign.values import collect_rarely

        collect_rarely()
        from cwdesign.cli import run

        status = run(arguments)
        gc.freeze()  # the end frees all there is, and need not look it over before
        return status
    except KeyboardInterrupt:  # while importing, or a second one
        from cwdesign.output import complain

        complain("interrupted")
        return 130
    except MemoryError:
        os.write(2, b"cwdesign: there is not enough memory\n")  # what needs none itself
        return 2


if __name__ == "__main__":
    sys.exit(main())
