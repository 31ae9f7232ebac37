// @ts-check
// One tournament: standings, crosstable, faults, games; updated while it is played.
import { follow, get } from "./api.js";
import { duration, fixed, gamesHead, grouped, h, opponents, redraw, replace, s } from "./dom.js";

const kRow = 28;
const kPage = 100;
// Browsers limit the height of elements to about 17 million pixels.
const kHighest = 8_000_000;

/** Only the rows that are seen exist. */
class GameList {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.total = 0;
    /** @type {Map<number, any[] | null>} null: asked for */
    this.pages = new Map();
    this.filter = new URLSearchParams();
    this.version = 0;
    this.space = h("div", { class: "space" });
    this.rows = h("div", { class: "rows", role: "rowgroup" });
    this.count = h("p", { role: "status" });
    this.scroller = h("div", { class: "games", role: "table", tabindex: 0, "aria-label": "Games, the last first", scroll: () => this.draw() }, gamesHead(), this.space, this.rows);
    this.element = h("div", {}, this.count, this.scroller);
  }

  /** @param {URLSearchParams} filter */
  choose(filter) {
    this.filter = filter;
    this.scroller.scrollTop = 0;
    this.renew();
  }

  /** What is known is old. */
  renew() {
    this.version += 1;
    this.pages.clear();
    void this.#load(Math.floor(this.#first() / kPage));
  }

  #first() {
    const height = this.total * kRow;
    const view = this.scroller.clientHeight;
    if (height <= kHighest) return Math.floor(this.scroller.scrollTop / kRow);
    const share = this.scroller.scrollTop / Math.max(1, kHighest - view);
    return Math.floor(share * Math.max(0, this.total - Math.floor(view / kRow)));
  }

  /** @param {number} page */
  async #load(page) {
    if (this.pages.has(page)) return;
    this.pages.set(page, null);
    const version = this.version;
    const query = new URLSearchParams(this.filter);
    query.set("from", String(page * kPage));
    query.set("count", String(kPage));
    try {
      const { total, games } = await get(`/api/tournaments/${this.id}/games?${query}`);
      if (version !== this.version) return;
      this.total = total;
      this.pages.set(page, games);
      this.count.textContent = `${grouped(total)} games`;
    } catch (error) {
      if (version === this.version) this.pages.delete(page);
      this.count.textContent = String(error instanceof Error ? error.message : error);
      return;
    }
    this.draw();
  }

  draw() {
    const first = this.#first();
    const shown = Math.ceil(this.scroller.clientHeight / kRow) + 1;
    this.space.style.height = `${Math.min(kHighest, this.total * kRow)}px`;
    const compressed = this.total * kRow > kHighest;
    this.rows.style.transform = `translateY(${compressed ? this.scroller.scrollTop : first * kRow}px)`;
    const rows = [];
    for (let i = first; i < Math.min(this.total, first + shown); ++i) {
      const page = Math.floor(i / kPage);
      const games = this.pages.get(page);
      if (games === undefined) void this.#load(page);
      const game = games?.[i % kPage];
      rows.push(game === undefined ? h("div", { class: "row", role: "row" }, "…") : h("a", { class: "row", role: "row", href: `#/t/${this.id}/g/${game.number}` },
        h("span", { role: "cell", class: "n" }, game.number), h("span", { role: "cell" }, opponents(game.agents)[0]), h("b", { role: "cell", title: game.outcome }, game.outcome), h("span", { role: "cell" }, opponents(game.agents)[1]),
        h("span", { role: "cell", class: "label" }, game.game), h("span", { role: "cell", class: "n" }, game.plies),
        h("span", { role: "cell", class: game.fault ? "ending" : "" }, game.termination)));
    }
    redraw(this.rows, rows);
  }
}

