import { notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { Services } from "../../services.ts";
import { claim } from "../idempotency/claim.ts";
import { once } from "../idempotency/once.ts";
import { asMember, type EventCaller } from "../members/as-member.ts";
import { writeAsMember } from "../members/write-as-member.ts";
import { owe } from "../outbox/owe.ts";
import { invitationMail } from "./invitation-mail.ts";
import { findInvitee, insertToken, isWritten, markInvited, revokeToken, type TokenRow } from "./queries.ts";
import type { TokenRotation } from "./schemas.ts";

/**
 * Ends a guest's link and makes another, which the guest is mailed. The channel stays. A guest without a link gets
 * the first one.
 * @throws AppError 404 for a guest of another event, and what asking again gives a caller who has lost the event meanwhile
 */
export const rotateToken = once(asMember, rotate);

async function rotate(services: Services, caller: EventCaller, input: TokenRotation): Promise<TokenRow> {
  const { db, clock } = services;
  const { eventId } = caller;
  const { guestId } = input;
  const [, [invitee]] = await asMember(services, caller, [findInvitee(db, eventId, guestId)]);
  if (invitee === undefined) throw notFound();

  const now = clock.now();
  const token = {
    id: newId(now, services.database),
    guestId,
    utmSource: invitee.token?.utmSource ?? null,
    createdAt: now,
  };
  const mails = input.notify ? await invitationMail(services, invitee, token) : [];
  const owed = owe(services, mails, isWritten(token.id));
  const [, [made]] = await writeAsMember(services, caller, [
    revokeToken(db, eventId, guestId, now),
    insertToken(db, { ...token, eventId, notifiedAt: mails.length > 0 ? now : null }),
    markInvited(db, eventId, guestId, now),
    ...owed.statements,
    ...claim(services, caller, token, isWritten(token.id), guestId),
  ]);
  if (made === undefined) throw notFound();
  owed.dispatch();
  return token;
}
