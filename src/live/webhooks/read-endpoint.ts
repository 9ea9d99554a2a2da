import type { RequestContext } from "../../context.ts";
import { findAuthentication } from "../../identity/second-factors/queries.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { type AuthorizedUser, authorizeUser } from "../../platform/authorization/authorize-user.ts";
import type { Caller } from "../../platform/authorization/caller.ts";
import { type EndpointRow, findEndpoint, listEndpoints } from "./endpoint-queries.ts";

/** The caller's endpoints, oldest first. */
export async function readEndpoints(ctx: RequestContext, caller: Caller): Promise<EndpointRow[]> {
  const { rows } = await authorizeUser(ctx, caller, {}, { rows: listEndpoints(ctx.accountsDb, caller.userId) });
  return rows.filter(({ eventId }) => reaches(caller, eventId));
}

/**
 * Returns one of the caller's endpoints, with the caller.
 * @throws AppError 404 for another user's endpoint
 */
export async function readEndpoint(
  ctx: RequestContext,
  caller: Caller,
  endpointId: string,
): Promise<{ user: AuthorizedUser; endpoint: EndpointRow }> {
  const { user, rows } = await authorizeUser(
    ctx,
    caller,
    {},
    { rows: findEndpoint(ctx.accountsDb, caller.userId, endpointId) },
  );
  return { user, endpoint: requireReached(caller, rows) };
}

/**
 * Reads an endpoint that the caller is about to change or call, and the last authentication of the caller's session. An
 * API key changes and calls only the endpoints that it created, because only those end with the key.
 * @throws AppError 404 for another user's endpoint, 403 `session_required` for an API key that did not create it
 */
export async function readToChange(ctx: RequestContext, caller: Caller, endpointId: string) {
  const { accountsDb: db } = ctx;
  const { user, rows, authentication } = await authorizeUser(
    ctx,
    caller,
    {},
    { rows: findEndpoint(db, caller.userId, endpointId), authentication: findAuthentication(db, caller) },
  );
  const endpoint = requireReached(caller, rows);
  const { apiKey } = caller;
  if (apiKey !== undefined && apiKey.id !== endpoint.apiKeyId) {
    const message = "This API key didn't create the webhook endpoint, so it can't use it. Sign in instead.";
    throw new AppError("session_required", {}, message);
  }
  return { user, endpoint, authentication };
}

/** @throws AppError 404 for an endpoint that the caller does not have or may not use */
function requireReached(caller: Caller, [endpoint]: readonly EndpointRow[]): EndpointRow {
  if (endpoint === undefined || !reaches(caller, endpoint.eventId)) throw notFound();
  return endpoint;
}

/** True if a caller may use the endpoints of an event (null: of all events). An API key may be restricted. */
export function reaches({ apiKey }: Caller, eventId: string | null): boolean {
  const only = apiKey?.eventIds ?? null;
  return only === null || (eventId !== null && only.includes(eventId));
}
