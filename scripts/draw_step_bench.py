#!/usr/bin/env python3
"""Draws what step_bench printed: time of a step against how deep boxes sink into each other, for every engine and scene.

    build/bench/step_bench --threads 2 > docs/results/step_bench.txt
    scripts/draw_step_bench.py      # reads that, writes step_bench.svg and step_growth.svg beside it
"""
import math
import pathlib
import re

RESULTS = pathlib.Path(__file__).resolve().parent.parent / "docs" / "results"
LINE = re.compile(r"(?P<scene>.{24}) (?P<engine>\S.*?) +(?P<ms>[\d.]+) ms \((?P<least>[\d.]+) \.\. (?P<most>[\d.]+)\) +"
                  r"(?P<us>[\d.]+) us a body  (?:deepest +(?P<deepest>[\d.]+) mm)?")
COLOURS = {"abut": "#1f6fb4", "abut x2": "#7fb2e0", "Bullet": "#6b8e23", "ODE": "#c2401c", "MuJoCo": "#8e44ad", "DART": "#b8860b"}
ASKED = {"pile of 1000": 2.5}  # times Bullet's time, at most; 1 for what rests
TOP, LEFT, RIGHT, HEIGHT = 84, 92, 24, 280


def read(path):
    """One record for each scene and engine, in the order of the file."""
    found = [match.groupdict() for match in map(LINE.match, path.read_text().splitlines()) if match]
    return [{key: value.strip() if key in ("scene", "engine") else value and float(value) for key, value in row.items()}
            for row in found]


class Decades:
    """From the power of ten below the least value to that above the largest, along a stretch of the picture."""

    def __init__(self, values, begin, end):
        low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
        self.ticks = [10.0 ** power for power in range(low, high + 1)]
        self.begin, self.end = begin, end

    def at(self, value):
        share = math.log(value / self.ticks[0]) / math.log(self.ticks[-1] / self.ticks[0])
        return self.begin + (self.end - self.begin) * share


class FromZero:
    """From nothing to the whole number above the largest value."""

    def __init__(self, values, begin, end):
        self.ticks = list(range(math.ceil(max(values)) + 1))
        self.begin, self.end = begin, end

    def at(self, value):
        return self.begin + (self.end - self.begin) * value / self.ticks[-1]


def text(x, y, words, anchor="middle", more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{words}</text>'


def line(x1, y1, x2, y2, colour, more=""):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"{more}/>'


def draw_legend(engines):
    parts, x = [], LEFT
    for engine in engines:
        parts.append(f'<circle cx="{x}" cy="18" r="6" fill="{COLOURS[engine]}"/>' + text(x + 12, 22, engine, "start"))
        x += 50 + 8 * len(engine)
    return parts


def finish(width, height, parts):
    head = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
            f'<rect width="{width}" height="{height}" fill="white"/>']
    return "\n".join(head + parts + ["</svg>"]) + "\n"


def list_engines(rows):
    return [engine for engine in COLOURS if any(row["engine"] == engine for row in rows)]


def draw_overlaps(rows):
    """A panel for each scene: down and to the left is better; what does not overlap at all lies on the lowest line."""
    panel, gap, none = 200, 40, 34
    rows = [row for row in rows if row["deepest"] is not None]
    depths = Decades([row["deepest"] for row in rows if row["deepest"] > 0], TOP + HEIGHT - none, TOP)
    scenes = list(dict.fromkeys(row["scene"] for row in rows))
    width, height = LEFT + len(scenes) * (panel + gap) + RIGHT - gap, TOP + HEIGHT + 60
    parts = draw_legend(list_engines(rows)) + [text(12, TOP - 42, "deepest overlap", "start")]
    for depth in depths.ticks:
        parts.append(text(LEFT - 8, depths.at(depth) + 4, f"{depth:g} mm", "end"))
    parts.append(text(LEFT - 8, TOP + HEIGHT + 4, "none", "end"))
    for i, scene in enumerate(scenes):
        left = LEFT + i * (panel + gap)
        times = Decades([row["ms"] for row in rows], left, left + panel)
        parts += draw_panel([row for row in rows if row["scene"] == scene], times, depths)
        parts.append(text(left + panel / 2, TOP - 16, scene, more=' font-weight="bold"'))
    words = "ms a step; dashed: what is asked of abut, as a multiple of Bullet's"
    parts.append(text((LEFT + width - RIGHT) / 2, height - 16, words))
    return finish(width, height, parts)


def draw_panel(rows, times, depths):
    bottom = TOP + HEIGHT
    parts = [line(times.begin, bottom, times.end, bottom, "#888")]
    for time in times.ticks:
        parts += [line(times.at(time), TOP, times.at(time), bottom, "#e4e4e4"), text(times.at(time), bottom + 18, f"{time:g}")]
    for depth in depths.ticks:
        parts.append(line(times.begin, depths.at(depth), times.end, depths.at(depth), "#ccc"))
    for row in rows:
        if row["engine"] == "Bullet":
            x = times.at(ASKED.get(row["scene"], 1) * row["ms"])
            parts.append(line(x, TOP, x, bottom, COLOURS["abut"], ' stroke-dasharray="4 4"'))
    for row in reversed(rows):  # ours on top
        x, y = times.at(row["ms"]), depths.at(row["deepest"]) if row["deepest"] > 0 else bottom
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" fill="{COLOURS[row["engine"]]}" stroke="white">'
                     f'<title>{row["engine"]}: {row["ms"]:.3g} ms, {row["deepest"]:g} mm</title></circle>')
    return parts


def draw_growth(rows):
    """Boxes at rest: the time a body of a step, against how many there are; level is linear."""
    panel = 420
    rows = [{**row, "count": int(row["scene"].split()[1])} for row in rows if row["scene"].startswith("resting ")]
    if not rows:
        return None
    counts = Decades([row["count"] for row in rows], LEFT, LEFT + panel)
    times = FromZero([row["us"] for row in rows], TOP + HEIGHT, TOP)
    parts = draw_legend(list_engines(rows)) + [text(12, TOP - 24, "us a body", "start")]
    for count in counts.ticks:
        x = counts.at(count)
        parts += [line(x, TOP, x, TOP + HEIGHT, "#e4e4e4"), text(x, TOP + HEIGHT + 18, f"{count:,.0f}")]
    for time in times.ticks:
        y = times.at(time)
        parts += [line(LEFT, y, LEFT + panel, y, "#ccc"), text(LEFT - 8, y + 4, f"{time:g}", "end")]
    for engine in reversed(list_engines(rows)):  # ours on top
        points = [(counts.at(row["count"]), times.at(row["us"])) for row in rows if row["engine"] == engine]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{COLOURS[engine]}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{COLOURS[engine]}"/>' for x, y in points]
    parts.append(text(LEFT + panel / 2, TOP + HEIGHT + 44, "boxes at rest, in stacks of four"))
    return finish(LEFT + panel + RIGHT, TOP + HEIGHT + 60, parts)


def main():
    rows = read(RESULTS / "step_bench.txt")
    (RESULTS / "step_bench.svg").write_text(draw_overlaps(rows))
    if growth := draw_growth(rows):
        (RESULTS / "step_growth.svg").write_text(growth)


if __name__ == "__main__":
    main()
