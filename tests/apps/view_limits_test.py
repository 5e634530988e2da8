"""What a client of `abut view` cannot do, however it tries: fill its memory, hold its connections, keep others waiting."""
import os
import select
import socket
import struct
import time
import unittest

from cli_support import WithFolder
from view_support import BINARY, FREES_AT_ONCE, TEXT, Closed, Viewer, WithBoxShown, memory_of, read_to_end, wait_until

MOST_CONNECTIONS, MOST_MESSAGES, MOST_MESSAGE_BYTES, MOST_HEADER_BYTES, REQUEST_SECONDS = 16, 240, 4096, 8192, 5
MOST_REPLIES, MOST_FAULTS, IDLE_SECONDS = 64, 10, 60


class Limits(WithBoxShown):
    def open_page(self):
        page = self.viewer.open_page()
        self.addCleanup(page.connection.close)
        self.assertEqual(page.read()["type"], "hello")
        return page

    def expect_closed(self, page, code, reason=None):
        with self.assertRaises(Closed) as caught:
            while True:
                page.read()
        self.assertEqual(caught.exception.code, code)
        if reason is not None:
            self.assertEqual(caught.exception.reason, reason)

    def test_a_message_that_is_too_large_ends_the_connection(self):
        page = self.open_page()
        text = '{"type": "geometry", "id": 1}'
        page.send_text(text.ljust(MOST_MESSAGE_BYTES))
        self.assertEqual(page.read()["type"], "geometry")
        page.send_text(text.ljust(MOST_MESSAGE_BYTES + 1))
        self.expect_closed(page, 1009)

    def test_a_message_that_claims_to_be_huge_ends_the_connection_before_it_has_come(self):
        page = self.open_page()
        page.connection.sendall(bytes([0x80 | TEXT, 0x80 | 127]) + struct.pack(">Q", 1 << 40) + b"mask")
        self.expect_closed(page, 1009)

    def test_a_message_in_endless_pieces_ends_the_connection(self):
        page = self.open_page()
        piece = bytes([TEXT, 0x80 | 100]) + b"\0\0\0\0" + b" " * 100
        more = bytes([0, 0x80 | 100]) + b"\0\0\0\0" + b" " * 100
        page.connection.sendall(piece + 60 * more)
        self.expect_closed(page, 1009)

    def test_ten_messages_that_are_not_understood_end_the_connection(self):
        page = self.open_page()
        for _ in range(9):
            page.send_text("{}")
            self.assertEqual(page.read()["message"], "this message was not understood: 'type' must be a text")
        self.assertEqual(page.ask("geometry")["type"], "geometry")
        page.send_text("{}")
        self.expect_closed(page, 1008, "ten messages were not understood")

    def test_a_message_that_is_no_text_is_not_understood(self):
        page = self.open_page()
        page.send_frame(BINARY, b'{"type": "geometry", "id": 1}')
        self.assertEqual(page.read()["message"], "this message was not understood: it is no text")

    def test_text_that_is_no_unicode_or_a_frame_that_is_none_ends_the_connection(self):
        page = self.open_page()
        page.send_frame(TEXT, b"\xff\xfe")
        self.expect_closed(page, 1007)
        page = self.open_page()
        page.connection.sendall(b"\xff" * 20)
        self.expect_closed(page, 1002)
        page = self.open_page()
        page.connection.sendall(bytes([0x80 | TEXT, 2]) + b"{}")  # no mask
        self.expect_closed(page, 1002)

    def test_who_sends_too_many_messages_waits_and_nobody_else_does(self):
        page, other = self.open_page(), self.open_page()
        num = 2 * MOST_MESSAGES
        start = time.monotonic()
        for _ in range(num):
            page.send("step", index=0)
        for i in range(MOST_MESSAGES + 20):
            self.assertEqual(page.read()["id"], i + 1)
        other.ask("geometry")
        of_other = time.monotonic() - start
        for i in range(MOST_MESSAGES + 20, num):
            self.assertEqual(page.read()["id"], i + 1)
        of_all = time.monotonic() - start
        self.assertGreater(of_all, 0.9 * (num - MOST_MESSAGES) / MOST_MESSAGES)
        self.assertLess(of_other, 0.7 * of_all)

    def test_more_connections_than_there_are_are_turned_away_until_one_ends(self):
        held = []
        for _ in range(MOST_CONNECTIONS):
            held.append(self.viewer.connect())
            self.addCleanup(held[-1].close)
        self.assertTrue(wait_until(lambda: self.is_full(), 3))
        held.pop().close()
        self.assertTrue(wait_until(lambda: not self.is_full(), 3))
        for connection in held:
            connection.close()
        self.assertTrue(wait_until(lambda: not self.is_full(), 3))

    def is_full(self):
        data = self.viewer.send_raw(f"GET / HTTP/1.1\r\nHost: {self.viewer.host}\r\n\r\n".encode())
        self.assertTrue(data == b"" or data.startswith((b"HTTP/1.1 503", b"HTTP/1.1 200")), data[:60])
        return not data.startswith(b"HTTP/1.1 200")

    def test_a_request_that_comes_too_slowly_is_dropped(self):
        start = time.monotonic()
        slow, silent = self.viewer.connect(), self.viewer.connect()
        self.addCleanup(slow.close)
        self.addCleanup(silent.close)
        slow.sendall(b"GET / HTTP/1.1\r\n")
        try:
            while time.monotonic() < start + REQUEST_SECONDS + 3:
                slow.sendall(b"X: y\r\n")
                if slow in select.select([slow], [], [], 0.2)[0]:
                    break
        except ConnectionError:
            pass
        self.assertEqual((read_to_end(slow), read_to_end(silent)), (b"", b""))
        self.assertGreater(time.monotonic() - start, REQUEST_SECONDS - 0.5)
        self.assertLess(time.monotonic() - start, REQUEST_SECONDS + 2)

    def test_a_header_that_is_too_large_is_refused(self):
        for header in ("X: " + "y" * MOST_HEADER_BYTES, "\r\n".join(f"X{i}: y" for i in range(2000))):
            self.assertEqual(self.viewer.ask("/", headers=[header]).status, 431)
        self.assertIn(self.viewer.ask("/" + "x" * MOST_HEADER_BYTES).status, (414, 431))
        self.assertEqual(self.viewer.ask("/", headers=["X: " + "y" * (MOST_HEADER_BYTES - 300)]).status, 200)

    def test_a_request_with_a_body_is_refused(self):
        for headers in (["Content-Length: 1000000000000"], ["Content-Length: 1"], ["Transfer-Encoding: chunked"]):
            self.assertIn(self.viewer.ask("/", headers=headers + ["X: y"]).status, (400, 413), headers)

    def test_what_is_no_request_is_refused(self):
        for data in (b"\r\n\r\n", b"\0" * 100 + b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
                     b"GET / HTTP/1.1\r\nHost : x\r\n\r\n", b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n"):
            self.assertTrue(self.viewer.send_raw(data).startswith(b"HTTP/1.1 400"), data)

    @unittest.skipUnless("ABUT_FULL" in os.environ, "takes more than a minute")
    def test_a_page_that_answers_nothing_is_left(self):
        silent, rude = self.open_page(), self.open_page()
        num_before = self.count_files()
        for _ in range(MOST_FAULTS):
            rude.send_text("{}")  # and the farewell is not answered
        start = time.monotonic()
        self.assertTrue(wait_until(lambda: self.count_files() == num_before - 2, IDLE_SECONDS + 20))
        self.assertGreater(time.monotonic() - start, IDLE_SECONDS / 2)
        with self.assertRaises(Closed):
            while True:
                silent.read()

    def count_files(self):
        return len(os.listdir(f"/proc/{self.viewer.process.pid}/fd"))

    def test_a_page_that_vanishes_leaves_nothing_behind(self):
        num_before = self.count_files()
        for _ in range(3 * MOST_CONNECTIONS):
            page = self.viewer.open_page()
            page.send("geometry")
            page.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            page.connection.close()  # hard: a reset
        self.assertTrue(wait_until(lambda: self.count_files() <= num_before))


class Backlog(WithFolder):
    def test_answers_that_nobody_fetches_are_few_and_none_is_lost(self):
        with Viewer(self.make("icosphere", "--level", "5"), env=FREES_AT_ONCE) as viewer, viewer.open_page() as page:
            page.read()
            size = page.ask("geometry").size
            self.assertGreater(size, 800_000)
            first, num, before = page.next_id, 200, memory_of(viewer)
            for _ in range(num):
                page.send("geometry")
            time.sleep(1)
            grown = memory_of(viewer) - before
            self.assertLess(grown, 1.2 * MOST_REPLIES * size)  # all of them would be three times that
            for i in range(num):
                self.assertEqual(page.read()["id"], first + i + 1)


if __name__ == "__main__":
    unittest.main()
