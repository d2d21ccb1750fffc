// The big screen: shows the document and lets it be heard, controls nothing.

import "/tv/strings.js";
import { admitTV } from "/shared/admit-tv.js";
import { play } from "/shared/page.js";
import { Confetti } from "/tv/confetti.js";
import { followFinale } from "/tv/finale.js";
import { goHomeAfterEnd } from "/tv/home.js";
import { pair } from "/tv/pairing.js";
import { travel } from "/tv/passengers.js";
import { showReactions } from "/tv/reactions.js";
import { play as playScene, sceneOf } from "/tv/scene.js";
import { screen } from "/tv/screen.js";
import { soundFor } from "/tv/sound/sound.js";

/** Members that a game may leave out. */
const PLAIN = { screens: {}, scenes: {}, sounds: [], cues: () => [], isClipMusic: false, arrangement: () => ({}), titles: () => [], leaning: () => null, waves: () => true };

const root = document.getElementById("page");
const hasLink = location.pathname.split("/").length > 2;
const seat = hasLink ? await admitTV(root) : await pair(root);
if (seat) {
  // A reload comes back to this session, not to a new pairing.
  history.replaceState(null, "", `/tv/${seat.sessionId}`);
  const game = play(seat, root, {
    plain: PLAIN,
    view(doc, face) {
      playScene(sceneOf(doc, face.scenes));
      travel(doc.players, face.leaning(doc), face.waves(doc));
      return screen(doc, face);
    },
  });
  const confetti = new Confetti(document.getElementById("confetti"));
  game.store.addEventListener("change", () => followFinale(game.store.doc, confetti));
  game.connection.addEventListener("message", ({ detail: { type, payload } }) => {
    if (type === "UI_EFFECT_TRIGGER" && payload.effectId === "confetti") confetti.fall(payload);
  });
  showReactions(game, document.getElementById("reactions"));
  goHomeAfterEnd(game, () => location.assign("/tv"));
  soundFor(game, document.getElementById("sound"), document.querySelector("sound-report"));
}
