import { createHash, timingSafeEqual } from "node:crypto";
import { EngineError, STATUS } from "./engine-error.ts";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * Makes the check that both listeners apply to everything but health.
 * Digests are compared, so that neither time nor length tells how much of a guess was right.
 * @returns throws EngineError UNAUTHENTICATED when the `authorization` value is not `Bearer <secret>`
 */
export function bearerCheck(secret: string): (authorization: string | undefined) => void {
  const expected = digest(secret);
  // A caller sends the same header every time; remembering the good one saves a hash per call.
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
