"use strict";
/* The page of fit: for each workload the answer, the funnel of each request, where it would go, what would help. */

const { workloads, together } = data.answers;

function togetherAnswer() {
  const sentence = together.fits ? `All ${together.pods} pods of workloads that fit alone fit at the same time.`
    : together.message;
  return element("section", {}, element("h2", {}, "All at the same time"), element("p", {}, sentence));
}

main.replaceChildren(
  together && (together.pods > 1 || !together.fits) ? togetherAnswer() : "",
  ...filtered({
    items: workloads.map((each, index) => [each, data.headlines[index], data.funnels[index]]),
    noun: "workload",
    text: ([each, headline]) => [each.file, each.kind, each.namespace + "/" + each.name, headline],
    choices: { Answer: ([each]) => [each.answer] },
    draw: shown => shown.map(each => fitAnswer(...each)),
  }),
  ...data.tables.map(each => table(...each)));
