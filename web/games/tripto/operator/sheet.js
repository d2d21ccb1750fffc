// One package: as it is seen, what its claims stand on, and what may be changed.

import { el } from "/operator/dom.js";
import { toast } from "/shared/page.js";
import { t } from "/shared/strings.js";
import { preview } from "/games/tripto/operator/preview.js";
import { Editor } from "/games/tripto/operator/editor.js";
import { badges } from "/games/tripto/operator/list.js";
import { list } from "/games/tripto/operator/reports.js";

export async function sheet(desk, id) {
  const path = `${desk.base}/${encodeURIComponent(id)}`;
  draw(desk, path, await desk.call("GET", path));
  scrollTo(0, 0);
}

/** @param seen {answer, tag}: what the page shows is what a change is made to. */
function draw(desk, path, seen) {
  const { answer } = seen;
  const failed = (error) => (error.status === 412 ? overtaken(desk, path) : desk.tell(error));
  /** @param words said when it is done. */
  const act = async (method, end, words, options = {}) => {
    if (editor.isDirty) return toast(t("desk.saveFirst"));
    try {
      draw(desk, path, await desk.call(method, path + end, options));
      return toast(words);
    } catch (error) {
      return failed(error);
    }
  };
  const change = (changes, words) => act("PATCH", "", words, { body: { changes }, tag: seen.tag });
  const save = async () => {
    try {
      draw(desk, path, await desk.call("PATCH", path, { body: { changes: editor.changes() }, tag: seen.tag }));
      toast(t("desk.saved"));
    } catch (error) {
      if (error.status === 422) return editor.blame(error.findings);
      // What is no package at all is told by its place, as what breaks a rule is.
      if (error.status === 400 && error.field) return editor.blame([{ path: error.field, rule: t("desk.unreadable"), sentence: error.message }]);
      failed(error);
    }
    return null;
  };
  const editor = new Editor(desk, answer.package, { save, change });
  desk.isUnsaved = () => editor.isUnsaved;
  const button = (words, press, kind = "") => el("button", { class: `small ${kind}`, click: press }, words);
  const approve = () => act("PUT", "/approval", t("desk.nowApproved"), { body: { by: desk.ownName() }, tag: seen.tag });
  desk.root.replaceChildren(
    el("p", {}, el("a", { href: "#" }, `← ${t("desk.all")}`)),
    el("header", { class: "panel" },
      el("h2", {}, el("bdi", {}, `${answer.name}, ${answer.country}`)),
      el("p", { class: "help" }, `${answer.id} · ${t(`desk.${answer.difficulty}`)} · ${t(`desk.${answer.from}`)} · ${answer.package.themes.join(", ")}`),
      el("p", {}, badges(answer)),
      approvedBy(answer.approval),
      el("div", { class: "actions" },
        answer.approval?.isOfThisText
          ? button(t("desk.unapprove"), () => act("DELETE", "/approval", t("desk.unapproved")))
          : button(t("desk.approve"), approve, "primary"),
        answer.retired
          ? button(t("desk.bringBack"), () => act("DELETE", "/retirement", t("desk.nowBack")))
          : button(t("desk.retire"), () => act("PUT", "/retirement", t("desk.nowRetired"))))),
    ...[warnings(answer.findings), reports(desk, answer.reports), right(answer.right)].filter(Boolean),
    preview(answer.package),
    editor.element);
}

function overtaken(desk, path) {
  const again = async () => {
    try {
      draw(desk, path, await desk.call("GET", path));
    } catch (error) {
      desk.tell(error);
    }
  };
  desk.root.querySelector(".overtaken")?.remove();
  desk.root.prepend(el("div", { class: "panel overtaken", role: "alert" }, el("p", {}, t("desk.overtaken")),
    el("button", { class: "small", click: again }, t("desk.reload"))));
  scrollTo(0, 0);
}

function approvedBy(approval) {
  if (!approval) return null;
  const time = new Date(approval.approvedAtMs).toLocaleDateString(document.documentElement.lang);
  return el("p", { class: "help" },
    t(approval.isOfThisText ? "desk.approvedOn" : "desk.approvedBefore", { time }),
    approval.by ? [" ", el("bdi", {}, approval.by)] : null);
}

function warnings(findings) {
  if (!findings.length) return null;
  return el("section", { class: "panel" }, el("h2", {}, t("desk.warnings")),
    el("ul", {}, findings.map(({ path, rule, sentence }) => el("li", {}, el("code", {}, path), ` ${rule}: ${sentence}`))));
}

function reports(desk, found) {
  if (!found?.length) return null;
  const rows = el("div");
  const draw = () => rows.replaceChildren(list(desk, found, { isTitled: false, changed: draw }));
  draw();
  return el("section", { class: "panel reports", "aria-labelledby": "reports" }, el("h2", { id: "reports" }, t("desk.reportsTitle")), rows);
}

function right(levels) {
  if (!levels?.length) return null;
  const share = ({ answers, right }) => `${Math.round((100 * right) / answers)} %`;
  return el("section", { class: "panel" }, el("h2", { id: "right" }, t("desk.right")),
    el("p", { class: "help" }, t("desk.rightHelp")),
    el("table", { "aria-labelledby": "right" },
      el("thead", {}, el("tr", {}, ["desk.points", "desk.answers", "desk.rightShare"].map((key) => el("th", { scope: "col" }, t(key))))),
      el("tbody", {}, levels.map((level) => el("tr", {}, el("th", { scope: "row" }, level.levelPoints), el("td", {}, level.answers),
        el("td", {}, share(level)))))));
}