/** @param {any} summary */
function totals(summary) {
  const n = summary.names.length;
  /** @type {number[][][]} row against column: won, drawn, lost */
  const cross = Array.from({ length: n }, () => Array.from({ length: n }, () => [0, 0, 0]));
  for (const [i, j, won, drawn, lost] of summary.cross) {
    cross[i][j] = [cross[i][j][0] + won, cross[i][j][1] + drawn, cross[i][j][2] + lost];
    if (i !== j) cross[j][i] = [cross[j][i][0] + lost, cross[j][i][1] + drawn, cross[j][i][2] + won];
  }
  return cross;
}

/**
 * "Advantage of moving first 27.1 ± 9.3 (fitted), draw Elo 0.0 (no draws)".
 * @param {any} rating
 */
function parameters(rating) {
  const one = (/** @type {string} */ name, /** @type {string} */ key) =>
    rating[key] === null ? null : `${name} ${fixed(rating[key], 1)}${rating[`${key}_error`] === null ? "" : ` ± ${fixed(rating[`${key}_error`], 1)}`} (${rating[`${key}_source`]})`;
  const seats = (rating.seats ?? []).map((/** @type {any} */ n) => `seats of ${n.players} players: ${n.source === "fitted" ? n.elo.map((/** @type {number} */ elo) => (elo > 0 ? "+" : "") + fixed(elo, 1)).join(" ") : 0} (${n.source})`);
  const ties = (rating.ties ?? []).map((/** @type {any} */ tie) => `ties of ${tie.size}: ${fixed(tie.prevalence, 2)} (${tie.source})`);
  // Without games of two players there is nothing to say of their parameters.
  const pairs = seats.length > 0 && !rating.advantage_fitted && !rating.draw_elo_fitted ? [] : [one("Advantage of moving first", "advantage"), one("draw Elo", "draw_elo")];
  const text = [...pairs, ...seats, ...ties].filter((part) => part !== null).join(", ");
  return h("p", { class: "method" }, text.charAt(0).toUpperCase() + text.slice(1), ".");
}

/** @param {any} rating as `ludex rate --json` has it @param {Record<string, number> | null} forfeits @param {string} [error] */
function standings(rating, forfeits, error) {
  const players = rating?.players ?? [];
  if (players.length === 0) return h("p", {}, error ?? "No game has a result yet.");
  const low = Math.min(...players.map((/** @type {any} */ p) => p.display_elo - p.display_minus));
  const high = Math.max(...players.map((/** @type {any} */ p) => p.display_elo + p.display_plus));
  const x = (/** @type {number} */ elo) => 4 + (112 * (elo - low)) / Math.max(1e-9, high - low);
  return h("table", {}, h("thead", {}, h("tr", {}, ...["", "Agent", "Elo", "±", "", "Games", "Score", "Draws", ...(forfeits === null ? [] : ["Forfeits"])].map((text, i) => h("th", { scope: "col", class: i === 1 || i === 4 ? "" : "n" }, text)))),
    h("tbody", {}, ...players.map((/** @type {any} */ p, /** @type {number} */ i) => h("tr", {}, h("td", { class: "n" }, i + 1), h("th", { scope: "row" }, p.name),
      h("td", { class: "n" }, fixed(p.display_elo, 0)), h("td", { class: "n" }, fixed((p.display_plus + p.display_minus) / 2, 0)),
      h("td", {}, s("svg", { viewBox: "0 0 120 14", class: "interval", width: 120, height: 14, role: "img", "aria-label": `${fixed(p.display_elo - p.display_minus, 0)} to ${fixed(p.display_elo + p.display_plus, 0)}` },
        s("line", { x1: x(p.display_elo - p.display_minus), x2: x(p.display_elo + p.display_plus), y1: 7, y2: 7 }), s("circle", { cx: x(p.display_elo), cy: 7, r: 3.2 }))),
      h("td", { class: "n" }, grouped(p.games)), h("td", { class: "n" }, `${fixed(100 * p.score, 1)} %`), h("td", { class: "n" }, `${fixed(100 * p.draws, 1)} %`),
      forfeits !== null && h("td", { class: "n" }, forfeits[p.name] ?? 0)))));
}

