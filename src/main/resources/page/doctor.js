"use strict";
/* The page of doctor: what is wrong with the devices of a cluster, by rule. */

const status = element("p", { role: "status" });
const results = element("div", {});
const filters = {
  text: search("Search", show),
  severity: choice("Severity", distinct(data.findings.map(each => each.severity)), show),
  rule: choice("Rule", distinct(data.findings.map(each => each.rule)), show),
};

function show() {
  const text = filters.text.value();
  const shown = data.findings.filter(each =>
    (!filters.severity.value() || each.severity === filters.severity.value())
    && (!filters.rule.value() || each.rule === filters.rule.value())
    && (!text || [each.object, each.message, each.rule].join(" ").toLowerCase().includes(text)));
  status.textContent = data.findings.length === 0 ? "No problems found." : shown.length + " of " + data.findings.length + (data.findings.length === 1 ? " finding" : " findings");
  results.replaceChildren(...distinct(shown.map(each => each.rule)).map(rule => {
    const own = shown.filter(each => each.rule === rule);
    return element("article", { className: "finding is-" + own[0].severity },
      element("h2", {}, rule + " ", element("span", { className: own[0].severity }, own[0].severity)),
      element("p", {}, own[0].fix),
      table("Findings of " + rule, ["object", "message"], own.map(each => [each.object, each.message])));
  }));
}

main.replaceChildren(notSeen(), element("div", { className: "filters", role: "search" }, ...Object.values(filters).map(filter => filter.node)),
  status, results);
show();
