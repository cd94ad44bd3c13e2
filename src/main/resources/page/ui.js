"use strict";
/* The page of drawbridge ui: an editor, and a client of the language server. What it knows, that server says. */

import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { syntaxHighlighting } from "@codemirror/language";
import { forEachDiagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, highlightSpecialChars, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

const WAIT_MILLIS = 150;
const UNSAVED = "untitled:unsaved.yaml";
const GONE = "Drawbridge does not answer; is it still running?";
const page = crypto.randomUUID();
const waiting = new Map();
const problems = new Map();
const names = new Map(Object.entries(data.files).map(([name, uri]) => [uri, name]));

const status = element("p", { role: "status" }, "Not checked yet");
const saved = element("p", { role: "status" });
const findings = element("div", {});
const files = element("ul", { className: "files" });
const results = element("aside", { ariaLabel: "Results", hidden: true });
const release = choice("Kubernetes", data.releases, changeSettings, "newest that serves the version");
const gates = element("input", { placeholder: "A=true,B=false", onchange: changeSettings });
const preview = choice("What would it do?", data.previews, showPreview, "choose a command");
const selector = element("input", { value: "true", spellcheck: false, size: 50, onkeydown: event => { if (event.key === "Enter") trySelector(); } });
const template = choice("Template", Object.keys(data.templates), newText, "none");
const saving = element("button", { type: "button", disabled: true, onclick: save }, "Save");
const fleet = element("p", { className: "soft" });
const fleetTools = element("section", { ariaLabel: "Devices", hidden: true }, fleet, element("div", { className: "filters" },
  element("button", { type: "button", onclick: showFit }, "Where would it go?"),
  element("label", {}, "Selector", selector), element("button", { type: "button", onclick: trySelector }, "Try the selector"),
  element("a", { href: "fleet?page=" + page, target: "_blank" }, "Show the fleet"),
  element("button", { type: "button", onclick: reload }, "Reload the fleet")));
const view = new EditorView({ state: state(data.templates.claim.trimEnd()), parent: element("div", { className: "editor" }) });

/** The text in the editor: its URI, the number of its changes, and, of a file, its name, version on disk and text there. */
let opened = { uri: UNSAVED, changes: 1, file: null };
let checked = [];
let requests = 0;
let sending = Promise.resolve();
let timer = 0;
let isUntouched = true;
let known = null;
let wrongSettings = "";

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
    keymap.of([{ key: "F1", run: explainField }, { key: "F12", run: showDefinition }, { key: "Mod-s", run: save },
      ...completionKeymap, ...lintKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab])] });
}

function text() {
  return view.state.sliceDoc();
}

/* The connection: messages go out one after the other; answers and news come in a stream of events. */

const events = new EventSource("events?page=" + page);
events.onopen = begin;
events.onerror = () => {
  status.textContent = GONE;
  for (const answered of waiting.values()) answered({ error: { message: GONE } });
  waiting.clear();
};
events.onmessage = event => {
  const message = JSON.parse(event.data);
  if (message.method === "textDocument/publishDiagnostics") published(message.params);
  else if (message.method === "window/showMessage") {
    wrongSettings = message.params.message + ". ";
    status.textContent = wrongSettings;
  }
  else if (waiting.has(message.id)) {
    waiting.get(message.id)(message);
    waiting.delete(message.id);
  }
};
addEventListener("pagehide", () => events.close());

/** Sends a message; returns a problem, or an empty text. */
function send(message) {
  sending = sending.then(() => post("message?page=" + page, JSON.stringify({ jsonrpc: "2.0", ...message })))
    .then(answer => answer.problem || "");
  return sending.then(problem => {
    if (problem) status.textContent = problem;
    return problem;
  });
}

function notify(method, params) {
  return send({ method, params });
}

/** Asks the language server; returns {result}, or {problem}. */
function ask(method, params) {
  const id = ++requests;
  return new Promise(resolve => {
    waiting.set(id, message => resolve(message.error ? { problem: message.error.message } : { result: message.result }));
    send({ id, method, params }).then(problem => { if (problem && waiting.delete(id)) resolve({ problem }); });
  });
}

/** Sends the text if it has changed, so that what is asked next is about it. */
function ofText(more) {
  sendText();
  return { textDocument: { uri: opened.uri }, ...more };
}

function execute(command, argument) {
  return ask("workspace/executeCommand", { command: "drawbridge." + command, arguments: [ofText().textDocument.uri, argument || ""] });
}

