"""The command line as a person or a script uses it: what it prints where, its exit codes, and that a failure writes nothing."""
import json
import os
import unittest
import xml.etree.ElementTree

from cli_support import WithFolder, run

OPEN_MAKERS = {"warped_plane", "height_field"}  # sheets without volume; everything else that is made is a solid


class Help(unittest.TestCase):
    def test_every_command_explains_itself_with_an_example(self):
        for command in (["info"], ["make"], ["draw"], ["contact"], ["toc"], ["scene", "check"], ["scene", "convert"], ["example"],
                        ["run"], ["verify"], ["replay"], ["export"]):
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


if __name__ == "__main__":
    unittest.main()
