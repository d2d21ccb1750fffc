// Texts of the operator's page.

import { addStrings } from "/shared/strings.js";

addStrings({
  en: {
    "review.heading": "Review",
    "review.nothing": "No game here has content to be reviewed.",
    "review.failed": "That was not done:",
    "review.rate_limited": "Too many tries. Wait a minute.",
    "review.unreachable": "Can't reach the gateway. Try again.",
    "review.degraded": "The gateway can't do that at the moment. Try again.",
    "review.not_found": "There is no such thing any more.",
    "door.help": "For whoever runs this gateway. The token is what it was given at its start.",
    "door.token": "Operator's token",
    "door.name": "Your name (kept with what you approve)",
    "door.go": "Open",
    "door.wrong": "That is not the token.",
    "door.leave": "Leave",
  },
  sv: {
    "review.heading": "Granska",
    "review.nothing": "Inget spel här har något att granska.",
    "review.failed": "Det gick inte:",
    "review.rate_limited": "För många försök. Vänta en minut.",
    "review.unreachable": "Får inte kontakt. Försök igen.",
    "review.degraded": "Det går inte just nu. Försök igen.",
    "review.not_found": "Det finns inte längre.",
    "door.help": "För den som driver den här servern. Nyckeln är den som servern fick vid starten.",
    "door.token": "Driftnyckel",
    "door.name": "Ditt namn (sparas med det du godkänner)",
    "door.go": "Öppna",
    "door.wrong": "Det är inte nyckeln.",
    "door.leave": "Lämna",
  },
});
