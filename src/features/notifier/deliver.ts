import type { SQL } from "drizzle-orm";
import type { Statement } from "../../db/client.ts";
import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { log } from "../../kernel/log.ts";
import { withRetry } from "../../kernel/with-retry.ts";
import type { RequestContext } from "../../request-context.ts";
import { setDelivery } from "../invitations/queries.ts";
import { isUnknownRecipient } from "../sending/bounces.ts";
import { pauseIfHarmful } from "../sending/pause-if-harmful.ts";
import { countReturned } from "../sending/queries.ts";
import type { Email, EmailRecipient, MailKind, Settled, SkipReason } from "./draft.ts";
import {
  claimDelivery,
  findDelivery,
  isBelowInvitationLimit,
  type NewDelivery,
  skipDelivery,
  updateDelivery,
} from "./queries.ts";
import { recipientHashes } from "./recipient-hash.ts";

/** A claim that is older belongs to a Worker that crashed: the timeouts of every mail backend are shorter. */
export const CLAIM_TTL_MS = 2 * MINUTE_MS;

/** Mails that a host or a collaborator causes, to people who did not ask for them. */
function isToOthers(kind: MailKind): boolean {
  return kind === "invitation" || kind === "collaborator_invite";
}

type Outcome = Awaited<ReturnType<RequestContext["mail"]["send"]>>;

/** The mail was not sent and is to be tried again, after the wait that the provider asked for. */
export class NotDelivered extends Error {
  override readonly name = "NotDelivered";
  readonly retryAfterSeconds: number | undefined;

  constructor(retryAfterSeconds?: number) {
    super("the mail was not sent");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The row of one mail to one recipient. Its unique key is the message's id and the recipient's. */
export async function deliveryRow(
  { clock, keyring }: Pick<RequestContext, "clock" | "keyring">,
  messageId: string,
  { kind, recipient }: { kind: MailKind; recipient: EmailRecipient },
): Promise<NewDelivery> {
  const [recipientHash] = await recipientHashes(keyring, recipient.address);
  return {
    id: newId(clock.now()),
    dedupeKey: `${messageId}:${recipient.id}`,
    kind,
    eventId: recipient.eventId,
    guestId: recipient.guestId,
    userId: recipient.userId,
    recipientHash,
  };
}

/**
 * Sends a mail once: claims its row, sends, stores the outcome. A message that comes again finds the row.
 *
 * At-least-once in one case: when the Worker crashes (or loses its database for seconds) between the server's answer and
 * the write, or the connection breaks while the server answers, the mail is sent again, because a lost reset link or
 * invitation is worse than a duplicate. A hosted API drops the duplicate by its idempotency key; over SMTP both have the
 * same Message-ID.
 * @throws NotDelivered when the message is to come again
 */
export async function deliver(ctx: RequestContext, messageId: string, email: Email): Promise<void> {
  const row = await deliveryRow(ctx, messageId, email);
  const limit = isToOthers(email.kind)
    ? isBelowInvitationLimit(row, await recipientHashes(ctx.keyring, email.recipient.address), ctx.clock.now())
    : undefined;
  const content = await email.render();
  await ctx.mailConnections.run(async (session) => {
    const id = await claim(ctx, row, limit);
    if (id === null) return;
    const outcome = await session.send({
      ...content,
      kind: email.kind,
      to: email.recipient.address,
      idempotencyKey: row.dedupeKey,
    });
    await storeOutcome(ctx, id, row, email, outcome);
  });
}

/**
 * @returns the claimed row's id, or null when the mail has a final status or the recipient got as many as may be
 * @throws NotDelivered while another attempt runs
 */
async function claim(ctx: RequestContext, row: NewDelivery, limit: SQL | undefined): Promise<string | null> {
  const { db, clock, mail } = ctx;
  const now = clock.now();
  const [[claimed], [found]] = await db.batch([
    claimDelivery(db, row, mail.name, now, now - CLAIM_TTL_MS, limit),
    findDelivery(db, row.dedupeKey),
  ]);
  if (claimed) return claimed.id;
  if (found === undefined) {
    await skip(ctx, row, "too_soon");
    return null;
  }
  if (found.status !== "pending") return null;
  const endsAt = (found.claimedAt ?? now) + CLAIM_TTL_MS;
  throw new NotDelivered(Math.ceil((endsAt - now) / SECOND_MS) + 1);
}

/** Stores that a mail is not to be sent, and why, for the host too. */
export async function skip(ctx: RequestContext, row: NewDelivery, reason: SkipReason): Promise<void> {
  const { db, clock } = ctx;
  const now = clock.now();
  log("info", "mail_skipped", { kind: row.kind, dedupe_key: row.dedupeKey, reason });
  const settled = { status: "suppressed", reason, at: now } as const;
  await db.batch([skipDelivery(db, row, reason, now, now - CLAIM_TTL_MS), ...showDelivery(db, row, settled)]);
}

/** The statement that shows the host what became of a guest's invitation; none for another mail. */
export function showDelivery(
  db: RequestContext["db"],
  { kind, eventId, guestId }: Pick<NewDelivery, "kind" | "eventId" | "guestId">,
  settled: Parameters<typeof setDelivery>[2],
): Statement[] {
  if (kind !== "invitation" || eventId == null || guestId == null) return [];
  return [setDelivery(db, { eventId, guestId }, settled, ["queued"])];
}

async function storeOutcome(ctx: RequestContext, id: string, row: NewDelivery, email: Email, outcome: Outcome) {
  const { db, clock } = ctx;
  const now = clock.now();
  if (outcome.status === "retry") {
    const { reason, retryAfterSeconds } = outcome;
    log("warn", "mail_not_accepted", { delivery_id: id, kind: email.kind, status: "pending", reason });
    const pending = { status: "pending", reason, providerMessageId: null } as const;
    await withRetry(() => updateDelivery(db, id, pending, now), { delivery_id: id });
    throw new NotDelivered(retryAfterSeconds);
  }
  const settled = settledBy(outcome);
  const { status, reason, providerMessageId } = settled;
  if (status === "failed") log("warn", "mail_not_accepted", { delivery_id: id, kind: email.kind, status, reason });
  const bounced = isToOthers(email.kind) && isUnknownRecipient(reason) ? (row.eventId ?? null) : null;
  const statements = [
    updateDelivery(db, id, { status, reason, providerMessageId }, now),
    ...(email.onSettled?.(settled, now) ?? []),
    ...showDelivery(db, row, { status, reason, at: now }),
    ...(bounced === null ? [] : [countReturned(db, bounced, { kind: "bounced" }, now)]),
  ];
  await withRetry(() => db.batch(statements), { delivery_id: id });
  if (bounced !== null) await pauseIfHarmful(ctx, bounced);
}

function settledBy(outcome: Exclude<Outcome, { status: "retry" }>): Settled & { providerMessageId: string | null } {
  if (outcome.status === "refused") return { status: "failed", reason: outcome.reason, providerMessageId: null };
  return { status: "sent", reason: null, providerMessageId: outcome.providerMessageId };
}
