#!/usr/bin/env python3
"""Runs small scenes whose motion theory knows, each at three steps, and draws them beside theory.

    make && scripts/true_motion.py [--build build]

Writes docs/results/true_motion.svg (energy, and the tilt of a rocking block, over time) and true_motion.md (what was
found beside what theory says).
"""
import argparse
import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
STEPS = {"1/60 s": 1 / 60, "1/240 s": 1 / 240, "1/1000 s": 1 / 1000}
COLOURS = ["#c2401c", "#1f6fb4", "#6b8e23"]


def make_scene(duration, bodies, gravity=(0, 0, -9.81), friction=0.0, restitution=0.0):
    materials = [{"name": "default", "friction": friction, "restitution": restitution}]
    return {"abut_scene": 1, "duration": duration, "gravity": list(gravity), "materials": materials, "bodies": bodies}


def make_floor():
    return {"name": "floor", "type": "static", "shape": {"box": [40, 40, 1]}, "position": [15, 0, -0.5]}


def make_trough(facets):
    """A ball of 0.1 m let go 30 degrees below the rim of half a pipe of 1 m radius."""
    vertices, triangles, half = [], [], facets // 2
    for i in range(half + 1):
        angle = math.pi * i / half
        vertices += [[-math.cos(angle), y, -math.sin(angle)] for y in (-1, 1)]
    for i in range(0, 2 * half, 2):
        triangles += [[i, i + 2, i + 3], [i, i + 3, i + 1]]
    out, angle = math.cos(math.pi / facets) - 0.1 - 1e-4, math.radians(30)
    trough = {"name": "trough", "type": "static", "shape": {"inline": {"vertices": vertices, "triangles": triangles}}}
    ball = {"name": "body", "shape": {"ball": 0.1}, "position": [-out * math.cos(angle), 0, -out * math.sin(angle)]}
    return make_scene(10, [trough, ball])


def compute_polygon_loss(facets, duration=10.0):
    """Of the ball's energy above its lowest, as a share: its centre goes along a polygon, on each side as gravity says,
    and at each corner, of angle a, keeps cos a of its speed."""
    turn = 2 * math.pi / facets
    inner, out, angle = math.cos(math.pi / facets) - 0.1, math.cos(math.pi / facets) - 0.1 - 1e-4, math.radians(30)
    side = 2 * inner * math.tan(turn / 2)
    k = int(angle / turn)  # sides from the rim on; s along one, from its middle, downwards on this half
    s, v, t = out * math.sin(angle - (k + 0.5) * turn), 0.0, 0.0
    height = lambda k, s: -inner * math.sin((k + 0.5) * turn) - s * math.cos((k + 0.5) * turn)
    start = 9.81 * (height(k, s) + inner)
    while True:
        a = 9.81 * math.cos((k + 0.5) * turn)
        times = []  # to the end ahead, and to the one behind
        for end in (side / 2, -side / 2):
            under = v * v + 2 * a * (end - s)
            if under >= 0:
                roots = [(-v + sign * math.sqrt(under)) / a for sign in (-1, 1)] if abs(a) > 1e-12 else [(end - s) / v]
                times += [(r, end) for r in roots if r > 1e-12]
        next_t, end = min(times)
        if t + next_t > duration:
            h = duration - t
            s, v = s + v * h + a * h * h / 2, v + a * h
            return 1 - (9.81 * (height(k, s) + inner) + v * v / 2) / start
        t, v = t + next_t, (v + a * next_t) * math.cos(turn)
        k, s = (k + 1, -side / 2) if end > 0 else (k - 1, side / 2)


def make_rocking():
    tilt = math.radians(5)
    block = {"name": "body", "shape": {"box": [0.2, 0.2, 1]}, "rotation": {"axis": [0, 1, 0], "degrees": 5},
             "position": [0, 0, 0.5 * math.cos(tilt) + 0.1 * math.sin(tilt) + 1e-5]}
    return make_scene(3, [make_floor(), block], friction=1)


