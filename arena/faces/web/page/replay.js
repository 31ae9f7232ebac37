// @ts-check
// One game of a log, ply by ply. Shared by the server's page and the static page of `ludex report --games`.
import { Board, savePng, saveSvg } from "./board.js";
import { Chart } from "./chart.js";
import { h, player, replace, seatName, sideText, valueText } from "./dom.js";

/** @typedef {import("./chart.js").PlayedMove} PlayedMove */
/** @typedef {{from: number, svg: boolean, first: string[], steps: any[][]}} Boards */
/** @typedef {{agents: string[], game: string, rules?: string, outcome: string, termination: string, fault?: boolean, note: string, printed?: string,
 *   position: string, start: string, sides?: import("./dom.js").Side[] | null, moves: PlayedMove[], status: string, formats?: string[], round: number, seed: number, id: string,
 *   ranks?: number[], returns?: number[], faults?: {seat: number, reason: string, ply: number, note: string}[]}} Game `ranks`: of three and more players */
/**
 * @typedef {object} Source Where a game comes from.
 * @property {(from: number) => Promise<Boards>} boards
 * @property {(ply: number) => string} link the address of a ply
 * @property {string} [download] what the addresses of other forms begin with
 * @property {(game: string, position: string, moves: string[]) => Promise<any>} [position] for moves that were not played
 * @property {(game: string, position: string, moves: string[]) => string} [analyse] the address of an analysis
 */

/**
 * Applies changes (boards.hpp).
 * @param {string[]} before
 * @param {any[]} step
 */
export function changed(before, step) {
  /** @type {string[]} */
  const lines = [];
  let at = 0;
  for (const [skip, remove, ...put] of step) {
    lines.push(...before.slice(at, at + skip), ...put);
    at += skip + remove;
  }
  return lines.concat(before.slice(at));
}

/**
 * Three and more players, best first, with their results.
 * @param {Game} game
 */
function ranking(game) {
  const rank = (/** @type {number} */ seat) => game.ranks?.[seat];
  const seats = game.agents.map((_, seat) => seat).sort((a, b) => (rank(a) ?? 0) - (rank(b) ?? 0) || a - b);
  const list = h("ol", { class: "ranking" }, ...seats.map((seat) => h("li", {}, h("b", {}, rank(seat) === undefined ? "" : `${rank(seat)}.`), player(game.sides, seat, game.agents[seat]),
    game.returns?.[seat] === undefined ? "" : ` ${game.returns[seat] > 0 ? "+" : ""}${Number(game.returns[seat].toFixed(3))}`)));
  const faults = (game.faults ?? []).map((fault) => h("p", { class: "fault" }, `${game.agents[fault.seat]} (${sideText(null, fault.seat)}): ${fault.reason} at ply ${fault.ply}${fault.note ? ": " + fault.note : ""}`));
  return h("div", {}, list, ...faults);
}

