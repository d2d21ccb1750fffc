// The big screen: shows the document, controls nothing.

import "/tv/strings.js";
import { admitTV } from "/shared/admit-tv.js";
import { play } from "/shared/page.js";
import { pair } from "/tv/pairing.js";
import { screen } from "/tv/screen.js";

const root = document.getElementById("page");
const hasLink = location.pathname.split("/").length > 2;
const seat = hasLink ? await admitTV(root) : await pair(root);
if (seat) {
  // A reload comes back to this session, not to a new pairing.
  history.replaceState(null, "", `/tv/${seat.sessionId}`);
  play(seat, root, screen);
}
