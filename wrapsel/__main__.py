"""Run the command line: ``python -m wrapsel``."""

from wrapsel.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
