"use strict";
/* The page of a fleet: nodes as cards, devices as squares. */

const TAKEN = 1, TAINTED = 2, INCOMPLETE = 4;
const MAX_CARDS = 1500;
const PAGE = 200;
const texts = data.texts;
const cards = data.cards.map(([name, devices]) => ({ name, devices: devices.map(read) }));
const devices = cards.flatMap(card => card.devices);
const STATES = ["free", "taken", "tainted", "incomplete", ...devices.some(device => device.planned.length) ? ["planned"] : []];
const status = element("p", { role: "status" });
const grid = element("div", {});
const detail = element("section", { className: "detail", hidden: true, ariaLabel: "Device" });
const filters = {
  text: search("Name, attribute or capacity", show),
  state: choice("State", STATES, show),
  driver: choice("Driver", distinct(devices.map(device => device.driver)), show),
  deviceClass: choice("Class", data.classes, show),
  namespace: choice("Namespace", distinct(devices.flatMap(device => device.holders.map(namespace))), show),
};

function read([driver, pool, name, state, classes, attributes, capacity, taints, holders, problem, counters, planned]) {
  const named = list => list.map(number => texts[number]);
  return { driver: texts[driver], pool: texts[pool], name: texts[name], state, classes: named(classes),
    attributes: named(attributes), capacity: named(capacity), taints: named(taints), holders: named(holders),
    problem: named(problem)[0], counters, planned: named(planned) };
}

function namespace(holder) {
  return holder.includes("/") ? holder.slice(0, holder.indexOf("/")) : "";
}

function states(device) {
  const words = [];
  if (device.state & INCOMPLETE) words.push("incomplete");
  if (device.state & TAINTED) words.push("tainted");
  if (device.state & TAKEN) words.push("taken");
  if (!words.length) words.push("free");
  return device.planned.length ? ["planned", ...words] : words;
}

function matches(device) {
  const text = filters.text.value();
  return (!filters.state.value() || states(device).includes(filters.state.value()))
    && (!filters.driver.value() || device.driver === filters.driver.value())
    && (!filters.deviceClass.value() || device.classes.includes(filters.deviceClass.value()))
    && (!filters.namespace.value() || device.holders.some(holder => namespace(holder) === filters.namespace.value()))
    && (!text || [device.name, device.pool, ...device.attributes, ...device.capacity, ...device.holders]
      .some(each => each.toLowerCase().includes(text)));
}

const SIGNS = { free: "\u00a0", taken: "×", tainted: "!", incomplete: "?", planned: "+" };

function square(device) {
  const words = states(device);
  const button = element("button", { type: "button", className: "device " + words[0] + (device.counters.length ? " part" : ""),
    title: device.name + ": " + words.join(", "), ariaLabel: device.name + ", " + words.join(", "),
    onclick: () => open(device, button) }, SIGNS[words[0]]);
  return button;
}

/** Squares; those that share counters are inside one device. */
function squares(list) {
  const wholes = new Map();
  const nodes = [];
  for (const device of list) {
    if (device.counters.length === 1) {
      let whole = wholes.get(device.counters[0]);
      if (!whole) {
        const [name, bars] = data.counters[device.counters[0]];
        whole = element("span", { className: "whole", title: name + ": " + bars.map(([counter, used, all]) => counter + " " + used + " of " + all).join(", ") });
        wholes.set(device.counters[0], whole);
        nodes.push(whole);
      }
      whole.append(square(device));
    } else {
      nodes.push(square(device));
    }
  }
  return element("div", { className: "devices" }, ...nodes);
}

let pressed = null;

