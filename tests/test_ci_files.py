"""The gate files for pre-commit, GitHub and GitLab: what they run does what they say."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).parent.parent
RHINO = ROOT / "tests" / "stock" / "rhino.yaml"


def load(name: str) -> Any:
    return YAML(typ="safe", pure=True).load((ROOT / name).read_text("utf-8"))


@pytest.fixture
def garage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a legal and an illegal sheet."""
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_ACTIONS", "CI"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    (tmp_path / "cars").mkdir()
    shutil.copy(RHINO, "cars/rhino.yaml")
    legal = RHINO.read_text("utf-8")
    (tmp_path / "cars" / "dear.yaml").write_text(legal.replace("name: Rhino", "name: Dear\ndivision: 5"), "utf-8")
    return tmp_path


def bash(script: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a step as a runner does, with this interpreter as `python`."""
    folder = Path("bin")
    folder.mkdir(exist_ok=True)
    link = folder / "python"
    if not link.exists():
        link.symlink_to(sys.executable)
    environment = {**os.environ, **variables, "PATH": f"{folder.resolve()}{os.pathsep}{os.environ['PATH']}"}
    # A linked interpreter does not find the virtual environment of the other.
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), *(p for p in sys.path if p.endswith("site-packages"))])
    words = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    return subprocess.run(words, capture_output=True, text=True, env=environment, check=False)


# -- GitHub


def action(**inputs: str) -> subprocess.CompletedProcess[str]:
    """Run the checking step of the action with these inputs."""
    data = load("action.yml")
    given = {name: str(spec["default"]) for name, spec in data["inputs"].items()} | inputs
    (step,) = [s for s in data["runs"]["steps"] if s.get("name") == "Check the sheets"]
    variables = {
        name: given[value.removeprefix("${{ inputs.").removesuffix(" }}")] for name, value in step["env"].items()
    }
    return bash(step["run"], GITHUB_ACTIONS="true", **variables)


def test_the_action_checks_and_annotates(garage: Path) -> None:
    done = action(paths="cars")
    assert done.returncode == 1, done.stderr
    assert "::error file=cars/dear.yaml" in done.stdout
    assert action(paths="cars/rhino.yaml").returncode == 0
    assert action(paths="cars/r*.yaml").returncode == 0
    assert action(paths="none").returncode == 2


def test_the_action_takes_options_and_writes_sarif(garage: Path) -> None:
    done = action(paths="cars", options="--ignore LED-DIVISION --strict", sarif="out.sarif", command="roster")
    assert done.returncode == 0, done.stderr
    assert '"2.1.0"' in Path("out.sarif").read_text("utf-8")


def test_inputs_of_the_action_are_never_part_of_its_script() -> None:
    for step in load("action.yml")["runs"]["steps"]:
        assert "${{" not in step.get("run", "")


def test_the_action_documents_every_input() -> None:
    data = load("action.yml")
    page = (ROOT / "docs" / "ci.md").read_text("utf-8")
    for name, spec in data["inputs"].items():
        assert spec["description"] and f"| `{name}` |" in page


# -- pre-commit


def hook(id: str, *files: str) -> int:
    """Run the entry of a hook as pre-commit would."""
    (spec,) = [spec for spec in load(".pre-commit-hooks.yaml") if spec["id"] == id]
    program, *words = spec["entry"].split()
    assert program == "cwdesign"
    names = list(files) if spec.get("pass_filenames", True) else []
    done = subprocess.run(
        [sys.executable, "-m", "cwdesign", *words, *names], capture_output=True, check=False, env=os.environ
    )
    return done.returncode


def test_the_hook_checks_the_files_of_a_commit(garage: Path) -> None:
    assert hook("cwdesign", "cars/rhino.yaml") == 0
    assert hook("cwdesign", "cars/rhino.yaml", "cars/dear.yaml") == 1


def test_the_hook_checks_a_garage_file_on_its_own(garage: Path) -> None:
    Path("garage.yaml").write_text("division: 30\n", "utf-8")
    assert hook("cwdesign", "garage.yaml") == 0
    Path("garage.yaml").write_text("divison: 30\n", "utf-8")
    assert hook("cwdesign", "garage.yaml") == 2


def test_the_garage_hook_checks_everything(garage: Path) -> None:
    assert hook("cwdesign-garage") == 1
    Path("cars/dear.yaml").unlink()
    assert hook("cwdesign-garage") == 0
    Path("garage.yaml").write_text("limits: {team_cost: 5000}\n", "utf-8")
    assert hook("cwdesign-garage") == 1


# -- GitLab


def test_the_gitlab_job_writes_what_it_hands_on(garage: Path) -> None:
    job = load("docs/gitlab-ci.yml")["cars"]
    (script,) = job["script"]
    done = bash(script)
    assert done.returncode == 1, done.stderr
    for file in job["artifacts"]["reports"].values():
        assert "LED-DIVISION" in Path(file).read_text("utf-8")
    assert Path(job["cache"]["paths"][0]).is_dir()


# -- the pages


def test_the_garage_of_the_page_is_one(garage: Path) -> None:
    """Every garage file that docs/garage.md shows is accepted."""
    from cwdesign.catalog import load_catalog
    from cwdesign.config import Garage, load_garage

    blocks = (ROOT / "docs" / "garage.md").read_text("utf-8").split("```yaml\n")[1:]
    assert len(blocks) == 2
    Path("our-prices.yaml").write_text("weapons:\n  machine-gun: {cost: 1100}\n", "utf-8")
    for block in blocks:
        Path("garage.yaml").write_text(block.split("```")[0], "utf-8")
        assert isinstance(load_garage("garage.yaml", load_catalog()), Garage)
