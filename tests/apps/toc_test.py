"""`abut toc` as a person or a script uses it."""
import json
import math
import unittest

from cli_support import WithFolder, run


class Toc(WithFolder):
    RESOLUTION = 2 ** -20

    def toc(self, *arguments):
        done = run("toc", "--json", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def expect_hit(self, found, s):
        """Bracketed, as narrowly as promised."""
        self.assertEqual(found["outcome"], "hit")
        self.assertLessEqual(found["s_lower"], s)
        self.assertGreaterEqual(found["s_upper"], s)
        self.assertLessEqual(found["s_upper"] - found["s_lower"], 2 * self.RESOLUTION)
        self.assertEqual(found["s"], found["s_lower"])
        self.assertEqual(found["t"], found["s"] * found["duration"])
        self.assertGreater(found["separation"], found["d_min"])
        self.assertGreaterEqual(found["num_queries"], 2)

    def test_a_box_at_one_metre_a_second_reaches_another_when_the_gap_is_closed(self):
        box = self.make("box", "--size", "1,1,1")
        found = self.toc(box, box, "--motion-a", "from=0.25,0.125,3/v=0,0,-1", "--duration", "4")
        d_min = 1e-9 * math.sqrt(3)  # of the diagonal
        self.assertAlmostEqual(found["d_min"], d_min, delta=1e-20)
        self.expect_hit(found, (2 - d_min) / 4)  # the gap is 3 - 1/2 - 1/2 - t
        self.assertAlmostEqual(found["t"], 2, delta=4 * 2 * self.RESOLUTION)
        self.assertEqual(len(found["pairs"]), 1)
        pair = found["pairs"][0]
        self.assertEqual(pair["nhat_BA_W"], [0, 0, 1])
        self.assertEqual(pair["p_WCb"][2], 0.5)
        self.assertGreater(pair["phi"], 0)
        self.assertLess(pair["phi"], 4 * 2 * self.RESOLUTION)
        self.assertAlmostEqual(found["X_WA"][2], 3 - found["t"], delta=1e-15)
        self.assertEqual(found["X_WB"], [0, 0, 0, 1, 0, 0, 0])

    def test_a_separation_asked_for_is_reached_earlier(self):
        box = self.make("box", "--size", "1,1,1")
        found = self.toc(box, box, "--motion-b", "from=0,0,3/to=0,0,1", "--separation", "0.25")
        self.expect_hit(found, 1.75 / 2)  # the gap is 2 - 2 s
        self.assertEqual(found["pairs"][0]["nhat_BA_W"], [0, 0, -1])

    def test_a_finer_resolution_narrows_the_bracket_and_none_is_late(self):
        box = self.make("box", "--size", "1,1,1")
        coarse = self.toc(box, box, "--motion-b", "from=0,0,3/to=0,0,1", "--resolution", "0.001")
        self.assertGreater(coarse["s_upper"] - coarse["s_lower"], 1e-4)
        # Within 2^-20 of the motion the cube turns by 1 rad; its corner, sqrt(1/2) from the axis, reaches x = 0.7 first
        # when it has turned by 45 degrees less acos(0.7 sqrt(2)).
        fast = box, box, "--motion-a", "axis=0,0,1/angle=1e6", "--motion-b", "from=1.2,0,0", "--separation", "1e-9"
        found = self.toc(*fast, "--resolution", "1e-12")
        s = (math.pi / 4 - math.acos((0.7 - 1e-9) * math.sqrt(2))) / 1e6
        self.assertEqual(found["outcome"], "hit")
        self.assertLessEqual(found["s_lower"], s)
        self.assertGreaterEqual(found["s_upper"], s)
        self.assertLessEqual(found["s_upper"] - found["s_lower"], 2e-12)
        self.assertLessEqual(self.toc(*fast)["s_lower"], s)

    def test_a_blade_swung_by_velocities_and_by_a_screw_meets_the_corner_of_a_box(self):
        # A blade 2 m long and 0.1 m thick turns about z; the corner of the box at (0.5, 0.7) is nearer than its end,
        # and meets its side, 0.05 m from its middle line.
        blade = self.make("box", "--size", "2,0.1,0.1")
        box = self.path("unit.obj")
        self.assertEqual(run("make", "box", "--size", "1,1,1", "--out", box).returncode, 0)
        angle = math.atan2(0.7, 0.5) - math.asin((0.05 + 1e-6) / math.hypot(0.5, 0.7))
        for motion, duration, turned in (("w=0,0,2", 3, 6), ("axis=0,0,5/angle=-4", 1, -4), ("axis=0,0,-1/angle=-2", 1, 2)):
            found = self.toc(blade, box, "--motion-a", motion, "--duration", str(duration), "--motion-b", "from=0,1.2,0",
                             "--separation", "1e-6")
            # Turned the other way it is the corner at (-0.5, 0.7), as soon.
            self.expect_hit(found, angle / abs(turned))
            self.assertEqual(found["pairs"][0]["p_WCb"][0] > 0, turned > 0)
            self.assertAlmostEqual(found["pairs"][0]["p_WCb"][1], 0.7, delta=1e-12)

    def test_a_body_turns_about_the_point_asked_for(self):
        # A cube turns clockwise about its edge at (-0.5, -0.5). Its edge at (0.5, 0.5), sqrt(2) away from there and 45
        # degrees up, comes to x = sqrt(2) cos(45 degrees - angle) - 0.5 and meets a wall at x = 0.75. About its middle
        # it would only reach sqrt(1/2).
        box = self.make("box", "--size", "1,1,1")
        wall = self.path("wall.obj")
        self.assertEqual(run("make", "box", "--size", "1,8,8", "--out", wall).returncode, 0)
        motions = "--motion-b", "from=1.25,0,0", "--separation", "1e-6", "--motion-a"
        found = self.toc(box, wall, *motions, "w=0,0,-1/about=-0.5,-0.5,0")
        self.expect_hit(found, math.pi / 4 - math.acos((1.25 - 1e-6) / math.sqrt(2)))
        self.assertEqual(self.toc(box, wall, *motions, "w=0,0,-1")["outcome"], "apart")

    def test_what_passes_is_apart_with_a_proven_separation(self):
        box = self.make("box", "--size", "1,1,1")
        found = self.toc(box, box, "--motion-a", "from=-3,0,1.25/to=3,0,1.25")
        self.assertEqual((found["outcome"], found["s"], found["t"], found["pairs"]), ("apart", None, None, []))
        self.assertEqual(found["s_lower"], 1)
        self.assertGreater(found["separation"], 0)
        self.assertLessEqual(found["separation"], 0.25)
        kept = self.toc(box, box, "--motion-a", "from=-3,0,1.25/to=3,0,1.25", "--separation", "0.2499")
        self.assertEqual(kept["outcome"], "apart")
        self.assertGreater(kept["separation"], 0.2499)

    def test_what_overlaps_at_the_start_says_so(self):
        box = self.make("box", "--size", "1,1,1")
        found = self.toc(box, box, "--motion-a", "from=0,0,0.75/v=0,0,1")
        self.assertEqual((found["outcome"], found["s"], found["t"]), ("starts_in_contact", 0, 0))
        self.assertAlmostEqual(found["pairs"][0]["phi"], -0.25, delta=1e-12)

    def test_what_starts_wholly_inside_a_ring_says_so_and_what_is_in_its_hole_is_apart(self):
        torus = self.make("torus", "--major_radius", "1", "--minor_radius", "0.25")
        small = self.make("box", "--size", "0.05,0.05,0.05")
        for files, option in (((small, torus), "--motion-a"), ((torus, small), "--motion-b")):
            inside = self.toc(*files, option, "from=1,0,0/v=0,0,0.01")
            self.assertEqual((inside["outcome"], inside["s"], inside["separation"]), ("starts_in_contact", 0, 0))
            self.assertEqual(self.toc(*files, option, "from=0,0,0/v=0,0,0.01")["outcome"], "apart")

    def test_both_walls_of_a_u_are_named_and_contact_says_the_same(self):
        u = self.make("u_shape", "--width", "1", "--height", "1", "--thickness", "0.2", "--depth", "0.5")
        bar = self.make("box", "--size", "4,1,4")
        found = self.toc(bar, u, "--motion-a", "from=0.1,3,0.2/to=0.1,1,0.2", "--separation", "1e-6")
        self.expect_hit(found, (1.5 - 1e-6) / 2)
        self.assertEqual({pair["p_WCb"][0] > 0 for pair in found["pairs"]}, {True, False})
        names = [(pair["feature_a"], pair["feature_b"]) for pair in found["pairs"]]
        self.assertEqual(len(names), len(set(names)))
        self.assertFalse(any("cut" in name for pair in names for name in pair))
        poses = [",".join(map(repr, found[key])) for key in ("X_WA", "X_WB")]
        done = run("contact", "--json", bar, u, "--pose-a", poses[0], "--pose-b", poses[1])
        self.assertEqual(json.loads(done.stdout)["phi"], min(pair["phi"] for pair in found["pairs"]))

    def test_the_text_says_the_same(self):
        box = self.make("box", "--size", "1,1,1")
        done = run("toc", box, box, "--motion-a", "from=0,0,3/v=0,0,-1", "--duration", "4")
        self.assertEqual(done.returncode, 0, done.stderr)
        for text in (": hit\n", "s           0.49999", "s of 4 s", "normal (0, 0, 1) from B to A", "1 pair of features"):
            self.assertIn(text, done.stdout)
        self.assertIn("apart throughout", run("toc", box, box, "--motion-a", "from=0,0,3").stdout)

    def test_a_motion_that_is_none_is_refused_before_any_file_is_read(self):
        for motion, *texts in (
                ("", "neither --motion-a nor --motion-b"), ("0,0,1", "\"0,0,1\" is no field"), ("from=", "is no field"),
                ("from=0,0,1/", "\"\" is no field"), ("form=0,0,1", "no field \"form\"", "did you mean \"from\""),
                ("from=0,0,1/from=0,0,2", "given twice"), ("to=0,0,1/v=0,0,1", "do not go together"),
                ("v=0,0,1/angle=1", "do not go together"), ("from=1,2", "--motion-b from", "has 2 numbers"),
                ("to=0,0,0,1,1,0,0", "--motion-b to", "it is no rotation"), ("v=1,2", "--motion-b v", "has 2 numbers, expected 3"),
                ("w=0,0,nan", "--motion-b w", "no finite number"), ("angle=1", "--motion-b axis", "no direction"),
                ("axis=0,0,0/angle=1", "--motion-b axis", "no direction"), ("axis=0,0,1/angle=1,2", "--motion-b angle", "has 2 numbers")):
            self.expect_bad_input(run("toc", "no.obj", "no.obj", "--motion-b", motion), *texts)
        for option, value in (("--separation", "-1"), ("--separation", "nan"), ("--duration", "0"), ("--duration", "-1"),
                              ("--duration", "inf")):
            self.expect_bad_input(run("toc", "no.obj", "no.obj", "--motion-b", "v=0,0,1", option, value), option)

    def test_a_motion_beyond_the_bounds_and_a_missing_file_are_named(self):
        box = self.make("box", "--size", "1,1,1")
        self.expect_bad_input(run("toc", box, box, "--motion-b", "axis=0,0,1/angle=2e6"), "the motion of B", "turns by")
        self.expect_bad_input(run("toc", box, box, "--motion-a", "v=0,0,1e300", "--duration", "1e300"), "the motion of A")
        self.expect_bad_input(run("toc", box, box, "--motion-a", "v=0,0,1", "--resolution", "0"), "resolution", "2^-50")
        self.expect_bad_input(run("toc", "no_such.obj", box, "--motion-a", "v=0,0,1"), "no_such.obj")
        self.expect_bad_input(run("toc", box, box, "--motion-a", "v=0,0,1", "--units", "furlong"), "furlong", "mm")


if __name__ == "__main__":
    unittest.main()
