"""What the tests of the command line share: running the program, and a folder to write to."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

ABUT = os.environ["ABUT_PROGRAM"]


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
