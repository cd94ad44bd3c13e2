"use strict";
/* The page of why: what is pending, why, and what to change. */

const status = element("p", { role: "status" });
const results = element("div", {});
const filters = {
  text: search("Search", show),
  state: choice("State", distinct(data.objects.map(each => each.state)), show),
  cause: choice("Cause", distinct(data.objects.flatMap(each => each.causes.map(cause => cause.cause))), show),
};

function cause(each) {
  return element("li", {}, element("p", {}, each.summary + " [" + each.cause + "]"),
    each.lines.length ? element("pre", { className: "source", tabIndex: 0, role: "region", ariaLabel: "Details" }, each.lines.join("\n")) : "",
    element("p", {}, element("strong", {}, "Change: "), each.change),
    each.then ? element("p", {}, element("strong", {}, "Then: "), each.then) : "");
}

function diagnosis(each, headline) {
  return element("article", { className: "finding " + (each.state === "pending" ? "is-error" : "") },
    element("h2", {}, headline),
    element("ol", {}, ...each.causes.map(cause)),
    each.scheduler ? element("p", { className: "soft" }, "Scheduler: " + each.scheduler) : "",
    each.alike.length ? element("details", {}, element("summary", {}, "Same for " + each.alike.length + " more"),
      element("ul", {}, ...each.alike.map(name => element("li", {}, name)))) : "");
}

function show() {
  const text = filters.text.value();
  const shown = data.objects.map((each, index) => [each, data.headlines[index]]).filter(([each, headline]) =>
    (!filters.state.value() || each.state === filters.state.value())
    && (!filters.cause.value() || each.causes.some(cause => cause.cause === filters.cause.value()))
    && (!text || [headline, ...each.alike, ...each.causes.map(cause => cause.summary)].join(" ").toLowerCase().includes(text)));
  status.textContent = shown.length + " of " + data.objects.length + (data.objects.length === 1 ? " object" : " objects");
  results.replaceChildren(...shown.map(([each, headline]) => diagnosis(each, headline)));
}

main.replaceChildren(notSeen(), element("div", { className: "filters", role: "search" }, ...Object.values(filters).map(filter => filter.node)),
  status, results);
show();
