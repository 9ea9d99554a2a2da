import type { RequestContext } from "../context.ts";
import type { Statement } from "../db/client.ts";
import { MINUTE_MS } from "../kernel/clock.ts";
import { log } from "../kernel/log.ts";
import { withRetry } from "../kernel/with-retry.ts";
import type { Email, MailKind, MailOutcome, SkipReason } from "../platform/mail/draft.ts";
import { publishFirst } from "../platform/outbox/store-activities.ts";
import { isUnknownRecipient } from "./bounces.ts";
import { type NewDelivery, setDelivery, skipDelivery, updateDelivery } from "./delivery-queries.ts";
import { pauseIfHarmful } from "./pause-if-harmful.ts";
import { countReturned } from "./queries.ts";

/** A claim that is older belongs to a Worker that crashed: the timeouts of every mail backend are shorter. */
export const CLAIM_TTL_MS = 2 * MINUTE_MS;

/** A final answer of a mail server. */
type Final = Exclude<Awaited<ReturnType<RequestContext["mail"]["send"]>>, { status: "retry" }>;

/** Mails that a host or a collaborator causes, to people who did not ask for them. */
export function isToOthers(kind: MailKind): boolean {
  return kind === "invitation" || kind === "collaborator_invite";
}

/** Stores the final outcome of a mail, shows it to the host, and counts it where the recipient does not exist. */
export async function persistOutcome(ctx: RequestContext, id: string, row: NewDelivery, email: Email, outcome: Final) {
  const { db, clock } = ctx;
  const now = clock.now();
  const stored = outcomeOf(outcome);
  const { status, reason, providerMessageId } = stored;
  if (status === "failed") log("warn", "mail_not_accepted", { delivery_id: id, kind: email.kind, status, reason });
  const bounced = isToOthers(email.kind) && isUnknownRecipient(reason) ? (row.eventId ?? null) : null;
  const missed = await publishFirst(ctx, row.eventId ?? "", email.activityOf ? [email.activityOf(stored, now)] : []);
  const statements = [
    updateDelivery(db, id, { status, reason, providerMessageId }, now),
    ...(email.onOutcome?.(stored, now) ?? []),
    ...showDelivery(db, row, { status, reason, at: now }),
    ...(bounced === null ? [] : [countReturned(db, bounced, { kind: "bounced" }, now)]),
    ...missed,
  ];
  await withRetry(() => db.batch(statements), { delivery_id: id });
  if (bounced !== null) await pauseIfHarmful(ctx, bounced);
}

/** Stores that a mail is not to be sent, and why, for the host too. */
export async function skipMail(ctx: RequestContext, row: NewDelivery, reason: SkipReason): Promise<void> {
  const { db, clock } = ctx;
  const now = clock.now();
  log("info", "mail_skipped", { kind: row.kind, dedupe_key: row.dedupeKey, reason });
  const stored = { status: "suppressed", reason, at: now } as const;
  await db.batch([skipDelivery(db, row, reason, now, now - CLAIM_TTL_MS), ...showDelivery(db, row, stored)]);
}

/** The statement that shows the host what became of a guest's invitation; none for another mail. */
export function showDelivery(
  db: RequestContext["db"],
  { kind, eventId, guestId }: Pick<NewDelivery, "kind" | "eventId" | "guestId">,
  stored: Parameters<typeof setDelivery>[2],
): Statement[] {
  if (kind !== "invitation" || eventId == null || guestId == null) return [];
  return [setDelivery(db, { eventId, guestId }, stored, ["queued"])];
}

function outcomeOf(outcome: Final): MailOutcome & { providerMessageId: string | null } {
  if (outcome.status === "refused") return { status: "failed", reason: outcome.reason, providerMessageId: null };
  return { status: "sent", reason: null, providerMessageId: outcome.providerMessageId };
}
