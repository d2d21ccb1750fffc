"""Connections that drop, and games that end."""

import json

from party import PHONE, SCREEN, TABLET

SETTINGS = {"locale": "sv", "destinationsCount": 1, "followupsPerDestination": 0,
            "timings": {"intro": 60_000, "clue": 60_000, "reveal": 60_000, "scoreboard": 60_000, "final": 1_000}}


class Wire:
    """A phone's sockets, seen and cut by the test."""

    def __init__(self, phone):
        self.sent, self.heard, self.sockets = [], [], []
        phone.page.route_web_socket("**/v1/ws*", self._route)

    def _route(self, client):
        server = client.connect_to_server()
        client.on_message(lambda text: (self.sent.append(json.loads(text)), server.send(text)))
        server.on_message(lambda text: (self.heard.append(json.loads(text)), client.send(text)))
        self.sockets.append((client, server))

    def cut(self, code):
        client, server = self.sockets[-1]
        server.close(code=1000)
        client.close(code=code)

    def types(self):
        return [message["type"] for message in self.heard]


def test_a_dropped_phone_resumes_with_patches_alone(party):
    links = party.post("/v1/sessions", {"settings": SETTINGS})
    host, phone = party.device("host", TABLET), party.phone("phone")
    wire = Wire(phone)
    host.open(f"/host#s={links['sessionId']}&r={links['hostRefreshToken']}")
    phone.open(links["joinUrl"]).fill("Ditt namn", "Anna")
    phone.state("LOBBY")
    wire.heard.clear()
    wire.cut(1001)
    phone.sees("Tappade kontakten")
    phone.page.get_by_text("Tappade kontakten").wait_for(state="detached")
    host.press("start")
    phone.state("ROUND_INTRO")
    assert [message["type"] for message in wire.sent].count("HELLO") == 1
    resume = next(message for message in wire.sent if message["type"] == "RESUME_SESSION")
    assert resume["payload"]["lastVersion"] > 0
    assert "STATE_SNAPSHOT" not in wire.types() and "STATE_PATCH" in wire.types()


def test_a_lost_patch_makes_the_phone_ask_anew(party):
    links = party.post("/v1/sessions", {"settings": SETTINGS})
    host, phone = party.device("host", TABLET), party.phone("phone")
    wire = Wire(phone)
    host.open(f"/host#s={links['sessionId']}&r={links['hostRefreshToken']}")
    phone.open(links["joinUrl"]).fill("Ditt namn", "Anna")
    phone.state("LOBBY")
    ahead = {"baseVersion": 10_000, "version": 10_001, "ops": [{"op": "replace", "path": "/state", "value": "ROUND_END"}]}
    wire.sockets[-1][0].send(json.dumps({"type": "STATE_PATCH", "payload": ahead}))
    host.press("start")
    phone.state("ROUND_INTRO")
    assert "RESUME_SESSION" in [message["type"] for message in wire.sent]


def test_a_host_who_ends_the_session_ends_it_for_all(party):
    links = party.post("/v1/sessions", {"settings": SETTINGS})
    host, tv, phone = party.device("host", TABLET), party.device("tv", SCREEN), party.phone("phone")
    host.open(f"/host#s={links['sessionId']}&r={links['hostRefreshToken']}")
    tv.open(links["tvUrl"])
    phone.open(links["joinUrl"]).fill("Ditt namn", "Anna")
    phone.state("LOBBY")
    host.press("start")
    phone.state("ROUND_INTRO")
    host.press("end")
    for device in (tv, phone):
        device.sees("Session avslutad")
    party.picture("15-ended")


def test_a_rematch_and_a_full_table(party):
    links = party.post("/v1/sessions", {"settings": SETTINGS})
    host, tv = party.device("host", TABLET), party.device("tv", SCREEN)
    host.open(f"/host#s={links['sessionId']}&r={links['hostRefreshToken']}")
    tv.open(links["tvUrl"])
    for number in range(20):
        body = {"joinToken": links["joinToken"], "name": f"Resenär {number + 1}"}
        party.post(f"/v1/sessions/{links['sessionId']}/join", body)
    tv.sees("Resenär 20")
    late = party.device("late", PHONE)
    late.open(links["joinUrl"]).fill("Ditt namn", "Sen")
    late.sees("Det är fullt ombord.")
    tv.picture("16-full-lobby")
    host.press("start")
    tv.state("ROUND_INTRO")
    host.press("skip")
    tv.state("CLUE_LEVEL")
    tv.picture("17-full-clue")
    host.press("reveal")
    tv.state("REVEAL_DESTINATION")
    tv.picture("18-full-reveal")
    host.press("skip")
    tv.state("SCOREBOARD")
    tv.picture("19-full-scoreboard")
    host.press("skip")
    tv.state("ROUND_END")
    tv.sees("Ingen vinnare i kväll")
    tv.picture("20-full-end")
    host.press("start")
    tv.state("ROUND_INTRO")
