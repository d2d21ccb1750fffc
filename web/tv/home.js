// A screen on which the game is over goes back to where the next one begins, since nobody may have its remote at hand.

/** Long enough to look at the standings, and to take a picture of them. */
const LINGER_MS = 5 * 60_000;
/** Ends after which this link leads nowhere again. */
const ENDS = new Set(["session_ended", "not_found", "unauthorized"]);

/** @param game {connection, store} of the page. @param leave called once, when the time has come. */
export function goHomeAfterEnd({ connection, store }, leave) {
  let timeout = null;
  const look = () => {
    const isOver = store.doc?.session.status === "ended" || ENDS.has(connection.reason);
    if (isOver) timeout ??= setTimeout(leave, LINGER_MS);
  };
  store.addEventListener("change", look);
  connection.addEventListener("status", look);
}
