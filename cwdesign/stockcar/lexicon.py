"""What the words of a line can mean: the catalog's names, and how lists shorten and turn them.

The catalog is the base: ids, names, abbreviations and aliases. To these come the short forms of single words
(`hvy`, `susp`, `disch`), plurals, and names turned round (`Bumper Spikes, Front` is `Front Bumper Spikes`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from cwdesign.catalog import Catalog
from cwdesign.compiled import name_key
from cwdesign.components import (
    Accessory,
    AmmunitionModifier,
    AmmunitionType,
    ArmorType,
    Body,
    Booster,
    Chassis,
    Component,
    Computer,
    GasTank,
    Gear,
    HandWeapon,
    HandWeaponOption,
    MountKind,
    MountOption,
    PlantOption,
    PowerPlant,
    Suspension,
    Tire,
    TireOption,
    Weapon,
    WeaponOption,
)
from cwdesign.stockcar.tokens import Token

KINDS: tuple[type[Component], ...] = (
    *(Body, Chassis, Suspension, PowerPlant, PlantOption, GasTank, Tire, TireOption, ArmorType),
    *(Weapon, WeaponOption, AmmunitionType, AmmunitionModifier, MountKind, MountOption, Booster, Computer),
    *(Accessory, Gear, HandWeapon, HandWeaponOption),
)
"""The kinds of components that a line names; links, magazines, crew and fittings have clauses of their own."""

SHORT: Mapping[str, tuple[str, ...]] = {
    "x": ("extra",),
    "ex": ("extra",),
    "xtra": ("extra",),
    "hvy": ("heavy",),
    "hv": ("heavy",),
    "hev": ("heavy",),
    "xhvy": ("extraheavy",),
    "xheavy": ("extraheavy",),
    "xhv": ("extraheavy",),
    "exhvy": ("extraheavy",),
    "exheavy": ("extraheavy",),
    "lt": ("light",),
    "lgt": ("light",),
    "lite": ("light",),
    "med": ("medium", "mid"),
    "md": ("medium",),
    "mid": ("medium",),
    "mids": ("midsized",),
    "sm": ("small",),
    "sml": ("small",),
    "lrg": ("large",),
    "lge": ("large",),
    "sup": ("super",),
    "spr": ("super",),
    "reg": ("regular",),
    "std": ("standard",),
    "stan": ("standard",),
    "stand": ("standard",),
    "normal": ("standard",),
    "imp": ("improved", "impact"),
    "impr": ("improved",),
    "improv": ("improved",),
    "susp": ("suspension",),
    "sus": ("suspension",),
    "suspen": ("suspension",),
    "suspens": ("suspension",),
    "ch": ("chassis",),
    "chas": ("chassis",),
    "chass": ("chassis",),
    "chs": ("chassis",),
    "pp": ("powerplant",),
    "pwr": ("power",),
    "pow": ("power",),
    "plt": ("plant",),
    "plnt": ("plant",),
    "elec": ("electric",),
    "cyc": ("cycle",),
    "cyl": ("cycle",),
    "motorcycle": ("cycle",),
    "bike": ("cycle",),
    "sdcr": ("sidecar",),
    "sta": ("station",),
    "stn": ("station",),
    "wag": ("wagon",),
    "wgn": ("wagon",),
    "rev": ("reversed",),
    "reverse": ("reversed",),
    "tractor": ("semitractor",),
    "tricycle": ("trike",),
    "mc": ("cycle",),
    "trk": ("truck",),
    "trl": ("trailer",),
    "trlr": ("trailer",),
    "hd": ("heavyduty", "highdensity"),
    "hvyduty": ("heavyduty",),
    "hi": ("high",),
    "res": ("resolution",),
    "mg": ("machinegun",),
    "mgs": ("machinegun",),
    "vmg": ("vulcanmachinegun",),
    "rkt": ("rocket",),
    "rckt": ("rocket",),
    "roc": ("rocket",),
    "msl": ("missile",),
    "msle": ("missile",),
    "launch": ("launcher",),
    "lnchr": ("launcher",),
    "lchr": ("launcher",),
    "ln": ("launcher",),
    "mml": ("micromissilelauncher",),
    "ft": ("flamethrower",),
    "flame": ("flaming", "flamethrower"),
    "fo": ("flamingoil",),
    "foj": ("flamingoiljet",),
    "oj": ("oiljet",),
    "rr": ("recoillessrifle",),
    "atg": ("antitankgun",),
    "tl": ("targetinglaser",),
    "las": ("laser",),
    "ss": ("smokescreen",),
    "smk": ("smoke",),
    "ps": ("paintspray",),
    "sd": ("spikedropper",),
    "spk": ("spike",),
    "fc": ("flamecloud",),
    "fce": ("flamecloudejector",),
    "dsp": ("dropspikeplate",),
    "rc": ("radiocontrolled", "remotecontrol"),
    "disch": ("discharger",),
    "dischg": ("discharger",),
    "dischgr": ("discharger",),
    "dis": ("discharger",),
    "disc": ("discharger",),
    "grenades": ("grenade",),
    "gren": ("grenade", "grenades"),
    "gl": ("grenadelauncher",),
    "can": ("cannon",),
    "at": ("antitank",),
    "ap": ("armorpiercing",),
    "pers": ("personnel",),
    "ped": ("pedestrian",),
    "exp": ("explosive",),
    "expl": ("explosive",),
    "explos": ("explosive",),
    "exploding": ("explosive",),
    "inc": ("incendiary",),
    "incend": ("incendiary",),
    "incendiaries": ("incendiary",),
    "conc": ("concussion",),
    "frag": ("explosive",),
    "pyro": ("pyrophoric",),
    "ht": ("hightemperature", "hightorque"),
    "dens": ("density",),
    "phos": ("phosphorus",),
    "phosphorous": ("phosphorus",),
    "prox": ("proximity",),
    "lg": ("large", "laserguided"),
    "guid": ("guidance", "guided"),
    "comp": ("computer", "component"),
    "cmptr": ("computer",),
    "cptr": ("computer",),
    "targ": ("targeting",),
    "tgt": ("targeting",),
    "targetting": ("targeting",),
    "tc": ("targetingcomputer",),
    "wpn": ("weapon",),
    "weap": ("weapon",),
    "sw": ("singleweapon",),
    "hr": ("hires",),
    "highres": ("hires",),
    "ext": ("extinguisher", "external", "extra", "extended"),
    "exting": ("extinguisher",),
    "veh": ("vehicular",),
    "vehicle": ("vehicular",),
    "sys": ("system",),
    "syst": ("system",),
    "det": ("detector",),
    "jam": ("jammer",),
    "ld": ("longdistance",),
    "lrange": ("longrange",),
    "ir": ("infrared",),
    "bg": ("bluegreen",),
    "armour": ("armor",),
    "armoured": ("armored",),
    "arm": ("armor", "armored"),
    "ba": ("bodyarmor",),
    "tyre": ("tire",),
    "tyres": ("tires",),
    "pr": ("punctureresistant",),
    "punct": ("puncture",),
    "punc": ("puncture",),
    "resist": ("resistant",),
    "fp": ("fireproof",),
    "lr": ("laserreflective", "longrange"),
    "rp": ("radarproof",),
    "sb": ("steelbelted",),
    "belts": ("belted",),
    "dueling": ("duelling",),
    "econ": ("economy",),
    "eng": ("engine",),
    "carb": ("carburetor",),
    "carburettor": ("carburetor",),
    "carburetors": ("carburetor",),
    "carbs": ("carburetor",),
    "vp": ("variablepitch",),
    "plat": ("platinum",),
    "cats": ("catalysts",),
    "cat": ("catalysts",),
    "supercon": ("superconductors",),
    "pc": ("platinumcatalysts",),
    "pcs": ("platinumcatalysts",),
    "scs": ("superconductors",),
    "shocks": ("shockabsorbers",),
    "shock": ("shockabsorbers",),
    "abs": ("antilockbrakes",),
    "trans": ("transmission",),
    "mag": ("magazine",),
    "mags": ("magazine",),
    "conv": ("convertible",),
    "camo": ("camouflage",),
    "accom": ("accommodations",),
    "accomm": ("accommodations",),
    "accommodation": ("accommodations",),
    "accomodations": ("accommodations",),
    "pass": ("passenger",),
    "bmpr": ("bumper",),
    "trig": ("trigger",),
    "port": ("portable",),
    "wg": ("wheelguard",),
    "wh": ("wheelhub",),
    "spce": ("space",),
    "sp": ("space",),
    "spc": ("space",),
    "sps": ("space",),
    "spaces": ("space",),
    "tur": ("turret",),
    "turr": ("turret",),
    "trt": ("turret",),
    "put": ("popupturret",),
    "ewp": ("externalweaponpod",),
    "rewp": ("rocketexternalweaponpod",),
    "univ": ("universal",),
    "bp": ("blueprinting",),
    "al": ("aluminum",),
    "aluminium": ("aluminum",),
    "sq": ("square",),
    "vulcan": ("vulcan", "vulcanmachinegun"),
}
"""What a short form of a word may stand for, inside a name. Names shortened as a whole are the catalog's."""

