import { fileURLToPath } from "node:url";
import * as grpc from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import type { EngineProcess } from "../../../testkit/engine-process.ts";
import { messageOf, START, type Visit } from "./visits.ts";

const PROTO = fileURLToPath(new URL("../../../proto/", import.meta.url));
/** A client that is built only from the .proto file. */
const loaded = grpc.loadPackageDefinition(
  loadSync("fraud/v1/fraud.proto", {
    includeDirs: [PROTO],
    keepCase: true,
    enums: String,
    longs: Number,
    defaults: true,
  }),
) as unknown as { usher: { fraud: { v1: Record<"FraudService" | "AccessEvents", grpc.ServiceClientConstructor> } } };

export interface Scored {
  readonly score: number;
  readonly risk: string;
  readonly reasons: string[];
  readonly scored_at: { readonly seconds: number; readonly nanos: number };
  readonly evidence: Record<string, string>;
  readonly automated: boolean;
  readonly geo_country?: string;
  readonly geo_city?: string;
  readonly geo_lat?: number;
}

/** The response to a guest's request. */
export interface ScoreAnswer extends Scored {
  readonly recorded: boolean;
}

export interface FraudScored extends Scored {
  readonly access_log_id: string;
}

export type Kind = "RSVP" | "CHECK_IN" | "LEGITIMATE" | "SUSPICIOUS";

export interface EngineClient {
  score(visit: Visit): Promise<ScoreAnswer>;
  /** Sends a visit like a queue message; `occurred_at` is START plus `visit.after`. */
  handle(visit: Visit): Promise<FraudScored>;
  confirm(log: string, kind: Kind, guest?: string): Promise<{ applied: boolean }>;
  call<Out>(
    service: "FraudService" | "AccessEvents",
    method: string,
    request: unknown,
    deadlineMs?: number,
  ): Promise<Out>;
  close(): void;
}

/** Returns the message with the field names of the .proto file. */
export function wireOf(visit: Visit) {
  const message = messageOf(visit);
  return {
    event_id: message.eventId,
    guest_id: message.guestId,
    token_id: message.tokenId,
    access_log_id: message.accessLogId,
    fingerprint: message.fingerprint,
    ip_address: message.ipAddress,
    user_agent: message.userAgent,
    referrer: message.referrer,
  };
}

export function timestampOf(ms: number) {
  return { seconds: Math.floor(ms / 1_000), nanos: (ms % 1_000) * 1_000_000 };
}

/** Returns metadata with the bearer token, or without it if `secret` is null. */
export function metadataOf(secret: string | null): grpc.Metadata {
  const metadata = new grpc.Metadata();
  if (secret !== null) metadata.set("authorization", `Bearer ${secret}`);
  return metadata;
}

export function connect(engine: EngineProcess, secret: string | null = engine.secret): EngineClient {
  const { FraudService, AccessEvents } = loaded.usher.fraud.v1;
  const credentials = grpc.credentials.createInsecure();
  const clients = {
    FraudService: new FraudService(engine.grpcAddress, credentials),
    AccessEvents: new AccessEvents(engine.grpcAddress, credentials),
  };
  const call = <Out>(
    service: keyof typeof clients,
    method: string,
    request: unknown,
    deadlineMs = 10_000,
  ): Promise<Out> =>
    new Promise((resolve, reject) => {
      const options = { deadline: Date.now() + deadlineMs };
      const done = (error: grpc.ServiceError | null, answer: Out) => (error === null ? resolve(answer) : reject(error));
      (clients[service][method] as (...args: unknown[]) => void).call(
        clients[service],
        request,
        metadataOf(secret),
        options,
        done,
      );
    });
  return {
    call,
    score: (visit) => call("FraudService", "Score", wireOf(visit)),
    handle: (visit) =>
      call("AccessEvents", "Handle", { ...wireOf(visit), occurred_at: timestampOf(START + (visit.after ?? 0)) }),
    confirm: (log, kind, guest = "guest") =>
      call("AccessEvents", "Confirm", {
        event_id: "event",
        guest_id: guest,
        access_log_id: log,
        kind: `CONFIRMATION_KIND_${kind}`,
      }),
    close: () => {
      for (const client of Object.values(clients)) client.close();
    },
  };
}

/** Returns the gRPC status of a call. */
export function codeOf(call: Promise<unknown>): Promise<grpc.status> {
  return call.then(
    () => grpc.status.OK,
    (error: grpc.ServiceError) => error.code,
  );
}
