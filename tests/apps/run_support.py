"""What the tests of runs and their traces share: two small scenes, and running them."""
import csv
import json
import pathlib

from cli_support import WithFolder, run

STEP = 1 / 256

BOX_ON_FLOOR = {
    "abut_scene": 1, "step": STEP, "duration": 0.5,
    "bodies": [
        {"name": "floor", "type": "static", "shape": {"box": [4, 4, 1]}, "position": [0, 0, -0.5]},
        {"name": "a, box", "shape": {"box": [1, 1, 1]}, "density": 1, "position": [0, 0, 0.75]},
    ],
}
SPINNING = {  # a box that turns while it slides, and comes to rest
    "abut_scene": 1, "step": STEP, "duration": 1,
    "bodies": [
        {"name": "floor", "type": "static", "shape": {"box": [8, 8, 1]}, "position": [0, 0, -0.5]},
        {"name": "slider", "shape": {"box": [1, 1, 0.2]}, "density": 1, "position": [0, 0, 0.1002],
         "velocity": [1, 0.7, 0], "angular_velocity": [0, 0, 3]},
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
