import type { Caller } from "./session-token.ts";

declare const AUTHORIZED: unique symbol;

/** A value that only exists because the database has let its session in. `authorized` alone makes one. */
export type Authorized<T> = T & { readonly [AUTHORIZED]: true };

const AUTHORIZED_SESSIONS = new WeakSet<Caller>();

/**
 * Brands what a batch found once it has proved that the session is alive and may do what it asks for. The session guard
 * refuses to send a response for a session that was never authorized, so a verb cannot forget to ask.
 */
export function authorized<T>(session: Caller, found: T): Authorized<T> {
  AUTHORIZED_SESSIONS.add(session);
  return found as Authorized<T>;
}

/** Whether a batch has let this session in. */
export function isAuthorized(session: Caller): boolean {
  return AUTHORIZED_SESSIONS.has(session);
}
