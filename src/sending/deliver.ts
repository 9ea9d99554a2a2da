import { type Column, eq, exists, or, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { runBatch } from "../db/batch.ts";
import type { Database, Statement } from "../db/client.ts";
import { insertWhere } from "../db/inserts.ts";
import { guests } from "../db/schema/guests.ts";
import { deliveries } from "../db/schema/messages.ts";
import { pastInvitations } from "../db/schema/sending.ts";
import { DAY_MS, SECOND_MS } from "../kernel/clock.ts";
import { isUnknownRecipient } from "../kernel/delivery-outcome.ts";
import { emailKey } from "../kernel/email-address.ts";
import { newId } from "../kernel/ids.ts";
import { log } from "../kernel/log.ts";
import { withRetry } from "../kernel/with-retry.ts";
import type { Email, MailOutcome, SkipReason } from "../platform/mail/draft.ts";
import { recipientHashes } from "../platform/mail/host-sender.ts";
import { PURPOSES } from "../platform/mail/purposes.ts";
import { renderFor, type SentContent } from "../platform/mail/render-for.ts";
import { publishFirst } from "../platform/outbox/store-activities.ts";
import { countForEvent, countReplyingGuest, INVITATION_PAUSE_MS, INVITATIONS_A_DAY } from "./budgets.ts";
import { findDelivery, isClaimable, type NewDelivery, updateDelivery } from "./delivery-queries.ts";
import { isFirstOfAddress } from "./first-bounce.ts";
import { pauseIfHarmful } from "./pause-if-harmful.ts";
import { CLAIM_TTL_MS, showDelivery, skipMail } from "./persist-outcome.ts";
import { repeatedStopSql, stopSql } from "./stop.ts";
import { countUnreached } from "./unreached.ts";

/** The outcome of one attempt, by email or text message. */
type Outcome = Awaited<ReturnType<RequestContext["mail"]["send"]>>;

/** A connection to the mail server, or to the SMS provider. */
export interface Connection {
  /** The backend's name, for the record. */
  provider: string;
  send(content: SentContent, idempotencyKey: string): Promise<Outcome>;
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
  { kind, purpose, recipient, channel }: Pick<Email, "kind" | "purpose" | "recipient" | "channel">,
): Promise<NewDelivery> {
  const [recipientHash] = await recipientHashes(keyring, recipient.address);
  return {
    id: newId(clock.now()),
    dedupeKey: `${messageId}:${recipient.id}`,
    kind,
    purpose,
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
  const content = await rendered(ctx, email);
  await connected(ctx, email, async ({ provider, send }) => {
    const id = await claim(ctx, row, provider, email);
    if (id === null) return;
    await storeOutcome(ctx, id, row, email, await send(content, row.dedupeKey));
  });
}

/** A text message has no link: a reply stops the texts. */
function rendered(ctx: RequestContext, { purpose, recipient, channel, render }: Email): Promise<SentContent> {
  return channel === "sms" ? render(undefined) : renderFor(ctx, { ...recipient, purpose }, render);
}

/**
 * Why an email is not sent, as SQL over the state of the database; null: it is sent. A repeated attempt has no limits,
 * because the email counts already. Its recipient may have unsubscribed, or its host been paused, in between.
 */
async function stopOf(
  { db, keyring, clock }: RequestContext,
  row: NewDelivery,
  { purpose, recipient, channel, isReserved = false, invites }: Email,
): Promise<SQL> {
  const now = clock.now();
  const { address, eventId, guestId } = recipient;
  const hashes = await recipientHashes(keyring, address);
  const outgoing = { purpose, channel: channel ?? ("email" as const), address, hashes, eventId, guestId, isReserved };
  const stop = stopSql(outgoing, now);
  const isLimited = invites && PURPOSES[purpose].budget === "refused";
  const first = isLimited
    ? sql`coalesce(${stop}, iif(${isBelowInvitationLimit(row, hashes, now)}, null, 'too_soon'))`
    : stop;
  return sql`iif(${exists(findDelivery(db, row.dedupeKey))}, ${repeatedStopSql(outgoing)}, ${first})`;
}

/**
 * @returns the claimed row's ID, or null if the email has a final status or is not sent
 * @throws NotDelivered while another attempt runs
 */
async function claim(ctx: RequestContext, row: NewDelivery, provider: string, email: Email): Promise<string | null> {
  const { db, clock } = ctx;
  const stop = await stopOf(ctx, row, email);
  const now = clock.now();
  const {
    claimed: [claimed],
    found: [found],
  } = await runBatch(db, {
    claimed: claimDelivery(db, row, provider, now, now - CLAIM_TTL_MS, sql`${stop} is null and ${isAddressOf(email)}`),
    counted: countFirstClaim(db, row, email, now),
    found: findDelivery(db, row.dedupeKey),
  });
  if (claimed) return claimed.id;
  if (found !== undefined && found.status !== "pending") return null;
  const endsAt = (found?.claimedAt ?? 0) + CLAIM_TTL_MS;
  if (endsAt >= now) throw new NotDelivered(Math.ceil((endsAt - now) / SECOND_MS) + 1);
  const [stopped] = await db.select({ reason: sql<SkipReason | null>`${stop}`.as("reason") }).from(sql`(select 1)`);
  if (stopped?.reason == null) throw new NotDelivered();
  await skipMail(ctx, row, stopped.reason);
  await email.onUnsent?.();
  return null;
}

/**
 * Condition: the guest still has the address that the draft read. Otherwise the message is drafted again: an email to an
 * earlier address must not count as one that has reached the present address.
 */
function isAddressOf({ channel, recipient }: Email): SQL {
  const { address, eventId, guestId } = recipient;
  if (guestId === null) return sql`true`;
  const isPresent = channel === "sms" ? eq(guests.phone, address) : eq(guests.emailKey, emailKey(address));
  return sql`exists (select 1 from ${guests}
    where ${guests.eventId} = ${eventId} and ${guests.id} = ${guestId} and ${isPresent})`;
}

/**
 * Counts an email in the budget of its event's host, unless its request has. Runs after the claim of the same batch: the
 * first attempt has the claim's own time.
 * @param now of the claim
 */
function countFirstClaim(db: Database, row: NewDelivery, { purpose, isReserved }: Email, now: number): Statement[] {
  const { eventId, guestId, dedupeKey } = row;
  const { budget } = PURPOSES[purpose];
  if (eventId == null || isReserved || (budget !== "refused" && budget !== "counted")) return [];
  const isFirst = sql`exists (select 1 from ${deliveries} where ${deliveries.dedupeKey} = ${dedupeKey}
    and ${deliveries.attempts} = 1 and ${deliveries.claimedAt} = ${now})`;
  if (budget === "counted" && guestId != null) {
    const guest = { eventId, guestId };
    // The second statement stores that the guest was counted, which the first one reads.
    return [countUnreached(db, guest, now, isFirst), countReplyingGuest(db, guest, now, isFirst)];
  }
  return [countForEvent(db, eventId, { kind: "recipients" }, now, isFirst)];
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
  { mail, sms, mailConnections, shard }: RequestContext,
  { kind, purpose, recipient, channel }: Email,
  attempt: (connection: Connection) => Promise<void>,
): Promise<void> {
  const to = recipient.address;
  if (channel === "sms") {
    const send: Connection["send"] = ({ text }, idempotencyKey) =>
      sms.send({ purpose, to, body: text, idempotencyKey });
    return attempt({ provider: sms.name, send });
  }
  return mailConnections.run((session) =>
    attempt({
      provider: mail.name,
      send: (content, idempotencyKey) => session.send({ ...content, kind, purpose, shard, to, idempotencyKey }),
    }),
  );
}

/**
 * Claims an email for one attempt. Returns no row if the email has a final status, another attempt owns the claim, or
 * the condition is false.
 * @param expiredBefore a claim that is older (epoch milliseconds) has expired
 * @param condition of the attempt
 */
function claimDelivery(
  db: Database,
  row: NewDelivery,
  provider: string,
  now: number,
  expiredBefore: number,
  condition: SQL,
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
  return insertWhere(db, deliveries, claimed, condition)
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
      where ${isOneOf(pastInvitations.recipientHash)} and ${pastInvitations.eventId} = ${eventId}
        and ${pastInvitations.kind} = ${kind} and ${pastInvitations.createdAt} > ${since}`;
  return sql`(select coalesce(max(at), 0) <= ${now - INVITATION_PAUSE_MS} and count(*) < ${INVITATIONS_A_DAY}
    from (${times}))`;
}

/** Final response of a mail server. */
type Final = Exclude<Awaited<ReturnType<RequestContext["mail"]["send"]>>, { status: "retry" }>;

/** Stores the final outcome of an email, shows it to the host, and counts an unknown recipient as a bounce. */
async function persistOutcome(ctx: RequestContext, id: string, row: NewDelivery, email: Email, outcome: Final) {
  const { db, clock } = ctx;
  const now = clock.now();
  const stored = outcomeOf(outcome);
  const { status, reason, providerMessageId } = stored;
  if (status === "failed") log("warn", "mail_not_accepted", { delivery_id: id, kind: email.kind, status, reason });
  const bounced = PURPOSES[email.purpose].countsBounces && isUnknownRecipient(reason) ? (row.eventId ?? null) : null;
  const isFirst = (eventId: string) => isFirstOfAddress("bounced", { id, eventId }, [row.recipientHash], now);
  const missed = await publishFirst(ctx, row.eventId ?? "", email.activityOf ? [email.activityOf(stored, now)] : []);
  const statements = [
    updateDelivery(db, id, { status, reason, providerMessageId }, now),
    ...(email.onOutcome?.(stored, now) ?? []),
    ...showDelivery(db, row, { status, reason, at: now }),
    ...(bounced === null ? [] : [countForEvent(db, bounced, { kind: "bounced" }, now, isFirst(bounced))]),
    ...missed,
  ];
  await withRetry(() => db.batch(statements), { delivery_id: id });
  if (status === "failed") await email.onUnsent?.();
  if (bounced !== null) await pauseIfHarmful(ctx, bounced);
}

function outcomeOf(outcome: Final): MailOutcome & { providerMessageId: string | null } {
  if (outcome.status === "refused") return { status: "failed", reason: outcome.reason, providerMessageId: null };
  return { status: "sent", reason: null, providerMessageId: outcome.providerMessageId };
}
