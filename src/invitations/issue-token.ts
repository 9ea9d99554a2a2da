import { eq } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { accessTokens } from "../db/schema/guests.ts";
import { notFound } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { authorizeMember, type EventCaller, type Member } from "../platform/authorization/authorize-member.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import { recordResult } from "../platform/idempotency/record-result.ts";
import type { MailDecision } from "./mail-decision.ts";
import { inviteeReads, type PlannedMail, planMail, untilWritten } from "./plan-mail.ts";
import { assertWritable, type InviteeRow, type IssuedToken, insertTokens, markInvited } from "./queries.ts";
import type { TokenIssue } from "./schemas.ts";

/** A guest's token, whether this call issued it, and whether it mails the guest. */
export interface Issued {
  token: IssuedToken;
  isNew: boolean;
  mail: MailDecision;
}

/**
 * The valid token of a guest, issued if there is none. With `notify` the guest is mailed the link, at most once an hour
 * and five times a day, whatever asks for it.
 * @throws AppError 404 for a guest of another event, and for a caller who lost the role meanwhile; what `planMail` throws
 */
export const issueToken = idempotent(authorizeMember, (ctx, caller: EventCaller, input: TokenIssue) =>
  untilWritten((decided) => issue(ctx, caller, input, decided)),
);

async function issue(
  ctx: RequestContext,
  caller: EventCaller,
  input: TokenIssue,
  decided: (decision: string) => void,
): Promise<Issued> {
  const {
    member,
    invitee: found,
    sender,
  } = await authorizeMember(ctx, caller, inviteeReads(ctx, caller, input.guestId));
  const [invitee] = found;
  if (invitee === undefined) throw notFound();
  const now = ctx.clock.now();
  const { guestId, utmSource } = input;
  const isNew = invitee.token === null;
  const { id, ...rest } = invitee.token ?? { id: newId(now, ctx.shard), utmSource, createdAt: now };
  const token = { id, guestId, utmSource: rest.utmSource, createdAt: rest.createdAt };
  const planned = await planMail(ctx, member, { invitee, sender }, token, input.notify);
  const issued = { token, isNew, mail: planned.mail };
  decided(`${invitee.token?.id} ${planned.mail.notified}`);
  await write(ctx, member, invitee, issued, planned);
  planned.publishAfterResponse();
  return issued;
}

/**
 * Writes the token, the message and the time of the invitation in one batch; makes no call where nothing changes.
 * @throws a constraint violation if the caller lost the role, the guest has a token by now, was mailed or deleted, or the
 *   sender may not send any more
 */
async function write(
  ctx: RequestContext,
  member: Member,
  { guest: { eventId } }: InviteeRow,
  issued: Issued,
  { mail, conditions, statements }: PlannedMail,
): Promise<void> {
  const { db, clock } = ctx;
  const { token, isNew } = issued;
  const now = isNew ? token.createdAt : clock.now();
  const notifiedAt = mail.notified ? now : null;
  const written = [
    ...(isNew ? insertTokens(db, eventId, [token], { ...token, notifiedAt }) : []),
    ...(isNew && !mail.notified ? [markInvited(db, eventId, [token.guestId], now)] : []),
    ...(!isNew && mail.notified ? [markMailed(db, token.id, now)] : []),
    ...statements,
    ...recordResult(ctx, member, issued, undefined, token.guestId),
  ];
  if (written.length > 0) await db.batch([assertWritable(db, member, conditions), ...written]);
}

/** Sets that a link is mailed. */
function markMailed(db: Database, tokenId: string, notifiedAt: number) {
  return db.update(accessTokens).set({ notifiedAt }).where(eq(accessTokens.id, tokenId));
}
