"""A browser under remote control: the W3C WebDriver protocol over HTTP, as far as the tests need it."""

import base64
import contextlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]


def available():
    """Whether Debian's chromium and its driver are installed."""
    return shutil.which("chromium") is not None and shutil.which("chromedriver") is not None


def free_port():
    with contextlib.closing(socket.socket()) as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Browser:
    """One window of a browser of its own. `patience`: seconds to wait for what is to come."""

    def __init__(self, dark=False, patience=120):
        self.patience = patience
        self.profile = tempfile.mkdtemp(prefix="ludex-browser-")
        port = free_port()
        self.driver = subprocess.Popen(
            ["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": self.profile}, start_new_session=True)
        self.base = f"http://127.0.0.1:{port}"
        try:
            self._start(dark, patience)
        except BaseException:
            self.close()
            raise

    def _start(self, dark, patience):
        self.wait(self._ready, "chromedriver")
        flags = FLAGS + [f"--user-data-dir={self.profile}/profile"]
        if dark:
            flags.append("--blink-settings=preferredColorScheme=0")
        answer = self._send("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "pageLoadStrategy": "none", "timeouts": {"script": 1000 * patience},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
            "goog:chromeOptions": {"binary": shutil.which("chromium"), "args": flags}}}})
        self.base += "/session/" + answer["sessionId"]

    def _ready(self):
        try:
            return self._send("GET", "/status")["ready"]
        except OSError:
            return False

    def _send(self, method, path, body=None):
        request = urllib.request.Request(
            self.base + path, method=method, headers={"Content-Type": "application/json"},
            data=None if body is None else json.dumps(body).encode())
        try:
            with urllib.request.urlopen(request, timeout=self.patience) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"].split("\n")[0]) from None

    def wait(self, what, name):
        """Until what() is true; its answer."""
        end = time.monotonic() + self.patience
        while True:
            found = what()
            if found:
                return found
            if time.monotonic() > end:
                raise AssertionError(f"waited for {name} in vain")
            time.sleep(0.05)

    def open(self, url):
        self._send("POST", "/url", {"url": url})

    def run(self, script, *arguments):
        """JavaScript in the page: the body of a function."""
        return self._send("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def size(self, width, height):
        self._send("POST", "/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}})

    def find(self, selector):
        return self.wait(lambda: self._find(selector), selector)

    def _find(self, selector):
        try:
            return self._send("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]
        except RuntimeError:
            return None

    def click(self, selector):
        """A real click in the middle of an element, wherever it is drawn. What is drawn anew meanwhile is found again."""
        def once():
            try:
                self._point(self.find(selector), [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}])
                return True
            except RuntimeError as error:
                if "stale" not in str(error):
                    raise
                return False
        self.wait(once, f"a click on {selector}")

    def drag(self, selector, to):
        """Presses on one element and lets go on another. Both may be drawn anew meanwhile: places count."""
        middle = "const e = document.querySelector(arguments[0]); const b = e.getBoundingClientRect();" \
            "return [Math.round(b.x + b.width / 2), Math.round(b.y + b.height / 2)]"
        self.find(selector), self.find(to)
        self.run("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", to)
        (x1, y1), (x2, y2) = self.run(middle, selector), self.run(middle, to)
        self._send("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "duration": 0, "x": x1, "y": y1}, {"type": "pointerDown", "button": 0},
            {"type": "pointerMove", "duration": 50, "x": x2, "y": y2}, {"type": "pointerUp", "button": 0}]}]})

    def _point(self, element, actions):
        self.run("arguments[0].scrollIntoView({block: 'center'})", {ELEMENT: element})
        self._send("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "duration": 0, "origin": {ELEMENT: element}, "x": 0, "y": 0}, *actions]}]})

    def key(self, key):
        self._send("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": [
            {"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]}]})

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def count(self, selector):
        return self.run("return document.querySelectorAll(arguments[0]).length", selector)

    def screenshot(self, path):
        data = self._send("GET", "/screenshot")
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def log(self, kind):
        return self._send("POST", "/se/log", {"type": kind})

    def requests(self):
        """Addresses that the page has asked for since the last call."""
        urls = []
        for entry in self.log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                urls.append(message["params"]["request"]["url"])
        return urls

    def close(self):
        with contextlib.suppress(Exception):
            self._send("DELETE", "")
        self.driver.terminate()
        self.driver.wait()
        shutil.rmtree(self.profile, ignore_errors=True)
