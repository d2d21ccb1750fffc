"""A game behind Caddy on Redis and Postgres, as deploy/ has them, which a Prometheus watches; then alerts that are
provoked. In scripts/with-servers, of which Postgres is used."""

import json
import os
import re
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
RELEASE = ROOT / ".build/release"
GATEWAYD = os.environ.get("GATEWAYD", RELEASE / "gatewayd")

# How fast a machine is that does other things beside is not for this test to judge; their unit tests hold these.
NOT_OF_THIS_MACHINE = 'alertname!~"SlowCommits|SlowBrake"'


def free_ports(count):
    taken = [socket.socket() for _ in range(count)]
    for each in taken:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in taken]
    for each in taken:
        each.close()
    return ports


def ask(url, **query):
    with urllib.request.urlopen(f"{url}?{urllib.parse.urlencode(query)}", timeout=10) as answer:
        return answer.read().decode()


def status(url):
    try:
        ask(url)
        return 200
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def wait(seconds, what, is_so):
    until = time.monotonic() + seconds
    while not (value := is_so()):
        assert time.monotonic() < until, f"not within {seconds} s: {what}"
        time.sleep(0.2)
    return value


class World:
    """Three gateways: two on stores that they share, behind Caddy, and one on its own, with TLS of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.running = {}
        ports = free_ports(10)
        self.redis, self.caddy, self.caddy_plain, self.watcher = ports[:4]
        self.doors = dict(zip(["gateway-1", "gateway-2", "gateway-3"], zip(ports[4:7], ports[7:10])))
        self.prometheus = f"http://127.0.0.1:{self.watcher}"

    def target(self, name):
        return f"127.0.0.1:{self.doors[name][1]}"

    def start(self, name, command, **environment):
        log = open(self.folder / f"{name}.log", "ab")
        self.running[name] = subprocess.Popen(
            [str(word) for word in command], stdout=log, stderr=log, cwd=self.folder,
            env=os.environ | {key: str(value) for key, value in environment.items()},
        )

    def kill(self, name):
        self.running.pop(name).kill()

    def end(self):
        for each in self.running.values():
            each.terminate()
        for each in self.running.values():
            try:
                each.wait(15)
            except subprocess.TimeoutExpired:
                each.kill()

    def log(self, name):
        return (self.folder / f"{name}.log").read_text(errors="replace")

    # What deploy/ has, on this machine's ports.

    def start_redis(self):
        """By compose's own command, with the secret file that deploy/README.md tells to make."""
        secret = self.folder / "redis.conf"
        secret.write_text("requirepass tried\n")
        command = yaml.safe_load((DEPLOY / "compose/compose.yaml").read_text())["services"]["redis"]["command"]
        (self.folder / "redis").mkdir(exist_ok=True)
        places = {
            "/etc/redis.conf": DEPLOY / "redis/redis.conf",
            "/data": self.folder / "redis",
            "/run/secrets/redis.conf": secret,
        }
        command = [places.get(word, word) for word in command]
        self.start("redis", [*command, "--port", self.redis, "--bind", "127.0.0.1"])
        wait(10, "Redis", lambda: "PONG" in self.redis_says("ping", REDISCLI_AUTH="tried"))

    def redis_says(self, *words, **environment):
        command = ["redis-cli", "-h", "127.0.0.1", "-p", str(self.redis), *words]
        result = subprocess.run(command, capture_output=True, text=True, env=os.environ | environment)
        return result.stdout + result.stderr

    def start_gateway(self, name):
        port, metrics = self.doors[name]
        settings = {
            "GATEWAY_LISTEN": f"127.0.0.1:{port}",
            "GATEWAY_METRICS_LISTEN": f"127.0.0.1:{metrics}",
            "GATEWAY_DATA_DIR": self.folder / name,
            "GATEWAY_LOG_FORMAT": "json",
        }
        if name == "gateway-3":
            settings |= {"GATEWAY_TLS_CERT": self.folder / "cert.pem", "GATEWAY_TLS_KEY": self.folder / "key.pem"}
            settings |= {"GATEWAY_REDIS_URL": "", "GATEWAY_DATABASE_URL": ""}
        else:
            settings |= {
                "GATEWAY_REDIS_URL": f"redis://:tried@127.0.0.1:{self.redis}",
                "GATEWAY_PUBLIC_URL": f"https://localhost:{self.caddy}",
                "GATEWAY_TRUSTED_PROXY": "127.0.0.1/32",
            }
        self.start(name, [GATEWAYD, "serve"], SWIFT_BACKTRACE="enable=no", **settings)
        wait(20, name, lambda: status(f"http://{self.target(name)}/metrics") == 200)

    def certify(self, days):
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
             "-days", str(days), "-subj", "/CN=localhost", "-keyout", self.folder / "key.pem",
             "-out", self.folder / "cert.pem"],
            check=True, capture_output=True,
        )

    def start_caddy(self):
        environment = {
            "GATEWAY_NAME": f"localhost:{self.caddy}",
            "GATEWAY_TLS": "internal",
            "GATEWAY_UPSTREAMS": " ".join(f"127.0.0.1:{self.doors[each][0]}" for each in ["gateway-1", "gateway-2"]),
            "XDG_DATA_HOME": str(self.folder / "caddy"),
            "XDG_CONFIG_HOME": str(self.folder / "caddy"),
        }
        adapted = subprocess.run(
            ["caddy", "adapt", "--config", DEPLOY / "caddy/Caddyfile"],
            capture_output=True, text=True, check=True, env=os.environ | environment,
        )
        configuration = json.loads(adapted.stdout)
        # Where it sends plain HTTP from, which has port 80 otherwise.
        configuration["apps"]["http"]["http_port"] = self.caddy_plain
        (self.folder / "caddy.json").write_text(json.dumps(configuration))
        self.start("caddy", ["caddy", "run", "--config", self.folder / "caddy.json"], **environment)
        wait(20, "Caddy", lambda: self.says(f"https://localhost:{self.caddy}/readyz") == "200")

    def says(self, url, *headers):
        """The status, by a client that trusts Caddy's authority, as a player's phone would."""
        root = self.folder / "caddy/caddy/pki/authorities/local/root.crt"
        command = ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "--cacert", root, url]
        command += [word for header in headers for word in ("-H", header)]
        return subprocess.run(command, capture_output=True, text=True).stdout

    def start_prometheus(self):
        """The sample configuration with targets here, and alerts that wait three seconds."""
        configuration = yaml.safe_load((DEPLOY / "prometheus/prometheus.yaml").read_text())
        configuration["global"] = {"scrape_interval": "2s", "evaluation_interval": "1s"}
        (job,) = configuration["scrape_configs"]
        job["scrape_timeout"] = "2s"
        job["static_configs"] = [{"targets": [self.target(each) for each in self.doors]}]
        (self.folder / "prometheus.yaml").write_text(yaml.safe_dump(configuration))
        rules, count = re.subn(r"\bfor: \w+", "for: 3s", (DEPLOY / "prometheus/alerts.yaml").read_text())
        assert count > 0
        (self.folder / "alerts.yaml").write_text(rules)
        self.start("prometheus", [
            "prometheus", "--config.file=prometheus.yaml", "--storage.tsdb.path=tsdb",
            f"--web.listen-address=127.0.0.1:{self.watcher}",
        ])
        wait(20, "Prometheus", lambda: status(f"{self.prometheus}/-/ready") == 200)
        wait(20, "its targets", lambda: len(self.query('up{job="tripto-gateway"} == 1')) == 3)

    def query(self, expression):
        answer = json.loads(ask(f"{self.prometheus}/api/v1/query", query=expression))
        assert answer["status"] == "success", expression
        result = answer["data"]["result"]
        return result if answer["data"]["resultType"] == "vector" else [{"metric": {}, "value": result}]

    def firing(self):
        return {
            (each["metric"]["alertname"], each["metric"].get("instance"))
            for each in self.query(f'ALERTS{{alertstate="firing",{NOT_OF_THIS_MACHINE}}}')
        }


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    world = World(tmp_path_factory.mktemp("deployment"))
    try:
        subprocess.run([GATEWAYD, "migrate"], check=True, capture_output=True)
        world.certify(days=60)
        world.start_redis()
        for name in world.doors:
            world.start_gateway(name)
        world.start_caddy()
        world.start_prometheus()
        world.since = time.time()
        world.start("game", [
            RELEASE / "loadtest", "play", "--url", f"https://localhost:{world.caddy}", "--insecure",
            "--players", "8", "--rounds", "1", "--fast", "--content-seed", "1",
        ])
        yield world
    finally:
        world.end()


