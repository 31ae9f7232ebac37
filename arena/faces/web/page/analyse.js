// @ts-check
// A position searched by one agent, or by two side by side, deeper and deeper; their results and trees.
import { Agent } from "./agent.js";
import { post } from "./api.js";
import { Board } from "./board.js";
import { duration, endText, h, kChance, player, replace, short, sideText, valueText } from "./dom.js";
import { PluginForm, players, plugins } from "./forms.js";
import { showTree } from "./tree.js";

/** @param {HTMLElement} main @param {URLSearchParams} query @returns {Promise<() => void>} */
export async function showAnalysis(main, query) {
  document.title = "Analyse · Ludex";
  const { games, agents } = await plugins();
  const state = { game: query.get("game") ?? "othello", position: query.get("position") ?? "", moves: (query.get("moves") ?? "").split(" ").filter(Boolean) };
  /** @type {any} */
  let now = null;
  let turn = 0;
  let gone = false;

  const board = new Board({ label: "Position", onMove: (move) => { state.moves = [...state.moves, move]; void show(); } });
  const line = new Board({ label: "A line of play" });
  const lineTitle = h("p", { class: "message" });
  const lineBox = h("div", { class: "second-board", hidden: true }, lineTitle, line.element);
  const status = h("p", { class: "message", role: "status" });
  // The present selection is shown and searched at once.
  const gameForm = new PluginForm(games, state.game, { label: "Game", changed: () => {
    position.value = "";
    moves.value = "";
    setUp();
  } });
  const position = h("input", { type: "text", value: state.position, placeholder: "initial position", "aria-label": "Position", change: () => setUp() });
  const moves = h("input", { type: "text", value: state.moves.join(" "), placeholder: "moves from there", "aria-label": "Moves", change: () => setUp() });
  const setUp = () => {
    const next = { game: gameForm.text, position: position.value.trim(), moves: moves.value.split(/\s+/).filter(Boolean) };
    if (now !== null && JSON.stringify(next) === JSON.stringify(state)) return;
    Object.assign(state, next);
    for (const panel of panels) panel.reset();
    void allow();
    void show();
  };
  const setup = h("form", { class: "setup", submit: (/** @type {Event} */ event) => {
    event.preventDefault();
    setUp();
  } }, h("fieldset", {}, h("legend", {}, "Position"), gameForm.element, h("label", {}, "Position ", position), h("label", {}, "Moves ", moves), h("button", { type: "submit", class: "main" }, "Set up")));
  const panels = [makePanel(0), makePanel(1)];

  /** @param {unknown} error */
  function say(error) {
    status.textContent = error instanceof Error ? error.message : String(error);
    status.classList.add("fault");
  }
  async function allow() {
    try {
      const game = state.game;
      const { can } = await players(game);
      if (game === state.game) for (const panel of panels) panel.only(can);
    } catch (error) {
      say(error);
    }
  }
  async function show() {
    const own = ++turn;
    for (const panel of panels) panel.halt();
    lineBox.hidden = true;
    try {
      const answer = await post("/api/position", { game: state.game, position: state.position, moves: state.moves });
      if (own !== turn || gone) return;
      now = answer;
    } catch (error) {
      if (own !== turn || gone) return;
      // Only the position on the board is searched.
      if (now !== null && now.game === state.game) state.moves = now.moves.map((/** @type {any} */ move) => move.move);
      else now = null;
      return say(error);
    }
    now.game = state.game;
    status.classList.remove("fault");
    moves.value = state.moves.join(" ");
    const address = new URLSearchParams({ game: state.game, position: state.position, moves: state.moves.join(" ") });
    history.replaceState(null, "", `#/analyse?${address}`);
    board.show(now.board, now);
    replace(status, ...(now.to_move === kChance ? ["Chance decides: choose an outcome."] : now.to_move !== null ? [player(now.sides, now.to_move), " to move."]
      : now.status === "draw" ? ["Drawn."] : [player(now.sides, Number(now.status.slice(-1))), " has won."]));
    for (const panel of panels) panel.goOn();
  }
  /**
   * Shows a line of play on the second board.
   * @param {string[]} path
   */
  async function showLine(path) {
    try {
      const answer = await post("/api/position", { game: state.game, position: state.position, moves: state.moves.concat(path) });
      lineBox.hidden = false;
      lineTitle.textContent = `after ${path.join(" ")}`;
      line.show(answer.board);
    } catch (error) {
      say(error);
    }
  }

  /** @param {number} number */
  function makePanel(number) {
    /** @type {Agent | null} */
    let agent = null;
    let running = false;
    let round = 0;
    const name = number === 0 ? "Agent" : "Second agent";
    const form = new PluginForm(agents, number === 0 ? (query.get("agent") ?? "uct") : "alpha-beta", { label: name, changed: () => reset() });
    const facts = h("p", { class: "facts", role: "status" });
    const variation = h("p", { class: "variation" });
    const table = h("div", { class: "wide" });
    const tree = h("div", {});
    const treeButton = h("button", { type: "button", hidden: true, click: () => void lookAtTree() }, "Tree");
    const button = h("button", { type: "button", class: "main", click: () => { running = !running; running ? void search() : agent?.stop(); label(); } }, "Search");
    const label = () => { button.textContent = running ? "Stop" : "Search"; };
    const element = h("section", { class: "panel", "aria-label": name }, form.element, h("div", { class: "tools" }, button, treeButton), facts, variation, table, tree);

    /** @param {any} report @param {number} seconds */
    function draw(report, seconds) {
      facts.textContent = [valueText(report.value, report.unit, report.bound) && `value ${valueText(report.value, report.unit, report.bound)} for ${sideText(now.sides, now.to_move)}`, report.outcome && report.outcome !== "unknown" && `proven ${report.outcome}`,
        report.depth > 0 && `depth ${report.depth}`, report.iterations > 0 && `${short(report.iterations)} iterations`, report.nodes > 0 && `${short(report.nodes)} nodes`, duration(seconds)].filter(Boolean).join(" · ");
      replace(variation, ...(report.pv ?? []).map((/** @type {string} */ move, /** @type {number} */ i) => h("button", { type: "button", class: "link", click: () => void showLine(report.pv.slice(0, i + 1)) }, move)));
      if (report.root === undefined) return;
      const all = report.root.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.visits, 0);
      const best = [...report.root].sort((a, b) => b.visits - a.visits || (b.value ?? -Infinity) - (a.value ?? -Infinity));
      const most = Math.max(1, ...best.map((one) => one.visits));
      replace(table, h("table", {}, h("thead", {}, h("tr", {}, ...["Move", "Visits", "", `Value for ${sideText(now.sides, now.to_move)}`, "Proven"].map((text, i) => h("th", { scope: "col", class: i === 1 || i === 3 ? "n" : "" }, text)))),
        h("tbody", {}, ...best.slice(0, 12).map((one) => h("tr", {}, h("th", { scope: "row" }, h("button", { type: "button", class: "link", click: () => { state.moves = [...state.moves, one.move]; void show(); } }, one.move)),
          h("td", { class: "n" }, short(one.visits)), h("td", {}, h("meter", { max: Math.max(1, all), value: one.visits })), h("td", { class: "n" }, valueText(one.value, report.unit, one.bound)), h("td", {}, one.outcome === "unknown" ? "" : one.outcome))))));
      // Heat and numbers on the board; while the first agent is there, the second one's appear only in its table.
      if (number === 1 && panels[0].shown()) return;
      /** @type {Map<string, import("./board.js").Mark>} */
      const marks = new Map();
      for (const one of best) {
        const cells = now.legal.find((/** @type {any} */ move) => move.move === one.move)?.cells ?? [];
        const cell = cells[cells.length - 1];
        if (cell === undefined || marks.has(cell) || one.visits === 0) continue;
        const value = valueText(one.value, report.unit, "exact").replace(/^\+?(-?)0\./, "$1.");
        const brief = endText(one.value, report.unit) === null ? value.slice(0, 5) : value.startsWith("win") ? "win" : "loss";
        marks.set(cell, { cell, strength: one.visits / most, text: one.visits >= most / 50 ? brief : "", title: `${short(one.visits)} visits, value ${value}` });
      }
      board.mark([...marks.values()]);
    }

    let drawn = false;
    async function search() {
      const own = turn;
      const started = performance.now();
      let spent = 0;
      replace(tree);
      treeButton.hidden = true;
      if (now === null) {
        running = false;
        return label();
      }
      if (agent !== null && (agent.game !== state.game || agent.agent !== form.text)) {
        agent.close();
        agent = null;
      }
      agent ??= new Agent(state.game, form.text);
      // Each round continues the last one if the agent keeps its tree, and else takes twice its time.
      for (round = 0; running && own === turn && !gone && now.to_move !== null && now.to_move !== kChance; ++round) {
        const seconds = Math.min(8, 0.25 * 2 ** round);
        try {
          const report = await agent.think({ position: state.position, moves: state.moves, seat: now.to_move, budget: { seconds } }, (progress) => {
            const value = valueText(progress.value, progress.unit, progress.bound);
            if (own === turn) facts.textContent = [value && `value ${value} for ${sideText(now.sides, now.to_move)}`, progress.depth > 0 && `depth ${progress.depth}`, `${short(progress.nodes || progress.iterations)} ${progress.nodes ? "nodes" : "iterations"}`, duration((performance.now() - started) / 1000)].filter(Boolean).join(" · ");
          });
          if (own !== turn || gone) return;
          spent += report.wall_seconds;
          draw(report, spent);
          drawn = true;
          treeButton.hidden = !report.tree;
          if (report.outcome !== "unknown" || report.wall_seconds < seconds * 0.5 || spent > 120) break;
        } catch (error) {
          if (own !== turn || gone) return;
          facts.textContent = error instanceof Error ? error.message : String(error);
          agent = null;
          break;
        }
      }
      if (own === turn) running = false;
      label();
    }
    async function lookAtTree() {
      if (agent === null) return;
      const own = agent;
      running = false;
      own.stop();
      label();
      for (let i = 0; i < 200 && own.search !== null; ++i) await new Promise((done) => window.setTimeout(done, 20));
      try {
        await showTree(tree, (path, column) => own.inspect(path, column), (path) => void showLine(path), sideText(now.sides, now.to_move));
      } catch (error) {
        replace(tree, error instanceof Error ? error.message : String(error));
      }
    }
    function reset() {
      agent?.close();
      agent = null;
      running = false;
      drawn = false;
      label();
      replace(table), replace(variation), replace(tree), replace(facts);
      treeButton.hidden = true;
    }
    return {
      element, form, reset,
      /** @param {Set<string>} can */
      only: (can) => {
        const before = form.text;
        form.only(can);
        if (form.text !== before) reset();
      },
      shown: () => drawn,
      halt: () => agent?.search?.abort(),
      goOn: () => {
        drawn = false;
        replace(tree);
        if (running) window.setTimeout(() => void search(), 60);
        else replace(table), replace(variation), replace(facts), (treeButton.hidden = true);
      },
    };
  }

  replace(main, h("h1", {}, "Analyse"), h("div", { class: "replay" },
    h("div", { class: "side-board" }, board.element, status, h("div", { class: "tools" },
      h("button", { type: "button", click: () => { state.moves = state.moves.slice(0, -1); void show(); } }, "Take back"),
      h("button", { type: "button", click: () => { window.location.hash = `#/play?${new URLSearchParams({ game: state.game, position: state.position, moves: state.moves.join(" ") })}`; } }, "Play from here")), lineBox),
    h("div", { class: "side-facts" }, h("div", { class: "panels" }, ...panels.map((panel) => panel.element)), setup)));
  void allow();
  await show();
  return () => {
    gone = true;
    turn += 1;
    for (const panel of panels) panel.reset();
  };
}
