// @ts-check
// A board: the game's own drawing, and over it the clickable cells with their marks.
import { h, replace, s } from "./dom.js";

/** @typedef {[string, number, number, number, number]} Cell name, left, top, width, height */
/** @typedef {{move: string, cells?: string[]}} BoardMove */
/** @typedef {{svg?: string, text?: string}} Drawing */
/** @typedef {{cell: string, strength: number, text?: string, title?: string}} Mark */

const kShapes = new Set(["svg", "g", "rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "text", "tspan", "title"]);

/**
 * Keeps only shapes and their styles of a drawing, because its source is untrusted.
 * @param {Element} element
 */
function clean(element) {
  for (const child of [...element.children]) {
    if (kShapes.has(child.tagName)) clean(child);
    else child.remove();
  }
  for (const { name } of [...element.attributes]) {
    if (/^on|href$|^style$|^id$|^class$/i.test(name)) element.removeAttribute(name);
  }
}

/** @param {string} text @returns {SVGSVGElement | null} */
export function drawingOf(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.tagName !== "svg") return null;
  clean(root);
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(root, true)));
}

/** @param {string[]} cells @param {string[]} path */
const begins = (cells, path) => path.every((name, i) => cells[i] === name);

export class Board {
  /** @param {{label: string, onMove?: (move: string) => void}} options */
  constructor(options) {
    this.onMove = options.onMove;
    this.label = options.label;
    this.frame = h("div", { class: "frame" });
    this.buttons = h("div", { class: "other-moves" });
    this.element = h("div", { class: "board" }, this.frame, this.buttons);
    /** @type {Cell[]} */
    this.cells = [];
    /** @type {BoardMove[]} */
    this.legal = [];
    /** @type {string[]} */
    this.path = [];
    /** @type {Mark[]} */
    this.marks = [];
    this.svgText = "";
    /** @type {SVGElement | null} */
    this.overlay = null;
    this.focused = "";
    this.frame.addEventListener("pointerdown", (event) => this.#down(event));
    this.frame.addEventListener("pointerup", (event) => this.#up(event));
    this.frame.addEventListener("keydown", (event) => this.#key(event));
  }

  /**
   * @param {Drawing} drawing
   * @param {{cells?: Cell[], legal?: BoardMove[]}} [play]
   */
  show(drawing, play = {}) {
    this.cells = play.cells ?? [];
    this.legal = play.legal ?? [];
    this.path = [];
    this.marks = [];
    this.svgText = drawing.svg ?? "";
    const svg = drawing.svg === undefined ? null : drawingOf(drawing.svg);
    if (svg === null) {
      this.overlay = null;
      replace(this.frame, h("pre", { role: "img", "aria-label": this.label }, drawing.text ?? ""));
    } else {
      const hadFocus = this.frame.contains(document.activeElement);
      svg.removeAttribute("width");
      svg.removeAttribute("height");
      svg.setAttribute("role", this.cells.length > 0 ? "group" : "img");
      svg.setAttribute("aria-label", this.label);
      this.overlay = s("g", { class: "cells" });
      svg.append(this.overlay);
      const { width, height } = svg.viewBox.baseVal;
      // As high as the window allows, for any shape of board.
      this.frame.style.setProperty("--shape", String(width / Math.max(height, 1e-6)));
      replace(this.frame, svg);
      this.#draw();
      if (hadFocus) this.#focus(this.focused);
    }
    this.#drawButtons();
  }

  /**
   * Shows marks on cells: shares of visits, values.
   * @param {Mark[]} marks
   */
  mark(marks) {
    this.marks = marks;
    this.#draw();
  }

  get #starts() {
    return new Set(this.legal.filter((move) => begins(move.cells ?? [], this.path)).map((move) => move.cells?.[this.path.length]));
  }

  #draw() {
    if (this.overlay === null) return;
    const active = this.frame.contains(document.activeElement) ? this.focused : "";
    replace(this.overlay);
    const targets = this.onMove === undefined ? new Set() : this.#starts;
    const marks = new Map(this.marks.map((mark) => [mark.cell, mark]));
    for (const [name, x, y, width, height] of this.cells) {
      const middle = { cx: x + width / 2, cy: y + height / 2 };
      const radius = Math.min(width, height) / 2;
      const mark = marks.get(name);
      if (mark !== undefined) {
        this.overlay.append(
          s("circle", { class: "mark", cx: middle.cx, cy: middle.cy, r: radius * 0.86, "fill-opacity": 0.12 + 0.72 * mark.strength }),
          s("text", { class: "mark-text", x: middle.cx, y: middle.cy, "font-size": radius * 0.62 }, mark.text ?? ""));
      }
      const can = targets.has(name);
      if (can && mark === undefined) {
        this.overlay.append(s("circle", { class: this.path.length > 0 ? "target next" : "target", cx: middle.cx, cy: middle.cy, r: radius * 0.22 }));
      }
      if (this.path.includes(name)) {
        this.overlay.append(s("rect", { class: "chosen", x: x + width * 0.04, y: y + height * 0.04, width: width * 0.92, height: height * 0.92 }));
      }
      if (this.onMove === undefined) continue;
      const what = can ? (this.path.length > 0 ? "move here" : "can be played") : "";
      this.overlay.append(s("rect", {
        class: can ? "cell can" : "cell", x, y, width, height, "data-cell": name, role: "button",
        tabindex: name === (this.focused || this.cells[0][0]) ? 0 : -1,
        "aria-label": [name, what, mark?.title].filter(Boolean).join(", "), "aria-disabled": can ? null : "true",
      }));
    }
    if (active !== "") this.#focus(active);
  }

  #drawButtons() {
    const free = this.onMove === undefined ? [] : this.legal.filter((move) => (move.cells ?? []).length === 0);
    replace(this.buttons, ...free.map((move) => h("button", { type: "button", click: () => this.onMove?.(move.move) }, move.move)));
  }

