"""`abut view` of traces and of scenes that run: what the page is told is what the trace holds."""
import json
import os
import time
import unittest

from cli_support import run
from run_support import BOX_ON_FLOOR, STEP, WithRuns
from view_support import FREES_AT_ONCE, Viewer, memory_of, wait_until


def is_news(packet):
    return packet["type"] == "news"


class WithViewer(WithRuns):
    def open(self, *arguments, env=None):
        viewer = Viewer(*arguments, env=env)
        self.addCleanup(viewer.__exit__)
        page = viewer.open_page()
        self.addCleanup(page.connection.close)
        return viewer, page, page.read()


class Traces(WithViewer):
    def test_poses_and_figures_are_those_of_the_tables(self):
        trace = self.trace(BOX_ON_FLOOR)
        self.assertEqual(run("export", trace, "--csv", self.path("csv")).returncode, 0)
        _, page, hello = self.open(trace)
        self.assertEqual((hello["mode"], hello["num_steps"], hello["ending"], hello["outcome"], hello["title"]),
                         ("trace", 128, "whole", "finished", "run.abut"))
        self.assertEqual([body["name"] for body in hello["bodies"]], ["floor", "a, box"])
        rows = self.csv("csv/poses.csv")
        poses = page.ask("poses", first=0, count=256)
        self.assertEqual((poses["first"], poses["count"]), (0, 129))
        keys = ("px", "py", "pz", "qw", "qx", "qy", "qz")
        self.assertEqual(poses.arrays["X_WB"], [float(row[key]) for row in rows for key in keys])
        some = page.ask("poses", first=127, count=10)
        self.assertEqual(some["count"], 2)
        self.assertEqual(some.arrays["X_WB"], poses.arrays["X_WB"][127 * 14:])
        while page.read_until(is_news)["num_series"] < 128:
            pass
        series = page.ask("series", first=1, count=65536)
        energy = self.csv("csv/energy.csv")
        self.assertEqual(series["count"], 128)
        for key in ("t", "least_separation"):
            self.assertEqual(series.arrays[key], [float(row[key]) for row in energy])
        contacts = [row for row in self.csv("csv/contacts.csv") if row["step"] == "128"]
        step = page.ask("step", index=128)
        self.assertEqual(step.arrays["contact_impulse"], [float(row[key]) for row in contacts for key in ("jx", "jy", "jz")])

    def test_the_trace_is_saved_as_it_is(self):
        trace = self.trace(BOX_ON_FLOOR, 'a "box"\u00e9.abut')
        viewer, _, _ = self.open(trace)
        target = "/trace?token=" + viewer.token
        response = viewer.ask(target)
        self.assertEqual(response.status, 200)
        self.assertEqual(response.headers["content-disposition"], 'attachment; filename="a__box___.abut"')
        self.assertEqual(response.headers["content-type"], "application/octet-stream")
        self.assertEqual(response.body, self.bytes_of(trace))
        head = viewer.ask(target, method="HEAD")
        self.assertEqual((head.body, int(head.headers["content-length"])), (b"", len(response.body)))

    def test_a_trace_that_is_gone_cannot_be_saved_and_the_rest_goes_on(self):
        trace = self.trace(BOX_ON_FLOOR)
        viewer, page, _ = self.open(trace)
        os.remove(trace)
        response = viewer.ask("/trace?token=" + viewer.token)
        self.assertEqual((response.status, response.body), (500, b"the trace cannot be read any more\n"))
        self.assertEqual(page.ask("geometry")["type"], "geometry")

    def test_a_trace_that_is_cut_plays_what_is_there_and_says_so(self):
        whole = self.bytes_of(self.trace(BOX_ON_FLOOR))
        cut = self.path("cut.abut")
        with open(cut, "wb") as file:
            file.write(whole[:len(whole) * 2 // 3])
        _, page, hello = self.open(cut)
        self.assertEqual(hello["ending"], "cut")
        self.assertNotEqual(hello["note"], "")
        self.assertTrue(0 < hello["num_steps"] < 128)
        last = page.ask("poses", first=hello["num_steps"], count=2)
        self.assertEqual(last["count"], 1)
        self.assertAlmostEqual(last.arrays["t"][0], hello["num_steps"] * STEP)

    def test_what_is_no_trace_or_no_scene_is_bad_input(self):
        self.expect_bad_input(run("view", self.path("text.abut", "hello"), "--no-open"), "text.abut", "this is no trace")
        self.expect_bad_input(run("view", self.path("none.abut"), "--no-open"), "none.abut", "the file cannot be read")
        self.expect_bad_input(run("view", self.path("none.json"), "--no-open"), "none.json")
        self.expect_bad_input(run("view", self.path("x.json", "{"), "--no-open"), "x.json")
        scene, trace = self.scene(BOX_ON_FLOOR), self.trace(BOX_ON_FLOOR)
        self.expect_bad_input(run("view", scene, scene, "--no-open"), "a scene is shown alone")
        self.expect_bad_input(run("view", trace, scene, "--no-open"), "a trace is shown alone")
        self.expect_bad_input(run("view", trace, "--out", "x", "--no-open"), "--out: only what runs is written")
        self.expect_bad_input(run("view", trace, "--pose-a", "0,0,0", "--no-open"), "give two meshes with them")

    def test_files_are_known_by_how_they_begin(self):
        trace = self.trace(BOX_ON_FLOOR)
        os.rename(trace, self.path("trace.txt"))
        self.assertEqual(self.open(self.path("trace.txt"))[2]["mode"], "trace")
        os.rename(self.scene(BOX_ON_FLOOR), self.path("scene.txt"))
        self.assertEqual(self.open(self.path("scene.txt"), "--paused")[2]["mode"], "live")


class Runs(WithViewer):
    def test_a_scene_runs_pauses_steps_and_is_saved_whole(self):
        out = self.path("out.abut")
        viewer, page, hello = self.open(self.scene(BOX_ON_FLOOR, duration=10), "--paused", "--out", out)
        self.assertEqual((hello["mode"], hello["num_steps"], hello["ending"]), ("live", 0, "running"))
        self.assertEqual(page.ask("advance", steps=7)["type"], "done")
        while page.read_until(is_news)["num_steps"] < 7:
            pass
        page.ask("run")
        while page.read_until(is_news)["num_steps"] < 40:
            pass
        page.ask("pause")
        while page.read_until(is_news)["is_running"]:
            pass
        saved = self.path("saved.abut")
        with open(saved, "wb") as file:
            file.write(viewer.ask("/trace?token=" + viewer.token).body)
        self.assertEqual(viewer.end()[0], 0)
        for trace in (saved, out):
            done = run("verify", trace, "--json")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertGreaterEqual(json.loads(done.stdout)["num_steps"], 40)

    def test_a_page_that_does_not_read_gets_only_the_newest_news_and_holds_up_nobody(self):
        # News of 500 bodies, 28 kB each, at 1000 steps a second fill the connection's buffers in a moment.
        bodies = [{"name": f"ball {i}", "shape": {"ball": 0.1}, "position": [i, 0, 10]} for i in range(500)]
        scene = self.scene({"abut_scene": 1, "step": 0.001, "duration": 60, "bodies": bodies})
        viewer, page, _ = self.open(scene, "--paused", env=FREES_AT_ONCE)
        other = viewer.open_page()
        self.addCleanup(other.connection.close)
        other.read()
        page.send("run")
        time.sleep(0.5)
        before = memory_of(viewer)
        newest = {"num_steps": 0}

        def is_far(packet):
            newest.update(packet.head)
            return is_news(packet) and packet["num_steps"] > 1500

        other.read_until(is_far)
        other.kept.clear()
        self.assertLess(memory_of(viewer) - before, 30 << 20)
        # All that was sent while nobody read is older than what is sent now: how many steps are told of?
        steps = []
        while not steps or steps[-1] < newest["num_steps"]:
            packet = page.read()
            if is_news(packet):
                steps.append(packet["num_steps"])
        self.assertEqual(steps, sorted(steps))
        self.assertLess(len(steps), 0.8 * newest["num_steps"])
        gaps = [b - a for a, b in zip(steps, steps[1:])]
        self.assertGreater(max(gaps), 100)  # what it missed

    def test_a_page_that_says_what_it_has_seen_is_sent_one_at_a_time(self):
        _, page, _ = self.open(self.scene(BOX_ON_FLOOR, duration=60), "--paused")
        page.send("seen")
        page.read_until(is_news)
        page.send("run")
        time.sleep(0.5)  # some fifty steps
        self.assertEqual(page.ask("geometry")["type"], "geometry")
        self.assertLessEqual(len([packet for packet in page.kept if is_news(packet)]), 1)
        page.kept.clear()
        page.send("seen")
        self.assertGreater(page.read_until(is_news)["num_steps"], 10)  # the newest, not the next

    def test_pages_see_the_same_run(self):
        viewer, page, _ = self.open(self.scene(BOX_ON_FLOOR), "--paused")
        with viewer.open_page() as other:
            self.assertEqual(other.read()["type"], "hello")
            page.ask("set", friction=0.5)
            self.assertTrue(wait_until(lambda: other.read_until(is_news)["friction"] == 0.5))


if __name__ == "__main__":
    unittest.main()
