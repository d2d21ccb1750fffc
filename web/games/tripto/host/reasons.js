// Reasons for which a host reports a part of what is played, and the words of it, for the host and for whoever reads it.

import { addStrings } from "/shared/strings.js";

export const REASONS = ["wrong", "unclear", "leaks", "tooEasy", "tooHard", "voice", "offensive", "other"];

addStrings({
  en: {
    "report.button": "Report",
    "report.title": "Report something to whoever runs the game",
    "report.part": "Part",
    "report.reason": "Matter",
    "report.text": "In your own words (not needed)",
    "report.go": "Send the report",
    "report.sent": "Thank you. It has been passed on.",
    "report.full": "There are many reports of this game already.",
    "report.wrong": "wrong",
    "report.unclear": "unclear",
    "report.leaks": "gives too much away",
    "report.tooEasy": "too easy",
    "report.tooHard": "too hard",
    "report.voice": "said badly",
    "report.offensive": "offensive",
    "report.other": "something else",
    "report.part.intro": "Intro",
    "report.part.clue": "Clue for {number} points",
    "report.part.reveal": "Reveal",
    "report.part.followup": "Question {number}",
  },
  sv: {
    "report.button": "Anmäl",
    "report.title": "Anmäl något till den som driver spelet",
    "report.part": "Del",
    "report.reason": "Vad det gäller",
    "report.text": "Med egna ord (behövs inte)",
    "report.go": "Skicka anmälan",
    "report.sent": "Tack. Den är skickad.",
    "report.full": "Det finns redan många anmälningar av det här spelet.",
    "report.wrong": "fel",
    "report.unclear": "oklart",
    "report.leaks": "avslöjar för mycket",
    "report.tooEasy": "för lätt",
    "report.tooHard": "för svårt",
    "report.voice": "sägs konstigt",
    "report.offensive": "stötande",
    "report.other": "något annat",
    "report.part.intro": "Intro",
    "report.part.clue": "Ledtråd för {number} poäng",
    "report.part.reveal": "Ankomst",
    "report.part.followup": "Fråga {number}",
  },
}, "tripto");
