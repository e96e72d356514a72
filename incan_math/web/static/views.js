// What is seen, built from plain values; nothing here asks the server or changes the game.
import { cardName, list, number, percent, t } from "./words.js";

/** An element with attributes, listeners ("onclick") and children. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const PICTURES = {
  fire: "fire", explosion: "fire", lava: "fire", mummy: "mummy", gas: "mummy", rams: "mummy", rocks: "rocks",
  rockfall: "rocks", boulders: "rocks", snakes: "snakes", snake: "snakes", spiders: "spiders", scorpion: "spiders",
};

export function picture(card) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "picture");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  const name = /^\d+$/.test(card) ? "gem" : /^A\d*$/.test(card) ? "artifact" : PICTURES[card] || "hazard";
  use.setAttribute("href", `#${name}`);
  svg.append(use);
  return svg;
}

function kindOf(card) {
  return /^\d+$/.test(card) ? "treasure" : /^A\d*$/.test(card) ? "artifact" : "hazard";
}

/** The table: players with their points, and who is in. */
function playersView(position, game) {
  return h("ul", { class: "players", "aria-label": t("game.players") },
    position.players.map((name) => {
      const isIn = !position.inside || position.inside.includes(name);
      return h("li", { class: `${isIn && position.state ? "in" : "home"}${name === game.me ? " me" : ""}` },
        h("span", { class: "name" }, name),
        h("span", { class: "points" }, position.scores ? String(position.scores[name]) : "–"),
        position.state && h("span", { class: "place" }, t(isIn ? "game.in" : "game.home")),
      );
    }));
}

function pathView(tokens) {
  if (!tokens.length) return h("p", { class: "quiet empty" }, t("game.empty"));
  const seen = new Set();
  return h("ol", { class: "path", "aria-label": t("game.path"), tabindex: "0" },
    tokens.map((token) => {
      if (token.startsWith("-")) return h("li", { class: "departure" }, `− ${token.slice(1).split(",").join(", ")}`);
      const kind = kindOf(token);
      const isBust = kind === "hazard" && seen.has(token);
      seen.add(token);
      return h("li", { class: `card ${kind}${isBust ? " bust" : ""}` }, picture(token),
        h("span", { class: "label" }, kind === "treasure" ? token : cardName(token)));
    }));
}

function factsView(state) {
  const facts = [
    ["game.bag", state.bag], ["game.leftover", state.leftover], ["game.cards_left", state.cards_left],
    ["game.deadly", state.deadly],
  ];
  return h("dl", { class: "facts" }, facts.map(([key, value]) => h("div", {}, h("dt", {}, t(key)), h("dd", {}, String(value)))));
}

/** The advice in a sentence. */
export function sentence(position, game, advice) {
  const { state } = position;
  if (!state) {
    if (position.is_over) return position.winners ? t("game.over", { names: list(position.winners) }) : t("game.ended");
    return position.ended?.bust ? t("game.bust", { card: cardName(position.ended.bust) }) : t("game.all_home");
  }
  if (!state.cards_out) return t("advice.enter");
  if (game.me && position.inside && !position.inside.includes(game.me)) return t("advice.home", { name: game.me });
  if (!state.is_deciding) return t("advice.moved");
  if (advice.offline) return t("advice.offline");
  if (advice.error) return t("advice.none");
  if (!advice.decision) return t("advice.wait");
  const { action, retire_probability: retiring } = advice.decision;
  if (action !== "mix") return t(`advice.${action}`);
  const sides = Math.round(retiring.value * 20);
  if (sides === 0 || sides === 20) return t(sides ? "advice.mix_most" : "advice.mix_rare");
  return sides === 1 ? t("advice.mix_one") : t("advice.mix", { n: sides });
}

function bar(kind, share, text) {
  const fill = h("span", { class: `fill ${kind}` });
  fill.style.width = `${Math.max(0, Math.min(1, share)) * 100}%`;
  return h("div", { class: "bar" },
    h("span", { class: "bar-name" }, t(`bar.${kind}`)),
    h("span", { class: "track", "aria-hidden": "true" }, fill),
    h("span", { class: "bar-value" }, text));
}

function amount(decision, value) {
  return decision.objective === "win" ? percent(value) : number(value, 2);
}

function barsView(state, decision) {
  const bars = [bar("bust", state.bust_next.value, percent(state.bust_next.value))];
  if (decision) {
    const most = decision.objective === "win" ? 1 : Math.max(decision.stay.value, decision.retire?.value ?? 0, 1e-9);
    bars.push(bar("stay", decision.stay.value / most, amount(decision, decision.stay.value)));
    if (decision.retire) bars.push(bar("retire", decision.retire.value / most, amount(decision, decision.retire.value)));
  }
  return h("div", { class: "bars" }, bars);
}