/**
 * Ratings of each game first, if there are several: a joint rating over different games says less.
 * @param {any} summary
 */
function ratings(summary) {
  const joint = summary.standings;
  const byGame = joint?.by_game ?? [];
  const warnings = [...new Set([...(joint?.warnings ?? []), ...byGame.flatMap((/** @type {any} */ one) => one.warnings.map((/** @type {string} */ text) => `${one.game}: ${text}`)), ...(summary.warnings ?? [])])];
  const all = standings(joint, summary.forfeits, summary.rating_error);
  return [
    warnings.length > 0 && h("ul", { class: "warnings", "aria-label": "Warnings" }, ...warnings.map((text) => h("li", {}, text))),
    ...byGame.map((/** @type {any} */ one) => h("section", { class: "by-game" }, h("h3", {}, one.game), h("div", { class: "wide" }, standings(one, null)), parameters(one))),
    byGame.length > 0 && h("h3", {}, "All games together"),
    h("div", { class: "wide" }, all),
    (joint?.players ?? []).length > 0 && parameters(joint),
  ];
}

/**
 * What ratings hide: agents that beat each other in a circle. Nothing, unless it is more than noise.
 * @param {any} summary
 */
function cycles(summary) {
  const found = summary.standings?.cycles ?? [];
  if (found.length === 0) return [];
  const heads = ["Agent", "Elo", "Nash %", "Nash gain", "alpha-rank %"];
  return [h("h2", {}, "Cycles"), h("p", { class: "method" }, summary.standings.cycles_text), ...found.map((/** @type {any} */ one) => h("section", { class: "cycles" },
    h("h3", {}, one.game === "" ? "All games" : one.game), h("ul", {}, ...one.cycles.map((/** @type {string} */ text) => h("li", {}, text))),
    h("div", { class: "wide" }, h("table", {}, h("thead", {}, h("tr", {}, ...heads.map((text, i) => h("th", { scope: "col", class: i === 0 ? "" : "n" }, text)))),
      h("tbody", {}, ...one.agents.map((/** @type {any} */ agent) => h("tr", {}, h("th", { scope: "row" }, agent.name), h("td", { class: "n" }, fixed(agent.elo, 0)), h("td", { class: "n" }, fixed(100 * agent.nash, 1)),
        h("td", { class: "n" }, fixed(agent.nash_gain, 3)), h("td", { class: "n" }, fixed(100 * agent.alpha_rank, 1))))))),
    ...one.summary.map((/** @type {string} */ text) => h("p", {}, `${text}.`))))];
}

/**
 * @param {any} summary @param {boolean} los @param {(agent: string, opponent: string) => void} choose
 */
function crosstable(summary, los, choose) {
  const cross = totals(summary);
  const order = (summary.standings?.players ?? []).map((/** @type {any} */ p) => summary.names.indexOf(p.name));
  if (order.length < 2) return h("p");
  const short = (/** @type {string} */ name) => (name.length > 9 ? name.slice(0, 8) + "…" : name);
  return h("table", { class: "cross" }, h("thead", {}, h("tr", {}, h("td"), ...order.map((/** @type {number} */ j) => h("th", { scope: "col", title: summary.names[j] }, short(summary.names[j]))))),
    h("tbody", {}, ...order.map((/** @type {number} */ i, /** @type {number} */ row) => h("tr", {}, h("th", { scope: "row" }, summary.names[i]), ...order.map((/** @type {number} */ j, /** @type {number} */ column) => {
      const [won, drawn, lost] = cross[i][j];
      const games = won + drawn + lost;
      if (i === j || games === 0) return h("td", { class: "none" });
      const value = los ? summary.standings.los[row][column] : (won + drawn / 2) / games;
      const cell = h("td", {}, h("button", { type: "button", title: `${summary.names[i]} against ${summary.names[j]}: +${won} =${drawn} -${lost}`, click: () => choose(summary.names[i], summary.names[j]) }, fixed(100 * value, 0)));
      cell.style.setProperty("--heat", `${Math.round(Math.abs(value - 0.5) * 150)}%`);
      cell.className = value >= 0.5 ? "good" : "bad";
      return cell;
    })))));
}