function open(device, button) {
  if (pressed) pressed.setAttribute("aria-pressed", "false");
  pressed = button;
  button.setAttribute("aria-pressed", "true");
  const rows = [["state", states(device).join(", ") + (device.problem ? ": " + device.problem : "")],
    ["driver, pool", device.driver + ", " + device.pool],
    ["held by", device.holders.join("; ") || "no claim"],
    ...device.planned.length ? [["would go here", device.planned.join("; ")]] : [],
    ["classes", device.classes.join(", ") || "none"],
    ["taints", device.taints.join(", ") || "none"],
    ["attributes", device.attributes.join(", ") || "none"],
    ["capacity", device.capacity.join(", ") || "none"]];
  detail.replaceChildren(element("h2", {}, device.name), element("dl", {}, ...rows.flatMap(([term, text]) => [element("dt", {}, term), element("dd", {}, text)])),
    ...device.counters.flatMap(number => data.counters[number][1].map(([name, used, all, percent]) =>
      bar(data.counters[number][0] + ": " + name + " " + used + " of " + all, percent + " %", 100))),
    element("button", { type: "button", onclick: close }, "Close"));
  detail.hidden = false;
}

function close() {
  detail.hidden = true;
  if (pressed) {
    pressed.setAttribute("aria-pressed", "false");
    pressed.focus();
  }
}

addEventListener("keydown", event => {
  if (event.key === "Escape" && !detail.hidden) close();
});

function counted(list) {
  const words = ["free", "taken", "tainted", "incomplete"];
  return words.map(word => [list.filter(device => states(device).includes(word)).length, word])
    .filter(([count]) => count > 0).map(([count, word]) => count + " " + word).join(", ") || "no devices";
}

function card({ name, shown }) {
  return element("article", { className: "card" }, element("h3", {}, name), element("p", { className: "soft" }, counted(shown)), squares(shown));
}

/** Cards in groups of nodes with the same drivers and counts; a group shows its cards when it is opened. */
function grouped(list) {
  const groups = new Map();
  for (const each of list) {
    const key = distinct(each.shown.map(device => device.driver)).join(", ") + ": " + counted(each.shown);
    groups.set(key, [...(groups.get(key) || []), each]);
  }
  return [...groups].sort((one, other) => other[1].length - one[1].length).map(([key, members]) => {
    const inside = element("div", { className: "cards" });
    const more = element("button", { type: "button", className: "more", onclick: () => fill() });
    let count = 0;
    const fill = () => {
      inside.append(...members.slice(count, count + PAGE).map(card));
      count = Math.min(members.length, count + PAGE);
      more.hidden = count === members.length;
      more.textContent = "Show more of " + members.length;
    };
    return element("details", { ontoggle: event => event.target.open && count === 0 && fill() },
      element("summary", {}, members.length + (members.length === 1 ? " node with " : " nodes, each with ") + key), inside, more);
  });
}

function show() {
  const isFiltered = Object.values(filters).some(filter => filter.value());
  const list = cards.map(each => ({ name: each.name, shown: isFiltered ? each.devices.filter(matches) : each.devices }))
    .filter(each => !isFiltered || each.shown.length > 0);
  const count = list.reduce((sum, each) => sum + each.shown.length, 0);
  status.textContent = count + " of " + devices.length + " devices on " + list.length + " of " + cards.length + " nodes and shared pools";
  detail.hidden = true;
  grid.className = list.length > MAX_CARDS ? "" : "cards";
  grid.replaceChildren(...(list.length > MAX_CARDS ? grouped(list) : list.map(card)));
}

function summary() {
  const rows = data.classes.map(name => [name, devices.filter(device => device.classes.includes(name))]);
  const most = Math.max(1, ...rows.map(([, all]) => all.length));
  return element("section", {}, element("h2", {}, "Devices by class"),
    ...rows.map(([name, all]) => bar(name + ": " + counted(all), all.length, most)));
}

main.replaceChildren(summary(),
  element("div", { className: "filters", role: "search" }, ...Object.values(filters).map(filter => filter.node)),
  element("ul", { className: "legend" }, ...STATES.map(word =>
    element("li", {}, element("span", { className: word, ariaHidden: "true" }, "[" + SIGNS[word] + "] "), word))),
  status, grid, detail,
  element("details", {}, element("summary", {}, "Tables"), ...data.tables.map(each => table(each.title, each.columns, each.rows))));
show();
