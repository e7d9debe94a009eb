"""The recipes of docs/recipes.md: SQL of DuckDB and Polars have the same results."""

import re
import shutil
import subprocess

import polars as pl
import pytest
from conftest import ROOT

PAGE = (ROOT / "docs" / "recipes.md").read_text() if (ROOT / "docs" / "recipes.md").exists() else ""
RECIPES = dict(re.findall(r"^## (.*)\n((?:(?!^## ).*\n)*)", PAGE, re.MULTILINE))


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory, program):
    if not PAGE:
        pytest.skip("the documents are not here")
    folder = tmp_path_factory.mktemp("recipes")
    line = blocks(PAGE.partition("<!-- table -->")[2], "sh")[0].split()
    assert line[0] == "batchdoku"
    subprocess.run([program.path, *line[1:]], cwd=folder, check=True, capture_output=True)
    return folder


def rows(result) -> list[tuple]:
    return sorted(tuple(map(str, row)) for row in result.rows())


@pytest.mark.parametrize("name", [name for name, text in RECIPES.items() if "```sql" in text])
def test_recipe(folder, monkeypatch, name):
    duckdb = pytest.importorskip("duckdb")
    monkeypatch.chdir(folder)
    (sql,), (python,) = blocks(RECIPES[name], "sql"), blocks(RECIPES[name], "python")
    space = {"pl": pl}
    exec(python, space)
    in_polars = space["result"]
    in_duckdb = pl.from_arrow(duckdb.sql(sql).to_arrow_table())
    assert 0 < len(in_polars) < 500 or name.startswith("One"), name
    assert in_polars.columns == in_duckdb.columns
    assert rows(in_polars) == rows(in_duckdb)


def test_qsv(folder):
    if not shutil.which("qsv"):
        pytest.skip("qsv is not installed")
    command = blocks(PAGE.partition("<!-- qsv -->")[2], "sh")[0]
    done = subprocess.run(command, shell=True, cwd=folder, check=True, capture_output=True)
    assert len(done.stdout.splitlines()) > 1


def test_the_page_has_recipes():
    assert not PAGE or len(RECIPES) > 5