def test_redis_keeps_what_it_was_told_and_wants_its_password(world):
    assert "NOAUTH" in world.redis_says("get", "anything")
    for setting, value in [("appendonly", "yes"), ("appendfsync", "everysec"), ("maxmemory-policy", "noeviction")]:
        assert world.redis_says("config", "get", setting, REDISCLI_AUTH="tried").split() == [setting, value]


def test_a_game_is_played_behind_caddy(world):
    assert world.running["game"].wait(60) == 0, world.log("game")[-2000:]
    # Both have had a part in it.
    begun = {each["metric"]["instance"] for each in world.query('gateway_http_answers_total{status="1xx"} > 0')}
    assert begun == {world.target(name) for name in ["gateway-1", "gateway-2"]}


def test_nothing_that_is_the_operators_is_to_be_had_outside(world):
    outside = f"https://localhost:{world.caddy}"
    assert world.says(f"{outside}/metrics") == "404"
    assert status(f"http://127.0.0.1:{world.doors['gateway-1'][0]}/metrics") == 404


def test_caddys_log_has_no_tokens(world):
    outside = f"https://localhost:{world.caddy}"
    world.says(f"{outside}/join/nobody?t=a-secret-token", "Sec-WebSocket-Protocol: tripto.v1, bearer.a-secret-token")

    def lines_of_it():
        return [each for each in world.log("caddy").splitlines() if "/join/nobody" in each]

    lines = wait(5, "a line for it", lines_of_it)
    assert '"uri":"/join/nobody?"' in lines[-1]
    for name in ["caddy", "gateway-1", "gateway-2"]:
        assert "a-secret-token" not in world.log(name), name
    assert not re.search(r"[?&]t=\w", world.log("caddy"))