_TEN = ("ten wheeler", "10 wheeler", "ten wheeler truck", "10 wheel truck", "ten wheel truck")
_TRACTOR = ("tractor", "semi tractor", "semi", "truck tractor")

ALSO: Mapping[type[Component], Mapping[str, tuple[str, ...]]] = {
    Body: {
        "subcompact": ("subcmpct", "subcpt", "scpt", "sub comp"),
        "compact": ("cpct", "cmp"),
        "mid-sized": ("midsize car", "medium car", "medium sized", "mid size sedan", "msize"),
        "sedan": ("sdn",),
        "station-wagon": (
            *("station wagon car", "stationwagon", "wag", "wgn", "stn wgn", "stn wagon", "stat wagon", "stat wgn"),
            *("sta wgn", "st wagon", "st wgn"),
        ),
        "pickup": ("pkup", "pkp", "pck up", "pickup trk", "pu truck"),
        "light-cycle": ("cycle light", "l cycle", "light mc"),
        "medium-cycle": ("cycle medium", "m cycle", "medium mc"),
        "heavy-cycle": ("cycle heavy", "h cycle", "heavy mc"),
        "light-trike": ("trike light",),
        "medium-trike": ("trike medium",),
        "heavy-trike": ("trike heavy",),
        "reversed-light-trike": ("reversed trike light", "trike light reversed"),
        "reversed-medium-trike": ("reversed trike medium", "trike medium reversed"),
        "reversed-heavy-trike": ("reversed trike heavy", "trike heavy reversed"),
        "reversed-extra-heavy-trike": ("reversed trike extra heavy", "trike extra heavy reversed"),
        "formula-one-indy": ("formula one car", "f one", "indy racer", "formula 1 car"),
        "can-am": ("canam racer", "can am racer"),
        "pickup-extended-cab-1": ("1 space extended cab pickup", "extended cab pickup 1 space"),
        "pickup-extended-cab-2": ("2 space extended cab pickup", "extended cab pickup 2 spaces"),
        "bus-30-foot": ("bus", "30 bus", "30 foot bus", "bus 30", "30ft bus"),
        "bus-40-foot": ("bus", "40 bus", "40 foot bus", "bus 40", "40ft bus"),
        **{
            f"ten-wheeler-cab-{nose}": (
                *_TEN,
                *(f"{nose} {ten} wheeler cab" for ten in ("10", "ten")),
                *(f"{ten} {wheel} {nose}" for ten in ("10", "ten") for wheel in ("wheel", "wheeler")),
            )
            for nose in ("cabover", "longnose")
        },
        "semi-tractor-standard-cabover": (*_TRACTOR, "cabover tractor", "cab over tractor", "standard cab over"),
        "semi-tractor-standard-longnose": (*_TRACTOR, "longnose tractor", "long nose tractor", "standard long nose"),
        "semi-tractor-sleeper-cabover": (
            *_TRACTOR,
            "sleeper cab over",
        ),
        "semi-tractor-sleeper-longnose": (
            *_TRACTOR,
            "sleeper long nose",
        ),
        "extra-heavy-trike": ("x trike", "trike extra heavy"),
        **{
            f"car-trailer-{kind}-{feet}": (f"{feet} car trailer", f"{feet} foot car trailer", f"{feet} ft car trailer")
            for kind in ("van", "flatbed")
            for feet in (6, 10, 15, 20, 25, 30)
        },
    },
    Chassis: {"extra-heavy": ("xh", "exh")},
    Suspension: {"racing": ("race suspension", "race")},
    PlantOption: {
        "platinum-catalysts": ("pcs", "pts", "plats", "platinum cat"),
        "superconductors": ("scs", "super conductors", "supers"),
        "high-torque-motors": ("htms", "torque motors"),
        "heavy-duty-high-torque-motors": ("hdhtms", "hd htm", "hd htms"),
        "extra-power-cells": ("epcs",),
        "improved-supercharger-capacitors": ("iscs", "improved super charger capacitors"),
        "turbocharger": ("turbo charger",),
        "variable-pitch-turbocharger": ("vp turbo charger", "variable pitch turbo charger"),
        "supercharger": ("super charger", "blower"),
        "nitrous-oxide": ("nitro", "nitrous oxide tank", "nitrous tank", "nox tank"),
        "multibarrel-carburetor": (
            "4 barrel carburetor",
            "multi barrel carburetor",
            "mb carb",
            "four barrel carburetor",
            "mbc",
        ),
        "tubular-headers": ("tubular header", "th"),
    },
    Tire: {"solid": ("sol",), "plasticore": ("plasti core",), "standard": ("regular",)},
    TireOption: {
        "steelbelted": ("steel belted", "steelbelting", "steel belting"),
        "radial": ("radials",),
        "off-road": ("offroad",),
        "tire-chains": ("chains",),
    },
    ArmorType: {
        "laser-reflective": ("reflective plastic", "laser reflective"),
        "laser-reflective-fireproof": (
            *("laser reflective fireproof", "lr fp", "fp lr", "fireproof laser reflective plastic", "lrfp armor"),
            *("reflective fireproof", "fireproof reflective", "lr fp plastic", "fp lr plastic"),
        ),
        "radarproof-fireproof": ("radarproof fireproof", "rp fp", "fp rp", "fireproof radarproof"),
        "metal": ("steel",),
        "laser-reflective-metal": ("lr metal", "metal lr"),
        "plastic": ("ordinary plastic",),
    },
    Weapon: {
        "machine-gun": ("mach gun", "machine guns"),
        "vulcan-machine-gun": ("vulcans", "vulcan machinegun", "vul mg", "vulc mg", "vulcan mach gun"),
        "recoilless-rifle": ("recoiless",),
        "multi-fire-rocket-pod": ("multi fire rocket pod", "mfrp", "multi fire rockets"),
        "variable-fire-rocket-pod": ("variable fire rockets", "vfr", "vfp"),
        "spikedropper": ("spike dropper",),
        "minedropper": ("mine dropper",),
        "ice-dropper": ("icedropper",),
        "smokescreen": ("smoke screen",),
        "heavy-duty-smokescreen": (*("heavy smokescreen", "heavy duty smoke screen", "hd smoke screen", "hd smoke"),),
        "paint-spray": ("paint sprayer", "paintsprayer"),
        "heavy-duty-paint-spray": ("heavy paint spray", "hd paint sprayer"),
        "oil-jet": ("oiljet",),
        "heavy-duty-oil-jet": ("heavy oil jet",),
        "flamethrower": ("flame thrower",),
        "heavy-duty-flamethrower": ("heavy flamethrower", "heavy duty flame thrower"),
        "light-flamethrower": ("light flame thrower",),
        "flame-cloud-ejector": ("flame cloud ejectors",),
        "grenade-launcher": ("vehicular grenade launcher",),
        "autocannon": ("auto cannon",),
        "anti-tank-gun": ("anti tank cannon",),
        "gauss-gun": ("gauss cannon",),
        "micromissile-launcher": ("micro missile launcher", "micro missile"),
        "heavy-minedropper": ("heavy mine dropper", "hdmd", "hd minedropper", "heavy duty minedropper"),
        "spear-1000-minedropper": ("spear 1000 mine dropper", "spear 1000 minedropper"),
        "drop-spike-plate": ("dropspike plate", "drop spikes"),
        "junk-dropper": ("junkdropper",),
        "x-ray-laser": ("xray laser", "xray"),
        "heavy-x-ray-laser": ("heavy xray laser", "heavy xray"),
        "point-defense-grenade-discharger": ("point defense grenades", "pdgs", "pdgd", "pdg", "point defense"),
        "flaming-oil-discharger": ("fire discharger", "flame discharger"),
        "tear-gas-discharger": ("gas discharger",),
        "light-rocket": ("ltrs",),
        "laser": ("ls",),
    },
    WeaponOption: {
        "laser-guidance-link": ("lgls", "laser guidance links"),
        "pulse-laser": ("pulsing",),
        "infrared-laser": ("infra red",),
        "bumper-trigger": ("btrig",),
        "blow-through-concealment": ("blow thru", "blowthrough concealment", "blowthrough"),
        "concealment": ("conceal",),
        "fake-weapon": ("dummy",),
    },
    AmmunitionType: {
        "anti-personnel": ("ap",),
        "high-density": ("high density", "hi density"),
        "armor-piercing": ("armor piercing", "aps"),
        "depleted-uranium": ("depleted uranium",),
        "high-temperature": ("high temp",),
        "standard": ("regular", "ordinary"),
        "apfsds": ("sabot",),
        "tdx-mines": ("tdx",),
        "glow-in-the-dark-paint": ("glow in dark paint", "glow paint", "glow in the dark", "glow in dark"),
        "mines": ("explosive mines",),
    },
    AmmunitionModifier: {
        "laser-guided": ("laser guidance", "guided"),
        "radio-and-contact-detonated": ("radio fuse", "radio fused", "radio detonators", "radio contact"),
        "proximity-fuse": ("proximity fuses",),
        "tracer": ("tracers",),
    },
    Computer: {
        "targeting-computer": ("targeting computers", "tcs", "tcomp"),
        "single-weapon-computer": ("single weapon targeting computer", "swcs", "swtcs", "1 weapon computer"),
        "hi-res-computer": (*("high resolution targeting computer", "hi res targeting computer", "hrtcs", "hrcs"),),
        "hi-res-single-weapon-computer": (
            *("high resolution single weapon targeting computer", "hi res single weapon targeting computer"),
            *("hi res swtc", "hrswcs", "hrswtcs", "hi res single weapon computers", "single weapon hi res computer"),
            *("single weapon hrc", "single weapon hi res", "hi res single weapon"),
        ),
        "cyberlink": ("cyber link", "cyber links"),
    },
    Accessory: {
        "fire-extinguisher": ("fire extinguishers", "f e", "fire ext"),
        "improved-fire-extinguisher": ("improved fire ext", "i f e"),
        "heavy-duty-brakes": ("heavy duty brakes", "hdbs"),
        "heavy-duty-shock-absorbers": ("heavy duty shocks", "hdsas", "heavy duty shock absorber"),
        "antilock-brakes": ("anti lock brakes", "anti lock braking system", "antilock brakes"),
        "heavy-duty-transmission": ("heavy duty transmission", "hdt"),
        "no-paint-windshield": ("no paint windows", "no paint", "npw", "npws", "paintproof windshield"),
        **{
            f"hitch-{strength}": ("hitch", "trailer hitch")
            for strength in ("light", "standard", "heavy", "extra-heavy")
        },
        "quick-release-hitch": ("qr hitch", "quick release hitch"),
        "sleeping-area": ("sleeper berth", "bunk", "bunks", "berth"),
        "infrared-sighting-system": ("infra red sights", "ir sighting"),
        "bumper-spikes-front": ("front bumperspikes", "front bumper spike"),
        "bumper-spikes-back": ("back bumperspikes", "rear bumperspikes"),
        "spoiler": ("spoilers",),
        "airdam": ("air dam", "airdams"),
        "side-door": ("sidedoor", "sidedoors"),
        "cycle-blades": ("cycleblades",),
        "body-blades": ("bodyblades",),
        "spare-tire": ("spare tire space", "room for spare tire", "spare tire rack"),
        "vehicular-camera": ("surveillance camera", "video camera"),
        "roll-cage": ("rollcage", "roll bar", "roll bars"),
        "ramplate": ("ram plate",),
        "fake-ramplate": ("fake ram plate",),
        "tow-bar": ("towbar",),
        "long-distance-radio": ("long distance radio",),
        "portable-shop": ("portable shop", "mechanics shop"),
        "anti-theft-system": ("anti theft", "antitheft system", "anti theft devices"),
        "safety-seat": ("safety harness",),
        "extra-driver-controls": ("edc", "edcs"),
        "computer-navigator": ("nav computer", "navigation computer"),
        "radar": ("short range radar", "sr radar"),
        "searchlight": ("spotlight", "search light"),
        "armored-searchlight": ("armored spotlight", "armored search light"),
        "nbc-shielding": ("nbc shield", "nbc shields"),
        "solar-panel": ("solar panels",),
        "passenger-accommodations": ("passenger accommodation",),
        "compact-tv": ("compact television", "tv"),
        "active-suspension": ("active susp",),
        "drag-chute": ("dragchute",),
        "galley": ("standard galley",),
        "cycle-windshell": ("wind shell",),
        "carbon-aluminum-frame": ("carbon aluminum frame chassis", "carbon aluminum chassis", "carbon frame"),
        "identify-friend-or-foe": ("iff system",),
        "weapon-timer": ("weapon timers",),
        "vehicular-computer": ("on board computer", "onboard computer"),
        "radar-jammer": ("radar jam",),
    },
    Gear: {
        "body-armor": ("body armors",),
        "improved-body-armor": ("iba", "improved body armors"),
        "impact-armor": ("impact body armor",),
        "blended-body-armor": ("bba",),
        "blended-improved-body-armor": ("bbia", "bliba", "blended improved body armor"),
        "portable-fire-extinguisher": ("portable fe",),
        "gas-mask": ("gasmask",),
        "light-intensifier-goggles": ("light amp goggles", "lia goggles", "light amplification goggles"),
        "tool-kit": ("tools", "toolkit"),
        "medikit": ("first aid kit",),
        "fireproof-suit": ("fire proof suit",),
        "personal-parachute": ("chute",),
    },
    HandWeapon: {
        "submachine-gun": ("sub machine gun", "submachinegun"),
        "explosive-grenade": ("grenade", "grenades", "hand grenade", "hand grenades"),
        "laser-rifle": ("laser rifle",),
        "heavy-pistol": ("hvy pistols",),
        "assault-rifle": ("assault rifle",),
    },
    MountOption: {"universal-mount": ("universal", "universal mounting"), "ewp-ejection-system": ("ejectable",)},
}
"""Further ways in which lists write a component, by its kind and id."""