function options() {
  return { kubernetes: release.value(), "feature-gates": gates.value };
}

/** Begins anew, also when the connection was lost. */
async function begin() {
  problems.clear();
  await ask("initialize", { processId: null, rootUri: data.root, capabilities: {}, initializationOptions: options(),
    workspaceFolders: [{ uri: data.root, name: "" }] });
  notify("initialized", {});
  didOpen();
  showFleet(await execute("fleet"));
}

function didOpen() {
  clearTimeout(timer);
  opened.isSent = true;
  notify("textDocument/didOpen", { textDocument: { uri: opened.uri, languageId: "yaml", version: opened.changes, text: text() } });
}

function sendText() {
  clearTimeout(timer);
  if (opened.isSent) return;
  opened.isSent = true;
  notify("textDocument/didChange", { textDocument: { uri: opened.uri, version: opened.changes }, contentChanges: [{ text: text() }] });
}

/** Sends a request to the page's server; returns the answer, or a message as {problem}. */
async function request(place, options) {
  const answer = await fetch(place, options).catch(() => null);
  if (!answer) return { problem: GONE };
  const body = await answer.text();
  return answer.ok ? body ? JSON.parse(body) : {} : { problem: body || "cannot be answered: " + answer.status };
}

function post(place, body) {
  return request(place, { method: "POST", body });
}

/* The text. */

function typed() {
  isUntouched = false;
  opened.changes++;
  opened.isSent = false;
  saved.textContent = "";
  clearTimeout(timer);
  timer = setTimeout(sendText, WAIT_MILLIS);
}

/** Whether what is in the editor may be lost: it is saved, cannot be saved, or the user says so. */
function mayReplace() {
  return !data.isWritable || !opened.file || text() === opened.file.text || confirm(opened.file.name + " is not saved. Discard the changes?");
}

/** Puts a text in place of the one that was open. */
function start(text, uri, file) {
  notify("textDocument/didClose", { textDocument: { uri: opened.uri } });
  view.setState(state(text));
  opened = { uri, changes: opened.changes + 1, file };
  isUntouched = false;
  saving.disabled = !file;
  saved.textContent = "";
  checked = [];
  results.hidden = true;
  preview.set("");
  didOpen();
  showFiles();
  showFindings();
}

function newText() {
  if (template.value() && mayReplace()) start(data.templates[template.value()], UNSAVED, null);
  template.set("");
}

async function openFile(uri) {
  if (opened.uri === uri) return true;
  if (!names.has(uri) || !mayReplace()) return false;
  const name = names.get(uri);
  const answer = await request("file?name=" + encodeURIComponent(name), {});
  if (answer.problem) saved.textContent = answer.problem;
  else start(answer.text, uri, { name, ...answer });
  return !answer.problem;
}

/** Writes the file that is open; the server refuses if it has changed on disk. */
function save() {
  if (!data.isWritable || !opened.file) {
    saved.textContent = data.isWritable ? "No file is open." : "No file is written: start drawbridge ui with --write to save.";
    return true;
  }
  const { file, uri } = opened;
  const body = text();
  post("save?name=" + encodeURIComponent(file.name) + "&version=" + file.version, body).then(answer => {
    saved.textContent = answer.problem || file.name + " saved";
    if (answer.problem) return;
    Object.assign(file, { text: body, version: answer.version });
    notify("textDocument/didSave", { textDocument: { uri } });
  });
  return true;
}

addEventListener("beforeunload", event => {
  if (data.isWritable && opened.file && text() !== opened.file.text) event.preventDefault();
});

/** The offset of a place of the protocol, which counts from 0. */
function offset({ line, character }) {
  const { from, to } = view.state.doc.line(Math.min(line + 1, view.state.doc.lines));
  return Math.min(from + character, to);
}

function place(position) {
  const line = view.state.doc.lineAt(position);
  return { line: line.number - 1, character: position - line.from };
}

/** Applies the edits of an action to the text. */
function apply(action) {
  const edits = action.edit.changes[opened.uri] || [];
  view.dispatch({ changes: edits.map(({ range, newText }) => ({ from: offset(range.start), to: offset(range.end), insert: newText })) });
}

/* Findings. */

const severity = each => each.severity === 1 ? "error" : "warning";
const count = (list, name) => list.filter(each => severity(each) === name).length;

