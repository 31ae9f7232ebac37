// @ts-check
// Creates elements in one call. Texts become text nodes: nothing from a log is ever HTML.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Functions among the attributes become listeners, `true` an attribute without a value; null, undefined and
 * false are skipped.
 * @param {Element} element
 * @param {Record<string, any>} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @param {Element} element
 * @param {Child[]} children
 */
function fill(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(typeof child === "number" ? String(child) : child);
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  fill(element, children);
  return element;
}

/**
 * Likewise for drawings.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  set(element, attributes);
  fill(element, children);
  return element;
}

/**
 * @param {Element} element
 * @param {...Child} children
 */
export function replace(element, ...children) {
  element.replaceChildren();
  fill(element, children);
}

/**
 * Draws children anew where they have changed, and keeps the elements: a click that began on one ends on it. For elements
 * without handlers.
 * @param {Node} element @param {Node[]} children
 */
export function redraw(element, children) {
  children.forEach((fresh, i) => {
    const old = element.childNodes[i];
    if (old === undefined) element.appendChild(fresh);
    else if (old.isEqualNode(fresh)) return;
    else if (old instanceof Element && fresh instanceof Element && old.nodeName === fresh.nodeName) {
      for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
      for (const { name, value } of [...fresh.attributes]) old.setAttribute(name, value);
      redraw(old, [...fresh.childNodes]);
    } else element.replaceChild(fresh, old);
  });
  while (element.childNodes.length > children.length) element.lastChild?.remove();
}

/** @param {number} n @param {number} digits */
export function fixed(n, digits) {
  return Number.isFinite(n) ? n.toFixed(digits) : "";
}

/**
 * 12345678 as "12,345,678".
 * @param {number} n
 */
export function grouped(n) {
  return Math.round(n).toLocaleString("en-US");
}

/**
 * 12345678 as "12.3M".
 * @param {number} n
 */
export function short(n) {
  for (const [size, letter] of /** @type {[number, string][]} */ ([[1e9, "G"], [1e6, "M"], [1e3, "k"]])) {
    if (n >= size) return (n / size).toFixed(n < 10 * size ? 1 : 0) + letter;
  }
  return String(Math.round(n));
}

/** @param {number} seconds */
export function duration(seconds) {
  if (seconds < 0.0005) return `${Math.round(seconds * 1e6)} µs`;
  if (seconds < 1) return `${(seconds * 1000).toFixed(seconds < 0.01 ? 1 : 0)} ms`;
  if (seconds < 120) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172800 ? `${(seconds / 3600).toFixed(1)} h` : `${Math.round(seconds / 86400)} days`;
}

/** @typedef {{name: string, colour: string}} Side what a player plays; games may say it */

const kSeats = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
export const kMostSeats = kSeats.length;

/**
 * The name of a seat in the style sheet: its class, and its colour as a property.
 * @param {number} seat
 */
export function seatName(seat) {
  return kSeats[seat] ?? "";
}

/** The mover of a position where chance decides. */
export const kChance = -1;

/**
 * An outcome, by its probabilities.
 * @param {{move: string, probability: number}[]} legal
 */
export function roll(legal) {
  let left = Math.random() * legal.reduce((sum, one) => sum + one.probability, 0);
  return (legal.find((one) => (left -= one.probability) < 0) ?? legal[legal.length - 1]).move;
}

/**
 * "White (first)", or "first player" if the game has no names for sides.
 * @param {Side[] | null | undefined} sides @param {number} seat
 */
export function sideText(sides, seat) {
  if (seat === kChance) return "chance";
  const name = sides?.[seat]?.name;
  return name === undefined || name.toLowerCase() === kSeats[seat] ? `${kSeats[seat]} player` : `${name} (${kSeats[seat]})`;
}

/**
 * The agents of a game for two columns: the first one, and the others.
 * @param {string[]} agents
 */
export function opponents(agents) {
  return [agents[0], agents.slice(1).join(", ")];
}

/** Column heads of a list of games: the player who moves first is on the left. */
export function gamesHead() {
  return h("div", { class: "row head", role: "row" }, ...["Game", "Moved first", "Result", "Moved second", "Kind", "Plies", "Ended"].map((text, i) => h(i === 2 ? "b" : "span", { role: "columnheader", class: i === 0 || i === 5 ? "n" : "" }, text)));
}

/**
 * A player's name with a disc in the colour of its stones, ringed in the colour of its curves.
 * @param {Side[] | null | undefined} sides @param {number} seat @param {string} [who]
 */
export function player(sides, seat, who = "") {
  const element = h("span", { class: `key ${seatName(seat)}` }, sideText(sides, seat) + (who === "" ? "" : `: ${who}`));
  const colour = sides?.[seat]?.colour ?? "";
  if (/^#[0-9a-f]{3,8}$/i.test(colour)) element.style.setProperty("--stone", colour);
  return element;
}

/**
 * "win in 12": a value beyond every evaluation is a forced end, 32000 minus the plies to it; engines' mates are 30000
 * minus their moves. Null: an evaluation. Same as value_text() of the command line.
 * @param {number | null | undefined} value @param {string | undefined} unit
 */
export function endText(value, unit) {
  const size = Math.abs(value ?? 0);
  if (unit !== "centi" || size <= 29000 || size === 30000 || size >= 32000) return null;
  const what = (value ?? 0) > 0 ? "win" : "loss";
  return size > 30000 ? `${what} in ${32000 - size}` : `${what} in ${30000 - size} moves`;
}

/**
 * A local date in ISO 8601: 2026-11-28 01:54.
 * @param {number} milliseconds
 */
export function isoDate(milliseconds) {
  const date = new Date(milliseconds);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/**
 * A value from a report: evaluations in whole units instead of hundredths, expected results unchanged.
 * @param {number | null | undefined} value
 * @param {string | undefined} unit
 * @param {string} [bound]
 */
export function valueText(value, unit, bound = "exact") {
  if (value === null || value === undefined || unit === "none" || bound === "none") return "";
  const end = endText(value, unit);
  if (end !== null) return (bound === "lower" ? "≥ " : bound === "upper" ? "≤ " : "") + end;
  const sign = value > 0 ? "+" : "";
  const text = unit === "centi" ? sign + (value / 100).toFixed(2) : unit === "score" ? sign + value : sign + value.toFixed(3);
  return (bound === "lower" ? "≥ " : bound === "upper" ? "≤ " : "") + text;
}
