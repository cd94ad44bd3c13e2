"use strict";
/* The page of drawbridge ui: an editor whose text the server checks while it is typed. */

const WAIT_MILLIS = 150;
const status = element("p", { role: "status" }, "Not checked yet");
const marks = element("pre", { className: "marks", ariaHidden: "true" });
const editor = element("textarea", { id: "editor", spellcheck: false, wrap: "off", rows: 24, value: data.templates.claim.trimEnd(),
  oninput: typed, onscroll: () => { marks.scrollTop = editor.scrollTop; } });
const findings = element("div", {});
const explanation = element("pre", { className: "source", tabIndex: 0, role: "region", ariaLabel: "Explanation", hidden: true });
const release = choice("Kubernetes", data.releases, check, "newest that serves the version");
const gates = element("input", { placeholder: "A=true,B=false", oninput: typed });
const open = choice("Open a file", data.files, openFile, "none");
const template = choice("Template", Object.keys(data.templates), () => {
  if (template.value()) write(data.templates[template.value()]);
}, "none");
let timer = 0;
let newest = 0;

function typed() {
  number(new Map());
  clearTimeout(timer);
  timer = setTimeout(check, WAIT_MILLIS);
}

function write(text) {
  editor.value = text;
  typed();
}

async function openFile() {
  if (!open.value()) return;
  const answer = await fetch("file?name=" + encodeURIComponent(open.value()));
  if (answer.ok) write(await answer.text());
}

/** The numbers of the lines; those with findings are marked. */
function number(byLine) {
  const count = editor.value.split("\n").length;
  marks.replaceChildren(...Array.from({ length: count }, (any, at) => {
    const severity = byLine.get(at + 1);
    return element("span", { className: severity || "" }, (severity ? "●" : " ") + String(at + 1).padStart(4) + "\n");
  }));
  marks.scrollTop = editor.scrollTop;
}

/** Checks the text; answers that a later one has overtaken are left out. */
async function check() {
  const mine = ++newest;
  const query = "?kubernetes=" + encodeURIComponent(release.value()) + "&gates=" + encodeURIComponent(gates.value);
  const answer = await fetch("check" + query, { method: "POST", body: editor.value }).catch(() => null);
  const text = answer ? await answer.text() : "Drawbridge does not answer; is it still running?";
  if (mine !== newest) return;
  if (!answer || !answer.ok) {
    status.textContent = text || "cannot be checked: " + answer.status;
    return;
  }
  const result = JSON.parse(text);
  status.textContent = result.summary;
  const byLine = new Map();
  result.findings.forEach(each => {
    if (byLine.get(each.line) !== "error") byLine.set(each.line, each.severity);
  });
  number(byLine);
  findings.replaceChildren(...result.findings.map(finding));
}

function finding(each) {
  return element("article", { className: "finding is-" + each.severity },
    element("p", {}, element("button", { type: "button", onclick: () => select(each) }, "line " + each.line + ":" + each.column), " ",
      element("span", { className: each.severity }, each.severity), " " + each.sentence + " [" + each.rule + "] ",
      element("button", { type: "button", onclick: () => explain(each.explain || each.rule) }, "Explain")));
}

/** Selects the line of a finding. */
function select(each) {
  const lines = editor.value.split("\n");
  const start = lines.slice(0, each.line - 1).join("\n").length + (each.line > 1 ? 1 : 0);
  editor.focus();
  editor.setSelectionRange(start, start + (lines[each.line - 1] || "").length);
}

async function explain(what) {
  const answer = await fetch("explain?what=" + encodeURIComponent(what));
  explanation.textContent = await answer.text();
  explanation.hidden = false;
}

main.replaceChildren(
  element("div", { className: "filters" }, release.node, element("label", {}, "Feature gates", gates), template.node, open.node),
  element("label", { htmlFor: "editor" }, "Manifests"),
  element("div", { className: "editor" }, marks, editor),
  status, findings, explanation);
number(new Map());
check();
