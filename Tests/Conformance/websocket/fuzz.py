"""Runs cases of Autobahn's testsuite against an echoing server and says what became of each.

Usage: fuzz.py URL REPORTS CASES… — cases as the suite names them: 1.* 9.1.1
Ends with 1 when a case is neither OK nor informational, or has no result at all.
"""

import collections
import sys

from twisted.internet import defer, reactor

from autobahn.websocket import protocol
from autobahntestsuite import fuzzing
from autobahntestsuite.case import Case, CaseCategories
from octets import Utf8Validator, XorMasker, octets, text

# Some cases wait for seconds, so this many go on at a time; those of the busy groups one by one.
LANES = 4
BUSY_GROUPS = {"9", "12", "13"}
# A busy machine is no slow server: what the suite waits for gets this much more time.
PATIENCE = 5
OPTIONS = {
    "openHandshakeTimeout": 5 * PATIENCE,
    "closeHandshakeTimeout": 1 * PATIENCE,
    "serverConnectionDropTimeout": 1 * PATIENCE,
}
GOOD = {Case.OK, Case.INFORMATIONAL}
MISSING = "MISSING"


class Protocol(fuzzing.FuzzingClientProtocol):
    """Bytes for the network, text for those cases that have it (see `octets`)."""

    def continueLater(self, delay, fun, tag=None):
        super().continueLater(delay * PATIENCE, fun, tag)

    def killAfter(self, delay):
        super().killAfter(delay * PATIENCE)

    def closeAfter(self, delay):
        super().closeAfter(delay * PATIENCE)

    def sendFrame(self, opcode, payload=b"", **options):
        super().sendFrame(opcode, octets(payload), **options)

    def sendMessage(self, payload, isBinary=False, **options):
        super().sendMessage(octets(payload), isBinary, **options)

    def sendMessageFrameData(self, payload, **options):
        return super().sendMessageFrameData(octets(payload), **options)

    def sendCloseFrame(self, code=None, reasonUtf8=None, isReply=False):
        reason = None if reasonUtf8 is None else octets(reasonUtf8)
        super().sendCloseFrame(code, reason, isReply)

    def onMessage(self, message, binary):
        takes_bytes = hasattr(self.runCase, "TESTDATA")
        super().onMessage(message if takes_bytes else text(message), binary)

    def onPong(self, payload):
        super().onPong(text(payload))


protocol.Utf8Validator = Utf8Validator
protocol.create_xor_masker = XorMasker
fuzzing.FuzzingClientProtocol = Protocol
# It says of each case that it begins.
fuzzing.print = lambda *_: None


class Lane(fuzzing.FuzzingClientFactory):
    """Takes one case after the other from a queue that it shares with others."""

    noisy = False

    def __init__(self, url, reports, queue):
        self.queue = queue
        self.done = defer.Deferred()
        agent = url.split(":")[0]
        servers = [{"url": url, "agent": agent, "options": OPTIONS}]
        super().__init__({"servers": servers, "cases": [], "outdir": reports})

    def nextCase(self):
        if self.queue:
            self.currentCaseId = self.queue.popleft()
            self.currentCaseIndex = self.CaseSet.CasesIndices[self.currentCaseId]
            return True
        self.done.callback(self)
        return False

    def clientConnectionLost(self, connector, reason):
        if self.nextCase():
            connector.connect()

    clientConnectionFailed = clientConnectionLost

    def logCase(self, result):
        super().logCase({key: self.readable(value) for key, value in result.items()})

    @staticmethod
    def readable(value):
        return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def group(case):
    return case.split(".")[0]


def verdict(result):
    """What the case saw, or how the connection closed where that is what went wrong."""
    if result is None:
        return MISSING
    seen, closing = result["behavior"], result["behaviorClose"]
    return closing if seen in GOOD and closing not in GOOD else seen


def tell(agent, cases, results):
    """Prints verdicts by group, then each case that is not as it should be."""
    verdicts = {case: verdict(results.get(case)) for case in cases}
    columns = sorted(set(verdicts.values()) | GOOD, key=lambda v: (v not in GOOD, v))
    groups = collections.defaultdict(collections.Counter)
    for case, outcome in verdicts.items():
        groups[group(case)][outcome] += 1
    groups["all"] = collections.Counter(verdicts.values())
    print(f"{agent:46}", *(f"{column:>13}" for column in columns))
    for number, counts in groups.items():
        name = f"{number:>3} {CaseCategories.get(number, '')}"
        print(f"{name:46}", *(f"{counts[column]:13}" for column in columns))
    bad = [case for case in cases if verdicts[case] not in GOOD]
    for case in bad:
        result = results.get(case, {"result": "no result", "resultClose": ""})
        print(f"{agent} {case} {verdicts[case]}: {result['result']} {result['resultClose']}")
    return not bad


@defer.inlineCallbacks
def run(url, reports, cases, lanes):
    """Adds to `lanes` those that it starts; ends when all cases have ended."""
    busy = [case for case in cases if group(case) in BUSY_GROUPS]
    for share, width in ([case for case in cases if case not in busy], LANES), (busy, 1):
        queue = collections.deque(share)
        abreast = [Lane(url, reports, queue) for _ in range(min(width, len(share)))]
        lanes += abreast
        yield defer.gatherResults([lane.done for lane in abreast])


def main(url, reports, patterns):
    suite = fuzzing.CaseSet("", fuzzing.CaseBasename, fuzzing.Cases, {}, {})
    cases = suite.parseSpecCases({"cases": patterns})
    lanes = []

    def start():
        ended = run(url, reports, cases, lanes)
        ended.addErrback(lambda failure: failure.printTraceback())
        ended.addCallback(lambda _: reactor.stop())

    # Ends early when it is interrupted; what has no result by then is missing.
    reactor.callWhenRunning(start)
    reactor.run()
    report = lanes[0]
    for lane in lanes:
        for agent, results in lane.agents.items():
            report.agents.setdefault(agent, {}).update(results)
    report.createReports()
    agent, results = next(iter(report.agents.items()), (url, {}))
    return tell(agent, cases, results)


if __name__ == "__main__":
    sys.exit(0 if main(sys.argv[1], sys.argv[2], sys.argv[3:]) else 1)
