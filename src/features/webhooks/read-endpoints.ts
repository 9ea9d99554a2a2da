import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { type AuthorizedUser, authorizeUser } from "../accounts/authorize-user.ts";
import type { Caller } from "../accounts/session-token.ts";
import { type EndpointRow, findEndpoint, listEndpoints } from "./endpoint-queries.ts";

/** The caller's endpoints, oldest first. */
export async function readEndpoints(ctx: RequestContext, caller: Caller): Promise<EndpointRow[]> {
  const { rows } = await authorizeUser(ctx, caller, {}, { rows: listEndpoints(ctx.accountsDb, caller.userId) });
  return rows.filter(({ eventId }) => mayUse(caller, eventId));
}

/** One of the caller's endpoints, with the caller. @throws AppError 404 for one of somebody else */
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
  const [endpoint] = rows;
  if (endpoint === undefined || !mayUse(caller, endpoint.eventId)) throw notFound();
  return { user, endpoint };
}

/** Whether a caller may have to do with the endpoints of an event; null: with those of all events. An API key may be restricted. */
export function mayUse({ apiKey }: Caller, eventId: string | null): boolean {
  const only = apiKey?.eventIds ?? null;
  return only === null || (eventId !== null && only.includes(eventId));
}
