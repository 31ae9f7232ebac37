// @ts-check
// A game against agents, or between them.
import { Agent } from "./agent.js";
import { post } from "./api.js";
import { Board } from "./board.js";
import { h, kChance, kMostSeats, player, replace, roll, seatName, sideText, valueText } from "./dom.js";
import { BudgetForm, PluginForm, players, plugins } from "./forms.js";

const kHuman = "you";
const kKept = "ludex-play";

/** @typedef {{game: string, position: string, moves: string[], seats: string[], budgets: Record<string, number>[], values: boolean}} State */

/** @returns {State} */
function begin() {
  return { game: "hex:size=7", position: "", moves: [], seats: [kHuman, "uct"], budgets: [{ seconds: 1 }, { seconds: 1 }], values: true };
}

/** @param {HTMLElement} main @param {URLSearchParams} query @returns {Promise<() => void>} */
export async function showPlay(main, query) {
  document.title = "Play · Ludex";
  const { games, agents } = await plugins();
  /** @type {State} */
  let state = begin();
  try {
    Object.assign(state, JSON.parse(sessionStorage.getItem(kKept) ?? "{}"));
  } catch {
    // Ignores stored data that is not ours.
  }
  if (query.get("game") !== null) Object.assign(state, { game: query.get("game"), position: query.get("position") ?? "", moves: (query.get("moves") ?? "").split(" ").filter(Boolean) });
  const keep = () => sessionStorage.setItem(kKept, JSON.stringify(state));

  /** @type {any} */
  let now = null;
  /** @type {(Agent | null)[]} */
  let sitting = [];
  let turn = 0; // changes whenever a pending answer becomes obsolete
  let paused = false;
  let gone = false;

  const board = new Board({ label: "Board", onMove: (move) => play(move) });
  const status = h("p", { class: "message", role: "status" });
  const all = Array.from({ length: kMostSeats }, (_, seat) => seat);
  let count = state.seats.length; // of the game in the form
  const values = all.map(() => h("p", { class: "value" }));
  const moves = h("ol", { class: "moves" });
  const hintButton = h("button", { type: "button", click: () => void hint() }, "Hint");
  const pauseButton = h("button", { type: "button", click: () => { paused = !paused; void next(); } }, "Pause");
  const stopButton = h("button", { type: "button", click: () => sitting.forEach((agent) => agent?.stop()) }, "Move now");

  // Settings of the game.
  const gameForm = new PluginForm(games, state.game, { label: "Game", changed: () => void allow() });
  const position = h("input", { type: "text", value: state.position, placeholder: "initial position", "aria-label": "Position" });
  const legends = all.map((seat) => h("legend", {}, player(null, seat)));
  const seatForms = all.map((seat) => new PluginForm(agents, state.seats[seat] ?? "uct", { label: sideText(null, seat), changed: () => undefined, extra: [kHuman] }));
  const budgetForms = all.map((seat) => new BudgetForm(state.budgets[seat] ?? { seconds: 1 }, () => { state.budgets = budgetForms.slice(0, state.seats.length).map((form) => form.value); keep(); }));
  const seatSets = all.map((seat) => h("fieldset", {}, legends[seat], seatForms[seat].element, h("label", {}, "per move ", budgetForms[seat].element)));
  const seatCount = () => seatSets.forEach((set, seat) => { set.hidden = seat >= count; });
  seatCount();
  const ownDice = h("input", { type: "checkbox", change: () => void show() });
  const showValues = h("input", { type: "checkbox", checked: state.values, change: () => { state.values = showValues.checked; keep(); drawValues(); } });
  const setup = h("form", { class: "setup", submit: (/** @type {Event} */ event) => { event.preventDefault(); void start(); } },
    h("fieldset", {}, h("legend", {}, "Game"), gameForm.element, h("label", {}, "From position ", position)),
    ...seatSets,
    h("div", { class: "tools" }, h("button", { type: "submit", class: "main" }, "New game"), h("label", {}, showValues, " show what agents think"), h("label", {}, ownDice, " I roll the dice")));
  const allow = async () => {
    try {
      const { can, count: seats } = await players(gameForm.text);
      for (const form of seatForms) form.only(can);
      count = seats;
      seatCount();
    } catch (error) {
      say(error);
    }
  };

  replace(main, h("h1", {}, "Play"), h("div", { class: "replay" },
    h("div", { class: "side-board" }, ...values.slice(1), board.element, values[0], status,
      h("div", { class: "tools" }, h("button", { type: "button", click: () => takeBack() }, "Take back"), h("button", { type: "button", click: () => swap() }, "Swap sides"), hintButton, stopButton, pauseButton,
        h("button", { type: "button", click: () => { window.location.hash = `#/analyse?${new URLSearchParams({ game: state.game, position: state.position, moves: state.moves.join(" ") })}`; } }, "Analyse"))),
    h("div", { class: "side-facts" }, moves, setup)));

  /** @param {unknown} error */
  function say(error) {
    status.textContent = error instanceof Error ? error.message : String(error);
    status.classList.add("fault");
  }
  const name = (/** @type {number} */ seat) => (state.seats[seat] === kHuman ? "You" : state.seats[seat]);
  const side = (/** @type {number} */ seat) => sideText(now?.sides, seat);

  /** @type {any[]} */
  let reports = [];
  function drawValues() {
    for (const seat of all) {
      const report = reports[seat] ?? null;
      values[seat].hidden = seat >= state.seats.length;
      const text = report === null || !state.values ? "" : [valueText(report.value, report.unit, report.bound), report.outcome !== "unknown" && report.outcome !== undefined ? `proven ${report.outcome}` : "", (report.pv ?? []).slice(0, 8).join(" ")].filter(Boolean).join(" · ");
      replace(values[seat], player(now?.sides, seat, name(seat)), " ", text);
    }
  }

  async function start() {
    close();
    state = { game: gameForm.text, position: position.value.trim(), moves: [], seats: seatForms.slice(0, count).map((form) => form.text), budgets: budgetForms.slice(0, count).map((form) => form.value), values: showValues.checked };
    paused = false;
    await show();
  }
  function close() {
    sitting.forEach((agent) => agent?.close());
    sitting = [];
    reports = [];
  }

  async function show() {
    const own = ++turn;
    keep();
    try {
      const answer = await post("/api/position", { game: state.game, position: state.position, moves: state.moves });
      if (own !== turn || gone) return;
      now = answer;
    } catch (error) {
      return say(error);
    }
    status.classList.remove("fault");
    // A position from elsewhere may belong to a game of more players.
    while (state.seats.length < now.players) state.seats.push(seatForms[state.seats.length].text), state.budgets.push({ seconds: 1 });
    state.seats.length = state.budgets.length = now.players;
    const mine = now.to_move === kChance ? ownDice.checked : now.to_move !== null && state.seats[now.to_move] === kHuman;
    board.show(now.board, mine ? now : { cells: now.cells });
    replace(moves, ...now.moves.map((/** @type {any} */ move, /** @type {number} */ i) => h("li", { class: seatName(move.mover) }, h("span", { class: "n" }, `${i + 1}.`), " ", h("b", {}, move.move))));
    moves.scrollTop = moves.scrollHeight;
    legends.forEach((legend, seat) => replace(legend, player(now.sides, seat)));
    drawValues();
    await next();
  }

  /** Lets the player to move act. */
  async function next() {
    const own = ++turn;
    const both = !state.seats.includes(kHuman);
    pauseButton.hidden = !both;
    pauseButton.textContent = paused ? "Go on" : "Pause";
    stopButton.hidden = state.seats.every((seat) => seat === kHuman);
    if (now.to_move === null) {
      const winner = Number(now.status.slice(-1));
      const results = (now.returns ?? []).map((/** @type {number} */ value, /** @type {number} */ i) => `${side(i)} ${value > 0 ? "+" : ""}${Number(value.toFixed(3))}`);
      status.textContent = results.length > 2 ? `Over: ${results.join(", ")}.` : now.status === "draw" ? "Drawn." : `${side(winner)} has won: ${name(winner)}.`;
      return;
    }
    const seat = now.to_move;
    if (seat === kChance && !ownDice.checked) return play(roll(now.legal));
    if (seat === kChance) {
      status.textContent = "What came up?";
      return;
    }
    if (state.seats[seat] === kHuman) {
      status.textContent = `Your move: ${side(seat)}.`;
      return;
    }
    if (both && paused) {
      status.textContent = `${side(seat)} to move: ${name(seat)}; paused.`;
      return;
    }
    status.textContent = `${side(seat)} to move: ${name(seat)} is thinking …`;
    const agent = (sitting[seat] ??= new Agent(state.game, state.seats[seat]));
    try {
      const report = await agent.think({ position: state.position, moves: state.moves, seat, budget: state.budgets[seat] }, (progress) => {
        if (own !== turn) return;
        reports[seat] = progress;
        drawValues();
      });
      if (own !== turn || gone) return;
      reports[seat] = report;
      play(report.move);
    } catch (error) {
      if (own === turn && !gone) say(error);
    }
  }

  /** @param {string} move */
  function play(move) {
    state.moves = [...state.moves, move];
    status.textContent = "";
    void show();
  }
  /** Returns to the last position in which a human was to move. */
  function takeBack() {
    sitting.forEach((agent) => agent?.search?.abort());
    const human = state.seats.indexOf(kHuman);
    const kept = now?.moves ?? [];
    let n = state.moves.length;
    do n -= 1; while (n > 0 && human >= 0 && kept[n] !== undefined && state.seats[kept[n].mover] !== kHuman);
    state.moves = state.moves.slice(0, Math.max(0, n));
    if (human < 0) paused = true;
    void show();
  }
  function swap() {
    close();
    state.seats.unshift(...state.seats.splice(-1));
    state.budgets.unshift(...state.budgets.splice(-1));
    state.seats.forEach((text, seat) => { seatForms[seat].text = text; });
    void show();
  }
  async function hint() {
    if (now === null || now.to_move === null || now.to_move === kChance) return;
    const own = turn;
    const asked = state.seats.find((seat) => seat !== kHuman) ?? "uct";
    const agent = new Agent(state.game, asked);
    status.textContent = `${asked} looks at it …`;
    try {
      const report = await agent.think({ position: state.position, moves: state.moves, seat: now.to_move, budget: { seconds: 1 } });
      if (own !== turn) return;
      const move = now.legal.find((/** @type {any} */ one) => one.move === report.move);
      board.mark((move?.cells ?? []).map((/** @type {string} */ cell) => ({ cell, strength: 0.5, title: "hint" })));
      status.textContent = `${asked} suggests ${report.move}`;
    } catch (error) {
      say(error);
    } finally {
      agent.close();
    }
  }

  void allow();
  await show();
  return () => {
    gone = true;
    turn += 1;
    close();
  };
}
