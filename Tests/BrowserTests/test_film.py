"""An evening that people film: Tripto, then Name that tune, by the same people at the same television. Every face goes along, and
what they are given adds up; where SCREENSHOTS says so each moment is kept, the television's and one phone's (scripts/screens)."""

import pytest

from boxes import faults
from contract import NAME_THAT_TUNE, TRIPTO, Contracts
from ears import report
from hosting import LANGUAGES, languages, link_of
from leaks import secret_of
from party import PHONE, SCREEN, TABLET, Party
from process import GatewayProcess
from tunes import guess

LONG = 300_000
# The host's hand goes on before any of them is over; the finale has its own ten seconds.
STEPS = {"intro": LONG, "clue": LONG, "brakeAnswer": LONG, "reveal": LONG, "followup": LONG,
         "followupResults": LONG, "scoreboard": LONG, "final": 10_500}
TUNE_STEPS = {"reveal": LONG, "trivia": LONG, "triviaResults": LONG, "scoreboard": LONG, "final": 10_500}
JOURNEY = {"destinationsCount": 2, "followupsPerDestination": 1, "seed": 7, "timings": STEPS}
TUNES = {"songsCount": 5, "clipSeconds": 20, "trivia": True, "seed": 7, "timings": TUNE_STEPS}
# The first one's phone is filmed.
GUESTS = ["Anna", "Bo", "Cleo"]
WRONG_PLACES = ["Paris", "Madrid"]
# What each guest knows of each tune.
KNOWN = [("artist title", "title", ""), ("artist title", "artist", "title"), ("title", "artist title", ""),
         ("artist title", "", "artist"), ("artist title", "artist", "artist title")]
# Paper that has just begun to fall is not seen yet.
CONFETTI_MS = 900


@pytest.fixture(scope="module")
def living_room(recordings, tmp_path_factory):
    """The address of a gateway that has a voice and recordings."""
    process = GatewayProcess(tmp_path_factory.mktemp("living-room"), "--recordings-dir", recordings)
    try:
        yield process.start().url
    finally:
        process.stop()


@pytest.fixture(scope="module")
def contracts():
    return Contracts({"tripto": TRIPTO, "name-that-tune": NAME_THAT_TUNE})


@pytest.fixture
def evening(request, living_room, loud_browser, contracts):
    party = Party(living_room, loud_browser, contracts)
    yield Evening(party, request.param)
    party.close()


class Evening:
    """A television, a host and three phones, which stay for both games."""

    def __init__(self, party, locale):
        self._party = party
        self._locale = locale
        self._title = None
        self._moments = 0
        language = LANGUAGES[locale]
        self.host, self.tv = party.device("host", TABLET, language), party.device("tv", SCREEN, language)
        self.phones = [party.device(name, PHONE, language) for name in ("phone", "bo", "cleo")]

    def gather(self, game, settings):
        """A new session, which everybody finds as a family does: by the code on the television."""
        self._title, self._moments = f"film-{game}-{self._locale}", 0
        links = self._party.post("/v1/sessions", {"game": game, "settings": {**settings, "locale": self._locale}})
        # From one of its links to the next, a page would stay as it is.
        self.host.page.goto("about:blank")
        self.host.open(link_of(links)).state("LOBBY")
        self.tv.open("/tv").page.locator(".pairing").wait_for()
        self.tv.picture(f"pairing-{self._locale}")
        self.host.page.locator('input[name="pairingCode"]').fill(self.tv.page.locator(".pairing .big-code").inner_text())
        self.host.page.keyboard.press("Enter")
        self.tv.state("LOBBY")
        for phone, name in zip(self.phones, GUESTS):
            phone.open("/").page.locator("#joinCode").fill(self.tv.page.locator(".ticket .big-code").inner_text())
            phone.page.keyboard.press("Enter")
            phone.page.locator("#name").fill(name)
            phone.page.keyboard.press("Enter")
            phone.state("LOBBY")
            self.tv.sees(name)
        return self

    def start(self, state):
        self.host.press("start")
        self.shows(state)

    def skip(self, state):
        self.host.press("skip")
        self.shows(state)

    def shows(self, state):
        """Every face is where the game is, and nothing of it is beside an edge."""
        for face in (self.host, self.tv, *self.phones):
            face.state(state)
        self.tv.fits()
        for phone in self.phones:
            assert phone.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, f"{phone.name} in {state}"

    def film(self, moment, when=None, after_ms=0, is_kept=True):
        """Keeps a moment. `when`: what becomes true on the television in the midst of a motion, and how long after that; else
        all has come to rest, and nothing on the television lies where it may not."""
        phone = self.phones[0]
        if when is None:
            phone.comes_to_rest()
            self.tv.comes_to_rest()
        if is_kept:
            self._moments += 1
            title = f"{self._title}-{self._moments:02}-{moment}"
            phone.picture(title)
            if when is not None:
                self.tv.becomes(when)
                self.tv.page.wait_for_timeout(after_ms)
            self.tv.picture(title)
        if when is None:
            found = faults(self.tv.page)
            assert not found, f"{moment}: {found}"

    def finish(self, end):
        """The winner's ten seconds, and what stays after them."""
        self.skip("FINAL_RESULTS")
        self.film("drumroll", arrived('[data-stage="suspense"] .podium [data-rank="3"]'))
        self.phones[0].page.locator(".champion.mine").wait_for()
        self.film("winner", '!document.getElementById("confetti").hidden', CONFETTI_MS)
        self.shows(end)
        self.film("end")
        told = report(self.tv)
        assert told["failures"] == []
        assert "winner_fanfare" in [start["id"] for start in told["starts"]]

    def points(self):
        return [int(phone.page.locator(".my-score b").inner_text().split()[0]) for phone in self.phones]

    def prize(self):
        """What the television says that the winner has."""
        return int(self.tv.page.locator(".prize").inner_text().split()[0])


