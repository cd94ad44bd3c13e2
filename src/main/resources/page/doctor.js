"use strict";
/* The page of doctor: what is wrong with the devices of a cluster, by rule. */

function rule([name, findings]) {
  const [{ severity, fix }] = findings;
  return element("article", { className: "finding is-" + severity },
    element("h2", {}, name, " ", element("span", { className: severity }, severity)),
    element("p", {}, fix),
    table("Findings of " + name, ["object", "message"], findings.map(each => [each.object, each.message])));
}

main.replaceChildren(notSeen(), data.findings.length ? "" : element("p", {}, "No problems found."),
  ...filtered({
    items: data.findings,
    noun: "finding",
    text: each => [each.object, each.message, each.rule],
    choices: { Severity: each => [each.severity], Rule: each => [each.rule] },
    draw: shown => grouped(shown, each => each.rule).map(rule),
  }));
