// @ts-check
// The server's JSON API (arena/faces/web/README.md).

export class ApiError extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** @param {Response} response */
async function checked(response) {
  if (response.ok) return response;
  let message = `${response.status} ${response.statusText}`;
  try {
    message = (await response.json()).error ?? message;
  } catch {
    // Not JSON: use the status instead.
  }
  throw new ApiError(response.status, message);
}

/** @param {string} path @returns {Promise<any>} */
export async function get(path) {
  return (await checked(await fetch(path))).json();
}

/** @param {string} path @param {object} body @param {AbortSignal} [signal] */
function send(path, body, signal) {
  return fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal });
}

/** @param {string} path @param {object} body @returns {Promise<any>} */
export async function post(path, body) {
  return (await checked(await send(path, body))).json();
}

/** @param {string} path */
export function remove(path) {
  return fetch(path, { method: "DELETE", keepalive: true }).catch(() => undefined);
}

/**
 * A request that is answered by a sequence of JSON lines.
 * @param {string} path @param {object} body @param {(line: any) => void} each @param {AbortSignal} signal
 */
export async function lines(path, body, each, signal) {
  const response = await checked(await send(path, body, signal));
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) if (part !== "") each(JSON.parse(part));
  }
}

/** @param {boolean} connected */
function showConnection(connected) {
  const place = document.getElementById("connection");
  if (place !== null) place.textContent = connected ? "" : "no connection, trying again …";
}

/**
 * Follows server-sent events; reconnects when the server restarts.
 * @param {string} path @param {string} name @param {(data: any) => void} each
 * @returns {() => void} ends it
 */
export function follow(path, name, each) {
  /** @type {EventSource | null} */
  let source = null;
  let ended = false;
  let timer = 0;
  const open = () => {
    source = new EventSource(path);
    source.addEventListener("open", () => showConnection(true));
    source.addEventListener(name, (event) => each(JSON.parse(/** @type {MessageEvent} */ (event).data)));
    source.addEventListener("error", () => {
      if (ended) return;
      showConnection(false);
      source?.close();
      timer = window.setTimeout(open, 1500);
    });
  };
  open();
  return () => {
    ended = true;
    window.clearTimeout(timer);
    source?.close();
    showConnection(true);
  };
}
