import * as z from "zod";
import type { RequestContext } from "../context.ts";
import { SECOND_MS } from "../kernel/clock.ts";
import type { Caller } from "../platform/authorization/caller.ts";
import { signed } from "../platform/secrets/signed.ts";

/** Enough to open a socket. Short, because the ticket is part of an address, which proxies may log. */
export const LIVE_TICKET_MS = 30 * SECOND_MS;

const session = z.object({ userId: z.string(), sessionId: z.string(), issuedAt: z.number() });
export const TICKET = signed("live_ticket", z.object({ id: z.string(), eventId: z.string(), session }), LIVE_TICKET_MS);

export type Signing = Pick<RequestContext, "keyring" | "clock">;

/** A ticket for one socket on one event. @param issuedAt epoch milliseconds */
export function signLiveTicket(
  ctx: Signing,
  { id, eventId, session: caller, issuedAt }: { id: string; eventId: string; session: Caller; issuedAt: number },
): Promise<string> {
  const { userId, sessionId, apiKey } = caller;
  // A ticket of an API key expires no later than the key.
  const expiresAt = Math.min(issuedAt + LIVE_TICKET_MS, apiKey?.expiresAt ?? Number.POSITIVE_INFINITY);
  return TICKET.sign(ctx, { id, eventId, session: { userId, sessionId, issuedAt } }, expiresAt);
}
