"use strict";
/* The page of fit: for each workload the answer, the funnel of each request, where it would go, what would help. */

const status = element("p", { role: "status" });
const results = element("div", {});
const filters = {
  text: search("Search", show),
  answer: choice("Answer", distinct(data.answers.workloads.map(each => each.answer)), show),
};

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

function workload(each, index) {
  const where = each.allocation;
  return element("article", { className: "finding " + (each.answer === "fits" ? "" : each.answer.startsWith("fits") || each.answer === "blocked" || each.answer === "unknown" ? "is-warning" : "is-error") },
    element("h2", {}, each.kind + " " + each.namespace + "/" + each.name + ": " + data.headlines[index]),
    element("p", { className: "soft" }, each.file + (each.line ? ":" + each.line : "")),
    ...data.funnels[index].map(funnel),
    list("Why not", each.reasons.map(reason => reason.subject + ": " + reason.lines.join("; "))),
    list("What would help", each.hints),
    list("Names", each.findings.map(finding => finding.path + ": " + finding.message)),
    where ? list("Where it would go: node " + where.node, where.devices.map(device =>
      (device.claim ? device.claim + " " + device.request : device.container + " " + device.resource) + ": " + device.driver + "/" + device.pool + "/" + device.device)) : null,
    where ? list("Held now by", where.holders) : null);
}

function show() {
  const text = filters.text.value();
  const shown = data.answers.workloads.map((each, index) => [each, index]).filter(([each]) =>
    (!filters.answer.value() || each.answer === filters.answer.value())
    && (!text || [each.file, each.kind, each.namespace, each.name].join(" ").toLowerCase().includes(text)));
  status.textContent = shown.length + " of " + data.answers.workloads.length + " workloads";
  results.replaceChildren(...shown.map(([each, index]) => workload(each, index)));
}

const together = data.answers.together;
main.replaceChildren(
  together ? element("section", {}, element("h2", {}, "All at the same time"),
    element("p", {}, together.fits ? "All " + together.pods + " pods fit at the same time." : together.message),
    together.left.length ? table("Left over", ["workload", "pods", "left over"],
      together.left.map(left => [left.kind + " " + left.namespace + "/" + left.name, String(left.pods), String(left.left)])) : "") : "",
  element("div", { className: "filters", role: "search" }, ...Object.values(filters).map(filter => filter.node)),
  status, results);
show();
