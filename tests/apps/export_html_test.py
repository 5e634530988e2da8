"""`abut export --html`: one file, with the page and all it asks for inside."""
import base64
import html.parser
import json
import unittest

from cli_support import run
from run_support import BOX_ON_FLOOR, WithRuns
from view_support import Packet, Viewer


class Reader(html.parser.HTMLParser):
    """The elements of a page, with the text that follows their start."""

    def __init__(self, text):
        super().__init__()
        self.elements = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.elements.append([tag, dict(attributes), ""])

    def handle_endtag(self, tag):
        self.elements.append(["/" + tag, {}, ""])

    def handle_data(self, data):
        if self.elements:
            self.elements[-1][2] += data

    def find(self, tag):
        return [(attributes, text) for name, attributes, text in self.elements if name == tag]


class Html(WithRuns):
    def export(self, trace, *options):
        out = self.path("run.html")
        done = run("export", trace, "--html", out, *options)
        if "built without the viewer's page" in done.stderr:
            self.skipTest(done.stderr)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.text = self.bytes_of(out).decode()
        self.page = Reader(self.text)
        packets = [text for attributes, text in self.page.find("script") if attributes.get("id") == "abut-packets"]
        self.assertEqual(len(packets), 1)
        return {key: Packet(base64.b64decode(value, validate=True)) for key, value in json.loads(packets[0]).items()}, done

    def test_the_file_holds_the_page_whole_and_asks_nobody(self):
        trace = self.trace(BOX_ON_FLOOR)
        self.export(trace)
        scripts = [text for attributes, text in self.page.find("script") if attributes == {"type": "module"}]
        with Viewer(trace) as viewer:
            self.assertEqual(scripts, [viewer.ask("/app.js").body.decode()])
            self.assertEqual([text for _, text in self.page.find("style")], [viewer.ask("/app.css").body.decode()])
        for tag, attributes, _ in self.page.elements:
            self.assertNotIn("src", attributes)
            self.assertTrue(attributes.get("href", "data:").startswith("data:"), tag)
        policy = [attributes["content"] for attributes, _ in self.page.find("meta")
                  if attributes.get("http-equiv") == "Content-Security-Policy"]
        self.assertEqual(policy, ["default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"])

    def test_its_packets_are_those_the_program_would_answer(self):
        trace = self.trace(BOX_ON_FLOOR)
        packets, _ = self.export(trace)
        self.assertEqual(list(packets), ["hello", "geometry", "poses/0/64", "poses/64/64", "poses/128/64", "series/1/65536",
                                         *(f"step/{i}" for i in range(129))])
        with Viewer(trace) as viewer, viewer.open_page() as page:
            self.assertEqual(packets["hello"].head, page.read().head)
            while page.read_until(lambda packet: packet["type"] == "news")["num_series"] < 128:
                pass
            for key, packet in packets.items():
                kind, *numbers = key.split("/")
                if kind == "hello":
                    continue
                names = {"step": ["index"]}.get(kind, ["first", "count"])
                asked = page.ask(kind, **dict(zip(names, map(int, numbers))))
                self.assertEqual({**packet.head, "id": None}, {**asked.head, "id": None}, key)
                self.assertEqual(packet.arrays, asked.arrays, key)

    def test_of_every_so_many_steps_there_are_details(self):
        packets, _ = self.export(self.trace(BOX_ON_FLOOR), "--every", "50")
        self.assertEqual([key for key in packets if key.startswith("step")], ["step/0", "step/50", "step/100"])
        self.assertEqual(packets["poses/64/64"]["count"], 64)

    def test_a_trace_that_is_cut_is_shown_as_far_as_it_goes(self):
        whole = self.bytes_of(self.trace(BOX_ON_FLOOR))
        cut = self.path("cut.abut")
        with open(cut, "wb") as file:
            file.write(whole[:len(whole) // 2])
        packets, done = self.export(cut)
        self.assertIn("warning", done.stderr)
        num = packets["hello"]["num_steps"]
        self.assertEqual(packets["hello"]["ending"], "cut")
        self.assertEqual(packets["series/1/65536"]["count"], num)
        self.assertIn(f"step/{num}", packets)

    def test_a_name_cannot_leave_its_place(self):
        scene = json.loads(json.dumps(BOX_ON_FLOOR))
        scene["bodies"][1]["name"] = "</script><script>alert(1)</script>"
        packets, _ = self.export(self.trace(scene, "<!--<script>.abut"))
        self.assertEqual(packets["hello"]["bodies"][1]["name"], scene["bodies"][1]["name"])
        self.assertEqual(packets["hello"]["title"], "<!--<script>.abut")
        self.assertNotIn("alert(1)", self.text)

    def test_what_is_no_trace_leaves_no_file(self):
        self.expect_bad_input(run("export", self.path("no.abut", "no"), "--html", self.path("no.html")), "no.abut", "this is no trace")
        self.assertFalse((self.folder / "no.html").exists())


if __name__ == "__main__":
    unittest.main()