/** Takes what was found in a file; what is older than the text in the editor is left out. */
function published({ uri, version, diagnostics }) {
  if (uri === opened.uri && version !== opened.changes) return;
  problems.set(uri, diagnostics);
  if (uri === opened.uri) {
    checked = diagnostics;
    showFindings();
    addFixes(diagnostics);
  }
  clearTimeout(published.timer);
  published.timer = setTimeout(() => {
    openFirst();
    showFiles();
  }, 50);
}

/** Opens the only file, or the first that has an error, unless the user has begun with something else. */
function openFirst() {
  if (!isUntouched) return;
  const uris = [...names.keys()];
  const first = uris.length === 1 ? uris[0] : uris.find(uri => count(problems.get(uri) || [], "error"));
  if (first) openFile(first);
}

function showFiles() {
  const all = [...problems.values()].flat();
  const wrong = [...problems.values()].filter(each => each.length).length;
  status.textContent = wrongSettings + (all.length ? [counted(count(all, "error"), "error"), counted(count(all, "warning"), "warning")]
    .filter(each => !each.startsWith("0 ")).join(", ") + " in " + counted(wrong, "file") : "No findings");
  const counts = uri => ["error", "warning"].map(name => [name, count(problems.get(uri) || [], name)]).filter(([, number]) => number)
    .flatMap(([name, number]) => [" ", element("span", { className: name }, counted(number, name))]);
  const entry = ([uri, name]) => element("li", {}, element("button", { type: "button", onclick: () => openFile(uri),
    title: name, ariaCurrent: uri === opened.uri ? "true" : "false" }, uri === UNSAVED ? name : decodeURIComponent(uri.slice(data.root.length)), ...counts(uri)));
  files.replaceChildren(...[[UNSAVED, "not saved"], ...names].filter(([uri]) => uri !== UNSAVED || opened.uri === UNSAVED).map(entry));
}

function diagnostic(each) {
  const from = offset(each.range.start);
  return { from, to: Math.max(from, offset(each.range.end)), severity: severity(each), message: each.message + " [" + each.code + "]",
    actions: actions(each).map(([name, run]) => ({ name, apply: run })) };
}

/** What can be done about a finding. */
function actions(each) {
  return [["Explain", () => explain(each.data || each.code)], ...(each.fixes || []).map(fix => [fix.title, () => apply(fix)])];
}

function showFindings() {
  view.dispatch(setDiagnostics(view.state, checked.map(diagnostic)));
  const sorted = [...checked].sort((one, other) => one.severity - other.severity);
  findings.replaceChildren(...sorted.map(each => element("article", { className: "finding is-" + severity(each) },
    element("p", {}, element("button", { type: "button", onclick: () => select(each.range.start.line) }, "line " + (each.range.start.line + 1)), " ",
      element("span", { className: severity(each) }, severity(each)), " " + each.message + " [" + each.code + "] ",
      ...actions(each).flatMap(([name, run]) => [" ", element("button", { type: "button", onclick: run }, name)])))));
}

/** Adds what the language server would change about each finding. */
async function addFixes(diagnostics) {
  if (!diagnostics.length) return;
  const range = { start: { line: 0, character: 0 }, end: place(view.state.doc.length) };
  const { result } = await ask("textDocument/codeAction", { textDocument: { uri: opened.uri }, range, context: { diagnostics, only: ["quickfix"] } });
  if (checked !== diagnostics || !result) return;
  const same = (one, other) => one.message === other.message && JSON.stringify(one.range) === JSON.stringify(other.range);
  for (const each of diagnostics) each.fixes = result.filter(action => action.diagnostics.some(one => same(one, each)));
  showFindings();
}

/** Selects a line. */
function select(number) {
  const { from, to } = view.state.doc.line(Math.min(number + 1, view.state.doc.lines));
  view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
  view.focus();
}

/* What is asked about a place. */

