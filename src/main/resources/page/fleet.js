"use strict";
/* The page of a fleet: nodes as cards, devices as squares. */

/* Filled is taken; a blocked one is hatched. */
const SIGNS = { free: "\u00a0", taken: "•", unhealthy: "×", tainted: "!", incomplete: "?", blocked: "\u00a0", unreachable: "-", planned: "+" };
/* More nodes or devices than these are drawn in groups. */
const MAX_CARDS = 1500;
const MAX_SQUARES = 20000;
/* The attributes that name a device's model, in the drivers of the catalogue. */
const MODELS = ["productName", "model", "accelerator"];
/* Cards that a group adds at a time. */
const PAGE = 200;

const counters = data.counters.map(([name, bars]) => ({ name, bars }));
const cards = data.cards.map(([name, list]) => ({ name, devices: list.map(read) }));
const { compare } = new Intl.Collator("en", { numeric: true });
cards.sort((one, other) => compare(one.name, other.name));
const devices = cards.flatMap(card => card.devices.map(device => Object.assign(device, { card })));
const detail = element("section", { className: "detail", hidden: true, ariaLabel: "Device", ariaLive: "polite" });
const words = devices.some(device => device.planned.length) ? [...data.states, "planned"] : data.states;
let pressed = null;

function read([driver, pool, name, state, classes, attributes, capacity, taints, holders, problem, sets, planned]) {
  const named = list => list.map(number => data.texts[number]);
  return {
    model: model(data.texts[driver], named(attributes)),
    driver: data.texts[driver], pool: data.texts[pool], name: data.texts[name], state: data.states[state],
    classes: named(classes), attributes: named(attributes), capacity: named(capacity), taints: named(taints),
    holders: named(holders), problem: named(problem)[0], counters: sets.map(set => counters[set]),
    planned: named(planned),
  };
}

/** The model of a device without the words of its driver's name, such as the vendor; its driver if none is published. */
function model(driver, attributes) {
  const value = name => attributes.find(text => text.split("=")[0].split("/").pop() === name)?.replace(/^[^=]*=/, "");
  const words = MODELS.map(value).find(Boolean)?.split(/[\s_]+/) || [driver];
  const own = words.filter(word => !driver.split(".").includes(word.toLowerCase()));
  return (value("profile") ? "part of " : "") + (own.length ? own : words).join(" ");
}

/** How many devices there are of each model. */
function models(list) {
  return grouped(list, device => device.model).map(([name, { length }]) => length + " x " + name).join(", ");
}

function namespace(holder) {
  return holder.includes("/") ? holder.slice(0, holder.indexOf("/")) : "";
}

/** What devices have in common with others: attributes, capacities and taints. */
function suggestions() {
  const counts = new Map();
  for (const device of devices) {
    for (const text of [...device.attributes, ...device.capacity, ...device.taints]) {
      counts.set(text, (counts.get(text) || 0) + 1);
    }
  }
  return [...counts].filter(([, count]) => count > 1).map(([text]) => text).sort();
}

/** The number of devices in each state that some have. */
function byState(list) {
  return data.states.map(state => [list.filter(device => device.state === state).length, state])
    .filter(([count]) => count > 0);
}

function summarized(list) {
  return byState(list).map(([count, state]) => count + " " + state).join(", ") || "no devices";
}

/** The words for a device, the first of which has its sign: whether a workload would go there, and its state. */
function wordsOf(device) {
  return [...device.planned.length ? ["planned"] : [], device.state];
}

function square(device) {
  const [word, ...others] = wordsOf(device);
  const shown = [word, ...others].join(", ");
  const button = element("button", {
    type: "button", className: "device " + word + (device.counters.length ? " part" : ""), tabIndex: -1,
    title: device.name + ": " + shown, ariaLabel: device.name + ", " + shown, onclick: () => open(device, button),
  }, SIGNS[word]);
  return button;
}

/** The frame of the devices that share a set of counters, with a bar for each. */
function whole({ name, bars }) {
  const used = ([counter, sum, all]) => counter + " " + sum + " of " + all;
  return element("span", { className: "whole", role: "group", ariaLabel: name },
    element("span", { className: "counters", ariaHidden: "true", title: name + ": " + bars.map(used).join(", ") },
      ...bars.map(each => {
        const fill = element("span", {});
        fill.style.height = each[3] + "%";
        return element("span", {}, fill);
      })));
}

/** Squares; those that share counters are inside one device. Arrow keys move between them. */
function squares(name, list) {
  const wholes = new Map();
  const nodes = [];
  for (const device of list) {
    const made = square(device);
    if (device.counters.length === 1) {
      const [set] = device.counters;
      if (!wholes.has(set)) {
        wholes.set(set, whole(set));
        nodes.push(wholes.get(set));
      }
      wholes.get(set).append(made);
    } else {
      nodes.push(made);
    }
  }
  const made = element("div",
    { className: "devices", role: "toolbar", ariaLabel: "Devices of " + name, onkeydown: move }, ...nodes);
  const first = made.querySelector(".device");
  if (first) first.tabIndex = 0;
  return made;
}

