"use strict";
/* The page of drawbridge ui: an editor whose text the server checks while it is typed. */

const WAIT_MILLIS = 150;
const status = element("p", { role: "status" }, "Not checked yet");
const marks = element("pre", { className: "marks", ariaHidden: "true" });
const editor = element("textarea", { id: "editor", spellcheck: false, wrap: "off", rows: 24, value: data.templates.claim.trimEnd(),
  oninput: () => { typed(); complete(); }, onkeydown: intoNames, onscroll: () => { marks.scrollTop = editor.scrollTop; } });
const names = element("div", { role: "group", ariaLabel: "Completions", className: "names", hidden: true, onkeydown: betweenNames });
const findings = element("div", {});
const explanation = element("pre", { className: "source", tabIndex: 0, role: "region", ariaLabel: "Explanation", hidden: true });
const release = choice("Kubernetes", data.releases, check, "newest that serves the version");
const gates = element("input", { placeholder: "A=true,B=false", oninput: typed });
const preview = choice("What would it do?", data.previews, showPreview, "choose a command");
const previewed = element("section", { ariaLabel: "Preview", hidden: true });
const trial = element("section", { ariaLabel: "Fleet", hidden: true });
const selector = element("input", { value: "true", spellcheck: false, size: 50, onkeydown: event => { if (event.key === "Enter") trySelector(); } });
const open = choice("Open a file", data.files, openFile, "none");
const template = choice("Template", Object.keys(data.templates), () => {
  if (template.value()) write(data.templates[template.value()]);
}, "none");
let timer = 0;
let newest = 0;
let newestNames = 0;

function typed() {
  trial.hidden = true;
  previewed.hidden = true;
  preview.clear();
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

function settings() {
  return "kubernetes=" + encodeURIComponent(release.value()) + "&gates=" + encodeURIComponent(gates.value);
}

/** Checks the text; answers that a later one has overtaken are left out. */
async function check() {
  const mine = ++newest;
  const answer = await fetch("check?" + settings(), { method: "POST", body: editor.value }).catch(() => null);
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

/** Offers the names that the server knows for the end of the line before the caret. */
async function complete() {
  const mine = ++newestNames;
  const caret = editor.selectionStart;
  const before = editor.value.slice(0, caret);
  const answer = await fetch("complete", { method: "POST", body: before.slice(before.lastIndexOf("\n") + 1) }).catch(() => null);
  if (!answer || !answer.ok) return;
  const completion = await answer.json();
  if (mine !== newestNames || caret !== editor.selectionStart) return;
  names.hidden = completion.names.length === 0;
  names.replaceChildren(element("span", { className: "soft" }, "Arrow down to complete:"),
    ...completion.names.map(name => element("button", { type: "button", onclick: () => {
      editor.setRangeText(name, caret - completion.typed.length, caret, "end");
      closeNames();
      typed();
    } }, name)));
}

function closeNames() {
  names.hidden = true;
  editor.focus();
}

function intoNames(event) {
  if (event.key === " " && event.ctrlKey) {
    event.preventDefault();
    complete();
  } else if (event.key === "Escape") {
    names.hidden = true;
  } else if (event.key === "ArrowDown" && !names.hidden) {
    event.preventDefault();
    names.querySelector("button").focus();
  }
}

function betweenNames(event) {
  const steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
  if (event.key === "Escape") closeNames();
  if (!steps[event.key]) return;
  event.preventDefault();
  const all = [...names.querySelectorAll("button")];
  (all[all.indexOf(document.activeElement) + steps[event.key]] || editor).focus();
}

function finding(each) {
  return element("article", { className: "finding is-" + each.severity },
    element("p", {}, element("button", { type: "button", onclick: () => select(each) }, "line " + each.line + ":" + each.column), " ",
      element("span", { className: each.severity }, each.severity), " " + each.sentence + " [" + each.rule + "] ",
      element("button", { type: "button", onclick: () => explain(each.explain || each.rule) }, "Explain")));
}

/** Sends a text; returns the answer, or a message as {problem}. */
async function post(place, text) {
  const answer = await fetch(place + settings(), { method: "POST", body: text }).catch(() => null);
  if (answer && answer.ok) return answer.json();
  return { problem: answer ? await answer.text() || "cannot be answered: " + answer.status : "Drawbridge does not answer; is it still running?" };
}

function showTrial(title, ...children) {
  trial.replaceChildren(element("h2", {}, title), ...children);
  trial.hidden = false;
}

/** Shows where the workloads would go in the fleet. */
async function showFit() {
  const { problem, answers, headlines, funnels } = await post("fit?", editor.value);
  showTrial("In the fleet", ...problem ? [element("p", { className: "error" }, problem)]
    : answers.workloads.map((each, index) => fitAnswer(each, headlines[index], funnels[index])),
    !problem && answers.workloads.length === 0 ? element("p", {}, "No workload needs devices.") : "");
}

/** Shows the value of the selector for each device. */
async function trySelector() {
  const { problem, summary, rows } = await post("selector?", selector.value);
  showTrial(problem ? "Selector" : summary, problem ? element("p", { className: "error" }, problem) : table("Values", ["device", "value"], rows));
}

/** Shows how a command would change the text. */
async function showPreview() {
  previewed.hidden = true;
  if (!preview.value()) return;
  const command = preview.value();
  const answer = await post("preview?command=" + encodeURIComponent(command) + "&", editor.value);
  const result = answer.problem ? { diff: "", notes: [answer.problem] } : answer;
  const classes = { "+": "added", "-": "removed" };
  previewed.replaceChildren(element("h2", {}, "drawbridge " + command + (result.diff ? " would do this" : " would change nothing")),
    result.diff ? element("pre", { className: "source", tabIndex: 0, role: "region", ariaLabel: "Diff" },
      ...result.diff.trimEnd().split("\n").map(line => element("span", { className: classes[line[0]] || "" }, line + "\n"))) : "",
    element("ul", {}, ...result.notes.map(note => element("li", {}, note))),
    result.diff ? element("button", { type: "button", onclick: () => write(result.text) }, "Put into the editor") : "");
  previewed.hidden = false;
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

const fleetTools = element("div", { className: "filters" },
  element("button", { type: "button", onclick: showFit }, "Where would it go?"),
  element("label", {}, "Selector", selector), element("button", { type: "button", onclick: trySelector }, "Try the selector"),
  element("a", { href: "fleet", target: "_blank" }, "Show the fleet"));
main.replaceChildren(
  element("div", { className: "filters" }, release.node, element("label", {}, "Feature gates", gates), template.node, open.node, preview.node),
  element("label", { htmlFor: "editor" }, "Manifests"),
  element("div", { className: "editor" }, marks, editor),
  names, data.hasFleet ? fleetTools : "", status, trial, previewed, findings, explanation);
number(new Map());
check();
