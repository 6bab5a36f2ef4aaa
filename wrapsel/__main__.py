"""``python -m wrapsel`` is the command ``wrapsel``."""

import os
import sys

if sys.path[0] in ("", os.getcwd()):  # what lies here must hide no package
    sys.path.append(sys.path.pop(0))

from wrapsel.cli import main

if __name__ == "__main__":
    sys.exit(main())
