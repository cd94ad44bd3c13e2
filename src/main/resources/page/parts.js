"use strict";
/* Parts that all pages share. Text from the data becomes text nodes only, never markup. */

const data = JSON.parse(document.getElementById("data").textContent);
const main = document.getElementById("main");

/** An element with properties and children; a child that is no node is text. */
function element(name, properties, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties || {})) {
    if (key in made) {
      made[key] = value;
    } else {
      made.setAttribute(key, value);
    }
  }
  made.append(...children.filter(child => child !== null && child !== undefined && child !== ""));
  return made;
}

/** A table with a caption; cells are texts or nodes. */
function table(title, columns, rows) {
  return element("div", { className: "wide", tabIndex: 0, role: "region", ariaLabel: title },
    element("table", {},
      element("caption", {}, title),
      element("thead", {}, element("tr", {}, ...columns.map(column => element("th", { scope: "col" }, column)))),
      element("tbody", {}, ...rows.map(row => element("tr", {}, ...row.map(cell => element("td", {}, cell)))))));
}

/** A labelled choice of the values, and of all or what the first choice means. */
function choice(label, values, changed, first) {
  const select = element("select", { onchange: changed },
    element("option", { value: "" }, first || "all"),
    ...values.map(value => element("option", { value }, value)));
  return { node: element("label", {}, label, select), value: () => select.value, set: value => { select.value = value; } };
}

/** A labelled field of text. */
function search(label, changed) {
  const input = element("input", { type: "search", oninput: changed });
  return { node: element("label", {}, label, input), value: () => input.value.toLowerCase() };
}

/** The distinct values, sorted. */
function distinct(values) {
  return [...new Set(values)].sort();
}

/** A bar with its name and number. */
function bar(name, count, most, className) {
  const fill = element("div", {});
  fill.style.width = 100 * count / Math.max(1, most) + "%";
  return element("div", { className: "bar " + (className || "") },
    element("span", {}, name), element("div", { ariaHidden: "true" }, fill), element("span", {}, String(count)));
}

/** What each condition of a request leaves, as bars; those that leave too few are marked. */
function funnel({ subject, steps, needed }) {
  const most = Math.max(1, ...steps.map(([, count]) => count));
  return element("figure", {},
    element("figcaption", {}, subject + (needed === undefined ? "" : "; needed on one node: " + needed)),
    ...steps.map(([condition, count]) => bar(condition, count, most, count < (needed || 1) ? "fails" : "")));
}

function list(title, lines) {
  return lines.length ? element("section", {}, element("h3", {}, title), element("ul", {}, ...lines.map(line => element("li", {}, line)))) : null;
}

/** The answer of fit for a workload: its funnels, why not, what would help, where it would go. */
function fitAnswer(each, headline, funnels) {
  const where = each.allocation;
  return element("article", { className: "finding " + (each.answer === "fits" ? "" : each.answer.startsWith("fits") || each.answer === "blocked" || each.answer === "unknown" ? "is-warning" : "is-error") },
    element("h2", {}, each.kind + " " + each.namespace + "/" + each.name + ": " + headline),
    element("p", { className: "soft" }, each.file + (each.line ? ":" + each.line : "")),
    ...funnels.map(funnel),
    list("Why not", each.reasons.map(reason => reason.subject + ": " + reason.lines.join("; "))),
    list("What would help", each.hints),
    list("Names", each.findings.map(finding => finding.path + ": " + finding.message)),
    where ? list("Where it would go: node " + where.node, where.devices.map(device =>
      (device.claim ? device.claim + " " + device.request : device.container + " " + device.resource) + ": " + device.driver + "/" + device.pool + "/" + device.device)) : null,
    where ? list("Held now by", where.holders) : null);
}

/** The kinds of a cluster that could not be read, with the reasons; nothing if all could. */
function notSeen() {
  const rows = Object.entries(data.notSeen);
  return rows.length ? table("Not seen", ["kind", "reason"], rows) : "";
}
