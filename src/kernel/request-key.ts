import { sha256Hex } from "./bytes.ts";

/** A request with an `Idempotency-Key`, which the client may repeat. */
export interface RequestKey {
  /** SHA-256 of the `Idempotency-Key`. */
  readonly keyHash: string;
  /** SHA-256 of method, target and body. */
  readonly requestHash: string;
  /** `recorded` by the batch that wrote the change, `replayed` when an earlier request had written it. */
  state: "new" | "recorded" | "replayed";
}

/** The hashed parts of a request. The body is text where JSON is expected, else bytes. */
export interface KeyedRequest {
  method: string;
  /** Path and query. */
  target: string;
  contentType: string;
  body: string | ArrayBuffer;
}

const BOUNDARY = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i;

/** The key of a request, with a hash of the request, which detects another request with the same key. */
export async function requestKeyOf(key: string, request: KeyedRequest): Promise<RequestKey> {
  const { method, target, body, contentType } = request;
  const hashed = typeof body === "string" ? canonicalJson(body) : withoutBoundary(body, contentType);
  return {
    keyHash: await sha256Hex(key),
    requestHash: await sha256Hex(JSON.stringify([method, target, hashed])),
    state: "new",
  };
}

/** Normalises field order and white space, in which a retry may differ. */
function canonicalJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
        : value,
    );
  } catch {
    // The route will reject it.
    return text;
  }
}

/** Removes the multipart boundary, in which a retry differs. */
function withoutBoundary(bytes: ArrayBuffer, contentType: string): string {
  // Latin-1 maps each byte to its own character, so that different bodies stay different.
  const text = new TextDecoder("latin1").decode(bytes);
  const found = BOUNDARY.exec(contentType);
  const boundary = found?.[1] ?? found?.[2];
  return boundary === undefined ? text : text.replaceAll(boundary, "");
}
