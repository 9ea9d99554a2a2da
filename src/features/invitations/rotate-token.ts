import { notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { idempotent } from "../../platform/idempotency/idempotent.ts";
import { recordResult } from "../../platform/idempotency/record-result.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { recordAudit } from "../audit/record.ts";
import { sealAfterResponse } from "../audit/seal-records.ts";
import { authorizeMember, type EventCaller } from "../members/authorize-member.ts";
import { writeAsMember } from "../members/write-as-member.ts";
import { invitationMail } from "./invitation-mail.ts";
import { findInvitee, insertToken, isWritten, markInvited, revokeToken, type TokenRow } from "./queries.ts";
import type { TokenRotation } from "./schemas.ts";

/**
 * Revokes a guest's token and issues another with the same `utm_source`, which the guest is mailed. A guest without a
 * token gets the first one.
 * @throws AppError 404 for a guest of another event, and for a caller who lost the role meanwhile
 */
export const rotateToken = idempotent(authorizeMember, rotate);

async function rotate(ctx: RequestContext, caller: EventCaller, input: TokenRotation): Promise<TokenRow> {
  const { db, clock } = ctx;
  const { eventId } = caller;
  const { guestId } = input;
  const {
    member,
    invitee: [invitee],
  } = await authorizeMember(ctx, caller, { invitee: findInvitee(db, eventId, guestId) });
  if (invitee === undefined) throw notFound();

  const now = clock.now();
  const token = {
    id: newId(now, ctx.shard),
    guestId,
    utmSource: invitee.token?.utmSource ?? null,
    createdAt: now,
  };
  const mails = input.notify ? await invitationMail(ctx, invitee, token) : [];
  const outboxEntries = enqueue(ctx, mails, isWritten(token.id));
  const entry = {
    eventId,
    actorId: member.userId,
    action: "link.rotated" as const,
    target: guestId,
    before: null,
    after: { notified: mails.length > 0 },
    at: now,
  };
  const {
    inserted: [inserted],
  } = await writeAsMember(ctx, member, {
    revoked: revokeToken(db, eventId, guestId, now),
    inserted: insertToken(db, { ...token, eventId, notifiedAt: mails.length > 0 ? now : null }),
    invited: markInvited(db, eventId, guestId, now),
    audit: recordAudit(db, entry, isWritten(token.id)),
    outbox: outboxEntries.statements,
    idempotencyRecord: recordResult(ctx, caller, token, isWritten(token.id), guestId),
  });
  if (inserted === undefined) throw notFound();
  outboxEntries.publishAfterResponse();
  sealAfterResponse(ctx, eventId);
  return token;
}
