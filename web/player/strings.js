import { addStrings } from "/shared/strings.js";

addStrings({
  en: {
    "join.code": "Code",
    "join.codeHelp": "Six characters, shown on the TV. No camera needed.",
    "join.next": "Next",
    "join.name": "Your name",
    "join.nameHelp": "Everybody in the game sees it",
    "join.go": "Join",
    "join.busy": "One moment …",
    "join.again": "Try again",
    "join.otherCode": "Enter another code",
    "join.continue": "Continue as {name}",

    "away.session_full.title": "The train is full.",
    "away.session_full.text": "If somebody leaves, there is room again. Follow along on the TV for now.",
    "away.wrong_state.title": "The game has begun",
    "away.wrong_state.text": "Nobody can join right now. Follow along on the TV, and join the next game.",
    "away.session_ended.title": "The game is over",
    "away.session_ended.text": "Is there a new game? Then there is a new code on the TV.",

    sending: "Sending …",

    "lobby.welcome": "Welcome, {name}!",
    "lobby.wait": "The game is about to start.",
    "lobby.away": "(not connected)",
    "lobby.asleep": "Your phone may fall asleep between questions. Just wake it up – your seat is kept.",
    "host.away": "The host has lost connection.",
    "host.awaited": "Waiting for the host …",
    "host.offer": "The host offers you to run the game.",
    "host.become": "Become the host",

    "answer.empty": "Type your answer first.",

    "score.mine": "My score",
    "place.one": "{rank}st place",
    "place.two": "{rank}nd place",
    "place.few": "{rank}rd place",
    "place.other": "{rank}th place",

    "final.you": "You won!",
    "end.newCode": "Enter a new code",
    "end.stay": "Stay on board – the host can start another game.",
    "end.newcomer": "Welcome! You're in from the next game.",

    "error.code_length": "The code has six characters.",
    "error.name_empty": "Type your name first.",
    "error.forbidden": "The host removed somebody of that name, and can let them back in.",
  },
  sv: {
    "join.code": "Kod",
    "join.codeHelp": "Sex tecken, står på TV:n. Ingen kamera behövs.",
    "join.next": "Vidare",
    "join.name": "Ditt namn",
    "join.nameHelp": "Alla som är med i spelet ser det",
    "join.go": "Gå med",
    "join.busy": "Ett ögonblick …",
    "join.again": "Försök igen",
    "join.otherCode": "Skriv in en annan kod",
    "join.continue": "Fortsätt som {name}",

    "away.session_full.title": "Det är fullt ombord.",
    "away.session_full.text": "Om någon kliver av blir det plats. Följ med på TV:n så länge.",
    "away.wrong_state.title": "Spelet har redan börjat",
    "away.wrong_state.text": "Ingen kan kliva på just nu. Följ med på TV:n och häng på i nästa spel.",
    "away.session_ended.title": "Spelet är slut",
    "away.session_ended.text": "Är det ett nytt spel på gång? Då står det en ny kod på TV:n.",

    sending: "Skickar …",

    "lobby.welcome": "Välkommen, {name}!",
    "lobby.wait": "Spelet börjar strax.",
    "lobby.away": "(inte ansluten)",
    "lobby.asleep": "Telefonen kan somna mellan frågorna. Väck den bara – din plats är kvar.",
    "host.away": "Värden har tappat kontakten.",
    "host.awaited": "Väntar på värden …",
    "host.offer": "Värden erbjuder dig att leda spelet.",
    "host.become": "Bli värd",

    "answer.empty": "Skriv ditt svar först.",

    "score.mine": "Min poäng",
    "place.one": "plats {rank}",
    "place.two": "plats {rank}",
    "place.few": "plats {rank}",
    "place.other": "plats {rank}",

    "final.you": "Du vann!",
    "end.newCode": "Skriv in en ny kod",
    "end.stay": "Sitt kvar – värden kan starta ett spel till.",
    "end.newcomer": "Välkommen! Du är med från nästa spel.",

    "error.code_length": "Koden har sex tecken.",
    "error.name_empty": "Skriv ditt namn först.",
    "error.forbidden": "Värden tog bort någon med det namnet, och kan släppa in igen.",
  },
});
