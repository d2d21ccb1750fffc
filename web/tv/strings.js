import { addStrings } from "/shared/strings.js";

addStrings({
  en: {
    pointsLong: "{points} points",
    // A screen has nobody at it who could see to the network.
    away: "The game is out of reach. The picture comes back by itself.",

    "guest.away": "away",
    "guest.more": "+{count} more",

    "lobby.scan": "Scan to join",
    "lobby.orCode": "or go to {address} and enter",
    invitation: "Join in",
    "intro.speechless": "No voice tonight – somebody reads aloud.",

    "clue.locked": "{count} of {total} have answered",

    "reveal.nobody": "Nobody pulled the brake this time.",
    "reveal.silent": "no answer",
    "followup.knew": "{count} knew it",
    "followup.nobody": "Nobody knew it",

    "final.podium": "Podium",
    "final.more": "and {count} more",
    "nearly.title": "That was the last destination!",
    "nearly.text": "Who travelled best? You'll see in a moment.",

    "host.away": "The host is offline",
    "host.awaited": "Waiting for the host …",

    "sound.on": "Turn the sound on",
    "sound.key": "Press any key",

    "tv.pairTitle": "Pair this screen",
    "tv.pairText": "Enter this code on the host's screen:",
    "tv.next": "New game on this screen",
  },
  sv: {
    pointsLong: "{points} poäng",
    away: "Spelet går inte att nå just nu. Bilden kommer tillbaka av sig själv.",

    "guest.away": "borta",
    "guest.more": "+{count} till",

    "lobby.scan": "Skanna och häng med",
    "lobby.orCode": "eller gå till {address} och skriv in",
    invitation: "Häng med",
    "intro.speechless": "Ingen röst i kväll – någon får läsa högt.",

    "clue.locked": "{count} av {total} har svarat",

    "reveal.nobody": "Ingen bromsade den här gången.",
    "reveal.silent": "inget svar",
    "followup.knew": "{count} kunde svaret",
    "followup.nobody": "Ingen kunde svaret",

    "final.podium": "Prispall",
    "final.more": "och {count} till",
    "nearly.title": "Det var sista resmålet!",
    "nearly.text": "Vem reste bäst? Snart får ni veta.",

    "host.away": "Värden har tappat kontakten",
    "host.awaited": "Väntar på värden …",

    "sound.on": "Slå på ljudet",
    "sound.key": "Tryck på valfri tangent",

    "tv.pairTitle": "Koppla den här skärmen",
    "tv.pairText": "Skriv in koden på värdens skärm:",
    "tv.next": "Nytt spel på den här skärmen",
  },
});
