// @ts-check
// The list of tournaments, live ones first.
import { follow } from "./api.js";
import { grouped, h, isoDate, redraw, replace } from "./dom.js";

/** @param {HTMLElement} main @returns {() => void} */
export function showTournaments(main) {
  const body = h("tbody");
  const empty = h("p", { hidden: true }, "No results folder has been found. ", h("code", {}, "ludex run my.yaml --out results/mine"), " makes one; it appears here while it grows.");
  const table = h("table", { class: "list" }, h("thead", {}, h("tr", {}, ...["Tournament", "Games", "Agents", "Kinds of games"].map((text, i) => h("th", { scope: "col", class: i === 1 || i === 2 ? "n" : "" }, text)), h("th", { scope: "col" }, "Last game"))), body);
  replace(main, h("h1", {}, "Tournaments"), h("div", { class: "wide" }, table), empty);
  return follow("/api/events", "list", ({ tournaments }) => {
    empty.hidden = tournaments.length > 0;
    table.hidden = tournaments.length === 0;
    redraw(body, tournaments.map((/** @type {any} */ one) => h("tr", {},
      h("th", { scope: "row" }, h("a", { href: `#/t/${one.id}` }, one.name), " ", one.live && h("span", { class: "live" }, "live"), one.error && h("span", { class: "fault" }, " ", one.error)),
      h("td", { class: "n" }, grouped(one.games), one.scheduled > 0 && one.games !== one.scheduled ? ` / ${grouped(one.scheduled)}` : "", one.read !== undefined && ` (reading, ${Math.round(100 * one.read)} %)`),
      h("td", { class: "n" }, one.agents),
      h("td", {}, one.labels.slice(0, 3).join(", "), one.labels.length > 3 && ` and ${one.labels.length - 3} more`),
      h("td", {}, one.written > 0 ? isoDate(one.written) : ""))));
  });
}
