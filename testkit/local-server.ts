import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** An HTTP server on the loopback. */
export interface LocalServer {
  url: string;
  /** Stops it and closes all connections. */
  stop(): Promise<void>;
}

/** Starts a server on a free port of the loopback. */
export async function listen(server: Server): Promise<LocalServer> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
