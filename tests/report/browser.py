"""A headless Chromium, where there is one."""

import shutil
from contextlib import contextmanager

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def require():
    """Return what drives browsers and the path of one; skip without."""
    sync_api = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed"
    )
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip(f"there is no browser: none of {', '.join(NAMES)}")
    return sync_api.sync_playwright, path


@contextmanager
def browser():
    sync_playwright, path = require()
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox"]
        )
        try:
            yield chromium
        finally:
            chromium.close()
