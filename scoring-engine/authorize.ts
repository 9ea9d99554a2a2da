import { createHash, timingSafeEqual } from "node:crypto";
import { EngineError, STATUS } from "./engine-error.ts";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * Creates the bearer check of both listeners, which they apply to everything but health checks. It compares digests in
 * constant time, so that neither timing nor length reveals how close a guess was.
 * @returns a function that throws EngineError UNAUTHENTICATED unless the `authorization` value is `Bearer <secret>`
 */
export function bearerCheck(secret: string): (authorization: string | undefined) => void {
  const expected = digest(secret);
  // Callers send the same header every time; caching the accepted one saves a hash per call.
  let accepted: Buffer | null = null;
  return (authorization) => {
    if (authorization !== undefined && accepted !== null && isSame(authorization, accepted)) return;
    const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
    if (token === undefined || !timingSafeEqual(digest(token), expected)) {
      throw new EngineError(STATUS.unauthenticated, "a bearer token is required");
    }
    accepted = Buffer.from(authorization ?? "");
  };
}

function isSame(text: string, accepted: Buffer): boolean {
  const bytes = Buffer.from(text);
  return bytes.length === accepted.length && timingSafeEqual(bytes, accepted);
}