def arrived(selector):
    """In JavaScript: there is such an element, and it has moved to where it belongs."""
    return f"document.querySelector('{selector}')?.getAnimations().every(({{ playState }}) => playState === 'finished')"


def answer(phone, field, text):
    phone.page.locator(field).fill(text)
    phone.page.keyboard.press("Enter")


def brake(evening, phone, text):
    phone.press("brake")
    evening.shows("PAUSED_FOR_BRAKE")
    answer(phone, "#brakeAnswer", text)


def asked(evening, secret, knowing, is_filmed):
    """A question, which all answer."""
    evening.skip("FOLLOWUP_QUESTION")
    right = secret["followups"][0]["accepted"][0]
    for number, (phone, knows) in enumerate(zip(evening.phones, knowing)):
        answer(phone, "#followupAnswer", right if knows else "?")
        if number == 0:
            phone.page.locator(".sent b").wait_for()
            evening.film("question", is_kept=is_filmed)
    for phone, knows in zip(evening.phones, knowing):
        phone.page.locator(".verdict.right" if knows else ".verdict.wrong").wait_for()
    evening.tv.page.locator('[data-key="solution"]').wait_for()
    evening.film("solution", is_kept=is_filmed)


@pytest.mark.parametrize("evening", languages("sv"), indirect=True)
def test_an_evening_of_two_games(evening):
    travelled(evening.gather("tripto", JOURNEY))
    assert evening.points() == [10 + 2 + 2, 10 + 2, 6 + 2] and evening.prize() == 14
    points = guessed(evening.gather("name-that-tune", TUNES))
    assert evening.points() == points and evening.prize() == max(points)


def travelled(evening):
    """Bo is first at the first destination, and Anna at the second."""
    anna, bo, cleo = evening.phones
    evening.film("lobby")
    evening.start("ROUND_INTRO")
    evening.film("intro")
    evening.skip("CLUE_LEVEL")
    evening.film("clue")
    secret = secret_of(evening.host)
    right = secret["destination"]["name"]
    wrong = next(place for place in WRONG_PLACES if place != right)
    brake(evening, bo, right)
    evening.shows("CLUE_LEVEL")
    anna.press("brake")
    evening.shows("PAUSED_FOR_BRAKE")
    anna.page.locator("#brakeAnswer").fill(wrong)
    evening.film("brake")
    anna.page.keyboard.press("Enter")
    evening.shows("CLUE_LEVEL")
    evening.film("locked")
    brake(evening, cleo, right)
    evening.shows("REVEAL_DESTINATION")
    evening.film("arrival", arrived(".flap b"))
    for device in (evening.tv, *evening.phones):
        device.sees(right)
    evening.film("answers")
    asked(evening, secret, [True, False, True], is_filmed=True)
    evening.skip("SCOREBOARD")
    evening.film("standings")

    evening.skip("ROUND_INTRO")
    evening.skip("CLUE_LEVEL")
    secret = secret_of(evening.host)
    right = secret["destination"]["name"]
    for phone, text in zip(evening.phones, [right, wrong, wrong]):
        brake(evening, phone, text)
    evening.shows("REVEAL_DESTINATION")
    evening.film("way", arrived("world-map .pin"))
    asked(evening, secret, [True, True, False], is_filmed=False)
    evening.skip("SCOREBOARD")
    evening.finish("ROUND_END")
    assert evening.tv.page.locator(".titles li").count() > 0, "an evening is remembered for something"


def guessed(evening):
    """@returns the points that each guest is due."""
    evening.film("lobby")
    evening.host.press("start")
    points = [0] * len(GUESTS)
    for number, known in enumerate(KNOWN, 1):
        evening.shows("PLAYING")
        evening.host.page.locator('[data-key="secret"]').wait_for()
        secret = secret_of(evening.host)
        points = [sum(parts) for parts in zip(points, played(evening, secret, known, is_filmed=number == 1))]
        if number < len(KNOWN):
            evening.skip("SCOREBOARD")
            if number == len(KNOWN) - 1:
                evening.film("standings")
            evening.host.press("skip")
    evening.finish("OVER")
    return points


def played(evening, secret, known, is_filmed):
    """One tune and its question. @returns the points that each guest is due for it."""
    guesses = [(secret["artist"] if "artist" in parts else "ABBA", secret["title"] if "title" in parts else "Waterloo") for parts in known]
    anna = evening.phones[0]
    anna.page.locator("#artist").fill(guesses[0][0])
    evening.film("playing", is_kept=is_filmed)
    for phone, (artist, title) in list(zip(evening.phones, guesses))[:-1]:
        guess(phone, artist, title)
        phone.page.locator(".told.done").wait_for()
    evening.film("done", is_kept=is_filmed)
    # The last one ends it.
    guess(evening.phones[-1], *guesses[-1])
    evening.shows("REVEAL")
    for device in (evening.tv, *evening.phones):
        device.sees(secret["title"])
    evening.film("reveal", is_kept=is_filmed)
    evening.skip("TRIVIA")
    anna.page.locator('[data-option="0"]').click()
    anna.page.locator(".options .chosen").wait_for()
    evening.film("trivia", is_kept=is_filmed)
    for option, phone in list(enumerate(evening.phones))[1:]:
        phone.page.locator(f'[data-option="{option}"]').click()
    for face in (evening.tv, *evening.phones):
        face.page.locator(".options .correct").wait_for()
    evening.film("solution", is_kept=is_filmed)
    return [len(parts.split()) + phone.page.locator(".options .chosen.correct").count() for parts, phone in zip(known, evening.phones)]
