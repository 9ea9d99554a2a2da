import { emailKey } from "../../kernel/email-address.ts";
import { notFound } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { hasRole } from "../members/queries.ts";
import { deleteInvite } from "./invite-queries.ts";

/**
 * Cancels an open invite: its link stops working.
 * @throws AppError 404 without an open invite to the address, and what `authorizeMember` throws for a caller who lost the
 *   role or the event meanwhile
 */
export async function cancelInvite(ctx: RequestContext, caller: EventCaller, email: string): Promise<void> {
  const { db } = ctx;
  const { member } = await authorizeMember(ctx, caller, {});
  const [deleted] = await db.batch([deleteInvite(db, caller.eventId, emailKey(email), hasRole(db, member))]);
  if (deleted.length > 0) return;
  await authorizeMember(ctx, caller, {});
  throw notFound();
}
