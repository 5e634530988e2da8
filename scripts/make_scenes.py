#!/usr/bin/env python3
"""Writes the scenes of the catalogue, scenes/*.json. With --check, tells whether the files are as it would write them.

Bodies that touch start apart by about the distance that they rest at, 5e-6 of the smaller one's diagonal: GAP for unit
cubes, STONE_GAP for the stones of the arch, CARD_GAP for cards.
"""
import json
import math
import pathlib
import random
import sys

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "scenes"
GAP = 8e-6
STONE_GAP = 2e-6
CARD_GAP = 5e-7


def ground(size, top=0.0):
    return {"name": "ground", "shape": {"box": size}, "type": "static", "position": [0, 0, top - size[2] / 2]}


def cube(name, position, **more):
    return {"name": name, "shape": {"box": [1, 1, 1]}, "position": position, **more}


def turn(axis, degrees):
    return {"axis": axis, "degrees": degrees}


def scene(description, bodies, materials, **settings):
    return {"$schema": "scene.schema.json", "abut_scene": 1, "description": description, **settings,
            "materials": materials, "bodies": bodies}


def material(friction, density, restitution=0, name="default"):
    return {"name": name, "density": density, "friction": friction, "restitution": restitution}


# The boxes of benchmarks: unit cubes of mass 1.
CUBES = [material(0.5, 1)]


def box_on_plane():
    return scene("A box slides over a plane and comes to rest after v^2 / (2 mu g) = 0.4077 m.",
                 [ground([20, 20, 1]), cube("box", [0, 0, 0.5 + GAP], velocity=[2, 0, 0])], CUBES, duration=2)


def stack(n=10):
    boxes = [cube(f"box {i}", [0, 0, rounded(0.5 + GAP + i * (1 + GAP))]) for i in range(n)]
    return scene(f"A stack of {n} equal boxes.", [ground([20, 20, 1]), *boxes], CUBES, duration=5)


def rounded(x):
    return round(x, 9)


def pyramid(n=10):
    boxes = []
    for level in range(n):
        side = n - level
        for i in range(side):
            for j in range(side):
                x, y = ((k - (side - 1) / 2) * 1.1 for k in (i, j))
                boxes.append(cube(f"box {len(boxes)}", [rounded(x), rounded(y), rounded(0.5 + GAP + level * (1 + GAP))]))
    return scene(f"A pyramid of {len(boxes)} boxes on a square base.", [ground([40, 40, 1]), *boxes], CUBES, duration=5)


def wall(n=10):
    boxes = []
    for level in range(n):
        width = n - level
        for i in range(width):
            x = (i - (width - 1) / 2) * 1.1
            boxes.append(cube(f"box {len(boxes)}", [rounded(x), 0, rounded(0.5 + GAP + level * (1 + GAP))]))
    return scene(f"A wall of {len(boxes)} boxes that narrows to one.", [ground([40, 40, 1]), *boxes], CUBES, duration=5)


def pile(n=10, seed=1):
    rng = random.Random(seed)
    boxes = []
    # A cube of edge 1 fits a ball of diameter 1.733, so at a spacing of 1.8 they are apart however they are turned.
    for k in range(n):
        for j in range(n):
            for i in range(n):
                q = [rng.gauss(0, 1) for _ in range(4)]
                length = math.sqrt(sum(c * c for c in q))
                position = [rounded(1.8 * (c - (n - 1) / 2)) for c in (i, j)] + [rounded(1.8 * k + 1)]
                boxes.append(cube(f"box {len(boxes)}", position, rotation=[round(c / length, 7) for c in q]))
    return scene(f"A pile: {len(boxes)} randomly turned boxes fall from up to {1.8 * n:g} m.",
                 [ground([100, 100, 2]), *boxes], CUBES, duration=10)


def arch(stones=25):
    arguments = {"stones": stones, "mean_radius": 1, "thickness": 0.15, "depth": 0.3, "joint_gap": STONE_GAP}
    bodies = [ground([6, 6, 1])]
    for i in range(stones):
        bodies.append({"name": f"stone {i}", "shape": {"maker": "voussoir", "arguments": {"index": i, **arguments}}})
    return scene(f"A semicircular arch of {stones} stones, thick enough to stand (0.107 of its mean radius would do).",
                 bodies, [material(0.7, 2400)], step=0.001, duration=2)


def chain(links=10):
    wire, bend, straight = 0.005, 0.0125, 0.02
    # Taut, wires of neighbouring links touch at the ends; polyhedra stand up to 4e-5 m further into the opening.
    pitch = straight + 2 * bend - 2 * wire - 2e-4
    shape = {"maker": "chain_link", "arguments": {"wire_radius": wire, "bend_radius": bend, "straight": straight}}
    bodies = []
    for i in range(links):
        # Long axis down; every other link a quarter turn about it.
        rotation = turn([0, 1, 0], 90) if i % 2 == 0 else [0.5, 0.5, 0.5, -0.5]
        body = {"name": f"link {i}", "shape": shape, "position": [0, 0, rounded(-i * pitch)], "rotation": rotation}
        bodies.append({**body, "type": "static"} if i == 0 else body)
    return scene(f"A chain of {links} links hangs from its first one and swings by contact alone.", bodies,
                 [material(0.3, 7850)], gravity=[3, 0, -9.81], step=0.001, duration=2)


