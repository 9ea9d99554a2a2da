import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import type { Channel } from "./audiences.ts";
import { createMessage } from "./create-message.ts";
import type { MessageRow } from "./queries.ts";
import { countGuests } from "./recipient-queries.ts";

/** Writes to one guest at once: a message like any other, with one recipient. @throws AppError as `createMessage`, 404 */
export async function writeToGuest(
  ctx: RequestContext,
  caller: EventCaller,
  { guestId, ...text }: { guestId: string; subject: string | null; body: string; channel: Channel },
): Promise<MessageRow> {
  const { known } = await authorizeMember(ctx, caller, { known: countGuests(ctx.db, caller.eventId, [guestId]) });
  if (known[0]?.count !== 1) throw notFound();
  return createMessage(ctx, caller, { ...text, guestIds: [guestId], mode: "send_now", sendAt: null });
}
