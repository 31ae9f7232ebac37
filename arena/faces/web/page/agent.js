// @ts-check
// An agent in a worker process of the server. Reopens a session that has ended.
import { ApiError, lines, post, remove } from "./api.js";

export class Agent {
  /** @param {string} game @param {string} agent */
  constructor(game, agent) {
    this.game = game;
    this.agent = agent;
    this.id = "";
    /** @type {AbortController | null} */
    this.search = null;
  }

  async #open() {
    if (this.id === "") this.id = (await post("/api/sessions", { game: this.game, agent: this.agent })).id;
  }
  /** @template T @param {() => Promise<T>} call @returns {Promise<T>} */
  async #again(call) {
    await this.#open();
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      this.id = "";
      await this.#open();
      return call();
    }
  }

  /**
   * Searches, with progress reports on the way. Throws errors as sentences, including a crash.
   * @param {{position: string, moves: string[], seat: number, seed?: number, budget: Record<string, number>}} request
   * @param {(progress: any) => void} [progress]
   * @returns {Promise<any>} the report
   */
  async think(request, progress) {
    const control = new AbortController();
    this.search = control;
    /** @type {any} */
    let last = null;
    try {
      await this.#again(() => lines(`/api/sessions/${this.id}/search`, request, (line) => {
        if (line.progress !== undefined) progress?.(line.progress);
        else last = line;
      }, control.signal));
    } finally {
      this.search = null;
    }
    if (last?.done !== undefined) return last.done;
    if (last?.fault !== undefined) {
      this.id = "";
      throw new Error(`${this.agent}: ${last.fault.termination}: ${last.fault.note}${last.fault.printed ? " — it printed: " + last.fault.printed : ""}`);
    }
    throw new Error(`${this.agent}: ${last?.error ?? "the connection to the server has ended"}`);
  }

  /** @param {string[]} path @param {number} [column] @returns {Promise<any>} a node of the tree of the last search */
  async inspect(path, column = 0) {
    const answer = await post(`/api/sessions/${this.id}/inspect`, { path, column, limit: 100 });
    if (answer.node === undefined) throw new Error(answer.error ?? answer.fault?.note ?? "no answer");
    return answer.node;
  }

  /** Ends the search early, with its result so far. */
  stop() {
    if (this.search !== null && this.id !== "") void post(`/api/sessions/${this.id}/stop`, {}).catch(() => undefined);
  }
  close() {
    this.search?.abort();
    if (this.id !== "") void remove(`/api/sessions/${this.id}`);
    this.id = "";
  }
}
