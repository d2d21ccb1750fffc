"""deploy/ read as its own tools read it, and held to what the gateway knows."""

import ipaddress
import json
import os
import re
import shutil
import subprocess
from itertools import combinations
from pathlib import Path
from urllib.parse import urlsplit

import kubernetes_validate
import pytest
import yaml

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
GATEWAYD = os.environ.get("GATEWAYD", ROOT / ".build/release/gatewayd")
# preStop's sleep and the schema of what came last need 1.30.
KUBERNETES = ["1.30", "1.37"]


def read(path):
    return yaml.safe_load((DEPLOY / path).read_text())


def options():
    text = subprocess.run([GATEWAYD, "help", "serve"], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"\$(GATEWAY_[A-Z_]+)", text))


def is_unknown(name):
    return name.startswith("GATEWAY_") and name not in options()


def test_the_release_is_the_one_that_was_built():
    version = subprocess.run([GATEWAYD, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    named = [
        (path.name, found)
        for path in DEPLOY.rglob("*")
        if path.is_file()
        for found in re.findall(r"(?:tripto-gateway:|newTag: )([\d.]+)", path.read_text())
    ]
    assert len(named) >= 4
    assert {found for _, found in named} == {version}, named


# Compose


@pytest.fixture
def composed(tmp_path):
    """Reads compose files as docker-compose does, with the secrets that deploy/README.md tells to make."""
    folder = tmp_path / "deploy/compose"
    folder.mkdir(parents=True)
    shutil.copy(DEPLOY / "compose/.env.example", folder)
    block = re.search(r"```sh\n(.+?)```", (DEPLOY / "README.md").read_text(), re.DOTALL)[1]
    subprocess.run(["bash", "-euc", block], cwd=tmp_path, check=True)
    secrets = folder / "secrets"
    assert not [each.name for each in secrets.iterdir() if each.stat().st_mode & 0o077]
    names = {"SECRETS": secrets, "GATEWAY_NAME": "play.example", "GATEWAY_TLS": "you@play.example"}

    def compose(*files, **more):
        arguments = [each for file in files for each in ("-f", DEPLOY / "compose" / file)]
        result = subprocess.run(
            ["docker-compose", *arguments, "config"],
            capture_output=True, text=True, cwd=tmp_path,
            env={"PATH": os.environ["PATH"]} | {name: str(value) for name, value in (names | more).items()},
        )
        assert result.returncode == 0, result.stderr
        return yaml.safe_load(result.stdout)

    return compose


@pytest.mark.parametrize("files", [["compose.yaml"], ["compose.yaml", "staging.yaml"], ["dev.yaml"]], ids="+".join)
def test_composed_services_are_guarded_and_published_where_they_should_be(composed, files):
    whole = composed(*files)
    services = whole["services"]
    for name, service in services.items():
        for secret in service.get("secrets", []):
            assert Path(whole["secrets"][secret["source"]]["file"]).stat().st_size > 0, secret
        assert service["read_only"] and service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert ":" in service["image"] and not service["image"].endswith(":latest"), name
        if name != "migrate":
            assert "test" in service.get("healthcheck", {}) or name in ["caddy", "prometheus"], name
        assert not [each for each in service.get("environment", {}) if is_unknown(each)] or name == "caddy", name
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert not source.startswith("/") or Path(source).is_file(), volume

    def ports(service):
        for port in service.get("ports", []):
            yield port if isinstance(port, str) else str(port["published"])

    outside = {name: sorted(ports(each)) for name, each in services.items() if "ports" in each}
    if files == ["dev.yaml"]:
        assert outside == {"gateway": ["127.0.0.1:8080:8080/tcp"]}
        return
    assert outside == {"caddy": ["443", "443", "80"], "prometheus": ["127.0.0.1:9090:9090/tcp"]}
    assert services["redis"]["networks"].keys() == services["postgres"]["networks"].keys() == {"stores"}


def test_composed_gateways_are_those_that_caddy_and_prometheus_ask(composed):
    whole = composed("compose.yaml")
    gateways = sorted(name for name in whole["services"] if name.startswith("gateway-"))
    assert len(gateways) >= 2
    upstreams = whole["services"]["caddy"]["environment"]["GATEWAY_UPSTREAMS"]
    assert upstreams.split() == [f"{each}:8080" for each in gateways]
    targets = read("prometheus/prometheus.yaml")["scrape_configs"][0]["static_configs"][0]["targets"]
    assert targets == [f"{each}:9090" for each in gateways]
    for each in gateways:
        environment = whole["services"][each]["environment"]
        for store in ["GATEWAY_REDIS_URL", "GATEWAY_DATABASE_URL"]:
            assert urlsplit(environment[store]).hostname in whole["services"]
            assert len(urlsplit(environment[store]).password) >= 48
        assert environment["GATEWAY_LISTEN"].endswith(":8080")
        assert environment["GATEWAY_METRICS_LISTEN"].endswith(":9090")
        trusted = ipaddress.ip_network(environment["GATEWAY_TRUSTED_PROXY"])
        assert whole["networks"]["front"]["ipam"]["config"][0]["subnet"] == str(trusted)
        assert whole["services"][each]["depends_on"]["migrate"]["condition"] == "service_completed_successfully"


def test_staging_forgets_sooner_and_signs_for_itself(composed):
    staging = composed("compose.yaml", "staging.yaml", GATEWAY_NAME="staging.example")["services"]
    production = composed("compose.yaml")["services"]
    assert staging["caddy"]["environment"]["GATEWAY_TLS"] == "internal"
    assert staging["gateway-2"]["environment"]["GATEWAY_PUBLIC_URL"] == "https://staging.example"
    days = [each["gateway-2"]["environment"]["GATEWAY_RETENTION_DAYS"] for each in (staging, production)]
    assert int(days[0]) < int(days[1])
    assert staging.keys() == production.keys()


def test_the_example_of_settings_names_what_compose_reads():
    asked = set()
    for name in ["compose.yaml", "staging.yaml", "dev.yaml"]:
        asked |= set(re.findall(r"\$\{([A-Z_]+)", (DEPLOY / "compose" / name).read_text()))
    example = dict(
        line.split("=", 1)
        for line in (DEPLOY / "compose/.env.example").read_text().splitlines()
        if line and not line.startswith("#")
    )
    assert asked | {"COMPOSE_PROJECT_NAME"} == example.keys()
    assert "<" in example["GATEWAY_NAME"] and "<" in example["GATEWAY_TLS"]


# Kubernetes


def can_build():
    """A kubectl that knows `patches`; Debian 12's does not."""
    if not shutil.which("kubectl"):
        return False
    text = subprocess.run(["kubectl", "version", "--client"], capture_output=True, text=True).stdout
    found = re.search(r"Kustomize Version: v(\d+)", text)
    return found is not None and int(found[1]) >= 5


def manifests(overlay):
    """What kubectl makes of it; where there is none that can, the files themselves."""
    if can_build():
        made = subprocess.run(
            ["kubectl", "kustomize", DEPLOY / "kubernetes" / overlay], capture_output=True, text=True
        )
        assert made.returncode == 0, made.stderr
        return list(yaml.safe_load_all(made.stdout))
    base = read("kubernetes/base/kustomization.yaml")["resources"]
    return [each for file in base for each in yaml.safe_load_all((DEPLOY / "kubernetes/base" / file).read_text())]


@pytest.mark.parametrize("version", KUBERNETES)
@pytest.mark.parametrize("overlay", ["prod", "staging"])
def test_kubernetes_knows_every_word(overlay, version):
    kinds = set()
    for manifest in manifests(overlay):
        kubernetes_validate.validate(manifest, version, strict=True)
        kinds.add(manifest["kind"])
    assert kinds >= {
        "Deployment", "Service", "Ingress", "Job", "HorizontalPodAutoscaler", "PodDisruptionBudget", "NetworkPolicy",
    }


def test_kubernetes_parts_fit_each_other():
    found = {each["kind"]: each for each in manifests("prod")}
    deployment = found["Deployment"]["spec"]
    pod = deployment["template"]["spec"]
    (container,) = pod["containers"]
    labels = deployment["template"]["metadata"]["labels"]
    for selector in [
        deployment["selector"]["matchLabels"],
        found["Service"]["spec"]["selector"],
        found["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"],
        found["NetworkPolicy"]["spec"]["podSelector"]["matchLabels"],
    ]:
        assert selector == labels
    job = found["Job"]["spec"]["template"]
    assert not labels.items() <= job["metadata"]["labels"].items(), "the Service would send players to the job"

    ports = {each["name"] for each in container["ports"]}
    used = {container[probe]["httpGet"]["port"] for probe in ["startupProbe", "readinessProbe", "livenessProbe"]}
    used |= {each["targetPort"] for each in found["Service"]["spec"]["ports"]}
    used |= {port["port"] for rule in found["NetworkPolicy"]["spec"]["ingress"] for port in rule["ports"]}
    assert used == ports

    drain = 10
    assert pod["terminationGracePeriodSeconds"] >= container["lifecycle"]["preStop"]["sleep"]["seconds"] + drain + 5
    assert found["HorizontalPodAutoscaler"]["spec"]["scaleTargetRef"]["name"] == found["Deployment"]["metadata"]["name"]
    assert found["HorizontalPodAutoscaler"]["spec"]["minReplicas"] >= 2
    assert not [each["name"] for each in container["env"] if is_unknown(each["name"])]
    for overlay in ["base", "prod", "staging"]:
        for generated in read(f"kubernetes/{overlay}/kustomization.yaml")["configMapGenerator"]:
            assert not [each for each in generated["literals"] if is_unknown(each.split("=")[0])]


@pytest.mark.parametrize("kind", ["Deployment", "Job"])
def test_kubernetes_pods_keep_to_the_restricted_standard(kind):
    (found,) = [each for each in manifests("prod") if each["kind"] == kind]
    pod = found["spec"]["template"]["spec"]
    assert pod["automountServiceAccountToken"] is False
    assert pod["securityContext"]["runAsNonRoot"] and pod["securityContext"]["runAsUser"] == 65532
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    for container in pod["containers"]:
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]},
        }
        assert "memory" in container["resources"]["limits"]


