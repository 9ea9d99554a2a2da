import { type Column, eq, exists, or, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import type { Database, Statement } from "../db/client.ts";
import { insertWhere } from "../db/inserts.ts";
import { deliveries } from "../db/schema/messages.ts";
import { pastInvitations } from "../db/schema/sending.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../kernel/clock.ts";
import { isUnknownRecipient } from "../kernel/delivery-outcome.ts";
import { newId } from "../kernel/ids.ts";
import { log } from "../kernel/log.ts";
import { withRetry } from "../kernel/with-retry.ts";
import type { Email, EmailContent, MailKind, MailOutcome, SkipReason } from "../platform/mail/draft.ts";
import { recipientHashes } from "../platform/mail/host-sender.ts";
import { publishFirst } from "../platform/outbox/store-activities.ts";
import {
  CONFIRMATIONS_AN_HOUR,
  countBouncesAndComplaints,
  countMailedGuest,
  INVITATION_PAUSE_MS,
  INVITATIONS_A_DAY,
  mayMailGuest,
} from "./budgets.ts";
import { findDelivery, isClaimable, type NewDelivery, updateDelivery } from "./delivery-queries.ts";
import { pauseIfHarmful } from "./pause-if-harmful.ts";
import { CLAIM_TTL_MS, showDelivery, skipMail } from "./persist-outcome.ts";

/** The outcome of one attempt, by email or text message. */
type Outcome = Awaited<ReturnType<RequestContext["mail"]["send"]>>;

/** A connection to the mail server, or to the SMS provider. */
export interface Connection {
  /** The backend's name, for the record. */
  provider: string;
  send(content: EmailContent, idempotencyKey: string): Promise<Outcome>;
}

/** The email was not sent and should be retried, after the wait that the provider asked for. */
export class NotDelivered extends Error {
  override readonly name = "NotDelivered";
  readonly retryAfterSeconds: number | undefined;

  constructor(retryAfterSeconds?: number) {
    super("the mail was not sent");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Returns the row of one email to one recipient. Its unique key combines the IDs of the message and the recipient. */
export async function deliveryRow(
  { clock, keyring }: Pick<RequestContext, "clock" | "keyring">,
  messageId: string,
  { kind, recipient, channel }: Pick<Email, "kind" | "recipient" | "channel">,
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
    ...(channel === undefined ? {} : { channel }),
  };
}

/**
 * Sends an email once: claims its row, sends, and stores the outcome. A repeated queue message finds the row. Sends the
 * email again only if the Worker crashes (or loses its database for seconds) between the server's response and the
 * write, or the connection breaks while the server responds. A lost reset link or invitation is worse than a duplicate.
 * A hosted API drops the duplicate by its idempotency key; over SMTP both have the same Message-ID.
 * @throws NotDelivered if the queue should retry the message
 */
export async function deliver(ctx: RequestContext, messageId: string, email: Email): Promise<void> {
  const row = await deliveryRow(ctx, messageId, email);
  const limit = await limitOf(ctx, row, email);
  const content = await email.render();
  await connected(ctx, email, async ({ provider, send }) => {
    const id = await claim(ctx, row, provider, limit);
    if (id === null) return;
    await storeOutcome(ctx, id, row, email, await send(content, row.dedupeKey));
  });
}

/** A limit on the first attempt of an email. */
interface FirstAttempt {
  condition: SQL;
  /** Statements before the condition. */
  counted: Statement[];
  /** Why the email is not sent if the condition is false. */
  otherwise: SkipReason;
}

/** Returns the limit of an email to a person who may not want it. Other emails have none here. */
async function limitOf(
  { db, keyring, clock }: RequestContext,
  row: NewDelivery,
  { kind, recipient, isRequested }: Email,
): Promise<FirstAttempt | undefined> {
  const now = clock.now();
  if (isToOthers(kind)) {
    if (isRequested) return undefined;
    const hashes = await recipientHashes(keyring, recipient.address);
    return { condition: isBelowInvitationLimit(row, hashes, now), counted: [], otherwise: "too_soon" };
  }
  const { eventId, guestId } = recipient;
  if (!AFTER_AN_ANSWER.has(kind) || eventId === null || guestId === null) return undefined;
  const guest = { eventId, guestId };
  const isBelow = isBelowHourlyLimit(row, await recipientHashes(keyring, recipient.address), now);
  return {
    condition: sql`(${isBelow} and ${mayMailGuest(guest, now)})`,
    counted: [countMailedGuest(db, guest, now, isBelow)],
    otherwise: "sending_limit",
  };
}

/** Emails to a guest that follow from an RSVP, also of a guest whom the host never emailed. */
const AFTER_AN_ANSWER: ReadonlySet<MailKind> = new Set(["confirmation", "seat_offer", "offer_expired"]);

/**
 * @returns the claimed row's ID, or null if the email has a final status or the recipient has reached a limit
 * @throws NotDelivered while another attempt runs
 */
async function claim(
  ctx: RequestContext,
  row: NewDelivery,
  provider: string,
  limit: FirstAttempt | undefined,
): Promise<string | null> {
  const { db, clock } = ctx;
  const now = clock.now();
  const {
    claimed: [claimed],
    found: [found],
  } = await runBatch(db, {
    counted: limit?.counted ?? [],
    claimed: claimDelivery(db, row, provider, now, now - CLAIM_TTL_MS, limit?.condition),
    found: findDelivery(db, row.dedupeKey),
  });
  if (claimed) return claimed.id;
  if (found === undefined) {
    await skipMail(ctx, row, limit?.otherwise ?? "too_soon");
    return null;
  }
  if (found.status !== "pending") return null;
  const endsAt = (found.claimedAt ?? now) + CLAIM_TTL_MS;
  throw new NotDelivered(Math.ceil((endsAt - now) / SECOND_MS) + 1);
}

/** @throws NotDelivered for an email to retry */
async function storeOutcome(ctx: RequestContext, id: string, row: NewDelivery, email: Email, outcome: Outcome) {
  if (outcome.status !== "retry") return persistOutcome(ctx, id, row, email, outcome);
  const { db, clock } = ctx;
  const { reason, retryAfterSeconds } = outcome;
  log("warn", "mail_not_accepted", { delivery_id: id, kind: email.kind, status: "pending", reason });
  const pending = { status: "pending", reason, providerMessageId: null } as const;
  await withRetry(() => updateDelivery(db, id, pending, clock.now()), { delivery_id: id });
  throw new NotDelivered(retryAfterSeconds);
}

/** Runs an attempt to send to the recipient on a connection of the channel. */
async function connected(
  { mail, sms, mailConnections }: RequestContext,
  { kind, recipient, channel }: Email,
  attempt: (connection: Connection) => Promise<void>,
): Promise<void> {
  const to = recipient.address;
  if (channel === "sms") {
    const send: Connection["send"] = ({ text }, idempotencyKey) => sms.send({ to, body: text, idempotencyKey });
    return attempt({ provider: sms.name, send });
  }
  return mailConnections.run((session) =>
    attempt({
      provider: mail.name,
      send: (content, idempotencyKey) => session.send({ ...content, kind, to, idempotencyKey }),
    }),
  );
}

/**
 * Claims an email for one attempt. Returns no row if the email has a final status, another attempt owns the claim, or
 * the limit is reached.
 * @param expiredBefore a claim that is older (epoch milliseconds) has expired
 * @param limit a condition for the first attempt
 */
function claimDelivery(
  db: Database,
  row: NewDelivery,
  provider: string,
  now: number,
  expiredBefore: number,
  limit: SQL = sql`true`,
) {
  const claimed = {
    channel: "email" as const,
    ...row,
    status: "pending" as const,
    attempts: 1,
    claimedAt: now,
    provider,
    createdAt: now,
    updatedAt: now,
  };
  const isRepeated = exists(findDelivery(db, row.dedupeKey));
  return insertWhere(db, deliveries, claimed, sql`${limit} or ${isRepeated}`)
    .onConflictDoUpdate({
      target: deliveries.dedupeKey,
      set: {
        attempts: sql`${deliveries.attempts} + 1`,
        claimedAt: now,
        provider,
        recipientHash: row.recipientHash,
        updatedAt: now,
      },
      setWhere: isClaimable(expiredBefore),
    })
    .returning({ id: deliveries.id });
}

/**
 * Condition: an address may get another invitation of an event. The limits are one per hour and five per day. They
 * count by address and not by guest, so neither a new link nor a new guest with the same address evades them. Repeats
 * `mayInviteAgainAt`, because concurrent attempts claim different emails to one address.
 * @param hashes of the address, see `recipientHashes`
 */
function isBelowInvitationLimit(
  { eventId, kind, dedupeKey }: Pick<NewDelivery, "eventId" | "kind" | "dedupeKey">,
  hashes: readonly string[],
  now: number,
): SQL {
  // Compared one by one: a list would be a separate table, whose rows are read.
  const isOneOf = (column: Column) => or(...hashes.map((hash) => eq(column, hash)));
  const since = now - DAY_MS;
  const times = sql`select ${deliveries.createdAt} as at from ${deliveries}
      where ${isOneOf(deliveries.recipientHash)} and ${deliveries.createdAt} > ${since}
        and ${deliveries.eventId} = ${eventId} and ${deliveries.kind} = ${kind}
        and ${deliveries.status} <> 'suppressed' and ${deliveries.status} <> 'failed' and ${deliveries.dedupeKey} <> ${dedupeKey}
    union all select ${pastInvitations.createdAt} from ${pastInvitations}
      where ${pastInvitations.eventId} = ${eventId} and ${isOneOf(pastInvitations.recipientHash)}
        and ${pastInvitations.createdAt} > ${since}`;
  return sql`(select coalesce(max(at), 0) <= ${now - INVITATION_PAUSE_MS} and count(*) < ${INVITATIONS_A_DAY}
    from (${times}))`;
}

/** Condition: an address may get another email of this kind within the hour, whatever the event. */
function isBelowHourlyLimit(
  { kind, dedupeKey }: Pick<NewDelivery, "kind" | "dedupeKey">,
  hashes: readonly string[],
  now: number,
): SQL {
  const { recipientHash, createdAt, status } = deliveries;
  return sql`((select count(*) from ${deliveries} where ${or(...hashes.map((hash) => eq(recipientHash, hash)))}
    and ${createdAt} > ${now - HOUR_MS} and ${deliveries.kind} = ${kind} and ${status} <> 'suppressed'
    and ${deliveries.dedupeKey} <> ${dedupeKey}) < ${CONFIRMATIONS_AN_HOUR})`;
}

/** Final response of a mail server. */
type Final = Exclude<Awaited<ReturnType<RequestContext["mail"]["send"]>>, { status: "retry" }>;

/** True for emails that a host or a collaborator causes, to people who did not ask for them. */
function isToOthers(kind: MailKind): boolean {
  return kind === "invitation" || kind === "collaborator_invite";
}

/** Stores the final outcome of an email, shows it to the host, and counts an unknown recipient as a bounce. */
async function persistOutcome(ctx: RequestContext, id: string, row: NewDelivery, email: Email, outcome: Final) {
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
    ...(bounced === null ? [] : [countBouncesAndComplaints(db, bounced, { kind: "bounced" }, now)]),
    ...missed,
  ];
  await withRetry(() => db.batch(statements), { delivery_id: id });
  if (bounced !== null) await pauseIfHarmful(ctx, bounced);
}

function outcomeOf(outcome: Final): MailOutcome & { providerMessageId: string | null } {
  if (outcome.status === "refused") return { status: "failed", reason: outcome.reason, providerMessageId: null };
  return { status: "sent", reason: null, providerMessageId: outcome.providerMessageId };
}
