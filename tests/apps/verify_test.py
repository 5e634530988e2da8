"""`abut verify` and `abut replay`: what a trace is worth."""
import json
import os
import pathlib
import struct
import unittest
import zlib

from cli_support import run
from run_support import BOX_ON_FLOOR, FREE, STEP, WithRuns


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
        # The hash of step 1 stands behind index, t, outcome, culprit, seven counts, ten figures, two
        # bodies, a flag and three vectors.
        first = 32 + struct.unpack("<Q", data[24:32])[0] + 4
        self.assertEqual(data[first:first + 4], b"STEP")
        (length,) = struct.unpack("<Q", data[first + 8:first + 16])
        at = first + 16 + 8 + 8 + 1 + 4 + 7 * 4 + 10 * 8 + 2 * 4 + 1 + 9 * 8
        data[at] ^= 1
        payload = data[first + 16:first + 16 + length]
        data[first + 16 + length:first + 20 + length] = struct.pack("<I", zlib.crc32(payload))
        pathlib.Path(out).write_bytes(data)
        found = self.run_json("replay", out, code=1)
        self.assertEqual((found["is_same"], found["num_steps"], found["different"]["step"]), (False, 0, 1))


if __name__ == "__main__":
    unittest.main()
