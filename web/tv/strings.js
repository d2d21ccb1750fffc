import { addStrings } from "/shared/strings.js";

addStrings({
  en: {
    pointsLong: "{points} points",
    "pointsLong.one": "{points} point",
    // A screen has nobody at it who could see to the network.
    away: "The game is out of reach. The picture comes back by itself.",

    "guest.away": "away",
    "guest.more": "+{count} more",

    "lobby.scan": "Scan to join",
    "lobby.orCode": "or go to {address} and enter",
    invitation: "Join in",

    "guest.locked": "{count} of {total} have answered",

    "final.podium": "Podium",
    "final.titles": "Titles of the evening",
    "final.more": "and {count} more",

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
    "pointsLong.one": "{points} poäng",
    away: "Spelet går inte att nå just nu. Bilden kommer tillbaka av sig själv.",

    "guest.away": "borta",
    "guest.more": "+{count} till",

    "lobby.scan": "Skanna och häng med",
    "lobby.orCode": "eller gå till {address} och skriv in",
    invitation: "Häng med",

    "guest.locked": "{count} av {total} har svarat",

    "final.podium": "Prispall",
    "final.titles": "Kvällens titlar",
    "final.more": "och {count} till",

    "host.away": "Värden har tappat kontakten",
    "host.awaited": "Väntar på värden …",

    "sound.on": "Slå på ljudet",
    "sound.key": "Tryck på valfri tangent",

    "tv.pairTitle": "Koppla den här skärmen",
    "tv.pairText": "Skriv in koden på värdens skärm:",
    "tv.next": "Nytt spel på den här skärmen",
  },
});
