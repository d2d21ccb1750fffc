"""Holds every message that a gateway sends against the contract of all games (docs/api/asyncapi.yaml) and of the one that
is played, and every document that patches make."""

import json
import pathlib
import re

import yaml
from jsonschema import Draft202012Validator

ROOT = pathlib.Path(__file__).resolve().parents[2]
ALL_GAMES = ROOT / "docs/api/asyncapi.yaml"
TRIPTO = ROOT / "docs/api/tripto.yaml"
NAME_THAT_TUNE = ROOT / "docs/api/name-that-tune.yaml"
QUIZ = ROOT / "Tests/ExampleGame/quiz.yaml"
DOCUMENTS = {"host": "HostDocument", "tv": "TvDocument", "player": "PlayerDocument"}


def loaded(path):
    """A specification; what it takes from another is named as if it were its own."""
    return yaml.safe_load(re.sub(r"'[^'#]+#/", "'#/", path.read_text()))


class Contract:
    def __init__(self, game=TRIPTO):
        kit, own = loaded(ALL_GAMES), loaded(game)
        # What both describe is as the game's has it.
        self._components = {part: kit["components"][part] | own["components"][part] for part in ("messages", "schemas")}
        self._messages = {}
        for specification in (kit, own):
            for reference in specification["operations"].get("tell", {"messages": []})["messages"]:
                key = reference["$ref"].rsplit("/", 1)[1]
                message = self._components["messages"][key]
                self._messages[message["name"]] = self._validator(message["payload"])
        self._documents = {
            projection: self._validator({"$ref": f"#/components/schemas/{name}"})
            for projection, name in DOCUMENTS.items()
        }

    def _validator(self, schema):
        return Draft202012Validator({**schema, "components": self._components})

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


class Contracts:
    """Of an evening of several games: each connection is held to that of the game whose session it is about."""

    def __init__(self, games):
        """`games`: each one's specification, by the name that documents have."""
        self._contracts = {name: Contract(game) for name, game in games.items()}

    def breaches(self, frames):
        played = (message["payload"]["session"]["game"] for message in map(json.loads, frames) if message["type"] == "STATE_SNAPSHOT")
        # Before its document a connection is told nothing that one game alone knows.
        return self._contracts[next(played, min(self._contracts))].breaches(frames)


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
