"""Holds every message that a gateway sends against docs/api/asyncapi.yaml, and every document that patches make."""

import json
import pathlib

import yaml
from jsonschema import Draft202012Validator

SPECIFICATION = pathlib.Path(__file__).resolve().parents[2] / "docs/api/asyncapi.yaml"
DOCUMENTS = {"host": "HostDocument", "tv": "TvDocument", "player": "PlayerDocument"}


class Contract:
    def __init__(self):
        self._specification = yaml.safe_load(SPECIFICATION.read_text())
        told = self._specification["operations"]["tell"]["messages"]
        self._messages = {}
        for reference in told:
            key = reference["$ref"].rsplit("/", 1)[1]
            message = self._specification["components"]["messages"][key]
            self._messages[message["name"]] = self._validator(message["payload"])
        self._documents = {
            projection: self._validator({"$ref": f"#/components/schemas/{name}"})
            for projection, name in DOCUMENTS.items()
        }

    def _validator(self, schema):
        return Draft202012Validator({**schema, "components": self._specification["components"]})

    def breaches(self, frames):
        """What is wrong with the text frames of one connection, in order."""
        projection, document = None, None
        for frame in frames:
            message = json.loads(frame)
            validator = self._messages.get(message.get("type"))
            if validator is None:
                yield f"no such message: {frame[:200]}"
                continue
            yield from self._problems(validator, message, message["type"])
            payload = message.get("payload", {})
            match message["type"]:
                case "WELCOME":
                    projection = payload["projection"]
                case "STATE_SNAPSHOT":
                    document = payload
                    yield from self._problems(self._documents[projection], document, projection)
                case "STATE_PATCH" if document is not None and payload["baseVersion"] <= document["version"]:
                    document = patched(document, payload)
                    yield from self._problems(self._documents[projection], document, f"{projection} after {frame[:300]}")

    @staticmethod
    def _problems(validator, value, what):
        for error in validator.iter_errors(value):
            yield f"{what}: {error.json_path}: {error.message[:300]}"


def patched(document, patch):
    """The document after a STATE_PATCH (RFC 6902); the old one stays as it was."""
    document = json.loads(json.dumps(document))
    for operation in patch["ops"]:
        *path, last = (part.replace("~1", "/").replace("~0", "~") for part in operation["path"].split("/")[1:])
        target = document
        for part in path:
            target = target[int(part)] if isinstance(target, list) else target[part]
        if isinstance(target, list):
            place = len(target) if last == "-" else int(last)
            match operation["op"]:
                case "add":
                    target.insert(place, operation["value"])
                case "replace":
                    target[place] = operation["value"]
                case "remove":
                    del target[place]
        elif operation["op"] == "remove":
            del target[last]
        else:
            assert operation["op"] == "add" or last in target, operation
            target[last] = operation["value"]
    document["version"] = patch["version"]
    return document
