import { addStrings } from "/shared/strings.js";

addStrings({
  en: {
    "join.code": "Code",
    "join.codeHelp": "Six characters, shown on the TV. No camera needed.",
    "join.next": "Next",
    "join.name": "Your name",
    "join.nameHelp": "Shown to everybody who travels along",
    "join.go": "Join",
    "join.busy": "One moment …",
    "join.again": "Try again",
    "join.otherCode": "Type another code",
    "join.continue": "Go on as {name}",

    "away.session_full.title": "It is full on board.",
    "away.session_full.text": "If somebody gets off, there is room. You can follow along on the TV.",
    "away.wrong_state.title": "The journey has begun",
    "away.wrong_state.text": "Nobody can board just now. Follow along on the TV, and join the next game.",
    "away.session_ended.title": "The game is over",
    "away.session_ended.text": "Is there a new game? Then there is a new code on the TV.",

    sending: "Sending …",

    "how.listen": "Listen to the clues. They get easier.",
    "how.brake": "Pull the brake when you know where you are going. Early gives more points.",
    "how.once": "One answer per journey – choose the moment.",

    "lobby.welcome": "Welcome, {name}!",
    "lobby.wait": "The game is about to start.",
    "lobby.away": "(not connected)",

    "brake.pull": "Emergency brake",
    "brake.hint": "when you know!",
    "brake.cooling": "one moment …",
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
    "followup.until": "You can change it until the time is up.",
    "followup.closed": "You are in from the next question.",
    "followup.right": "Right! +{points} pts",
    "followup.wrong": "Not right this time",

    "score.mine": "My score",
    "score.rank": "place {rank}",

    "final.you": "You won!",
  },
  sv: {
    "join.code": "Kod",
    "join.codeHelp": "Sex tecken, står på TV:n. Ingen kamera behövs.",
    "join.next": "Vidare",
    "join.name": "Ditt namn",
    "join.nameHelp": "Alla som är med på resan ser det",
    "join.go": "Gå med",
    "join.busy": "Ett ögonblick …",
    "join.again": "Försök igen",
    "join.otherCode": "Skriv en annan kod",
    "join.continue": "Fortsätt som {name}",

    "away.session_full.title": "Det är fullt ombord.",
    "away.session_full.text": "Kliver någon av blir det plats. Följ med på TV:n så länge.",
    "away.wrong_state.title": "Resan har redan börjat",
    "away.wrong_state.text": "Ingen kan kliva på just nu. Följ med på TV:n och häng på i nästa spel.",
    "away.session_ended.title": "Spelet är slut",
    "away.session_ended.text": "Är det ett nytt spel på gång? Då står det en ny kod på TV:n.",

    sending: "Skickar …",

    "how.listen": "Lyssna på ledtrådarna. De blir lättare.",
    "how.brake": "Dra i bromsen när du vet vart ni är på väg. Tidigt ger fler poäng.",
    "how.once": "Ett svar per resa – välj rätt ögonblick.",

    "lobby.welcome": "Välkommen, {name}!",
    "lobby.wait": "Spelet börjar strax.",
    "lobby.away": "(inte ansluten)",

    "brake.pull": "Nödbroms",
    "brake.hint": "när du vet!",
    "brake.cooling": "ett ögonblick …",
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
    "followup.until": "Går att ändra tills tiden är ute.",
    "followup.closed": "Du är med från nästa fråga.",
    "followup.right": "Rätt! +{points} p",
    "followup.wrong": "Inte rätt den här gången",

    "score.mine": "Min poäng",
    "score.rank": "plats {rank}",

    "final.you": "Du vann!",
  },
});
