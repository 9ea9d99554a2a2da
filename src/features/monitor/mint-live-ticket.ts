import type { Services } from "../../services.ts";
import type { Caller } from "../accounts/session-token.ts";
import { onDatabaseOf } from "../databases/route.ts";
import { refreshFlags, requireEnabled } from "../flags/is-enabled.ts";
import { asMember } from "../members/as-member.ts";
import { issueLiveTicket } from "./live-ticket.ts";

/**
 * Hands a member a ticket for the live monitor of an event.
 * @throws AppError 404 for a stranger, 403 `feature_disabled`
 */
export async function mintLiveTicket(
  services: Services,
  session: Caller,
  eventId: string,
): Promise<{ ticket: string; url: string }> {
  const { clock, config, keyring } = services;
  const [[member]] = await Promise.all([
    asMember(onDatabaseOf(services, eventId), { session, eventId, needed: "viewer" }, []),
    refreshFlags(services),
  ]);
  await requireEnabled(services, "live_monitor", member.hostId);
  const ticket = await issueLiveTicket(keyring, { eventId, userId: member.userId, issuedAt: clock.now() });
  const origin = config.PUBLIC_URL.replace(/^http/, "ws");
  return { ticket, url: `${origin}/events/${eventId}/live?ticket=${ticket}` };
}
