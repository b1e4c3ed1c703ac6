"""The editors' command: ``python build.py --help``."""

import sys
from pathlib import Path

from zahlwerk.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], Path(__file__).resolve().parent))
