"""An OCI image of one layer: python3 image.py ROOT ARCHIVE VERSION ARCHITECTURE EPOCH

Assembled here as no engine is needed for it, and as buildah leaves out what Docker calls its health check.
The same root gives the same bytes.
"""
import gzip
import hashlib
import io
import json
import os
import stat
import sys
import tarfile
from datetime import datetime, timezone

USER = 65532
TYPES = "application/vnd.oci.image"
SECOND = 10**9
SETTINGS = {
    "User": f"{USER}:{USER}",
    "ExposedPorts": {"8080/tcp": {}},
    "Env": [
        "PATH=/usr/bin:/bin",
        "LANG=C.UTF-8",
        "SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt",
        "GATEWAY_LISTEN=0.0.0.0:8080",
        "GATEWAY_DATA_DIR=/data",
        "GATEWAY_LOG_FORMAT=json",
    ],
    "Entrypoint": ["/usr/bin/gatewayd"],
    "Cmd": ["serve"],
    "Volumes": {"/data": {}},
    "WorkingDir": "/",
    "StopSignal": "SIGTERM",
    # Not of the OCI's specification; Docker and Podman go by it. Kubernetes has its own probes.
    "Healthcheck": {
        "Test": ["CMD", "/usr/bin/gatewayd", "probe"],
        "Interval": 10 * SECOND,
        "Timeout": 3 * SECOND,
        "StartPeriod": 30 * SECOND,
        "Retries": 3,
    },
}


def add(archive, name, body, epoch):
    entry = tarfile.TarInfo(name)
    entry.size, entry.mtime, entry.mode = len(body), epoch, 0o644
    archive.addfile(entry, io.BytesIO(body))


def layer(root, epoch):
    """Sorted, root's, and of one time; /data is the image's user's."""

    def settled(entry):
        entry.name = entry.name.removeprefix("./") or "."
        entry.uid = entry.gid = USER if entry.name == "data" else 0
        entry.uname = entry.gname = ""
        entry.mtime = epoch
        entry.pax_headers = {}
        return entry

    output = io.BytesIO()
    with tarfile.open(fileobj=output, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for folder, folders, files in os.walk(root):
            folders.sort()
            links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
            if folder != root:
                archive.add(folder, os.path.relpath(folder, root), recursive=False, filter=settled)
            for name in sorted(files + links):
                path = os.path.join(folder, name)
                if stat.S_ISREG(os.lstat(path).st_mode) or os.path.islink(path):
                    archive.inodes.clear()
                    archive.add(path, os.path.relpath(path, root), recursive=False, filter=settled)
    return output.getvalue()


def main(root, archive_path, version, architecture, epoch):
    epoch = int(epoch)
    plain = layer(root, epoch)
    packed = gzip.compress(plain, 6, mtime=0)
    made = datetime.fromtimestamp(epoch, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    labels = {
        "org.opencontainers.image.title": "Tripto Gateway",
        "org.opencontainers.image.description": "Real-time WebSocket gateway for living-room games",
        "org.opencontainers.image.version": version,
        "org.opencontainers.image.created": made,
        "org.opencontainers.image.licenses": "Apache-2.0",
        "org.opencontainers.image.base.name": "debian:bookworm",
    }
    blobs = {}

    def blob(body, kind):
        body = body if isinstance(body, bytes) else json.dumps(body, sort_keys=True).encode()
        digest = hashlib.sha256(body).hexdigest()
        blobs[digest] = body
        return {"mediaType": f"{TYPES}.{kind}", "digest": f"sha256:{digest}", "size": len(body)}

    config = {
        "architecture": architecture,
        "os": "linux",
        "created": made,
        "config": SETTINGS | {"Labels": labels},
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{hashlib.sha256(plain).hexdigest()}"]},
        "history": [{"created": made, "created_by": "scripts/package"}],
    }
    manifest = {
        "schemaVersion": 2,
        "mediaType": f"{TYPES}.manifest.v1+json",
        "config": blob(config, "config.v1+json"),
        "layers": [blob(packed, "layer.v1.tar+gzip")],
        "annotations": labels,
    }
    index = {
        "schemaVersion": 2,
        "mediaType": f"{TYPES}.index.v1+json",
        "manifests": [
            blob(manifest, "manifest.v1+json")
            | {
                "platform": {"architecture": architecture, "os": "linux"},
                "annotations": {"org.opencontainers.image.ref.name": f"tripto-gateway:{version}"},
            }
        ],
    }
    with tarfile.open(archive_path, "w", format=tarfile.GNU_FORMAT) as archive:
        add(archive, "oci-layout", b'{"imageLayoutVersion":"1.0.0"}', epoch)
        add(archive, "index.json", json.dumps(index, sort_keys=True).encode(), epoch)
        for digest in sorted(blobs):
            add(archive, f"blobs/sha256/{digest}", blobs[digest], epoch)
    print(f"image: {len(packed) / 1e6:.1f} MB packed, {len(plain) / 1e6:.1f} MB unpacked")


if __name__ == "__main__":
    main(*sys.argv[1:])