async function complete(context) {
  if (!context.explicit && !/[\w."'[]$/.test(context.state.doc.lineAt(context.pos).text.slice(0, context.pos - context.state.doc.lineAt(context.pos).from))) return null;
  const { result } = await ask("textDocument/completion", ofText({ position: place(context.pos) }));
  const items = (result && (result.items || result)) || [];
  return items.length && { from: offset(items[0].textEdit.range.start), filter: false,
    options: items.map(item => ({ label: item.label, apply: item.textEdit.newText, info: item.detail || null })) };
}

/** The explanation of the field at a place; empty if there is none. */
async function fieldAt(position) {
  if (/^\s*(#|$)/.test(view.state.doc.lineAt(position).text)) return "";
  const { result } = await ask("textDocument/hover", ofText({ position: place(position) }));
  return result ? result.contents.value.replace(/^```\n|\n```$/g, "") : "";
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

async function explain(what) {
  const { problem, result } = await execute("explain", what);
  showExplanation(problem || result);
}

/** Goes to the object that the name at the caret refers to. */
function showDefinition() {
  ask("textDocument/definition", ofText({ position: place(view.state.selection.main.head) })).then(async ({ result }) => {
    const [target] = result || [];
    if (!target) saved.textContent = "Nothing of these files is named here.";
    else if (await openFile(target.uri)) select(target.range.start.line);
  });
  return true;
}

/* Results: beside the findings, which stay where they are. */

function show(title, ...children) {
  results.replaceChildren(element("h2", {}, title), element("button", { type: "button", onclick: () => { results.hidden = true; } }, "Close"), ...children);
  results.hidden = false;
}

function wrong(problem) {
  return element("p", { className: "error" }, problem);
}

function showExplanation(text) {
  show("Explanation", element("pre", { className: "source", tabIndex: 0, role: "region", ariaLabel: "Explanation" }, text));
}

/** Shows where the workloads would go in the fleet. */
async function showFit() {
  const { problem, result } = await execute("fit");
  show("In the fleet", ...problem ? [wrong(problem)]
    : result.answers.workloads.map((each, index) => fitAnswer(each, result.headlines[index], result.funnels[index])),
    !problem && result.answers.workloads.length === 0 ? element("p", {}, "No workload needs devices.") : "");
}

/** Shows for how many devices the selector has each value. */
async function trySelector() {
  const { problem, result } = await execute("selector", selector.value);
  if (problem) show("Selector", wrong(problem));
  else show(result.summary, result.refusal ? wrong(result.refusal) : "", element("p", {}, result.cost),
    table("Values", ["value", "devices", "such as"], result.rows));
}

/** Shows what the fleet is, and how old; hides what needs one if there is none. */
function showFleet({ problem, result }) {
  if (problem) {
    fleet.textContent = "Not read: " + problem;
    return;
  }
  fleetTools.hidden = !result.source;
  if (fleetTools.hidden) return;
  if (!known && !release.value() && !gates.value) {
    release.set(result.kubernetes);
    gates.value = result.gates;
  }
  known = result;
  const minutes = Math.floor((Date.now() - result.readAt) / 60000);
  fleet.textContent = "Fleet: " + result.source + ", " + counted(result.nodes, "node") + ", " + counted(result.devices, "device") + ", read "
    + (minutes < 1 ? "less than a minute ago. " : minutes + " min ago. ") + result.notes.join(" ");
}

async function reload() {
  showFleet(await execute("reload"));
  notify("workspace/didChangeConfiguration", { settings: options() });
}

function changeSettings() {
  wrongSettings = "";
  notify("workspace/didChangeConfiguration", { settings: options() });
}

/** Shows how a command would change the text. */
async function showPreview() {
  const command = preview.value();
  if (!command) return;
  const { problem, result } = await execute("preview", command);
  preview.set("");
  const { diff, text, notes } = problem ? { diff: "", notes: [problem] } : result;
  const classes = { "+": "added", "-": "removed" };
  show("drawbridge " + command + (diff ? " would do this" : " would change nothing"),
    diff ? element("pre", { className: "source", tabIndex: 0, role: "region", ariaLabel: "Diff" },
      ...diff.trimEnd().split("\n").map(line => element("span", { className: classes[line[0]] || "" }, line + "\n"))) : "",
    element("ul", {}, ...notes.map(note => element("li", {}, note))),
    diff ? element("button", { type: "button", onclick: () => put(text) }, "Put into the editor") : "");
}

/** Replaces the text; undoing brings it back. */
function put(text) {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

main.replaceChildren(
  element("div", { className: "filters" }, release.node, element("label", {}, "Feature gates", gates), template.node, data.isWritable ? saving : "", preview.node),
  fleetTools,
  element("div", { className: "workspace" },
    element("nav", { ariaLabel: "Files" }, files),
    element("div", {}, status, view.dom.parentNode, saved,
      element("p", { id: "keys", className: "soft" }, "F1, or the mouse on a field, explains it. F12 goes to what a name means. Tab indents; Escape, then Tab leaves the editor."),
      findings),
    results));
showFiles();
status.textContent = "Not checked yet";
setInterval(() => { if (known) showFleet({ result: known }); }, 60000);
