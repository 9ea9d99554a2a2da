import { connect, createServer, type Socket } from "node:net";
import { pipeline } from "node:stream";
import { freePort } from "../../../testkit/free-port.ts";

/** A way to a local server that can be cut, as a network is. */
export interface Relay {
  /** In place of the server's own. */
  url: string;
  /** Ends every connection, and takes no new one. Resolves when nothing can pass any more. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/**
 * Starts a relay to a server. A browser that is told to be offline may forget it for a page that its service worker
 * has opened; what has no connection stays without one.
 * @param url of the server, on the loopback
 */
export async function startRelay(url: string): Promise<Relay> {
  const target = Number(new URL(url).port);
  const port = await freePort();
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    }
    pipeline(near, far, near, () => undefined);
  });
  const relay: Relay = {
    url: `http://127.0.0.1:${port}`,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    mend: () => new Promise((resolve) => server.listen(port, "127.0.0.1", resolve)),
  };
  await relay.mend();
  return relay;
}
