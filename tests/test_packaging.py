"""What is shipped: sdist and wheel hold what they must, and the wheel works from an empty folder."""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_string
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from cwdesign import __version__
from cwdesign.explain import whole_page
from environments import unmeasured

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an sdist, and the wheel that was built from that sdist alone."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)], check=True, capture_output=True)
    return folder


def plain() -> dict[str, str]:
    """An environment in which only what is installed is found."""
    return {name: value for name, value in unmeasured().items() if not name.startswith("PYTHON")}


def test_the_wheel_carries_catalog_schemas_and_types(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    for folder in ("catalog", "schemas"):
        for file in (ROOT / folder).iterdir():
            assert f"cwdesign/_compiled/{folder}/{file.name}" in names
    for file in ("py.typed", "_compiled/catalog.jsonl", "_compiled/pages.jsonl", "_compiled/vehicle_shape.py"):
        assert f"cwdesign/{file}" in names
    for module in (ROOT / "cwdesign").rglob("*.py"):
        assert module.relative_to(ROOT).as_posix() in names
    assert not [name for name in names if name.startswith(("tests/", "benchmarks/")) or name.endswith(".pyc")]


def test_the_wheel_says_what_it_is(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        info = f"cwdesign-{__version__}.dist-info"
        metadata = message_from_string(archive.read(f"{info}/METADATA").decode())
        scripts = archive.read(f"{info}/entry_points.txt").decode()
    assert (metadata["Name"], metadata["Version"], metadata["Requires-Python"]) == ("cwdesign", __version__, ">=3.11")
    needed = [line.replace(".", "-", 1) for line in metadata.get_all("Requires-Dist") or []]
    for library in ("typer", "rich", "ruamel-yaml", "jsonschema"):
        assert [line for line in needed if line.startswith(library) and "extra" not in line]
    assert "cwdesign = cwdesign.__main__:main" in scripts


def test_the_lowest_releases_tested_are_the_lower_bounds() -> None:
    """CI runs a part of the tests with those of tests/lowest.txt."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = [Requirement(line) for line in project["dependencies"]]
    bounds = {need.name: [Version(s.version) for s in need.specifier if s.operator == ">="] for need in needed}
    lines = (ROOT / "tests" / "lowest.txt").read_text("utf-8").splitlines()
    tested = [line.split("==") for line in lines if not line.startswith("#")]
    assert {name: [Version(version)] for name, version in tested} == bounds


def test_the_sdist_carries_sources_and_tests(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "hatch_build.py", "README.md", "catalog/weapons.yaml", "tests/test_packaging.py"} <= names
    assert not [name for name in names if "__pycache__" in name or name.startswith(".venv")]


def test_what_is_shipped_works_from_an_empty_folder(built: Path, tmp_path: Path) -> None:
    """In an environment of their own: the wheel with what installing it brings, then the sdist in its place."""
    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True, capture_output=True)
    (wheel,), (sdist,) = built.glob("*.whl"), built.glob("*.tar.gz")
    for number, words in enumerate(([wheel], ["--no-deps", "--force-reinstall", sdist])):
        pip = [str(environment / "bin" / "python"), "-m", "pip", "install", "--quiet", *map(str, words)]
        done = subprocess.run(pip, capture_output=True, text=True, env=plain())
        assert done.returncode == 0, done.stderr
        folder = tmp_path / str(number)
        folder.mkdir()
        works(environment, folder)


def works(environment: Path, folder: Path) -> None:
    """The program that is installed in an environment does what it should, in an empty folder."""

    def run(program: str, *words: str) -> subprocess.CompletedProcess[str]:
        env = {**plain(), "XDG_CACHE_HOME": str(folder / ".cache")}
        command = [str(environment / "bin" / program), *words]
        return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)

    empty = run("cwdesign", "check")
    assert (empty.returncode, empty.stderr) == (2, "cwdesign: .: no sheet (*.yaml, *.yml) in this folder\n")
    (folder / "rhino.yaml").write_bytes((ROOT / "tests" / "stock" / "rhino.yaml").read_bytes())
    done = run("cwdesign", "check", "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    sheet = json.loads(done.stdout)["sheets"][0]
    assert (sheet["status"], sheet["totals"]["cost"]) == ("legal", 9821)  # as printed
    assert run("python", "-m", "cwdesign", "--version").stdout == f"cwdesign {__version__}\n"
    assert "One-third rule" in run("cwdesign", "explain", "THR-LIMIT").stdout
    assert "Machine Gun" in run("cwdesign", "catalog", "mg").stdout
    assert json.loads(run("cwdesign", "schema").stdout)["$schema"]
    (folder / "a.yaml").write_text("name: A\nbody: {type: compact}\namor: {front: 1}\n")
    wrong = run("cwdesign", "check", "--format", "concise", "a.yaml")
    assert wrong.returncode == 1
    assert wrong.stdout.startswith("a.yaml:3:1: error SHT-SHAPE ")
    where = Path(run("python", "-c", "import cwdesign; print(cwdesign.__file__)").stdout.strip())
    assert where.is_relative_to(environment)
    assert (where.parent / "py.typed").is_file()


def test_start_up_imports_only_what_it_needs(tmp_path: Path) -> None:
    (tmp_path / "rhino.yaml").write_bytes((ROOT / "tests" / "stock" / "rhino.yaml").read_bytes())
    code = (
        "import sys; sys.argv = ['cwdesign', *{arguments!r}]\n"
        "from cwdesign.__main__ import main\n"
        "main(); print(*sorted(m for m in sys.modules), file=sys.stderr)"
    )

    def modules(*arguments: str) -> set[str]:
        done = subprocess.run(
            [sys.executable, "-c", code.format(arguments=arguments)], cwd=tmp_path, capture_output=True, text=True
        )
        return set(done.stderr.split())

    assert not {"typer", "rich", "jsonschema", "ruamel.yaml.parser"} & modules("--version")
    assert not {"rich.console", "jsonschema", "importlib.metadata"} & modules("check", "--format", "json", "rhino.yaml")


def test_the_page_of_all_rules_is_current() -> None:
    """Made anew by `python -m cwdesign.explain docs/rules.md`."""
    assert (ROOT / "docs" / "rules.md").read_text("utf-8") == whole_page()


def test_readme_commands_name_real_sheets() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    commands = [line.strip() for line in text.splitlines() if line.startswith("    python3 -m venv")]
    assert len(commands) == 2
    assert (ROOT / commands[0].split()[-1]).is_file()
