import { addStrings } from "/shared/strings.js";

addStrings({
  en: {
    pointsLong: "{points} points",

    "lobby.scan": "Scan and come along",
    "lobby.orCode": "or go to {address} and type",

    "final.podium": "Podium",

    "tv.pairTitle": "Pair this screen",
    "tv.pairText": "Type this code at the host's:",
  },
  sv: {
    pointsLong: "{points} poäng",

    "lobby.scan": "Skanna och följ med",
    "lobby.orCode": "eller gå till {address} och skriv",

    "final.podium": "Prispall",

    "tv.pairTitle": "Koppla den här skärmen",
    "tv.pairText": "Skriv koden hos värden:",
  },
});
