// @ts-check
// Curves over the plies of a game: the agents' values and costs. Drawn by Chart.js.
import { duration, h, player, seatName, short, sideText, valueText } from "./dom.js";

/** @typedef {{move: string, short?: string, mover: number, opening?: boolean, value?: number, unit?: string, bound?: string,
 *   cpu_us?: number, wall_us?: number, nodes?: number, iterations?: number, depth?: number}} PlayedMove */

/**
 * A value on a common scale from -1 to 1 for all units: expected results are unchanged,
 * evaluations are squashed like ratings (four whole units, practically a win, are 0.82).
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

/** @type {Promise<any> | undefined} */
let loading;
/** Chart.js, loaded with the first chart; a page written by `ludex report --games` contains it. */
function library() {
  const known = /** @type {any} */ (window).Chart;
  if (known !== undefined) return Promise.resolve(known);
  loading ??= new Promise((resolve, reject) => {
    const script = h("script", { src: "chart.min.js", load: () => resolve(/** @type {any} */ (window).Chart), error: () => {
      loading = undefined;
      reject(new Error("chart.min.js was not to be had"));
    } });
    document.head.append(script);
  });
  return loading;
}

const dark = window.matchMedia("(prefers-color-scheme: dark)");

export class Chart {
  /** @param {{agents: string[], sides?: import("./dom.js").Side[] | null, moves: PlayedMove[], onPly: (ply: number) => void}} options */
  constructor({ agents, sides, moves, onPly }) {
    this.agents = agents;
    this.sides = sides;
    this.moves = moves;
    this.onPly = onPly;
    this.ply = 0;
    /** @type {any} Chart.js's */
    this.drawn = null;
    this.spent = /** @type {keyof typeof kSpent} */ ("time");
    const kinds = /** @type {(keyof typeof kSpent)[]} */ (Object.keys(kSpent)).filter((kind) => moves.some((move) => kSpent[kind].of(move) > 0));
    if (kinds.length > 0 && !kinds.includes("time")) this.spent = kinds[0];
    const choice = h("select", { "aria-label": "What the bars show", change: () => {
      this.spent = /** @type {keyof typeof kSpent} */ (choice.value);
      void this.draw();
    } }, ...kinds.map((kind) => h("option", { value: kind }, `${kind} a move`)));
    this.canvas = h("canvas", { role: "img", pointerleave: () => this.tell(this.ply) });
    this.words = h("p", { class: "chart-words" });
    this.element = h("figure", { class: "chart" },
      h("figcaption", {}, ...agents.map((agent, seat) => player(sides, seat, agent)), h("span", { class: "scale" }, this.#scale()), kinds.length > 0 && choice),
      h("div", { class: "canvas" }, this.canvas), this.words);
    const repaint = () => {
      if (this.element.isConnected) void this.draw();
      else dark.removeEventListener("change", repaint);
    };
    dark.addEventListener("change", repaint);
    this.tell(0);
    void this.draw();
  }

  /** Two curves are shown from one side; with more players each is its own player's. */
  #scale() {
    return this.agents.length === 2 ? `above: better for ${sideText(this.sides, 0)}` : "above: better for the player of the curve";
  }

  async draw() {
    this.canvas.setAttribute("aria-label", `Values by ply (${this.#scale()}${this.agents.length === 2 ? `, ${this.agents[0]}` : ""}), and ${this.spent} a move`);
    let ChartJs;
    try {
      ChartJs = await library();
    } catch (error) {
      this.words.textContent = `No chart: ${error instanceof Error ? error.message : error}`;
      return;
    }
    // Layout and colours depend on the parent, so this comes after insertion.
    await new Promise(requestAnimationFrame);
    if (!this.element.isConnected) return;
    this.drawn?.destroy();
    this.drawn = new ChartJs(this.canvas, this.#description());
  }

  #description() {
    const styles = getComputedStyle(this.element);
    const colour = (/** @type {string} */ name) => styles.getPropertyValue(`--${name}`).trim();
    const units = [...new Set(this.moves.filter((move) => move.value !== undefined).map((move) => move.unit))];
    const unit = units.length === 1 ? units[0] : "expected";
    const steps = unit === "centi" ? [-800, -200, 0, 200, 800] : unit === "score" ? [-32, -8, 0, 8, 32] : [-1, -0.5, 0, 0.5, 1];
    const kind = kSpent[this.spent];
    const seats = this.agents.map((_, seat) => [seatName(seat), this.agents.length === 2 && seat === 1 ? -1 : 1]);
    const curves = seats.map(([look, sign], seat) => ({
      type: "line", label: this.agents[seat], borderColor: colour(String(look)), backgroundColor: colour(String(look)), borderWidth: 1.8, pointRadius: this.moves.length < 240 ? 2 : 0,
      data: this.moves.flatMap((move, i) => (move.mover !== seat || move.value === undefined || move.bound === "none" ? [] : [{ x: i + 1, y: bent(move.value, move.unit) * Number(sign) }])),
    }));
    const width = Math.max(1, Math.min(8, (0.8 * this.canvas.clientWidth) / Math.max(1, this.moves.length)));
    const bars = seats.map(([look], seat) => ({
      type: "bar", label: `${this.agents[seat]}: ${this.spent}`, backgroundColor: colour(String(look)), yAxisID: "spent", grouped: false, barThickness: width,
      data: this.moves.flatMap((move, i) => (move.mover === seat && kind.of(move) > 0 ? [{ x: i + 1, y: kind.of(move) }] : [])),
    }));
    const most = Math.max(...this.moves.map(kind.of), 1e-12);
    const text = { color: colour("soft"), font: { size: 11 } };
    const grid = { color: (/** @type {any} */ line) => colour(line.tick?.value === 0 ? "line" : "hair"), borderColor: colour("line"), drawTicks: false };
    const at = (/** @type {any} */ event, /** @type {any} */ chart) =>
      Math.max(0, Math.min(this.moves.length, Math.round(chart.scales.x.getValueForPixel(event.x))));
    return {
      data: { datasets: [...curves, ...bars] },
      options: {
        animation: false, maintainAspectRatio: false, layout: { padding: { top: 4, right: 4 } },
        events: ["mousemove", "click", "touchstart", "touchmove"],
        onHover: (/** @type {any} */ event, /** @type {any} */ _, /** @type {any} */ chart) => this.tell(at(event, chart)),
        onClick: (/** @type {any} */ event, /** @type {any} */ _, /** @type {any} */ chart) => this.onPly(at(event, chart)),
        plugins: { legend: { display: false }, tooltip: { enabled: false } },
        scales: {
          x: { type: "linear", min: 0, max: Math.max(1, this.moves.length + 0.5), offset: false, grid: { display: false }, ticks: { ...text, precision: 0, maxRotation: 0, includeBounds: false } },
          spent: { min: 0, max: 1.3 * most, stack: "plies", stackWeight: 1, grid, ticks: { ...text, callback: (/** @type {number} */ value) => (value > 0 ? kind.text(value) : "") },
            afterBuildTicks: (/** @type {any} */ axis) => { axis.ticks = [{ value: 0 }, { value: most }]; } },
          y: { min: -1.06, max: 1.06, stack: "plies", stackWeight: 3, grid, ticks: { ...text, callback: (/** @type {number} */ _, /** @type {number} */ i) => (unit === "centi" ? String(steps[i] / 100) : String(steps[i])) },
            afterBuildTicks: (/** @type {any} */ axis) => { axis.ticks = steps.map((step) => ({ value: bent(step, unit) })); } },
        },
      },
      plugins: [{ id: "cursor", afterDatasetsDraw: (/** @type {any} */ chart) => {
        const x = chart.scales.x.getPixelForValue(this.ply);
        const pen = chart.ctx;
        pen.save();
        pen.strokeStyle = colour("ink");
        pen.globalAlpha = 0.6;
        pen.setLineDash([3, 3]);
        pen.beginPath();
        pen.moveTo(x, chart.scales.y.top);
        pen.lineTo(x, chart.scales.spent.bottom);
        pen.stroke();
        pen.restore();
      } }],
    };
  }

  /** @param {number} ply */
  at(ply) {
    this.ply = ply;
    this.drawn?.draw();
    this.tell(ply);
  }

  /**
   * A text on a ply, below the picture.
   * @param {number} ply
   */
  tell(ply) {
    const move = this.moves[ply - 1];
    this.words.textContent = move === undefined ? "before the first move" : moveWords(ply, move, this.agents);
  }
}

/** @param {number} ply @param {PlayedMove} move @param {string[]} agents */
export function moveWords(ply, move, agents) {
  const parts = [`${ply}. ${move.short ?? move.move}`, move.opening ? "opening" : agents[move.mover] ?? "chance"];
  const value = valueText(move.value, move.unit, move.bound);
  if (value !== "") parts.push(`value ${value}`);
  if (move.depth) parts.push(`depth ${move.depth}`);
  if (move.iterations) parts.push(`${short(move.iterations)} iterations`);
  if (move.nodes) parts.push(`${short(move.nodes)} nodes`);
  if (seconds(move) > 0) parts.push(duration(seconds(move)));
  return parts.join(" · ");
}
