import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { RequestContext } from "../../context.ts";
import { aliased } from "../../db/aliased.ts";
import type { Database } from "../../db/client.ts";
import { eventEndsAt } from "../../db/event-window.ts";
import { LINK_OF_GUEST } from "../../db/joins.ts";
import { users } from "../../db/schema/accounts.ts";
import { events } from "../../db/schema/events.ts";
import { accessTokens, guests } from "../../db/schema/guests.ts";
import { shownName } from "../../db/shown-name.ts";
import { recipientTexts } from "../../events/placeholders/recipient-texts.ts";
import type { Texts } from "../../i18n/texts.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { log } from "../../kernel/log.ts";
import { commit } from "../../platform/commit/commit.ts";
import { MAX_HOSTS } from "../../platform/mail/unsubscribe-token.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";
import { onEachShard } from "../../platform/shards/on-shard.ts";
import { countAsked, fitsAsked } from "../../sending/asked.ts";
import { deliver } from "../../sending/deliver.ts";
import { findDelivery } from "../../sending/delivery-queries.ts";
import { suppressionFor } from "../../sending/suppression-queries.ts";
import { linkFor } from "../guest-link.ts";
import { type LostInvitation, lostLinks } from "./lost-links.ts";

/** Limit of invitations per email, because a longer list does not help. */
const MAX_INVITATIONS = 30;

/** The recipient in the key of a delivery: the message is about one address. */
const RECIPIENT_ID = "address";

/**
 * Emails an address the links of its open invitations on all shards. Does nothing if there are none. Emails once,
 * however often the message comes. Counts one public request for each of their hosts.
 * @throws NotDelivered, or a database error, when the message is to be retried
 */
export async function mailLostLinks(
  ctx: RequestContext,
  { id, body }: Extract<BusMessage, { type: "lost_link.send" }>,
): Promise<void> {
  const key = emailKey(body.email);
  const now = ctx.clock.now();
  const found = await Promise.all(
    onEachShard(ctx).map(async ({ db }) =>
      (await listOpenInvitations(db, key, now, MAX_INVITATIONS)).map((row) => ({ ...row, db })),
    ),
  );
  const rows = ofFirstHosts(found.flat().sort((one, other) => one.eventDate - other.eventDate)).slice(
    0,
    MAX_INVITATIONS,
  );
  const [first] = rows;
  if (first === undefined) {
    log("info", "mail_skipped", { type: "lost_link.send", message_id: id, reason: "no_recipient" });
    return;
  }
  const hosts = new Map(rows.map(({ hostId, db }) => [hostId, db]));
  const attempted = await findDelivery(ctx.db, `${id}:${RECIPIENT_ID}`);
  if (attempted.length === 0) {
    await Promise.all([...hosts].map(([hostId, db]) => countAsked(db, hostId, "askedPublicly", now)));
  }
  await deliver(ctx, id, {
    kind: "lost_links",
    purpose: "asked",
    recipient: {
      id: RECIPIENT_ID,
      // The host typed it. The email has nothing that an unknown sender typed.
      address: first.address,
      eventId: null,
      guestId: null,
      userId: null,
      hostIds: [...hosts.keys()],
    },
    async render(unsubscribeUrl) {
      // The invitations may be to events of both forms of address.
      const event = { locale: first.locale, addressForm: "formal" as const };
      const texts = await recipientTexts(ctx, { guest: null, event });
      const invitations = await Promise.all(rows.map((row) => presentInvitation(ctx, row, texts)));
      return lostLinks({ texts, invitations, unsubscribeUrl });
    },
  });
}

/** Invitations of as many hosts as one unsubscribe link can name, the next events first. */
function ofFirstHosts<T extends { hostId: string }>(rows: readonly T[]): T[] {
  const hosts = new Set([...new Set(rows.map(({ hostId }) => hostId))].slice(0, MAX_HOSTS));
  return rows.filter(({ hostId }) => hosts.has(hostId));
}

async function presentInvitation(ctx: RequestContext, row: OpenInvitationRow, texts: Texts): Promise<LostInvitation> {
  return {
    eventName: row.name,
    hostName: row.hostName || texts.format("common.your-host-start"),
    venue: row.venue,
    startsAt: row.eventDate,
    timeZone: row.timezone,
    link: await linkFor(ctx, row.tokenId),
  };
}

/** An open invitation of an address. */
type OpenInvitationRow = Awaited<ReturnType<typeof listOpenInvitations>>[number];

/**
 * Open invitations of an address on a shard, the next event first. Only events that take place, are not over and let
 * guests ask. An invitation must have reached the address by email before. Otherwise an account could use a link
 * without an email to write to a person it does not know. The address must not have bounced or complained. The host must
 * have a verified address, and room in the counter of public requests.
 */
function listOpenInvitations(db: Database, emailKey: string, now: number, limit: number) {
  return db
    .select({
      tokenId: accessTokens.id,
      hostId: events.hostId,
      address: sql<string>`${guests.email}`.as("address"),
      name: aliased(events.name, "event.name"),
      venue: events.venue,
      eventDate: events.eventDate,
      timezone: events.timezone,
      locale: sql<string>`coalesce(${guests.locale}, ${events.locale})`.as("locale"),
      hostName: shownName(),
    })
    .from(guests)
    .innerJoin(events, eq(events.id, guests.eventId))
    .innerJoin(users, eq(users.id, events.hostId))
    .innerJoin(accessTokens, LINK_OF_GUEST)
    .where(
      and(
        eq(guests.emailKey, emailKey),
        isNotNull(guests.emailKey),
        // Of the invitation to this very address: a trigger clears it when the address is replaced.
        inArray(guests.deliveryStatus, ["sent", "delivered"]),
        sql`${suppressionFor("asked", sql`${guests.emailKey}`, sql`${events.hostId}`)} is null`,
        isNull(events.deletedAt),
        isNull(events.cancelledAt),
        eq(events.lostLinks, true),
        gt(eventEndsAt(), now),
        eq(users.emailVerified, true),
        fitsAsked(sql`${events.hostId}`, "askedPublicly", now),
      ),
    )
    .orderBy(asc(events.eventDate))
    .limit(limit);
}

/**
 * Requests the email that lists an address's open invitations. Does not look up guests: the consumer reads them, so
 * that the cost and the response are equal for every address.
 */
export async function requestLostLinks(ctx: RequestContext, email: string): Promise<void> {
  const messages = [busMessage(ctx, "lost_link.send", { email })];
  await commit(ctx, { by: "service", changes: {}, messages, at: ctx.clock.now(), lost: "not_found" });
}
