"""Lists the parts of a release, as SPDX 2.3: python3 sbom.py VERSION EPOCH ROOT >sbom.json

ROOT: the image's, with the gateway and a file for each Debian package.
"""
import hashlib
import json
import re
import sys
from datetime import datetime, timezone
from pathlib import Path
from urllib.parse import quote


def identifier(*words):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", "-".join(words))


def package(kind, name, version, purl, **more):
    return {
        "SPDXID": identifier(kind, name),
        "name": name,
        "versionInfo": version,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": "NOASSERTION",
        "copyrightText": "NOASSERTION",
        "externalRefs": [
            {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}
        ],
    } | more


def pins():
    with open("Package.resolved") as file:
        for pin in json.load(file)["pins"]:
            # Tests alone read YAML.
            if pin["identity"] == "yams":
                continue
            place, state = pin["location"].removesuffix(".git"), pin["state"]
            where = place.removeprefix("https://")
            yield package(
                "swift", pin["identity"], state["version"], f"pkg:swift/{where}@{state['version']}",
                downloadLocation=f"git+{place}@{state['revision']}", licenseDeclared="Apache-2.0",
            )


def debian(root):
    for path in sorted(Path(root, "var/lib/dpkg/status.d").iterdir()):
        fields = dict(
            line.split(": ", 1) for line in path.read_text().splitlines() if re.match(r"[\w-]+: ", line)
        )
        name, version, architecture = (fields[key] for key in ("Package", "Version", "Architecture"))
        yield package(
            "deb", name, version,
            f"pkg:deb/debian/{name}@{quote(version)}?arch={architecture}&distro=bookworm",
        )


def main(version, epoch, root):
    digest = hashlib.sha256(Path(root, "usr/bin/gatewayd").read_bytes()).hexdigest()
    swift = package("swift", "swift-runtime", "6.3", "pkg:generic/swift@6.3", licenseDeclared="Apache-2.0")
    gateway = package(
        "product", "tripto-gateway", version, f"pkg:generic/tripto-gateway@{version}",
        licenseDeclared="Apache-2.0", primaryPackagePurpose="APPLICATION",
    )
    gateway["checksums"] = [{"algorithm": "SHA256", "checksumValue": digest}]
    linked = [swift, *pins()]
    beside = list(debian(root))

    def relation(one, kind, other):
        return {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}

    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"tripto-gateway-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/tripto-gateway-{version}-{digest[:32]}",
        "creationInfo": {
            "created": datetime.fromtimestamp(int(epoch), timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Organization: Tripto Gateway"],
        },
        "packages": [gateway, *linked, *beside],
        "relationships": [
            relation("SPDXRef-DOCUMENT", "DESCRIBES", gateway["SPDXID"]),
            *(relation(gateway["SPDXID"], "STATIC_LINK", one["SPDXID"]) for one in linked),
            *(relation(gateway["SPDXID"], "DEPENDS_ON", one["SPDXID"]) for one in beside),
        ],
    }
    print(json.dumps(document, indent=1))


if __name__ == "__main__":
    main(*sys.argv[1:])
