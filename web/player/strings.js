import { addStrings } from "/shared/strings.js";

addStrings({
  en: {
    "join.code": "Code",
    "join.codeHelp": "Six characters, shown on the TV",
    "join.next": "Next",
    "join.name": "Your name",
    "join.go": "Join",
    "join.continue": "Go on as {name}",

    "lobby.welcome": "Welcome, {name}!",
    "lobby.wait": "The game is about to start.",

    "brake.pull": "Emergency brake",
    "brake.locked": "You answered: {answer}",
    "brake.lockedEmpty": "You ran out of time.",
    "brake.lockedWait": "Now wait for the destination.",
    "brake.yours": "You braked at {points} points. Where are we going?",
    "brake.answer": "Your answer",
    "brake.send": "Lock the answer",

    "reveal.right": "Right! +{points} pts",
    "reveal.wrong": "Wrong answer: {answer}",
    "reveal.none": "No answer",

    "followup.answer": "Your answer",
    "followup.send": "Answer",
    "followup.change": "Change the answer",
    "followup.sent": "Your answer: {answer}",
    "followup.closed": "You are in from the next question.",
    "followup.right": "Right! +{points} pts",
    "followup.wrong": "Not right this time",

    "score.mine": "My score",
    "score.rank": "place {rank}",

    "final.you": "You won!",
  },
  sv: {
    "join.code": "Kod",
    "join.codeHelp": "Sex tecken, står på TV:n",
    "join.next": "Vidare",
    "join.name": "Ditt namn",
    "join.go": "Gå med",
    "join.continue": "Fortsätt som {name}",

    "lobby.welcome": "Välkommen, {name}!",
    "lobby.wait": "Spelet börjar strax.",

    "brake.pull": "Nödbroms",
    "brake.locked": "Du har svarat: {answer}",
    "brake.lockedEmpty": "Du hann inte svara.",
    "brake.lockedWait": "Nu väntar du på målet.",
    "brake.yours": "Du bromsade på {points} poäng. Vart är vi på väg?",
    "brake.answer": "Ditt svar",
    "brake.send": "Lås svaret",

    "reveal.right": "Rätt! +{points} p",
    "reveal.wrong": "Fel svar: {answer}",
    "reveal.none": "Inget svar",

    "followup.answer": "Ditt svar",
    "followup.send": "Svara",
    "followup.change": "Ändra svaret",
    "followup.sent": "Ditt svar: {answer}",
    "followup.closed": "Du är med från nästa fråga.",
    "followup.right": "Rätt! +{points} p",
    "followup.wrong": "Inte rätt den här gången",

    "score.mine": "Min poäng",
    "score.rank": "plats {rank}",

    "final.you": "Du vann!",
  },
});