_FACE_LETTERS = ("f", "b", "l", "r", "t", "u")
_HEADS = ("cycle", "trike", "reversedtrike")
"""Words that lists put in front of what describes them: `Trike, heavy`."""
_SKIPPED = frozenset("./'\"")
"""Marks that may stand inside a name: `Hvy. Rkt.`, `N/B/C`, `30' Bus`."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """A component that the tokens from a place on can mean; `end` is the token after them.

    `rank` is 0 for an id, 1 for a name, 2 for an abbreviation, 3 for an alias.
    """

    component: Component
    end: int
    rank: int


class Lexicon:
    """The names of a catalog as lists write them."""

    def __init__(self, catalog: Catalog) -> None:
        self._meanings: dict[str, dict[tuple[type[Component], str], int]] = {}
        self._catalog = catalog
        for kind in KINDS:
            for component in catalog.all(kind):
                self._enter(kind, component)
        self._keys = sorted(self._meanings)

    def _enter(self, kind: type[Component], component: Component) -> None:
        for rank, text in _names(kind, component):
            key = name_key(text)
            if key:
                entry = self._meanings.setdefault(key, {})
                place = (kind, component.id)
                entry[place] = min(rank, entry.get(place, rank))

    def meanings(
        self,
        tokens: Sequence[Token],
        at: int,
        kinds: tuple[type[Component], ...],
        known: dict[int, list[tuple[str, int]]] | None = None,
    ) -> list[Meaning]:
        """The components of some kinds that a name beginning at a token means, the longest names first.

        `known` keeps what was found at each place of these tokens, for the next who asks.
        """
        found: dict[tuple[type[Component], str, int], Meaning] = {}
        keys = known.get(at) if known is not None else None
        if keys is None:
            keys = list(self._keys_at(tokens, at))
            if known is not None:
                known[at] = keys
        for key, end in keys:
            for (kind, id), rank in self._meanings[key].items():
                place = (kind, id, end)
                if kind in kinds and (place not in found or found[place].rank > rank):
                    found[place] = Meaning(self._catalog.get(kind, id), end, rank)
        return sorted(found.values(), key=lambda m: (-m.end, m.rank))

    def _keys_at(self, tokens: Sequence[Token], at: int) -> Iterator[tuple[str, int]]:
        """(key, end) of every name that begins at a token."""
        waiting: list[tuple[str, int, int]] = [("", at, 0)]
        seen: set[tuple[str, int]] = set()
        while waiting:
            key, place, depth = waiting.pop()
            before = place - 1
            skipped = _SKIPPED | {","} if key in _HEADS else _SKIPPED
            while place < len(tokens) and key and tokens[place].kind == "mark" and tokens[place].key in skipped:
                place += 1
            if place >= len(tokens):
                continue
            token = tokens[place]
            if key and before == place - 1 and token.key in _FACE_LETTERS:
                continue  # `MF T` is a mine-flinger on top, `F.E.` a fire extinguisher
            if key and token.kind == "mark" and token.key == "(" and not depth:
                waiting.append((key, place + 1, 1))
                continue
            if token.kind == "mark":
                continue
            for word in spellings(token):
                longer = key + word
                index = bisect_left(self._keys, longer)
                if index == len(self._keys) or not self._keys[index].startswith(longer):
                    continue
                if (longer, place) in seen:
                    continue
                seen.add((longer, place))
                end, left = place + 1, depth
                if depth and end < len(tokens) and tokens[end].key == ")":
                    end, left = end + 1, 0
                if self._keys[index] == longer and not left:
                    yield longer, end
                waiting.append((longer, end, left))


@cache
def _spellings(word: str) -> tuple[str, ...]:
    forms = [word]
    for ending, instead in (("ies", "y"), ("es", ""), ("s", "")):
        if len(word) > len(ending) + 1 and word.endswith(ending):
            forms.append(word.removesuffix(ending) + instead)
    return tuple(dict.fromkeys((*forms, *(long for form in forms for long in SHORT.get(form, ())))))


def spellings(token: Token) -> tuple[str, ...]:
    """What a word may stand for in a name: itself, its singular, what it shortens."""
    return (token.key,) if token.kind == "number" else _spellings(token.key)


def _names(kind: type[Component], component: Component) -> Iterator[tuple[int, str]]:
    yield 0, component.id
    written = [(1, component.name), *([(2, component.abbr)] if component.abbr else [])]
    written += [(3, alias) for alias in component.aliases]
    for rank, text in written:
        yield rank, text
        head, comma, tail = text.partition(", ")
        if comma:
            yield 3, f"{tail} {head}"
        if text.endswith(")"):
            yield 3, text[: text.rindex("(")]
    if isinstance(component, Suspension):
        yield 1, component.grade
    if isinstance(component, PowerPlant) and component.cid is not None:
        yield 3, f"{component.cid} cubic inch"
        yield 3, f"{component.cid} cubic inches"
        yield 3, f"{component.cid} cu inch"
    for text in ALSO.get(kind, {}).get(component.id, ()):
        yield 3, text


@cache
def lexicon_of(catalog: Catalog) -> Lexicon:
    """The lexicon of a catalog, made once a process."""
    return Lexicon(catalog)
