#!/usr/bin/env python3
"""Where the time of a step goes, stage by stage.

Runs build/bench/step_bench under valgrind's callgrind, which counts instructions, so that the answer is the same on a
loaded machine as on an idle one. Counted are steps 101 to 160: those of a run of 160 steps less those of a run of 100.

    make bench                                             # or: cmake --build build --target step_bench
    scripts/step_stages.py --scene "stack of 10"           # prints the share of each stage, with all that it calls
    scripts/step_stages.py --write                         # writes step_stages.csv, .svg and the table of step.md
    scripts/step_stages.py --write --scene "pile of 1000"  # counts this scene alone; of the others as they were counted
    scripts/step_stages.py --redraw                        # from step_stages.csv, without counting again
"""
import argparse
import csv
import pathlib
import subprocess
import sys
import tempfile

import draw_bars

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "docs" / "results"
STEP = "abut::dynamics::Simulation::step"
SCENES = ["stack of 10", "wall pyramid of 55", "pyramid of 385", "pile of 1000"]
AT_REST = SCENES[:3]  # what --write counts unless told: the pile takes longer than all of these
FIRST, LAST = 100, 160
# Stages in the order of the step, and the functions that are theirs: with all that these call, less what is of a
# function after a minus sign.
STAGES = [
    ("prediction", "dynamics::predict"),
    ("candidates", "dynamics::find_candidates dynamics::extend_candidates"),
    ("contacts at the start", "dynamics::find_start_contacts"),
    ("what contacts ask for", "dynamics::classify_contacts"),
    ("islands", "dynamics::update_islands"),
    ("contact law", "response::ConeLaw::solve"),
    ("reposition", "dynamics::Repositioner::update"),
    ("to and from the solver", "dynamics::solve_island dynamics::reposition_island -response::ConeLaw::solve "
                               "-dynamics::Repositioner::update"),
    ("certificates", "dynamics::certify_pairs"),
    ("contacts of hits", "dynamics::add_hit_contacts"),
    ("next state", "dynamics::compute_next_state"),
    ("record and hash", "dynamics::append_segment dynamics::finish_record dynamics::compute_hash"),
]
REST = "the rest"


def run_callgrind(bench, scene, num_steps):
    with tempfile.TemporaryDirectory() as folder:
        out = f"{folder}/out"
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", f"--toggle-collect={STEP}()",
                   str(bench), "--only", scene, "--engine", "abut", "--steps", str(num_steps)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}: {done.stderr.strip()[-500:]}")
        return read_totals(out)


def read_totals(path):
    """Instructions of each function, with all that it calls."""
    names = {}

    def name_of(text):
        number, _, name = text.partition(" ")
        if name:
            suffix = " lambda" if "{lambda" in name or "_M_invoke" in name else ""
            names[number] = name.replace("(anonymous namespace)::", "").split("(")[0] + suffix
        return names[number]

    totals = {}
    function = None
    for line in open(path):
        key, _, value = line.strip().partition("=")
        if key == "fn":
            function = name_of(value)
        elif key == "cfn":
            name_of(value)
        elif line[:1].isdigit() or line[:1] in "+-*":
            totals[function] = totals.get(function, 0) + int(line.split()[1])
    return totals


def list_stages(totals):
    """Instructions of each stage, and of what is left of the step."""
    def total(name):
        return -total(name[1:]) if name[0] == "-" else totals.get(f"abut::{name}", 0)

    stages = {text: sum(map(total, names.split())) for text, names in STAGES}
    stages[REST] = totals[STEP] - sum(stages.values())
    return stages


def count(bench, scene):
    """Instructions a step of each stage."""
    before, after = (list_stages(run_callgrind(bench, scene, num_steps)) for num_steps in (FIRST, LAST))
    return {stage: (after[stage] - before[stage]) / (LAST - FIRST) for stage in after}


def read_counts(path):
    counts = {}
    if path.exists():
        with open(path) as file:
            for row in csv.DictReader(file):
                counts.setdefault(row["scene"], {})[row["stage"]] = int(row["instructions_per_step"])
    return counts


def write_counts(path, counts):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["scene", "stage", "instructions_per_step"])
        writer.writerows([scene, stage, round(number)] for scene in SCENES if scene in counts
                         for stage, number in counts[scene].items())


def list_shares(stages):
    whole = sum(stages.values())
    return {stage: 100 * number / whole for stage, number in stages.items()}


def make_table(counts):
    scenes = list(counts)
    shares = {scene: list_shares(counts[scene]) for scene in scenes}
    rows = [["share of the instructions of a step, %", *scenes]]
    rows += [[stage, *(f"{shares[scene][stage]:.1f}" for scene in scenes)] for stage in shares[scenes[0]]]
    rows.append(["thousand instructions a step", *(f"{sum(counts[scene].values()) / 1000:,.0f}" for scene in scenes)])
    lines = [f"| {' | '.join(row)} |\n" for row in rows]
    return lines[0] + "|---" * len(rows[0]) + "|\n" + "".join(lines[1:])


def write_page(page, table):
    """Between the two comments that mark the table's place."""
    begin, end = "<!-- step_stages.py writes from here -->\n", "<!-- to here -->\n"
    text = page.read_text()
    if begin not in text or end not in text:
        sys.exit(f"{page}: the comments that mark the place of the table are missing")
    head, rest = text.split(begin)
    page.write_text(head + begin + "\n" + table + "\n" + end + rest.split(end, 1)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scene", choices=SCENES, help="this one alone; else those at rest")
    parser.add_argument("--write", action="store_true", help="step_stages.csv, step_stages.svg and the table of step.md")
    parser.add_argument("--redraw", action="store_true", help="as --write, from step_stages.csv")
    parser.add_argument("--build", default="build", help="the build folder with bench/step_bench")
    arguments = parser.parse_args()
    table = RESULTS / "step_stages.csv"
    counts = read_counts(table)
    if not arguments.redraw:
        bench = ROOT / arguments.build / "bench" / "step_bench"
        if not bench.exists():
            sys.exit(f"{bench} is not there: build it first, e.g. by `make bench`")
        for scene in [arguments.scene] if arguments.scene else AT_REST:
            counts[scene] = count(bench, scene)
            print(f"{scene}: {sum(counts[scene].values()):.0f} instructions a step")
            print("".join(f"{share:6.1f} %  {stage}\n" for stage, share in list_shares(counts[scene]).items()), end="")
    if arguments.write:
        write_counts(table, counts)
    if arguments.write or arguments.redraw:
        counts = read_counts(table)
        write_page(RESULTS / "step.md", make_table(counts))
        bars = {scene: list_shares(counts[scene]) for scene in counts}
        table.with_suffix(".svg").write_text(draw_bars.draw("share of the instructions of a step, %", bars))


if __name__ == "__main__":
    main()
