// @ts-check
// The tree of a search, one node at a time.
import { h, replace, short } from "./dom.js";

/** @param {number | string | null} value */
const text = (value) => (value === null ? "" : value === "inf" ? "∞" : value === "-inf" ? "−∞" : typeof value === "number" ? (Number.isInteger(value) ? (Math.abs(value) < 1e4 ? String(value) : short(value)) : value.toFixed(3)) : value);

/**
 * @param {HTMLElement} place
 * @param {(path: string[], column: number) => Promise<any>} ask
 * @param {(path: string[]) => void} choose shows a position
 * @param {string} mover who moves at the root
 */
export async function showTree(place, ask, choose, mover) {
  let column = 0;
  const body = h("tbody");
  const message = h("p", { class: "message", role: "status" });
  const first = await ask([], column);
  const order = h("select", { "aria-label": "Order of moves", change: () => { column = Number(order.value); void root(); } }, ...first.columns.map((/** @type {string} */ name, /** @type {number} */ i) => h("option", { value: i }, name)));
  replace(place, h("p", {}, "Moves by ", order), h("p", { class: "view" }, `Values and proofs are for whoever makes the move: ${mover} in the rows on the left, the side to move then in the rows below each.`), h("div", { class: "wide" }, h("table", { class: "tree", role: "treegrid" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Move"), h("th", { scope: "col" }, "Proven"), ...first.columns.map((/** @type {string} */ name) => h("th", { scope: "col", class: "n" }, name)))), body)), message);

  /** @param {any} node @param {string[]} path @returns {HTMLTableRowElement[]} */
  function rows(node, path) {
    const list = node.rows.map((/** @type {any} */ row) => {
      const own = [...path, row.move];
      /** @type {HTMLTableRowElement[] | null} */
      let below = null;
      const opener = h("button", { type: "button", class: "opener", "aria-expanded": "false", "aria-label": `Below ${row.move}`, disabled: !row.more, click: () => void toggle() }, row.more ? "▸" : "·");
      const indent = h("span", { class: "indent" });
      indent.style.paddingLeft = `${path.length * 1.1}em`;
      const line = h("tr", { "aria-level": own.length }, h("td", {}, indent, opener, h("button", { type: "button", class: "link", click: () => choose(own) }, row.move)),
        h("td", {}, row.outcome === "unknown" ? "" : h("b", { class: `proven ${row.outcome}` }, row.outcome)), ...row.values.map((/** @type {any} */ value) => h("td", { class: "n" }, text(value))));
      const close = () => {
        // Removes everything opened below, too.
        for (let next = line.nextElementSibling; next !== null && Number(next.getAttribute("aria-level")) > own.length; next = line.nextElementSibling) next.remove();
      };
      const toggle = async () => {
        if (below !== null) {
          close();
          below = null;
        } else {
          try {
            below = rows(await ask(own, column), own);
            line.after(...below);
          } catch (error) {
            message.textContent = error instanceof Error ? error.message : String(error);
          }
        }
        opener.textContent = below === null ? "▸" : "▾";
        opener.setAttribute("aria-expanded", String(below !== null));
      };
      return line;
    });
    if (node.left_out) list.push(h("tr", { "aria-level": path.length + 1 }, h("td", { colspan: node.columns.length + 2 }, `and ${node.left_out} more`)));
    return list;
  }
  const root = async () => {
    try {
      replace(body, ...rows(await ask([], column), []));
    } catch (error) {
      message.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  replace(body, ...rows(first, []));
}
