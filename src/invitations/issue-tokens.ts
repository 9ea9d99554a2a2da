import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import { aliased } from "../db/aliased.ts";
import type { Database } from "../db/client.ts";
import { isAmong } from "../db/lists.ts";
import { one } from "../db/one.ts";
import { users } from "../db/schema/accounts.ts";
import { events } from "../db/schema/events.ts";
import { accessTokens, guests } from "../db/schema/guests.ts";
import { shownName } from "../db/shown-name.ts";
import { unknownGuests } from "../guests/bulk-queries.ts";
import { invalidField, notFound } from "../kernel/errors.ts";
import { newIds } from "../kernel/ids.ts";
import { authorizeMember, type EventCaller, type Member } from "../platform/authorization/authorize-member.ts";
import { commit, conflictAs, retried } from "../platform/commit/commit.ts";
import { idempotent } from "../platform/idempotency/idempotent.ts";
import type { Tier } from "../platform/tiers/limits.ts";
import { countRecipients, findSender, maySend, SENDING_BUDGETS } from "../sending/budgets.ts";
import { isMailboxFull, mayHaveFullMailbox } from "../sending/mailbox-cap.ts";
import { requireSender } from "../sending/require-sender.ts";
import { suppressionFor } from "../sending/suppression-queries.ts";
import { guestTokenOf, linkOf } from "./guest-link.ts";
import { invitationMail } from "./invitation-mail.ts";
import { decideMail, type InvitedEvent, isSuppression, type MailDecision, notMailed } from "./mail-decision.ts";
import { insertTokens, markInvited, markQueued, showRefused, type TokenRow } from "./queries.ts";
import { type BulkIssue, MAX_BULK_GUESTS } from "./schemas.ts";
import { fitsTier, tierExcess } from "./tier-excess.ts";

/** Attempts while concurrent requests change the guests between the read and the write. */
const MAX_ATTEMPTS = 4;

/** The links of a bulk request. */
export interface IssuedLinks {
  /** Number of new links. */
  issued: number;
  links: IssuedLink[];
  /** IDs of the guests without a link whom the door added above the tier's guest limit. */
  overTier: readonly string[];
}

/** A guest's link, and whether the guest is emailed it. */
interface IssuedLink {
  guest: Pick<BulkInvitee, "id" | "name" | "email" | "phone">;
  tokenId: string;
  /** The signed token in the link. */
  token: string;
  link: string;
  mail: MailDecision;
}

/**
 * Returns the valid links of all guests or of the named ones, and issues missing links. Emails guests whose link was
 * never emailed. `issueToken` emails a link again. Issues none to guests whom the door added above the tier's guest
 * limit.
 * @throws AppError 404 with the unknown IDs, and nothing is written; errors of `requireSender`; 409 `links_changed`
 *   when every retry conflicts with another write
 */
export async function issueTokens(ctx: RequestContext, caller: EventCaller, input: BulkIssue): Promise<IssuedLinks> {
  const seen = new Map<string, BulkInvitee>();
  const { issued, links, overTier = [] } = await issueOnce(ctx, caller, { ...input, seen });
  const found = links.flatMap(([guestId, tokenId, notified, reason, notifyAfter]) => {
    const guest = seen.get(guestId);
    return guest ? [{ guest, tokenId, mail: { notified, reason, notifyAfter } }] : [];
  });
  const withLinks = found.map(async (one): Promise<IssuedLink> => {
    const token = await guestTokenOf(ctx, one.tokenId);
    return { ...one, token, link: linkOf(ctx, token) };
  });
  return { issued, links: await Promise.all(withLinks), overTier };
}

/** `seen` collects the guests that were read, for the response: the stored result has no names. */
type Input = BulkIssue & { seen: Map<string, BulkInvitee> };

const issueOnce = idempotent(authorizeMember, retried(issueAll, MAX_ATTEMPTS));

async function issueAll(ctx: RequestContext, caller: EventCaller, input: Input): Promise<IssueResult> {
  const { member, inviter, sender, guests } = await readGuests(ctx, caller, input);
  const isOverTier = ({ token, tierExcess }: BulkInvitee) => token === null && tierExcess !== null;
  const overTier = guests.filter(isOverTier);
  const allowed = overTier.length === 0 ? guests : guests.filter((guest) => !isOverTier(guest));
  const now = ctx.clock.now();
  const plan = planLinks(allowed, input.notify, { event: inviter, now, shard: ctx.shard });
  requireSender(sender, plan.filter(({ mail }) => mail.notified).length, now);
  const issueResult: IssueResult = {
    issued: plan.filter(({ isNew }) => isNew).length,
    links: plan.map(({ guest, token, mail }) => [guest.id, token.id, mail.notified, mail.reason, mail.notifyAfter]),
    ...(overTier.length > 0 && { overTier: overTier.map(({ id }) => id) }),
  };
  const tier = sender?.tier ?? "free";
  await writeLinks(ctx, member, { inviter, plan, utmSource: input.utmSource, tier, now, issueResult });
  return issueResult;
}

