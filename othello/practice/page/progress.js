// A person's progress: the rating, and by month and by phase of the games a graph and a table with its numbers.

import { drawn, element } from "./elements.js";
import { drawLevel, drawLosses, graphScale } from "./graph.js";
import { figures, t } from "./texts.js";

const NAME_WIDTH = 62; // of a month below the graph
export const STEADY = 10; // answers after which a rating is shown
const LEAST_LOSS = 4; // that the height of the bars stands for
const SERIES = { right: { stroke: "var(--accent)" }, accuracy: { stroke: "var(--good)", "stroke-dasharray": "6 4" } };

/** Return the rows of both graphs: a name, the percent of `right` answers and of `accuracy`, and the `loss`; null if unknown. */
function rowsOf({ months, played }) {
  const named = (by) => played.filter((each) => each.by === by && each.moves), games = named("month");
  const rowOf = (name, { answers = 0, right } = {}, { percent = null, mean_loss: loss = null } = {}) =>
    ({ name, right: answers ? Math.round(100 * right / answers) : null, answers, accuracy: percent, loss });
  const names = [...new Set([...months.map(({ month }) => month), ...games.map(({ name }) => name)])].sort();
  return [
    names.map((name) => rowOf(name, months.find(({ month }) => month === name), games.find((each) => each.name === name))),
    named("phase").map((each) => rowOf(t(each.name), undefined, each)),
  ];
}

const drawPath = (svg, points, style) => drawn(svg, "path", { d: `M${points.join("L")}`, fill: "none", "stroke-width": 2, ...style });

/** Draw rows: above the percents, as lines or, where the rows are no times, as bars; below what a move lost. */
function drawGraph(holder, rows, label, isTime) {
  const width = Math.max(holder.clientWidth, 240), scale = graphScale(rows.map(() => 0), width), { top, height, bottom, step, x } = scale;
  const y = (percent) => top + height * (1 - percent / 100), every = Math.ceil(NAME_WIDTH / step);
  const svg = drawn(holder, "svg", { viewBox: `0 0 ${width} ${bottom + 18}`, role: "img", "aria-label": label });
  for (const percent of [0, 25, 50, 75, 100]) drawLevel(svg, scale, y(percent), `${percent} %`);
  for (const [name, style] of Object.entries(SERIES)) {
    const points = rows.map((row, index) => [x(index + 1), row[name]]).filter(([, percent]) => percent !== null);
    if (isTime && points.length) drawPath(svg, points.map(([at, percent]) => [at, y(percent)]), style);
    for (const [at, percent] of points) {
      if (isTime) drawn(svg, "circle", { cx: at, cy: y(percent), r: 3.5, fill: style.stroke });
      else drawn(svg, "rect", { x: at - step * 0.35, y: y(percent), width: step * 0.7, height: y(0) - y(percent), fill: style.stroke });
    }
  }
  const losses = rows.map(({ loss }, index) => ({ ply: index + 1, loss: loss ?? 0, verdict: "mistake" }));
  drawLosses(svg, scale, losses, rows.map(({ name }, index) => [index + 1, name]).filter((each, index) => index % every === 0), LEAST_LOSS);
}

/** Draw the rating at the beginning and after each rated answer. */
function drawRatings(holder, ratings) {
  const width = Math.max(holder.clientWidth, 240), scale = graphScale(ratings, width), { top, height, x } = scale;
  const [least, most] = [Math.floor(Math.min(...ratings) / 100), Math.floor(Math.max(...ratings) / 100) + 1];
  const y = (rating) => top + height * (most - rating / 100) / (most - least);
  const label = t("Your rating after each answer, from {first} to {last}", { first: ratings[0], last: ratings.at(-1) });
  const svg = drawn(holder, "svg", { viewBox: `0 0 ${width} ${top + height + 8}`, role: "img", "aria-label": label });
  for (let level = least; level <= most; level++) drawLevel(svg, scale, y(100 * level), 100 * level);
  const points = ratings.map((rating, index) => [x(index + 1), y(rating)]);
  drawPath(svg, points, SERIES.right);
  for (const [cx, cy] of points.slice(-1)) drawn(svg, "circle", { cx, cy, r: 4, fill: SERIES.right.stroke });
}

/** What a table may tell of a row: each a heading, and a text, which is empty where nothing is known. */
const COLUMNS = [
  ["Right answers", ({ right, answers }) => right !== null && t("{percent} % of {answers}", { percent: right, answers })],
  ["Accuracy", ({ accuracy }) => accuracy !== null && figures(`${accuracy} %`)],
  ["Loss", ({ loss }) => loss !== null && figures(loss)],
];

function tableOf(rows, caption, first) {
  const columns = COLUMNS.filter(([, textOf]) => rows.some(textOf));
  const table = element("table", [
    element("tr", [first, ...columns.map(([head]) => head)].map((head) => element("th", t(head), { scope: "col" }))),
    ...rows.map((row) => element("tr", [element("th", row.name, { scope: "row" }), ...columns.map(([, textOf]) => element("td", textOf(row) || "–"))])),
  ], { "aria-label": caption });
  return element("div", table, { class: "table" });
}

/** Show in `holder` what a profile has, as the request `profile.progress` tells it; null shows nothing. */
export function drawProgress(holder, progress) {
  holder.replaceChildren();
  if (!progress) return;
  if (progress.ratings.length >= STEADY) {
    holder.append(element("h3", t("Your rating")));
    drawRatings(holder, [1500, ...progress.ratings.map(({ rating }) => rating)]); // everybody begins with 1500
  }
  const [months, phases] = rowsOf(progress);
  const show = (rows, title, first, isTime) => {
    if (!rows.length) return;
    holder.append(element("h3", title));
    if (rows.length > 1) drawGraph(holder, rows, t("{title}, as a graph; the table below it has the numbers.", { title }), isTime);
    holder.append(tableOf(rows, title, first));
  };
  show(months, t("By month"), "Month", true);
  show(phases, t("By phase of the games"), "Phase", false);
  const has = (name) => [...months, ...phases].some((row) => row[name] !== null);
  const keys = [has("right") && t("Line: right answers."), has("accuracy") && t("Dashes and blue bars: moves that lost less than two discs."), has("loss") && t("Orange bars: discs that a move lost.")];
  if (months.length > 1 || phases.length) holder.append(element("p", keys.filter(Boolean).join(" "), { class: "muted" }));
}
