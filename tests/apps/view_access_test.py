"""Who gets in at `abut view`, and who does not: a test for each rule."""
import re
import socket
import unittest

from cli_support import WithFolder, run
from view_support import Viewer, WithBoxShown


class Access(WithBoxShown):
    def expect_refused(self, response, status=403):
        self.assertEqual(response.status, status)
        self.assertEqual(response.headers["content-type"], "text/plain; charset=utf-8")
        self.assertNotIn(self.viewer.token.encode(), response.body)

    def test_the_page_is_served_to_its_own_names(self):
        for host in (self.viewer.host, f"localhost:{self.viewer.port}"):
            response = self.viewer.ask("/", host=host)
            self.assertEqual(response.status, 200)
            self.assertEqual(response.headers["content-type"], "text/html; charset=utf-8")
            self.assertIn(b"<html", response.body)
            self.assertEqual(len(response.body), int(response.headers["content-length"]))
        self.assertEqual(self.viewer.ask("/app.js").headers["content-type"], "text/javascript; charset=utf-8")
        self.assertEqual(self.viewer.ask("/app.css").headers["content-type"], "text/css; charset=utf-8")

    def test_it_listens_on_the_loopback_interface_only(self):
        ports = set()
        for name in ("/proc/net/tcp", "/proc/net/tcp6"):
            try:
                with open(name) as table:
                    for row in table.readlines()[1:]:
                        local, _, state = row.split()[1:4]
                        if state == "0A" and int(local.split(":")[1], 16) == self.viewer.port:
                            ports.add(local.split(":")[0])
            except FileNotFoundError:
                pass
        self.assertEqual(ports, {"0100007F"})  # 127.0.0.1

    def test_a_host_that_is_not_on_the_list_is_refused_letter_for_letter(self):
        port = self.viewer.port
        for host in ("evil.example", f"evil.example:{port}", f"127.0.0.1.evil.example:{port}", "127.0.0.1", "localhost",
                     f"localhost:{port + 1}", f"localhost.:{port}", f"LOCALHOST:{port}", f"127.0.0.1:0{port}", f"127.1:{port}",
                     f"0.0.0.0:{port}", f"[::1]:{port}", f"user@localhost:{port}", f"localhost:{port}, evil.example",
                     f"2130706433:{port}"):
            for target in ("/", "/app.js", "/trace?token=" + self.viewer.token, "/nothing"):
                with self.subTest(host=host, target=target):
                    self.expect_refused(self.viewer.ask(target, host=host))
            connection, response = self.viewer.upgrade(host=host)
            connection.close()
            self.expect_refused(response)

    def test_a_rebound_name_is_refused_though_origin_and_host_agree(self):
        rebound = f"rebound.example:{self.viewer.port}"
        connection, response = self.viewer.upgrade(host=rebound, origin=f"http://{rebound}")
        connection.close()
        self.expect_refused(response)

    def test_a_request_with_no_host_or_with_two_is_refused(self):
        own = f"Host: {self.viewer.host}\r\n"
        for headers in ("", "Host:\r\n", own + own, own + "Host: evil.example\r\n", "Host: evil.example\r\n" + own):
            data = self.viewer.send_raw(f"GET / HTTP/1.1\r\n{headers}\r\n".encode())
            self.assertTrue(data.startswith((b"HTTP/1.1 403", b"HTTP/1.1 400")), (headers, data[:60]))
        self.assertTrue(self.viewer.send_raw(b"GET / HTTP/1.0\r\n\r\n").startswith(b"HTTP/1.1 403"))

    def test_an_upgrade_from_a_foreign_page_or_from_no_page_is_refused(self):
        port = self.viewer.port
        for origin in (None, "null", "", "http://evil.example", f"https://{self.viewer.host}", f"http://localhost:{port}.evil.example",
                       f"http://evil.example:{port}", "http://127.0.0.1", f"{self.viewer.origin}/", f"ws://{self.viewer.host}",
                       f"HTTP://{self.viewer.host}", f"{self.viewer.origin} http://evil.example"):
            with self.subTest(origin=origin):
                connection, response = self.viewer.upgrade(origin=origin)
                connection.close()
                self.expect_refused(response)
        connection, response = self.viewer.upgrade(headers=["Origin: http://evil.example"])
        connection.close()
        self.expect_refused(response)

    def test_a_foreign_origin_is_refused_for_files_too(self):
        self.expect_refused(self.viewer.ask("/app.js", headers=["Origin: http://evil.example"]))
        self.expect_refused(self.viewer.ask("/", headers=["Origin: null"]))
        self.assertEqual(self.viewer.ask("/app.js", headers=[f"Origin: {self.viewer.origin}"]).status, 200)

    def test_without_the_token_there_is_no_socket_and_no_trace(self):
        token = self.viewer.token
        wrong = [token[:-1] + ("0" if token[-1] != "0" else "1"), token.upper() + "x", token[:-1], token + "0", "", token + "&",
                 "%" + token, token[::-1] + "z"]
        for query in ["", "?", "?token", "?x=" + token, "?TOKEN=" + token, "#token=" + token] + ["?token=" + w for w in wrong]:
            with self.subTest(query=query):
                connection, response = self.viewer.upgrade(target="/socket" + query)
                connection.close()
                self.assertIn(response.status, (400, 403, 404))
                self.assertIn(self.viewer.ask("/trace" + query).status, (400, 403, 404))
        self.assertEqual(self.viewer.ask("/trace?token=" + wrong[0]).status, 403)
        with self.viewer.open_page() as page:
            self.assertEqual(page.read()["type"], "hello")

    def test_the_token_has_128_bits_and_is_new_for_each_run(self):
        with Viewer(self.mesh) as other:
            self.assertNotEqual(other.token, self.viewer.token)
            for viewer in (other, self.viewer):
                self.assertRegex(viewer.token, "^[0-9a-f]{32}$")
            connection, response = other.upgrade(target="/socket?token=" + self.viewer.token)
            connection.close()
            self.expect_refused(response)

    def test_no_answer_lets_another_origin_read_it(self):
        for response in (self.viewer.ask("/"), self.viewer.ask("/app.js", headers=[f"Origin: {self.viewer.origin}"]),
                         self.viewer.ask("/", headers=["Origin: http://evil.example"]), self.viewer.ask("/nothing"),
                         self.viewer.ask("/", method="OPTIONS", headers=["Access-Control-Request-Method: GET"])):
            self.assertFalse([name for name in response.headers if name.startswith("access-control")])

    def test_every_answer_carries_the_policy_and_its_companions(self):
        for response in (self.viewer.ask("/"), self.viewer.ask("/app.js"), self.viewer.ask("/nothing"),
                         self.viewer.ask("/", host="evil.example"), self.viewer.ask("/", method="POST")):
            policy = dict(rule.strip().partition(" ")[::2] for rule in response.headers["content-security-policy"].split(";"))
            self.assertEqual(policy["default-src"], "'none'")
            self.assertEqual(policy["script-src"], "'self'")
            self.assertEqual(policy["frame-ancestors"], "'none'")
            self.assertEqual(policy["base-uri"], "'none'")
            self.assertEqual(policy["form-action"], "'none'")
            self.assertNotIn("unsafe", response.headers["content-security-policy"])
            self.assertNotIn("evil", response.headers["content-security-policy"])
            self.assertEqual(response.headers["x-content-type-options"], "nosniff")
            self.assertEqual(response.headers["x-frame-options"], "DENY")
            self.assertEqual(response.headers["referrer-policy"], "no-referrer")
            self.assertEqual(response.headers["cross-origin-opener-policy"], "same-origin")
            self.assertEqual(response.headers["cross-origin-resource-policy"], "same-origin")
            self.assertEqual(response.headers["cache-control"], "no-store")
        policy = self.viewer.ask("/", host=f"localhost:{self.viewer.port}").headers["content-security-policy"]
        self.assertIn(f"connect-src 'self' ws://localhost:{self.viewer.port};", policy)

    def test_no_path_leads_to_a_file(self):
        for target in ("/../etc/passwd", "/../../../../etc/passwd", "/%2e%2e/etc/passwd", "/..%2fetc%2fpasswd", "/./app.js",
                       "//app.js", "//etc/passwd", "/etc/passwd", "/app.js/../../etc/passwd", "/%00", "/app.js%00.html",
                       "/..\\..\\etc\\passwd", "/.", "/..", "/index.html/", "/APP.JS", "/%61pp.js", "/box.obj", self.mesh,
                       "file:///etc/passwd", "http://evil.example/", f"http://{self.viewer.host}/", "*"):
            with self.subTest(target=target):
                response = self.viewer.ask(target)
                self.assertIn(response.status, (400, 404))
                self.assertNotIn(b"root:", response.body)

    def test_methods_but_get_and_head_are_refused(self):
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "BREW"):
            with self.subTest(method=method):
                response = self.viewer.ask("/", method=method)
                self.assertEqual(response.status, 405)
                self.assertEqual(response.headers["allow"], "GET, HEAD")
        head = self.viewer.ask("/", method="HEAD")
        self.assertEqual((head.status, head.body), (200, b""))
        self.assertEqual(int(head.headers["content-length"]), len(self.viewer.ask("/").body))

    def test_a_socket_without_an_upgrade_and_an_upgrade_elsewhere_are_none(self):
        self.assertEqual(self.viewer.ask("/socket?token=" + self.viewer.token).status, 426)
        connection, response = self.viewer.upgrade(target="/")
        connection.close()
        self.assertEqual(response.status, 200)  # the page: nothing was upgraded


