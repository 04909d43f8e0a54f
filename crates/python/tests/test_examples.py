"""Everything that is shown works: docstrings, docs/guide/python.md, the example, the stubs."""

import ast
import doctest
import inspect
import re
import subprocess
import sys

import pytest

import zermelo


def run(name, text):
    parsed = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    assert parsed.examples, f"{name} shows nothing"
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert runner.run(parsed).failed == 0, name


@pytest.mark.parametrize("name", [name for name in zermelo.__all__ if inspect.isroutine(getattr(zermelo, name))])
def test_docstrings(name):
    run(name, getattr(zermelo, name).__doc__)


def test_the_package():
    run("zermelo", zermelo.__doc__)
    assert re.fullmatch(r"\d+\.\d+\.\d+", zermelo.__version__)


def test_the_page(repository):
    pytest.importorskip("chess")
    pytest.importorskip("numpy")
    page = (repository / "docs" / "guide" / "python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert len(blocks) > 3
    run("docs/guide/python.md", "\n".join(blocks))


def test_the_example_makes_a_picture(repository, tmp_path):
    script = repository / "crates" / "python" / "examples" / "bishop.py"
    picture = tmp_path / "bishop.svg"
    done = subprocess.run(
        [sys.executable, script, picture], capture_output=True, text=True, check=True
    )
    assert "accepted" in done.stdout
    assert "<svg" in picture.read_text(encoding="utf-8")


def test_the_stubs_name_what_is_there(repository):
    folder = repository / "crates" / "python" / "python" / "zermelo"
    stubs = ast.parse((folder / "_zermelo.pyi").read_text(encoding="utf-8"))
    named = {}
    for node in stubs.body:
        if isinstance(node, ast.ClassDef):
            named[node.name] = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
        elif isinstance(node, ast.FunctionDef):
            named[node.name] = [arg.arg for arg in node.args.args + node.args.kwonlyargs]
    module = zermelo._zermelo
    for name in ("Verdict", "Ruling", "Legality", "Checked"):
        there = {one for one in vars(getattr(module, name)) if not one.startswith("__")}
        assert there == {one for one in named[name] if not one.startswith("__")}, name
    functions = [name for name in dir(module) if inspect.isroutine(getattr(module, name))]
    assert len(functions) > 8
    for name in functions:
        assert list(inspect.signature(getattr(module, name)).parameters) == named[name], name
    assert (folder / "py.typed").exists()
