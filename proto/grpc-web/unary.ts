/**
 * Codec of binary gRPC-Web for unary calls (grpc/doc/PROTOCOL-WEB.md), used by the Worker and the engine. A body is a
 * sequence of frames: one byte of flags, four bytes of length, the payload.
 */
export const CONTENT_TYPE = "application/grpc-web+proto";

/** The region that a caller expects of the engine, in the request; the engine's own, in the response. */
export const REGION_HEADER = "usher-region";

const HEAD_BYTES = 5;
const COMPRESSED = 0x01;
const TRAILERS = 0x80;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A body that is truncated, or not that of a unary call. */
export class FrameError extends Error {
  override readonly name = "FrameError";
}

/** A response. `message` is null for an error. */
export interface UnaryResponse {
  readonly message: Uint8Array | null;
  /** gRPC status code; 0 is success. */
  readonly status: number;
  readonly text: string;
}

interface Frame {
  readonly flags: number;
  readonly payload: Uint8Array;
}

function joinFrames(frames: readonly Frame[]): Uint8Array<ArrayBuffer> {
  const size = frames.reduce((sum, { payload }) => sum + HEAD_BYTES + payload.length, 0);
  const body = new Uint8Array(size);
  const view = new DataView(body.buffer);
  let offset = 0;
  for (const { flags, payload } of frames) {
    view.setUint8(offset, flags);
    view.setUint32(offset + 1, payload.length);
    body.set(payload, offset + HEAD_BYTES);
    offset += HEAD_BYTES + payload.length;
  }
  return body;
}

function splitFrames(body: Uint8Array): Frame[] {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const frames: Frame[] = [];
  for (let offset = 0; offset < body.length; ) {
    const start = offset + HEAD_BYTES;
    if (start > body.length) throw new FrameError("the body is cut short");
    const end = start + view.getUint32(offset + 1);
    if (end > body.length) throw new FrameError("the body is cut short");
    frames.push({ flags: view.getUint8(offset), payload: body.subarray(start, end) });
    offset = end;
  }
  return frames;
}

function uncompressedPayload({ flags, payload }: Frame): Uint8Array {
  if ((flags & COMPRESSED) !== 0) throw new FrameError("the message is compressed");
  return payload;
}

/** Encodes the body of a request. */
export function encodeRequest(message: Uint8Array): Uint8Array<ArrayBuffer> {
  return joinFrames([{ flags: 0, payload: message }]);
}

/** Decodes the message in a request's body. @throws FrameError when there is not exactly one */
export function decodeRequest(body: Uint8Array): Uint8Array {
  const [first, ...rest] = splitFrames(body);
  if (first === undefined || rest.length > 0 || (first.flags & TRAILERS) !== 0) {
    throw new FrameError("a unary call has one message");
  }
  return uncompressedPayload(first);
}

/** Encodes the body of a response: the message, if any, and the trailers. */
export function encodeResponse({ message, status, text }: UnaryResponse): Uint8Array<ArrayBuffer> {
  const reason = text === "" ? "" : `grpc-message: ${encodeURIComponent(text)}\r\n`;
  const trailers = { flags: TRAILERS, payload: encoder.encode(`grpc-status: ${status}\r\n${reason}`) };
  return joinFrames(message === null ? [trailers] : [{ flags: 0, payload: message }, trailers]);
}

function trailerOf(lines: readonly string[], name: string): string | null {
  const line = lines.find((one) => one.toLowerCase().startsWith(`${name}:`));
  return line === undefined ? null : line.slice(name.length + 1).trim();
}

function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Decodes a response's body. @throws FrameError when it is incomplete or not that of a unary call */
export function decodeResponse(body: Uint8Array): UnaryResponse {
  const frames = splitFrames(body);
  const last = frames.pop();
  if (last === undefined || (last.flags & TRAILERS) === 0) throw new FrameError("the answer has no trailers");
  if (frames.length > 1) throw new FrameError("a unary call has one answer");
  const lines = decoder.decode(uncompressedPayload(last)).split("\r\n");
  const status = Number(trailerOf(lines, "grpc-status") ?? Number.NaN);
  if (!Number.isInteger(status)) throw new FrameError("the answer has no status");
  const [first] = frames;
  if (first === undefined && status === 0) throw new FrameError("the answer has no message");
  return {
    message: first === undefined ? null : uncompressedPayload(first),
    status,
    text: percentDecode(trailerOf(lines, "grpc-message") ?? ""),
  };
}

/** Milliseconds per unit of `grpc-timeout`. */
const UNIT_MS: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1_000, m: 1, u: 1e-3, n: 1e-6 };

/** Formats a `grpc-timeout`. */
export function encodeTimeout(ms: number): string {
  return `${Math.max(1, Math.ceil(ms))}m`;
}

/** Parses a `grpc-timeout` to milliseconds; null when malformed. */
export function decodeTimeout(value: string): number | null {
  const [, digits, unit = ""] = /^(\d{1,8})([HMSmun])$/.exec(value) ?? [];
  return digits === undefined ? null : Number(digits) * (UNIT_MS[unit] ?? 0);
}
