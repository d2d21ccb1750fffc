// A player's phone: a seat first, then the game. What the game needs is fetched while somebody types a name.

import "/player/strings.js";
import { loadSeat } from "/shared/seat.js";
import { join } from "/player/join.js";

const RETRY_MS = 3000;
/** A page that has room for so few of its own letters shows large text, whoever made it so. */
const LARGE_REM = 14.2;

const root = document.getElementById("page");
// A media query knows the browser's setting alone. What surrounds the page is measured in rem, and changes with it.
new ResizeObserver(() => requestAnimationFrame(sizeUp)).observe(root);
sizeUp();
const sessionId = /^\/join\/(\w+)$/.exec(location.pathname)?.[1];
const joinToken = new URLSearchParams(location.search).get("t");
const game = import("/player/game.js");
// Told below, once there is somebody who plays.
game.catch(() => {});

// A player keeps the seat through a reload.
const seat = (sessionId && loadSeat("PLAYER", sessionId)) || (await join(root, { sessionId, joinToken }));

// The token has done its work; it shall not stay in the history, nor be shared by accident.
history.replaceState(null, "", `/join/${seat.sessionId}`);

try {
  (await game).start(root, seat);
} catch {
  // A module did not arrive. The seat is kept, and a browser asks for modules anew only on a new page.
  setTimeout(() => location.reload(), RETRY_MS);
}

function sizeUp() {
  const { documentElement } = document;
  const rem = parseFloat(getComputedStyle(documentElement).fontSize);
  documentElement.classList.toggle("large", innerWidth < LARGE_REM * rem);
}
