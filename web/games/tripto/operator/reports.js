// What hosts have reported: of one package, or of all of them, those that are gone too.

import { choice, el } from "/operator/dom.js";
import { toast } from "/shared/page.js";
import { t } from "/shared/strings.js";

/** The page's own place, which is no package's id. */
export const REPORTS = "reports";

/** @param filters what is looked for, kept by the caller. */
export async function reports(desk, filters) {
  const { answer } = await desk.call("GET", pathOf(desk));
  const count = el("p", { class: "help", role: "status" });
  const rows = el("div");
  const draw = () => {
    const found = answer.reports.filter(({ dealtWithAtMs }) => !filters.reports || (filters.reports === "waiting") === (dealtWithAtMs === null));
    count.textContent = t("desk.countReports", { count: found.length, total: answer.total });
    if (answer.total > answer.reports.length) count.append(" ", t("desk.moreReports", { count: answer.reports.length }));
    rows.replaceChildren(list(desk, found, { isTitled: true, changed: draw }));
  };
  const form = el("form", { class: "filters", submit: (event) => event.preventDefault() },
    choice("reports", t("desk.reportsTitle"), { "": t("desk.any"), waiting: t("desk.waiting"), dealtWith: t("desk.dealtWith") }, ({ target }) => {
      filters.reports = target.value;
      draw();
    }));
  filters.reports ??= "waiting";
  form.querySelector("select").value = filters.reports;
  draw();
  desk.root.replaceChildren(
    el("p", {}, el("a", { href: "#" }, `← ${t("desk.all")}`)),
    el("section", { class: "panel reports", "aria-labelledby": "reports" }, el("h2", { id: "reports" }, t("desk.reportsTitle")), form, count, rows));
  scrollTo(0, 0);
}

/** @param isTitled whether each says what it is about; `changed` is called when one was marked. */
export function list(desk, found, { isTitled, changed }) {
  return el("ul", {}, found.map((report) => el("li", {},
    isTitled && el("p", {}, title(report)),
    el("b", {}, `${partOf(report.part)}: ${t(`report.${report.reason}`)}`),
    el("small", {}, ` ${timeOf(report.reportedAtMs)}`),
    report.text && el("p", {}, el("q", {}, el("bdi", {}, report.text))),
    report.playedText && el("p", { class: "help" }, report.playedText),
    report.dealtWithAtMs !== null && el("p", {}, el("span", { class: "badge right" }, `✓ ${t("desk.dealtWith")}`), " ", el("small", {}, timeOf(report.dealtWithAtMs))),
    el("div", { class: "actions" }, el("button", { class: "small", click: () => mark(desk, report, changed) },
      t(report.dealtWithAtMs === null ? "desk.dealWith" : "desk.haveWait"))))));
}

async function mark(desk, report, changed) {
  const isDone = report.dealtWithAtMs === null;
  try {
    await desk.call(isDone ? "PUT" : "DELETE", `${pathOf(desk)}/${encodeURIComponent(report.id)}/dealt-with`);
  } catch (error) {
    desk.tell(error);
    return;
  }
  report.dealtWithAtMs = isDone ? Date.now() : null;
  changed();
  toast(t(isDone ? "desk.nowDealtWith" : "desk.nowWaiting"));
}

const pathOf = ({ base }) => base.replace(/items$/, "reports");
const timeOf = (ms) => new Date(ms).toLocaleString(document.documentElement.lang);

function title({ item, name, country, isThere }) {
  const words = el("bdi", {}, `${name}, ${country}`);
  return isThere
    ? [el("a", { href: `#${encodeURIComponent(item)}` }, words), el("small", {}, ` ${item}`)]
    : [el("b", {}, words), el("small", {}, ` ${item} `), el("span", { class: "badge wrong" }, `✗ ${t("desk.gone")}`)];
}

function partOf(part) {
  const [kind, number] = part.split("_");
  return t(`report.part.${kind}`, { number });
}
