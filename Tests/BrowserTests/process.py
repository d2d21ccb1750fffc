"""A gateway as a process of the tests' own, which may be killed and started again."""

import os
import pathlib
import random
import socket
import ssl
import subprocess
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("GATEWAYD", str(ROOT / ".build/release/gatewayd"))
EXAMPLE = os.environ.get("EXAMPLE_GATEWAY", str(ROOT / ".build/debug/example-gateway"))
# The one limit of all that these tests wait for: only what hangs reaches it.
PATIENCE_S = 60
# Below those that the system gives away, to connections and to who asks for any.
PORTS = range(20_000, 32_768)
claims = []


def free_address():
    """An address that is nobody's, and no other test's until this process ends: a name in the system's own list of them
    is taken for it, so it stays free until its server is there, and while that is started anew."""
    for port in random.sample(PORTS, len(PORTS)):
        claim = socket.socket(socket.AF_UNIX)
        with socket.socket() as free:
            # As servers do, whose closed connections linger.
            free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                claim.bind(f"\0browser-tests-{port}")
                free.bind(("127.0.0.1", port))
            except OSError:
                claim.close()
                continue
        claims.append(claim)
        return f"127.0.0.1:{port}"
    raise AssertionError("no address is free")


class GatewayProcess:
    def __init__(self, data, *options, web=ROOT / "web", output=None):
        self.address = free_address()
        self.authority = data / "tls/authority.pem" if "--tls-self-signed" in options else None
        self.url = f"{'https' if self.authority else 'http'}://{self.address}"
        self._data = data
        self._options = options
        self._web = web
        self._stdout = output
        self._process = None

    def start(self):
        environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no"}
        self._process = subprocess.Popen(self._command(), env=environment, stdout=self._stdout, text=True)
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            assert self._process.poll() is None, "the gateway did not start"
            try:
                trust = ssl.create_default_context(cafile=self.authority) if self.authority else None
                urllib.request.urlopen(f"{self.url}/readyz", timeout=1, context=trust).close()
                return self
            except OSError:
                time.sleep(0.05)
        raise AssertionError("the gateway is not ready")

    def _command(self):
        return [BINARY, "serve", "--listen", self.address, "--data-dir", self._data, "--web-dir", self._web,
                "--no-limits", *self._options]

    def restart_with(self, *options):
        self.stop()
        self._options = options
        return self.start()

    @property
    def output(self):
        """What it prints, line by line, where `output` is a pipe."""
        return self._process.stdout

    def stop(self):
        """As an operator does."""
        if self._process:
            self._process.terminate()
            self._process.wait(timeout=PATIENCE_S)
        self._process = None

    def kill(self):
        """As a power cut does."""
        self._process.kill()
        self._process.wait()
        self._process = None


class ExampleGateway(GatewayProcess):
    """One that hosts the example game beside Tripto (Tests/ExampleGateway)."""

    def _command(self):
        return [EXAMPLE, self.address, self._data, self._web, ROOT / "Tests/ExampleGame/web"]
