import { emailKey } from "../../kernel/email-address.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Services } from "../../services.ts";
import { asMember, type EventCaller } from "../members/as-member.ts";
import { deleteInvite } from "./queries.ts";

/** Takes an invite back: its link ends. @throws AppError 404 when nobody with the address is invited */
export async function cancelInvite(services: Services, caller: EventCaller, email: string): Promise<void> {
  await asMember(services, caller, []);
  const deleted = await deleteInvite(services.db, caller.eventId, emailKey(email));
  if (deleted.length === 0) throw notFound();
}
