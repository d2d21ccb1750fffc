// What all of Tripto's faces say.

import { addStrings } from "/shared/strings.js";

addStrings({
  en: {
    preparing: "Packing our bags …",
    "intro.title": "Destination {index} of {total}",
    "intro.text": "Here comes the first clue.",
    "clue.level": "{points} points",
    "clue.of": "Clue {index} of {total}",
    "clue.earlier": "Earlier clues",
    "brake.other": "{name} pulls the brake!",
    "brake.otherText": "The train has stopped at {points} points. {name} is answering.",
    "reveal.title": "The destination is",
    "followup.title": "Question {index} of {total}",
    "followup.correct": "Correct answer",
    "error.content_failed": "No destination was found. Try again.",
  },
  sv: {
    preparing: "Packar väskorna …",
    "intro.title": "Resmål {index} av {total}",
    "intro.text": "Här kommer första ledtråden.",
    "clue.level": "{points} poäng",
    "clue.of": "Ledtråd {index} av {total}",
    "clue.earlier": "Tidigare ledtrådar",
    "brake.other": "{name} bromsar!",
    "brake.otherText": "Tåget har stannat på {points} poäng. {name} svarar.",
    "reveal.title": "Resmålet är",
    "followup.title": "Fråga {index} av {total}",
    "followup.correct": "Rätt svar",
    "error.content_failed": "Hittade inget resmål. Försök igen.",
  },
});
