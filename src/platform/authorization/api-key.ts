import type * as z from "zod";
import { type Reader, withholderOf } from "../../http/guest-data.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { includesScope, type Scope } from "../../kernel/scopes.ts";

/** An API key as an isolate remembers it. All but its use cannot change while the key exists. */
export interface ApiKey {
  id: string;
  /** The user who created it. The key acts as this user. */
  userId: string;
  name: string;
  scopes: readonly Scope[];
  /** The events that it is restricted to; null: every event of its maker. */
  eventIds: readonly string[] | null;
  /** The canonical networks from which it works; null: from all. */
  allowedNetworks: readonly string[] | null;
  /** Epoch milliseconds. */
  expiresAt: number;
  /** Time at which its use was last stored, as known to this isolate. Epoch milliseconds. */
  lastUsedAt: number | null;
  /** Time at which it was read, epoch milliseconds. */
  readAt: number;
}

/** A caller that may have used an API key. */
export interface MaybeByKey {
  apiKey?: ApiKey | undefined;
}

/**
 * True if a key has a scope.
 * @param required null for an operation that requires a person instead of a scope
 */
export function allows({ scopes }: ApiKey, required: Scope | null): boolean {
  return required !== null && includesScope(scopes, required);
}

/** True if the caller is a person, or a key with the scope. */
export function mayUse({ apiKey }: MaybeByKey, required: Scope): boolean {
  return apiKey === undefined || allows(apiKey, required);
}

/** The data of guests that a key may read. Null for a person, who may read all that the route returns. */
export function readerOf({ apiKey }: MaybeByKey): Reader | null {
  return apiKey === undefined ? null : (scopes) => scopes.some((scope) => allows(apiKey, scope));
}

/** Returns a response without what the caller may not read of guests. For routes that write their response themselves. */
export function shownTo<S extends z.ZodType>(caller: MaybeByKey, schema: S, response: z.output<S>): z.output<S> {
  const [withhold, reads] = [withholderOf(schema), readerOf(caller)];
  return withhold === null || reads === null ? response : withhold(response, reads);
}

/**
 * Why the caller's request emails no guest: a key that changes guests or events needs a scope of sending as well. Null for
 * a person, and for a key with one of them.
 */
export function unnotifiedReason(caller: MaybeByKey): "missing_scope" | null {
  return mayUse(caller, "invitations:send") || mayUse(caller, "messages:send") ? null : "missing_scope";
}

/** True if the caller's request emails no guest, also later. */
export function isSilent(caller: MaybeByKey): boolean {
  return unnotifiedReason(caller) !== null;
}

/** 403 for a key that a route does not allow: it names the missing scope, or says that a person has to sign in. */
export function notAllowed(required: Scope | null): AppError {
  if (required === null) return new AppError("session_required");
  return new AppError("insufficient_scope", { missing: required }, `This API key needs the scope ${required}.`);
}

/** @throws AppError 404 for a caller whose API key is restricted to other events: it is not to learn which there are */
export function assertOpensEvent({ apiKey }: MaybeByKey, eventId: string): void {
  const only = apiKey?.eventIds ?? null;
  if (only !== null && !only.includes(eventId)) throw notFound();
}

/**
 * For routes of an account that can also be about one event.
 * @throws AppError 403 `insufficient_scope` for a caller whose API key is restricted to events, without one of them
 */
export function assertReachesAccount({ apiKey }: MaybeByKey): void {
  if ((apiKey?.eventIds ?? null) === null) return;
  const message = "This API key is restricted to certain events. Send the `event_id` of one of them.";
  throw new AppError("insufficient_scope", { missing: "events:write" satisfies Scope }, message);
}

/** @throws AppError 403 `insufficient_scope` for a caller whose API key is restricted to events: it makes no others */
export function assertMakesEvents({ apiKey }: MaybeByKey): void {
  if ((apiKey?.eventIds ?? null) === null) return;
  const message = "This API key is restricted to certain events, so it can't create one.";
  throw new AppError("insufficient_scope", { missing: "events:write" satisfies Scope }, message);
}