function numbersView(state, decision) {
  const share = (test) => state.next.reduce((sum, each) => sum + (test(each) ? each.copies : 0), 0) / (state.cards_left || 1);
  const rows = [
    ["numbers.treasure", share((each) => each.what === "treasure")],
    ["numbers.harmless", share((each) => each.effect === "new hazard")],
    ["numbers.artifact", share((each) => each.what === "artifact")],
    ["bar.bust", state.bust_next.value],
  ];
  const next = h("table", {}, h("caption", {}, t("numbers.next")),
    h("tbody", {}, rows.map(([key, value]) => h("tr", {}, h("th", { scope: "row" }, t(key)), h("td", {}, percent(value))))));
  if (!decision || decision.outcomes.length < 2) return [next];
  const columns = ["numbers.others", "numbers.probability", "bar.stay", "bar.retire"];
  const others = h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("numbers.others") }, h("table", {},
    h("thead", {}, h("tr", {}, columns.map((key) => h("th", { scope: "col" }, t(key))))),
    h("tbody", {}, decision.outcomes.map((each) => h("tr", {},
      h("th", { scope: "row" }, String(each.others_retiring)), h("td", {}, percent(each.probability.value)),
      h("td", {}, amount(decision, each.stay.value)), h("td", {}, amount(decision, each.retire.value)))))));
  const gain = decision.deviation_gain;
  const note = gain === undefined ? null : h("p", { class: "quiet" }, t("numbers.gain", { n: gain ? gain.toExponential(0) : 0 }));
  return [next, others, note];
}

/** The panel with the advice; `open` keeps the numbers open. */
export function adviceView(position, game, advice, open, actions) {
  const { state } = position;
  const said = sentence(position, game, advice);
  const action = advice.decision?.action || (state ? "wait" : "over");
  const kids = [h("p", { class: "sentence" }, said)];
  if (advice.error) kids.push(h("p", { class: "quiet" }, advice.error));
  if (advice.progress !== undefined && !advice.decision && !advice.error) {
    kids.push(h("progress", { max: "1", value: advice.progress || null, "aria-label": t("advice.wait") }));
  }
  if (state) {
    kids.push(barsView(state, advice.decision));
    kids.push(h("details", { open, ontoggle: (event) => actions.numbers(event.target.open) },
      h("summary", { "data-key": "numbers" }, t("numbers.title")), numbersView(state, advice.decision)));
  }
  if (state && position.players.length > 1 && game.me) {
    const choices = [["points", false], ["win", true]].map(([key, win]) => h("button", {
      type: "button", class: "choice", "aria-pressed": String(game.win === win), "data-key": `for-${key}`,
      onclick: () => actions.objective(win),
    }, t(`advice.${key}`)));
    kids.push(h("div", { class: "for", role: "group", "aria-label": t("advice.for") }, h("span", {}, t("advice.for")), choices));
  }
  return h("section", { class: `panel advice ${action}`, "aria-label": t("advice.title"), id: "advice" }, kids);
}

/** The pad: every card of the deck, and who can leave. */
function padView(position, leaving, actions) {
  const { state, rules } = position;
  const left = new Map(state.next.map((each) => [each.card, each]));
  const button = (card) => {
    const each = left.get(card);
    const copies = each?.copies || 0;
    const isDeadly = copies > 0 && each.effect === "bust";
    const words = [cardName(card), t("card.copies", { n: copies }), isDeadly ? t("card.busts") : ""];
    return h("button", {
      type: "button", class: `card ${kindOf(card)}${isDeadly ? " deadly" : ""}`, "data-key": `card-${card}`,
      "aria-label": words.filter(Boolean).join(", "), "aria-disabled": String(!copies),
      onclick: () => copies && actions.card(card),
    }, picture(card), h("span", { class: "label" }, kindOf(card) === "treasure" ? card : cardName(card)),
    h("span", { class: "copies" }, `×${copies}`));
  };
  const artifacts = state.next.filter((each) => each.what === "artifact").map((each) => each.card);
  const group = (key, cards) => cards.length > 0 && h("div", { class: "pad", role: "group", "aria-label": t(key) }, cards.map(button));
  const inside = position.inside || position.players;
  const canLeave = state.is_deciding;
  const who = canLeave && position.inside && h("div", { class: "leaving" }, h("h2", {}, t("game.left")),
    h("div", { class: "chips", role: "group", "aria-label": t("game.left") },
      inside.map((name) => h("button", {
        type: "button", class: "chip", "aria-pressed": String(leaving.has(name)), "data-key": `leave-${name}`,
        onclick: () => actions.toggle(name),
      }, name)),
      h("button", {
        type: "button", class: "primary", "data-key": "leave", "aria-disabled": String(!leaving.size),
        onclick: () => leaving.size && actions.leave(),
      }, t("game.leave"))));
  return h("section", { class: "panel cards", id: "cards", tabindex: "-1", "aria-label": t("game.card") },
    who, h("h2", {}, t("game.card")),
    group("game.treasures", [...new Set(rules.treasures)].map(String)),
    group("game.hazards", Object.keys(rules.hazards)),
    group("game.artifacts", artifacts));
}

