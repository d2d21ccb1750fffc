import { addStrings } from "/shared/strings.js";

addStrings({
  en: {
    pointsLong: "{points} points",

    "guest.away": "away",
    "guest.more": "+{count} more",

    "lobby.scan": "Scan and come along",
    "lobby.orCode": "or go to {address} and type",
    "intro.speechless": "No voice tonight – somebody reads aloud.",

    "clue.locked": "{count} of {total} have answered",

    "reveal.nobody": "Nobody pulled the brake this time.",
    "followup.knew": "{count} knew it",
    "followup.nobody": "Nobody knew it",

    "final.podium": "Podium",
    "final.and.more": "{names} and {count} more",

    "sound.on": "Turn the sound on",
    "sound.key": "Press any key",

    "tv.pairTitle": "Pair this screen",
    "tv.pairText": "Type this code at the host's:",
  },
  sv: {
    pointsLong: "{points} poäng",

    "guest.away": "borta",
    "guest.more": "+{count} till",

    "lobby.scan": "Skanna och följ med",
    "lobby.orCode": "eller gå till {address} och skriv",
    "intro.speechless": "Ingen röst i kväll – någon får läsa högt.",

    "clue.locked": "{count} av {total} har svarat",

    "reveal.nobody": "Ingen bromsade den här gången.",
    "followup.knew": "{count} kunde svaret",
    "followup.nobody": "Ingen kunde svaret",

    "final.podium": "Prispall",
    "final.and.more": "{names} och {count} till",

    "sound.on": "Slå på ljudet",
    "sound.key": "Tryck på valfri tangent",

    "tv.pairTitle": "Koppla den här skärmen",
    "tv.pairText": "Skriv koden hos värden:",
  },
});
