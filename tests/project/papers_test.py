"""docs/papers/*.md name functions, tests and benchmarks that exist."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def rows_of(path):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and len(cells) == 4 and not set(cells[0]) <= {"-"} and not cells[0].startswith("claim"):
            yield number, cells


def names_in(cell):
    return re.findall(r"`([^`]+)`", cell)


class Papers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.headers = "\n".join(p.read_text() for p in sorted((ROOT / "src").rglob("*.h")))
        text = "\n".join(p.read_text() for p in sorted((ROOT / "tests").rglob("*_test.cpp")))
        cls.tests = {f"{suite}.{name}" for suite, name in re.findall(r"TEST(?:_[FP])?\((\w+),\s*(\w+)\)", text)}
        cls.papers = sorted((ROOT / "docs/papers").glob("*.md"))

    def test_there_are_papers(self):
        self.assertGreaterEqual(len(self.papers), 2)
        for paper in self.papers:
            self.assertTrue(list(rows_of(paper)), paper)

    def test_every_function_is_declared(self):
        for paper in self.papers:
            for number, (_, functions, _, _) in rows_of(paper):
                self.assertTrue(names_in(functions) or functions == "not yet", f"{paper.name}:{number}: no function")
                for name in names_in(functions):
                    self.assertRegex(self.headers, rf"\b{name}\(", f"{paper.name}:{number}")

    def test_every_test_exists(self):
        for paper in self.papers:
            for number, (_, functions, tests, _) in rows_of(paper):
                self.assertTrue(names_in(tests) or functions == "not yet", f"{paper.name}:{number}: no test")
                for name in names_in(tests):
                    found = [t for t in self.tests if t == name or (name.endswith("*") and t.startswith(name[:-1]))]
                    self.assertTrue(found, f"{paper.name}:{number}: there is no test {name}")

    def test_every_benchmark_exists(self):
        for paper in self.papers:
            for number, cells in rows_of(paper):
                for name in names_in(cells[3]):
                    self.assertTrue((ROOT / f"bench/{name}.cpp").exists(), f"{paper.name}:{number}: there is no bench/{name}.cpp")


if __name__ == "__main__":
    unittest.main()
