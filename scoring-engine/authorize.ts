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
  let accepted: string | null = null;
  return (authorization) => {
    if (authorization !== undefined && accepted !== null && sameText(authorization, accepted)) return;
    const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
    if (token === undefined || !timingSafeEqual(digest(token), expected)) {
      throw new EngineError(STATUS.unauthenticated, "a bearer token is required");
    }
    accepted = authorization ?? null;
  };
}

function sameText(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
