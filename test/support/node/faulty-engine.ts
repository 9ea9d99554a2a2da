import { createServer } from "node:http";
import { type LocalServer, listen } from "../../../testkit/local-server.ts";

/** A gRPC-Web response in one frame: flag, length, message. */
function frame(flag: number, message: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(flag, 0);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

const TRAILER_FLAG = 0x80;
const OK_TRAILER = frame(TRAILER_FLAG, Buffer.from("grpc-status: 0\r\n"));
/** ScoreResponse with `score` (field 1, varint) 1,000,000: far beyond 100. */
const SCORE_OUT_OF_RANGE = frame(0, Uint8Array.of(0x08, 0xc0, 0x84, 0x3d));

/**
 * A faulty scoring engine. The first part of the path chooses the fault; `/calls/{id}` counts the calls.
 * `/stall` accepts and never responds, `/garbage` returns noise, `/lie` a score out of range, `/refuse` an error of the engine,
 * and `/cut` closes the connection.
 */
export async function startFaultyEngine(): Promise<LocalServer> {
  const calls: Record<string, number> = {};
  const server = createServer((request, response) => {
    const [, fault = "", id = ""] = request.url?.split("/") ?? [];
    if (fault === "calls") {
      response.end(String(calls[id] ?? 0));
      return;
    }
    calls[id] = (calls[id] ?? 0) + 1;
    request.resume();
    const grpc = { "Content-Type": "application/grpc-web+proto" };
    if (fault === "garbage") response.writeHead(200, grpc).end(Buffer.from("this is no frame at all"));
    if (fault === "lie") response.writeHead(200, grpc).end(Buffer.concat([SCORE_OUT_OF_RANGE, OK_TRAILER]));
    if (fault === "refuse") response.writeHead(503).end();
    if (fault === "cut") request.socket.destroy();
  });
  return listen(server);
}
