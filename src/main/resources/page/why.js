"use strict";
/* The page of why: what is pending, why, and what to change. */

function cause(each) {
  return element("li", {}, element("p", {}, `${each.summary} [${each.cause}]`),
    each.lines.length ? element("pre", { className: "source", tabIndex: 0, role: "region", ariaLabel: "Details" },
      each.lines.join("\n")) : "",
    change(each.change, each.then));
}

function diagnosis([each, headline]) {
  return element("article", { className: "finding " + (each.state === "pending" ? "is-error" : "") },
    element("h2", {}, headline),
    element("ol", {}, ...each.causes.map(cause)),
    each.scheduler ? element("p", { className: "soft" }, "Scheduler: " + each.scheduler) : "",
    each.alike.length ? element("details", {}, element("summary", {}, `Same for ${each.alike.length} more`),
      element("ul", {}, ...each.alike.map(name => element("li", {}, name)))) : "");
}

main.replaceChildren(notSeen(), ...data.objects.length ? filtered({
  items: data.objects.map((each, index) => [each, data.headlines[index]]),
  noun: "object",
  text: ([each, headline]) => [headline, ...each.alike, ...each.causes.map(cause => cause.summary)],
  choices: { State: ([each]) => [each.state], Cause: ([each]) => each.causes.map(cause => cause.cause) },
  draw: shown => shown.map(diagnosis),
}) : []);
