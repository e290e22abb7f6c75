"""`python -m gmkit` is the shell's `gmkit`."""

import sys

from gmkit.cli import main

if __name__ == "__main__":
    sys.exit(main())
