import type { Caller } from "./session-token.ts";

declare const AUTHORIZED: unique symbol;

/** A value read in a batch that confirmed its session. Only `markAuthorized` makes one. */
export type Authorized<T> = T & { readonly [AUTHORIZED]: true };

const AUTHORIZED_SESSIONS = new WeakSet<Caller>();

/** Brands what a batch read about a caller, once the batch has confirmed that the session is live and has the role. */
export function markAuthorized<T>(session: Caller, found: T): Authorized<T> {
  AUTHORIZED_SESSIONS.add(session);
  return found as Authorized<T>;
}

/** For guards, before a response is sent. @throws Error when no batch has authorized the session: the verb has a bug */
export function assertAuthorized(session: Caller): void {
  if (!AUTHORIZED_SESSIONS.has(session)) throw new Error("a verb answered without authorizing its session");
}
