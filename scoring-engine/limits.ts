import type { AccessMessage } from "./access.ts";
import { EngineError, STATUS } from "./engine-error.ts";

/** A request has a browser's headers and a dozen short facts; larger ones are an error or an attack. Bytes. */
export const MAX_REQUEST_BYTES = 64 * 1024;
export const MAX_FINGERPRINT_ENTRIES = 64;
/** Usher's IDs are UUIDs; other callers' may be a little longer. Characters. */
export const MAX_ID_CHARS = 128;
/** Messages per call. */
export const MAX_BATCH = 100;
/** Limit of the transports, gRPC's default; below it the engine itself responds with INVALID_ARGUMENT. Bytes. */
export const MAX_TRANSPORT_BYTES = 4 * 1024 * 1024;

function invalid(message: string): EngineError {
  return new EngineError(STATUS.invalidArgument, message);
}

/** IDs become parts of storage keys, and must be short and printable. */
export function requireId(name: string, value: string): void {
  if (value === "") throw invalid(`${name} is required`);
  if (value.length > MAX_ID_CHARS) throw invalid(`${name} is longer than ${MAX_ID_CHARS} characters`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects control characters
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
 * Checks that an access has all IDs, and not too many fingerprint entries.
 * @throws EngineError INVALID_ARGUMENT, naming the field
 */
export function requireAccess(message: AccessMessage): void {
  requireId("event_id", message.eventId);
  requireId("guest_id", message.guestId);
  requireId("token_id", message.tokenId);
  requireId("access_log_id", message.accessLogId);
  let entries = 0;
  for (const _ in message.fingerprint) entries += 1;
  if (entries > MAX_FINGERPRINT_ENTRIES) {
    throw invalid(`fingerprint has more than ${MAX_FINGERPRINT_ENTRIES} entries`);
  }
}

/** @throws EngineError INVALID_ARGUMENT for an empty batch or one of too many messages */
export function requireBatch(name: string, count: number): void {
  if (count === 0) throw invalid(`${name} is required`);
  if (count > MAX_BATCH) throw invalid(`${name} has more than ${MAX_BATCH} entries`);
}

/** Checks the size of an access within a batch. @throws EngineError INVALID_ARGUMENT */
export function requireSize(message: AccessMessage): void {
  if (sizeOf(message) > MAX_REQUEST_BYTES) throw tooLargeError();
}

export function tooLargeError(): EngineError {
  return invalid(`request is larger than ${MAX_REQUEST_BYTES} bytes`);
}

export function malformedError(): EngineError {
  return invalid("request is not a valid protobuf message");
}
