// The journey so far, as this device has seen it: a document tells of the present destination alone. It outlives a page that is closed.

import { ranked } from "/shared/parts.js";
import { loadEvening, saveEvening } from "/shared/evenings.js";
import { stageOf } from "/shared/stage.js";

/** Games of one evening that are kept to be looked at later. */
const MAX_KEEPSAKES = 5;

/**
 * One entry for each destination that was revealed: {roundId, index, total, name, lat, lon, answers, brakes, standings},
 * the last three by player: {level, isCorrect, isGiven}, milliseconds from the clue to the brake, {points, rank}.
 */
export class Travelogue {
  #seat;
  #stops = [];
  #round = begun(null);
  #keepsakes = [];
  /** As it was kept last. */
  #text = "";

  constructor(seat) {
    this.#seat = seat;
    ({ stops: this.#stops = [], round: this.#round = begun(null), keepsakes: this.#keepsakes = [] } = loadEvening(seat));
  }

  get stops() {
    return this.#stops;
  }

  /** The stop before the one that is shown, or null. */
  before({ round }) {
    return this.#stops.find(({ index, roundId }) => index === round.index - 1 && roundId !== round.roundId) ?? null;
  }

  /** Takes in a document, each as it comes. */
  note(doc) {
    if (doc.round) this.#travel(doc);
    const keepsake = this.keepsake(doc);
    if (keepsake) this.#keepsakes = [...this.#keepsakes.filter(({ id }) => id !== keepsake.id), keepsake].slice(-MAX_KEEPSAKES);
    const kept = { stops: this.#stops, round: this.#round, keepsakes: this.#keepsakes };
    const text = JSON.stringify(kept);
    if (text !== this.#text && this.#round.roundId) saveEvening(this.#seat, kept);
    this.#text = text;
  }

  /** Keepsake of a player for a game that is over, as far as it was seen here; else null. */
  keepsake(doc) {
    const { me, final, session } = doc;
    if (!me || stageOf(doc) !== "over") return null;
    const own = ranked(final.standingsFull).find(({ playerId }) => playerId === me.playerId);
    const stops = this.seen(doc);
    if (!own || !stops.length) return null;
    const id = stops.at(-1).roundId;
    const atMs = this.#keepsakes.find((keepsake) => keepsake.id === id)?.atMs ?? Date.now();
    return { id, atMs, game: session.game, name: me.name, points: own.points, rank: own.rank,
      stops: stops.map(({ name, lat, lon, answers }) => ({ name, lat, lon, answer: answers[me.playerId] ?? null })) };
  }

  /** The stops of a game that has come to its end, as far as they were seen; none, if the last of them was not. */
  seen({ final }) {
    const last = this.#stops.at(-1);
    // Of this game, and not of the one before it.
    const isLast = last && !final.aborted && last.index === last.total
      && final.standingsFull.every(({ playerId, points }) => (last.standings[playerId]?.points ?? 0) === points);
    return isLast ? this.#stops : [];
  }

  /** The same, or null when this page has not seen all of it. */
  whole(doc) {
    const stops = this.seen(doc);
    return stops.length && stops.length === stops.at(-1).total ? stops : null;
  }

  #travel(doc) {
    const { round, reveal } = doc;
    if (round.roundId !== this.#round.roundId) this.#begin(round);
    this.#clock(doc);
    if (reveal) this.#stop(doc);
  }

  #begin({ roundId, index }) {
    this.#round = begun(roundId);
    if (index === 1) this.#stops = [];
    this.#stops = this.#stops.filter((stop) => stop.index < index);
  }

  /**
   * A clue's own time runs while its level does: a host's pause shifts its timer, a brake after which the level goes on gives
   * it another one. A timer that waits for the voice starts after the clue; the voice goes on where it was interrupted.
   */
  #clock({ state, clue, timers: [timer], brake, audio }) {
    if (!timer) return;
    const round = this.#round;
    if (state === "CLUE_LEVEL") {
      if (round.levelPoints !== clue.levelPoints) Object.assign(round, { levelPoints: clue.levelPoints, ranMs: 0 });
      round.clueAtMs = Math.min(timer.startAtServerMs - round.ranMs, audio?.voice?.startAtServerMs ?? Infinity);
    }
    if (state !== "PAUSED_FOR_BRAKE" || round.clueAtMs === null) return;
    round.ranMs = round.brakes[brake.brakeOwnerPlayerId] ??= Math.max(0, timer.startAtServerMs - round.clueAtMs);
  }

  #stop({ round, reveal, scoreboard }) {
    const { destinationName: name, lat, lon, results } = reveal;
    const answers = results.filter(({ lockedAtLevelPoints }) => lockedAtLevelPoints !== null)
      .map(({ playerId, lockedAtLevelPoints, isCorrect, answerText }) =>
        [playerId, { level: lockedAtLevelPoints, isCorrect, isGiven: answerText !== "" }]);
    const standings = scoreboard.map(({ playerId, points, rank }) => [playerId, { points, rank }]);
    const stop = {
      ...round, name, lat, lon, answers: Object.fromEntries(answers), brakes: this.#round.brakes,
      standings: Object.fromEntries(standings),
    };
    this.#stops = [...this.#stops.filter(({ index }) => index !== round.index), stop];
  }
}

/** Of a round: the clue that is shown, when it would have begun had nobody paused, how long it had run when the brake was pulled, and who pulled after how long. */
function begun(roundId) {
  return { roundId, levelPoints: null, clueAtMs: null, ranMs: 0, brakes: {} };
}
