import type { Operation } from "./document.ts";

/** A body before it is encoded. */
export type Body =
  | { kind: "none" }
  | { kind: "json"; value: unknown }
  | { kind: "bytes"; type: string; bytes: Uint8Array };

/** Returns headers that sign the final request as a provider does. */
export type Sign = (sent: { target: string; body: Uint8Array }) => [string, string][];

/** A request that can still be changed part by part. */
export interface Draft {
  operation: Operation;
  /** Path parameters by name. */
  path: Record<string, string>;
  query: [string, string][];
  headers: [string, string][];
  body: Body;
  /** For webhooks. A header that the draft has itself is not replaced. */
  sign?: Sign;
  /** Values that must not appear in an error response. */
  secrets: string[];
  /** True if its single-use secret is used up: the request is well-formed but will be rejected. */
  isSpent: boolean;
  /** Bearer tokens of the event's other members. */
  colleagues: string[];
}

/** A request as it is sent. */
export interface WireRequest {
  method: string;
  /** Path and query, percent-encoded. */
  target: string;
  headers: [string, string][];
  body: Uint8Array | null;
}

export interface WireResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** Headers of a WebSocket handshake. */
export const HANDSHAKE = ["connection", "upgrade"];

export function toWire({ operation, path, query, headers, body, sign }: Draft): WireRequest {
  const route = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(path[name] ?? ""));
  const search = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
  const target = search === "" ? route : `${route}?${search}`;
  const [type, bytes] = encodeBody(body);
  const own = new Set(headers.map(([name]) => name.toLowerCase()));
  const signature = sign?.({ target, body: bytes ?? new Uint8Array() }) ?? [];
  return {
    method: operation.method,
    target,
    headers: [
      ...headers,
      ...signature.filter(([name]) => !own.has(name)),
      ...(type === null ? [] : [["content-type", type] as [string, string]]),
    ],
    body: bytes,
  };
}

function encodeBody(body: Body): [string | null, Uint8Array | null] {
  if (body.kind === "none") return [null, null];
  if (body.kind === "bytes") return [body.type, body.bytes];
  return ["application/json", Buffer.from(JSON.stringify(body.value))];
}

/** Percent-encodes text; a lone surrogate is encoded like in UTF-8 bytes. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

export function formWith(file: Uint8Array, name = "file", declared = "text/csv"): Body {
  const boundary = "----usher-fuzz-7d3a";
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="f"\r\nContent-Type: ${declared}\r\n\r\n`;
  const bytes = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { kind: "bytes", type: `multipart/form-data; boundary=${boundary}`, bytes };
}
