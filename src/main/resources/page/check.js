"use strict";
/* The page of a check: findings by file, what each release answers, rules. */

const CONTEXT = 2;

/** The lines around a place, with the line itself marked. */
function source(lines, line) {
  const from = Math.max(1, line - CONTEXT);
  const shown = element("div", { className: "source", tabIndex: 0, role: "region", ariaLabel: "lines from " + from });
  for (let at = from; at <= Math.min(lines.length, line + CONTEXT); at++) {
    const numbered = String(at).padStart(5) + " | " + lines[at - 1] + "\n";
    shown.append(at === line ? element("mark", {}, numbered) : printable(numbered));
  }
  return shown;
}

/** The lines of a text. */
function split(text) {
  return text === "" ? [] : text.split(/\r?\n/);
}

/** A command, and a button that copies it as it is shown, or selects it where a page may not write the clipboard. */
function command(text) {
  const code = element("code", {}, text);
  const button = element("button", { type: "button", ariaLabel: "Copy " + code.textContent, onclick: copy }, "Copy");
  async function copy() {
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = button.ariaLabel = "Copied";
    } catch {
      getSelection().selectAllChildren(code);
    }
  }
  return element("p", { className: "soft" }, code, " ", button);
}

function finding(each, lines) {
  return element("article", { className: "finding is-" + each.severity },
    element("p", {}, element("span", { className: each.severity }, each.severity + (each.known ? " (known)" : "")),
      ` line ${each.line}:${each.column} `, element("code", {}, each.path), " ", each.message),
    each.line <= lines.length ? source(lines, each.line) : null,
    element("p", { className: "soft" }, `${each.object} · ${each.type}, ${each.rule}`,
      each.releases.length ? " · Kubernetes " + each.releases.join(", ") : ""),
    each.explain ? command(each.explain) : null,
    each.fix ? element("details", {}, element("summary", {}, each.fix),
      element("pre", { className: "source", tabIndex: 0, role: "region", ariaLabel: "Fix" }, each.diff)) : null,
    element("details", {}, element("summary", {}, "Rule " + each.rule),
      ...split(data.rules[each.rule]).map(line => element("p", {}, line))));
}

/** The base and the head of a file next to each other; lines with findings are marked. */
function sides(name, [basePath, base, head, rows], marked) {
  const before = split(base);
  const after = split(head);
  const cells = (lines, line, className, isMarked) => [
    element("td", { className: "number" }, line ? String(line) : ""),
    element("td", { className: line ? className : "" },
      !line ? "" : isMarked ? element("mark", {}, lines[line - 1]) : lines[line - 1])];
  const row = ([left, right]) => {
    if (!left && !right) return element("tr", {}, element("td", { className: "gap", colSpan: 4 }, "…"));
    const isSame = left && right && before[left - 1] === after[right - 1];
    return element("tr", {}, ...cells(before, left, isSame ? "" : "removed", false),
      ...cells(after, right, isSame ? "" : "added", marked.has(right)));
  };
  const column = text => element("th", { scope: "colgroup", colSpan: 2 }, text);
  return element("details", { open: true }, element("summary", {}, "Before and after"),
    element("table", { className: "compare" },
      element("colgroup", {}, ...["number", "", "number", ""].map(className => element("col", { className }))),
      element("thead", {}, element("tr", {},
        column("before: " + basePath), column("after: " + name))),
      element("tbody", {}, ...rows.map(row))));
}

function file([name, findings]) {
  const texts = data.files[name];
  const lines = texts ? split(texts[2]) : [];
  return element("section", {}, element("h2", {}, name),
    ...findings.map(each => finding(each, lines)),
    texts && texts[3].length ? sides(name, texts, new Set(findings.map(each => each.line))) : null);
}

function matrix([title, columns, rows]) {
  const cell = text => text === "refused" ? element("span", { className: "refused" }, text) : text;
  return element("details", {}, element("summary", {}, `${title} (${counted(rows.length, "object")})`),
    table(title, columns, rows.map(row => row.map(cell))));
}

main.replaceChildren(
  ...data.tables.map(each => table(...each)),
  data.matrix[2].length ? matrix(data.matrix) : "",
  ...filtered({
    items: data.findings,
    noun: "finding",
    text: each => [each.file, each.object, each.path, each.message, each.rule],
    choices: { Severity: each => [each.severity], Rule: each => [each.rule], Release: each => each.releases },
    where: shown => " in " + counted(new Set(shown.map(each => each.file)).size, "file"),
    draw: shown => grouped(shown, each => each.file).map(file),
  }),
  data.skipped[2].length ? table(...data.skipped) : "");
