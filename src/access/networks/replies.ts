import { and, eq, gte, lte, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { accessLogs } from "../../db/schema/access.ts";
import { guests } from "../../db/schema/guests.ts";
import { replyNetworks } from "../../db/schema/reply-networks.ts";
import { rsvps } from "../../db/schema/rsvps.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import { BURST_MS, MANY_REPLIES, networkOf } from "../../risk/scored-access.ts";

/** An RSVP is written right after its access began. */
const WRITTEN_WITHIN_MS = MINUTE_MS;

export type ReplyNetworkRow = typeof replyNetworks.$inferSelect;

/** A use of a link that wrote an RSVP, or tried to. */
export type NetworkReply = Awaited<ReturnType<typeof listReplies>>[number];

const REPLY = {
  guestId: accessLogs.guestId,
  accessLogId: accessLogs.id,
  kind: accessLogs.kind,
  at: accessLogs.at,
  ipAddress: accessLogs.ipAddress,
  userAgent: accessLogs.userAgent,
  asOrganisation: sql<string | null>`${accessLogs.fingerprint} ->> 'edge_as_org'`.as("as_organisation"),
};

/** Selects the scored accesses that sent first RSVPs since a time. Reads the RSVPs since then, by index, and their guests' logs. */
export function listFirstReplies(db: Database, eventId: string, since: number) {
  return selectReplies(
    db,
    and(eq(rsvps.eventId, eventId), gte(rsvps.submittedAt, since)),
    and(
      eq(accessLogs.kind, "rsvp"),
      sql`${accessLogs.score} is not null`,
      lte(accessLogs.at, rsvps.submittedAt),
      gte(accessLogs.at, sql`${rsvps.submittedAt} - ${WRITTEN_WITHIN_MS}`),
    ),
  );
}

/** Selects the accesses that wrote RSVPs, or tried to, of guests whose RSVP changed since a time. Reads the event's RSVPs once. */
export function listReplies(db: Database, eventId: string, since: number) {
  return selectReplies(
    db,
    and(eq(rsvps.eventId, eventId), gte(rsvps.updatedAt, since)),
    and(ne(accessLogs.kind, "access"), gte(accessLogs.at, since), lte(accessLogs.at, rsvps.updatedAt)),
  );
}

function selectReplies(db: Database, isAsked: SQL | undefined, isReply: SQL | undefined) {
  return db
    .select({
      ...REPLY,
      response: rsvps.response,
      plusOnes: rsvps.plusOnes,
      submittedAt: rsvps.submittedAt,
      updatedAt: rsvps.updatedAt,
    })
    .from(rsvps)
    .innerJoin(guests, and(eq(guests.eventId, rsvps.eventId), eq(guests.id, rsvps.guestId)))
    .innerJoin(accessLogs, and(eq(accessLogs.eventId, rsvps.eventId), eq(accessLogs.guestId, rsvps.guestId), isReply))
    .where(isAsked)
    .orderBy(accessLogs.id);
}

/** The first RSVPs that came from a network: the last access of each guest before the RSVP was written. @param replies oldest first */
export function firstRepliesOf(replies: readonly NetworkReply[], network: string): NetworkReply[] {
  const lastOfGuest = new Map(replies.map((reply) => [reply.guestId, reply]));
  return [...lastOfGuest.values()].filter(({ ipAddress }) => networkOf(ipAddress) === network);
}

/**
 * The first access from a network of each guest whose first or current RSVP came from there. A try that wrote nothing, and an
 * RSVP that others have replaced, are left out.
 * @param replies oldest first
 */
export function repliesFrom(replies: readonly NetworkReply[], network: string): NetworkReply[] {
  const byGuest = [...Map.groupBy(replies, ({ guestId }) => guestId).values()];
  return byGuest.flatMap((own) => {
    const [{ submittedAt, updatedAt } = NEVER] = own;
    const isFrom = (reply: NetworkReply | undefined) => networkOf(reply?.ipAddress) === network;
    const wroteLast = isFrom(writerAt(own, submittedAt)) || isFrom(writerAt(own, updatedAt));
    return wroteLast ? own.filter(isFrom).slice(0, 1) : [];
  });
}

const NEVER = { submittedAt: 0, updatedAt: 0 };

/** The access that wrote an RSVP at a time; undefined if a host did. */
function writerAt(own: readonly NetworkReply[], time: number): NetworkReply | undefined {
  return own.findLast(({ at }) => at <= time && at >= time - WRITTEN_WITHIN_MS);
}

/** The time of the first of many RSVPs within `BURST_MS`; null without ten of them. */
export function burstIn(replies: readonly Pick<NetworkReply, "at">[]): number | null {
  const times = replies.map(({ at }) => at).sort((a, b) => a - b);
  const first = times.find(
    (at, index) => (times[index + MANY_REPLIES - 1] ?? Number.POSITIVE_INFINITY) - at <= BURST_MS,
  );
  return first ?? null;
}

/** More kinds of browsers than one household or office has, and the share of phones from which a network may be mobile. */
const MAX_KINDS = 3;
const MAX_PHONES = 0.25;
const PHONE = /\bMobile\b|iPhone|Android/i;
const MOBILE_PROVIDER = /mobile|mobil\b|wireless|cellular|\bLTE\b|\b[45]G\b|vodafone|t-mobile|telefonica|o2\b|orange/i;

/**
 * Whether to offer the host to trust a network. Not if a mobile provider or a public network may be behind it, because its
 * next user is a stranger: a provider whose name says mobile, a quarter of phones, or more than three kinds of browsers.
 * Nor if a host has undone replies from there, who does not know the network.
 */
export function mayTrust(
  { undoStartedAt }: Pick<ReplyNetworkRow, "undoStartedAt">,
  replies: readonly Pick<NetworkReply, "userAgent" | "asOrganisation">[],
): boolean {
  if (replies.length === 0 || undoStartedAt !== null) return false;
  const agents = replies.map(({ userAgent }) => userAgent ?? "");
  const kinds = new Set(agents.map((agent) => agent.replaceAll(/[\d._]+/g, "")));
  const phones = agents.filter((agent) => PHONE.test(agent)).length;
  const isMobile = replies.some(({ asOrganisation }) => MOBILE_PROVIDER.test(asOrganisation ?? ""));
  return kinds.size <= MAX_KINDS && phones <= agents.length * MAX_PHONES && !isMobile;
}

export function findReplyNetwork(db: Database, eventId: string, id: string) {
  return db
    .select()
    .from(replyNetworks)
    .where(and(eq(replyNetworks.eventId, eventId), eq(replyNetworks.id, id)))
    .limit(1);
}

/** Condition: the network has the status and the count that were read. */
export function isNetworkAsRead({ eventId, id, status, closedAt, undoStartedAt }: ReplyNetworkRow): SQL {
  return sql`exists (select 1 from ${replyNetworks} where ${replyNetworks.eventId} = ${eventId}
    and ${replyNetworks.id} = ${id} and ${replyNetworks.status} = ${status} and ${replyNetworks.closedAt} is ${closedAt}
    and ${replyNetworks.undoStartedAt} is ${undoStartedAt})`;
}
