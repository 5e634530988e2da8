#!/usr/bin/env python3
"""Checks that the tree is laid out as ARCHITECTURE.md says. Prints each fault as file:line: what; exits 1 if there is any.

- A file under src/abut/<layer> includes only its own layer and earlier ones, by the full path "abut/<layer>/...".
- Every unit src/abut/<layer>/.../x.h or x.cpp has its test tests/<layer>/.../x_test.cpp, and every such test its unit:
  x_test.cpp, or x_<aspect>_test.cpp for an aspect of x that fills a file of its own.
- Oracles include nothing of src/abut but the plain records that questions are asked in.
- The verification of traces (src/abut/scene/verify) includes nothing that a simulation decides by.
The order of the layers is that of the abut_layer(...) lines in CMakeLists.txt, each of which links only earlier ones.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
# What an oracle may see of the library: ids, vectors, and the records that hold its input.
ORACLE_MAY_INCLUDE = {"abut/base/ids.h", "abut/math/types.h", "abut/math/pose.h", "abut/geometry/mesh.h"}

# What the verification may include, beside base, math and itself: a mesh, and exact signs of rays and triangles.
VERIFY = "src/abut/scene/verify"
VERIFY_MAY_INCLUDE = {"abut/geometry/mesh.h", "abut/geometry/brep/ray_crossing.h"}


def read_layers(root):
    text = (root / "CMakeLists.txt").read_text()
    return re.findall(r"^abut_layer\((\w+)", text, flags=re.MULTILINE)


def includes_of(path):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if match := INCLUDE.match(line):
            yield number, match.group(1), match.group(2)


def code_files(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in (".h", ".cpp"))


def check_includes(root, layers):
    for path in code_files(root / "src/abut"):
        layer = path.relative_to(root / "src/abut").parts[0]
        if layer not in layers:
            yield path, 1, f"folder '{layer}' is no layer of CMakeLists.txt"
            continue
        for number, quote, target in includes_of(path):
            parts = target.split("/")
            if parts[0] != "abut":
                if quote == '"':
                    yield path, number, f'includes "{target}": write the full path, "abut/<layer>/..."'
            elif parts[1] not in layers:
                yield path, number, f"includes {target}, which is of no layer"
            elif layers.index(parts[1]) > layers.index(layer):
                yield path, number, f"layer {layer} includes {target}, against the stream of the data"


def check_tests(root, layers):
    units, tests = set(), set()
    for layer in layers:
        for path in code_files(root / "src/abut" / layer):
            units.add(path.relative_to(root / "src/abut").with_suffix(""))
        for path in (root / "tests" / layer).rglob("*_test.cpp"):
            relative = path.relative_to(root / "tests")
            tests.add(relative.with_name(relative.name.removesuffix("_test.cpp")))
    for unit in sorted(units - tests):
        yield root / "src/abut" / unit, 0, f"has no test tests/{unit}_test.cpp"
    for test in sorted(tests - units):
        if not any(test.parent == unit.parent and test.name.startswith(unit.name + "_") for unit in units):
            yield root / f"tests/{test}_test.cpp", 0, "tests no unit of that name"


def check_oracles(root):
    for path in code_files(root / "tests/oracle"):
        for number, _, target in includes_of(path):
            if target.startswith("abut/") and target not in ORACLE_MAY_INCLUDE:
                yield path, number, f"an oracle includes {target}; it may share only records with what it checks"


def check_verify(root):
    for path in code_files(root / VERIFY):
        for number, _, target in includes_of(path):
            own = target.startswith(("abut/base/", "abut/math/", "abut/scene/verify/")) or not target.startswith("abut/")
            if not own and target not in VERIFY_MAY_INCLUDE:
                yield path, number, f"the verification includes {target}; it may share nothing with what it checks"


def main():
    root = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT
    layers = read_layers(root)
    faults = [*check_includes(root, layers), *check_tests(root, layers), *check_oracles(root),
              *check_verify(root)]
    for path, number, what in faults:
        print(f"{path.relative_to(root)}:{number}: {what}" if number else f"{path.relative_to(root)}: {what}")
    return 1 if faults or not layers else 0


if __name__ == "__main__":
    sys.exit(main())
