import { once } from "node:events";
import type { Server } from "node:http";
import type { Server as TlsServer } from "node:https";
import type { AddressInfo } from "node:net";

/** An HTTP server on the loopback. */
export interface LocalServer {
  url: string;
  /** Stops it and closes all connections. */
  stop(): Promise<void>;
}

/** Starts a server on the loopback. @param port 0 for a free port @throws the listen error if the port is taken */
export async function listen(server: Server | TlsServer, port = 0): Promise<LocalServer> {
  // A client may send a request on an idle connection while the server closes it, and then the request fails.
  server.keepAliveTimeout = 0;
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
