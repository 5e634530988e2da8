"""What the tests of `abut view` share: the program while it serves, plain HTTP over a socket, and a small WebSocket
client, both of which can be as rude as a test needs."""
import base64
import contextlib
import json
import os
import select
import signal
import socket
import struct
import subprocess
import tempfile
import time
import unittest

from cli_support import ABUT, run

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10

# Where memory is measured: the address sanitizer keeps what was freed, else, and that would be measured too.
FREES_AT_ONCE = {**os.environ, "ASAN_OPTIONS": "quarantine_size_mb=1"}


class Viewer:
    """The program, serving; ended with the block."""

    def __init__(self, *arguments, port=0, env=None, no_open=True):
        flags = ["--port", str(port)] + (["--no-open"] if no_open else [])
        self.process = subprocess.Popen([ABUT, "view", *arguments, *flags], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True, env=env)
        self.address = self.process.stdout.readline().strip()
        if not self.address:
            raise RuntimeError(self.process.communicate()[1])
        self.origin, self.token = self.address.split("/#token=")
        self.host = self.origin.removeprefix("http://")
        self.port = int(self.host.rsplit(":", 1)[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def end(self, number=signal.SIGINT):
        """Exit code, stdout after the address, stderr."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=20)
        return self.process.returncode, out, err

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=20)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def send_raw(self, data):
        """All that comes back until the server closes; nothing if it closed hard."""
        with self.connect() as connection:
            connection.sendall(data)
            return read_to_end(connection)

    def ask(self, target, *, method="GET", host=None, headers=()):
        lines = [f"{method} {target} HTTP/1.1", f"Host: {host or self.host}", *headers]
        return Response(self.send_raw("\r\n".join([*lines, "", ""]).encode("latin-1")))

    def upgrade(self, *, target=None, host=None, origin="own", headers=()):
        """The connection and the server's answer to the request to open a WebSocket."""
        lines = [f"GET {target or '/socket?token=' + self.token} HTTP/1.1", f"Host: {host or self.host}", "Upgrade: websocket",
                 "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                 "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode(), *headers]
        if origin is not None:
            lines.append(f"Origin: {self.origin if origin == 'own' else origin}")
        connection = self.connect()
        connection.sendall("\r\n".join([*lines, "", ""]).encode("latin-1"))
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            byte = connection.recv(1)
            if not byte:
                break
            head += byte
        return connection, Response(head)

    def open_page(self, **how):
        connection, response = self.upgrade(**how)
        if response.status != 101:
            connection.close()
            raise RuntimeError(f"status {response.status}")
        return Page(connection)


def read_to_end(connection):
    data = b""
    try:
        while piece := connection.recv(65536):
            data += piece
    except ConnectionError:
        pass
    return data


class Response:
    def __init__(self, data):
        head, _, self.body = data.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        self.status = int(first.split(" ")[1]) if first else None
        self.headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}


class Closed(Exception):
    def __init__(self, code=None, reason=""):
        super().__init__(code, reason)
        self.code, self.reason = code, reason


class Packet:
    KINDS = {"u8": "B", "u32": "I", "u64": "Q", "f64": "d"}

    def __init__(self, data):
        assert data[:4] == b"abv1"
        length = struct.unpack_from("<I", data, 4)[0]
        self.head = json.loads(data[8:8 + length])
        self.arrays = {name: list(struct.unpack_from(f"<{count}{self.KINDS[kind]}", data, 8 + length + offset))
                       for name, (kind, offset, count) in self.head["arrays"].items()}
        self.size = len(data)

    def __getitem__(self, key):
        return self.head[key]


class Page:
    """One open WebSocket, from the page's side."""

    def __init__(self, connection):
        self.connection = connection
        self.next_id = 0
        self.kept = []  # packets that came while another was waited for

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()

    def send_frame(self, kind, payload):
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([0x80 | kind])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", size)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", size)
        self.connection.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload)))

    def send_text(self, text):
        self.send_frame(TEXT, text.encode())

    def send(self, kind, **rest):
        """The id of the request."""
        self.next_id += 1
        self.send_text(json.dumps({"type": kind, "id": self.next_id, **rest}))
        return self.next_id

    def read_bytes(self, count):
        data = bytearray()
        while len(data) < count:
            try:
                piece = self.connection.recv(min(count - len(data), 1 << 20))
            except ConnectionError:
                raise Closed() from None
            if not piece:
                raise Closed()
            data += piece
        return bytes(data)

    def read_frame(self):
        first, second = self.read_bytes(2)
        size = second & 0x7f
        if size == 126:
            size = struct.unpack(">H", self.read_bytes(2))[0]
        elif size == 127:
            size = struct.unpack(">Q", self.read_bytes(8))[0]
        assert first & 0x80 and not second & 0x80, "whole messages, and no mask from the server"
        return first & 0x0f, self.read_bytes(size)

    def read(self):
        """The next packet. Raises Closed when the server ends the connection."""
        if self.kept:
            return self.kept.pop(0)
        while True:
            kind, payload = self.read_frame()
            if kind == CLOSE:
                with contextlib.suppress(ConnectionError):  # gone already
                    self.send_frame(CLOSE, payload[:2])
                raise Closed(struct.unpack(">H", payload[:2])[0] if payload else None, payload[2:].decode())
            if kind == PING:
                self.send_frame(PONG, payload)
            if kind == BINARY:
                return Packet(payload)

    def read_until(self, matches):
        """The next packet of which that is so; those before it are kept."""
        for i, packet in enumerate(self.kept):
            if matches(packet):
                return self.kept.pop(i)
        passed = []
        while True:
            held, self.kept = self.kept, []
            packet = self.read()
            self.kept = held
            if matches(packet):
                self.kept += passed
                return packet
            passed.append(packet)

    def ask(self, kind, **rest):
        number = self.send(kind, **rest)
        return self.read_until(lambda packet: packet.head.get("id") == number)

    def has_something(self, seconds):
        return bool(select.select([self.connection], [], [], seconds)[0])


def memory_of(viewer):
    """Bytes of it that are in memory."""
    with open(f"/proc/{viewer.process.pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")


def wait_until(is_so, seconds=20):
    """Whether it became so in time."""
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


class WithBoxShown(unittest.TestCase):
    """One program that shows a box, for all tests of a class."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.mesh = cls.folder.name + "/box.obj"
        assert run("make", "box", "--out", cls.mesh).returncode == 0
        cls.viewer = Viewer(cls.mesh)

    @classmethod
    def tearDownClass(cls):
        cls.viewer.__exit__()
        cls.folder.cleanup()
