// What the page says, in the language of the browser or the one chosen.
export const LANGUAGES = {
  en: "English",
  pt: "Português",
  "sr-Cyrl": "Српски",
  "sr-Latn": "Srpski",
  hu: "Magyar",
};
const CHOICE = "incan_math language";
let words = {};
let language = "en";

/** The catalogue for a list of language tags, most wanted first. */
export function bestOf(tags) {
  for (const tag of tags) {
    const lower = tag.toLowerCase();
    if (lower.startsWith("sr")) return lower.includes("latn") ? "sr-Latn" : "sr-Cyrl";
    const found = Object.keys(LANGUAGES).find((name) => name === lower.split("-")[0]);
    if (found) return found;
  }
  return "en";
}

export function current() {
  return language;
}

export async function load(name) {
  const known = name || localStorage.getItem(CHOICE) || bestOf(navigator.languages || [navigator.language]);
  language = known in LANGUAGES ? known : "en";
  if (name) localStorage.setItem(CHOICE, language);
  words = await (await fetch(`languages/${language}.json`)).json();
  document.documentElement.lang = language;
}

/** The text of a key, with values in its places; a card of a deck of one's own keeps its name. */
export function t(key, values = {}) {
  const text = words[key] ?? key.replace(/^card\./, "");
  return text.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
}

export function number(value, places = 1) {
  return new Intl.NumberFormat(language, { minimumFractionDigits: places, maximumFractionDigits: places }).format(value);
}

export function percent(value) {
  return new Intl.NumberFormat(language, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
}

export function list(names) {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(names);
}

/** What a card is called. */
export function cardName(card) {
  if (/^\d+$/.test(card)) return t("card.treasure", { n: card });
  if (/^A\d*$/.test(card)) return `${t("card.artifact")} ${card.slice(1)}`.trim();
  return t(`card.${card}`);
}
