"""scripts/check_layout.py finds each fault it promises to find, and none in a tree without faults."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts/check_layout.py"
GOOD = {
    "CMakeLists.txt": "abut_layer(base)\nabut_layer(math PUBLIC base)\n",
    "src/abut/base/ids.h": "#include <vector>\n",
    "tests/base/ids_test.cpp": '#include "abut/base/ids.h"\n',
    "src/abut/math/pose.cpp": '#include "abut/base/ids.h"\n#include "abut/math/pose.h"\n',
    "tests/math/pose_test.cpp": "",
    "tests/oracle/area.h": '#include "abut/base/ids.h"\n',
}


class CheckLayout(unittest.TestCase):
    def run_on(self, changes):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**GOOD, **changes}.items():
                path = pathlib.Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            done = subprocess.run([sys.executable, SCRIPT, folder], capture_output=True, text=True)
            return done.returncode, done.stdout

    def expect_fault(self, changes, text):
        code, output = self.run_on(changes)
        self.assertEqual((code, output), (1, text + "\n"))

    def test_a_tree_without_faults_passes(self):
        self.assertEqual(self.run_on({}), (0, ""))

    def test_an_include_against_the_stream_is_found(self):
        self.expect_fault({"src/abut/base/ids.h": '#include "abut/math/pose.h"\n'},
                          "src/abut/base/ids.h:1: layer base includes abut/math/pose.h, against the stream of the data")

    def test_a_relative_include_is_found(self):
        self.expect_fault({"src/abut/base/ids.h": '\n#include "../math/pose.h"\n'},
                          'src/abut/base/ids.h:2: includes "../math/pose.h": write the full path, "abut/<layer>/..."')

    def test_a_unit_without_test_is_found(self):
        self.expect_fault({"src/abut/math/interval.h": ""},
                          "src/abut/math/interval: has no test tests/math/interval_test.cpp")

    def test_a_test_without_unit_is_found(self):
        self.expect_fault({"tests/math/lost_test.cpp": ""}, "tests/math/lost_test.cpp: tests no unit of that name")

    def test_an_aspect_of_a_unit_may_have_a_test_of_its_own(self):
        self.assertEqual(self.run_on({"tests/math/pose_far_away_test.cpp": ""}), (0, ""))

    def test_an_aspect_of_a_unit_of_another_folder_is_found(self):
        self.expect_fault({"tests/base/pose_far_away_test.cpp": ""},
                          "tests/base/pose_far_away_test.cpp: tests no unit of that name")

    def test_an_aspect_does_not_stand_in_for_the_test_of_its_unit(self):
        self.expect_fault({"src/abut/math/interval.h": "", "tests/math/interval_wide_test.cpp": ""},
                          "src/abut/math/interval: has no test tests/math/interval_test.cpp")

    def test_a_folder_that_is_no_layer_is_found(self):
        self.expect_fault({"src/abut/misc/a.h": ""}, "src/abut/misc/a.h:1: folder 'misc' is no layer of CMakeLists.txt")

    def test_an_oracle_that_leans_on_the_library_is_found(self):
        self.expect_fault({"tests/oracle/area.h": '#include "abut/math/interval.h"\n'},
                          "tests/oracle/area.h:1: an oracle includes abut/math/interval.h; it may share only records "
                          "with what it checks")

    def test_a_verification_that_leans_on_the_simulation_is_found(self):
        layers = "".join(f"abut_layer({layer})\n" for layer in ("base", "math", "geometry", "scene"))
        tree = {"CMakeLists.txt": layers, "tests/scene/verify/run_test.cpp": ""}
        for allowed in ("abut/math/pose.h", "abut/geometry/mesh.h", "abut/scene/verify/run.h"):
            self.assertEqual(self.run_on({**tree, "src/abut/scene/verify/run.cpp": f'#include "{allowed}"\n'}), (0, ""))
        self.expect_fault({**tree, "src/abut/scene/verify/run.cpp": '#include "abut/geometry/shape.h"\n'},
                          "src/abut/scene/verify/run.cpp:1: the verification includes abut/geometry/shape.h; it may "
                          "share nothing with what it checks")


if __name__ == "__main__":
    unittest.main()
