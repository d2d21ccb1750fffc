// Texts of Tripto on the big screen.

import { addStrings } from "/shared/strings.js";

addStrings({
  en: {
    "intro.speechless": "No voice tonight – somebody reads aloud.",
    "brake.ahead": "{ms} ms ahead of {name}",
    "reveal.nobody": "Nobody pulled the brake this time.",
    "reveal.silent": "no answer",
    "map.place": "Map: {name}",
    "map.way": "Map: the way from {from} to {name}",
    "followup.knew": "{count} knew it",
    "followup.nobody": "Nobody knew it",
    "title.fastest": "Fastest brake",
    "title.fastest.worth": "{seconds} seconds – and right",
    "title.boldest": "Boldest",
    "title.boldest.worth": "braked for {points} points in all",
    "title.comeback": "Best comeback",
    "title.comeback.worth": "{places} places up",
    "title.comeback.worth.one": "one place up",
    "nearly.title": "That was the last destination!",
    "nearly.text": "Who travelled best? You'll see in a moment.",
  },
  sv: {
    "intro.speechless": "Ingen röst i kväll – någon får läsa högt.",
    "brake.ahead": "{ms} ms före {name}",
    "reveal.nobody": "Ingen bromsade den här gången.",
    "reveal.silent": "inget svar",
    "map.place": "Karta: {name}",
    "map.way": "Karta: vägen från {from} till {name}",
    "followup.knew": "{count} kunde svaret",
    "followup.nobody": "Ingen kunde svaret",
    "title.fastest": "Snabbaste bromsen",
    "title.fastest.worth": "{seconds} sekunder – och rätt",
    "title.boldest": "Modigast",
    "title.boldest.worth": "bromsade för {points} poäng i allt",
    "title.comeback": "Bästa upphämtningen",
    "title.comeback.worth": "{places} placeringar upp",
    "title.comeback.worth.one": "en placering upp",
    "nearly.title": "Det var sista resmålet!",
    "nearly.text": "Vem reste bäst? Snart får ni veta.",
  },
}, "tripto");