class Names(WithFolder):
    def test_other_names_are_let_in_where_they_are_allowed(self):
        with Viewer("--allow-host", "lab.example", self.make("box"), "--allow-host", "tunnel.example:9000") as viewer:
            for host, status in ((f"lab.example:{viewer.port}", 200), ("tunnel.example:9000", 200), ("lab.example", 403),
                                 (f"tunnel.example:{viewer.port}", 403), (viewer.host, 200)):
                self.assertEqual(viewer.ask("/", host=host).status, status, host)
            with viewer.open_page(host="tunnel.example:9000", origin="http://tunnel.example:9000") as page:
                self.assertEqual(page.read()["type"], "hello")

    def test_what_is_no_name_or_no_address_is_bad_input(self):
        box = self.make("box")
        self.expect_bad_input(run("view", box, "--no-open", "--allow-host", "http://x"), "--allow-host: 'http://x' is no name of a host")
        self.expect_bad_input(run("view", box, "--no-open", "--bind", "here"), "--bind: 'here' is no address")
        self.expect_bad_input(run("view", box, "--no-open", "--bind", "192.0.2.1"), "it is not possible to listen there")

    def test_an_address_that_others_can_reach_is_warned_of(self):
        with Viewer(self.make("box"), "--bind", "0.0.0.0") as viewer:
            self.assertEqual(viewer.ask("/").status, 200)
            self.assertEqual(viewer.ask("/", host=f"evil.example:{viewer.port}").status, 403)
            connection, response = viewer.upgrade(target="/socket?token=0")
            connection.close()
            self.assertEqual(response.status, 403)
            self.assertIn("others on the network can reach this", viewer.end()[2])

    @unittest.skipUnless(socket.has_ipv6, "no IPv6 here")
    def test_an_address_of_version_6_stands_in_brackets(self):
        try:
            viewer = Viewer(self.make("box"), "--bind", "::1")
        except RuntimeError as error:
            self.skipTest(str(error))
        with viewer:
            self.assertTrue(re.fullmatch(r"\[::1\]:\d+", viewer.host))
            with socket.create_connection(("::1", viewer.port), timeout=20) as connection:
                connection.sendall(f"GET / HTTP/1.1\r\nHost: {viewer.host}\r\n\r\n".encode())
                self.assertTrue(connection.recv(100).startswith(b"HTTP/1.1 200"))


if __name__ == "__main__":
    unittest.main()
