// What the quiz says, on all of its faces.

import { addStrings } from "/shared/strings.js";

addStrings({
  en: {
    title: "Sums",
    tagline: "Quick, what does it make?",
    "lobby.players": "Players ({count})",
    "state.QUESTION": "Question",
    "quiz.how": "Add up before the time is out. Every right sum is a point.",
    "quiz.answer": "Your answer",
    "quiz.send": "Answer",
    "quiz.answered": "You answered {answer}.",
    "quiz.questions": "Questions",
    "quiz.solution": "Solution: {solution}",
    "quiz.secret": "For you alone",
    "quiz.next": "Next question",
  },
  sv: {
    title: "Summor",
    tagline: "Fort, vad blir det?",
    "lobby.players": "Spelare ({count})",
    "state.QUESTION": "Fråga",
    "quiz.how": "Räkna ihop talen innan tiden är ute. Varje rätt summa ger en poäng.",
    "quiz.answer": "Ditt svar",
    "quiz.send": "Svara",
    "quiz.answered": "Du svarade {answer}.",
    "quiz.questions": "Frågor",
    "quiz.solution": "Facit: {solution}",
    "quiz.secret": "Bara för dig",
    "quiz.next": "Nästa fråga",
  },
}, "quiz");
