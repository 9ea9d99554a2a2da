import type { AccessMessage } from "./access.ts";
import { EngineError, STATUS } from "./engine-error.ts";

/** A request is a browser's headers and a dozen short facts; anything larger is a mistake or an attack. Bytes. */
export const MAX_REQUEST_BYTES = 64 * 1024;
export const MAX_FINGERPRINT_ENTRIES = 64;
/** Ids are UUIDs; other callers' ids may be longer, but not much. Characters. */
export const MAX_ID_CHARS = 128;
/** Messages that come in one call. */
export const MAX_BATCH = 100;
/** What a transport accepts before the engine itself can say INVALID_ARGUMENT (gRPC's own default). Bytes. */
export const MAX_TRANSPORT_BYTES = 4 * 1024 * 1024;

function invalid(message: string): EngineError {
  return new EngineError(STATUS.invalidArgument, message);
}

/** Ids become parts of storage keys, so they are short and printable. */
export function requireId(name: string, value: string): void {
  if (value === "") throw invalid(`${name} is required`);
  if (value.length > MAX_ID_CHARS) throw invalid(`${name} is longer than ${MAX_ID_CHARS} characters`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\u0000-\u0020\u007f]/.test(value)) throw invalid(`${name} has spaces or control characters`);
}

function sizeOf(message: AccessMessage): number {
  const texts = [message.ipAddress, message.userAgent, message.referrer];
  let bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  for (const key in message.fingerprint)
    bytes += Buffer.byteLength(key) + Buffer.byteLength(message.fingerprint[key] ?? "");
  return bytes;
}

/**
 * Refuses an access that is incomplete or has too many facts.
 * @throws EngineError INVALID_ARGUMENT, naming the field
 */
export function requireAccess(message: AccessMessage): void {
  requireId("event_id", message.eventId);
  requireId("guest_id", message.guestId);
  requireId("token_id", message.tokenId);
  requireId("access_log_id", message.accessLogId);
  if (Object.keys(message.fingerprint).length > MAX_FINGERPRINT_ENTRIES) {
    throw invalid(`fingerprint has more than ${MAX_FINGERPRINT_ENTRIES} entries`);
  }
}

/** @throws EngineError INVALID_ARGUMENT for a batch of nothing or of too many */
export function requireBatch(name: string, count: number): void {
  if (count === 0) throw invalid(`${name} is required`);
  if (count > MAX_BATCH) throw invalid(`${name} has more than ${MAX_BATCH} entries`);
}

/**
 * Refuses an access that is too large; for a listener that does not see the bytes themselves.
 * @throws EngineError INVALID_ARGUMENT
 */
export function requireSize(message: AccessMessage): void {
  if (sizeOf(message) > MAX_REQUEST_BYTES) throw tooLargeError();
}

export function tooLargeError(): EngineError {
  return invalid(`request is larger than ${MAX_REQUEST_BYTES} bytes`);
}

export function malformedError(): EngineError {
  return invalid("request is no valid protobuf message");
}
