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

/** A host who asks twice in this time has clicked twice; later it is a wish for another mail. */
const MAIL_PAUSE_MS = MINUTE_MS;

/**
 * The one valid token of a guest, made if there is none. The guest is mailed the link when it is made and when it is
 * asked for again, but not twice within a minute unless the guest was changed in between.
 * @throws AppError 404 for a guest of another event, and what asking again gives a caller who has lost the event meanwhile
 */
export const issueToken = idempotent(authorizeMember, issue);

/** A guest's token, and whether this call has made it. */
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
  if (invitee.token) return askAgain(ctx, member, { ...invitee, token: invitee.token }, input);

  try {
    return await makeToken(ctx, member, invitee, input);
  } catch (error) {
    if (!isConstraintViolation(error)) throw error;
  }
  // Somebody else was first, the guest is gone, or the caller may no longer.
  const {
    member: stillMember,
    winner: [winner],
  } = await authorizeMember(ctx, caller, { winner: findInvitee(db, eventId, input.guestId) });
  if (!winner?.token) throw notFound();
  return askAgain(ctx, stillMember, { ...winner, token: winner.token }, input);
}

/**
 * Writes the token, what the guest is owed and the time of the invitation together, or nothing of it.
 * @throws a constraint violation when the caller may no longer, or the guest has a token by now or is gone
 */
async function makeToken(ctx: RequestContext, member: Member, invitee: InviteeRow, input: TokenIssue): Promise<Issued> {
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

async function askAgain(
  ctx: RequestContext,
  member: Member,
  invitee: InviteeRow & { token: TokenRow },
  input: TokenIssue,
): Promise<Issued> {
  const { db, clock } = ctx;
  const { token } = invitee;
  const issued = { token, isNew: false };
  const mails = input.notify ? await invitationMail(ctx, invitee, token) : [];
  const claimed = recordResult(ctx, member, issued, undefined, token.guestId);
  if (mails.length + claimed.length === 0) return issued;
  const now = clock.now();
  const outboxEntries = enqueue(ctx, mails, isMailable(db, token.id, now - MAIL_PAUSE_MS));
  const { mailable } = await writeAsMember(ctx, member, {
    mailable: findMailable(db, token.id, now - MAIL_PAUSE_MS),
    outbox: outboxEntries.statements,
    mailed: mails.length > 0 ? [markMailed(db, token.id, now - MAIL_PAUSE_MS, now)] : [],
    idempotencyRecord: claimed,
  });
  if (mailable.length > 0) outboxEntries.publishAfterResponse();
  return issued;
}
