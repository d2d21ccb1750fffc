// <tune-cover>: the cover of the tune that plays, as far as it may be seen by now.

import { html } from "/shared/html.js";
import { render } from "/shared/render.js";
import { loadSeat } from "/shared/seat.js";
import { addStrings, t } from "/shared/strings.js";
import { freshSeat } from "/shared/tokens.js";

addStrings({
  en: {
    "tune.cover": "Cover of {title}",
    "tune.cover.hidden": "A cover, blurred until the answer",
  },
  sv: {
    "tune.cover": "Omslaget till {title}",
    "tune.cover.hidden": "Ett omslag, suddigt tills svaret visas",
  },
}, "name-that-tune");

/** Pictures that were fetched, by their names: a name stands for one, for good. */
const fetched = new Map();
/** The blurred and the sharp one of a round, and those of the round before. */
const MAX_FETCHED = 4;

/** @param role whose page this is: "TV" or "HOST". @returns null where the tune has none. */
export function cover({ cover, round, reveal, session }, role) {
  if (!cover) return null;
  // Before the reveal not even its words tell anything.
  const text = cover.isSharp && reveal ? t("tune.cover", reveal) : t("tune.cover.hidden");
  return html`<tune-cover class="cover" data-key="cover" data-asset="${cover.assetId}" data-round="${round.roundId}"
    data-session="${session.sessionId}" data-role="${role}" data-text="${text}"></tune-cover>`;
}

class TuneCover extends HTMLElement {
  static observedAttributes = ["data-asset", "data-text"];

  attributeChangedCallback() {
    this.#draw();
  }

  connectedCallback() {
    this.#draw();
  }

  async #draw() {
    if (!this.isConnected) return;
    const { asset, round, session, role } = this.dataset;
    // A page without it is a page all the same.
    const picture = await pictureOf(asset, round, session, role).catch(() => null);
    if (!picture || asset !== this.dataset.asset) return;
    render(this, html`<img src="${picture}" alt="${this.dataset.text}">`);
  }
}

function pictureOf(asset, round, session, role) {
  if (!fetched.has(asset)) {
    const picture = fetchPicture(asset, round, session, role);
    picture.catch(() => fetched.delete(asset));
    fetched.set(asset, picture);
    if (fetched.size > MAX_FETCHED) fetched.delete(fetched.keys().next().value);
  }
  return fetched.get(asset);
}

async function fetchPicture(asset, round, session, role) {
  const { authToken } = await freshSeat(loadSeat(role, session), Date.now());
  const answer = await fetch(`/v1/sessions/${session}/rounds/${round}/assets/${asset}`, { headers: { Authorization: `Bearer ${authToken}` } });
  if (!answer.ok) throw new Error(`the cover: ${answer.status}`);
  const blob = await answer.blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

customElements.define("tune-cover", TuneCover);
