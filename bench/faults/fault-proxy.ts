import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { listen } from "../../testkit/local-server.ts";

/** How the proxy handles a call. */
export type FaultMode = "pass" | "slow" | "garbage";

/** A proxy in front of a real engine that injects faults. */
export interface FaultProxy {
  url: string;
  mode: FaultMode;
  /** The engine's URL, which changes when it is restarted. */
  engineUrl: string;
  /** Calls of `Score` since this was last set to 0. */
  scoreCalls: number;
  stop(): Promise<void>;
}

/** Hop-by-hop headers, which are not forwarded. */
const HOP_BY_HOP = ["host", "connection", "content-length", "transfer-encoding", "expect", "te"];
/** Longer than the 250 ms that a guest waits. */
const SLOW_MS = 400;

export async function startFaultProxy(engineUrl: string): Promise<FaultProxy> {
  const server = createServer((request, response) => {
    forward(proxy, request, response).catch(() => response.destroy());
  });
  const { url, stop } = await listen(server);
  const proxy: FaultProxy = {
    url,
    mode: "pass",
    engineUrl,
    scoreCalls: 0,
    stop,
  };
  return proxy;
}

async function forward(proxy: FaultProxy, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url?.endsWith("/Score")) proxy.scoreCalls += 1;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  if (proxy.mode === "garbage") {
    response.writeHead(200, { "Content-Type": "application/grpc-web+proto" }).end("not a gRPC-Web frame");
    return;
  }
  if (proxy.mode === "slow") await pause(SLOW_MS);
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === "string" && !HOP_BY_HOP.includes(name) ? [[name, value] as const] : [],
  );
  const upstream = await fetch(proxy.engineUrl + request.url, {
    method: request.method ?? "POST",
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks),
  });
  response.writeHead(upstream.status, { "Content-Type": upstream.headers.get("content-type") ?? "" });
  response.end(Buffer.from(await upstream.arrayBuffer()));
}
