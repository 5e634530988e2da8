"""`abut laws` as a person or a script uses it."""
import json
import unittest

from cli_support import WithFolder, run

BOX_ON_FLOOR = {
    "abut_scene": 1, "step": 1 / 256, "duration": 0.25,
    "bodies": [
        {"name": "floor", "type": "static", "shape": {"box": [4, 4, 1]}, "position": [0, 0, -0.5]},
        {"name": "box", "shape": {"box": [1, 1, 1]}, "density": 1, "position": [0, 0, 0.51]},
    ],
}


class Laws(WithFolder):
    def scene(self, scene, **changes):
        return self.path("scene.json", json.dumps({**scene, **changes}))

    def compare(self, scene, *options):
        done = run("laws", scene, "--json", *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_every_law_answers_every_problem_of_a_box_on_a_floor(self):
        found = self.compare(self.scene(BOX_ON_FLOOR))
        self.assertEqual((found["law"], found["outcome"], found["num_steps"]), ("cone", "finished", 64))
        self.assertGreater(found["num_problems"], 40)  # it falls 1 cm, which takes 0.045 s, and lies there
        self.assertEqual(found["num_compared"], found["num_problems"])
        self.assertEqual(found["contacts"]["most"], 4)
        self.assertEqual([law["name"] for law in found["laws"]], ["cone", "lcp", "svd", "gauss"])
        for law in found["laws"]:
            self.assertEqual(law["outcomes"], {"solved": found["num_problems"]}, law)
            for residual in law["residuals"].values():
                self.assertLessEqual(residual["median"], residual["worst"])
                self.assertLessEqual(residual["worst"], 1.01e-8)
            self.assertGreater(law["seconds"]["median"], 0)
            self.assertLessEqual(law["energy"]["largest_rise"], 1e-12)  # what falls is stopped
            self.assertLess(law["energy"]["change"], 0)
            # A kilogram is carried for a step, by four contacts, in all problems but that in which it arrives.
            weight = 9.81 / 256
            self.assertGreaterEqual(law["normal_impulse"]["largest"], weight / 4)
            self.assertGreaterEqual(law["normal_impulse"]["total"], weight * (found["num_problems"] - 1) * 0.999)

    def test_the_run_is_the_one_that_run_makes(self):
        scene = self.scene(BOX_ON_FLOOR)
        found = self.compare(scene, "--time", "0.125", "--law", "lcp")
        summary = json.loads(run("run", scene, "--time", "0.125", "--law", "lcp", "--json").stdout)
        self.assertEqual((found["law"], found["num_steps"], found["t"]), ("lcp", summary["num_steps"], summary["t"]))
        pivots = next(law for law in found["laws"] if law["name"] == "lcp")["sweeps"]
        self.assertGreater(pivots["worst"], 0)

    def test_only_some_problems_are_compared_on_request(self):
        scene = self.scene(BOX_ON_FLOOR)
        every, tenth = self.compare(scene), self.compare(scene, "--every", "10")
        self.assertEqual(tenth["num_problems"], every["num_problems"])
        self.assertEqual(tenth["num_compared"], -(-every["num_problems"] // 10))

    def test_the_table_names_laws_and_outcomes(self):
        text = run("laws", self.scene(BOX_ON_FLOOR)).stdout
        for word in ("cone", "lcp", "svd", "gauss", "dissipation", "energy J", "normal impulse", "solved", "64 steps"):
            self.assertIn(word, text)

    def test_only_some_laws_are_compared_on_request(self):
        found = self.compare(self.scene(BOX_ON_FLOOR), "--compare", "svd,cone")
        self.assertEqual([law["name"] for law in found["laws"]], ["svd", "cone"])

    def test_the_table_is_at_most_120_columns_wide(self):
        text = run("laws", self.scene(BOX_ON_FLOOR)).stdout
        self.assertLessEqual(max(len(line) for line in text.splitlines()[2:]), 120)

    def test_every_problem_compared_is_dumped_on_request(self):
        folder = self.folder / "made" / "for it"
        found = self.compare(self.scene(BOX_ON_FLOOR), "--every", "10", "--dump", str(folder))
        files = sorted(folder.iterdir())
        self.assertEqual(len(files), found["num_compared"])
        self.assertEqual([f.name for f in files[:2]],
                         ["scene-000000-2-bodies-4-contacts.json", "scene-000010-2-bodies-4-contacts.json"])
        problem = json.loads(files[-1].read_text())
        self.assertEqual(problem["abut_contact_problem"], 1)
        self.assertIn("of scene scene, in the step from 0.", problem["description"])
        # What the law was asked, not what is compared with: few contacts are solved far below their tolerance.
        self.assertEqual(list(problem["asked"]), ["tolerance", "max_sweeps", "guess_tolerance", "aim"])
        self.assertLess(problem["asked"]["aim"], 1e-9)
        self.assertEqual((len(problem["bodies"]), len(problem["contacts"]), problem["groups"]), (2, 4, [4]))
        self.assertAlmostEqual(abs(sum(p[2] for p in problem["guess"])), 9.81 / 256)  # 1 kg, held for a step

    def test_a_folder_that_cannot_be_made_is_told(self):
        taken = self.path("taken", "a file")
        self.expect_bad_input(run("laws", self.scene(BOX_ON_FLOOR), "--dump", taken), "taken", "cannot be made")

    def test_a_scene_in_which_nothing_touches_has_nothing_to_compare(self):
        scene = self.scene({"abut_scene": 1, "duration": 0.1,
                            "bodies": [{"name": "ball", "shape": {"ball": 0.5}, "position": [0, 0, 9]}]})
        done = run("laws", scene)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("nothing touched", done.stderr)
        self.assertEqual(self.compare(scene)["laws"][0]["num_answered"], 0)

    def test_bad_arguments_are_told(self):
        scene = self.scene(BOX_ON_FLOOR)
        self.expect_bad_input(run("laws", "none.json"), "none.json")
        self.expect_bad_input(run("laws", scene, "--time", "-1"), "--time")
        self.expect_bad_input(run("laws", scene, "--law", "svt"), "--law", 'did you mean "svd"?')
        self.expect_bad_input(run("laws", scene, "--every", "0"), "--every")
        self.expect_bad_input(run("laws", scene, "--compare", "cone,lpc"), "--compare", 'did you mean "lcp"?')
        self.expect_bad_input(run("laws"), "SCENE is required")


if __name__ == "__main__":
    unittest.main()
