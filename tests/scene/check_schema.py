#!/usr/bin/env python3
"""Checks scenes/scene.schema.json: usage check_schema.py ROOT.

- Every scene that ships, and a scene that has every key of the format, is valid.
- That scene has in fact every key that the schema knows.
- The schema refuses what the reader refuses (tests/scene/malformed.txt), but for faults marked as beyond a schema,
  which it accepts, so that no mark outlives its reason.
Prints each fault; exits 1 if there is any.
"""
import json
import pathlib
import sys

from jsonschema import Draft202012Validator


def read_malformed(path):
    """Yields (name, verdict, text)."""
    name = verdict = None
    lines = []
    for line in path.read_text().splitlines():
        if line.startswith("=== "):
            head = line[4:]
            if head.startswith("not JSON: "):
                name, verdict = head, "not JSON"
            else:
                name, verdict = head.rsplit(": ", 1)
            lines = []
        elif line.startswith("--- "):
            yield name, verdict, "\n".join(lines)
        elif not line.startswith("# "):
            lines.append(line)


def keys_of_schema(schema):
    keys = set()
    if isinstance(schema, dict):
        properties = schema.get("properties", {})
        keys |= {k for k, v in properties.items() if v is not False}
        for part in schema.values():
            keys |= keys_of_schema(part)
    elif isinstance(schema, list):
        for part in schema:
            keys |= keys_of_schema(part)
    return keys


def keys_of_scene(value):
    if isinstance(value, dict):
        return set(value) | set().union(*(keys_of_scene(v) for v in value.values()))
    if isinstance(value, list):
        return set().union(*(keys_of_scene(v) for v in value))
    return set()


def is_json(text):
    def refuse(constant):
        raise ValueError(constant)

    try:
        json.loads(text, parse_constant=refuse)
        return True
    except ValueError:
        return False


def check(root):
    schema = json.loads((root / "scenes/scene.schema.json").read_text())
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    everything = root / "tests/scene/everything.json"
    shipped = sorted(p for p in (root / "scenes").glob("*.json") if p.name != "scene.schema.json")
    for path in [*shipped, everything]:
        for error in validator.iter_errors(json.loads(path.read_text())):
            yield f"{path.relative_to(root)}: /{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}"
    for key in sorted(keys_of_schema(schema) - keys_of_scene(json.loads(everything.read_text()))):
        yield f"tests/scene/everything.json: has no key {key!r}, which the schema knows"
    cases = list(read_malformed(root / "tests/scene/malformed.txt"))
    if len(cases) < 50:
        yield f"tests/scene/malformed.txt: only {len(cases)} cases were found"
    for name, verdict, text in cases:
        if verdict == "not JSON":
            # Python reads 1e999 as infinity, so that one is for the reader alone.
            if is_json(text) and "beyond the doubles" not in name:
                yield f"tests/scene/malformed.txt: {name}: is JSON"
        elif validator.is_valid(json.loads(text)) != (verdict == "accepts"):
            yield f"tests/scene/malformed.txt: {name}: the schema does otherwise"


def main():
    faults = list(check(pathlib.Path(sys.argv[1]).resolve()))
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