/** The whole table. */
export function gameView(position, game, advice, leaving, open, actions) {
  const { state } = position;
  const tool = (key, label, act, extra = {}) => h("button", { type: "button", "data-key": key, onclick: act, ...extra }, t(label));
  const canUndo = position.lines.length > 1 || position.lines[0].length > 0;
  const canNext = !state && !position.is_over;
  return [
    h("div", { class: "column" },
      h("section", { class: "panel table", "aria-label": t("game.players") },
        h("h2", {}, t("game.expedition", { n: position.expedition, all: position.rules.expeditions })),
        playersView(position, game), pathView(position.lines.at(-1)), state && factsView(state)),
      adviceView(position, game, advice, open, actions),
      canNext && tool("next", "game.next", actions.next, { class: "primary wide", id: "cards" })),
    h("div", { class: "column" },
      state && padView(position, leaving, actions),
      h("div", { class: "tools" },
        tool("undo", "game.undo", () => canUndo && actions.undo(), { "aria-disabled": String(!canUndo), "aria-keyshortcuts": "Control+Z" }),
        tool("review", "review.title", actions.review),
        tool("copy", "game.copy", actions.copy),
        navigator.share && tool("share", "game.share", actions.share),
        tool("new", "game.new", actions.fresh)),
      h("details", { class: "record" }, h("summary", { "data-key": "record" }, t("game.record")),
        h("pre", { tabindex: "0" }, position.record || ""))),
  ];
}

/** What an edition is called: a box by its name and year, the game online by the language of its rules. */
function editionName(name) {
  const words = name.split("-");
  if (words[0] === "bga") return `Board Game Arena: ${words[1].length === 2 ? words[1].toUpperCase() : words[1]}`;
  return words.map((word) => word[0].toUpperCase() + word.slice(1)).join(" ");
}

/** Where a game begins: edition, names, who asks. */
export function setupView(editions, draft, actions) {
  const rows = draft.names.map((name, place) => h("li", {},
    h("input", {
      type: "text", value: name, maxlength: "30", autocomplete: "off", autocapitalize: "words", spellcheck: "false",
      "aria-label": t("setup.name", { n: place + 1 }), "data-key": `name-${place}`,
      oninput: (event) => actions.rename(place, event.target.value),
    }),
    h("label", { class: "asks" }, h("input", {
      type: "radio", name: "me", checked: draft.me === place, "data-key": `me-${place}`, onchange: () => actions.asks(place),
      "aria-label": `${t("setup.me")} ${name}`,
    }), h("span", { "aria-hidden": "true" }, t("setup.me"))),
    draft.names.length > 1 && h("button", {
      type: "button", class: "plain", "aria-label": t("setup.remove", { n: place + 1 }), "data-key": `remove-${place}`,
      onclick: () => actions.remove(place),
    }, "×")));
  return [h("form", { class: "panel setup", id: "cards", onsubmit: (event) => { event.preventDefault(); actions.begin(); } },
    h("h2", {}, t("setup.title")), h("p", { class: "quiet" }, t("app.description")),
    h("label", { class: "edition" }, h("span", {}, t("setup.edition")),
      h("select", { "data-key": "edition", onchange: (event) => actions.edition(event.target.value) },
        editions.map((each) => h("option", { value: each.name, selected: each.name === draft.rules }, editionName(each.name))))),
    h("fieldset", {}, h("legend", {}, t("setup.players")), h("ol", { class: "names" }, rows),
      draft.names.length < 8 && h("button", { type: "button", "data-key": "add", onclick: actions.add }, t("setup.add"))),
    draft.error && h("p", { class: "error", role: "alert" }, draft.error),
    h("div", { class: "tools" },
      h("button", { type: "submit", class: "primary", "data-key": "begin" }, t("setup.start")),
      draft.last && h("a", { class: "button", href: draft.last }, t("setup.resume"))),
    h("p", { class: "quiet" }, t("setup.private")))];
}
