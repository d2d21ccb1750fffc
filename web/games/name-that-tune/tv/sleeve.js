// A record in a sleeve of our own drawing, for tunes that have no cover: every title has its colours and its melody.

import { html } from "/shared/html.js";

/** Paper, what is drawn on it, and what stands out. */
const COLOURS = [
  ["#7d2e2a", "#f0c987", "#f7ead2"], ["#23405c", "#8fc1d4", "#f4e3b5"], ["#3f4f2b", "#c7cf8a", "#f3efd9"],
  ["#5b3a63", "#e2a9c0", "#f6e4ef"], ["#a2622a", "#f2d49b", "#fdf3dd"], ["#1f5a55", "#92d0b8", "#f1f0d8"],
];
const LINES = [62, 74, 86, 98, 110];
/** Steps of half the space between two lines, from the lowest line. */
const STEPS = 8;
const MAX_NOTES = 9;

/** Shown once the answer is: the drawing follows from the title. */
export function sleeve({ title }) {
  const letters = [...title].map((letter) => letter.codePointAt(0));
  const sum = letters.reduce((sum, letter) => (sum * 31 + letter) % 9973, 7);
  const [paper, drawing, accent] = COLOURS[sum % COLOURS.length];
  const notes = letters.slice(0, MAX_NOTES).map((letter, place) => ({ x: 24 + place * 14, y: 110 - (letter % STEPS) * 6 }));
  return html`<svg class="record sleeve" data-key="sleeve" viewBox="0 0 200 200" aria-hidden="true">
    <g class="disc"><circle class="vinyl" cx="128" cy="100" r="68"/>${[60, 50, 40].map((radius) => html`<circle class="groove" cx="128" cy="100" r="${radius}"/>`)}
      <circle class="label" cx="128" cy="100" r="24"/><circle class="hole" cx="128" cy="100" r="3"/></g>
    <rect x="4" y="24" width="152" height="152" rx="5" fill="${paper}"/>
    <circle cx="${40 + (sum % 80)}" cy="${132 + (sum % 20)}" r="${26 + (sum % 14)}" fill="${drawing}" opacity="0.35"/>
    ${LINES.map((y) => html`<path d="M14 ${y}H146" stroke="${drawing}" stroke-width="1.5"/>`)}
    ${notes.map(({ x, y }) => html`<ellipse cx="${x}" cy="${y}" rx="5.5" ry="4.2" fill="${accent}"/><path d="M${y > 86 ? `${x + 5} ${y}V${y - 30}` : `${x - 5} ${y}V${y + 30}`}" stroke="${accent}" stroke-width="2"/>`)}</svg>`;
}
