// A seat is one role in one session on this device: who sits there, and the tokens that prove it. It outlives
// the page in localStorage.

const PREFIX = "tripto.";

/** {sessionId, role, authToken, refreshToken, wsUrl, playerId?, name?, tvUrl?} or null. */
export function loadSeat(role, sessionId) {
  const seat = read(keyOf(role, sessionId));
  return seat?.sessionId === sessionId && seat.refreshToken ? seat : null;
}

export function saveSeat(seat) {
  write(keyOf(seat.role, seat.sessionId), seat);
  write(`last.${seat.role}`, seat.sessionId);
}

export function forgetSeat(seat) {
  remove(keyOf(seat.role, seat.sessionId));
  if (read(`last.${seat.role}`) === seat.sessionId) remove(`last.${seat.role}`);
}

/** The seat that was taken last in this role. */
export function lastSeat(role) {
  const sessionId = read(`last.${role}`);
  return sessionId ? loadSeat(role, sessionId) : null;
}

export function deviceId() {
  let id = read("device");
  if (!id) {
    id = randomId();
    write("device", id);
  }
  return id;
}

/** crypto.randomUUID is missing where phones play over plain http in a living room. */
export function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function keyOf(role, sessionId) {
  return `seat.${role}.${sessionId}`;
}

// Private windows may refuse storage: the game goes on, a reload then starts anew.

const memory = new Map();

/** @returns null for what is not there. */
export function read(key) {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? (memory.get(key) ?? null) : JSON.parse(text);
  } catch {
    return memory.get(key) ?? null;
  }
}

export function write(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
    // What another tab removes is gone here too.
    memory.delete(key);
  } catch {
    memory.set(key, value);
  }
}

export function remove(key) {
  memory.delete(key);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // It was never there.
  }
}
