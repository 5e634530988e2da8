"""`abut run`, `verify`, `replay` and `export` as a person or a script uses them."""
import base64
import csv
import json
import os
import pathlib
import signal
import struct
import subprocess
import time
import unittest
import xml.etree.ElementTree
import zlib

from cli_support import ABUT, WithFolder, run

STEP = 1 / 256

BOX_ON_FLOOR = {
    "abut_scene": 1, "step": STEP, "duration": 0.5,
    "bodies": [
        {"name": "floor", "type": "static", "shape": {"box": [4, 4, 1]}, "position": [0, 0, -0.5]},
        {"name": "a, box", "shape": {"box": [1, 1, 1]}, "density": 1, "position": [0, 0, 0.75]},
    ],
}
FREE = {
    "abut_scene": 1, "step": STEP, "duration": 0.25,
    "bodies": [{"name": "ball", "shape": {"ball": 0.5}, "position": [0, 0, 10], "velocity": [2, 0, 0]},
               {"name": "rod", "shape": {"capsule": {"radius": 0.1, "length": 1}}, "position": [5, 0, 10],
                "angular_velocity": [0, 0, 3]}],
}


class WithRuns(WithFolder):
    def scene(self, scene, name="scene.json", **changes):
        return self.path(name, json.dumps({**scene, **changes}))

    def run_json(self, *arguments, code=0):
        done = run(*arguments, "--json")
        self.assertEqual(done.returncode, code, done.stderr)
        return json.loads(done.stdout)

    def trace(self, scene, name="run.abut", *options):
        out = self.path(name)
        self.run_json("run", self.scene(scene), "--out", out, *options)
        return out

    def bytes_of(self, path):
        return pathlib.Path(path).read_bytes()

    def csv(self, name):
        with open(self.folder / name, newline="") as file:
            return list(csv.DictReader(file))


