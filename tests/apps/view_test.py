"""`abut view`: what it shows, how it starts and ends, and what it says where it cannot."""
import json
import os
import signal
import socket
import stat
import subprocess
import unittest

from cli_support import WithFolder, run
from view_support import Closed, Viewer, wait_until


class Meshes(WithFolder):
    def test_a_mesh_comes_with_its_report_its_faces_and_its_real_edges(self):
        box = self.make("box", "--size", "1,2,4")
        with Viewer(box) as viewer, viewer.open_page() as page:
            hello = page.read()
            self.assertEqual((hello["type"], hello["protocol"], hello["mode"], hello["title"]), ("hello", 1, "mesh", "box.obj"))
            self.assertRegex(hello["program"], r"^abut \d+\.\d+\.\d+$")
            self.assertEqual(hello["reports"], self.info(box))
            self.assertEqual(hello["bodies"][0]["name"], "box.obj")
            self.assertAlmostEqual(hello["bodies"][0]["volume"], 8)
            self.assertEqual(hello["shapes"], [{"kind": "mesh", "is_solid": True, "is_convex": True, "radius": 0}])
            geometry = page.ask("geometry")
            self.assertEqual(len(geometry.arrays["0/vertices"]), 3 * 8)
            self.assertEqual(len(geometry.arrays["0/triangles"]), 3 * 12)
            self.assertEqual(sorted(geometry.arrays["0/triangle_face"]), [f for f in range(6) for _ in range(2)])
            self.assertEqual(geometry.arrays["0/edge_kind"], [0] * 12)
            poses = page.ask("poses", first=0, count=256)
            self.assertEqual(poses.arrays["X_WB"], [0, 0, 0, 1, 0, 0, 0])

    def test_defects_come_with_their_places_and_several_meshes_side_by_side(self):
        torn = self.path("torn.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n")
        with Viewer(torn, self.make("box"), self.make("torus")) as viewer, viewer.open_page() as page:
            hello = page.read()
            self.assertEqual(hello["title"], "torn.obj, box.obj, torus.obj")
            self.assertEqual([body["shape"] for body in hello["bodies"]], [0, 1, 2])
            defects = {defect["kind"]: defect for defect in hello["reports"][0]["defects"]}
            self.assertEqual(defects, {defect["kind"]: defect for defect in self.info(torn)[0]["defects"]})
            self.assertIn("p", next(iter(defects.values()))["places"][0])
            self.assertEqual(page.ask("geometry").arrays["0/edge_kind"].count(3), 3)  # border
            self.assertEqual(len(page.ask("step", index=0).arrays["V_WBcm"]), 18)

    def test_units_are_those_that_are_told(self):
        with Viewer(self.make("box", "--size", "1,1,1"), "--units", "mm") as viewer, viewer.open_page() as page:
            self.assertAlmostEqual(page.read()["bodies"][0]["volume"], 1e-9, delta=1e-20)

    def test_a_name_is_only_ever_text_in_json(self):
        name = "<script>alert(1)<"
        mesh = self.path(name + ".obj", "o </script><img src=x>\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        with Viewer(mesh) as viewer, viewer.open_page() as page:
            self.assertEqual(page.read()["bodies"][0]["name"], name + ".obj")
            for target in ("/", "/app.js", "/app.css", "/" + name):
                self.assertNotIn(b"alert(1)", viewer.ask(target.replace("<", "%3c").replace(">", "%3e")).body)


class Contact(WithFolder):
    def test_two_meshes_come_with_their_manifold(self):
        box = self.make("box", "--size", "1,1,1")
        poses = ("--pose-a", "0.5,0,1", "--pose-b", "0,0,0,0.5,0.5,0.5,0.5")
        told = json.loads(run("contact", box, box, *poses, "--json").stdout)
        with Viewer(box, box, *poses) as viewer, viewer.open_page() as page:
            hello = page.read()
            self.assertEqual((hello["mode"], hello["title"], hello["num_steps"]), ("contact", "box.obj, box.obj", 0))
            self.assertEqual(hello["reports"], [told])
            self.assertEqual(page.ask("poses", first=0, count=1).arrays["X_WB"],
                             [0.5, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0.5, 0.5, 0.5, 0.5])
            step = page.ask("step", index=0)
            points = told["manifold"]["points"]
            self.assertEqual(len(points), 4)
            self.assertEqual(step.arrays["contact_gap"], [point["gap"] for point in points])
            self.assertEqual(step.arrays["contact_p"], [(a + b) / 2 for point in points
                                                        for a, b in zip(point["p_WCa"], point["p_WCb"])])
            self.assertEqual(step.arrays["contact_normal"], 4 * told["manifold"]["nhat_BA_W"])
            self.assertEqual(step.arrays["contact_bodies"], 4 * [0, 1])
            kinds = ["vertex", "edge", "face", "cut"]
            names = [f"{kinds[f >> 30]} {f & 0x3fffffff}" for f in step.arrays["contact_features"]]
            self.assertEqual(names, [point[f] for point in points for f in ("feature_a", "feature_b")])
            self.assertEqual((step.arrays["patch_first"], sorted(step.arrays["patch_contacts"])), ([0, 4], [0, 1, 2, 3]))

    def test_what_cannot_be_asked_of_it_is_an_error_for_a_person(self):
        with Viewer(self.make("box")) as viewer, viewer.open_page() as page:
            page.read()
            self.assertEqual(page.ask("step", index=1)["message"], "there is no step 1: nothing moves here")
            self.assertEqual(page.ask("run")["message"], "nothing can be run here: only 'abut view SCENE.json' runs something")
            self.assertEqual(viewer.ask("/trace?token=" + viewer.token).status, 404)


class Program(WithFolder):
    def test_it_ends_with_code_0_when_it_is_asked_to_and_tells_its_pages(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with Viewer(self.make("box")) as viewer, viewer.open_page() as page:
                page.read()
                viewer.process.send_signal(number)
                with self.assertRaises(Closed) as caught:
                    page.read()
                self.assertEqual((caught.exception.code, caught.exception.reason), (1001, "abut view has ended"))
                out, err = viewer.process.communicate(timeout=20)
                self.assertEqual((viewer.process.returncode, out), (0, ""))
                self.assertEqual(err, "note: open this address in a browser; Ctrl-C ends it\n")

    def test_it_ends_by_itself_once_no_page_was_open_for_the_idle_time(self):
        with Viewer(self.make("box"), "--idle", "1") as viewer:
            page = viewer.open_page()
            page.read()
            with self.assertRaises(subprocess.TimeoutExpired):
                viewer.process.wait(timeout=2)  # a page is open
            page.connection.close()
            self.assertEqual(viewer.process.wait(timeout=20), 0)

    def test_the_address_says_so_where_it_is_to_play_at_once(self):
        with Viewer(self.make("box"), "--play") as viewer:
            self.assertRegex(viewer.address, "^http://127.0.0.1:[0-9]+/#token=[0-9a-f]{32}&play$")

    def test_it_ends_though_a_page_does_not_listen(self):
        with Viewer(self.make("box")) as viewer, viewer.open_page(), viewer.connect():
            self.assertEqual(viewer.end()[0], 0)

    def test_a_port_in_use_is_passed_by_and_that_is_said(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            with Viewer(self.make("box"), port=port) as viewer:
                self.assertGreater(viewer.port, port)
                self.assertLess(viewer.port, port + 20)
                self.assertEqual(viewer.ask("/").status, 200)
                self.assertIn(f"note: port {port} is in use; port {viewer.port} is taken instead\n", viewer.end()[2])

    def test_where_no_port_is_free_that_is_said(self):
        with socket.socket() as last:
            last.bind(("127.0.0.1", 65535))
            last.listen()
            self.expect_bad_input(run("view", self.make("box"), "--no-open", "--port", "65535"),
                                  "--port: the ports 65535 to 65535 are all in use", "--port 0")

    def test_files_that_are_none_of_these_are_bad_input(self):
        self.expect_bad_input(run("view", self.path("none.obj"), "--no-open"), "none.obj")
        self.expect_bad_input(run("view", self.path("bad.obj", "v 0 0\nf 1 2 3\n"), "--no-open"), "bad.obj", "line 1")
        self.expect_bad_input(run("view", self.path("empty.stl", ""), "--no-open"), "empty.stl")
        box = self.make("box")
        self.expect_bad_input(run("view", box, "--pose-b", "0,0,1", "--no-open"), "give two meshes with them")
        self.expect_bad_input(run("view", box, box, "--pose-b", "0,0", "--no-open"), "--pose-b")
        self.assertEqual(run("view", "--no-open").returncode, 2)


class Browser(WithFolder):
    def start(self, name, *flags, **env):
        """A viewer that finds only a program of that name, which writes down what it is given."""
        folder = self.folder / "bin"
        folder.mkdir()
        program = folder / name
        program.write_text(f'#!/bin/sh\ncd {self.folder}\necho "$#" "$@" > opened\n'
                           '/bin/ls -l /proc/$$/fd > files.part\n/bin/mv files.part files\n')
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        plain = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
        return Viewer(self.make("box"), *flags, no_open=False, env={**plain, "PATH": str(folder), **env})

    def expect_opened(self, viewer):
        self.assertTrue(wait_until(lambda: (self.folder / "files").exists()))
        self.assertEqual((self.folder / "opened").read_text(), f"1 {viewer.address}\n")
        self.assertNotIn("socket:", (self.folder / "files").read_text())  # else it would keep the port
        self.assertEqual(viewer.end()[2], "note: opened in a browser; Ctrl-C ends it\n")

    def test_a_browser_is_opened_where_there_is_a_screen(self):
        with self.start("xdg-open", DISPLAY=":0") as viewer:
            self.expect_opened(viewer)

    def test_another_is_tried_where_one_is_not_there(self):
        with self.start("x-www-browser", WAYLAND_DISPLAY="wayland-0") as viewer:
            self.expect_opened(viewer)

    def test_none_is_opened_without_a_screen_or_where_that_is_not_wanted(self):
        with self.start("xdg-open") as viewer:
            self.assertIn("open this address in a browser", viewer.end()[2])
        (self.folder / "bin" / "xdg-open").unlink()
        (self.folder / "bin").rmdir()
        with self.start("xdg-open", "--no-open", DISPLAY=":0") as viewer:
            self.assertIn("open this address in a browser", viewer.end()[2])
        self.assertFalse((self.folder / "opened").exists())


if __name__ == "__main__":
    unittest.main()
