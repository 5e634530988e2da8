"""`abut contact` as a person or a script uses it."""
import json
import unittest
import xml.etree.ElementTree

from cli_support import WithFolder, run


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


if __name__ == "__main__":
    unittest.main()
