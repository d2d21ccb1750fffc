"""Looks for the secret in what players and screens were told before the reveal (law 2)."""

import re

# What a player has typed comes back to them alone, right or wrong.
OWN_ANSWER = re.compile(r'"(?:/me/lockedAnswer","value|lockedAnswer)":"(?:[^"\\]|\\.)*"')


def secret_of(host):
    """The newest `secret` in what the host was told."""
    found = None
    for message in host.messages():
        payload = message["payload"]
        if message["type"] == "STATE_SNAPSHOT":
            found = payload["secret"] or found
        if message["type"] == "STATE_PATCH":
            for op in payload["ops"]:
                if op["path"] == "/secret" and op.get("value"):
                    found = op["value"]
    assert found, "the host was never told the secret"
    return found


def leaks(device, secret):
    """Frames before the reveal that hold a word of the secret."""
    destination = secret["destination"]
    words = [destination["name"], destination["country"], *destination["aliases"]]
    sources = [page for part in (*secret["clues"], *secret["followups"]) for source in part["sources"]
               for page in source["pages"]]
    coordinates = [f'"{axis}":{destination[axis]}' for axis in ("lat", "lon")]
    questions = [followup["questionText"] for followup in secret["followups"]]
    pattern = re.compile("|".join(rf"\b{re.escape(text)}\b" for text in words), re.IGNORECASE)
    found = []
    for frame in device.received:
        if "REVEAL_DESTINATION" in frame:
            break
        if pattern.search(OWN_ANSWER.sub('', frame)) or any(text in frame for text in sources + questions + coordinates):
            found.append(frame)
    return found + early_clues(device, secret)


def early_clues(device, secret):
    """Clues that came before a clue worth more."""
    shown, found = set(), []
    for frame in device.received:
        for clue in secret["clues"]:
            if clue["text"] not in frame:
                continue
            shown.add(clue["levelPoints"])
            if any(points > clue["levelPoints"] and points not in shown for points in (10, 8, 6, 4)):
                found.append(frame)
    return found
