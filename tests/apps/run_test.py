"""`abut run` as a person or a script uses it."""
import json
import os
import unittest

from cli_support import run
from run_support import BOX_ON_FLOOR, FREE, SPINNING, STEP, WithRuns


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
        for word in ("finished", "128 steps", "lost motion", "rounds", "residual", "all 128 steps solved to 1e-3", "impacts", "separation", summary["hash"]):
            self.assertIn(word, text)

    def test_steps_that_are_not_solved_are_counted_named_and_refused_if_asked(self):
        scene = self.scene(SPINNING, "spinning.json")
        done = run("run", scene, "--strict")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout.splitlines()[-1], r"^  solution     all 256 steps solved to 1e-3: worst \S+ at t = \S+ s, "
                                                       r'bodies "floor" and "slider", rms \S+ there$')
        summary = self.run_json("run", scene, "--strict")
        self.assertEqual(summary["num_unsolved"], 0)
        self.assertLess(summary["worst_error"]["value"], 1e-3)
        # A pyramid in place of the cone: while the box turns and slides its friction points elsewhere, by pi/8 at most.
        out = self.path("run.abut")
        summary = self.run_json("run", scene, "--law", "lcp", "--out", out)
        self.assertTrue(10 < summary["num_unsolved"] < 200)
        worst = summary["worst_error"]
        self.assertTrue(1e-3 < worst["rms"] < worst["value"] < 0.5)
        self.assertEqual(worst["bodies"], ["floor", "slider"])
        line = (f"{summary['num_unsolved']} of 256 steps not solved to 1e-3: worst {worst['value']:.2g} at t = {worst['t']:g} s, "
                f'bodies "floor" and "slider", rms {worst["rms"]:.2g} there')
        done = run("run", scene, "--law", "lcp")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout.splitlines()[-1], "  solution     " + line)
        done = run("run", scene, "--law", "lcp", "--strict")
        self.assertEqual(done.returncode, 1)
        self.assertIn("--strict: " + line, done.stderr)
        self.assertIn("finished", done.stdout)
        self.assertEqual(self.run_json("run", scene, "--law", "lcp", "--strict", code=1)["worst_error"], worst)
        # The trace knows them.
        self.assertEqual(run("export", out, "--csv", self.path("csv")).returncode, 0)
        rows = self.csv("csv/energy.csv")
        self.assertEqual(sum(row["is_solved"] == "0" for row in rows), summary["num_unsolved"])
        self.assertTrue(all((float(row["error"]) <= 1e-3) == (row["is_solved"] == "1") for row in rows))
        largest = max(rows, key=lambda row: float(row["error"]))
        self.assertEqual([float(largest["error"]), float(largest["error_rms"]), float(largest["t"]), largest["error_a"], largest["error_b"]],
                         [worst["value"], worst["rms"], worst["t"], "floor", "slider"])
        self.assertTrue(self.run_json("replay", out)["is_same"])

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


if __name__ == "__main__":
    unittest.main()