def expressions():
    dashboard = json.loads((DEPLOY / "grafana/tripto-gateway.json").read_text())
    for panel in dashboard["panels"]:
        for target in panel.get("targets", []):
            text = target["expr"].replace("$instance", ".*").replace("$__rate_interval", "1m")
            assert "$" not in text, text
            yield panel["title"], text


def test_every_query_of_the_dashboard_has_data(world):
    # For lack of figures a quantile is NaN.
    empty = [
        (title, text)
        for title, text in expressions()
        if not [each for each in world.query(text) if each["value"][1] != "NaN"]
    ]
    assert empty == []


def test_no_alert_is_near_while_the_game_is_well(world):
    groups = json.loads(ask(f"{world.prometheus}/api/v1/rules"))["data"]["groups"]
    rules = [rule for group in groups for rule in group["rules"]]
    assert rules and {rule["health"] for rule in rules} == {"ok"}
    for rule in rules:
        world.query(rule["query"])
    time.sleep(max(0, world.since + 15 - time.time()))
    seconds = int(time.time() - world.since)
    near = f"count by (alertname, instance) (count_over_time(ALERTS{{{NOT_OF_THIS_MACHINE}}}[{seconds}s]))"
    assert world.query(near) == []


def expect(world, seconds, *alerts):
    """These fire and no other, and so it stays for two seconds."""
    wanted = set(alerts)
    wait(seconds, f"these fire: {wanted}", lambda: world.firing() == wanted)
    time.sleep(2)
    assert world.firing() == wanted


def test_a_store_that_is_gone_is_told_of_and_one_that_is_back(world):
    world.kill("redis")
    expect(world, 20, *[("LiveStoreDown", world.target(each)) for each in ["gateway-1", "gateway-2"]])
    world.start_redis()
    expect(world, 30)


def test_a_gateway_that_was_killed_is_told_of_and_players_get_in_by_the_other(world):
    world.kill("gateway-1")
    expect(world, 10, ("GatewayDown", world.target("gateway-1")))
    assert world.says(f"https://localhost:{world.caddy}/readyz") == "200"
    world.start_gateway("gateway-1")
    expect(world, 10)


def test_a_certificate_that_ends_soon_is_told_of(world):
    world.certify(days=13)
    world.running["gateway-3"].send_signal(signal.SIGHUP)
    expect(world, 10, ("CertificateExpires", world.target("gateway-3")))
