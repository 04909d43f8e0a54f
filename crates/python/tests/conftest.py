"""Where the corpora are: as in the Rust tests, ZERMELO_DATA, else ../shared/data."""

import os
import pathlib

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def repository():
    return REPOSITORY


@pytest.fixture(scope="session")
def corpus():
    """Reads a file of the corpus; skips where there is none."""
    named = os.environ.get("ZERMELO_DATA")
    folder = pathlib.Path(named) if named else REPOSITORY.parent / "shared" / "data"

    def lines(name):
        if not named and not folder.is_dir():
            pytest.skip("no corpus")
        return (folder / name).read_text(encoding="utf-8").splitlines()

    return lines
