// All packages, and those that a filter leaves.

import { choice, el } from "/operator/dom.js";
import { t } from "/shared/strings.js";
import { REPORTS } from "/games/tripto/operator/reports.js";

const any = () => ({ "": t("desk.any") });

/** @param filters what is looked for, kept by the caller. */
export async function list({ root, base, call }, filters) {
  const { answer } = await call("GET", base);
  const count = el("p", { class: "help", role: "status" });
  const rows = el("ul", { class: "packages" });
  const draw = () => {
    const found = answer.items.filter((item) => isWanted(item, filters));
    count.textContent = t("desk.count", { count: found.length, total: answer.items.length });
    rows.replaceChildren(...found.map(row));
  };
  const choose = ({ target }) => {
    filters[target.name] = target.value;
    draw();
  };
  const form = el("form", { class: "filters", submit: (event) => event.preventDefault() },
    el("label", { class: "choice" }, t("desk.search"),
      el("input", { name: "words", type: "search", input: choose, value: filters.words ?? "" })),
    choice("locale", t("desk.locale"), { ...any(), sv: t("desk.sv"), en: t("desk.en") }, choose),
    choice("difficulty", t("desk.difficulty"), { ...any(), easy: t("desk.easy"), normal: t("desk.normal"), hard: t("desk.hard") }, choose),
    choice("approval", t("desk.approval"), { ...any(), yes: t("desk.approved"), no: t("desk.unapproved") }, choose),
    choice("use", t("desk.use"), { ...any(), played: t("desk.inUse"), retired: t("desk.retired"), reported: t("desk.reported") }, choose),
    choice("from", t("desk.from"), { ...any(), bundled: t("desk.bundled"), own: t("desk.own") }, choose));
  for (const select of form.querySelectorAll("select")) select.value = filters[select.name] ?? "";
  draw();
  root.replaceChildren(
    ...[locked(answer), el("p", {}, el("a", { href: `#${REPORTS}` }, `${t("desk.reportsTitle")} →`)), form, count, rows,
      refused(answer.refused)].filter(Boolean));
}

/** Nothing can be changed where nothing can be written. */
export function locked({ canEdit, folder }) {
  return canEdit ? null : el("p", { class: "notice", role: "status" }, t("desk.locked", { folder }));
}

function isWanted({ name, country, id, locale, difficulty, approval, retired, from, reported }, filters) {
  const words = (filters.words ?? "").toLowerCase().trim();
  const isApproved = approval?.isOfThisText === true;
  return [name, country, id].join(" ").toLowerCase().includes(words)
    && (!filters.locale || filters.locale === locale)
    && (!filters.difficulty || filters.difficulty === difficulty)
    && (!filters.approval || (filters.approval === "yes") === isApproved)
    && (!filters.use || { played: !retired, retired, reported: reported > 0 }[filters.use])
    && (!filters.from || filters.from === from);
}

function row(item) {
  const { id, name, country, locale, difficulty, played } = item;
  return el("li", {},
    el("a", { href: `#${encodeURIComponent(id)}` }, el("bdi", {}, `${name}, ${country}`)),
    el("small", {}, ` ${t(`desk.${locale}`)} · ${t(`desk.${difficulty}`)} · ${t("desk.played", { count: played ?? "?" })} `),
    badges(item));
}

/** A word and a sign, never the colour alone. */
export function badges({ approval, retired, from, replaces, reported }) {
  const badge = (kind, words) => el("span", { class: `badge ${kind}` }, words);
  return el("span", { class: "badges" },
    approval?.isOfThisText && badge("right", `✓ ${t("desk.approved")}`),
    approval && !approval.isOfThisText && badge("sun", `! ${t("desk.changed")}`),
    retired && badge("wrong", `✗ ${t("desk.retired")}`),
    from === "own" && badge("", t(replaces ? "desk.replaces" : "desk.own")),
    reported > 0 && badge("sun", `! ${t("desk.reports", { count: reported })}`));
}

function refused(files) {
  if (!files.length) return null;
  return el("section", { class: "panel" }, el("h2", {}, t("desk.refused")),
    el("ul", {}, files.map(({ file, why }) => el("li", {}, el("b", {}, file), el("pre", { tabindex: "0" }, why)))));
}
