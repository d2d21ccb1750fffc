export const sv = {
  title: "Tripto",
  tagline: "Vart är vi på väg?",
  connecting: "Ansluter …",
  reconnecting: "Tappade kontakten – försöker igen …",
  paused: "Paus",
  points: "{points} p",

  "lobby.players": "Resenärer ({count})",
  "lobby.nobody": "Ingen ombord än",

  preparing: "Packar väskorna …",

  "intro.title": "Resa {index} av {total}",
  "intro.text": "Håll utkik – första ledtråden kommer.",

  "clue.level": "{points} poäng",
  "clue.of": "Ledtråd {index} av {total}",
  "clue.earlier": "Tidigare ledtrådar",

  "brake.other": "{name} bromsar!",
  "brake.otherText": "Tåget står. {name} svarar på {points} poäng.",

  "rejected.already_paused": "Någon annan hann före.",
  "rejected.already_answered": "Du har redan svarat.",
  "rejected.wrong_state": "Det går inte att bromsa nu.",
  "rejected.host_paused": "Spelet är pausat.",
  "rejected.rate_limited": "Vänta ett par sekunder.",
  "rejected.other": "Det gick inte att bromsa.",

  "reveal.title": "Målet är",

  "followup.title": "Fråga {index} av {total}",
  "followup.correct": "Rätt svar",

  "scoreboard.title": "Ställning",

  "final.and": "Och vinnaren är …",
  "final.winner": "Vinnare",
  "final.tie": "Delad vinst!",
  "final.nobody": "Ingen vinnare i kväll",
  "final.aborted": "Session avslutad",
  "final.thanks": "Tack för ikväll!",

  "over.home": "Till början",
  "over.takeBack": "Spela här",
  "over.kicked.title": "Du är inte längre med",
  "over.kicked.text": "Värden har tagit bort dig från spelet.",
  "over.taken_over.title": "Öppet någon annanstans",
  "over.taken_over.text": "Din plats används i ett annat fönster eller på en annan enhet.",
  "over.session_ended.title": "Session avslutad",
  "over.session_ended.text": "Tack för ikväll!",
  "over.not_found.title": "Spelet finns inte",
  "over.not_found.text": "Det kan ha tagit slut.",
  "over.other.title": "Länken gäller inte",
  "over.other.text": "Skanna koden på TV:n igen, eller skriv den.",

  "error.unreachable": "Ingen kontakt med spelet. Försök igen.",
  "error.unauthorized": "Länken gäller inte. Skriv koden på TV:n.",
  "error.token_expired": "Länken är för gammal. Skriv koden på TV:n.",
  "error.not_found": "Hittade inget spel med den koden.",
  "error.name_taken": "Namnet är upptaget. Välj ett annat.",
  "error.session_full": "Det är fullt ombord.",
  "error.session_ended": "Spelet är slut.",
  "error.wrong_state": "Det går inte just nu.",
  "error.bad_message": "Något i det du skrev går inte att använda.",
  "error.rate_limited": "För många försök. Vänta en stund.",
  "error.already_answered": "Du har redan svarat.",
  "error.too_late": "För sent – tiden är ute.",
  "error.degraded": "Spelet har problem just nu. Försök igen.",
  "error.content_failed": "Hittade inget resmål. Försök igen.",
  "error.other": "Något gick fel.",
};
