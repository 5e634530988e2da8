"""`abut solve` as a person or a script uses it."""
import json
import math
import pathlib
import re
import unittest

from cli_support import WithFolder, run

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCENE = {
    "abut_scene": 1, "step": 1 / 256, "duration": 0.125,
    "bodies": [
        {"name": "floor", "type": "static", "shape": {"box": [4, 4, 1]}, "position": [0, 0, -0.5]},
        {"name": "box", "shape": {"box": [1, 1, 1]}, "density": 1, "position": [0, 0, 0.501], "velocity": [1, 0, 0]},
    ],
}


def read_documented():
    """The example of the documentation."""
    text = (ROOT / "docs/contact-problem-format.md").read_text()
    return re.search(r"```json\n(.*?)```", text, flags=re.DOTALL).group(1)


class Solve(WithFolder):
    def dump(self, *options):
        """The problems of a box that slides over a floor."""
        scene, folder = self.path("slide.json", json.dumps(SCENE)), self.folder / "problems"
        done = run("laws", scene, "--dump", str(folder), "--compare", "cone", *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [str(path) for path in sorted(folder.iterdir())]

    def solve(self, *arguments):
        done = run("solve", "--json", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["problems"]

    def test_what_laws_dumps_is_solved_by_every_law(self):
        files = self.dump("--every", "5")
        self.assertGreater(len(files), 3)
        found = self.solve(*files, "--law", "all")
        self.assertEqual([problem["file"] for problem in found], files)
        for problem in found:
            self.assertEqual((problem["num_bodies"], problem["num_contacts"]), (2, 4))
            self.assertEqual([law["name"] for law in problem["laws"]], ["cone", "lcp", "svd", "gauss"])
            enough = 1.01 * max(problem["asked"]["tolerance"], problem["asked"]["guess_tolerance"])
            cone = problem["laws"][0]
            self.assertEqual(cone["outcome"], "solved")
            self.assertLessEqual(max(cone["residuals"].values()), enough)
            self.assertGreater(cone["seconds"], 0)
            self.assertLessEqual(cone["energy_gained"], 0)
            self.assertLessEqual(cone["normal_impulse"]["largest"], cone["normal_impulse"]["total"])

    def test_the_documented_example_is_solved(self):
        # Sticking takes 0.02 of 0.5 * 0.0981 N s. Held at its foot it would tip by that: the front corner carries more.
        problem = self.path("documented.json", read_documented())
        out = self.path("impulses.json")
        self.assertEqual(run("solve", problem, "--out", out).returncode, 0)
        found = json.loads(pathlib.Path(out).read_text())
        self.assertEqual((found["abut_contact_impulses"], found["law"], found["outcome"]), (1, "cone", "solved"))
        self.assertEqual(found["problem"], problem)
        (x0, _, z0), (x1, _, z1) = found["impulses"]
        self.assertAlmostEqual(x0 + x1, -0.02, places=9)
        self.assertAlmostEqual(z0 + z1, 0.0981, places=9)
        self.assertAlmostEqual(z1 - z0, 0.02, places=8)  # moments about its centre: (z1 - z0) / 2 = 0.02 / 2
        self.assertEqual(set(found["residuals"]), {"normal", "cone", "dissipation"})
        for body in found["bodies"]:
            self.assertLess(math.hypot(*body["velocity"], *body["angular_velocity"]), 1e-8)

    def test_keys_of_the_documentation_are_those_of_the_program(self):
        text = (ROOT / "docs/contact-problem-format.md").read_text()
        problem = json.loads(pathlib.Path(self.dump("--every", "1000")[0]).read_text())
        keys = [*problem, *problem["asked"], *problem["bodies"][0], *problem["contacts"][0]]
        out = self.path("impulses.json")
        run("solve", self.path("documented.json", read_documented()), "--out", out)
        for key in [*keys, *json.loads(pathlib.Path(out).read_text())]:
            self.assertIn(f"`{key}`", text)

    def test_what_is_asked_can_be_changed(self):
        file = self.dump("--every", "1000")[0]
        as_asked, = self.solve(file)
        self.assertEqual(as_asked["asked"]["tolerance"], json.loads(pathlib.Path(file).read_text())["asked"]["tolerance"])
        changed, = self.solve(file, "--tolerance", "1e-6", "--max-sweeps", "77")
        self.assertEqual(changed["asked"], {"tolerance": 1e-6, "max_sweeps": 77, "guess_tolerance": 0, "aim": 1})

    def test_a_cold_start_forgets_the_guess(self):
        file = self.dump("--every", "1")[-1]  # a box that slides evenly, with the impulses of the step before
        warm, cold = self.solve(file)[0]["laws"][0], self.solve(file, "--cold")[0]["laws"][0]
        self.assertLess(warm["num_sweeps"], cold["num_sweeps"])

    def test_the_table_names_files_laws_and_outcomes(self):
        file = self.dump("--every", "1000")[0]
        done = run("solve", file, "--law", "all")
        self.assertEqual(done.returncode, 0, done.stderr)
        for word in (file, "2 bodies, 4 contacts", "cone", "lcp", "svd", "dissipation", "solved", "sweeps", "energy J"):
            self.assertIn(word, done.stdout)
        self.assertLessEqual(max(len(line) for line in done.stdout.splitlines() if not line.startswith("/")), 120)

    def test_a_law_without_an_answer_writes_nothing(self):
        problem = json.loads(read_documented())
        problem["contacts"], problem["groups"] = problem["contacts"][:1] * 500, [1] * 500  # more than svd takes
        del problem["guess"]
        file, out = self.path("large.json", json.dumps(problem)), self.folder / "impulses.json"
        done = run("solve", file, "--law", "svd", "--out", str(out))
        self.assertEqual(done.returncode, 1)
        self.assertIn("too large", done.stderr)
        self.assertFalse(out.exists())
        self.assertEqual(self.solve(file, "--law", "svd")[0]["laws"], [{"name": "svd", "outcome": "too large"}])

    def test_impulses_go_to_standard_output_on_request(self):
        done = run("solve", self.path("documented.json", read_documented()), "--out", "-", "--law", "lcp")
        self.assertEqual(json.loads(done.stdout)["law"], "lcp")

    def test_bad_arguments_are_told(self):
        file = self.path("documented.json", read_documented())
        self.expect_bad_input(run("solve"), "FILE is required")
        self.expect_bad_input(run("solve", "none.json"), "none.json", "there is no such file")
        self.expect_bad_input(run("solve", self.path("scene.json", json.dumps(SCENE))), "abut_contact_problem")
        self.expect_bad_input(run("solve", file, "--law", "lpc"), "--law", 'did you mean "lcp"?')
        self.expect_bad_input(run("solve", file, "--tolerance", "0"), "--tolerance", "not positive")
        self.expect_bad_input(run("solve", file, "--max-sweeps", "0"), "--max-sweeps", "less than 1")
        self.expect_bad_input(run("solve", file, "--law", "all", "--out", "x.json"), "--out", "one law")
        self.expect_bad_input(run("solve", file, file, "--out", "x.json"), "--out", "one problem")


if __name__ == "__main__":
    unittest.main()
