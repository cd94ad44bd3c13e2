"use strict";
/* Parts that all pages share. Text from the data becomes text nodes only, never markup. */

const data = JSON.parse(document.getElementById("data").textContent);
const main = document.getElementById("main");

/** A text whose invisible characters, and those that turn it around, are escaped as in JSON. */
function printable(text) {
  return String(text).replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/gu, character => character.split("")
    .map(unit => "\\u" + unit.charCodeAt(0).toString(16).padStart(4, "0")).join(""));
}

/** An element with properties and children; a child that is not a node is text. */
function element(name, properties, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties || {})) {
    if (key in made) {
      made[key] = value;
    } else {
      made.setAttribute(key, value);
    }
  }
  made.append(...children.filter(child => child !== null && child !== undefined && child !== "")
    .map(child => child instanceof Node ? child : printable(child)));
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
  return {
    node: element("label", {}, label, select),
    value: () => select.value,
    set: value => { select.value = value; },
  };
}

/** A labelled field of text, with suggestions. */
function search(label, changed, suggestions) {
  const input = element("input", { type: "search", oninput: changed });
  if (suggestions.length) input.setAttribute("list", "suggestions");
  return {
    node: element("label", {}, label, input,
      suggestions.length ? element("datalist", { id: "suggestions" },
        ...suggestions.map(value => element("option", { value }))) : ""),
    value: () => input.value.toLowerCase(),
  };
}

/**
 * Filters above the items that they leave.
 *
 * @param items the items
 * @param noun what one is
 * @param text the texts of an item that the search reads; searchLabel and suggestions are of its field
 * @param choices by label: the values of an item, one of which must be chosen
 * @param draw the nodes of the items that are left
 * @param where what the status adds to their number
 * @param orders the names of orders, of which draw gets the chosen one, or nothing for the first
 */
function filtered({ items, noun, text, searchLabel, suggestions, choices, draw, where, orders }) {
  const status = element("p", { role: "status" });
  const results = element("div", {});
  const field = search(searchLabel || "Search", show, suggestions || []);
  const chosen = Object.entries(choices)
    .map(([label, values]) => ({ values, ...choice(label, distinct(items.flatMap(values)), show) }));
  const order = orders && choice("Sort by", orders.slice(1), show, orders[0]);

  function show() {
    const typed = field.value();
    const active = chosen.filter(each => each.value());
    const left = items.filter(item => active.every(each => each.values(item).includes(each.value()))
      && (!typed || text(item).some(each => each.toLowerCase().includes(typed))));
    status.textContent = left.length + " of " + counted(items.length, noun) + (where ? where(left) : "");
    results.replaceChildren(...draw(left, Boolean(typed || active.length), order?.value()));
  }

  show();
  return [
    element("div", { className: "filters", role: "search" }, field.node, ...chosen.map(each => each.node), order?.node),
    status, results];
}

/** A number and a noun, which is plural unless the number is one. */
function counted(count, noun) {
  return count + " " + noun + (count === 1 ? "" : "s");
}

/** The items by what a function says of each, in the order in which that is first said. */
function grouped(items, key) {
  const groups = new Map();
  for (const item of items) {
    const name = key(item);
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(item);
  }
  return [...groups];
}

/** The distinct values, sorted. */
function distinct(values) {
  return [...new Set(values)].sort();
}

/** A bar with its name and number, which may have a unit, parts of a count and a class each, and a class of its own. */
function bar(name, count, most, { unit = "", parts = [[count, ""]], className = "" } = {}) {
  const fills = parts.map(([part, partClass]) => {
    const fill = element("div", { className: partClass });
    fill.style.width = 100 * part / Math.max(1, most) + "%";
    return fill;
  });
  return element("div", { className: "bar " + className },
    element("span", {}, name), element("div", { ariaHidden: "true" }, ...fills), element("span", {}, count + unit));
}

/** What each condition of a request leaves, as bars; those that leave too few are marked. */
function funnel({ subject, steps, needed }) {
  const most = Math.max(1, ...steps.map(([, count]) => count));
  return element("figure", {},
    element("figcaption", {}, subject + (needed === undefined ? "" : "; needed on one node: " + needed)),
    ...steps.map(([condition, count]) => bar(condition, count, most,
      { className: count < (needed || 1) ? "fails" : "" })));
}

/** A titled list of lines; null if there are none. */
function list(title, lines) {
  return lines.length ? element("section", {}, element("h3", {}, title),
    element("ul", {}, ...lines.map(line => element("li", {}, line)))) : null;
}

/** The answer of fit for a workload: its funnels, why not, what would help, where it would go. */
function fitAnswer(each, headline, funnels) {
  const waits = ["fitsWhenFreed", "blocked", "unknown"].includes(each.answer);
  const where = each.allocation;
  const mark = each.answer === "fits" ? "" : waits ? "is-warning" : "is-error";
  const request = device => device.claim ? [device.claim, device.request] : [device.container, device.resource];
  const place = device => `${request(device).join(" ")}: ${device.driver}/${device.pool}/${device.device}`;
  return element("article", { className: "finding " + mark },
    element("h2", {}, `${each.kind} ${each.namespace}/${each.name}: ${headline}`),
    element("p", { className: "soft" }, each.file + (each.line ? ":" + each.line : "")),
    ...each.answer === "invalid" ? [] : funnels.map(funnel),
    list("Why not", each.reasons.map(reason => reason.subject + ": " + reason.lines.join("; "))),
    list("What would help", each.hints),
    list("Also noticed", each.findings.map(finding => finding.path + ": " + finding.message)),
    where ? list("Where it would go: node " + where.node, where.devices.map(place)) : null,
    where ? list("Held now by", where.holders) : null);
}

/** What to change, and what happens then if it is known. */
function change(what, then) {
  return element("dl", {}, ...[["Change", what], ["Then", then]].filter(([, text]) => text)
    .flatMap(([term, text]) => [element("dt", {}, term), element("dd", {}, text)]));
}

/** The kinds of a cluster that could not be read, with the reasons; nothing if all could. */
function notSeen() {
  const rows = Object.entries(data.notSeen);
  return rows.length ? table("Not seen", ["kind", "reason"], rows) : "";
}