# Prometheus and Grafana


def alerts():
    return {rule["alert"]: rule for group in read("prometheus/alerts.yaml")["groups"] for rule in group["rules"]}


def test_every_alert_fires_in_a_test_and_is_quiet_before():
    named = re.compile(r'alertname="(\w+)"')
    for alert in alerts():
        fires = quiet = False
        for case in read("prometheus/alerts-test.yaml")["tests"]:
            moments = [
                {named.search(sample["labels"])[1] for sample in moment.get("exp_samples", [])}
                for moment in case["promql_expr_test"]
                if moment["expr"] == 'ALERTS{alertstate="firing"}'
            ]
            if any(alert in moment for moment in moments):
                fires = True
                quiet |= any(alert not in moment for moment in moments)
        assert fires, f"{alert} fires in no test"
        assert quiet, f"{alert} has no test in which it does not fire yet"


def test_every_alert_says_what_it_is_what_to_do_and_where_to_read_on():
    page = (ROOT / "docs/operating.md").read_text()
    headings = {heading.strip().lower() for heading in re.findall(r"^#+ (.+)$", page, re.MULTILINE)}
    for alert, rule in alerts().items():
        assert rule["labels"]["severity"] in ["page", "ticket"], alert
        assert rule["annotations"]["summary"] and rule["annotations"]["action"], alert
        assert rule["annotations"]["runbook"] == f"docs/operating.md#{alert.lower()}", alert
        assert alert.lower() in headings, f"docs/operating.md has no section {alert}"


def test_the_dashboard_asks_the_chosen_prometheus_and_its_panels_have_their_places():
    dashboard = json.loads((DEPLOY / "grafana/tripto-gateway.json").read_text())
    panels = dashboard["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    assert [each["name"] for each in dashboard["templating"]["list"]] == ["datasource", "instance"]
    for panel in panels:
        place = panel["gridPos"]
        assert place["x"] + place["w"] <= 24, panel["title"]
        if panel["type"] != "row":
            assert panel["datasource"]["uid"] == "${datasource}" and panel["targets"], panel["title"]
            assert all(target["datasource"]["uid"] == "${datasource}" for target in panel["targets"])
    for one, other in combinations(panels, 2):
        a, b = one["gridPos"], other["gridPos"]
        apart = (
            a["x"] + a["w"] <= b["x"] or b["x"] + b["w"] <= a["x"]
            or a["y"] + a["h"] <= b["y"] or b["y"] + b["h"] <= a["y"]
        )
        assert apart, f'{one["title"]} lies on {other["title"]}'
