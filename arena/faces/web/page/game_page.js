// @ts-check
// The page of one game of a tournament.
import { get, post } from "./api.js";
import { h, replace } from "./dom.js";
import { Replay } from "./replay.js";

/** @param {HTMLElement} main @param {string} id @param {number} number @param {number} ply @returns {Promise<() => void>} */
export async function showGame(main, id, number, ply) {
  const path = `/api/tournaments/${id}/games/${number}`;
  const here = `#/t/${id}/g/${number}`;
  const game = await get(path);
  document.title = `${game.agents.join(" – ")} · Ludex`;
  const replay = new Replay(game, {
    boards: (from) => get(`${path}/boards?from=${from}&count=400`),
    link: (at) => `${here}/${at}`,
    download: path,
    position: (rules, position, moves) => post("/api/position", { game: rules, position, moves }),
    analyse: (rules, position, moves) => `#/analyse?${new URLSearchParams({ game: rules, position, moves: moves.join(" ") })}`,
  }, ply);
  const neighbours = h("nav", { class: "neighbours", "aria-label": "Other games" }, number > 1 && h("a", { href: `#/t/${id}/g/${number - 1}` }, "← game before"), " ", h("a", { href: `#/t/${id}/g/${number + 1}` }, "next game →"));
  replace(main, h("p", { class: "crumbs" }, h("a", { href: `#/t/${id}` }, "Tournament"), ` › game ${number}: ${game.game}, round ${game.round}`, " ", h("a", { href: `#/t/${id}?opening=${game.opening}` }, "games from this opening")), neighbours, replay.element);
  replay.element.focus({ preventScroll: true });
  return () => undefined;
}
