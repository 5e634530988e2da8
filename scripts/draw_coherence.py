#!/usr/bin/env python3
"""Redraws figure 4 of paper 000: what tracking the closest features costs against how far the body moves between queries.

Runs build/bench/distance_bench under valgrind's callgrind, which counts instructions, so that the answer is the same on a
busy machine; writes docs/results/coherence.csv and coherence.svg.

    make bench            # or: cmake --build build --target distance_bench
    scripts/draw_coherence.py [--build build]
    scripts/draw_coherence.py --redraw      # from coherence.csv, without counting again
"""
import argparse
import csv
import math
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
NUM_QUERIES = 720  # kNumFirst of distance_bench
PROGRAMS = {"abut": "abut (V-Clip)", "FCL": "FCL (GJK by libccd)", "Bullet": "Bullet (GJK, axis cached)"}
COLOURS = {"abut": "#1f6fb4", "FCL": "#c2401c", "Bullet": "#6b8e23"}
LEVELS = {0: 12, 4: 2562}
DEGREES = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50]


def count_instructions(bench, program, level, degrees):
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", "--toggle-collect=abut_bench_count",
                   str(bench), program, str(level), str(degrees)]
        result = subprocess.run(command, capture_output=True, text=True)
    match = re.search(r"Collected : (\d+)", result.stderr)
    if result.returncode != 0 or not match:
        sys.exit(f"{' '.join(command)}: {result.stderr.strip()[-500:]}")
    return int(match.group(1)) / NUM_QUERIES


def measure(bench):
    rows = []
    for level, vertices in LEVELS.items():
        for program in PROGRAMS:
            for degrees in DEGREES:
                rows.append((vertices, program, degrees, round(count_instructions(bench, program, level, degrees))))
                print(f"\r{len(rows)} of {len(LEVELS) * len(PROGRAMS) * len(DEGREES)}", end="", file=sys.stderr)
    print(file=sys.stderr)
    return rows


WIDTH, HEIGHT, LEFT, TOP, GAP, RIGHT = 380, 300, 90, 76, 100, 24


def draw_panel(rows, vertices, left):
    """One size of body: logarithmic axes, a line for each program."""
    counts = [row[3] for row in rows if row[0] == vertices]
    low, high = 10 ** math.floor(math.log10(min(counts))), 10 ** math.ceil(math.log10(max(counts)))

    def at(degrees, count):
        x = left + WIDTH * (math.log(degrees / DEGREES[0]) / math.log(DEGREES[-1] / DEGREES[0]))
        return x, TOP + HEIGHT * (1 - math.log(count / low) / math.log(high / low))

    lines = [f'<text x="{left + WIDTH / 2}" y="{TOP - 16}" text-anchor="middle" font-weight="bold">{vertices} vertices</text>',
             f'<text x="{left + WIDTH / 2}" y="{TOP + HEIGHT + 44}" text-anchor="middle">degrees between queries</text>']
    for degrees in DEGREES:
        x, _ = at(degrees, low)
        lines.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{TOP + HEIGHT}" stroke="#eee"/>')
        lines.append(f'<text x="{x:.1f}" y="{TOP + HEIGHT + 20}" text-anchor="middle">{degrees:g}</text>')
    for power in range(round(math.log10(low)), round(math.log10(high)) + 1):
        _, y = at(DEGREES[0], 10 ** power)
        lines.append(f'<line x1="{left}" x2="{left + WIDTH}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ccc"/>')
        lines.append(f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{10 ** power:,}</text>')
    for program in PROGRAMS:
        points = [at(d, c) for v, p, d, c in rows if v == vertices and p == program]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        lines.append(f'<polyline points="{path}" fill="none" stroke="{COLOURS[program]}" stroke-width="2"/>')
        lines += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{COLOURS[program]}"/>' for x, y in points]
    return lines


def draw_legend():
    lines, x = [], LEFT
    for program, name in PROGRAMS.items():
        lines.append(f'<line x1="{x}" x2="{x + 28}" y1="18" y2="18" stroke="{COLOURS[program]}" stroke-width="3"/>')
        lines.append(f'<text x="{x + 36}" y="22">{name}</text>')
        x += 60 + 8 * len(name)
    return lines


def draw(rows):
    width, height = LEFT + 2 * WIDTH + GAP + RIGHT, TOP + HEIGHT + 60
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
             f'<rect width="{width}" height="{height}" fill="white"/>',
             f'<text x="8" y="{TOP - 16}">instructions</text>']
    lines += draw_legend()
    for i, vertices in enumerate(LEVELS.values()):
        lines += draw_panel(rows, vertices, LEFT + i * (WIDTH + GAP))
    return "\n".join(lines + ["</svg>"]) + "\n"


def read_counts(path):
    with open(path) as file:
        return [(int(r["vertices"]), r["program"], float(r["degrees"]), int(r["instructions_per_query"]))
                for r in csv.DictReader(file)]


def write_counts(path, rows):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["vertices", "program", "degrees", "instructions_per_query"])
        writer.writerows(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", help="the build folder with bench/distance_bench")
    parser.add_argument("--redraw", action="store_true", help="from coherence.csv")
    arguments = parser.parse_args()
    table = ROOT / "docs" / "results" / "coherence.csv"
    if not arguments.redraw:
        bench = ROOT / arguments.build / "bench" / "distance_bench"
        if not bench.exists():
            sys.exit(f"{bench} is not there: build it first, e.g. by `make bench`")
        write_counts(table, measure(bench))
    table.with_suffix(".svg").write_text(draw(read_counts(table)))


if __name__ == "__main__":
    main()