function move(event) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const all = [...event.currentTarget.querySelectorAll(".device")];
  const next = step && all[all.indexOf(event.target) + step];
  if (next) {
    event.preventDefault();
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}

function open(device, button) {
  close();
  pressed = button;
  button.ariaPressed = "true";
  const rows = [["state", device.state + (device.problem ? ": " + device.problem : "")],
    ["driver, pool", device.driver + ", " + device.pool],
    ["held by", device.holders.join("; ") || "no claim"],
    ...device.planned.length ? [["would go here", device.planned.join("; ")]] : [],
    ["classes", device.classes.join(", ") || "none"],
    ["taints", device.taints.join(", ") || "none"],
    ["attributes", device.attributes.join(", ") || "none"],
    ["capacity", device.capacity.join(", ") || "none"]];
  detail.replaceChildren(element("h2", {}, device.name),
    element("dl", {}, ...rows.flatMap(([term, text]) => [element("dt", {}, term), element("dd", {}, text)])),
    ...device.counters.flatMap(({ name, bars }) => bars.map(([counter, used, all, percent]) =>
      bar(name + ": " + counter + " " + used + " of " + all, percent, 100, { unit: " %" }))),
    element("button", { type: "button", onclick: closeAndReturn }, "Close"));
  detail.hidden = false;
}

function close() {
  detail.hidden = true;
  if (pressed) pressed.ariaPressed = "false";
}

function closeAndReturn() {
  close();
  if (pressed) pressed.focus();
}

addEventListener("keydown", event => {
  if (event.key === "Escape" && !detail.hidden) closeAndReturn();
});

function card([{ name }, shown]) {
  return element("article", { className: "card" }, element("h3", {}, name),
    element("p", {}, models(shown)), element("p", { className: "soft" }, summarized(shown)), squares(name, shown));
}

/** Cards in groups of nodes with the same drivers and counts; a group shows its cards when it is opened. */
function groups(list) {
  const alike = ([, shown]) => (shown.length ? models(shown) + ": " : "") + summarized(shown);
  return grouped(list, alike).sort((one, other) => other[1].length - one[1].length).map(([key, members]) => {
    const inside = element("div", { className: "cards" });
    const more = element("button", { type: "button", className: "more", onclick: fill });
    let count = 0;
    function fill() {
      inside.append(...members.slice(count, count + PAGE).map(card));
      count = Math.min(members.length, count + PAGE);
      more.hidden = count === members.length;
      more.textContent = "Show more of " + members.length;
    }
    const nodes = counted(members.length, "node") + (members.length === 1 ? " with " : ", each with ");
    return element("details", { ontoggle: event => event.target.open && count === 0 && fill() },
      element("summary", {}, nodes + key), inside, more);
  });
}

function draw(shown, isFiltered, order) {
  close();
  const ofCards = new Map(isFiltered ? [] : cards.map(each => [each, []]));
  grouped(shown, device => device.card).forEach(([key, list]) => ofCards.set(key, list));
  const list = [...ofCards];
  if (order) list.sort(([, one], [, other]) => compare(one[0]?.model || "", other[0]?.model || ""));
  return list.length > MAX_CARDS || shown.length > MAX_SQUARES ? groups(list)
    : [element("div", { className: "cards" }, ...list.map(card))];
}

function summary() {
  const rows = data.classes.map(name => [name, devices.filter(device => device.classes.includes(name))]);
  const most = Math.max(...rows.map(([, all]) => all.length));
  return rows.length ? element("section", {}, element("h2", {}, "Devices by class"),
    ...rows.map(([name, all]) => bar(name + ": " + summarized(all), all.length, most, { parts: byState(all) }))) : "";
}

main.replaceChildren(summary(),
  element("ul", { className: "legend" }, ...words.map(state =>
    element("li", {}, element("span", { className: "sign " + state, ariaHidden: "true" }, SIGNS[state]), state))),
  ...filtered({
    items: devices,
    noun: "device",
    searchLabel: "Name, attribute, capacity or taint",
    suggestions: suggestions(),
    text: device => [device.card.name, device.name, device.pool, ...device.attributes, ...device.capacity,
      ...device.taints, ...device.holders],
    choices: {
      State: wordsOf,
      Driver: device => [device.driver],
      Model: device => [device.model],
      Class: device => device.classes,
      Namespace: device => device.holders.map(namespace).filter(Boolean),
    },
    where: shown => " on " + new Set(shown.map(device => device.card)).size + " of "
      + counted(cards.length, "node") + " and shared pools",
    draw,
    orders: ["name", "model"],
  }),
  detail,
  element("details", {}, element("summary", {}, "Tables"), ...data.tables.map(each => table(...each))));
