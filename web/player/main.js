// A player's phone: a seat first, then the game. What the game needs is fetched while somebody types a name.

import "/player/strings.js";
import { loadSeat } from "/shared/seat.js";
import { join } from "/player/join.js";
import { followTextSize } from "/player/large.js";

const RETRY_MS = 3000;

const root = document.getElementById("page");
followTextSize(root);
const sessionId = /^\/join\/(\w+)$/.exec(location.pathname)?.[1];
const joinToken = new URLSearchParams(location.search).get("t");
const game = import("/player/game.js");
// Told below, once there is somebody who plays.
game.catch(() => {});

// Whoever sat here before a reload sits here still.
const seat = (sessionId && loadSeat("PLAYER", sessionId)) || (await join(root, { sessionId, joinToken }));

// The token has done its work; it shall not stay in the history, nor be shared by accident.
history.replaceState(null, "", `/join/${seat.sessionId}`);

try {
  (await game).start(root, seat);
} catch {
  // A module did not arrive. The seat is kept, and a browser asks for modules anew only on a new page.
  setTimeout(() => location.reload(), RETRY_MS);
}
