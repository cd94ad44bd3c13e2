"use strict";
/* The page of a check: findings by file, what each release answers, rules. */

const CONTEXT = 2;
const status = element("p", { role: "status" });
const results = element("div", {});
const filters = {
  text: search("Search", show),
  severity: choice("Severity", distinct(data.findings.map(finding => finding.severity)), show),
  rule: choice("Rule", Object.keys(data.rules), show),
  release: choice("Release", data.releases, show),
};

/** The lines around a place, with the line itself marked. */
function source(text, line) {
  const lines = text.split("\n");
  const from = Math.max(1, line - CONTEXT);
  const shown = element("div", { className: "source", tabIndex: 0, role: "region", ariaLabel: "lines " + from + " and following" });
  for (let at = from; at <= Math.min(lines.length, line + CONTEXT); at++) {
    const numbered = String(at).padStart(5) + " | " + lines[at - 1].replace(/\r$/, "") + "\n";
    shown.append(at === line ? element("mark", {}, numbered) : numbered);
  }
  return shown;
}

function finding(each) {
  const file = data.files[each.file];
  return element("article", { className: "finding is-" + each.severity },
    element("p", {}, element("span", { className: each.severity }, each.severity + (each.known ? " (known) " : " ")),
      "line " + each.line + ":" + each.column + " ",
      element("code", {}, each.path), " ", each.message),
    file && each.line <= file.head.split("\n").length ? source(file.head, each.line) : null,
    element("p", { className: "soft" }, each.object, " · ", each.type, ", ", each.rule,
      each.releases.length ? " · Kubernetes " + each.releases.join(", ") : ""),
    each.explain ? element("p", { className: "soft" }, element("code", {}, each.explain)) : null,
    each.fix ? element("details", {}, element("summary", {}, each.fix), element("pre", { className: "source" }, each.diff)) : null,
    element("details", {}, element("summary", {}, "Rule " + each.rule), element("p", {}, data.rules[each.rule])));
}

/** Pairs of lines of two texts; [undefined, line] is added and [line, undefined] removed. */
function compared(before, after) {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start
    && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const pairs = [];
  for (let at = 0; at < start; at++) pairs.push([at, at]);
  const changed = [before.length - end - start, after.length - end - start];
  for (let at = 0; at < Math.max(...changed); at++) {
    pairs.push([at < changed[0] ? start + at : undefined, at < changed[1] ? start + at : undefined]);
  }
  for (let at = end; at > 0; at--) pairs.push([before.length - at, after.length - at]);
  return pairs;
}

/** The base and the head of a file next to each other; lines with findings are marked. */
function sides(name, file, marked) {
  const before = file.base === "" ? [] : file.base.split("\n");
  const after = file.head === "" ? [] : file.head.split("\n");
  const rows = compared(before, after).map(([left, right]) => {
    const isSame = left !== undefined && right !== undefined && before[left] === after[right];
    const cell = (lines, at, className) => element("td", { className: isSame || at === undefined ? "" : className },
      at === undefined ? "" : className === "added" && marked.has(at + 1) ? element("mark", {}, lines[at]) : lines[at]);
    const number = at => element("td", { className: "number" }, at === undefined ? "" : String(at + 1));
    return element("tr", {}, number(left), cell(before, left, "removed"), number(right), cell(after, right, "added"));
  });
  const head = text => element("th", { scope: "colgroup", colSpan: 2 }, text);
  return element("details", {}, element("summary", {}, "Before and after: " + name),
    element("table", { className: "compare" },
      element("thead", {}, element("tr", {}, head("before"), head("after"))), element("tbody", {}, ...rows)));
}

function show() {
  const text = filters.text.value();
  const shown = data.findings.filter(each =>
    (!filters.severity.value() || each.severity === filters.severity.value())
    && (!filters.rule.value() || each.rule === filters.rule.value())
    && (!filters.release.value() || each.releases.includes(filters.release.value()))
    && (!text || [each.file, each.object, each.path, each.message, each.rule].join(" ").toLowerCase().includes(text)));
  const byFile = new Map();
  shown.forEach(each => byFile.set(each.file, [...(byFile.get(each.file) || []), each]));
  status.textContent = shown.length + " of " + data.findings.length + (data.findings.length === 1 ? " finding" : " findings")
    + " in " + byFile.size + (byFile.size === 1 ? " file" : " files");
  results.replaceChildren(...[...byFile].map(([file, findings]) => element("section", {},
    element("h2", {}, file),
    data.hasBase && data.files[file] ? sides(file, data.files[file], new Set(findings.map(each => each.line))) : null,
    ...findings.map(finding))));
}

/** The verdict of each release on each object. */
function matrix() {
  const words = { ok: "ok", refused: "refused", "-": "not served", "?": "not checked" };
  return table("Verdicts by release", ["object", "apiVersion", "where", ...data.releases.map(release => "Kubernetes " + release)],
    data.objects.map(object => [object.object, object.apiVersion, object.file + ":" + object.line,
      ...object.verdicts.map(verdict => element("span", { className: verdict === "refused" ? "refused" : "" }, words[verdict] || verdict))]));
}

main.replaceChildren(
  ...data.tables.map(each => table(each.title, each.columns, each.rows)),
  element("div", { className: "filters", role: "search" }, ...Object.values(filters).map(filter => filter.node)),
  status, results,
  data.objects.length && data.releases.length ? matrix() : "",
  data.skipped.length ? table("Not checked", ["file and reason"], data.skipped.map(each => [each])) : "");
show();
