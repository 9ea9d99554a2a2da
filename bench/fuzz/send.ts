import { Agent, request } from "node:http";
import { HANDSHAKE, type WireRequest, type WireResponse } from "../../testkit/fuzz/request.ts";

/** Timeout, longer than any response may take. */
export const HANGS_AFTER_MS = 10_000;

/** A server that responds before it has read the body closes the connection, on which another request may be pending. */
const CLOSED = new Set(["EPIPE", "ECONNRESET"]);
const TRIES = 5;

/** Sends a request without normalizing it. @returns the response, or the error's message without one */
export function sender(url: string): (wire: WireRequest) => Promise<WireResponse | string> {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return async function send(wire) {
    let outcome = await sendOnce(wire, agent);
    for (let time = 1; time < TRIES && typeof outcome === "string" && CLOSED.has(outcome); time++) {
      outcome = await sendOnce(wire, false);
    }
    return outcome;
  };

  function sendOnce(wire: WireRequest, through: Agent | false): Promise<WireResponse | string> {
    return new Promise((resolve) => {
      const hasHeader = (name: string) => wire.headers.some(([key]) => key.toLowerCase() === name);
      const headers = wire.headers.flat();
      if (!hasHeader("host")) headers.push("Host", `${hostname}:${port}`);
      if (wire.body !== null && !hasHeader("transfer-encoding")) headers.push("Content-Length", `${wire.body.length}`);
      const isUpgrade = HANDSHAKE.every(hasHeader);
      const sent = request({
        hostname,
        port,
        method: wire.method,
        path: wire.target,
        headers,
        agent: isUpgrade ? false : through,
      });
      const timer = setTimeout(() => {
        resolve(`no answer within ${HANGS_AFTER_MS / 1000} s`);
        sent.destroy();
      }, HANGS_AFTER_MS);
      const end = (outcome: WireResponse | string) => {
        clearTimeout(timer);
        resolve(outcome);
      };
      sent.on("upgrade", (response, socket) => {
        socket.destroy();
        end({ status: response.statusCode ?? 0, headers: flat(response.headers), body: Buffer.alloc(0) });
      });
      sent.on("response", (response) => {
        const pieces: Buffer[] = [];
        response.on("data", (piece: Buffer) => pieces.push(piece));
        response.on("error", (error) => end(`the answer broke off: ${error.message}`));
        response.on("end", () =>
          end({
            status: response.statusCode ?? 0,
            headers: flat(response.headers),
            body: Buffer.concat(pieces),
          }),
        );
      });
      sent.on("error", (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
      sent.end(wire.body ?? undefined);
    });
  }
}

function flat(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")]));
}
