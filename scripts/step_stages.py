#!/usr/bin/env python3
"""Where the time of a step goes, stage by stage.

Runs build/bench/step_bench under valgrind's callgrind, which counts instructions, so that the answer is the same on a
loaded machine as on an idle one, and prints the share of each stage, with all that it calls.

    make bench            # or: cmake --build build --target step_bench
    scripts/step_stages.py [--scene "stack of 10"] [--steps 120]
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
STEP = "abut::dynamics::Simulation::step"
# In the order of the step; those of an inner list are parts of the stage before it.
STAGES = [
    ("prediction", "dynamics::predict"),
    ("candidates", "dynamics::find_candidates"),
    ("candidates, where bodies left their boxes", "dynamics::extend_candidates"),
    ("contacts at the start", "dynamics::find_start_contacts"),
    ("what contacts ask for", "dynamics::classify_contacts"),
    ("islands", "dynamics::update_islands"),
    ("solve and reposition", "dynamics::solve_island"),
    [("contact law", "response::ConeLaw::solve"), ("reposition", "dynamics::Repositioner::update")],
    ("reposition again", "dynamics::reposition_island"),
    ("certificates", "dynamics::certify_pairs"),
    ("contacts of hits", "dynamics::add_hit_contacts"),
    ("held back", "dynamics::hold_back"),
    ("next state", "dynamics::compute_next_state"),
    ("record", "dynamics::append_segment"),
    ("energies and hash", "dynamics::finish_record"),
]


def run_callgrind(bench, scene, num_steps):
    with tempfile.TemporaryDirectory() as folder:
        out = f"{folder}/out"
        subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", f"--toggle-collect={STEP}()",
                        str(bench), "--only", scene, "--engine", "abut", "--steps", str(num_steps)], check=True, capture_output=True)
        return read_calls(out)


def read_calls(path):
    """Instructions of each function by itself, and of each of its callees with all that these call."""
    names = {}

    def name_of(text):
        number, _, name = text.partition(" ")
        if name:
            suffix = " lambda" if "{lambda" in name or "_M_invoke" in name else ""
            names[number] = name.replace("(anonymous namespace)::", "").split("(")[0] + suffix
        return names[number]

    own, calls = {}, {}
    function = callee = None
    is_call = False
    for line in open(path):
        key, _, value = line.strip().partition("=")
        if key == "fn":
            function = name_of(value)
        elif key == "cfn":
            callee = name_of(value)
        elif key == "calls":
            is_call = True
        elif line[:1].isdigit() or line[:1] in "+-*":
            count = int(line.split()[1])
            if is_call:
                inner = calls.setdefault(function, {})
                inner[callee] = inner.get(callee, 0) + count
                is_call = False
            else:
                own[function] = own.get(function, 0) + count
    return own, calls


def list_stages(own, calls):
    """Rows of (depth, text, instructions): of each stage with all that it calls, then of what is left of the step."""
    def total(name):
        return own.get(f"abut::{name}", 0) + sum(calls.get(f"abut::{name}", {}).values())

    rows = []
    for stage in STAGES:
        inner = stage if isinstance(stage, list) else [stage]
        rows += [(int(stage is inner), text, total(name)) for text, name in inner]
    whole = own.get(STEP, 0) + sum(calls.get(STEP, {}).values())
    rest = whole - sum(count for depth, _, count in rows if depth == 0)
    return whole, rows + [(0, "the rest", rest)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scene", default="stack of 10", help="part of a scene's name in step_bench")
    parser.add_argument("--steps", type=int, default=120)
    parser.add_argument("--build", default="build", help="the build folder with bench/step_bench")
    arguments = parser.parse_args()
    bench = ROOT / arguments.build / "bench" / "step_bench"
    if not bench.exists():
        sys.exit(f"{bench} is not there: build it first, e.g. by `make bench`")
    own, calls = run_callgrind(bench, arguments.scene, arguments.steps)
    whole, rows = list_stages(own, calls)
    print(f"{whole / arguments.steps:.0f} instructions a step")
    for depth, text, count in rows:
        print(f"{100 * count / whole:6.1f} %  {'  ' * depth}{text}")


if __name__ == "__main__":
    main()
