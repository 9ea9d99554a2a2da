import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type DescMessage, type DescMethodUnary, type MessageShape, toBinary } from "@bufbuild/protobuf";
import { AccessEvents, FraudService } from "../proto/fraud/v1/fraud_pb.js";
import {
  CONTENT_TYPE,
  decodeRequest,
  decodeTimeout,
  encodeResponse,
  REGION_HEADER,
  type UnaryResponse,
} from "../proto/grpc-web/unary.ts";
import type { Config } from "./config.ts";
import { decode } from "./decode.ts";
import type { Engine } from "./engine.ts";
import { EngineError, refusalOf, STATUS } from "./engine-error.ts";
import type { Listener } from "./grpc-server.ts";
import { MAX_TRANSPORT_BYTES, malformedError, tooLargeError } from "./limits.ts";

type Check = (authorization: string | undefined) => void;
/** Maps the bytes of a request message to those of the response. */
type Method = (message: Uint8Array, remainingMs: number | null) => Promise<Uint8Array>;

/** Both content types mean protobuf messages. */
const CONTENT_TYPES: ReadonlySet<string> = new Set([CONTENT_TYPE, "application/grpc-web"]);

function unary<In extends DescMessage, Out extends DescMessage>(
  { parent, name, input, output }: DescMethodUnary<In, Out>,
  verb: (message: MessageShape<In>, remainingMs: number | null) => Promise<MessageShape<Out>>,
): [path: string, method: Method] {
  return [
    `/${parent.typeName}/${name}`,
    async (message, remainingMs) => toBinary(output, await verb(decode(input, message), remainingMs)),
  ];
}

function methodsOf(engine: Engine): ReadonlyMap<string, Method> {
  const { score, scoreBatch } = FraudService.method;
  const { handle, handleBatch, confirm, confirmBatch, forget } = AccessEvents.method;
  return new Map([
    unary(score, engine.score),
    unary(scoreBatch, engine.scoreBatch),
    unary(handle, engine.handle),
    unary(handleBatch, engine.handleBatch),
    unary(confirm, engine.confirm),
    unary(confirmBatch, engine.confirmBatch),
    unary(forget, engine.forget),
  ]);
}

/** @throws EngineError as soon as the body exceeds the transport's limit; the rest of it is discarded */
function readBody(request: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_TRANSPORT_BYTES) chunks.push(chunk);
      else reject(tooLargeError());
    });
    request.once("end", () => {
      const [first] = chunks;
      resolve(first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks));
    });
    request.once("error", reject);
  });
}

function messageOf(body: Uint8Array): Uint8Array {
  try {
    return decodeRequest(body);
  } catch {
    throw malformedError();
  }
}

/** Milliseconds to the caller's deadline; null when it set none. */
function remainingOf(request: IncomingMessage, receivedAt: number): number | null {
  const timeout = request.headers["grpc-timeout"];
  if (typeof timeout !== "string") return null;
  const ms = decodeTimeout(timeout);
  if (ms === null) {
    throw new EngineError(STATUS.invalidArgument, "grpc-timeout is up to 8 digits and one of H, M, S, m, u and n");
  }
  return ms - (performance.now() - receivedAt);
}

/** @throws EngineError for a caller that expects another region's engine: this one must not learn its guests */
function checkRegion(request: IncomingMessage, region: string | null): void {
  const expected = request.headers[REGION_HEADER];
  if (region !== null && expected !== undefined && expected !== region) {
    throw new EngineError(STATUS.failedPrecondition, "this is the engine of another region");
  }
}

async function respond(
  request: IncomingMessage,
  method: Method,
  check: Check,
  region: string | null,
): Promise<UnaryResponse> {
  const receivedAt = performance.now();
  try {
    check(request.headers.authorization);
    checkRegion(request, region);
    const message = messageOf(await readBody(request));
    return { message: await method(message, remainingOf(request, receivedAt)), status: 0, text: "" };
  } catch (error) {
    const { status, message } = refusalOf(error);
    return { message: null, status, text: message };
  }
}

function respondHealth(response: ServerResponse, isServing: boolean): void {
  response.writeHead(isServing ? 200 : 503, { "content-type": "application/json" });
  response.end(JSON.stringify({ status: isServing ? "SERVING" : "NOT_SERVING" }));
}

/**
 * Idle connections stay open longer than in Cloudflare's pool, which keeps them for 900 s
 * (https://developers.cloudflare.com/fundamentals/reference/connection-limits). A request on a connection that the engine is
 * closing fails, and its access has no score.
 */
const KEEP_ALIVE_MS = 910_000;

/** Unary gRPC-Web over HTTP/1.1, for callers without HTTP/2, and a plain `GET /healthz`. Resolves when listening. */
export async function listenGrpcWeb(
  engine: Engine,
  check: Check,
  { host, grpcWebPort: port, region }: Pick<Config, "host" | "grpcWebPort" | "region">,
): Promise<Listener> {
  const own = region === null ? {} : { [REGION_HEADER]: region };
  let isServing = true;
  const methods = methodsOf(engine);
  const server = createServer((request, response) => {
    const method = methods.get(request.url ?? "");
    if (request.url === "/healthz") respondHealth(response, isServing);
    else if (method === undefined) response.writeHead(404).end();
    else if (request.method !== "POST") response.writeHead(405, { allow: "POST" }).end();
    else if (!CONTENT_TYPES.has(request.headers["content-type"] ?? "")) response.writeHead(415).end();
    else {
      respond(request, method, check, region).then(
        (answer) => {
          const body = encodeResponse(answer);
          response.writeHead(200, { "content-type": CONTENT_TYPE, "content-length": body.length, ...own }).end(body);
        },
        () => response.destroy(),
      );
    }
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    setNotServing: () => {
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
