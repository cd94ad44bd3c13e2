"use strict";
/* The page of doctor: what is wrong with the devices of a cluster, by rule. */

function rule([name, findings]) {
  const [{ severity }] = findings;
  return element("article", { className: "finding is-" + severity },
    element("h2", {}, name, " ", element("span", { className: severity }, severity)),
    element("p", {}, data.reasons[name]),
    ...grouped(findings, each => each.fix).flatMap(([fix, alike], index) => [
      table(`Findings of ${name}${index ? ", " + (index + 1) : ""}`, ["object", "message"],
        alike.map(each => [each.object, each.message])),
      change(fix)]));
}

main.replaceChildren(notSeen(), ...data.findings.length ? filtered({
  items: data.findings,
  noun: "finding",
  text: each => [each.object, each.message, each.rule],
  choices: { Severity: each => [each.severity], Rule: each => [each.rule] },
  draw: shown => grouped(shown, each => each.rule).map(rule),
}) : []);
