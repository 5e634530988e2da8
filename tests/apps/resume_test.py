"""Runs that were killed, cut off or damaged, and go on: `abut run --resume`."""
import os
import pathlib
import signal
import subprocess
import time
import unittest

from cli_support import ABUT, run
from run_support import BOX_ON_FLOOR, SPINNING, STEP, WithRuns


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

    def test_a_trace_of_impacts_within_steps_is_resumed_and_proven(self):
        """Walls 0.8 m apart and a ball at 60 m/s: a step of 1/60 s has one or two impacts, and a segment for each way."""
        wall = {"type": "static", "shape": {"box": [1, 1, 1]}}
        scene = {"abut_scene": 1, "duration": 0.5, "step": 1 / 60, "gravity": [0, 0, 0],
                 "materials": [{"name": "default", "restitution": 1}],
                 "bodies": [{"name": "l", "position": [-1, 0, 0], **wall}, {"name": "r", "position": [1, 0, 0], **wall},
                            {"name": "b", "shape": {"ball": 0.1}, "velocity": [60, 0, 0]}]}
        out = self.trace(scene, "whole.abut", "--save-every", "8")
        whole, cut = self.bytes_of(out), self.path("cut.abut")
        for share in (0.95, 0.5, 0.3):
            pathlib.Path(cut).write_bytes(whole[:int(share * len(whole))])
            self.assertEqual(self.run_json("run", "--resume", cut)["num_steps"], 30)
            self.assertEqual(self.bytes_of(cut), whole)
        self.assertEqual(run("verify", cut).returncode, 0)
        self.assertEqual(run("replay", cut).returncode, 0)

    def test_what_was_not_solved_before_it_was_cut_is_counted(self):
        out = self.trace(SPINNING, "whole.abut", "--law", "lcp", "--save-every", "50")
        summary = self.run_json("run", "--resume", out)  # it has ended: read
        self.assertGreater(summary["num_unsolved"], 10)
        cut = self.path("cut.abut")
        pathlib.Path(cut).write_bytes(self.bytes_of(out)[:-100])  # long after the box stands
        self.assertEqual(run("run", "--resume", cut, "--strict").returncode, 1)
        self.assertEqual(self.bytes_of(cut), self.bytes_of(out))
        resumed = self.run_json("run", "--resume", cut, "--strict", code=1)
        for key in ("num_unsolved", "worst_error"):
            self.assertEqual(resumed[key], summary[key])

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


if __name__ == "__main__":
    unittest.main()
