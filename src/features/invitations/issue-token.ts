import { isConstraintViolation } from "../../db/failures.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import { notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { idempotent } from "../../platform/idempotency/idempotent.ts";
import { recordResult } from "../../platform/idempotency/record-result.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeMember, type EventCaller, type Member } from "../members/authorize-member.ts";
import { assertRole } from "../members/queries.ts";
import { writeAsMember } from "../members/write-as-member.ts";
import { insertTokens } from "./bulk-queries.ts";
import { invitationMail } from "./invitation-mail.ts";
import {
  findInvitee,
  findMailable,
  type InviteeRow,
  isMailable,
  markInvited,
  markMailed,
  type TokenRow,
} from "./queries.ts";
import type { TokenIssue } from "./schemas.ts";

/** Two requests within this time are a double click; a later one asks for another mail. */
const REMAIL_AFTER_MS = MINUTE_MS;

/**
 * The valid token of a guest, issued if there is none. Each call mails the guest the link, but not twice within a minute
 * unless the guest was changed in between.
 * @throws AppError 404 for a guest of another event, and for a caller who lost the role meanwhile
 */
export const issueToken = idempotent(authorizeMember, issue);

/** A guest's token, and whether this call issued it. */
interface Issued {
  token: TokenRow;
  isNew: boolean;
}

async function issue(ctx: RequestContext, caller: EventCaller, input: TokenIssue): Promise<Issued> {
  const { db } = ctx;
  const { eventId } = caller;
  const {
    member,
    invitee: [invitee],
  } = await authorizeMember(ctx, caller, { invitee: findInvitee(db, eventId, input.guestId) });
  if (invitee === undefined) throw notFound();
  if (invitee.token) return remail(ctx, member, { ...invitee, token: invitee.token }, input);

  try {
    return await insertFirst(ctx, member, invitee, input);
  } catch (error) {
    if (!isConstraintViolation(error)) throw error;
  }
  // A concurrent request has issued a token, the guest was deleted, or the caller lost the role.
  const {
    member: stillMember,
    winner: [winner],
  } = await authorizeMember(ctx, caller, { winner: findInvitee(db, eventId, input.guestId) });
  if (!winner?.token) throw notFound();
  return remail(ctx, stillMember, { ...winner, token: winner.token }, input);
}

/**
 * Writes the token, the message and the time of the invitation in one batch.
 * @throws a constraint violation if the caller lost the role, or the guest has a token by now or was deleted
 */
async function insertFirst(
  ctx: RequestContext,
  member: Member,
  invitee: InviteeRow,
  input: TokenIssue,
): Promise<Issued> {
  const { db, clock } = ctx;
  const now = clock.now();
  const { eventId, id: guestId } = invitee.guest;
  const { utmSource } = input;
  const token = { id: newId(now, ctx.shard), guestId, utmSource, createdAt: now };
  const issued = { token, isNew: true };
  const mails = input.notify ? await invitationMail(ctx, invitee, token) : [];
  const outboxEntries = enqueue(ctx, mails);
  await db.batch([
    assertRole(db, member),
    ...insertTokens(db, eventId, [token], { utmSource, createdAt: now, notifiedAt: mails.length > 0 ? now : null }),
    markInvited(db, eventId, guestId, now),
    ...outboxEntries.statements,
    ...recordResult(ctx, member, issued, undefined, guestId),
  ]);
  outboxEntries.publishAfterResponse();
  return issued;
}

async function remail(
  ctx: RequestContext,
  member: Member,
  invitee: InviteeRow & { token: TokenRow },
  input: TokenIssue,
): Promise<Issued> {
  const { db, clock } = ctx;
  const { token } = invitee;
  const issued = { token, isNew: false };
  const mails = input.notify ? await invitationMail(ctx, invitee, token) : [];
  const recorded = recordResult(ctx, member, issued, undefined, token.guestId);
  if (mails.length + recorded.length === 0) return issued;
  const now = clock.now();
  const outboxEntries = enqueue(ctx, mails, isMailable(db, token.id, now - REMAIL_AFTER_MS));
  const { mailable } = await writeAsMember(ctx, member, {
    mailable: findMailable(db, token.id, now - REMAIL_AFTER_MS),
    outbox: outboxEntries.statements,
    mailed: mails.length > 0 ? [markMailed(db, token.id, now - REMAIL_AFTER_MS, now)] : [],
    idempotencyRecord: recorded,
  });
  if (mailable.length > 0) outboxEntries.publishAfterResponse();
  return issued;
}
