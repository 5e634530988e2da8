"""`abut export`: tables, plots and models of a trace."""
import base64
import json
import os
import struct
import unittest
import xml.etree.ElementTree

from cli_support import run
from run_support import BOX_ON_FLOOR, FREE, STEP, WithRuns


class Export(WithRuns):
    def test_poses_are_those_of_free_flight(self):
        done = run("export", self.trace(FREE), "--csv", self.path("csv"))
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = self.csv("csv/poses.csv")
        self.assertEqual(list(rows[0]), "step,t,body,px,py,pz,qw,qx,qy,qz".split(","))
        self.assertEqual(len(rows), 65 * 2)
        for row in rows:
            t = float(row["t"])
            self.assertEqual(t, int(row["step"]) * STEP)
            if row["body"] == "ball":
                self.assertAlmostEqual(float(row["px"]), 2 * t, delta=1e-13)
                self.assertAlmostEqual(float(row["pz"]), 10 - 9.81 * t * t / 2, delta=1e-12)
        energy = self.csv("csv/energy.csv")
        self.assertEqual(len(energy), 64)
        first, last = float(energy[0]["total"]), float(energy[-1]["total"])
        self.assertAlmostEqual(first, last, delta=1e-9 * abs(first))
        self.assertAlmostEqual(float(energy[-1]["least_separation"]), float("inf"))

    def test_contacts_carry_the_weight_and_names_with_commas_are_one_cell(self):
        self.assertEqual(run("export", self.trace(BOX_ON_FLOOR), "--csv", self.path("csv")).returncode, 0)
        rows = self.csv("csv/contacts.csv")
        self.assertEqual({(row["body_a"], row["body_b"]) for row in rows}, {("floor", "a, box")})
        last = [row for row in rows if row["step"] == "128"]
        weight = 1 * 9.81 * STEP  # N s a step, on the floor downward
        self.assertAlmostEqual(sum(float(row["jz"]) for row in last), -weight, delta=1e-6 * weight)
        self.assertTrue(all(float(row["nz"]) == -1 for row in last))

    def test_every_thins_the_tables(self):
        self.assertEqual(run("export", self.trace(FREE), "--csv", self.path("csv"), "--every", "16").returncode, 0)
        self.assertEqual({row["step"] for row in self.csv("csv/poses.csv")}, {"0", "16", "32", "48", "64"})

    def test_plots_are_svg_with_their_lines(self):
        self.assertEqual(run("export", self.trace(BOX_ON_FLOOR), "--svg", self.path("svg")).returncode, 0)
        lines = {"energy": 3, "momentum": 3, "contacts": 1, "least_separation": 1, "lost_motion": 1, "error": 3}
        self.assertEqual({p.stem for p in (self.folder / "svg").iterdir()}, set(lines))
        for name, num in lines.items():
            root = xml.etree.ElementTree.parse(self.folder / "svg" / f"{name}.svg").getroot()
            found = root.findall("{http://www.w3.org/2000/svg}polyline")
            self.assertEqual(len(found), num, name)
            points = [tuple(map(float, p.split(","))) for line in found for p in line.get("points").split()]
            self.assertGreater(len(points), 2 * num)
            self.assertTrue(all(96 <= x <= 896 and 64 <= y <= 364 for x, y in points), name)  # within the axes

    def read_gltf(self, path):
        data = self.bytes_of(path)
        if path.endswith(".gltf"):
            gltf = json.loads(data)
            head, text = gltf["buffers"][0]["uri"].split(",", 1)
            self.assertEqual(head, "data:application/octet-stream;base64")
            return gltf, base64.b64decode(text)
        magic, version, length, json_length, kind = struct.unpack("<4sIII4s", data[:20])
        self.assertEqual((magic, version, length, kind), (b"glTF", 2, len(data), b"JSON"))
        self.assertEqual(json_length % 4, 0)
        gltf = json.loads(data[20:20 + json_length])
        size, kind = struct.unpack("<I4s", data[20 + json_length:28 + json_length])
        self.assertEqual(kind, b"BIN\0")
        return gltf, data[28 + json_length:28 + json_length + size]

    def accessor(self, gltf, data, index):
        accessor = gltf["accessors"][index]
        view = gltf["bufferViews"][accessor["bufferView"]]
        width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[accessor["type"]]
        letter = {5126: "f", 5125: "I"}[accessor["componentType"]]
        count = accessor["count"] * width
        self.assertEqual(view["byteLength"], 4 * count)
        self.assertEqual(view["byteOffset"] % 4, 0)
        values = struct.unpack_from(f"<{count}{letter}", data, view["byteOffset"])
        rows = [values[i:i + width] for i in range(0, count, width)]
        if "min" in accessor:
            self.assertEqual([min(column) for column in zip(*rows)], accessor["min"])
            self.assertEqual([max(column) for column in zip(*rows)], accessor["max"])
        return rows

    def test_gltf_has_a_node_for_each_body_that_moves_as_recorded(self):
        trace = self.trace(BOX_ON_FLOOR)
        for name in ("run.gltf", "run.glb"):
            out = self.path(name)
            self.assertEqual(run("export", trace, "--gltf", out).returncode, 0)
            gltf, data = self.read_gltf(out)
            self.assertEqual(gltf["asset"]["version"], "2.0")
            self.assertEqual([node["name"] for node in gltf["nodes"]], ["floor", "a, box", "world"])
            self.assertEqual(gltf["nodes"][2]["children"], [0, 1])
            self.assertEqual((gltf["scene"], gltf["scenes"]), (0, [{"nodes": [2]}]))
            self.assertEqual(gltf["buffers"][0]["byteLength"], len(data))
            animation = gltf["animations"][0]
            self.assertEqual([c["target"] for c in animation["channels"]],
                             [{"node": 1, "path": "translation"}, {"node": 1, "path": "rotation"}])
            sampler = animation["samplers"][0]
            times = [t for t, in self.accessor(gltf, data, sampler["input"])]
            self.assertEqual(times[:3], [0, 4 * STEP, 8 * STEP])  # 256 steps a second, about 60 keys
            heights = [z for _, _, z in self.accessor(gltf, data, sampler["output"])]
            self.assertEqual(heights[0], 0.75)
            self.assertAlmostEqual(heights[4], 0.75 - 9.81 * times[4] ** 2 / 2, delta=1e-6)
            self.assertAlmostEqual(heights[-1], 0.5, delta=1e-3)
            primitive = gltf["meshes"][gltf["nodes"][1]["mesh"]]["primitives"][0]
            self.assertEqual(len(self.accessor(gltf, data, primitive["attributes"]["POSITION"])), 8)
            self.assertEqual(len(self.accessor(gltf, data, primitive["indices"])), 36)

    def test_balls_and_capsules_are_drawn_round(self):
        out = self.path("run.glb")
        self.assertEqual(run("export", self.trace(FREE), "--gltf", out, "--every", "1").returncode, 0)
        gltf, data = self.read_gltf(out)
        ball, rod = ([self.accessor(gltf, data, p["attributes"]["POSITION"]) for p in gltf["meshes"][i]["primitives"]][0]
                     for i in (0, 1))
        for x, y, z in ball:
            self.assertAlmostEqual((x * x + y * y + z * z) ** 0.5, 0.5, delta=1e-6)
        for x, y, z in rod:
            along = max(-0.5, min(0.5, z))
            self.assertAlmostEqual((x * x + y * y + (z - along) ** 2) ** 0.5, 0.1, delta=1e-6)
        self.assertEqual(len(self.accessor(gltf, data, gltf["animations"][0]["samplers"][0]["input"])), 65)

    def test_what_cannot_be_exported_is_refused_and_nothing_is_written(self):
        trace = self.trace(FREE)
        self.expect_bad_input(run("export", trace), "nothing is asked for")
        self.expect_bad_input(run("export", trace, "--gltf", self.path("run.obj")), ".gltf or .glb")
        self.expect_bad_input(run("export", trace, "--csv", trace), "the folder cannot be made")
        self.expect_bad_input(run("export", trace, "--csv", self.path("csv"), "--every", "0"), "--every")
        self.expect_bad_input(run("export", self.path("none.abut"), "--svg", self.path("svg")), "no such file")
        self.assertFalse(os.path.exists(self.path("run.obj")) or os.path.exists(self.path("svg")))


if __name__ == "__main__":
    unittest.main()
