// Avatars to choose from, and the way to old evenings. Not needed to join, so it comes once somebody types a name; without a
// choice one is given.

import { COLOURS, FIGURES, portrait } from "/shared/avatar.js";
import { keepsakes } from "/shared/evenings.js";
import { html } from "/shared/html.js";
import { wear } from "/shared/page.js";
import { read, write } from "/shared/seat.js";
import { addStrings, t } from "/shared/strings.js";

addStrings({
  en: {
    "avatar.figure": "Your traveller", "avatar.colour": "Your colour", "join.evenings": "Your earlier journeys",
    "figure.0": "Conductor", "figure.1": "Robot", "figure.2": "Cat", "figure.3": "Dog", "figure.4": "Rabbit", "figure.5": "Owl",
    "figure.6": "Penguin", "figure.7": "Curly head", "figure.8": "Top hat", "figure.9": "Cactus", "figure.10": "Star", "figure.11": "Ghost",
    "colour.0": "Yellow", "colour.1": "Green", "colour.2": "Red", "colour.3": "Light blue", "colour.4": "Purple", "colour.5": "White",
    "colour.6": "Pink", "colour.7": "Lime", "colour.8": "Turquoise", "colour.9": "Brown", "colour.10": "Grey", "colour.11": "Orange",
  },
  sv: {
    "avatar.figure": "Din resenär", "avatar.colour": "Din färg", "join.evenings": "Dina tidigare resor",
    "figure.0": "Konduktör", "figure.1": "Robot", "figure.2": "Katt", "figure.3": "Hund", "figure.4": "Kanin", "figure.5": "Uggla",
    "figure.6": "Pingvin", "figure.7": "Lockhuvud", "figure.8": "Hög hatt", "figure.9": "Kaktus", "figure.10": "Stjärna", "figure.11": "Spöke",
    "colour.0": "Gul", "colour.1": "Grön", "colour.2": "Röd", "colour.3": "Ljusblå", "colour.4": "Lila", "colour.5": "Vit",
    "colour.6": "Rosa", "colour.7": "Lime", "colour.8": "Turkos", "colour.9": "Brun", "colour.10": "Grå", "colour.11": "Orange",
  },
});

const any = (count) => Math.floor(Math.random() * count);
/** The one of the last evening, or any: what is shown is what is sent. */
const chosen = read("avatar") ?? { figure: any(FIGURES), colour: any(COLOURS) };

await Promise.all(["/shared/avatars.css", "/player/avatars.css"].map(wear));

/** Fields of the form in which the name is. */
export function avatars() {
  return html`<div class="avatars" data-key="avatars">
    <fieldset class="figures" data-colour="${chosen.colour}"><legend>${t("avatar.figure")}</legend>${choices("figure", FIGURES, (figure) => portrait({ figure, colour: "" }))}</fieldset>
    <fieldset class="colours"><legend>${t("avatar.colour")}</legend>${choices("colour", COLOURS, (colour) => html`<i data-colour="${colour}"></i>`)}</fieldset></div>`;
}

/** For somebody who has played on this device before. */
export function evenings() {
  return keepsakes().length > 0 && html`<p class="earlier-evenings" data-key="evenings"><a href="/player/evening.html">${t("join.evenings")}</a></p>`;
}

function choices(name, count, picture) {
  return Array.from({ length: count }, (_, number) => html`<label><input class="unseen" type="radio" name="${name}" value="${number}"
    ${number === chosen[name] ? html`checked` : null}>${picture(number)}<span class="unseen">${t(`${name}.${number}`)}</span></label>`);
}

document.addEventListener("change", ({ target: { name, value } }) => {
  if (name !== "figure" && name !== "colour") return;
  chosen[name] = Number(value);
  write("avatar", chosen);
});
