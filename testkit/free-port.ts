import { createServer } from "node:net";

/**
 * Below the ephemeral ports (Linux from 32768 on, others from 49152), so that the system does not assign the port to a
 * connection or another server between the check and the call of `listen`.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/** Each process starts at a different port and counts up, so that two processes find different ports. */
let next = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));

/** Returns a free port of the loopback, a different one for each call of a process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next;
    next = port < LAST_PORT ? port + 1 : FIRST_PORT;
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(false);
      else reject(error);
    });
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
