"""A screen that is shown whatever document a test makes up: for crowds and moments that no evening brings on demand.
What it is told is held against the contract, as what a gateway tells."""

import copy
import functools
import json
import time
import urllib.request

from party import PHONE, SCREEN
from process import PATIENCE_S

CLUES = {
    "sv": ["Här korsar kabelfärjor en flod så bred att man förr trodde att den var havet.",
           "Stadens äldsta bokhandel öppnade 1732 och säljer fortfarande böcker i samma hus vid backen.",
           "Ett jordskalv en novembermorgon förstörde större delen av staden medan alla ljus brann i kyrkorna.",
           "Gula spårvagnar klättrar här uppför gränder som är så smala att man kan ta på husen från fönstret.",
           "Huvudstaden längst i väster på Europas fastland, känd för sorgsen sång och små varma bakverk."],
    "en": ["Ferries cross a river here that is so wide that people once took it for the sea itself.",
           "The city's oldest bookshop opened in 1732 and still sells books in the same house on the hill.",
           "An earthquake on a November morning destroyed most of the city while candles burned in the churches.",
           "Yellow trams climb lanes that are so narrow here that you can touch the houses from the window.",
           "The westernmost capital on the European mainland, known for sorrowful songs and small warm pastries."],
}
STORY = {"sv": "Lissabon ligger på sju kullar vid Tejos mynning. Efter jordbävningen 1755 byggdes de lägre kvarteren upp igen "
               "i räta gator, medan Alfama behöll sina gränder.",
         "en": "Lisbon lies on seven hills at the mouth of the Tagus. After the earthquake of 1755 the lower quarters were "
               "rebuilt in straight streets, while Alfama kept its lanes."}
QUESTION = {"sv": "Vilket år invigdes bron som från början bar diktatorns namn och i dag heter 25 april-bron?",
            "en": "In which year was the bridge opened that first bore the dictator's name and is now called 25 de Abril?"}
NAMES = ["Anna", "Bo", "Maximiliana af Ekenst", "Åke", "WWWWWWWWWWWWWWWWWWWW", "Siv", "Farfar Lennart", "Özgür", "Li"]
STATES = ["LOBBY", "PREPARING_ROUND", "ROUND_INTRO", "CLUE_LEVEL", "PAUSED_FOR_BRAKE", "REVEAL_DESTINATION",
          "FOLLOWUP_QUESTION", "SCOREBOARD", "FINAL_RESULTS", "ROUND_END"]

REACTING = ["LOBBY", "ROUND_INTRO", "REVEAL_DESTINATION", "SCOREBOARD", "FINAL_RESULTS", "ROUND_END"]


def now_ms():
    return int(time.time() * 1000)