  /** @param {Event} event */
  #cellOf(event) {
    const target = event instanceof PointerEvent && event.type === "pointerup"
      ? document.elementFromPoint(event.clientX, event.clientY) : event.target;
    return target instanceof Element && this.frame.contains(target) ? target.getAttribute("data-cell") : null;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.pressed = null;
    const cell = this.#cellOf(event);
    if (cell === null || event.button !== 0) return;
    this.pressed = cell;
    if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    this.#pick(cell);
  }

  /**
   * A press on one cell and a release on another is also a move.
   * @param {PointerEvent} event
   */
  #up(event) {
    const cell = this.#cellOf(event);
    if (cell !== null && this.pressed !== null && cell !== this.pressed && this.path.length > 0) this.#pick(cell);
    this.pressed = null;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const cell = this.#cellOf(event);
    if (cell === null) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.#pick(cell);
      return;
    }
    if (event.key === "Escape") {
      this.path = [];
      this.#draw();
    }
    const ways = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
    const way = ways[event.key];
    const here = this.cells.find(([name]) => name === cell);
    if (way === undefined || here === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    let best = "";
    let least = Infinity;
    for (const [name, x, y, width, height] of this.cells) {
      const dx = x + width / 2 - here[1] - here[3] / 2;
      const dy = y + height / 2 - here[2] - here[4] / 2;
      const along = dx * way[0] + dy * way[1];
      const across = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
      if (along > 0.2 && along + 3 * across < least) [best, least] = [name, along + 3 * across];
    }
    if (best !== "") this.#focus(best);
  }

  /** @param {string} name */
  #focus(name) {
    this.focused = name;
    for (const cell of this.frame.querySelectorAll("[data-cell]")) {
      const own = cell.getAttribute("data-cell") === name;
      cell.setAttribute("tabindex", own ? "0" : "-1");
      if (own) /** @type {SVGElement} */ (cell).focus();
    }
  }

  /**
   * Selects a cell: as part of a move, a whole move, or a new beginning.
   * @param {string} cell
   */
  #pick(cell) {
    if (this.onMove === undefined) return;
    this.focused = cell;
    const withCells = this.legal.filter((move) => (move.cells ?? []).length > 0);
    const path = [...this.path, cell];
    let fits = withCells.filter((move) => begins(move.cells ?? [], path));
    if (fits.length > 0) {
      const whole = fits.filter((move) => move.cells?.length === path.length);
      // If a jump can continue in only one way, the rest is chosen automatically.
      if (whole.length === fits.length || (fits.length === 1 && path.length > 1)) return this.#choose(fits);
      this.path = path;
      return this.#draw();
    }
    if (this.path.length > 0) {
      fits = withCells.filter((move) => begins(move.cells ?? [], this.path) && (move.cells ?? [])[(move.cells ?? []).length - 1] === cell);
      if (fits.length > 0) return this.#choose(fits);
    }
    const again = this.path.length === 1 && this.path[0] === cell;
    this.path = !again && withCells.some((move) => move.cells?.[0] === cell) ? [cell] : [];
    const alone = withCells.filter((move) => move.cells?.[0] === cell && move.cells.length === 1);
    if (this.path.length > 0 && alone.length > 0) return this.#choose(alone);
    this.#draw();
  }

  /**
   * Chooses among several moves with the same cells: promotions.
   * @param {BoardMove[]} moves
   */
  #choose(moves) {
    this.path = [];
    if (moves.length === 1) return this.onMove?.(moves[0].move);
    this.#draw();
    const menu = h("div", { class: "choice", role: "dialog", "aria-label": "Which move?" },
      ...moves.map((move) => h("button", { type: "button", click: () => { menu.remove(); this.onMove?.(move.move); } }, move.move)),
      h("button", { type: "button", click: () => menu.remove() }, "✕"));
    this.frame.append(menu);
    menu.querySelector("button")?.focus();
  }
}

/** @param {string} name @param {Blob} blob */
export function save(name, blob) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** @param {string} svg @param {string} name */
export function saveSvg(svg, name) {
  save(name, new Blob([svg], { type: "image/svg+xml" }));
}

/** @param {string} svg @param {string} name */
export async function savePng(svg, name) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = url;
  await image.decode();
  const scale = Math.max(1, 1200 / Math.max(image.width, image.height));
  const canvas = h("canvas", { width: Math.round(image.width * scale), height: Math.round(image.height * scale) });
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => { if (blob !== null) save(name, blob); }, "image/png");
  URL.revokeObjectURL(url);
}
