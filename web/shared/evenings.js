// Latest evenings, as a device keeps them: a page that was closed goes on where it was, and an evening can be looked at later.

const PREFIX = "tripto.evening.";
/** Of one role, on one device. */
const MAX_KEPT = 3;
const KEPT_MS = 14 * 24 * 3_600_000;

/** @returns what was kept of this seat's evening, or {}. */
export function loadEvening({ role, sessionId }) {
  return read(keyOf(role, sessionId)) ?? {};
}

/** Keeps an evening, and forgets those that it takes the place of. A browser that keeps nothing, or has no room, forgets it at the next reload. */
export function saveEvening({ role, sessionId }, value) {
  try {
    localStorage.setItem(keyOf(role, sessionId), JSON.stringify({ ...value, atMs: Date.now() }));
    const late = all(role).filter(({ atMs }, place) => place >= MAX_KEPT || !(atMs > Date.now() - KEPT_MS));
    for (const { key } of late) localStorage.removeItem(key);
  } catch {
    // As above.
  }
}

/** The keepsakes of all evenings of this role that the device still has, the latest first. */
export function keepsakes(role = "PLAYER") {
  return all(role).filter(({ atMs }) => atMs > Date.now() - KEPT_MS)
    .flatMap((evening) => evening.keepsakes ?? []).sort((a, b) => b.atMs - a.atMs);
}

/** The latest first. */
function all(role) {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(`${PREFIX}${role}.`))
      .map((key) => ({ ...read(key), key })).sort((a, b) => b.atMs - a.atMs);
  } catch {
    return [];
  }
}

function keyOf(role, sessionId) {
  return `${PREFIX}${role}.${sessionId}`;
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}
