// The page: what is tapped changes the game in the address, and the address is shown.
import * as record from "./record.js";
import * as server from "./server.js";
import { reviewView } from "./reviews.js";
import { adviceView, gameView, h, sentence, setupView } from "./views.js";
import { LANGUAGES, current, load, percent, t } from "./words.js";

const LAST = "incan_math last game";
const main = document.getElementById("main");
const live = document.getElementById("live");

let game = null;
let position = null;
let advice = {};
let leaving = new Set();
let isOpen = false;
let review = null;
let waiting = new AbortController();
let editions = [];
let draft = { rules: "bga-en", names: ["Ann", "Bob", "Cid"], me: 0 };

/** Put new contents in, and leave the focus where it was. */
function put(contents) {
  const key = document.activeElement?.dataset?.key;
  main.replaceChildren(...contents.filter(Boolean));
  const path = document.querySelector(".path");
  if (path) path.scrollLeft = path.scrollWidth;
  if (!key) return;
  const again = document.querySelector(`[data-key="${CSS.escape(key)}"]`) || document.getElementById("cards");
  again?.focus({ preventScroll: true });
}

function say(text) {
  live.textContent = text;
}

function follow(next) {
  leaving = new Set();
  location.hash = record.write(next);
}

const actions = {
  card: (card) => follow(record.add(game, card)),
  toggle: (name) => {
    if (leaving.has(name)) leaving.delete(name);
    else leaving.add(name);
    draw();
  },
  leave: () => follow(record.add(game, `-${position.players.filter((name) => leaving.has(name)).join(",")}`)),
  undo: () => follow(record.undo(game)),
  next: () => follow(record.next(game)),
  objective: (win) => follow({ ...game, win }),
  numbers: (open) => { isOpen = open; },
  review: () => { review = {}; ask(); },
  back: () => { review = null; ask(); },
  fresh: () => { location.hash = ""; },
  copy: async () => {
    await navigator.clipboard.writeText(position.record || record.text(game));
    say(t("game.copied"));
    const button = document.querySelector('[data-key="copy"]');
    button.textContent = t("game.copied");
    setTimeout(() => { button.textContent = t("game.copy"); }, 1500);
  },
  share: () => navigator.share({ title: t("app.title"), url: location.href }).catch(() => {}),
  // Before a game
  rename: (place, name) => { draft.names[place] = name; },
  asks: (place) => { draft.me = place; },
  add: () => {
    const free = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gil", "Hal"].find((name) => !draft.names.includes(name));
    draft.names.push(free || "");
    draw();
  },
  remove: (place) => {
    draft.names.splice(place, 1);
    draft.me = Math.min(draft.me, draft.names.length - 1);
    draw();
  },
  edition: (name) => { draft.rules = name; },
  begin: async () => {
    const names = draft.names.map((name) => name.trim().replace(/\s+/g, "_"));
    const next = record.start(draft.rules, names, names[draft.me]);
    try {
      await server.position(record.text(next));
      draft.error = "";
      follow(next);
    } catch (error) {
      draft.error = error instanceof server.Offline ? t("advice.offline") : error.message;
      draw();
    }
  },
};

function draw() {
  document.title = t("app.title");
  document.getElementById("title").textContent = t("app.heading");
  document.getElementById("skip").textContent = t("app.skip");
  document.getElementById("language-label").textContent = t("app.language");
  if (!game) {
    const last = localStorage.getItem(LAST);
    put(setupView(editions, { ...draft, last: last && record.read(last) ? last : null }, actions));
  } else if (review) {
    put(reviewView(review, actions));
  } else if (position) {
    put(gameView(position, game, advice, leaving, isOpen, actions));
  } else {
    put([h("section", { class: "panel" }, h("p", {}, advice.error ? t("error.link") : t("advice.wait")),
      advice.error && h("p", { class: "error", role: "alert" }, advice.error),
      advice.error && h("button", { type: "button", "data-key": "new", onclick: actions.fresh }, t("error.start")))]);
  }
}

/** Put only the advice in anew: progress comes often, and nobody's finger should miss a card for it. */
function drawAdvice() {
  const panel = document.getElementById("advice");
  if (!panel || !position || review) return draw();
  const key = document.activeElement?.dataset?.key;
  panel.replaceWith(adviceView(position, game, advice, isOpen, actions));
  if (key) document.querySelector(`#advice [data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  return undefined;
}

/** The position without a server: from the last answer that the game goes on from. */
function remembered(text) {
  const known = new Map(server.known());
  if (known.has(text)) return known.get(text);
  const lines = [...game.lines];
  for (let left = lines.at(-1).length; left >= 0; left -= 1) {
    const before = { ...game, lines: [...lines.slice(0, -1), lines.at(-1).slice(0, left)] };
    const found = known.get(record.text(before));
    if (found) return record.follow(found, lines.at(-1).slice(left));
  }
  return null;
}

/** Ask the server about the game in the address, and show what it says; what was asked before is dropped. */
async function ask() {
  waiting.abort();
  waiting = new AbortController();
  const { signal } = waiting;
  game = record.read(location.hash);
  advice = {};
  if (!game) {
    position = null;
    review = null;
    return draw();
  }
  const text = record.text(game);
  let isPlaced = false;
  try {
    if (review) return await askReview(text, signal);
    position = await server.position(text, signal);
    isPlaced = true;
    localStorage.setItem(LAST, location.hash);
    if (wantsAdvice()) advice = { progress: 0 };
    draw();
    if (!wantsAdvice()) return announce();
    const body = game.win ? { record: text, objective: "win", me: game.me } : { record: text };
    advice.decision = await server.solve("decide", body, signal, (name, value) => {
      if (name === "progress") advice.progress = value[1] ? value[0] / value[1] : 0;
      drawAdvice();
    });
  } catch (error) {
    if (error.name === "AbortError") return undefined;
    if (error instanceof server.Offline) return offline(text);
    if (!(error instanceof server.Refused)) throw error;
    advice = { error: error.message };
    if (!isPlaced) position = null;
  }
  if (position) drawAdvice();
  else draw();
  return announce();
}

async function askReview(text, signal) {
  draw();
  try {
    review.found = await server.solve("review", { record: text }, signal, () => {});
  } catch (error) {
    if (error.name === "AbortError") return;
    review.error = error instanceof server.Offline ? t("advice.offline") : error.message;
  }
  draw();
  say(review.error || t("review.title"));
}

function offline(text) {
  position = remembered(text);
  advice = position ? { offline: true } : { error: t("advice.offline") };
  localStorage.setItem(LAST, location.hash);
  draw();
  announce();
}

function wantsAdvice() {
  return Boolean(position?.state?.is_deciding && (!game.me || !position.inside || position.inside.includes(game.me)));
}

function announce() {
  if (!position) return say(advice.error || "");
  const odds = position.state ? `. ${t("bar.bust")} ${percent(position.state.bust_next.value)}` : "";
  return say(`${sentence(position, game, advice)}${odds}`);
}

async function begin() {
  const choice = document.getElementById("language");
  await load();
  for (const [name, label] of Object.entries(LANGUAGES)) {
    choice.append(h("option", { value: name, lang: name, selected: name === current() }, label));
  }
  choice.addEventListener("change", async () => {
    await load(choice.value);
    draw();
  });
  addEventListener("hashchange", ask);
  addEventListener("online", ask);
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && game && !event.target.matches("input")) {
      event.preventDefault();
      actions.undo();
    }
  });
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("offline.js").catch(() => {});
  editions = await server.editions().catch(() => []);
  await ask();
  document.documentElement.dataset.ready = "yes";
}

begin();
