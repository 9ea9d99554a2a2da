import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that answers on the loopback. */
export interface LocalServer {
  url: string;
  /** Ends it, with every connection that is open. */
  stop(): Promise<void>;
}

/** Lets a server answer on a free port of the loopback. */
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
