import { sha256Hex } from "./bytes.ts";

/** A request that a client may send again: the key that it chose, and what it asked for with it. */
export interface RequestKey {
  /** SHA-256 of the `Idempotency-Key`. */
  readonly keyHash: string;
  /** SHA-256 of everything that was asked for. */
  readonly requestHash: string;
  /** `recorded` by the batch that wrote the change, `replayed` when an earlier request had written it. */
  state: "new" | "recorded" | "replayed";
}

/** What a request asks for. A body is text where it should be JSON, and bytes where it is anything else. */
export interface Asked {
  method: string;
  /** Path and query. */
  target: string;
  contentType: string;
  body: string | ArrayBuffer;
}

const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i;

/** The key of a request, with what tells the request from any other that is sent under the same key. */
export async function requestKeyOf(key: string, asked: Asked): Promise<RequestKey> {
  const { method, target, body, contentType } = asked;
  const said = typeof body === "string" ? canonicalJson(body) : withoutBoundary(body, contentType);
  return {
    keyHash: await sha256Hex(key),
    requestHash: await sha256Hex(JSON.stringify([method, target, said])),
    state: "new",
  };
}

/** A client that writes its JSON anew for a retry may order its fields and its white space otherwise. */
function canonicalJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
        : value,
    );
  } catch {
    // No JSON: the route will refuse it, whatever it is compared with.
    return text;
  }
}

/** A form that is sent again has another boundary between the same parts. */
function withoutBoundary(bytes: ArrayBuffer, contentType: string): string {
  // Latin-1 gives each byte a character of its own, so that no two bodies become one.
  const text = new TextDecoder("latin1").decode(bytes);
  const found = BOUNDARY.exec(contentType);
  const boundary = found?.[1] ?? found?.[2];
  return boundary === undefined ? text : text.replaceAll(boundary, "");
}
