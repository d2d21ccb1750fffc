// <world-map label="…" from="lat,lon"? to="lat,lon">: the part of the world where a place is, and the way there. Without a
// place it is an empty frame.

import { html } from "/shared/html.js";
import { bow, copiesIn, frameOf, unrolled, WORLD } from "/games/tripto/tv/world.js";

const RATIO = 2;
/** Units: about a continent. */
const LEAST = 800;
const DOTS = 28;

/** @param from the place before, or null. */
export function worldMap(from, to, label) {
  return html`<world-map label="${label}" from="${from && `${from.lat},${from.lon}`}" to="${to.lat},${to.lon}"></world-map>`;
}

class WorldMap extends HTMLElement {
  static observedAttributes = ["label", "from", "to"];

  connectedCallback() {
    this.#draw();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#draw();
  }

  #draw() {
    const places = [place(this.getAttribute("from")), place(this.getAttribute("to"))].filter(Boolean);
    if (!this.getAttribute("to")) return this.replaceChildren();
    const points = unrolled(places);
    const frame = frameOf(points, { ratio: RATIO, least: LEAST });
    const to = points.at(-1);
    // All that is drawn is as large on every map.
    const unit = frame.width / 100;
    const dots = points.length > 1 ? bow(points[0], to, DOTS) : [];
    this.innerHTML = html`<svg viewBox="${frame.x} ${frame.y} ${frame.width} ${frame.height}" role="img" aria-label="${this.getAttribute("label")}">
      ${copiesIn(frame).map((x) => html`<image href="${WORLD.href}" x="${x}" y="${-WORLD.height / 2}" width="${WORLD.width}" height="${WORLD.height}"/>`)}
      ${dots.map(({ x, y }) => html`<circle class="dot" cx="${x}" cy="${y}" r="${0.42 * unit}"/>`)}
      ${points.length > 1 ? html`<circle class="left" cx="${points[0].x}" cy="${points[0].y}" r="${0.9 * unit}"/>` : null}
      <circle class="ring" cx="${to.x}" cy="${to.y}" r="${3 * unit}"/>
      <g class="pin"><path d="M${to.x} ${to.y}q${-2.6 * unit} ${-3.4 * unit} ${-2.6 * unit} ${-5 * unit}a${2.6 * unit} ${2.6 * unit} 0 0 1 ${5.2 * unit} 0q0 ${1.6 * unit} ${-2.6 * unit} ${5 * unit}z"/>
        <circle cx="${to.x}" cy="${to.y - 5 * unit}" r="${unit}"/></g></svg>`.text;
    this.querySelectorAll(".dot").forEach((dot, number) => dot.style.setProperty("--place", number / DOTS));
    return undefined;
  }
}

function place(text) {
  if (!text) return null;
  const [lat, lon] = text.split(",").map(Number);
  return { lat, lon };
}

customElements.define("world-map", WorldMap);
