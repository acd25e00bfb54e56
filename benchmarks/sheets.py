"""Writes a garage of realistic sheets of about 60 lines for the benchmarks.

    python benchmarks/sheets.py FOLDER COUNT

The same count gives the same bytes everywhere. Most sheets are legal; about one in ten has a fault.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

BODIES = {
    # body: (plants, most points on a face)
    "compact": (["electric-medium", "electric-large"], 30),
    "mid-sized": (["electric-large", "electric-super"], 40),
    "sedan": (["electric-super", "electric-sport"], 45),
    "luxury": (["electric-super", "electric-sport"], 50),
    "station-wagon": (["electric-super", "electric-sport"], 45),
    "pickup": (["electric-super", "electric-sport"], 50),
    "van": (["electric-super", "electric-sport"], 50),
}
GUNS = ["machine-gun", "vulcan-machine-gun", "recoilless-rifle", "flamethrower", "light-laser", "autocannon"]
DROPPERS = ["minedropper", "spikedropper", "smokescreen", "oil-jet", "paint-spray"]
ROUNDS = {"machine-gun": "high-density", "vulcan-machine-gun": "incendiary", "flamethrower": "high-temperature"}


def sheet(number: int) -> str:
    """The text of one sheet."""
    rng = Random(number)
    return "\n".join(lines(number, rng)) + "\n"


def lines(number: int, rng: Random) -> Iterator[str]:
    """The lines of one sheet."""
    body = rng.choice(sorted(BODIES))
    plants, most = BODIES[body]
    fault = rng.random() < 0.1
    points = {face: rng.randint(10, most) for face in ("front", "back", "left", "right")}
    yield f"# Number {number} of a garage that was made for measuring."
    yield f"name: Bench {number}"
    yield f"team: Team {number % 40}"
    yield "designer: the benchmark"
    yield "tags: [bench, generated]"
    yield "tech_level: catalog"
    yield f"division: {rng.choice([30, 40, 60])}"
    yield "body:"
    yield f"  type: {body}"
    yield "  chassis: extra-heavy"
    yield f"  suspension: {rng.choice(['improved', 'heavy'])}"
    if body in ("pickup", "van"):
        yield "  wheels: 6"
    yield "power_plant:"
    yield f"  type: {rng.choice(plants)}"
    yield "  options:"
    yield "  - platinum-catalysts"
    yield "  - superconductors"
    yield "  laser_batteries: 0"
    yield "tires:"
    for axle in ("front", "back"):
        yield f"  {axle}:"
        yield "    type: puncture-resistant"
        yield f"    options: [{'steelbelted, radial' if axle == 'front' else 'steelbelted'}]"
    yield "crew:"
    yield "- role: driver"
    yield "  computer: hi-res-computer"
    yield "  equipment: [body-armor]"
    yield "weapons:"
    gun = rng.choice(GUNS)
    yield f"- type: {gun}"
    yield f"  count: {6 if fault else 1}"
    yield "  mount: front"
    yield "  id: main"
    if gun in ROUNDS:
        yield "  ammo:"
        yield f"  - type: {ROUNDS[gun]}"
        yield f"    shots: {rng.randint(1, 6)}"
    yield f"- type: {rng.choice(DROPPERS)}"
    yield "  mount: back"
    yield "  id: rear"
    yield "- type: smoke-discharger"
    yield "  mount: left"
    yield "  id: left-smoke"
    yield "- type: smoke-discharger"
    yield "  mount: right"
    yield "  id: right-smoke"
    yield "links:"
    yield "- [left-smoke, right-smoke]"
    yield "- type: link"
    yield "  items: [rear, left-smoke]"
    yield "armor:"
    yield "  type: plastic"
    for face, value in points.items():
        yield f"  {face}: {value}"
    yield "  top: 5"
    yield "  underbody: 10"
    yield "wheel_armor:"
    yield "  wheelguards:"
    yield "    front: 10"
    yield "accessories:"
    yield "- fire-extinguisher"
    yield "- spoiler"
    yield "- airdam"
    yield "notes: |"
    yield "  Made by a program, so that many sheets can be checked at once,"
    yield f"  each a little different from the others ({rng.randrange(10**9)})."


def write(folder: Path, count: int) -> None:
    """Write sheets into a folder, a hundred to a folder below it."""
    for number in range(count):
        below = folder / f"{number // 100:03}"
        if number % 100 == 0:
            below.mkdir(parents=True, exist_ok=True)
        (below / f"bench-{number:05}.yaml").write_text(sheet(number), "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]), int(sys.argv[2]))