async function readGuests(ctx: RequestContext, caller: EventCaller, { guestIds, seen }: Input) {
  const { db } = ctx;
  const ids = guestIds === undefined ? null : [...new Set(guestIds)];
  const { member, inviter, sender, guests } = await authorizeMember(ctx, caller, {
    inviter: one(findInviter(db, caller.eventId)),
    sender: one(findSender(db, caller.eventId, caller.session.userId, ctx.clock.now())),
    guests: listInvitees(db, caller.eventId, ids, { limit: MAX_BULK_GUESTS + 1, now: ctx.clock.now() }),
  });
  if (inviter === undefined) throw notFound();
  if (guests.length > MAX_BULK_GUESTS) {
    throw invalidField(
      "guest_ids",
      `is required: the event has more than ${MAX_BULK_GUESTS} guests. Name up to ${MAX_BULK_GUESTS} at a time`,
    );
  }
  seen.clear();
  for (const guest of guests) seen.set(guest.id, guest);
  if (guestIds !== undefined && ids !== null && guests.length < ids.length) throw unknownGuests(guestIds, seen);
  return { member, inviter, sender, guests };
}

/**
 * Decides which link each guest has or is issued, and which guests are emailed. Only guests whose link was never
 * emailed, so that a second request for all guests emails no guest twice. An email that was dropped was not sent.
 * @param issue the event, the time, epoch milliseconds, and the number of the event's shard
 */
function planLinks(
  guests: readonly BulkInvitee[],
  notify: boolean,
  issue: { event: InvitedEvent; now: number; shard: number },
): PlannedLink[] {
  const { event, now, shard } = issue;
  const ids = newIds(now, guests.length, shard);
  return guests.flatMap((guest, index) => {
    const id = ids[index];
    const token = guest.token ?? (id === undefined ? null : { id, createdAt: now, notifiedAt: null, sentAt: null });
    if (token === null) return [];
    const isDropped = guest.deliveryStatus === "suppressed" && token.sentAt === null;
    const isMailed = notify && guest.email !== null && token.notifiedAt !== null && !isDropped;
    const decided = decideMail(event, { ...guest, recent: [] }, notify, now);
    // Why an address gets no emails comes before that it got one: the host has to know either way.
    const mail = isMailed && !isSuppression(decided.reason) ? notMailed("already_mailed") : decided;
    return [{ guest, token, isNew: guest.token === null, mail }];
  });
}

/** The result of a bulk request that is stored for retries, without names, addresses and links. */
interface IssueResult {
  issued: number;
  links: [
    guestId: string,
    tokenId: string,
    notified: boolean,
    reason: MailDecision["reason"],
    notifyAfter: number | null,
  ][];
  overTier?: string[];
}

/** Links to write, and what their invitations say. */
interface LinksToWrite {
  inviter: InviterRow;
  plan: readonly PlannedLink[];
  utmSource: string | null;
  /** The tier of the event's host. */
  tier: Tier;
  /** Epoch milliseconds. */
  now: number;
  issueResult: IssueResult;
}

/** Writes new links, the times of the invitations and the messages. Makes no call if nothing changes. */
async function writeLinks(ctx: RequestContext, member: Member, input: LinksToWrite): Promise<void> {
  const { db } = ctx;
  const { eventId } = member;
  const { plan, utmSource, tier, now, issueResult } = input;
  const isNew = plan.filter((one) => one.isNew);
  const mailed = plan.filter(({ mail }) => mail.notified);
  const refused = showRefused(
    db,
    eventId,
    plan.map(({ guest, mail }) => ({ id: guest.id, mail })),
    now,
  );
  if (isNew.length === 0 && mailed.length === 0 && refused.length === 0 && ctx.requestKey === null) return;
  const tokens = (notified: boolean) =>
    isNew
      .filter(({ mail }) => mail.notified === notified)
      .map(({ guest, token }) => ({ id: token.id, guestId: guest.id }));
  const [mailedTokens, otherTokens] = [tokens(true), tokens(false)];
  const firstMails = mailed.filter((one) => !one.isNew).map(({ token }) => token.id);
  const invited = otherTokens.map(({ guestId }) => guestId);
  const mailedGuests = mailed.map(({ guest }) => guest.id);
  await commit(ctx, {
    by: member,
    guard: [
      isNew.some(({ guest }) => guest.overTier) && fitsTier(eventId),
      mailed.length > 0 && maySend(member, SENDING_BUDGETS[tier], mailed.length, now),
    ],
    changes: {
      mailedTokens: insertTokens(db, eventId, mailedTokens, { utmSource, createdAt: now, notifiedAt: now }),
      otherTokens: insertTokens(db, eventId, otherTokens, { utmSource, createdAt: now, notifiedAt: null }),
      invited: invited.length > 0 && markInvited(db, eventId, invited, now),
      firstMails: firstMails.length > 0 && markFirstMails(db, eventId, firstMails, now),
      queued: mailed.length > 0 && markQueued(db, eventId, mailedGuests, now),
      refused,
      counted: mailed.length > 0 && countRecipients(db, member.hostId, mailed.length, now),
    },
    audit: null,
    messages: await mailsFor(ctx, eventId, input),
    result: { value: issueResult },
    at: now,
    lost: "links_changed",
  }).catch(conflictAs("links_changed", isNew.length + firstMails.length));
}

