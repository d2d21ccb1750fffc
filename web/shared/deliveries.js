// Messages that must arrive, and have no reply yet.

import { randomId } from "/shared/seat.js";

export class Deliveries {
  /** msgId → {type, payload, dueMs}. The gateway answers a repeat of a msgId as it answered the first: its receipt. */
  #waiting = new Map();

  /**
   * A newer one takes the place of an older of the same type.
   * @param withinMs after which it would do more harm than good. @returns its msgId.
   */
  add(type, payload, withinMs = Infinity) {
    this.settle(type);
    const msgId = randomId();
    this.#waiting.set(msgId, { type, payload, dueMs: performance.now() + withinMs });
    return msgId;
  }

  /** Something else has answered it. @returns whether that was waited for. */
  settle(type) {
    const known = [...this.#waiting].filter(([, command]) => command.type === type);
    known.forEach(([msgId]) => this.#waiting.delete(msgId));
    return known.length > 0;
  }

  /** Lets go of what comes too late now. @returns the types of it. */
  lapse() {
    const late = [...this.#waiting].filter(([, { dueMs }]) => dueMs <= performance.now());
    late.forEach(([msgId]) => this.#waiting.delete(msgId));
    return late.map(([, { type }]) => type);
  }

  /** @returns whether that was waited for. */
  replied(msgId) {
    return this.#waiting.delete(msgId);
  }

  has(type) {
    return [...this.#waiting.values()].some((command) => command.type === type);
  }

  /** `work(type, payload, msgId)` for each, the oldest first. */
  forEach(work) {
    this.#waiting.forEach(({ type, payload }, msgId) => work(type, payload, msgId));
  }

  clear() {
    this.#waiting.clear();
  }
}
