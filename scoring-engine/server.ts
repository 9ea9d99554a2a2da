import { setTimeout as pause } from "node:timers/promises";
import type { Config } from "./config.ts";
import type { Engine } from "./engine.ts";
import { listenGrpc } from "./grpc-server.ts";
import { listenGrpcWeb } from "./grpc-web-server.ts";

/** Time for open calls to end before they are cancelled (health watches, stalled peers). Milliseconds. */
const CLOSE_GRACE_MS = 2_000;

export interface Listeners {
  readonly grpcPort: number;
  readonly grpcWebPort: number;
  /** Reports NOT_SERVING, answers for another `noticeMs`, then finishes open calls and closes. */
  drain(noticeMs: number): Promise<void>;
}

/** Opens both listeners for one engine. */
export async function listen(
  engine: Engine,
  check: (authorization: string | undefined) => void,
  config: Pick<Config, "host" | "grpcPort" | "grpcWebPort" | "region">,
): Promise<Listeners> {
  const native = await listenGrpc(engine, check, config.host, config.grpcPort);
  const web = await listenGrpcWeb(engine, check, config);
  return {
    grpcPort: native.port,
    grpcWebPort: web.port,
    async drain(noticeMs) {
      native.setNotServing();
      web.setNotServing();
      await pause(noticeMs);
      await Promise.all([native.close(CLOSE_GRACE_MS), web.close(CLOSE_GRACE_MS)]);
    },
  };
}