export class Replay {
  /** @param {Game} game @param {Source} source @param {number} ply */
  constructor(game, source, ply) {
    this.game = game;
    this.source = source;
    this.ply = -1;
    /** @type {Map<number, string[]>} lines of drawings, by ply */
    this.drawings = new Map();
    this.svg = true;
    /** @type {string[] | null} moves that were not played, from `ply` on */
    this.branch = null;
    this.timer = 0;
    const count = game.moves.length;
    this.board = new Board({ label: `Board of ${game.game}`, onMove: source.position === undefined ? undefined : (move) => this.#try(move) });
    this.board.element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    this.counter = h("output", { class: "counter" });
    const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ click) => h("button", { type: "button", "aria-label": label, title: label, click }, text);
    this.playButton = button("Play", "Play (space)", () => this.#toggle());
    this.controls = h("div", { class: "controls" },
      button("|◀", "First position (Home)", () => this.go(0)), button("◀", "Back (left arrow)", () => this.step(-1)),
      this.playButton, button("▶", "Forward (right arrow)", () => this.step(1)), button("▶|", "Last position (End)", () => this.go(count)), this.counter);
    this.message = h("p", { class: "message", role: "status" });
    this.moves = h("ol", { class: "moves" }, ...game.moves.map((move, i) => h("li", { class: seatName(move.mover) + (move.opening ? " opening" : "") },
      h("a", { href: source.link(i + 1), "data-ply": i + 1, click: (/** @type {Event} */ event) => { event.preventDefault(); this.go(i + 1); } },
        h("span", { class: "n" }, `${i + 1}.`), " ", h("b", {}, move.short ?? move.move), " ", h("small", {}, valueText(move.value, move.unit, move.bound))))));
    this.chart = new Chart({ agents: game.agents, sides: game.sides, moves: game.moves, onPly: (to) => this.go(to) });
    this.branchBox = h("div", { class: "branch", hidden: true });
    this.element = h("div", { class: "replay" },
      h("div", { class: "side-board" }, this.board.element, this.controls, this.branchBox, this.message),
      h("div", { class: "side-facts" },
        game.agents.length === 2 ? h("h2", {}, player(game.sides, 0, game.agents[0]), ` ${game.outcome} `, player(game.sides, 1, game.agents[1])) : ranking(game),
        h("p", { class: game.fault ? "fault" : "" }, `${game.termination}${game.note ? ": " + game.note : ""}`),
        game.printed ? h("details", {}, h("summary", {}, "What the agent printed"), h("pre", {}, game.printed)) : null,
        this.chart.element, this.moves,
        game.moves.some((move) => move.value !== undefined) && h("p", { class: "view" }, "Values beside moves are for whoever made the move."), this.#tools()));
    this.element.tabIndex = 0;
    this.element.addEventListener("keydown", (event) => this.#key(event));
    void this.go(Math.max(0, Math.min(count, ply)), false);
  }

  #tools() {
    const name = (/** @type {string} */ ending) => `${this.game.game.replace(/[^\w.-]+/g, "-")}-${this.ply}.${ending}`;
    const { download, analyse, position } = this.source;
    const forms = download === undefined ? [] : (this.game.formats ?? []);
    const parts = [
      h("button", { type: "button", click: () => saveSvg(this.board.svgText, name("svg")) }, "SVG"),
      h("button", { type: "button", click: () => void savePng(this.board.svgText, name("png")) }, "PNG"),
      ...forms.map((form) => h("a", { class: "button", href: `${download}/${form}`, download: "" }, form.toUpperCase())),
      position !== undefined && h("button", { type: "button", click: () => void this.#begin() }, "Try other moves"),
      analyse !== undefined && h("button", { type: "button", click: () => {
        window.location.href = analyse(this.game.rules ?? this.game.game, this.game.position, this.#line());
      } }, "Analyse"),
    ];
    return h("div", { class: "tools" }, ...parts);
  }

  #line() {
    return this.game.moves.slice(0, this.ply).map((move) => move.move).concat(this.branch ?? []);
  }

  /**
   * The drawing after a number of plies.
   * @param {number} ply
   */
  async #drawing(ply) {
    const known = this.drawings.get(ply);
    if (known !== undefined) return known;
    // Includes a few earlier plies for stepping back.
    const boards = await this.source.boards(Math.max(0, ply - 20));
    let lines = boards.first;
    this.svg = boards.svg;
    this.drawings.set(boards.from, lines);
    boards.steps.forEach((step, i) => {
      lines = changed(lines, step);
      this.drawings.set(boards.from + 1 + i, lines);
    });
    // Limits the drawings that are kept of a long game.
    if (this.drawings.size > 2500) for (const key of [...this.drawings.keys()].slice(0, 1000)) if (Math.abs(key - ply) > 500) this.drawings.delete(key);
    return this.drawings.get(ply) ?? lines;
  }

  /** @param {number} ply @param {boolean} [told] whether the address follows */
  async go(ply, told = true) {
    if (this.branch !== null) this.#leave();
    if (ply === this.ply) return;
    this.ply = ply;
    this.counter.textContent = `${ply} / ${this.game.moves.length}`;
    this.chart.at(ply);
    for (const link of this.moves.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
    const link = this.moves.querySelector(`[data-ply="${ply}"]`);
    link?.setAttribute("aria-current", "step");
    if (link !== null) {
      const item = /** @type {HTMLElement} */ (link.parentElement);
      const top = item.offsetTop - this.moves.offsetTop;
      if (top < this.moves.scrollTop || top + item.offsetHeight > this.moves.scrollTop + this.moves.clientHeight) this.moves.scrollTop = top - this.moves.clientHeight / 2;
    }
    if (told) history.replaceState(null, "", this.source.link(ply));
    try {
      const lines = await this.#drawing(ply);
      // The user has moved on meanwhile.
      if (ply !== this.ply || this.branch !== null) return;
      const text = lines.join("\n");
      this.board.show(this.svg ? { svg: text } : { text });
      this.message.textContent = "";
    } catch (error) {
      this.message.textContent = String(error instanceof Error ? error.message : error);
    }
  }

  /** @param {number} by */
  step(by) {
    if (this.branch !== null && by < 0) return void this.#back();
    void this.go(Math.max(0, Math.min(this.game.moves.length, this.ply + by)));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.target instanceof HTMLSelectElement || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowLeft") this.step(-1);
    else if (event.key === "ArrowRight") this.step(1);
    else if (event.key === "Home") void this.go(0);
    else if (event.key === "End") void this.go(this.game.moves.length);
    else if (event.key === " " && !(event.target instanceof HTMLButtonElement)) this.#toggle();
    else return;
    event.preventDefault();
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    this.turned = (this.turned ?? 0) + event.deltaY;
    while (Math.abs(this.turned) >= 40) {
      this.step(Math.sign(this.turned));
      this.turned -= 40 * Math.sign(this.turned);
    }
  }

  #toggle() {
    window.clearInterval(this.timer);
    const plays = this.timer === 0 && this.ply < this.game.moves.length;
    this.timer = plays ? window.setInterval(() => {
      this.step(1);
      if (this.ply >= this.game.moves.length || !this.element.isConnected) this.#toggle();
    }, 700) : 0;
    this.playButton.textContent = plays ? "Pause" : "Play";
  }

  // Moves that were not played: shown, but not stored.

  async #begin() {
    this.branch = [];
    await this.#showBranch();
  }
  #leave() {
    this.branch = null;
    this.branchBox.hidden = true;
    // The board shows a position that is not in the game.
    this.ply = -1;
  }
  async #back() {
    if (this.branch === null) return;
    if (this.branch.length === 0) {
      const ply = this.ply;
      return this.go(ply);
    }
    this.branch.pop();
    await this.#showBranch();
  }
  /** @param {string} move */
  async #try(move) {
    if (this.branch === null) return;
    this.branch.push(move);
    await this.#showBranch();
  }
  async #showBranch() {
    const { position } = this.source;
    if (position === undefined || this.branch === null) return;
    const branch = this.branch;
    const ply = this.ply;
    try {
      const now = await position(this.game.rules ?? this.game.game, this.game.position, this.#line());
      if (this.branch !== branch) return;
      this.board.show(now.board, now);
      this.branchBox.hidden = false;
      replace(this.branchBox, h("span", {}, branch.length === 0 ? `Another move after ply ${ply}?` : `Not played: ${branch.join(" ")}`), " ",
        h("button", { type: "button", click: () => void this.#back() }, "Take back"), " ",
        h("button", { type: "button", click: () => { this.#leave(); void this.go(ply); } }, "Back to the game"));
    } catch (error) {
      branch.pop();
      this.message.textContent = String(error instanceof Error ? error.message : error);
    }
  }
}
