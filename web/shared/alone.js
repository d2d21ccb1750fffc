// One tab at a time. Browsers promise that on secure pages alone (Web Locks); in a living room without TLS a note in
// localStorage does, which whoever finds it free signs, and owns if it is still theirs a moment later.

import { randomId, read, remove, write } from "/shared/seat.js";

/** A tab that was closed in the middle holds nobody up for longer. */
const HELD_MS = 20_000;
/** Longer than two tabs need to see each other's writing. */
const MOMENT_MS = 60;

/** @returns what `work` returns, once it is its turn. */
export async function alone(name, work) {
  if (navigator.locks) return navigator.locks.request(`tripto.${name}`, work);
  const key = `lock.${name}`;
  const owner = randomId();
  while (!(await isTaken(key, owner)));
  try {
    return await work();
  } finally {
    if (read(key)?.owner === owner) remove(key);
  }
}

async function isTaken(key, owner) {
  const note = read(key);
  if (!note || note.untilMs < Date.now()) write(key, { owner, untilMs: Date.now() + HELD_MS });
  await new Promise((resolve) => setTimeout(resolve, MOMENT_MS * (1 + Math.random())));
  return read(key)?.owner === owner;
}
