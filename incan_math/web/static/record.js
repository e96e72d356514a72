// The game in the address of the page: "#rules=bga-en&players=Ann,Bob&me=Ann&1=7+fire+-Ann&2=". A record, line by line.

/** {header, lines, me, win} of the address; null where it holds no game. */
export function read(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  if (!parts.has("players")) return null;
  const game = { header: [], lines: [], me: parts.get("me") || "", win: parts.get("win") === "1" };
  for (const [key, value] of parts) {
    if (key === "me" || key === "win") continue;
    if (/^\d+$/.test(key)) game.lines.push(value.split(" ").filter(Boolean));
    else game.header.push([key, value.replace(/[\r\n]/g, " ")]);
  }
  if (!game.lines.length) game.lines.push([]);
  return game;
}

/** The address of a game. */
export function write(game) {
  const parts = new URLSearchParams(game.header);
  if (game.me) parts.set("me", game.me);
  if (game.win) parts.set("win", "1");
  game.lines.forEach((tokens, place) => parts.set(String(place + 1), tokens.join(" ")));
  return `#${parts.toString().replaceAll("%2C", ",")}`;
}

/** The record as text, as the server and the library read it. */
export function text(game) {
  const head = game.header.map(([key, value]) => `${key}: ${value}`);
  return [...head, "", ...game.lines.map((tokens, place) => `${place + 1}: ${tokens.join(" ")}`.trim())].join("\n");
}

export function start(rules, names, me) {
  return { header: [["rules", rules], ["players", names.join(",")]], lines: [[]], me, win: false };
}

export function add(game, token) {
  const lines = [...game.lines];
  lines[lines.length - 1] = [...lines.at(-1), token];
  return { ...game, lines };
}

export function undo(game) {
  const lines = [...game.lines];
  if (lines.at(-1).length) lines[lines.length - 1] = lines.at(-1).slice(0, -1);
  else if (lines.length > 1) lines.pop();
  return { ...game, lines };
}

export function next(game) {
  return { ...game, lines: [...game.lines, []] };
}

/**
 * The position after more tokens, from an answer of the server and without it: what the next card can be is counted down.
 * Scores are then not known; of the deck of another expedition nothing is.
 */
export function follow(position, tokens) {
  let { state, inside } = position;
  const lines = [...position.lines.slice(0, -1), [...position.lines.at(-1), ...tokens]];
  let ended = position.ended;
  for (const token of tokens) {
    if (!state) return null;
    if (token.startsWith("-")) {
      const names = token.slice(1).split(",");
      const leaving = /^\d+$/.test(names[0]) ? Number(names[0]) : names.length;
      inside = inside && inside.filter((name) => !names.includes(name));
      const artifacts = leaving === 1 ? 0 : state.artifacts;
      state = { ...state, players: state.players - leaving, leftover: state.leftover % leaving, artifacts, is_deciding: false };
      if (!state.players) [state, ended] = [null, { bust: null }];
      continue;
    }
    const card = state.next.find((each) => each.card === token && each.copies);
    if (!card) return null;
    if (card.effect === "bust") {
      [state, ended] = [null, { bust: token }];
      continue;
    }
    const showing = card.what === "hazard" ? [...state.showing, token] : state.showing;
    const left = state.cards_left - 1;
    const following = state.next.map((each) => ({
      ...each,
      copies: each.copies - (each === card ? 1 : 0),
      effect: each.what === "hazard" ? (showing.includes(each.card) ? "bust" : "new hazard") : each.effect,
    }));
    const deadly = following.reduce((sum, each) => sum + (each.effect === "bust" ? each.copies : 0), 0);
    const gems = card.what === "treasure" ? Number(token) : 0;
    state = {
      ...state, showing, deadly, next: following, cards_left: left, cards_out: state.cards_out + 1, is_deciding: true,
      bag: state.bag + Math.floor(gems / state.players), leftover: state.leftover + (gems % state.players),
      artifacts: state.artifacts + (card.what === "artifact" ? 1 : 0),
      bust_next: { value: left ? deadly / left : 0 },
    };
  }
  return { ...position, lines, state, inside, ended, scores: null, is_over: false, is_offline: true };
}