class Run(WithRuns):
    def test_a_run_ends_with_a_summary_and_a_trace(self):
        out = self.path("run.abut")
        summary = self.run_json("run", self.scene(BOX_ON_FLOOR), "--out", out)
        self.assertEqual(summary["outcome"], "finished")
        self.assertEqual(summary["num_steps"], 128)
        self.assertEqual(summary["t"], 0.5)
        self.assertGreater(summary["least_separation"], 0)
        self.assertGreaterEqual(summary["most_contacts"], 1)
        self.assertLess(summary["lost_motion"], 2e-3)
        self.assertEqual(summary["trace"], out)
        self.assertTrue(self.bytes_of(out).startswith(b"\x89abut\r\n\n"))
        text = run("run", self.scene(BOX_ON_FLOOR)).stdout
        for word in ("finished", "128 steps", "lost motion", "rounds", "residual", "impacts", "separation", summary["hash"]):
            self.assertIn(word, text)

    def test_time_step_and_law_can_be_others_and_the_trace_knows(self):
        scene = self.scene(FREE)
        summary = self.run_json("run", scene, "--time", "1", "--step", "0.125", "--law", "cone")
        self.assertEqual((summary["num_steps"], summary["t"]), (8, 1))
        self.assertIsNone(summary["least_separation"])
        out = self.path("other.abut")
        self.run_json("run", scene, "--out", out, "--time", "0.5", "--step", "0.125")
        self.assertEqual(self.run_json("replay", out)["num_steps"], 4)

    def test_the_law_and_order_of_impacts_can_be_others(self):
        balls = {"abut_scene": 1, "step": STEP, "duration": 0.25, "gravity": [0, 0, 0],
                 "materials": [{"name": "default", "friction": 0, "restitution": 1}],
                 "bodies": [{"name": f"ball {i}", "shape": {"ball": 0.5}, "mass": 1, "position": [x, 0, 0],
                             "velocity": [1 if i == 0 else 0, 0, 0]} for i, x in enumerate((-0.1, 1.000004, 2.000008))]}
        for options, expected in ((("--impact-order", "sequential"), (0, 0, 1)), (("--impact", "poisson"), (-1 / 3, 2 / 3, 2 / 3))):
            out = self.trace(balls, "balls.abut", *options)
            self.assertTrue(self.run_json("verify", out)["is_proven"])
            self.assertTrue(self.run_json("replay", out)["is_same"])
            self.assertEqual(run("export", out, "--csv", self.path("balls")).returncode, 0)
            rows = [row for row in self.csv("balls/poses.csv") if int(row["step"]) in (48, 64)]
            for i, v in enumerate(expected):
                before, after = (float(row["px"]) for row in rows if row["body"] == f"ball {i}")
                self.assertAlmostEqual((after - before) / (16 * STEP), v, 5)

    def test_the_same_run_writes_the_same_bytes_with_any_number_of_threads(self):
        first, second = self.trace(BOX_ON_FLOOR, "1.abut"), self.trace(BOX_ON_FLOOR, "2.abut", "--threads", "2")
        self.assertEqual(self.bytes_of(first), self.bytes_of(second))

    def test_a_press_that_cannot_close_ends_the_run_squeezed_with_its_trace_whole(self):
        scene = json.loads(json.dumps(BOX_ON_FLOOR))
        scene["bodies"].append({"name": "press", "type": "kinematic", "shape": {"box": [2, 2, 1]}, "position": [0, 0, 2],
                                "velocity": [0, 0, -1]})
        out = self.path("run.abut")
        summary = self.run_json("run", self.scene(scene, duration=2), "--out", out, code=1)
        self.assertEqual((summary["outcome"], summary["culprit"]), ("squeezed", "press"))
        self.assertLess(summary["t"], 2)
        self.assertGreater(summary["t"], 0.5 - 0.1)  # the gap of 1/2 m between press, box and floor, at 1 m/s
        self.assertEqual(self.run_json("run", "--resume", out, code=1)["outcome"], "squeezed")
        found = self.run_json("verify", out)
        self.assertTrue(found["is_proven"] and found["is_whole"])
        self.assertTrue(self.run_json("replay", out)["is_same"])

    def test_outputs_of_a_scene_are_obeyed(self):
        whole = self.trace(BOX_ON_FLOOR, "whole.abut")
        scene = {**BOX_ON_FLOOR, "outputs": {"contacts": False, "certificates": False}}
        bare = self.trace(scene, "bare.abut")
        self.assertLess(len(self.bytes_of(bare)), len(self.bytes_of(whole)))
        self.assertEqual(run("export", bare, "--csv", self.path("bare")).returncode, 0)
        self.assertEqual(self.csv("bare/contacts.csv"), [])
        self.assertEqual({row["contacts"] for row in self.csv("bare/energy.csv")}, {""})
        some = self.trace({**BOX_ON_FLOOR, "outputs": {"every": 10, "forces": False}}, "some.abut")
        self.assertEqual(run("export", some, "--csv", self.path("some")).returncode, 0)
        contacts = self.csv("some/contacts.csv")
        self.assertGreater(len(contacts), 0)
        self.assertTrue(all(int(row["step"]) % 10 == 0 and row["jz"] == "" for row in contacts))

    def test_bodies_that_overlap_at_the_start_are_named_with_their_scene(self):
        scene = json.loads(json.dumps(BOX_ON_FLOOR))
        scene["bodies"][1]["position"][2] = 0.25
        path, out = self.scene(scene), self.path("no.abut")
        self.expect_bad_input(run("run", path, "--out", out), path, '"floor"', '"a, box"', "overlap by 0.25 m")
        self.assertFalse(os.path.exists(out))

    def test_arguments_that_are_none_are_refused(self):
        scene = self.scene(FREE)
        for arguments, *texts in (
                ([], "takes a scene to run"), ([scene, "--resume", "x"], "takes a scene to run"),
                ([scene, "--time", "0"], "--time"), ([scene, "--time", "nan"], "--time"), ([scene, "--step", "-1"], "--step"),
                ([scene, "--step", "1e-12"], "more than 1e9 steps"), ([scene, "--law", "con"], "--law", 'did you mean "cone"?'),
                ([scene, "--impact", "newtn"], "--impact", 'did you mean "newton"?'), ([scene, "--impact-order", "at once"], "--impact-order", "sequential"),
                ([scene, "--threads", "0"], "--threads"), ([scene, "--save-every", "-1"], "--save-every"),
                (["--resume", "x", "--time", "1"], "goes on as it began"), (["--resume", "x"], "no such file"),
                (["none.json"], "none.json"), ([scene, "--out", self.path("no/folder.abut")], "cannot be written")):
            self.expect_bad_input(run("run", *arguments), *texts)

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_a_full_disk_is_told(self):
        self.expect_bad_input(run("run", self.scene(FREE), "--out", "/dev/full"), "/dev/full", "the disk is full")


