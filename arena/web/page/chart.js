// @ts-check
// Curves over the plies of a game: what both agents thought of it, and what they spent.
import { duration, h, replace, s, short, valueText } from "./dom.js";

/** @typedef {{move: string, short?: string, mover: number, opening?: boolean, value?: number, unit?: string, bound?: string,
 *   cpu_us?: number, wall_us?: number, nodes?: number, iterations?: number, depth?: number}} PlayedMove */

const kWidth = 640;
const kHeight = 170;
const kBars = 56;
const kLeft = 40;

/**
 * A value on a scale from -1 to 1 on which units can stand beside each other: an expected result is what it is,
 * an evaluation is bent as ratings are (four whole units, as good as won, are 0.82).
 * @param {number} value @param {string | undefined} unit
 */
export function bent(value, unit) {
  if (unit === "expected") return Math.max(-1, Math.min(1, value));
  return 2 / (1 + 10 ** (-(unit === "centi" ? value / 400 : value / 16))) - 1;
}

/** @param {PlayedMove} move */
export const seconds = (move) => (move.wall_us ?? move.cpu_us ?? 0) / 1e6;

const kSpent = {
  time: { of: seconds, text: duration },
  nodes: { of: (/** @type {PlayedMove} */ move) => move.nodes ?? 0, text: short },
  iterations: { of: (/** @type {PlayedMove} */ move) => move.iterations ?? 0, text: short },
  depth: { of: (/** @type {PlayedMove} */ move) => move.depth ?? 0, text: String },
};

export class Chart {
  /** @param {{agents: string[], moves: PlayedMove[], onPly: (ply: number) => void}} options */
  constructor({ agents, moves, onPly }) {
    this.agents = agents;
    this.moves = moves;
    this.onPly = onPly;
    this.ply = 0;
    this.spent = /** @type {keyof typeof kSpent} */ ("time");
    const kinds = /** @type {(keyof typeof kSpent)[]} */ (Object.keys(kSpent)).filter((kind) => moves.some((move) => kSpent[kind].of(move) > 0));
    if (kinds.length > 0 && !kinds.includes("time")) this.spent = kinds[0];
    const choice = h("select", { "aria-label": "What the bars show", change: () => {
      this.spent = /** @type {keyof typeof kSpent} */ (choice.value);
      this.draw();
    } }, ...kinds.map((kind) => h("option", { value: kind }, `${kind} a move`)));
    this.place = h("div");
    this.words = h("p", { class: "chart-words" });
    this.cursor = s("line", { class: "cursor", y1: 0, y2: kHeight + kBars });
    this.element = h("figure", { class: "chart" },
      h("figcaption", {}, h("span", { class: "key first" }, agents[0]), h("span", { class: "key second" }, agents[1]), kinds.length > 0 && choice),
      this.place, this.words);
    this.draw();
  }

  /** @param {number} ply */
  x(ply) {
    return kLeft + ((kWidth - kLeft - 6) * ply) / Math.max(1, this.moves.length);
  }

  draw() {
    const units = [...new Set(this.moves.filter((move) => move.value !== undefined).map((move) => move.unit))];
    const svg = s("svg", { viewBox: `0 0 ${kWidth} ${kHeight + kBars}`, role: "img",
      "aria-label": `Values by ply for ${this.agents[0]} (above: better for the first player), and ${this.spent} a move` });
    const y = (/** @type {number} */ v) => kHeight / 2 - v * (kHeight / 2 - 8);
    const ticks = units.length === 1 && units[0] === "centi" ? [-800, -200, 0, 200, 800] : units.length === 1 && units[0] === "score" ? [-32, -8, 0, 8, 32] : [-1, -0.5, 0, 0.5, 1];
    const unit = units.length === 1 ? units[0] : "expected";
    for (const tick of ticks) {
      const at = y(bent(tick, unit));
      svg.append(s("line", { class: tick === 0 ? "axis" : "grid", x1: kLeft, x2: kWidth, y1: at, y2: at }),
        s("text", { class: "tick", x: kLeft - 5, y: at + 4 }, unit === "centi" ? String(tick / 100) : String(tick)));
    }
    for (const seat of [0, 1]) {
      const points = [];
      for (const [i, move] of this.moves.entries()) {
        if (move.mover !== seat || move.value === undefined || move.bound === "none") continue;
        points.push(`${this.x(i + 1).toFixed(1)},${y(bent(move.value, move.unit) * (seat === 0 ? 1 : -1)).toFixed(1)}`);
      }
      if (points.length === 0) continue;
      const look = seat === 0 ? "first" : "second";
      svg.append(s("polyline", { class: `curve ${look}`, points: points.join(" ") }));
      if (points.length < 120) for (const point of points) {
        const [cx, cy] = point.split(",");
        svg.append(s("circle", { class: `dot ${look}`, cx, cy, r: 2 }));
      }
    }
    const kind = kSpent[this.spent];
    const most = Math.max(...this.moves.map(kind.of), 1e-12);
    const width = Math.max(0.8, Math.min(8, (this.x(1) - this.x(0)) * 0.8));
    for (const [i, move] of this.moves.entries()) {
      const height = (kind.of(move) / most) * (kBars - 10);
      if (height <= 0) continue;
      svg.append(s("rect", { class: `bar ${move.mover === 0 ? "first" : "second"}`, x: this.x(i + 1) - width / 2, y: kHeight + kBars - height, width, height }));
    }
    svg.append(s("text", { class: "tick", x: kLeft - 5, y: kHeight + 14 }, kind.text(most)), this.cursor);
    const plyAt = (/** @type {PointerEvent} */ event) => {
      const box = svg.getBoundingClientRect();
      const at = ((event.clientX - box.left) / box.width) * kWidth;
      return Math.max(0, Math.min(this.moves.length, Math.round(((at - kLeft) / (kWidth - kLeft - 6)) * this.moves.length)));
    };
    svg.addEventListener("click", (event) => this.onPly(plyAt(/** @type {PointerEvent} */ (event))));
    svg.addEventListener("pointermove", (event) => this.tell(plyAt(/** @type {PointerEvent} */ (event))));
    svg.addEventListener("pointerleave", () => this.tell(this.ply));
    replace(this.place, svg);
    this.at(this.ply);
  }

  /** @param {number} ply */
  at(ply) {
    this.ply = ply;
    this.cursor.setAttribute("x1", String(this.x(ply)));
    this.cursor.setAttribute("x2", String(this.x(ply)));
    this.tell(ply);
  }

  /**
   * Words about a ply under the picture.
   * @param {number} ply
   */
  tell(ply) {
    const move = this.moves[ply - 1];
    this.words.textContent = move === undefined ? "before the first move" : moveWords(ply, move, this.agents);
  }
}

/** @param {number} ply @param {PlayedMove} move @param {string[]} agents */
export function moveWords(ply, move, agents) {
  const parts = [`${ply}. ${move.short ?? move.move}`, move.opening ? "opening" : agents[move.mover]];
  const value = valueText(move.value, move.unit, move.bound);
  if (value !== "") parts.push(`value ${value}`);
  if (move.depth) parts.push(`depth ${move.depth}`);
  if (move.iterations) parts.push(`${short(move.iterations)} iterations`);
  if (move.nodes) parts.push(`${short(move.nodes)} nodes`);
  if (seconds(move) > 0) parts.push(duration(seconds(move)));
  return parts.join(" · ");
}
