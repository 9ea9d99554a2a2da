import { connect, createServer, type Socket } from "node:net";
import { pipeline } from "node:stream";
import { freePort } from "../../../testkit/free-port.ts";

/** A TCP proxy to a local server, for tests of network failures. */
export interface TcpProxy {
  /** Base URL to use instead of the server's own. */
  url: string;
  /** Closes every connection and the listener. Resolves when both are closed. */
  cut(): Promise<void>;
  /** Accepts connections again. */
  restore(): Promise<void>;
}

/**
 * Starts a proxy to a server. A browser's offline mode is not reliable for pages that a service worker serves; a closed port is.
 * @param url of the server, on the loopback
 */
export async function startTcpProxy(url: string): Promise<TcpProxy> {
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
  const proxy: TcpProxy = {
    url: `http://127.0.0.1:${port}`,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    restore: () => new Promise((resolve) => server.listen(port, "127.0.0.1", resolve)),
  };
  await proxy.restore();
  return proxy;
}
