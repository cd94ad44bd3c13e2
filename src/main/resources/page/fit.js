"use strict";
/* The page of fit: for each workload the answer, the funnel of each request, where it would go, what would help. */

const status = element("p", { role: "status" });
const results = element("div", {});
const filters = {
  text: search("Search", show),
  answer: choice("Answer", distinct(data.answers.workloads.map(each => each.answer)), show),
};

function show() {
  const text = filters.text.value();
  const shown = data.answers.workloads.map((each, index) => [each, index]).filter(([each]) =>
    (!filters.answer.value() || each.answer === filters.answer.value())
    && (!text || [each.file, each.kind, each.namespace, each.name].join(" ").toLowerCase().includes(text)));
  status.textContent = shown.length + " of " + data.answers.workloads.length + " workloads";
  results.replaceChildren(...shown.map(([each, index]) => fitAnswer(each, data.headlines[index], data.funnels[index])));
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
