import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { listen } from "../../testkit/local-server.ts";

/** What stands between the Worker and the engine does with a call. */
export type FaultMode = "pass" | "slow" | "garbage";

/** A gate in front of a real engine, which can be told to misbehave. */
export interface FaultProxy {
  url: string;
  mode: FaultMode;
  /** Where the engine is; another one after it was started again. */
  engineUrl: string;
  /** How often a score was asked for, since the last time that this was set to 0. */
  scoresAsked: number;
  stop(): Promise<void>;
}

/** Headers that belong to one connection and are not passed on. */
const OF_THE_CONNECTION = ["host", "connection", "content-length", "transfer-encoding", "expect", "te"];
/** Longer than the 250 ms that a guest waits. */
const SLOW_MS = 400;

export async function startFaultProxy(engineUrl: string): Promise<FaultProxy> {
  const server = createServer((request, response) => {
    pass(gate, request, response).catch(() => response.destroy());
  });
  const { url, stop } = await listen(server);
  const gate: FaultProxy = {
    url,
    mode: "pass",
    engineUrl,
    scoresAsked: 0,
    stop,
  };
  return gate;
}

async function pass(gate: FaultProxy, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url?.endsWith("/Score")) gate.scoresAsked += 1;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  if (gate.mode === "garbage") {
    response.writeHead(200, { "Content-Type": "application/grpc-web+proto" }).end("this is no frame at all");
    return;
  }
  if (gate.mode === "slow") await pause(SLOW_MS);
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === "string" && !OF_THE_CONNECTION.includes(name) ? [[name, value] as const] : [],
  );
  const answer = await fetch(gate.engineUrl + request.url, {
    method: request.method ?? "POST",
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks),
  });
  response.writeHead(answer.status, { "Content-Type": answer.headers.get("content-type") ?? "" });
  response.end(Buffer.from(await answer.arrayBuffer()));
}
