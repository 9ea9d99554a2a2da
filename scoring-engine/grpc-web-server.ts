import { createServer, type ServerResponse } from "node:http";
import { Code, ConnectError, type ConnectRouter, type HandlerContext } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { AccessEvents, FraudService } from "../proto/fraud/v1/fraud_pb.js";
import type { AccessMessage } from "./access.ts";
import { refusalOf, STATUS } from "./engine-error.ts";
import type { Listener } from "./grpc-server.ts";
import type { Engine } from "./handle.ts";
import { MAX_TRANSPORT_BYTES, requireSize } from "./limits.ts";

/** The numbers are the same in gRPC and Connect; the names are the protocol library's. */
const CODES = {
  [STATUS.invalidArgument]: Code.InvalidArgument,
  [STATUS.resourceExhausted]: Code.ResourceExhausted,
  [STATUS.internal]: Code.Internal,
  [STATUS.unauthenticated]: Code.Unauthenticated,
} as const;

type Check = (authorization: string | undefined) => void;

function answering<In, Out>(
  verb: (message: In, remainingMs: number | null) => Promise<Out>,
  check: Check,
): (message: In, context: HandlerContext) => Promise<Out> {
  return async (message, context) => {
    try {
      check(context.requestHeader.get("authorization") ?? undefined);
      return await verb(message, context.timeoutMs() ?? null);
    } catch (error) {
      const { status, message: text } = refusalOf(error);
      throw new ConnectError(text, CODES[status]);
    }
  };
}

/** The protocol library hands over messages, not bytes. */
function sized<In extends AccessMessage, Out>(
  verb: (message: In, remainingMs: number | null) => Promise<Out>,
): (message: In, remainingMs: number | null) => Promise<Out> {
  return (message, remainingMs) => {
    requireSize(message);
    return verb(message, remainingMs);
  };
}

function routesOf(engine: Engine, check: Check): (router: ConnectRouter) => void {
  return (router) => {
    router.service(FraudService, { score: answering(sized(engine.score), check) });
    router.service(AccessEvents, {
      handle: answering(sized(engine.handle), check),
      handleBatch: answering(engine.handleBatch, check),
      confirm: answering(engine.confirm, check),
      confirmBatch: answering(engine.confirmBatch, check),
      forget: answering(engine.forget, check),
    });
  };
}

function answerHealth(response: ServerResponse, isServing: boolean): void {
  response.writeHead(isServing ? 200 : 503, { "content-type": "application/json" });
  response.end(JSON.stringify({ status: isServing ? "SERVING" : "NOT_SERVING" }));
}

/** gRPC-Web (and Connect) over HTTP/1.1 for callers without HTTP/2, with a plain `GET /healthz`. Resolves when it listens. */
export async function listenGrpcWeb(engine: Engine, check: Check, host: string, port: number): Promise<Listener> {
  let isServing = true;
  const server = createServer(
    connectNodeAdapter({
      routes: routesOf(engine, check),
      readMaxBytes: MAX_TRANSPORT_BYTES,
      fallback: (request, response) => {
        if (request.url === "/healthz") answerHealth(response as ServerResponse, isServing);
        else (response as ServerResponse).writeHead(404).end();
      },
    }),
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    announceDrain: () => {
      isServing = false;
    },
    close: (graceMs) =>
      new Promise((resolve) => {
        const force = setTimeout(() => server.closeAllConnections(), graceMs);
        server.close(() => {
          clearTimeout(force);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
