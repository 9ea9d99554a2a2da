import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import { notFound } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { actorOf } from "../platform/audit/actions.ts";
import { recordAudit } from "../platform/audit/record.ts";
import { sealAfterResponse } from "../platform/audit/seal-records.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import { recordResult } from "../platform/idempotency/record-result.ts";
import type { MailDecision } from "./mail-decision.ts";
import { inviteeReads, planMail, untilWritten } from "./plan-mail.ts";
import {
  assertWritable,
  type InviteeRow,
  type IssuedToken,
  insertTokens,
  markInvited,
  revokeToken,
} from "./queries.ts";
import type { TokenRotation } from "./schemas.ts";

/** A new token, and whether the guest is mailed it. */
interface Rotated {
  token: IssuedToken;
  mail: MailDecision;
}

/**
 * Revokes a guest's token and issues another with the same `utm_source`, which the guest is mailed within the limits of
 * `issueToken`. A guest without a token gets the first one.
 * @throws AppError 404 for a guest of another event, and for a caller who lost the role meanwhile; what `planMail` throws
 */
export const rotateToken = idempotent(authorizeMember, (ctx, caller: EventCaller, input: TokenRotation) =>
  untilWritten((decided) => rotate(ctx, caller, input, decided)),
);

async function rotate(
  ctx: RequestContext,
  caller: EventCaller,
  input: TokenRotation,
  decided: (decision: string) => void,
): Promise<Rotated> {
  const { db, clock } = ctx;
  const { eventId } = caller;
  const { guestId, notify } = input;
  const { member, invitee: found, sender } = await authorizeMember(ctx, caller, inviteeReads(ctx, caller, guestId));
  const [invitee] = found;
  if (invitee === undefined) throw notFound();

  const now = clock.now();
  const token = { id: newId(now, ctx.shard), guestId, utmSource: invitee.token?.utmSource ?? null, createdAt: now };
  const planned = await planMail(ctx, member, { invitee, sender }, token, notify);
  const { mail } = planned;
  decided(`${invitee.token?.id} ${mail.notified}`);
  const notifiedAt = mail.notified ? now : mailUnderWay(invitee, mail);
  const rotated = { token, mail };
  const entry = {
    eventId,
    ...actorOf(member),
    action: "link.rotated" as const,
    target: guestId,
    before: null,
    after: { notified: mail.notified },
    at: now,
  };
  await runBatch(db, {
    writable: assertWritable(db, member, planned.conditions),
    revoked: revokeToken(db, eventId, guestId, now),
    inserted: insertTokens(db, eventId, [token], { ...token, notifiedAt }),
    invited: mail.notified ? [] : [markInvited(db, eventId, [guestId], now)],
    audit: recordAudit(db, entry),
    mail: planned.statements,
    idempotencyRecord: recordResult(ctx, caller, rotated, undefined, guestId),
  });
  planned.publishAfterResponse();
  sealAfterResponse(ctx, eventId);
  return rotated;
}

/**
 * When a mail with the old link was asked for that has not left yet. It takes the new link along: the notifier renders a
 * mail from what is valid then, and the guest gets no second one.
 */
function mailUnderWay({ token }: InviteeRow, { reason }: MailDecision): number | null {
  return reason === "too_soon" && token !== null && token.sentAt === null ? token.notifiedAt : null;
}