def document(state, locale="sv", guests=5, scores=None):
    """A TV's document in a state, as full as it gets: the last clue, everybody's answer, the longest names."""
    players = [{"playerId": f"p{n}", "name": NAMES[n] if n < len(NAMES) else f"Resenär {n + 1}", "joinedAtMs": n,
                "avatar": {"figure": n % 12, "colour": (5 * n + n // 12) % 12}, "connected": n % 7 != 6, "locked": state not in ("LOBBY", "PREPARING_ROUND", "ROUND_INTRO") and n % 3 != 1}
               for n in range(guests)]
    scores = scores or [max(0, 34 - 2 * n) for n in range(guests)]
    standings = [{"playerId": p["playerId"], "name": p["name"], "points": s} for p, s in zip(players, scores)]
    standings.sort(key=lambda standing: -standing["points"])
    ranked = [{**s, "rank": 1 + sum(other["points"] > s["points"] for other in standings)} for s in standings]
    clues = [{"levelPoints": points, "clueText": text} for points, text in zip((10, 8, 6, 4, 2), CLUES[locale])]
    best = [s for s in ranked if s["rank"] == 1 and s["points"] > 0]
    in_round = state not in ("LOBBY", "FINAL_RESULTS", "ROUND_END")
    return {
        "state": state, "paused": False, "canReact": state in REACTING,
        "session": {"sessionId": "0123456789abcdef", "game": "tripto", "status": "active", "host": {"connected": True},
                    "tv": {"connected": True}, "joinCode": "K7MWQ2", "joinUrl": "http://tripto.local:8080/join/0123456789abcdef?t=token",
                    "settings": settings(locale)},
        "players": players,
        "round": {"roundId": "r1", "index": 2, "total": 3} if in_round else None,
        "clue": {**clues[-1], "levelIndex": 5, "totalLevels": 5, "earlier": clues[:-1]}
                if state in ("CLUE_LEVEL", "PAUSED_FOR_BRAKE") else None,
        "brake": {"brakeOwnerPlayerId": "p2", "levelPoints": 2, "photoFinish": None} if state == "PAUSED_FOR_BRAKE" else None,
        "reveal": {"destinationName": "Lissabon", "country": "Portugal", "lat": 38.7, "lon": -9.1, "revealText": STORY[locale], "results": [
            {"playerId": p["playerId"], "isCorrect": n % 3 == 0, "pointsAwarded": 8 if n % 3 == 0 else 0,
             "lockedAtLevelPoints": 8, "answerText": "Lissabon" if n % 3 == 0 else "Konstantinopel, tror jag bestämt"}
            for n, p in enumerate(players)]} if state in ("REVEAL_DESTINATION", "FOLLOWUP_QUESTION") else None,
        "followup": {"index": 1, "total": 2, "questionText": QUESTION[locale], "locked": True, "correctAnswer": "1966",
                     "results": [{"playerId": p["playerId"], "isCorrect": n % 2 == 0, "pointsAwarded": 2}
                                 for n, p in enumerate(players)]} if state == "FOLLOWUP_QUESTION" else None,
        "dispute": None,
        "scoreboard": ranked,
        "timers": [timer()] if state in ("CLUE_LEVEL", "PAUSED_FOR_BRAKE", "FOLLOWUP_QUESTION", "FINAL_RESULTS") else [],
        "uiHints": None,
        "audio": {"music": None, "voice": None, "speaker": None, "gainDb": -16},
        "final": {"winnerPlayerId": best[0]["playerId"] if len(best) == 1 else None, "isTie": len(best) > 1,
                  "tieWinners": [s["playerId"] for s in best] if len(best) > 1 else [],
                  "standingsTop": [s for s in standings if sum(o["points"] > s["points"] for o in standings) < 3],
                  "standingsFull": standings, "aborted": False} if state in ("FINAL_RESULTS", "ROUND_END") else None,
    }


def player_document(state, locale="sv", guests=5, scores=None, me=0):
    """The same as the phone of player number `me` has it: who has not answered yet, and is asked to."""
    doc = document(state, locale, guests, scores)
    own = doc["players"][me]
    own["locked"] = False
    standing = next(s for s in doc["scoreboard"] if s["playerId"] == own["playerId"])
    for member in ("joinCode", "joinUrl"):
        del doc["session"][member]
    del doc["audio"]
    if doc["brake"]:
        doc["brake"]["brakeOwnerPlayerId"] = f"p{min(2, guests - 1)}"
    is_owner = bool(doc["brake"]) and doc["brake"]["brakeOwnerPlayerId"] == own["playerId"]
    doc["uiHints"] = {"canBrake": state == "CLUE_LEVEL", "canAnswer": is_owner or state == "FOLLOWUP_QUESTION", "canDispute": False, "canVote": False}
    doc["me"] = {"playerId": own["playerId"], "name": own["name"], "points": standing["points"], "rank": standing["rank"],
                 "mayHost": False, "canBrake": state == "CLUE_LEVEL", "lockedAnswer": None, "followupAnswer": None, "vote": None}
    return doc


def settings(locale):
    timings = ["intro", "clue", "brakeAnswer", "reveal", "followup", "followupResults", "scoreboard", "final"]
    return {"destinationsCount": 3, "followupsPerDestination": 2, "difficulty": "normal", "theme": None, "locale": locale,
            "maxPlayers": 500, "allowLateJoin": True, "nameFilter": "medium", "earlyReveal": True, "afterBrake": "next",
            "clueClock": "level", "hostMayPlay": False, "latencyFair": False, "reactions": True, "timings": dict.fromkeys(timings, 30_000)}


def timer(passed_ms=0, duration_ms=30_000):
    return {"timerId": "t1", "phase": "started", "startAtServerMs": now_ms() - passed_ms, "durationMs": duration_ms,
            "paused": False, "remainingMs": duration_ms}


class Stage:
    """Plays the gateway for one screen."""

    role, projection, shape = "TV", "tv", SCREEN

    def __init__(self, party, shape=None, name="tv", locale="sv-SE"):
        self.party = party
        self.links = party.post("/v1/sessions", {"settings": {"locale": locale[:2]}})
        self.path = f"/v1/sessions/{self.links['sessionId']}"
        self.tv = party.device(name, shape or self.shape, locale)
        self._sockets = []
        self._frames = []
        self.tv.connections.append(self._frames)
        self.shown = self.first()
        self._version = 0
        self._serve()

    def _serve(self):
        self.tv.page.route_web_socket("**/v1/ws*", self._route)
        # The picture on the ticket is of a session that is not this one; it is here already, as a page may close
        # while it is on its way.
        self.tv.page.route("**/qr.svg*", lambda route: route.fulfill(body=self._qr, content_type="image/svg+xml"))

    @functools.cached_property
    def _qr(self):
        url = f"{self.party.gateway}{self.path}/qr.svg?t={self.links['joinToken']}"
        with urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
            return answer.read()

    def _route(self, socket):
        self._sockets.append(socket)
        socket.on_message(lambda text: self._answer(json.loads(text)))

    def _answer(self, message):
        if message["type"] == "TIME_PING":
            t0 = message["payload"]["t0"]
            self.tell("TIME_PONG", {"t0": t0, "t1": now_ms(), "t2": now_ms()})
        if message["type"] in ("HELLO", "RESUME_SESSION"):
            self.tell("WELCOME", {"connectionId": "c1", "serverTimeMs": now_ms(), "timeOffsetHintMs": 0, "role": self.role,
                                  "projection": self.projection, "resumed": False})
            self._send()

    def _send(self):
        self._version += 1
        self.tell("STATE_SNAPSHOT", {**self.shown, "version": self._version}, version=self._version)

    def first(self):
        return document("LOBBY")

    def enter(self):
        self.tv.open(self.links["tvUrl"])

    def open(self):
        self.enter()
        # To a browser, a test's look into a page is a press: none before the page has asked whether it may sound.
        deadline = time.monotonic() + PATIENCE_S
        while not self._sockets and time.monotonic() < deadline:
            self.tv.page.wait_for_timeout(20)
        self.tv.state(self.shown["state"])
        return self

    def reopen(self, path):
        """The tab is closed, and another one comes back to the session."""
        self.tv.page.close()
        self.tv.open_tab()
        self._serve()
        self.tv.open(path).state(self.shown["state"])
        return self

    def show(self, doc):
        self.shown = copy.deepcopy(doc)
        if self._sockets:
            self._send()
            self.tv.state(doc["state"])
        return self

    def tell(self, kind, payload, **more):
        message = {"type": kind, "sessionId": self.links["sessionId"], "serverTimeMs": now_ms(), "payload": payload, **more}
        self._frames.append(json.dumps(message))
        self._sockets[-1].send(self._frames[-1])

    def drop(self):
        """The network goes, and does not come back."""
        self.tv.page.unroute_all()
        self.tv.page.route_web_socket("**/v1/ws*", lambda socket: socket.close(code=1011))
        self._sockets[-1].close(code=1011)


class PhoneStage(Stage):
    """The same for the phone of somebody who plays."""

    role, projection, shape = "PLAYER", "player", PHONE

    def __init__(self, party, shape=None, name="phone", locale="sv-SE"):
        super().__init__(party, shape, name, locale)
        self.phone = self.tv

    def first(self):
        return player_document("LOBBY")

    def enter(self):
        self.tv.open(self.links["joinUrl"])
        self.tv.page.locator("#name").fill("Anna")
        self.tv.page.keyboard.press("Enter")
