// @ts-check
// The games of a page written by `ludex report --games`, which is self-contained.
import { gamesHead, h, opponents, replace } from "./dom.js";
import { Replay } from "./replay.js";

/** @typedef {{number: number, game: string, agents: string[], outcome: string, termination: string, plies: number}} Entry */

/** @param {string} id @returns {any} */
const data = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");

function showGames() {
  const place = document.getElementById("ludex-games");
  if (place === null) return;
  const root = place.attachShadow({ mode: "open" });
  root.append(h("style", {}, data("ludex-style")));
  /** @type {Entry[]} */
  const entries = data("ludex-list");
  const box = h("div", { class: "box" });
  const list = h("div", { class: "games" });
  const count = h("span", { role: "status" });
  const filter = h("input", { type: "search", placeholder: "agent, game or ending", "aria-label": "Which games", input: () => draw() });
  const draw = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = entries.filter((one) => {
      const text = `${one.agents.join(" ")} ${one.game} ${one.outcome} ${one.termination}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const shown = fits.slice(0, 1000);
    count.textContent = `${fits.length} games${shown.length < fits.length ? `, the first ${shown.length} are listed` : ""}`;
    replace(list, gamesHead(), ...shown.map((one) => h("a", { class: "row", href: `#game-${one.number}/0` }, h("span", { class: "n" }, one.number), h("span", {}, opponents(one.agents)[0]), h("b", { title: one.outcome }, one.outcome), h("span", {}, opponents(one.agents)[1]),
      h("span", { class: "label" }, one.game), h("span", { class: "n" }, one.plies), h("span", {}, one.termination))));
  };
  root.append(h("div", { class: "page" }, h("div", { class: "filters" }, filter, count), list, box));
  draw();
  let shown = 0;
  const route = () => {
    const found = /^#game-(\d+)\/(\d+)$/.exec(window.location.hash);
    if (found === null) return;
    const number = Number(found[1]);
    const all = data(`ludex-game-${number}`);
    if (all === null || number === shown) return;
    shown = number;
    const replay = new Replay(all.game, { boards: async () => all.boards, link: (ply) => `#game-${number}/${ply}` }, Number(found[2]));
    replace(box, replay.element);
    box.scrollIntoView({ block: "nearest" });
    replay.element.focus({ preventScroll: true });
  };
  window.addEventListener("hashchange", route);
  route();
}

showGames();
