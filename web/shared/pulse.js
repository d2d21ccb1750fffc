// Finds out that the gateway is gone. A phone that changes networks leaves a socket that looks open and is dead.

const PING_MS = 10_000;
/** The first round trip is made while everything else arrives as well; one of the next is a better measure. */
const FIRST_PINGS_MS = [0, 200, 600, 1500];
/** No word for this long after a ping, or from opening to WELCOME, and the socket is given up. */
const ANSWER_MS = 8000;
/** The same when somebody has just taken the phone out, and looks at it. */
const PROMPT_ANSWER_MS = 2500;

export class Pulse {
  #ping;
  #lose;
  #timers = [];
  #deadline = null;

  /** @param ping () → whether one was sent. @param lose called when no word has come in time. */
  constructor(ping, lose) {
    this.#ping = ping;
    this.#lose = lose;
  }

  /** From WELCOME on. @param beat called with every ping but the first few. */
  start(beat) {
    this.#timers = FIRST_PINGS_MS.map((delayMs) => setTimeout(() => this.#ask(ANSWER_MS), delayMs));
    // clearTimeout ends an interval as well (HTML §8.7).
    this.#timers.push(setInterval(() => {
      beat();
      this.#ask(ANSWER_MS);
    }, PING_MS));
  }

  stop() {
    this.#timers.forEach(clearTimeout);
    this.#timers = [];
    this.heard();
  }

  /** Any word will do. */
  heard() {
    clearTimeout(this.#deadline);
    this.#deadline = null;
  }

  /** A word is due; the earliest deadline counts. */
  expect(withinMs = ANSWER_MS) {
    if (this.#deadline !== null && withinMs >= ANSWER_MS) return;
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(this.#lose, withinMs);
  }

  /** Somebody looks: an open socket is to prove itself, one that is being opened has little time left. */
  hurry(isOpen) {
    if (isOpen) this.#ask(PROMPT_ANSWER_MS);
    else this.expect(PROMPT_ANSWER_MS);
  }

  #ask(answerMs) {
    if (this.#ping()) this.expect(answerMs);
  }
}
