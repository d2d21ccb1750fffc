// The evenings that this device has kept, to be opened later: neither a session nor a seat is needed any more.

import "/player/strings.js";
import { listen } from "/shared/actions.js";
import { keepsakes } from "/shared/evenings.js";
import { html } from "/shared/html.js";
import { render } from "/shared/render.js";
import { addStrings, t } from "/shared/strings.js";

addStrings({
  en: {
    "evening.title": "Your journeys",
    "evening.help": "Kept on this device alone: the latest evenings, for two weeks.",
    "evening.none": "No journey is kept here. One is when a game that you have played is over, for two weeks.",
    "evening.share": "Share or save the card",
    "evening.picture": "The journey of {date} as a card; the text below says the same",
    "evening.home": "To the game",
  },
  sv: {
    "evening.title": "Dina resor",
    "evening.help": "Finns bara i den här enheten: de senaste kvällarna, i två veckor.",
    "evening.none": "Här finns ingen resa sparad. En sparas när ett spel som du har varit med i är slut, i två veckor.",
    "evening.share": "Dela eller spara kortet",
    "evening.picture": "Resan den {date} som kort; texten nedanför säger detsamma",
    "evening.home": "Till spelet",
  },
});

const root = document.getElementById("page");
const evenings = [];
document.title = `Tripto – ${t("evening.title")}`;
listen(root, { share: ({ dataset }) => evenings[dataset.place].card.share(evenings[dataset.place].keepsake) });
for (const keepsake of keepsakes()) {
  const card = await import(`/games/${encodeURIComponent(keepsake.game)}/tv/card.js`).catch(() => null);
  // A game that is no longer played here draws no card.
  if (card) evenings.push({ keepsake, card, picture: (await card.cardOf(keepsake)).toDataURL("image/png") });
}
render(root, html`<div class="evenings"><h1>${t("evening.title")}</h1>
  <p class="help">${t(evenings.length ? "evening.help" : "evening.none")}</p>${evenings.map(evening)}
  <a class="button" href="/">${t("evening.home")}</a></div>`);

function evening({ keepsake, card, picture }, place) {
  const date = card.dateOf(keepsake);
  const [, ...rows] = card.cardText(keepsake).split("\n");
  return html`<article class="card evening" aria-labelledby="evening-${place}"><h2 id="evening-${place}"><time datetime="${new Date(keepsake.atMs).toISOString()}">${date}</time></h2>
    <img class="picture" src="${picture}" width="1080" height="1350" alt="${t("evening.picture", { date })}">
    <p><bdi>${keepsake.name}</bdi> · ${card.resultOf(keepsake)}</p>
    <ol class="stops">${rows.map(row)}</ol>
    <p class="legend help">${card.legend().map(({ sign, text }) => html`<span>${sign} ${text}</span> `)}</p>
    <button data-action="share" data-place="${place}">${t("evening.share")}</button></article>`;
}

function row(text) {
  const [squares] = text.split(" ", 1);
  return html`<li><span class="squares">${squares}</span> <bdi>${text.slice(squares.length + 1)}</bdi></li>`;
}
