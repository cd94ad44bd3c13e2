"use strict";
/* The page of drawbridge ui: an editor whose text the server checks while it is typed. What it knows, the server says. */

import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { syntaxHighlighting } from "@codemirror/language";
import { forEachDiagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, highlightSpecialChars, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

const WAIT_MILLIS = 150;
const status = element("p", { role: "status" }, "Not checked yet");
const findings = element("div", {});
const explanation = element("pre", { className: "source", tabIndex: 0, role: "region", ariaLabel: "Explanation", hidden: true });
const release = choice("Kubernetes", data.releases, check, "newest that serves the version");
const gates = element("input", { placeholder: "A=true,B=false", oninput: typed, value: data.fleet ? data.fleet.gates : "" });
const preview = choice("What would it do?", data.previews, showPreview, "choose a command");
const previewed = element("section", { ariaLabel: "Preview", hidden: true });
const trial = element("section", { ariaLabel: "Fleet", hidden: true });
const selector = element("input", { value: "true", spellcheck: false, size: 50, onkeydown: event => { if (event.key === "Enter") trySelector(); } });
const open = choice("Open a file", data.files, openFile, "none");
const template = choice("Template", Object.keys(data.templates), newText, "none");
const saving = element("button", { type: "button", disabled: true, onclick: save }, "Save");
const saved = element("p", { role: "status" });
const fleet = element("p", { className: "soft" });
const view = new EditorView({ state: state(data.templates.claim.trimEnd()), parent: element("div", { className: "editor" }) });
let timer = 0;
let newest = 0;

/** The file that is open: its name, its version on disk, and its text there. */
let opened = null;

/** The state of an editor with this text. Lines end as they do in the text, so that nothing else changes when it is saved. */
function state(text) {
  return EditorState.create({ doc: text, extensions: [
    EditorState.lineSeparator.of(/\r\n/.test(text) && !/[^\r]\n/.test(text) ? "\r\n" : "\n"),
    EditorView.cspNonce.of(data.nonce),
    EditorView.theme({}, { dark: matchMedia("(prefers-color-scheme: dark)").matches }),
    EditorView.contentAttributes.of({ "aria-label": "Manifests", "aria-describedby": "keys", tabindex: "0" }),
    EditorView.updateListener.of(update => { if (update.docChanged) typed(); }),
    lineNumbers(), lintGutter(), history(), highlightSpecialChars(), yaml(), syntaxHighlighting(classHighlighter),
    autocompletion({ override: [complete], icons: false }), hoverTooltip(hover),
    keymap.of([{ key: "F1", run: explainField }, { key: "Mod-s", run: save }, ...completionKeymap, ...lintKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab])] });
}

function text() {
  return view.state.sliceDoc();
}

function typed() {
  newest++;
  saved.textContent = "";
  trial.hidden = true;
  previewed.hidden = true;
  preview.set("");
  clearTimeout(timer);
  timer = setTimeout(check, WAIT_MILLIS);
}

/** Replaces the text; undoing brings it back. */
function put(text) {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

/** Whether what is in the editor may be lost: it is saved, cannot be saved, or the user says so. */
function mayReplace() {
  return !data.isWritable || !opened || text() === opened.text || confirm(opened.name + " is not saved. Discard the changes?");
}

/** Puts a text in place of the file that was open. */
function start(text, file) {
  opened = file;
  saving.disabled = !file;
  view.setState(state(text));
  typed();
}

function newText() {
  if (!template.value()) return;
  if (mayReplace()) {
    open.set("");
    start(data.templates[template.value()], null);
  }
  template.set("");
}

async function openFile() {
  const name = open.value();
  if (name && mayReplace()) {
    const answer = await request("file?name=" + encodeURIComponent(name), {});
    if (answer.problem) saved.textContent = answer.problem;
    else start(answer.text, { name, ...answer });
  }
  open.set(opened ? opened.name : "");
}

/** Writes the file that is open; the server refuses if it has changed on disk. */
function save() {
  if (!data.isWritable || !opened) {
    saved.textContent = data.isWritable ? "No file is open." : "No file is written: start drawbridge ui with --write to save.";
    return true;
  }
  const file = opened;
  const body = text();
  request("save?name=" + encodeURIComponent(file.name) + "&version=" + file.version, { method: "POST", body }).then(answer => {
    saved.textContent = answer.problem || file.name + " saved";
    if (!answer.problem) Object.assign(file, { text: body, version: answer.version });
  });
  return true;
}

addEventListener("beforeunload", event => {
  if (data.isWritable && opened && text() !== opened.text) event.preventDefault();
});

function settings() {
  return "kubernetes=" + encodeURIComponent(release.value()) + "&gates=" + encodeURIComponent(gates.value);
}

/** Sends a request; returns the answer, or a message as {problem}. */
async function request(place, options) {
  const answer = await fetch(place, options).catch(() => null);
  if (answer && answer.ok) return answer.json();
  return { problem: answer ? await answer.text() || "cannot be answered: " + answer.status : "Drawbridge does not answer; is it still running?" };
}

function post(place, body) {
  return request(place + settings(), { method: "POST", body });
}

/** Checks the text; answers that a change of the text has overtaken are left out. */
async function check() {
  const mine = ++newest;
  const result = await post("check?", text());
  if (mine !== newest) return;
  if (result.problem) {
    status.textContent = result.problem;
    return;
  }
  status.textContent = result.summary;
  view.dispatch(setDiagnostics(view.state, result.findings.map(diagnostic)));
  findings.replaceChildren(...result.findings.map(finding));
}

/** The place of a line and a column, which counts characters. */
function place(line, column) {
  const { from, text } = view.state.doc.line(Math.min(line, view.state.doc.lines));
  return from + [...text].slice(0, column - 1).join("").length;
}

/** A finding in the editor: at the word where it begins, or else at the whole line. */
function diagnostic(each) {
  const from = place(each.line, each.column);
  const line = view.state.doc.lineAt(from);
  const [word] = line.text.slice(from - line.from).match(/^("[^"]*"|'[^']*'|[^\s:,]*)/);
  return { from: word ? from : line.from, to: word ? from + word.length : line.to, severity: each.severity === "error" ? "error" : "warning",
    message: each.sentence + " [" + each.rule + "]", actions: [{ name: "Explain", apply: () => explain(each.explain || each.rule) }] };
}

function finding(each) {
  return element("article", { className: "finding is-" + each.severity },
    element("p", {}, element("button", { type: "button", onclick: () => select(each) }, "line " + each.line + ":" + each.column), " ",
      element("span", { className: each.severity }, each.severity), " " + each.sentence + " [" + each.rule + "] ",
      element("button", { type: "button", onclick: () => explain(each.explain || each.rule) }, "Explain")));
}

/** Selects the line of a finding. */
function select(each) {
  const { from, to } = view.state.doc.line(Math.min(each.line, view.state.doc.lines));
  view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
  view.focus();
}

/** The names that the server knows for the end of the line before the caret. With null for none, keys typed meanwhile would be left without names. */
async function complete(context) {
  const line = context.state.doc.lineAt(context.pos);
  const { problem, typed, names } = await request("complete", { method: "POST", body: line.text.slice(0, context.pos - line.from) });
  return problem ? null : { from: context.pos - typed.length, options: names.map(label => ({ label })), filter: false };
}

async function explain(what) {
  const answer = await fetch("explain?what=" + encodeURIComponent(what));
  showExplanation(await answer.text());
}

function showExplanation(text) {
  explanation.textContent = text;
  explanation.hidden = false;
}

/** The explanation of the field at a place; empty if there is none. */
async function fieldAt(position) {
  const line = view.state.doc.lineAt(position);
  if (/^\s*(#|$)/.test(line.text)) return "";
  const column = [...line.text.slice(0, position - line.from)].length + 1;
  const answer = await fetch("hover?line=" + line.number + "&column=" + column + "&" + settings(), { method: "POST", body: text() }).catch(() => null);
  return answer && answer.ok ? answer.text() : "";
}

/** The explanation of a field under the mouse; a finding there has its own. */
async function hover(view, position) {
  let isFinding = false;
  forEachDiagnostic(view.state, (each, from, to) => { isFinding ||= from <= position && position <= to; });
  const text = isFinding ? "" : await fieldAt(position);
  return text ? { pos: position, above: true, create: () => ({ dom: element("pre", { className: "explained", tabIndex: 0 }, text) }) } : null;
}

function explainField() {
  fieldAt(view.state.selection.main.head).then(text => showExplanation(text || "No explanation for this line."));
  return true;
}

function showTrial(title, ...children) {
  trial.replaceChildren(element("h2", {}, title), ...children);
  trial.hidden = false;
}

/** Shows where the workloads would go in the fleet. */
async function showFit() {
  const { problem, answers, headlines, funnels } = await post("fit?", text());
  showTrial("In the fleet", ...problem ? [element("p", { className: "error" }, problem)]
    : answers.workloads.map((each, index) => fitAnswer(each, headlines[index], funnels[index])),
    !problem && answers.workloads.length === 0 ? element("p", {}, "No workload needs devices.") : "");
}

/** Shows the value of the selector for each device. */
async function trySelector() {
  const { problem, summary, refusal, cost, rows } = await post("selector?", selector.value);
  showTrial(problem ? "Selector" : summary, problem || refusal ? element("p", { className: "error" }, problem || refusal) : "",
    problem ? "" : element("p", {}, cost), problem ? "" : table("Values", ["device", "value"], rows));
}

/** Shows what the fleet is, and how old. */
function showFleet() {
  const { source, nodes, devices, readAt, notes } = data.fleet;
  const minutes = Math.floor((Date.now() - readAt) / 60000);
  fleet.textContent = "Fleet: " + source + ", " + nodes + " nodes, " + devices + " devices, read " + (minutes < 1 ? "less than a minute ago. " : minutes + " min ago. ") + notes.join(" ");
}

async function reload() {
  const answer = await request("reload", { method: "POST" });
  if (answer.problem) {
    status.textContent = "Not reloaded: " + answer.problem;
    return;
  }
  data.fleet = answer;
  showFleet();
  typed();
}

/** Shows how a command would change the text. */
async function showPreview() {
  previewed.hidden = true;
  if (!preview.value()) return;
  const command = preview.value();
  const answer = await post("preview?command=" + encodeURIComponent(command) + "&", text());
  const result = answer.problem ? { diff: "", notes: [answer.problem] } : answer;
  const classes = { "+": "added", "-": "removed" };
  previewed.replaceChildren(element("h2", {}, "drawbridge " + command + (result.diff ? " would do this" : " would change nothing")),
    result.diff ? element("pre", { className: "source", tabIndex: 0, role: "region", ariaLabel: "Diff" },
      ...result.diff.trimEnd().split("\n").map(line => element("span", { className: classes[line[0]] || "" }, line + "\n"))) : "",
    element("ul", {}, ...result.notes.map(note => element("li", {}, note))),
    result.diff ? element("button", { type: "button", onclick: () => put(result.text) }, "Put into the editor") : "");
  previewed.hidden = false;
}

const fleetTools = data.fleet && element("section", { ariaLabel: "Devices" }, fleet, element("div", { className: "filters" },
  element("button", { type: "button", onclick: showFit }, "Where would it go?"),
  element("label", {}, "Selector", selector), element("button", { type: "button", onclick: trySelector }, "Try the selector"),
  element("a", { href: "fleet", target: "_blank" }, "Show the fleet"),
  data.fleet.canReload ? element("button", { type: "button", onclick: reload }, "Reload the fleet") : ""));
main.replaceChildren(
  element("div", { className: "filters" }, release.node, element("label", {}, "Feature gates", gates), template.node, open.node, data.isWritable ? saving : "", preview.node),
  view.dom.parentNode, saved, status,
  element("p", { id: "keys", className: "soft" }, "F1, or the mouse on a field, explains it. Tab indents; Escape, then Tab leaves the editor."),
  fleetTools || "", trial, previewed, findings, explanation);
if (data.fleet) {
  release.set(data.fleet.kubernetes);
  showFleet();
  setInterval(showFleet, 60000);
}
check();
