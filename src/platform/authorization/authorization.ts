import type { Caller } from "./caller.ts";

declare const AUTHORIZED: unique symbol;

/**
 * A value whose session and permissions a batch has confirmed: an `AuthorizedUser` or a `Member`. Conditions of writes
 * (`hasLiveSession`, `hasRole`) accept nothing else, so that a verb cannot write for a caller whom it has not authorized.
 */
export type Authorized<T> = T & { readonly [AUTHORIZED]: true };

const AUTHORIZED_SESSIONS = new WeakSet<Caller>();

/** Brands a value, once a batch has confirmed that its session is live and has the required permissions. */
export function markAuthorized<T extends { session: Caller }>(confirmed: T): Authorized<T> {
  AUTHORIZED_SESSIONS.add(confirmed.session);
  return confirmed as Authorized<T>;
}

/** For guards, before a response is sent. @throws Error when no batch has authorized the session: the verb has a bug */
export function assertAuthorized(session: Caller): void {
  if (!AUTHORIZED_SESSIONS.has(session)) throw new Error("a verb answered without authorizing its session");
}
