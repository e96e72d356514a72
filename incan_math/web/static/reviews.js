// The review of a game: sums by player, a plot of the game, and the decisions that cost most.
import { cardName, number, percent, t } from "./words.js";
import { h } from "./views.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = Math.min(640, Math.max(340, innerWidth - 60));
const HEIGHT = 260;
const EDGE = 38;
const DASHES = ["", "7 4", "2 3", "10 3 2 3", "1 4", "12 4", "5 2 1 2", "3 6"];

function s(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A line for each player: luck less losses so far. */
function plot(found) {
  const courses = found.players.map((each) => [0, ...each.course]);
  const values = courses.flat();
  const low = Math.min(0, ...values);
  const high = Math.max(1, ...values);
  const length = Math.max(1, courses[0].length - 1);
  const x = (place) => EDGE + (place / length) * (WIDTH - EDGE - 8);
  const y = (value) => 8 + ((high - value) / (high - low)) * (HEIGHT - 24);
  const marks = [low, 0, high].filter((value, place, all) => all.indexOf(value) === place);
  const svg = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("review.course"), class: "plot" });
  for (const value of marks) {
    svg.append(s("line", { x1: EDGE, x2: WIDTH - 8, y1: y(value), y2: y(value), class: value ? "grid" : "axis" }));
    svg.append(s("text", { x: EDGE - 5, y: y(value) + 4, "text-anchor": "end" }, number(value, 0)));
  }
  found.cards.forEach((card, place) => {
    if (place && card.expedition !== found.cards[place - 1].expedition) {
      svg.append(s("line", { x1: x(place), x2: x(place), y1: 4, y2: HEIGHT - 14, class: "grid" }));
    }
  });
  courses.forEach((course, place) => {
    const points = course.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
    svg.append(s("polyline", { points, class: `line line-${place}`, "stroke-dasharray": DASHES[place] }));
  });
  const legend = h("ul", { class: "legend" }, found.players.map((each, place) => {
    const sample = s("svg", { viewBox: "0 0 34 8", class: "sample", "aria-hidden": "true" },
      s("line", { x1: 1, x2: 33, y1: 4, y2: 4, class: `line line-${place}`, "stroke-dasharray": DASHES[place] }));
    return h("li", {}, sample, each.player);
  }));
  return h("figure", {}, h("figcaption", {}, t("review.course")), svg, legend);
}

function action(word, probability) {
  if (word === "mix") return `${t("review.mix")} ${percent(probability)}`;
  return t(`review.${word}`);
}

function table(heads, rows, label) {
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label },
    h("table", {}, h("thead", {}, h("tr", {}, heads.map((key) => h("th", { scope: "col", class: key === "review.at" ? "at" : null }, t(key))))), h("tbody", {}, rows)));
}

/** What the server found, what it is still doing, or why it does not answer. */
export function reviewView(state, actions) {
  const back = h("button", { type: "button", "data-key": "back", onclick: actions.back }, t("review.back"));
  const head = h("h2", { tabindex: "-1", id: "cards" }, t("review.title"));
  if (state.error) return [h("section", { class: "panel review" }, head, h("p", { class: "error" }, state.error), back)];
  if (!state.found) {
    return [h("section", { class: "panel review" }, head, h("p", {}, t("advice.wait")), h("progress", { "aria-label": t("advice.wait") }), back)];
  }
  const { found } = state;
  const sums = found.players.map((each) => h("tr", {},
    h("th", { scope: "row" }, each.player), h("td", {}, number(each.result.value, 1)),
    h("td", {}, number(each.cards.value + each.others.value, 1)), h("td", {}, number(each.loss.value, 2)),
    h("td", {}, `${each.near}/${each.decisions}`)));
  const worst = found.decisions.filter((each) => each.loss.value >= 0.005).sort((a, b) => b.loss.value - a.loss.value).slice(0, 10);
  const rows = worst.map((each) => h("tr", {},
    h("th", { scope: "row" }, each.player), h("td", {}, number(each.loss.value, 2)),
    h("td", { class: "at" }, `${each.expedition}: ${each.path.split(" ").map((card) => (/^[-\d]/.test(card) ? card.replace("-", "−") : cardName(card))).join(" ")}`),
    h("td", {}, action(each.played)), h("td", {}, action(each.best, each.retire_probability.value))));
  return [h("section", { class: "panel review" }, head,
    table(["review.player", "review.result", "review.luck", "review.losses", "review.near"], sums, t("review.title")),
    h("p", { class: "quiet" }, t("review.explain")),
    found.cards.length > 0 && plot(found),
    h("h3", {}, t("review.worst")),
    worst.length ? table(["review.player", "review.loss", "review.at", "review.played", "review.best"], rows, t("review.worst"))
      : h("p", {}, t("review.clean")),
    back)];
}