async function mailsFor(ctx: RequestContext, eventId: string, { inviter, plan }: LinksToWrite) {
  const event = { name: inviter.name, venue: inviter.venue, eventDate: inviter.eventDate };
  const mails = await Promise.all(
    plan
      .filter(({ mail }) => mail.notified)
      .map(({ guest: { id, name, email }, token }) =>
        invitationMail(ctx, { guest: { eventId, id, name, email }, event, hostName: inviter.hostName }, token),
      ),
  );
  return mails.flat();
}

/** Facts about an event for its invitations. */
type InviterRow = Awaited<ReturnType<typeof findInviter>>[number];

/**
 * Sets the time of the first email of these tokens.
 * @throws a constraint violation, which fails the batch, if one of them was already emailed, and not dropped, or revoked
 */
function markFirstMails(db: Database, eventId: string, tokenIds: readonly string[], notifiedAt: number) {
  const isDropped = sql`${accessTokens.sentAt} is null and exists (select 1 from ${guests} where ${guests.eventId} = ${accessTokens.eventId}
    and ${guests.id} = ${accessTokens.guestId} and ${guests.deliveryStatus} = 'suppressed')`;
  const isUnmailed = and(or(isNull(accessTokens.notifiedAt), isDropped), isNull(accessTokens.revokedAt));
  return db
    .update(accessTokens)
    .set({ notifiedAt, createdAt: sql`case when ${isUnmailed} then ${accessTokens.createdAt} end` })
    .where(and(eq(accessTokens.eventId, eventId), isAmong(accessTokens.id, tokenIds)));
}

/** Facts about an event and its host for the event's invitations. */
function findInviter(db: Database, eventId: string) {
  return db
    .select({
      name: aliased(events.name, "event.name"),
      venue: events.venue,
      eventDate: events.eventDate,
      endTime: events.endTime,
      cancelledAt: events.cancelledAt,
      hostName: shownName(),
    })
    .from(events)
    .innerJoin(users, eq(users.id, events.hostId))
    .where(eq(events.id, eventId))
    .limit(1);
}

/** The link that a guest has or is issued. */
interface PlannedLink {
  guest: BulkInvitee;
  token: { id: string; createdAt: number };
  isNew: boolean;
  /** Whether this request emails the link. */
  mail: MailDecision;
}

/** A guest with the valid token, or null. */
type BulkInvitee = Awaited<ReturnType<typeof listInvitees>>[number];

/** The guests of an event, or some of them (null: all), in the order in which they were added. */
function listInvitees(
  db: Database,
  eventId: string,
  guestIds: readonly string[] | null,
  { limit, now }: { limit: number; now: number },
) {
  // A join would read one row more for each guest, in search of a second valid token.
  const token = sql`(select json_object('id', token.id, 'createdAt', token.created_at, 'notifiedAt', token.notified_at,
      'sentAt', token.sent_at)
    from ${accessTokens} token where token.event_id = ${eventId} and token.guest_id = guests.id
    and token.revoked_at is null limit 1)`;
  const hostId = sql`${events.hostId}`;
  return (
    db
      .select({
        id: guests.id,
        name: guests.name,
        email: guests.email,
        phone: guests.phone,
        mailedAt: guests.mailedAt,
        deliveryStatus: guests.deliveryStatus,
        overTier: guests.overTier,
        tierExcess: tierExcess(eventId).as("tier_excess"),
        suppression: suppressionFor("host", sql`${guests.emailKey}`, hostId).as("suppression"),
        isMailboxFull:
          sql<boolean>`iif((${guests.mailedAt} is null or ${guests.deliveryStatus} = 'suppressed') and ${mayHaveFullMailbox(hostId, now)}, ${isMailboxFull(hostId, now)}, 0)`
            .mapWith(Boolean)
            .as("is_mailbox_full"),
        token: token.mapWith(
          (text: string) => JSON.parse(text) as Pick<TokenRow, "id" | "createdAt" | "notifiedAt" | "sentAt">,
        ),
      })
      .from(events)
      // A cross join keeps the order of the tables, so the event is read once.
      .crossJoin(guests)
      .where(
        and(
          eq(events.id, eventId),
          eq(guests.eventId, eventId),
          guestIds === null ? undefined : isAmong(guests.id, guestIds),
        ),
      )
      .orderBy(asc(guests.id))
      .limit(limit)
  );
}
