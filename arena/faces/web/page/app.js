// @ts-check
// Opens the page that the address names.
import { showAnalysis } from "./analyse.js";
import { h, replace } from "./dom.js";
import { showGame } from "./game_page.js";
import { showPlay } from "./play.js";
import { showTournament } from "./tournament.js";
import { showTournaments } from "./tournaments.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
/** @type {() => void} */
let leave = () => undefined;
let visit = 0;

/** @param {string[]} parts @param {URLSearchParams} query @returns {Promise<() => void> | (() => void)} */
function page(parts, query) {
  if (parts[0] === "t" && parts[2] === "g") return showGame(main, parts[1], Number(parts[3]), Number(parts[4] ?? 0));
  if (parts[0] === "t") return showTournament(main, parts[1], query);
  if (parts[0] === "play") return showPlay(main, query);
  if (parts[0] === "analyse") return showAnalysis(main, query);
  document.title = "Ludex";
  return showTournaments(main);
}

async function route() {
  const own = ++visit;
  leave();
  leave = () => undefined;
  const [path, rest = ""] = window.location.hash.slice(1).split("?");
  const parts = path.split("/").filter(Boolean);
  const name = parts[0] === "play" || parts[0] === "analyse" ? parts[0] : "tournaments";
  for (const link of document.querySelectorAll("[data-page]")) {
    if (link.getAttribute("data-page") === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  // Shows that a page is loading if it takes a while (plug-ins are examined on first use).
  const before = main.firstChild;
  const slow = window.setTimeout(() => {
    if (own === visit && main.firstChild === before) replace(main, h("p", { class: "view", role: "status" }, "Loading …"));
  }, 400);
  try {
    const end = await page(parts, new URLSearchParams(rest));
    window.clearTimeout(slow);
    if (own === visit) leave = end;
    else end();
  } catch (error) {
    window.clearTimeout(slow);
    if (own === visit) replace(main, h("p", { class: "fault", role: "alert" }, error instanceof Error ? error.message : String(error)), h("p", {}, h("a", { href: "#/" }, "Tournaments")));
  }
}

window.addEventListener("hashchange", () => void route());
void route();