class Resume(WithRuns):
    LONG = {**BOX_ON_FLOOR, "duration": 1.5}

    def test_a_trace_cut_anywhere_is_resumed_to_the_same_bytes(self):
        out = self.trace(self.LONG, "whole.abut", "--save-every", "50")
        whole = self.bytes_of(out)
        for share in (0.999, 0.7, 0.4, 0.1):
            cut = self.path("cut.abut")
            pathlib.Path(cut).write_bytes(whole[:int(share * len(whole))])
            summary = self.run_json("run", "--resume", cut)
            self.assertEqual(summary["num_steps"], 384)
            self.assertEqual(self.bytes_of(cut), whole)

    def test_a_damaged_trace_is_made_again_from_the_last_state_before_the_damage(self):
        out = self.trace(self.LONG, "whole.abut", "--save-every", "50")
        whole = bytearray(self.bytes_of(out))
        damaged = bytearray(whole)
        damaged[len(whole) // 2] ^= 1
        pathlib.Path(out).write_bytes(damaged)
        self.expect_bad_input(run("replay", out), "is damaged", "--resume")
        done = run("run", "--resume", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("is damaged", done.stderr)
        self.assertEqual(self.bytes_of(out), bytes(whole))

    def test_a_run_that_was_killed_is_resumed_to_the_same_bytes(self):
        scene = self.scene(self.LONG, duration=6000 * STEP)
        whole, killed = self.path("whole.abut"), self.path("killed.abut")
        self.run_json("run", scene, "--out", whole)
        for how in (signal.SIGKILL, signal.SIGINT):
            process = subprocess.Popen([ABUT, "run", scene, "--out", killed], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            while process.poll() is None and not (os.path.exists(killed) and os.path.getsize(killed) > 20000):
                time.sleep(0.001)
            process.send_signal(how)
            process.communicate()
            done = run("run", "--resume", killed)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(self.bytes_of(killed), self.bytes_of(whole))
            os.remove(killed)

    def test_sleep_is_saved_and_resumed_and_proven_like_any_run(self):
        out = self.path("whole.abut")
        summary = self.run_json("run", self.scene(self.LONG), "--out", out, "--sleep", "--save-every", "50")
        self.assertEqual(summary["num_asleep"], 1)
        self.assertGreaterEqual(summary["dropped_energy"], 0)
        whole = self.bytes_of(out)
        self.assertLess(len(whole), 0.9 * len(self.bytes_of(self.trace(self.LONG, "awake.abut", "--save-every", "50"))))
        cut = self.path("cut.abut")
        pathlib.Path(cut).write_bytes(whole[:-100])  # long after it fell asleep
        self.assertEqual(self.run_json("run", "--resume", cut)["num_asleep"], 1)
        self.assertEqual(self.bytes_of(cut), whole)
        self.assertTrue(self.run_json("verify", out)["is_proven"])
        self.assertEqual(run("replay", out).returncode, 0)
        self.expect_bad_input(run("run", "--resume", out, "--sleep"), "--sleep would change it")

    def test_a_run_that_has_ended_stays_as_it_is(self):
        out = self.trace(BOX_ON_FLOOR)
        before = self.bytes_of(out)
        done = run("run", "--resume", out)
        self.assertEqual(done.returncode, 0)
        self.assertIn("nothing to go on with", done.stderr)
        self.assertIn("128 steps", done.stdout)
        self.assertEqual(self.bytes_of(out), before)


class Verify(WithRuns):
    def test_a_run_is_proven_free_of_intersections_within_its_own_claim(self):
        out = self.path("run.abut")
        claimed = self.run_json("run", self.scene(BOX_ON_FLOOR), "--out", out)["least_separation"]
        found = self.run_json("verify", out)
        self.assertTrue(found["is_proven"] and found["is_whole"])
        self.assertEqual((found["num_bodies"], found["num_steps"], found["num_exempt"]), (2, 128, 0))
        self.assertEqual((found["intersections"], found["undecided"], found["faults"]), ([], [], []))
        lower, upper = found["least_separation"]
        self.assertGreater(lower, 0)
        self.assertLessEqual(lower, upper)
        self.assertLessEqual(claimed, upper)
        self.assertEqual(found["least_pair"]["bodies"], ["floor", "a, box"])
        text = run("verify", out).stdout
        for words in ("proven free of intersections", "at least", "0 pairs", "128 steps"):
            self.assertIn(words, text)

    def test_exempt_pairs_may_overlap_and_are_counted(self):
        scene = json.loads(json.dumps(BOX_ON_FLOOR))
        scene["bodies"][0]["group"] = scene["bodies"][1]["group"] = "one"
        found = self.run_json("verify", self.trace(scene))
        self.assertTrue(found["is_proven"])
        self.assertEqual(found["num_exempt"], 1)

    def test_a_trace_whose_bodies_meet_is_found_out(self):
        # The same trace, but as if the pair were not exempt: the list of exempt pairs ends the header's payload.
        scene = json.loads(json.dumps(BOX_ON_FLOOR))
        scene["bodies"][0]["group"] = scene["bodies"][1]["group"] = "one"
        out = self.trace(scene)
        data = self.bytes_of(out)
        (length,) = struct.unpack("<Q", data[24:32])
        payload = data[32:32 + length]
        self.assertEqual(payload[-12:], struct.pack("<III", 1, 0, 1))
        payload = payload[:-12] + struct.pack("<I", 0)
        head = struct.pack("<4sQ", b"HEAD", len(payload))
        block = b"HEAD" + struct.pack("<IQ", zlib.crc32(head), len(payload)) + payload + struct.pack("<I", zlib.crc32(payload))
        pathlib.Path(out).write_bytes(data[:16] + block + data[32 + length + 4:])
        found = self.run_json("verify", out, code=1)
        self.assertFalse(found["is_proven"])
        self.assertEqual(found["intersections"][0]["bodies"], ["floor", "a, box"])
        # The gap of 1/4 m closes when g t^2 / 2 = 1/4.
        self.assertAlmostEqual(found["intersections"][0]["t"][0], (0.5 / 9.81) ** 0.5, delta=2 * STEP)
        done = run("verify", out)
        self.assertEqual(done.returncode, 1)
        self.assertIn("not proven", done.stdout)

    def test_a_trace_that_is_cut_is_verified_up_to_there(self):
        out = self.trace(BOX_ON_FLOOR)
        data = self.bytes_of(out)
        pathlib.Path(out).write_bytes(data[:len(data) * 2 // 3])
        done = run("verify", out, "--json")
        self.assertEqual(done.returncode, 0)
        self.assertIn("was broken off: read up to step", done.stderr)
        found = json.loads(done.stdout)
        self.assertFalse(found["is_whole"])
        self.assertLess(found["num_steps"], 128)

    def test_what_is_no_trace_is_refused(self):
        self.expect_bad_input(run("verify", self.scene(FREE)), "this is no trace")
        self.expect_bad_input(run("verify", self.path("none.abut")), "no such file")
        self.expect_bad_input(run("verify", str(self.folder)), "no such file")


class Replay(WithRuns):
    def test_a_run_is_repeated_to_the_bit_from_its_trace_alone(self):
        mesh = self.make("box", "--size", "1,1,1")
        scene = json.loads(json.dumps(BOX_ON_FLOOR))
        scene["bodies"][1]["shape"] = {"mesh": os.path.basename(mesh)}
        out = self.trace(scene)
        os.remove(mesh)
        found = self.run_json("replay", out, "--threads", "2")
        self.assertTrue(found["is_same"])
        self.assertEqual(found["num_steps"], 128)
        self.assertIn("the same to the bit in 128 steps", run("replay", out).stdout)

    def test_a_step_that_differs_is_named(self):
        out = self.trace(FREE)
        data = bytearray(self.bytes_of(out))
        # The hash of step 1 stands behind index, t, outcome, culprit, seven counts, eight figures and three vectors.
        first = 32 + struct.unpack("<Q", data[24:32])[0] + 4
        self.assertEqual(data[first:first + 4], b"STEP")
        (length,) = struct.unpack("<Q", data[first + 8:first + 16])
        at = first + 16 + 8 + 8 + 1 + 4 + 7 * 4 + 8 * 8 + 9 * 8
        data[at] ^= 1
        payload = data[first + 16:first + 16 + length]
        data[first + 16 + length:first + 20 + length] = struct.pack("<I", zlib.crc32(payload))
        pathlib.Path(out).write_bytes(data)
        found = self.run_json("replay", out, code=1)
        self.assertEqual((found["is_same"], found["num_steps"], found["different"]["step"]), (False, 0, 1))


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
        lines = {"energy": 3, "momentum": 3, "contacts": 1, "least_separation": 1, "lost_motion": 1}
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