def make_tumbling():
    box = {"name": "body", "shape": {"box": [0.3, 0.2, 0.1]}, "mass": 1, "position": [0, 0, 1.1],
           "velocity": [1, 0.3, 0], "angular_velocity": [2, 3, 1]}
    return make_scene(10, [make_floor(), box], restitution=1)


def make_rolling(sides):
    tilt = math.radians(4)
    gravity = (9.81 * math.sin(tilt), 0, -9.81 * math.cos(tilt))
    cylinder = {"maker": "cylinder", "arguments": {"radius": 0.1, "height": 0.3, "segments": sides}}
    body = {"name": "body", "shape": cylinder, "position": [0, 0, 0.1 + 2e-6],
            "rotation": {"axis": [1, 0, 0], "degrees": 90}}
    return make_scene(1, [make_floor(), body], gravity, friction=1)


def make_walls():
    walls = [{"name": n, "type": "static", "shape": {"box": [1, 1, 1]}, "position": [x, 0, 0]} for n, x in (("l", -1), ("r", 1))]
    return make_scene(2, walls + [{"name": "body", "shape": {"ball": 0.1}, "velocity": [60, 0, 0]}], (0, 0, 0), restitution=1)


def run(program, scene, step):
    """Rows of energy.csv and the poses of `body`, from the start on."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        (path / "scene.json").write_text(json.dumps(scene))
        for command in (["run", "scene.json", "--step", repr(step), "--out", "run.abut"], ["verify", "run.abut"],
                        ["export", "run.abut", "--csv", "csv"]):
            result = subprocess.run([program, *command], cwd=path, capture_output=True, text=True)
            if result.returncode != 0:
                sys.exit(f"abut {' '.join(command)}: {result.stdout[-300:]}{result.stderr[-300:]}")
        with open(path / "csv" / "energy.csv") as file:
            energy = [{k: float(v or 0) for k, v in row.items() if not k.startswith("error_a") and not k.startswith("error_b")
                       and k != "is_solved"} for row in csv.DictReader(file)]
        with open(path / "csv" / "poses.csv") as file:
            poses = [row for row in csv.DictReader(file) if row["body"] == "body"]
    return energy, poses


def draw_panel(title, label, curves, left, top, width=360, height=220):
    """Curves: (name, colour, dashed, [(x, y)])."""
    xs = [x for c in curves for x, _ in c[3]]
    ys = [y for c in curves for _, y in c[3]]
    low, high = min(ys + [0]), max(ys)
    at = lambda x, y: (left + width * x / max(xs), top + height * (1 - (y - low) / (high - low)))
    lines = [f'<text x="{left}" y="{top - 12}" font-weight="bold">{title}</text>',
             f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="none" stroke="#999"/>',
             f'<text x="{left - 6}" y="{top + 10}" text-anchor="end">{high:.3g}</text>',
             f'<text x="{left - 6}" y="{top + height}" text-anchor="end">{low:.3g}</text>',
             f'<text x="{left + width}" y="{top + height + 18}" text-anchor="end">{max(xs):g} s</text>',
             f'<text x="{left}" y="{top + height + 18}">{label}</text>']
    for i, (name, colour, dashed, points) in enumerate(curves):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*p) for p in points[::max(1, len(points) // 600)]))
        dash = ' stroke-dasharray="6 4"' if dashed else ""
        lines.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"{dash}/>')
        lines.append(f'<text x="{left + width - 8}" y="{top + 18 + 16 * i}" text-anchor="end" fill="{colour}">{name}</text>')
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", help="where abut is")
    program = str((ROOT / parser.parse_args().build / "abut").resolve())
    table, panels = [], []
    energy_of = lambda rows: [(r["t"], r["kinetic"] + r["potential"]) for r in rows]

    for facets in (90, 360, 1440):
        kept, curves = [], []
        for (name, step), colour in zip(STEPS.items(), COLOURS):
            energy, _ = run(program, make_trough(facets), step)
            low = -9.81 * 0.9 * 1000 * 4 / 3 * math.pi * 0.1**3  # where it lies
            curves.append((name, colour, False, [(t, e - low) for t, e in energy_of(energy)]))
            kept.append(f"{100 * (1 - curves[-1][3][-1][1] / curves[-1][3][0][1]):.2f} %")
        panels.append((f"A ball in a trough of {facets} facets", "energy above its lowest, J", curves))
        table.append((f"ball in a trough of {facets} facets, 10 s: energy lost", *kept,
                      f"{100 * compute_polygon_loss(facets):.2f} % (this polygon; 0 in a round one)"))
    tilts, way = [], []
    for (name, step), colour in zip(STEPS.items(), COLOURS):
        _, poses = run(program, make_rocking(), step)
        tilts.append((name, colour, False, [(float(p["t"]), math.degrees(2 * math.asin(float(p["qy"])))) for p in poses]))
    peak = lambda curve: max(-y for x, y in curve if x < 1.5)
    b, radius = math.atan(0.2), math.hypot(0.1, 0.5)
    share = 1 - 1.5 * math.sin(b) ** 2
    left = share**2 * (math.cos(b - math.radians(5)) - math.cos(b)) + math.cos(b)
    theory = math.degrees(b - math.acos(left))
    panels.append(("A block that rocks", "tilt, degrees", tilts))
    table.append(("rocking block, let go at 5 degrees: first swing back", *[f"{peak(c[3]):.3f}" for c in tilts],
                  f"{theory:.3f} (Housner)"))
    energies = [run(program, make_tumbling(), step)[0] for step in STEPS.values()]
    panels.append(("A tumbling box, e = 1", "energy, J",
                   [(n, c, False, energy_of(e)) for n, c, e in zip(STEPS, COLOURS, energies)]))
    table.append(("tumbling box, e = 1, no friction, 10 s: change of energy",
                  *[f"{(energy_of(e)[-1][1] / energy_of(e)[0][1] - 1):+.1e}" for e in energies], "0"))
    rolled = [run(program, make_rolling(360), step)[1] for step in STEPS.values()]
    a = 9.81 * math.sin(math.radians(4)) / 1.5
    way = [(n, c, False, [(float(p["t"]), float(p["px"])) for p in poses]) for n, c, poses in zip(STEPS, COLOURS, rolled)]
    way.append(("round", "#333", True, [(i / 100, a / 2 * (i / 100) ** 2) for i in range(101)]))
    panels.append(("A prism of 360 sides on 4 degrees", "way, m", way))
    table.append(("prism of 360 sides, r = 0.1 m, on 4 degrees: way in 1 s", *[f"{c[3][-1][1]:.4f}" for c in way[:3]],
                  f"{a / 2:.4f} (round; its corners take a little)"))
    bounces = [run(program, make_walls(), step)[0] for step in STEPS.values()]
    table.append(("ball at 60 m/s between walls 0.8 m apart, 2 s: impacts", *[f"{sum(r['impacts'] for r in e):.0f}" for e in bounces],
                  "150"))

    svg, columns = [], 3
    rows = (len(panels) + columns - 1) // columns
    for i, (title, label, curves) in enumerate(panels):
        svg += draw_panel(title, label, curves, 70 + (i % columns) * 460, 40 + (i // columns) * 300)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{columns * 460 + 20}" height="{rows * 300 + 20}" font-family="sans-serif" font-size="13">'
    folder = ROOT / "docs" / "results"
    (folder / "true_motion.svg").write_text("\n".join([head, '<rect width="100%" height="100%" fill="white"/>', *svg, "</svg>"]) + "\n")
    lines = ["# Motion beside theory", "", "`scripts/true_motion.py` runs these scenes, verifies each, and writes this page and the picture.", "",
             "| | " + " | ".join(STEPS) + " | theory |", "|---|---|---|---|---|"]
    lines += ["| " + " | ".join(row) + " |" for row in table]
    lines += ["", "![energy, tilt and way over time at three steps, beside theory](true_motion.svg)"]
    (folder / "true_motion.md").write_text("\n".join(lines) + "\n")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