def card_tent():
    height, thickness, angle = 0.0889, 0.0003, 65
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    # The lower corner of a card is on the ground, its upper one against the other card's.
    x = height / 2 * c + thickness / 2 * s + CARD_GAP / 2
    z = height / 2 * s + thickness / 2 * c + CARD_GAP
    half_c, half_s = (f(math.radians(angle / 2)) for f in (math.cos, math.sin))
    root = math.sqrt(0.5)
    # Ry(angle) Rz(90): the card's height along the slope, its width along y. The left one is turned on by 50 degrees.
    right = [half_c * root, half_s * root, half_s * root, half_c * root]
    left = [half_s * root, half_c * root, half_c * root, half_s * root]
    cards = [{"name": name, "shape": {"maker": "card"}, "position": [sign * x, 0, z], "rotation": q}
             for name, sign, q in (("left card", -1, left), ("right card", 1, right))]
    return scene("Two cards lean on each other at 65 degrees; they stand if friction is above cot(65) / 2 = 0.233.",
                 [ground([0.4, 0.4, 0.05]), *cards], [material(0.5, 900)], step=0.001, duration=2)


def bolt_and_nut():
    # 14 turns up the thread, in the middle of its play.
    nut = {"name": "nut", "shape": {"maker": "nut"}, "position": [0, 0, 0.021]}
    bolt = {"name": "bolt", "shape": {"maker": "bolt"}, "type": "static"}
    return scene("A nut without friction runs down a bolt under its own weight, by contact alone.", [bolt, nut],
                 [material(0, 7850)], step=0.001, duration=2)


def gears():
    module, teeth = 0.002, (20, 30)
    drive = {"name": "drive", "shape": {"maker": "gear", "arguments": {"teeth": teeth[0], "module": module}},
             "type": "kinematic", "angular_velocity": [0, 0, 2]}
    # A gap of the second gear faces the tooth of the first: half a tooth's turn.
    driven = {"name": "driven", "shape": {"maker": "gear", "arguments": {"teeth": teeth[1], "module": module}},
              "position": [rounded(module * sum(teeth) / 2), 0, 0], "rotation": turn([0, 0, 1], 180 / teeth[1]),
              "locks": ["x", "y", "z", "rx", "ry"]}
    return scene("A gear of 20 teeth drives one of 30: locked axes are its axle; the mean ratio is -2/3.",
                 [drive, driven], [material(0.1, 7850)], step=0.001, duration=4)


def bullets_and_warped_plane(n=10):
    sheet = {"name": "sheet", "shape": {"maker": "warped_plane"}, "type": "static"}
    bullets = []
    for j in range(n):
        for i in range(n):
            x, y = (rounded(0.09 * (k - (n - 1) / 2)) for k in (i, j))
            bullets.append({"name": f"bullet {len(bullets)}", "shape": {"maker": "bullet"}, "position": [x, y, 0.2],
                            "rotation": turn([1, 0, 0], 180), "velocity": [0, 0, -1000]})
    return scene("100 bullets at 1000 m/s against a thin warped sheet: none passes but through the hole.",
                 [sheet, *bullets], [material(0.3, 11340, 0.2)], duration=0.1)


def peg_in_hole():
    block = {"name": "block", "shape": {"maker": "block_with_hole"}, "type": "static"}
    # Beside the hole's axis by less than the clearance of 0.5 mm, 2 mm above the block.
    peg = {"name": "peg", "shape": {"maker": "peg"}, "position": [2e-4, 0, 0.062]}
    return scene("A peg falls into a hole half a millimetre wider than itself, and stands on the ground in it.",
                 [ground([0.3, 0.3, 0.05], top=-0.05), block, peg], [material(0.2, 7850)], step=0.001, duration=1)


SCENES = {"arch": arch, "bolt-and-nut": bolt_and_nut, "box-on-plane": box_on_plane,
          "bullets-and-warped-plane": bullets_and_warped_plane, "card-tent": card_tent, "chain": chain, "gears": gears,
          "peg-in-hole": peg_in_hole, "pile": pile, "pyramid": pyramid, "stack": stack, "wall": wall}


def write(value):
    """One member of the scene a line, one body a line."""
    lines = []
    for key, member in value.items():
        if key in ("bodies", "materials"):
            rows = ",\n".join("    " + json.dumps(row) for row in member)
            lines.append(f"  {json.dumps(key)}: [\n{rows}\n  ]")
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(member)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main():
    is_check = "--check" in sys.argv[1:]
    stale = 0
    for name, make in SCENES.items():
        path, text = FOLDER / f"{name}.json", write(make())
        if not is_check:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            print(f"{path.name} is not what {pathlib.Path(__file__).name} writes: run it")
            stale += 1
    known = {f"{name}.json" for name in SCENES} | {"scene.schema.json"}
    for path in sorted(FOLDER.glob("*.json")):
        if path.name not in known:
            print(f"{path.name} is none of its scenes")
            stale += 1
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
