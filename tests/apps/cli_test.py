"""The command line as a person or a script uses it: what it prints where, its exit codes, and that a failure writes nothing."""
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

ABUT = os.environ["ABUT_PROGRAM"]
OPEN_MAKERS = {"warped_plane", "height_field"}  # sheets without volume; everything else that is made is a solid


def run(*arguments, cwd=None):
    return subprocess.run([ABUT, *arguments], capture_output=True, text=True, cwd=cwd, timeout=120)


class WithFolder(unittest.TestCase):
    def setUp(self):
        self.holder = tempfile.TemporaryDirectory()
        self.addCleanup(self.holder.cleanup)
        self.folder = pathlib.Path(self.holder.name)

    def path(self, name, text=None):
        path = self.folder / name
        if text is not None:
            path.write_text(text)
        return str(path)

    def make(self, maker, *arguments):
        out = self.path(f"{maker}.obj")
        done = run("make", maker, *arguments, "--out", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        return out

    def info(self, *arguments):
        done = run("info", "--json", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["meshes"]

    def expect_bad_input(self, done, *texts):
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(done.stdout, "")
        for text in texts:
            self.assertIn(text, done.stderr)


class Help(unittest.TestCase):
    def test_every_command_explains_itself_with_an_example(self):
        for command in (["info"], ["make"], ["draw"], ["contact"], ["toc"], ["scene", "check"], ["scene", "convert"], ["example"]):
            done = run(*command, "--help")
            self.assertEqual(done.returncode, 0)
            self.assertIn("Example", done.stdout, command)

    def test_a_wrong_word_is_bad_input_and_names_the_help(self):
        done = run("inof")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--help", done.stderr)

    def test_the_version_goes_to_stdout(self):
        self.assertRegex(run("--version").stdout, r"^abut \d+\.\d+\.\d+\n$")


class Make(WithFolder):
    def makers(self):
        listing = run("make", "--help").stdout
        rows = listing[listing.index("Subcommands:"):].split("\n\n")[0].splitlines()[1:]
        return [row.split()[0].rstrip(",") for row in rows if row[2] != " "]

    def test_what_every_maker_makes_is_clean(self):
        makers = self.makers()
        self.assertGreaterEqual(len(makers), 16)
        for maker in makers:
            report = self.info(self.make(maker))[0]
            open_sheet = maker.replace("-", "_") in OPEN_MAKERS
            self.assertEqual(report["kind"], "sheet" if open_sheet else "solid", maker)
            kinds = [d["kind"] for d in report["defects"]]
            self.assertEqual(kinds, ["open_edges"] if open_sheet else [], maker)

    def test_a_box_has_the_size_asked_for(self):
        report = self.info(self.make("box", "--size", "1,2,4"))[0]
        self.assertEqual(report["bounds"]["size"], [1, 2, 4])
        self.assertAlmostEqual(report["volume"], 8, delta=8e-15)
        self.assertAlmostEqual(report["area"], 2 * (1 * 2 + 2 * 4 + 4 * 1), delta=28e-15)
        self.assertTrue(report["is_convex"])
        self.assertEqual((report["num_faces"], report["num_edges"]), (6, 12))

    def test_both_formats_hold_the_same_mesh(self):
        ply = self.path("a.ply")
        self.assertEqual(run("make", "torus", "--out", ply).returncode, 0)
        a, b = self.info(ply, self.make("torus"))
        self.assertEqual({**a, "file": ""}, {**b, "file": ""})

    def test_a_value_out_of_range_writes_nothing(self):
        out = self.path("box.obj")
        self.expect_bad_input(run("make", "box", "--size", "1,-2,4", "--out", out), "size", "-2")
        self.assertEqual(os.listdir(self.folder), [])

    def test_an_unknown_format_is_refused_before_work(self):
        self.expect_bad_input(run("make", "box", "--out", self.path("box.step")), ".obj or .ply")

    def test_a_folder_that_does_not_exist_is_named(self):
        self.expect_bad_input(run("make", "box", "--out", self.path("no/box.obj")), "no/box.obj", "cannot be written")


class Info(WithFolder):
    def test_text_goes_to_stdout_without_colours(self):
        done = run("info", self.make("box"))
        self.assertEqual(done.returncode, 0)
        self.assertIn("solid", done.stdout)
        self.assertIn("no defects", done.stdout)
        self.assertNotIn("\033", done.stdout + done.stderr)

    def test_units_scale_the_mesh(self):
        part = self.path("part.obj", "v 0 0 0\nv 10 0 0\nv 0 10 0\nv 0 0 10\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n")
        self.assertEqual(self.info(part, "--units", "mm")[0]["bounds"]["size"], [0.01, 0.01, 0.01])
        self.expect_bad_input(run("info", part, "--units", "furlong"), "furlong", "mm")

    def test_fix_turns_an_inside_out_tetrahedron_and_says_so(self):
        part = self.path("part.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 4 2\nf 2 4 3\nf 3 4 1\n")
        self.assertEqual(self.info(part)[0]["kind"], "soup")
        out = self.path("fixed.ply")
        done = run("info", part, "--fix", "--out", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("turned 1 inside-out shell", done.stdout)
        fixed = self.info(out)[0]
        self.assertEqual((fixed["kind"], fixed["defects"]), ("solid", []))

    def test_each_kind_of_bad_file_is_named(self):
        os.mkdir(self.path("folder.obj"))
        self.expect_bad_input(run("info", self.path("none.stl")), "none.stl")
        self.expect_bad_input(run("info", self.path("folder.obj")), "folder.obj", "directory")
        self.expect_bad_input(run("info", self.path("empty.obj", "")), "empty.obj", "empty")
        self.expect_bad_input(run("info", self.path("bad.obj", "v 0 0 0\nv 1 0 0\nv 0 1 nan\n")), "bad.obj", "line 3")
        self.expect_bad_input(run("info", self.path("far.obj", "v 0 0 0\nv 1 0 0\nf 1 2 9\n")), "line 3", "9")

    def test_a_bad_file_among_good_ones_leaves_stdout_empty(self):
        self.expect_bad_input(run("info", self.make("box"), self.path("empty.obj", "")), "empty.obj")


class Draw(WithFolder):
    def test_a_drawing_is_well_formed_and_shows_the_front_of_a_box(self):
        svg = self.path("box.svg")
        self.assertEqual(run("draw", self.make("box"), "--out", svg).returncode, 0)
        root = xml.etree.ElementTree.parse(svg).getroot()
        filled = [e for e in root.iter() if e.tag.endswith("polygon")]
        self.assertEqual(len(filled), 6)  # three faces are seen, two triangles each

    def test_a_mesh_that_cannot_be_read_leaves_no_drawing(self):
        self.expect_bad_input(run("draw", self.path("empty.obj", ""), "--out", self.path("x.svg")), "empty.obj")
        self.assertEqual(os.listdir(self.folder), ["empty.obj"])


class Scenes(WithFolder):
    def examples(self):
        done = run("example", "--list")
        self.assertEqual(done.returncode, 0, done.stderr)
        return [line.split()[0] for line in done.stdout.splitlines()]

    def test_every_example_is_a_scene_without_faults(self):
        names = self.examples()
        self.assertGreaterEqual(len(names), 12)
        for name in names:
            out = self.path(f"{name}.json")
            self.assertEqual(run("example", name, "--out", out).returncode, 0)
            done = run("scene", "check", out)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("bodies", done.stdout)

    def test_a_converted_scene_reads_the_same(self):
        a, b = self.path("a.json"), self.path("b.json")
        run("example", "stack", "--out", a)
        self.assertEqual(run("scene", "convert", a, b).returncode, 0)
        checks = [json.loads(run("scene", "check", "--json", path).stdout) for path in (a, b)]
        for check in checks:
            del check["file"]
        self.assertEqual(*checks)

    def test_an_unknown_example_gets_a_suggestion(self):
        self.expect_bad_input(run("example", "piramid"), "piramid", "pyramid")

    def test_an_unknown_key_is_named_with_its_line_and_a_suggestion(self):
        scene = self.path("s.json", '{\n  "abut_scene": 1, "gravty": [0, 0, -9.81],\n  "bodies": []\n}\n')
        self.expect_bad_input(run("scene", "check", scene), "s.json", "line 2", "gravty", "gravity")

    def test_a_missing_mesh_is_named(self):
        scene = self.path("s.json", '{"abut_scene": 1, "bodies": [{"name": "a", "shape": {"mesh": "none.obj"}}]}')
        self.expect_bad_input(run("scene", "check", scene), "none.obj", "/bodies/0")

    def test_a_failed_conversion_writes_nothing(self):
        scene = self.path("s.json", "{")
        self.expect_bad_input(run("scene", "convert", scene, self.path("t.json")), "s.json")
        self.assertEqual(os.listdir(self.folder), ["s.json"])


class Contact(WithFolder):
    def contact(self, *arguments):
        done = run("contact", "--json", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_boxes_face_to_face_have_a_polygon_of_equal_gaps(self):
        box = self.make("box", "--size", "1,1,1")
        found = self.contact(box, box, "--pose-a", "0.25,0.125,1.5")
        self.assertEqual(found["outcome"], "apart")
        self.assertAlmostEqual(found["phi"], 0.5, delta=found["phi_bound"])
        self.assertEqual(found["nhat_BA_W"], [0, 0, 1])
        self.assertEqual(found["certificate"]["kind"], "distance")
        self.assertLessEqual(found["certificate"]["lower"], 0.5)
        self.assertGreaterEqual(found["certificate"]["upper"], 0.5)
        self.assertEqual(found["manifold"]["kind"], "polygon")
        corners = {tuple(round(x, 12) for x in point["p_WCb"][:2]) for point in found["manifold"]["points"]}
        self.assertEqual(corners, {(0.5, 0.5), (-0.25, 0.5), (-0.25, -0.375), (0.5, -0.375)})
        for point in found["manifold"]["points"]:
            self.assertAlmostEqual(point["gap"], 0.5, delta=1e-12)

    def test_the_kissing_translation_brings_overlapping_boxes_into_touch(self):
        box = self.make("box", "--size", "1,1,1")
        found = self.contact(box, box, "--pose-a", "0.2,0.1,0.75")
        self.assertEqual(found["outcome"], "overlapping")
        self.assertAlmostEqual(found["phi"], -0.25, delta=1e-12)
        moved = [p + d for p, d in zip((0.2, 0.1, 0.75), found["kissing"]["translation_of_a_W"])]
        touching = self.contact(box, box, "--pose-a", ",".join(map(repr, moved)))
        self.assertEqual(touching["outcome"], "touching")

    def test_nonconvex_shapes_linked_inside_and_within_a_margin(self):
        torus = self.make("torus", "--major_radius", "1", "--minor_radius", "0.25")
        small = self.make("box", "--size", "0.05,0.05,0.05")
        linked = self.contact(torus, torus, "--pose-a", "1,0,0,0.7071067811865476,0.7071067811865476,0,0", "--margin", "0.6")
        self.assertEqual(linked["outcome"], "apart")
        self.assertGreater(len(linked["pairs"]), 1)
        self.assertTrue(all(pair["phi"] <= 0.6 for pair in linked["pairs"]))
        self.assertEqual(self.contact(small, torus, "--pose-a", "1,0,0")["outcome"], "a_inside_b")
        self.assertEqual(self.contact(torus, small, "--pose-b", "1,0,0")["outcome"], "b_inside_a")

    def test_the_text_says_the_same_and_the_picture_is_svg(self):
        box = self.make("box", "--size", "1,1,1")
        picture = self.path("touch.svg")
        done = run("contact", box, box, "--pose-a", "0,0,1.5", "--svg", picture)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("apart", done.stdout)
        self.assertIn("phi         0.5 m", done.stdout)
        root = xml.etree.ElementTree.parse(picture).getroot()
        self.assertEqual(len(root.findall("{http://www.w3.org/2000/svg}circle")), 4)

    def test_a_pose_that_is_none_is_refused_before_any_file_is_read(self):
        for pose, text in (("1,2", "has 2 numbers"), ("1,2,x", "no finite number"), ("1,2,nan", "no finite number"),
                           ("0,0,0,1,1,0,0", "it is no rotation"), ("1;2;3", "no comma")):
            self.expect_bad_input(run("contact", "no.obj", "no.obj", "--pose-b", pose), "--pose-b", text)
        self.expect_bad_input(run("contact", "no.obj", "no.obj", "--margin", "-1"), "--margin")

    def test_a_missing_file_is_named(self):
        self.expect_bad_input(run("contact", "no_such.obj", "no_such.obj"), "no_such.obj")


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
