#!/usr/bin/env python3
"""check_headers.py BUILD_DIR: compiles every header of the library by itself, with the flags of its layer.

Prints what the compiler says of those that do not stand alone, and exits 1 if there are any. What a header includes
anyway, itself or through others, it gets precompiled where that is one of PRECOMPILED: that adds nothing to what the
header sees, and Eigen, with what is built on it, is nine tenths of the time.
"""
import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

import check_layout

PRECOMPILED = ["abut/geometry/convex_pieces.h", "abut/geometry/mesh.h", "abut/math/types.h"]  # the largest first


def flags_of_layer(build, layer):
    """The flags of one source of the layer, without its precompiled header, input and output."""
    commands = json.loads((build / "compile_commands.json").read_text())
    command = next(c for c in commands if f"/src/abut/{layer}/" in c["file"] or f"abut_{layer}.dir/Unity" in c["file"])
    words = shlex.split(command["command"])
    kept = [w for w in words if w.startswith(("-D", "-I", "-m", "-f", "-W", "-std")) and w != "-Winvalid-pch"]
    system = [f"-isystem{folder}" for word, folder in zip(words, words[1:]) if word == "-isystem"]
    return ["g++", *kept, *system, "-Werror"]


def collect_includes(source, header, known):
    """All of the library's headers that this one includes, itself or through others."""
    if header not in known:
        known[header] = set()  # a cycle adds nothing
        targets = [t for _, _, t in check_layout.includes_of(source / header) if t.startswith("abut/")]
        known[header] = set(targets).union(*(collect_includes(source, t, known) for t in targets))
    return known[header]


def precompile(flags, folder):
    """Header to its precompiled form."""
    made = {}
    for i, header in enumerate(PRECOMPILED):
        made[header] = pathlib.Path(folder) / f"{i}.h"
        made[header].write_text(f'#include "{header}"\n')
        subprocess.run([*flags, "-x", "c++-header", made[header], "-o", f"{made[header]}.gch"], check=True)
    return made


def main():
    build, source = pathlib.Path(sys.argv[1]).resolve(), check_layout.ROOT / "src"
    layers = check_layout.read_layers(check_layout.ROOT)
    headers = [str(p.relative_to(source)) for p in sorted((source / "abut").rglob("*.h"))]
    known = {}
    with tempfile.TemporaryDirectory() as folder:
        flags = {layer: flags_of_layer(build, layer) for layer in layers}
        made = precompile(flags["geometry"], folder)

        def compile_alone(header):
            included = collect_includes(source, header, known)
            use = next((["-Winvalid-pch", "-include", made[p]] for p in PRECOMPILED if p in included), [])
            done = subprocess.run([*flags[header.split("/")[1]], *use, "-fsyntax-only", "-x", "c++", "-"], text=True,
                                  input=f'#include "{header}"\n', stderr=subprocess.PIPE)
            return done.stderr if done.returncode else ""

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            faults = [fault for fault in pool.map(compile_alone, headers) if fault]
    print("".join(faults), end="")
    print(f"{len(headers) - len(faults)} of {len(headers)} headers compile alone")
    return 1 if faults or not headers else 0


if __name__ == "__main__":
    sys.exit(main())
