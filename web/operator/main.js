// The operator's page: who may sit here, and whose content it is. What that is and how it is mended is each game's own.

import "/operator/strings.js";
import { toast, wear } from "/shared/page.js";
import { speakOf, t } from "/shared/strings.js";
import { call, forgetToken, hear, keepToken, token } from "/operator/desk.js";
import { el } from "/operator/dom.js";

const root = document.getElementById("page");
document.title = `Tripto – ${t("review.heading")}`;

/** What went wrong, in words. A token that is none any more leads back to the door. */
function tell(error) {
  if (error.code === "unauthorized") {
    forgetToken();
    return door(t("door.wrong"));
  }
  const known = ["rate_limited", "unreachable", "degraded", "not_found"];
  return toast(known.includes(error.code) ? t(`review.${error.code}`) : `${t("review.failed")} ${error.message}`);
}

function door(problem = "") {
  const enter = async (event) => {
    event.preventDefault();
    const { token, name } = event.target.elements;
    keepToken(token.value.trim());
    rememberName(name.value.trim());
    await begin();
  };
  root.replaceChildren(el("form", { class: "door stack", submit: enter },
    el("h1", {}, t("review.heading")),
    el("p", { class: "help" }, t("door.help")),
    el("label", { for: "token" }, t("door.token")),
    el("input", { id: "token", name: "token", type: "password", required: true, autocomplete: "off", maxlength: "200",
      "aria-describedby": "door-error" }),
    el("label", { for: "name" }, t("door.name")),
    el("input", { id: "name", name: "name", maxlength: "40", autocomplete: "name", value: ownName() }),
    el("p", { class: "error", id: "door-error", role: "alert" }, problem),
    el("button", { class: "primary" }, t("door.go"))));
}

/** Kept with an approval, so that others know whom to ask. */
const ownName = () => localStorage.getItem("operator.name") ?? "";
const rememberName = (name) => localStorage.setItem("operator.name", name);

async function begin() {
  if (!token()) return door();
  try {
    const { answer } = await call("GET", "/v1/operator");
    if (!answer.games.length) return root.replaceChildren(el("p", { class: "help" }, t("review.nothing")));
    return await show(answer, answer.games[0]);
  } catch (error) {
    if (error.code === "rate_limited") return door(t("review.rate_limited"));
    if (error.code === "unauthorized") return tell(error);
    return door(t("review.unreachable"));
  }
}

async function show({ games, hasVoice }, { game }) {
  const desk = el("div", { class: "desk" });
  const leave = () => {
    forgetToken();
    door();
  };
  const others = games.length > 1 && games.map((one) => el("button", {
    "aria-pressed": String(one.game === game), click: () => show({ games, hasVoice }, one),
  }, one.name));
  root.replaceChildren(
    el("header", { class: "top" }, el("h1", {}, t("review.heading")), others,
      el("button", { class: "small", click: leave }, t("door.leave"))),
    desk);
  const [{ open }] = await Promise.all([import(`/games/${game}/operator.js`), wear(`/games/${game}/operator.css`)]);
  speakOf(game);
  open({ root: desk, base: `/v1/operator/games/${game}/items`, call, hear: hasVoice ? hear : null, tell, ownName });
}

await begin();
