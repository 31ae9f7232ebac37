// @ts-check
// Forms for plug-ins, made from their descriptions: a choice of one, its parameters, a budget.
import { get } from "./api.js";
import { h, replace } from "./dom.js";

/** @typedef {{name: string, type: string, default: string, doc: string, source: string, min?: number, max?: number, choices?: string}} Parameter */
/** @typedef {{id: string, version: string, summary: string, parameters: Parameter[], file?: string}} Plugin `file`: a game that is a file */

/** @param {Plugin} one what a plug-in's text begins with: its id, and its file if it is one */
const keyOf = (/** @type {Plugin} */ one) => (one.file === undefined ? one.id : `${one.id}:file=${one.file}`);
// A game's file determines these parameters.
const kOfFiles = new Set(["file", "library", "name"]);
/** @param {Plugin | undefined} one */
const parametersOf = (one) => (one?.parameters ?? []).filter((p) => one?.file === undefined || !kOfFiles.has(p.name));

/** @type {Promise<{games: Plugin[], agents: Plugin[]}> | null} */
let known = null;
/** @returns {Promise<{games: Plugin[], agents: Plugin[]}>} */
export function plugins() {
  known ??= get("/api/plugins").catch((error) => {
    known = null;
    throw error;
  });
  return known;
}

/**
 * A field; `data-given` marks a value that the user has given, although it may be the default.
 * @param {Parameter} p @param {string} value @param {() => void} changed
 */
function input(p, value, changed) {
  const title = [p.doc, p.source].filter(Boolean).join(" — ");
  const change = (/** @type {Event} */ event) => {
    /** @type {HTMLElement} */ (event.target).dataset.given = "true";
    changed();
  };
  const attributes = { "data-name": p.name, ...(value === "" ? {} : { "data-given": "true" }), title, change };
  if (p.type === "bool" || p.type === "choice") {
    const choices = p.type === "bool" ? ["true", "false"] : (p.choices ?? "").split("|");
    const select = h("select", attributes, ...choices.map((text) => h("option", { value: text }, text === p.default ? `${text} (default)` : text)));
    select.value = value === "" ? p.default : value;
    return select;
  }
  const range = p.type === "int" || p.type === "real" ? { min: p.min, max: p.max, step: p.type === "int" ? 1 : "any", type: "number" } : { type: "text" };
  return h("input", { ...attributes, ...range, value, placeholder: p.default });
}

/** One plug-in with its parameters: "hex:size=7". */
export class PluginForm {
  /** @param {Plugin[]} list @param {string} text @param {{changed: () => void, label: string, extra?: string[]}} options */
  constructor(list, text, { changed, label, extra = [] }) {
    this.list = list;
    this.changed = changed;
    this.parameters = h("div", { class: "parameters" });
    this.about = h("small", {});
    this.select = h("select", { "aria-label": label, change: () => { this.#draw({}); changed(); } },
      ...extra.map((name) => h("option", { value: name }, name)), ...list.map((one) => h("option", { value: keyOf(one) }, one.file ?? one.id)));
    this.details = h("details", {}, h("summary", {}, "Parameters"), this.parameters);
    this.element = h("div", { class: "plugin" }, this.select, this.about, this.details);
    this.text = text;
  }

  /** @returns {string} */
  get text() {
    const settings = [];
    const one = this.list.find((plugin) => keyOf(plugin) === this.select.value);
    // Under a preset a value that equals the default means something.
    const presets = parametersOf(one).some((p) => p.name === "preset");
    for (const p of parametersOf(one)) {
      const field = /** @type {HTMLInputElement | HTMLSelectElement | null} */ (this.parameters.querySelector(`[data-name="${p.name}"]`));
      const given = presets && field?.dataset.given !== undefined;
      if (field !== null && field.value !== "" && (given || field.value !== p.default)) settings.push(`${p.name}=${field.value}`);
    }
    return this.select.value + (settings.length > 0 ? (one?.file === undefined ? ":" : ",") + settings.join(",") : "");
  }
  set text(text) {
    const file = this.list.find((one) => one.file !== undefined && (text === keyOf(one) || text.startsWith(keyOf(one) + ",")));
    const [id, rest = ""] = file === undefined ? text.split(/:(.*)/s) : [keyOf(file), text.slice(keyOf(file).length + 1)];
    this.select.value = id;
    this.#draw(Object.fromEntries(rest.split(",").filter(Boolean).map((pair) => pair.split(/=(.*)/s))));
  }

  /**
   * Disables plug-ins that cannot be chosen.
   * @param {Set<string>} allowed
   */
  only(allowed) {
    for (const option of this.select.options) option.disabled = this.list.some((one) => one.id === option.value) && !allowed.has(option.value);
    if (this.select.selectedOptions[0]?.disabled) {
      const first = [...this.select.options].find((option) => !option.disabled);
      if (first !== undefined) this.text = first.value;
    }
  }

  /** @param {Record<string, string>} values */
  #draw(values) {
    const one = this.list.find((plugin) => keyOf(plugin) === this.select.value);
    this.about.textContent = one?.file === undefined ? (one?.summary ?? "") : `${one.file} in a served folder`;
    this.details.hidden = parametersOf(one).length === 0;
    replace(this.parameters, ...parametersOf(one).map((p) => h("label", { title: p.doc }, h("span", {}, p.name), input(p, values[p.name] ?? "", this.changed),
      h("small", {}, p.doc, p.min !== undefined ? ` (${p.min} … ${p.max}; default ${p.default})` : ""))));
  }
}

/** The budget of a search. */
export class BudgetForm {
  /** @param {Record<string, number>} budget @param {() => void} changed */
  constructor(budget, changed) {
    const [kind, value] = Object.entries(budget)[0] ?? ["seconds", 1];
    this.number = h("input", { type: "number", min: 0, step: "any", value, "aria-label": "Budget", change: changed });
    this.kind = h("select", { "aria-label": "Of what", change: changed }, ...["seconds", "iterations", "nodes", "depth"].map((name) => h("option", { value: name }, name)));
    this.kind.value = kind;
    this.element = h("span", { class: "budget" }, this.number, this.kind);
  }
  /** @returns {Record<string, number>} */
  get value() {
    const n = Number(this.number.value) > 0 ? Number(this.number.value) : 1;
    return { [this.kind.value]: this.kind.value === "seconds" ? n : Math.round(n) };
  }
}

/**
 * The agents that can play a game, and how many players it has.
 * @param {string} game
 * @returns {Promise<{can: Set<string>, count: number}>}
 */
export async function players(game) {
  const { agents, players: count } = await get(`/api/supports?game=${encodeURIComponent(game)}`);
  return { can: new Set(agents.filter((/** @type {any} */ one) => one.refusal === undefined).map((/** @type {any} */ one) => one.id)), count };
}
