"""What goes wrong around the command: interrupts, full disks, closed streams, processes that die, odd files.

Each case ends with the status of the output contract and says so in one clear message, and never with a traceback.
"""

from __future__ import annotations

import errno
import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest

from cwdesign import cli, config
from cwdesign.pipeline import Context, Effort, Garages, check_sources
from cwdesign.render.values import sheet_text
from cwdesign.sources import find_sources
from environments import unmeasured

STOCK = Path(__file__).parent / "stock"
LEGAL = (STOCK / "rhino.yaml").read_text("utf-8")
COMMAND = [sys.executable, "-m", "cwdesign"]
Ended = subprocess.CompletedProcess[bytes]
PROMPT = 8
"""Seconds until an interrupt has ended the command. It takes a tenth of one, but others may be using the machine: how
much is still done meanwhile is measured in seconds of the processor, of which half a one is more than enough."""


@pytest.fixture
def garage(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one legal sheet that the command runs in, with an empty cache, outside CI."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
    for name in ("GITHUB_ACTIONS", "NO_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "a.yaml").write_text(LEGAL, "utf-8")
    return tmp_path


def run(*arguments: str | bytes, **settings: Any) -> Ended:
    """The command in a process of its own, in the current folder."""
    settings = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **settings}
    if "preexec_fn" in settings:  # a limit that coverage could not keep either
        settings["env"] = unmeasured()
    done = subprocess.run([*COMMAND, *arguments], timeout=60, **settings)
    for said in (done.stdout, done.stderr):
        assert said is None or b"Traceback" not in said
        assert said is None or b"internal failure" not in said
    return done


@dataclass(frozen=True)
class Said:
    """How the command ended in this process."""

    status: int
    out: str
    err: str


Here = Callable[..., Said]


@pytest.fixture
def here(garage: Path, capfd: pytest.CaptureFixture[str]) -> Iterator[Here]:
    """The command in this process, which may take half a minute: nothing hangs the tests."""

    def late(number: int, frame: object) -> None:
        raise TimeoutError("still at it")

    def here(*arguments: str) -> Said:
        signal.alarm(30)
        status = cli.run(arguments)
        signal.alarm(0)
        said = Said(status, *capfd.readouterr())
        for text in (said.out, said.err):
            assert "internal failure" not in text
        return said

    before = signal.signal(signal.SIGALRM, late)
    yield here
    signal.signal(signal.SIGALRM, before)


def many(folder: Path, count: int) -> list[str]:
    """So many sheets that differ; their paths."""
    folder.mkdir()
    names = [f"{folder.name}/{number:04}.yaml" for number in range(count)]
    for name in names:
        (folder.parent / name).write_text(LEGAL.replace("Rhino", f"Rhino {name}"), "utf-8")
    return names


# -- interrupts


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def processor_seconds(pid: int) -> float:
    """Seconds of the processor that a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def ended_children() -> float:
    """Seconds of the processor that all processes used which this one has started and which have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def interrupted(jobs: int, whole_group: bool) -> None:
    """Interrupt a long run once it has printed something; with the whole group, as a terminal does."""
    running = subprocess.Popen(
        [*COMMAND, "check", "cars", "--format", "jsonl", "--jobs", str(jobs), "--output", "json=out.json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert running.stdout is not None
    running.stdout.readline()
    workers = children(running.pid)
    assert len(workers) == (jobs if jobs > 1 else 0)
    before = ended_children() + sum(map(processor_seconds, (running.pid, *workers)))
    sent = time.monotonic()
    (os.killpg if whole_group else os.kill)(running.pid, signal.SIGINT)
    _, said = running.communicate(timeout=60)
    assert time.monotonic() - sent < PROMPT
    assert ended_children() - before < 0.5
    assert (running.returncode, said) == (130, b"cwdesign: interrupted\n")
    assert not [worker for worker in workers if Path(f"/proc/{worker}").exists()]


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize("whole_group", [False, True])
@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_an_interrupt_ends_at_once_with_130_and_leaves_nothing(garage: Path, jobs: int, whole_group: bool) -> None:
    many(garage / "cars", 2000)
    (garage / "out.json").write_text("before")
    interrupted(jobs, whole_group)
    assert sorted(path.name for path in garage.iterdir()) == ["a.yaml", "cars", "out.json"]
    assert (garage / "out.json").read_text() == "before"


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_what_ends_the_command_leaves_no_unfinished_file(garage: Path, number: int) -> None:
    many(garage / "cars", 1000)
    before = signal.signal(number, signal.SIG_DFL)  # which is inherited; the tests themselves may be run by `nohup`
    try:
        running = subprocess.Popen(
            [*COMMAND, "check", "cars", "--format", "jsonl", "--jobs", "2", "--output", "json=out.json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    finally:
        signal.signal(number, before)
    assert running.stdout is not None
    running.stdout.readline()
    running.send_signal(number)
    assert (running.communicate(timeout=60)[1], running.returncode) == (b"", -number)
    assert sorted(path.name for path in garage.iterdir()) == ["a.yaml", "cars"]


def reads_standard_input(pid: int) -> bool:
    """Whether a process is waiting in `read(0, …)`. Where that cannot be seen, it has had time enough."""
    try:
        return Path(f"/proc/{pid}/syscall").read_text().split()[:2] in (["0", "0x0"], ["63", "0x0"])  # x86, arm
    except OSError:
        time.sleep(5)
        return True


def test_an_interrupt_while_waiting_for_standard_input(garage: Path) -> None:
    running = subprocess.Popen([*COMMAND, "check", "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    while not reads_standard_input(running.pid):
        assert running.poll() is None
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=60)
    assert (running.returncode, said) == (130, b"cwdesign: interrupted\n")


def test_an_interrupt_while_the_program_is_loaded(garage: Path) -> None:
    code = (
        "import sys; sys.argv = ['cwdesign', 'check']\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'cwdesign.cli': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupting())\n"
        "from cwdesign.__main__ import main\n"
        "sys.exit(main())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True)
    assert (done.returncode, done.stderr) == (130, b"cwdesign: interrupted\n")


# -- processes


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_killed_processes_lose_no_sheet(garage: Path) -> None:
    names = many(garage / "cars", 600)
    running = subprocess.Popen(
        [*COMMAND, "check", "cars", "--format", "jsonl", "--jobs", "2", "--no-cache"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert running.stdout is not None and running.stderr is not None
    first = running.stdout.readline()
    killed = children(running.pid)
    for worker in killed:
        os.kill(worker, signal.SIGKILL)
    sheets = [json.loads(line) for line in (first + running.stdout.read()).splitlines()]
    assert (running.wait(), running.stderr.read(), len(killed)) == (0, b"", 2)
    assert [sheet["path"] for sheet in sheets[:-1]] == names


def texts(jobs: int) -> list[str]:
    """The results of all sheets in the folder `cars`."""
    found = find_sources(["cars"]).sources
    return [sheet_text(report) for report in check_sources(found, Context(), Garages(), Effort(jobs))]


@pytest.mark.parametrize("room", [0, 1])
def test_where_the_system_starts_no_more_processes(garage: Path, monkeypatch: pytest.MonkeyPatch, room: int) -> None:
    many(garage / "cars", 40)
    expected = texts(1)
    start = BaseProcess.start
    started: list[BaseProcess] = []

    def limited(process: BaseProcess) -> None:
        if len(started) == room:
            raise BlockingIOError(errno.EAGAIN, "no room")
        started.append(process)
        start(process)

    monkeypatch.setattr(BaseProcess, "start", limited)
    assert texts(3) == expected


# -- full disks, limits


def limited(size: int) -> Callable[[], None]:
    """What lets a process write files of this size at most: beyond, writing fails as on a full disk."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.parametrize("form", ["json", "sarif", "terminal"])
def test_a_report_that_does_not_fit_leaves_the_earlier_one(garage: Path, form: str) -> None:
    (garage / "report").write_text("before")
    (garage / "other").write_text("before")
    done = run("check", "--no-cache", "--output", f"{form}=report", "--output", "json=other", preexec_fn=limited(500))
    assert done.returncode == 2
    assert done.stderr == b"cwdesign: report: cannot be written: File too large\n" or b"cwdesign: other" in done.stderr
    assert done.stderr.count(b"\n") == 1
    assert sorted(path.name for path in garage.iterdir()) == ["a.yaml", "other", "report"]
    assert (garage / "report").read_text() == (garage / "other").read_text() == "before"


def test_a_baseline_that_does_not_fit_leaves_the_earlier_one(garage: Path) -> None:
    (garage / "a.yaml").write_text(LEGAL + "division: 5\n")
    (garage / "known.json").write_text("before")
    done = run("check", "--no-cache", "--write-baseline", "known.json", preexec_fn=limited(20))
    assert (done.returncode, done.stderr) == (2, b"cwdesign: known.json: cannot be written: File too large\n")
    assert (garage / "known.json").read_text() == "before"


@pytest.mark.parametrize(
    "arguments",
    [
        ["claims", "--write", "b.yaml"],
        ["new", "luxury", "--force", "--output", "b.yaml"],
        ["import", "line.txt", "--force", "--output", "."],
    ],
)
def test_a_sheet_that_does_not_fit_leaves_the_earlier_one(garage: Path, arguments: list[str]) -> None:
    before = LEGAL.replace("cost: 9821", "cost: 1") + "# " + "x" * 200
    (garage / "b.yaml").write_text(before)
    (garage / "line.txt").write_text("B -- Compact, std. chassis, hvy. suspension, med. plant, 4 PR tires, driver.\n")
    done = run(*arguments, preexec_fn=limited(100))
    assert done.returncode == 2
    assert re.fullmatch(rb"cwdesign: [./]*b.yaml: cannot be written: File too large\n", done.stderr)
    assert (garage / "b.yaml").read_text() == before
    assert sorted(path.name for path in garage.iterdir()) == ["a.yaml", "b.yaml", "line.txt"]


def test_a_cache_on_a_full_disk_is_said_once_and_changes_nothing(garage: Path) -> None:
    many(garage / "cars", 30)
    expected = run("check", "--format", "json", "--no-cache")
    for jobs in ("1", "2"):
        done = run("check", "--format", "json", "--cache-dir", "full", "--jobs", jobs, preexec_fn=limited(0))
        assert (done.returncode, done.stdout) == (expected.returncode, expected.stdout)
        assert done.stderr == b"cwdesign: warning: the cache in full cannot be written: File too large\n"
    assert not [path for path in (garage / "full").rglob("*") if path.is_file()]


@pytest.mark.parametrize("place", ["/proc/nowhere", "a.yaml", "a.yaml/folder", "/dev/null"])
def test_a_cache_in_no_folder_is_said_once_and_changes_nothing(garage: Path, place: str) -> None:
    done = run("check", "--format", "concise", "--cache-dir", place)
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (0, b"", 1)
    assert done.stderr.startswith(f"cwdesign: warning: the cache in {place} cannot be written: ".encode())


def test_a_pipe_in_place_of_a_cache_entry_is_no_entry(garage: Path) -> None:
    assert run("check", "--cache-dir", "kept").returncode == 0
    (entry,) = (garage / "kept").rglob("*.result")
    entry.unlink()
    os.mkfifo(entry)
    done = run("check", "--cache-dir", "kept")
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    "place", ["nowhere/report", "a.yaml/report", "folder", "", "/proc/nowhere/report", "x" * 300, "\udcff/report"]
)
@pytest.mark.parametrize("option", ["--output", "--write-baseline"])
def test_an_output_that_cannot_be_written(garage: Path, here: Here, place: str, option: str) -> None:
    (garage / "folder").mkdir()
    said = here("check", option, place)
    assert said.status == 2
    assert re.fullmatch(r"cwdesign: .*: cannot be written: [A-Z][a-z ]+\n", said.err)
    assert sorted(path.name for path in garage.iterdir()) == ["a.yaml", "folder"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(
    "arguments", [["--version"], ["--help"], ["check", "--help"], ["explain"], ["catalog", "mg"], ["schema"], ["check"]]
)
def test_standard_output_on_a_full_disk(garage: Path, arguments: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        done = run(*arguments, stdout=full)
    assert done.returncode == 2
    assert done.stderr == b"cwdesign: standard output: cannot be written: No space left on device\n"


# -- streams


def shell(line: str) -> Ended:
    """The command line of a shell, in which `cwdesign` is the command."""
    done = subprocess.run(["/bin/bash", "-c", line.replace("cwdesign", " ".join(COMMAND))], capture_output=True)
    assert b"Traceback" not in done.stdout + done.stderr
    return done


def test_streams_that_the_caller_has_closed(garage: Path) -> None:
    done = shell("cwdesign check --quiet a.yaml no.yaml 2>&-")
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"")
    assert shell("cwdesign check a.yaml 2>&-").stdout.startswith(b"legal ")
    for arguments in ("check a.yaml", "--version", "--help"):
        done = shell(f"cwdesign {arguments} >&-")
        assert done.returncode == 2
        assert done.stderr.startswith(b"cwdesign: standard output: cannot be written: "), arguments
    done = shell("cwdesign check a.yaml --output report <&- >&- 2>&-")
    assert (done.returncode, (garage / "report").read_bytes()[:6]) == (0, b"legal ")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_where_even_messages_cannot_be_written_the_status_tells(garage: Path) -> None:
    assert shell("cwdesign check a.yaml no.yaml 2>/dev/full").returncode == 2
    assert shell("cwdesign check --no-such-option 2>/dev/full").returncode == 2
    assert shell("cwdesign check --cache-dir /dev/null a.yaml 2>/dev/full").returncode == 0


def test_reports_into_pipes_by_their_names(garage: Path) -> None:
    whole = run("check", "a.yaml").stdout
    assert shell("cwdesign check a.yaml --output /dev/stdout | cat").stdout == whole
    done = shell("cwdesign check a.yaml --output json=/dev/fd/3 3>&1 >/dev/null | cat")
    assert json.loads(done.stdout)["summary"]["legal"] == 1


def test_a_pipe_that_nobody_reads_is_silent(garage: Path) -> None:
    many(garage / "cars", 60)
    reading, writing = os.pipe()
    os.close(reading)
    for arguments in (
        ["check", "cars", "--jobs", "2"],
        ["check", "cars", "--output", "/dev/stdout"],
        ["roster", "cars"],
        ["diff", "a.yaml", "cars/0001.yaml"],
        ["--version"],
        ["check", "--help"],
    ):
        done = run(*arguments, stdout=writing)
        assert (done.returncode, done.stderr) == (2, b""), arguments
    os.close(writing)


# -- configurations that cannot be used


def garbage(place: Path) -> None:
    """Bytes that are not text."""
    place.write_bytes(b"\xff\xfe\x00" + bytes(range(256)))


ODD_FILES: dict[str, Callable[[Path], object]] = {
    "missing": lambda place: None,
    "folder": lambda place: place.mkdir(),
    "pipe": lambda place: os.mkfifo(place),
    "dangling": lambda place: place.symlink_to("nowhere"),
    "loop": lambda place: place.symlink_to(place.name),
    "garbage": garbage,
    "unclosed": lambda place: place.write_text("ban: ["),
    "list": lambda place: place.write_text("[1]"),
    "huge": lambda place: place.write_text("# " + "x" * 2_000_000),
    "bomb": lambda place: place.write_text("ban: &a [*a]"),
    "device": lambda place: place.symlink_to("/dev/zero"),
}
UNOPENED = ("missing", "folder", "pipe", "dangling", "loop", "device")
"""Of these, what has no lines that a finding could point at."""
USES: dict[str, tuple[str, list[str]]] = {
    "garage": ("garage.yaml", ["check", "a.yaml"]),
    "config": ("league.yaml", ["check", "--config", "league.yaml", "a.yaml"]),
    "overlay": ("prices.yaml", ["check", "a.yaml"]),
    "baseline": ("known.json", ["check", "--baseline", "known.json", "a.yaml"]),
    "roster": ("garage.yaml", ["roster"]),
}


@pytest.mark.parametrize("odd", ODD_FILES)
@pytest.mark.parametrize("use", USES)
def test_a_configuration_that_cannot_be_used_ends_before_a_sheet(garage: Path, here: Here, use: str, odd: str) -> None:
    name, arguments = USES[use]
    if odd == "missing" and name == "garage.yaml":
        return
    if use == "overlay":
        (garage / "garage.yaml").write_text("catalog: [prices.yaml]\n")
    ODD_FILES[odd](garage / name)
    said = here(*arguments, "--format", "json")
    ended = json.loads(said.out)
    assert (said.status, said.err, ended["sheets"]) == (2, "", [])
    assert {f["rule"] for f in ended["findings"]} <= {"CFG-READ", "CFG-SHAPE"}
    # A catalog that cannot be opened is found in the line of the garage file that names it.
    place = "garage.yaml" if use == "overlay" and odd in UNOPENED else name
    assert [f["path"] for f in ended["findings"]] == [place] * len(ended["findings"])
    assert ended["findings"]


def test_a_garage_that_nobody_can_look_at_is_no_missing_one(garage: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Permission bits do not keep root out, so the system's answer is made up."""
    lstat = os.lstat

    def denied(path: Any, *others: Any, **settings: Any) -> os.stat_result:
        if os.fspath(path).endswith("garage.yaml"):
            raise PermissionError(errno.EACCES, "Permission denied")
        return lstat(path, *others, **settings)

    monkeypatch.setattr(config.os, "lstat", denied)
    assert cli.run(["check", "--format", "json", "--output", "report", "a.yaml"]) == 2
    assert [f["rule"] for f in json.loads((garage / "report").read_text("utf-8"))["findings"]] == ["CFG-READ"]


# -- files


@pytest.fixture
def unreadable(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Opening what has `locked` in its name is not permitted. (Permission bits do not keep root out.)"""
    opening, scanning = os.open, os.scandir

    def opened(path: Any, *others: Any, **settings: Any) -> int:
        if "locked" in os.fspath(path):
            raise PermissionError(errno.EACCES, "Permission denied")
        return opening(path, *others, **settings)

    def scanned(path: Any = ".") -> Any:
        if "locked" in os.fspath(path):
            raise PermissionError(errno.EACCES, "Permission denied")
        return scanning(path)

    monkeypatch.setattr(os, "open", opened)
    monkeypatch.setattr(os, "scandir", scanned)
    yield


def test_unreadable_files_are_unreadable_sheets(garage: Path, unreadable: None) -> None:
    (garage / "locked.yaml").write_text(LEGAL)
    assert cli.run(["check", "--format", "json", "--output", "report", "."]) == 1
    sheets = json.loads((garage / "report").read_text("utf-8"))["sheets"]
    assert [(sheet["path"], sheet["status"]) for sheet in sheets] == [
        ("./a.yaml", "legal"),
        ("./locked.yaml", "unreadable"),
    ]
    assert sheets[1]["findings"][0]["message"] == "Cannot read the file: permission denied."


def test_an_unreadable_folder_is_said_and_the_rest_is_checked(
    garage: Path, unreadable: None, capfd: pytest.CaptureFixture[str]
) -> None:
    (garage / "locked").mkdir()
    assert cli.run(["check", "--format", "json"]) == 2
    out, err = capfd.readouterr()
    assert json.loads(out)["summary"]["legal"] == 1
    assert err == "cwdesign: locked: Permission denied\n"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a current folder cannot be removed")
@pytest.mark.parametrize("arguments", [["check"], ["check", "-"], ["new", "compact"], ["import", "-"], ["roster"]])
def test_a_current_folder_that_is_gone(garage: Path, arguments: list[str]) -> None:
    (garage / "gone").mkdir()
    found = f"PYTHONPATH={Path(cli.__file__).parents[1]}"
    done = shell(f"cd gone && rmdir ../gone && echo x | {found} cwdesign {' '.join(arguments)}")
    assert done.returncode == 2
    assert b"internal failure" not in done.stderr
    assert done.stderr.count(b"\n") == 1


def test_folders_nested_deeper_than_functions(garage: Path, here: Here) -> None:
    inner = garage
    (garage / "garage.yaml").write_text("division: 20\n")
    os.mkdir("d")
    for _ in range(1500):
        os.chdir("d")
        os.mkdir("d")
    Path("x.yaml").write_text(LEGAL)
    os.chdir(inner)
    said = here("check", "d", "--format", "json")
    (sheet,) = json.loads(said.out)["sheets"]
    assert (said.status, sheet["path"]) == (0, "d/" * 1500 + "x.yaml")
    assert sheet["settings"] == [{"setting": "division", "value": 20, "path": "garage.yaml", "line": 1}]
    assert json.loads(here("roster", "d", "--format", "json").out)["summary"]["legal"] == 1
    while inner.is_dir() and (inner / "d").is_dir():  # bottom up, which shutil cannot do
        subprocess.run(["rm", "-rf", str(inner / "d")], check=True)


def test_names_that_are_not_utf_8_or_look_like_options(garage: Path, here: Here) -> None:
    for name in (b"caf\xe9.yaml", b"-rf.yaml", b"--help", b"\x1b]0;x\x07.yaml", b"a\nb.yaml", b"%s {0}.yaml"):
        (garage / os.fsdecode(name)).write_text(LEGAL)
        assert here("check", "--format", "concise", "--", os.fsdecode(name)) == Said(0, "", ""), name
        said = here("check", "--format", "json", "--", os.fsdecode(name))
        assert json.loads(said.out)["summary"]["legal"] == 1
    assert json.loads(here("check", "--format", "json").out)["summary"]["legal"] == 6  # --help has no suffix


def test_bytes_of_the_command_line(garage: Path) -> None:
    """A shell's glob may hand over any name, and what is said about it goes to the terminal."""
    assert run("check", b"caf\xe9").returncode == 2
    done = run("check", b"-\x1b[31m\xe2\x80\xaex.yaml")
    assert done.returncode == 2
    assert b"\x1b" not in done.stderr
    assert "\u202e".encode() not in done.stderr


# -- nothing that steers a terminal gets there

STEERING = "\\e]0;owned\\a\\e[31m\\x9b31m\\u202e\\u2066\\u200b\\u2028\\x7f\\u061c\\u200f\\ufeff\\u00ad\\U000E0041"
NAME = f"{STEERING}[/bold] [link=x]y[/link] ::error::z"
SHEETS = {
    "fair.yaml": f"""\
name: "{NAME}"
team: "{NAME}"
body: {{type: compact}}
power_plant: electric-medium
tires: puncture-resistant
crew: [{{role: driver, id: "{NAME}"}}]
weapons: [{{type: machine-gun, mount: front, id: "{NAME}"}}]
links: [["{NAME}", "{NAME}"]]
waivers: [{{rule: LED, reason: "{NAME}"}}, {{rule: "{NAME}", reason: "{NAME}"}}]
tows: "{NAME}"
""",
    "foul.yaml": f"""\
name: "{NAME}"
body: {{type: compact, chassis: "{NAME}"}}
weapons: [{{type: "{NAME}", mount: "{NAME}", "{NAME}": 1}}]
"{NAME}": 1
""",
    "raw.yaml": "name: \u202e\u2066\u200b\u2028\x85\ufeff\u00ad\nbody: compact\u202e # \u202e\ntag: !\u202e x\n",
    "unknown.yaml": f'name: x\nbody: {{type: "{NAME}"}}\ncrew: ["{NAME}"]\ntires: "{NAME}"\n',
}
GARAGE = f"""\
ban: [{{type: machine-gun, reason: "{NAME}"}}]
require: [zap-gun]
limits: {{team_cost: 1, unique_names: true}}
waivers: [{{sheet: "*.yaml", rule: BOD, reason: "{NAME}"}}]
catalog: [prices.yaml]
"""
PRICES = f'weapons: {{zap-gun: {{name: "{NAME}", category: laser, cost: 1, weight: 1, spaces: 1, dp: 1}}}}\n'
BROKEN = f'ban: ["{NAME}"]\nleague: "{NAME}"\n"{NAME}": 1\nrules: {{severity: {{"{NAME}": off}}}}\n'
SHOWN = re.compile(
    r"[^\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e0fff]*"
)


@pytest.mark.parametrize("world", ["sheets", "garage", "broken"])
def test_no_format_carries_what_steers_a_terminal(garage: Path, here: Here, world: str) -> None:
    for name, text in {**SHEETS, os.fsdecode(b"\x1b[31m\xe2\x80\xae\xff\n.yaml"): SHEETS["foul.yaml"]}.items():
        (garage / name).write_text(text, "utf-8")
    if world == "garage":
        (garage / "garage.yaml").write_text(GARAGE, "utf-8")
        (garage / "prices.yaml").write_text(PRICES, "utf-8")
    if world == "broken":
        (garage / "garage.yaml").write_text(BROKEN, "utf-8")
    checked = ("terminal", "concise", "json", "jsonl", "sarif", "junit", "github", "gitlab", "markdown")
    for arguments in (
        *(["check", "--format", form, "--ledger", "--show-waived", "--statistics", "."] for form in checked),
        *(["roster", "--format", form, "."] for form in ("terminal", "csv", "json", "markdown")),
        *(["diff", "--format", form, "a.yaml", "fair.yaml"] for form in ("terminal", "json", "markdown")),
        ["diff", "a.yaml", "foul.yaml"],
        ["check", "\x1b[31m\u202e"],
        ["check", "--select", "\x1b[31m\u202e"],
        ["check", "--config", "\x1b[31m\u202e"],
        ["check", "--baseline", "\x1b[31m\u202e"],
        ["check", "--changed", "\x1b[31m\u202e"],
        ["check", "--output", "\x1b[31m\u202e/x"],
        ["check", "--cache-dir", "a.yaml/\x1b[31m\u202e\udcff", "a.yaml"],
        ["explain", "\x1b[31m\u202e"],
        ["catalog", "\x1b[31m\u202e"],
    ):
        said = here(*arguments)
        assert SHOWN.fullmatch(said.out.replace("\r\n", "\n") + said.err), arguments
