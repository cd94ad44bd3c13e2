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
  return { node: element("label", {}, label, select), value: () => select.value };
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
