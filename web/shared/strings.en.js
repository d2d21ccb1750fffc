export const en = {
  title: "Tripto",
  tagline: "Where are we going?",
  connecting: "Connecting …",
  reconnecting: "Lost contact – trying again …",
  paused: "Paused",
  points: "{points} pts",

  "lobby.players": "Travellers ({count})",
  "lobby.nobody": "Nobody on board yet",

  preparing: "Packing the bags …",

  "intro.title": "Journey {index} of {total}",
  "intro.text": "Look out – the first clue is coming.",

  "clue.level": "{points} points",
  "clue.of": "Clue {index} of {total}",
  "clue.earlier": "Earlier clues",

  "brake.other": "{name} pulls the brake!",
  "brake.otherText": "The train stands. {name} answers for {points} points.",

  "rejected.already_paused": "Somebody was quicker.",
  "rejected.already_answered": "You have answered already.",
  "rejected.wrong_state": "The brake can't be pulled now.",
  "rejected.host_paused": "The game is paused.",
  "rejected.rate_limited": "Wait a couple of seconds.",
  "rejected.other": "The brake could not be pulled.",

  "reveal.title": "The destination is",

  "followup.title": "Question {index} of {total}",
  "followup.correct": "Right answer",

  "scoreboard.title": "Standings",

  "final.and": "And the winner is …",
  "final.winner": "Winner",
  "final.tie": "A shared win!",
  "final.nobody": "No winner tonight",
  "final.aborted": "Session ended",
  "final.thanks": "Thanks for tonight!",

  "over.home": "To the start",
  "over.takeBack": "Play here",
  "over.kicked.title": "You are no longer in the game",
  "over.kicked.text": "The host has removed you.",
  "over.taken_over.title": "Open somewhere else",
  "over.taken_over.text": "Your seat is in use in another window or on another device.",
  "over.session_ended.title": "Session ended",
  "over.session_ended.text": "Thanks for tonight!",
  "over.not_found.title": "There is no such game",
  "over.not_found.text": "It may have ended.",
  "over.other.title": "This link is not valid",
  "over.other.text": "Scan the code on the TV again, or type it.",

  "error.unreachable": "No contact with the game. Try again.",
  "error.unauthorized": "The link is not valid. Type the code on the TV.",
  "error.token_expired": "The link is too old. Type the code on the TV.",
  "error.not_found": "No game was found with that code.",
  "error.name_taken": "That name is taken. Choose another.",
  "error.session_full": "It is full on board.",
  "error.session_ended": "The game is over.",
  "error.wrong_state": "That can't be done now.",
  "error.bad_message": "Something you wrote can't be used.",
  "error.rate_limited": "Too many tries. Wait a while.",
  "error.already_answered": "You have answered already.",
  "error.too_late": "Too late – the time is up.",
  "error.degraded": "The game has trouble right now. Try again.",
  "error.content_failed": "No destination was found. Try again.",
  "error.other": "Something went wrong.",
};