/**
 * Games of three and more players: the score of each seat.
 * @param {any[]} labels
 */
function seatTable(labels) {
  const most = Math.max(...labels.map((one) => one.seats.length));
  const heads = ["Score by seat, %", ...Array.from({ length: most }, (_, seat) => String(seat + 1)), "Games", "Plies"];
  return h("table", {}, h("thead", {}, h("tr", {}, ...heads.map((text, i) => h("th", { scope: "col", class: i > 0 ? "n" : "" }, text)))),
    h("tbody", {}, ...labels.map((one) => h("tr", {}, h("th", { scope: "row" }, one.game),
      ...Array.from({ length: most }, (_, seat) => h("td", { class: "n" }, one.seats[seat] === undefined ? "" : fixed(100 * one.seats[seat].score, 1))),
      h("td", { class: "n" }, grouped(one.seats[0].games)), h("td", { class: "n" }, fixed(one.plies / one.seats[0].games, 1))))));
}

/** @param {HTMLElement} main @param {string} id @param {URLSearchParams} query @returns {() => void} */
export function showTournament(main, id, query) {
  const title = h("h1", {}, "…");
  const state = h("p", { class: "state", role: "status" });
  const progress = h("progress", { hidden: true });
  const table = h("div");
  const matrix = h("div", { class: "wide" });
  const circles = h("div");
  const endings = h("div", { class: "endings" });
  const faults = h("div");
  const labels = h("div", { class: "wide" });
  const los = h("input", { type: "checkbox", change: () => draw() });
  const list = new GameList(id);
  const names = ["agent", "opponent", "game", "termination", "outcome", "opening"];
  /** @type {Record<string, HTMLSelectElement>} */
  const selects = {};
  const chosen = () => new URLSearchParams(names.map((name) => [name, selects[name].value]).filter(([, value]) => value !== ""));
  const filter = () => {
    const now = chosen();
    history.replaceState(null, "", `#/t/${id}${now.toString() !== "" ? `?${now}` : ""}`);
    list.choose(now);
  };
  for (const name of names) selects[name] = h("select", { change: filter, "data-filter": name }, h("option", { value: "" }, "any"));
  /** @param {string} name @param {string[]} values */
  const offer = (name, values) => {
    const select = selects[name];
    const have = [...select.options].map((option) => option.value).slice(1);
    if (have.length === values.length && have.every((value, i) => value === values[i])) return;
    const value = select.options.length > 1 ? select.value : (query.get(name) ?? "");
    replace(select, h("option", { value: "" }, "any"), ...values.map((text) => h("option", { value: text }, text)));
    if (value !== "" && !values.includes(value)) select.append(h("option", { value }, value));
    select.value = value;
  };
  replace(main, title, state, progress, h("h2", {}, "Standings"), table,
    h("h2", {}, "Crosstable"), h("p", {}, "Score of the row against the column, %. A click shows the games. ", h("label", {}, los, " likelihood of superiority instead")), matrix, circles,
    h("h2", {}, "Games of a kind"), labels, h("h2", {}, "How games ended"), endings, h("h2", {}, "Faults"), faults,
    h("h2", { id: "games" }, "Games"), h("div", { class: "filters" }, ...names.map((name) => h("label", {}, name, " ", selects[name]))), list.element);

  /** @type {any} */
  let summary = null;
  let games = -1;
  let renewed = 0;
  const draw = () => {
    if (summary === null) return;
    document.title = `${summary.name} · Ludex`;
    replace(title, summary.name, " ", summary.live && h("span", { class: "live" }, "live"));
    const parts = [`${grouped(summary.games)}${summary.scheduled > 0 ? " of " + grouped(summary.scheduled) : ""} games`];
    if (summary.read !== undefined) parts.push(`reading the log, ${Math.round(100 * summary.read)} %`);
    if (summary.games_per_minute !== null) parts.push(`${fixed(summary.games_per_minute, 1)} games a minute`);
    if (summary.seconds_left !== null) parts.push(`${duration(summary.seconds_left)} left`);
    if (summary.finished) parts.push("finished");
    if (summary.error) parts.push(summary.error);
    state.textContent = parts.join(" · ");
    progress.hidden = !summary.live || summary.scheduled === 0;
    progress.max = Math.max(1, summary.scheduled);
    progress.value = summary.games;
    replace(table, ...ratings(summary));
    replace(matrix, crosstable(summary, los.checked, (agent, opponent) => {
      selects.agent.value = agent;
      selects.opponent.value = opponent;
      filter();
      document.getElementById("games")?.scrollIntoView();
    }));
    replace(circles, ...cycles(summary));
    const pairs = summary.by_label.filter((/** @type {any} */ one) => one.seats === undefined);
    const ranked = summary.by_label.filter((/** @type {any} */ one) => one.seats !== undefined);
    replace(labels, pairs.length > 0 && h("table", {}, h("thead", {}, h("tr", {}, ...["Game", "First player won", "Drawn", "Second player won", "Plies"].map((text, i) => h("th", { scope: "col", class: i > 0 ? "n" : "" }, text)))),
      h("tbody", {}, ...pairs.map((/** @type {any} */ one) => {
        const all = one.first + one.draws + one.second;
        const share = (/** @type {number} */ n) => `${fixed((100 * n) / Math.max(1, all), 1)} %`;
        return h("tr", {}, h("th", { scope: "row" }, one.game), h("td", { class: "n" }, share(one.first)), h("td", { class: "n" }, share(one.draws)), h("td", { class: "n" }, share(one.second)), h("td", { class: "n" }, fixed(one.plies / Math.max(1, all), 1)));
      }))), ranked.length > 0 && seatTable(ranked));
    replace(endings, ...Object.entries(summary.endings).map(([ending, n]) => h("button", { type: "button", class: summary.faulty.includes(ending) ? "fault" : "", click: () => { selects.termination.value = ending; filter(); } }, `${ending} ${grouped(/** @type {number} */ (n))}`)));
    replace(faults, h("p", {}, summary.forfeits_text === "" ? "" : `Lost by faults (forfeits): ${summary.forfeits_text}.`), summary.faults.length === 0 ? h("p", {}, "None.") : h("ul", { class: "faults" }, ...summary.faults.map((/** @type {any} */ f) => h("li", {},
      h("a", { href: `#/t/${id}/g/${f.number}` }, `game ${f.number}`), " ", h("b", {}, f.agent), ` against ${f.opponent} at ${f.game}: `, h("span", { class: "fault" }, f.termination), f.note ? ` (${f.note})` : ""))));
    offer("agent", [...summary.names].sort());
    offer("opponent", [...summary.names].sort());
    offer("game", summary.labels);
    offer("termination", ["fault", ...Object.keys(summary.endings)]);
    offer("outcome", ["1-0", "0-1", "1/2-1/2"]);
    offer("opening", query.get("opening") !== null ? [/** @type {string} */ (query.get("opening"))] : []);
    // New games do not disturb a reader further down the list.
    const now = Date.now();
    if (games === -1) list.choose(chosen());
    else if (games !== summary.games && list.scroller.scrollTop < kRow && now - renewed > 2000) list.renew(), (renewed = now);
    games = summary.games;
  };
  return follow(`/api/tournaments/${id}/events`, "summary", (data) => {
    summary = data;
    draw();
  });
}
