// Texts of Tripto on the big screen.

import { addStrings } from "/shared/strings.js";

addStrings({
  en: {
    "intro.speechless": "No voice tonight – somebody reads aloud.",
    "reveal.nobody": "Nobody pulled the brake this time.",
    "reveal.silent": "no answer",
    "followup.knew": "{count} knew it",
    "followup.nobody": "Nobody knew it",
    "nearly.title": "That was the last destination!",
    "nearly.text": "Who travelled best? You'll see in a moment.",
  },
  sv: {
    "intro.speechless": "Ingen röst i kväll – någon får läsa högt.",
    "reveal.nobody": "Ingen bromsade den här gången.",
    "reveal.silent": "inget svar",
    "followup.knew": "{count} kunde svaret",
    "followup.nobody": "Ingen kunde svaret",
    "nearly.title": "Det var sista resmålet!",
    "nearly.text": "Vem reste bäst? Snart får ni veta.",
  },
}, "tripto");
