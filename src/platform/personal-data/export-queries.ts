import { and, asc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../../db/client.ts";
import { accessLogCounts, accessLogs, fraudFeedback } from "../../db/schema/access.ts";
import { users } from "../../db/schema/accounts.ts";
import { alertSettings } from "../../db/schema/alerts.ts";
import { apiKeys } from "../../db/schema/api-keys.ts";
import { subscriptions } from "../../db/schema/billing.ts";
import { accessReports, challenges } from "../../db/schema/challenges.ts";
import { checkInArrivals, checkIns } from "../../db/schema/check-ins.ts";
import { doorDevices } from "../../db/schema/door-devices.ts";
import {
  collaboratorInvites,
  eventAllowlist,
  eventBranding,
  eventCollaborators,
  events,
} from "../../db/schema/events.ts";
import { guestDevices } from "../../db/schema/guest-devices.ts";
import { accessTokens, guests } from "../../db/schema/guests.ts";
import { deliveries, messageDeliveries, messageRecipients, messages } from "../../db/schema/messages.ts";
import { auditRecords, uploads } from "../../db/schema/platform.ts";
import { eventQuestions } from "../../db/schema/questions.ts";
import { replyNetworks, undoneReplies } from "../../db/schema/reply-networks.ts";
import { type GuestKey, passedOver, rsvpRevisions, rsvps, seatOffers } from "../../db/schema/rsvps.ts";
import { passkeys, recoveryCodes, totpSecrets } from "../../db/schema/second-factors.ts";
import { secrets } from "../../db/schema/secrets.ts";
import { accountLog, sessions } from "../../db/schema/sessions.ts";
import { eventTexts } from "../../db/schema/texts.ts";
import { webhookEndpoints } from "../../db/schema/webhooks.ts";
import { HAS_FACTOR } from "../authorization/queries.ts";

/** The rows of one table that an export contains. */
export interface RowSource {
  table: SQLiteTable;
  where: SQL | undefined;
  /** Columns that identify a row; an index holds their order. */
  key: readonly string[];
}

/** The sources of each section, by its name. */
type Sections<Owner> = Record<string, (owner: Owner) => RowSource[]>;

/** Sections of a user, in the accounts database. The user's own row is read with the session. */
export const SECTIONS_OF_USER: Sections<string> = {
  notifications: (userId) => [{ table: deliveries, where: eq(deliveries.userId, userId), key: ["id"] }],
  email_changes: (userId) => [
    pendingSecrets("change_email", { table: secrets, where: eq(secrets.userId, userId), key: ["hash"] }),
  ],
  sessions: (userId) => [{ table: sessions, where: eq(sessions.userId, userId), key: ["id"] }],
  account_log: (userId) => [{ table: accountLog, where: eq(accountLog.userId, userId), key: ["id"] }],
  api_keys: (userId) => [{ table: apiKeys, where: eq(apiKeys.userId, userId), key: ["id"] }],
  subscriptions: (userId) => [
    { table: subscriptions, where: eq(subscriptions.userId, userId), key: ["providerSubscriptionId"] },
  ],
  uploads: (userId) => [{ table: uploads, where: eq(uploads.userId, userId), key: ["file"] }],
  passkeys: (userId) => [{ table: passkeys, where: eq(passkeys.userId, userId), key: ["id"] }],
  webhook_endpoints: (userId) => [{ table: webhookEndpoints, where: eq(webhookEndpoints.userId, userId), key: ["id"] }],
  authenticator_app: (userId) => [{ table: totpSecrets, where: eq(totpSecrets.userId, userId), key: ["userId"] }],
  recovery_codes: (userId) => [
    { table: recoveryCodes, where: eq(recoveryCodes.userId, userId), key: ["userId", "codeHash"] },
  ],
};

/** Sections of a user's roles on events, on each shard. */
export const SECTIONS_OF_MEMBER: Sections<string> = {
  memberships: (userId) => [
    { table: eventCollaborators, where: eq(eventCollaborators.userId, userId), key: ["eventId"] },
  ],
  alerts: (userId) => [{ table: alertSettings, where: eq(alertSettings.userId, userId), key: ["userId", "eventId"] }],
};

/** Sections of events and their guests, by event IDs. */
export const SECTIONS_OF_EVENTS: Sections<readonly string[]> = {
  guests: (ids) => [ofEvents(guests, ids, "id")],
  tokens: (ids) => [ofEvents(accessTokens, ids, "guestId", "id")],
  rsvps: (ids) => [ofEvents(rsvps, ids, "guestId")],
  access_logs: (ids) => [ofEvents(accessLogs, ids, "id")],
  notifications: (ids) => [
    narrowed(ofEvents(deliveries, ids, "guestId", "id"), isNotNull(deliveries.guestId)),
    narrowed(ofEvents(deliveries, ids, "id"), isNull(deliveries.guestId)),
    ofEvents(messageDeliveries, ids, "messageId", "guestId"),
  ],
  rsvp_revisions: (ids) => [ofEvents(rsvpRevisions, ids, "guestId", "revision")],
  seat_offers: (ids) => [ofEvents(seatOffers, ids, "guestId", "offeredAt")],
  passed_over: (ids) => [ofEvents(passedOver, ids, "guestId", "at")],
  devices: (ids) => [ofEvents(guestDevices, ids, "guestId", "device")],
  access_log_counts: (ids) => [ofEvents(accessLogCounts, ids, "day", "kind", "automated", "risk", "score")],
  feedback: (ids) => [ofEvents(fraudFeedback, ids, "markedAt", "accessLogId")],
  challenges: (ids) => [ofEvents(challenges, ids, "guestId", "id")],
  access_reports: (ids) => [ofEvents(accessReports, ids, "guestId", "accessLogId")],
  reply_networks: (ids) => [ofEvents(replyNetworks, ids, "id")],
  undone_replies: (ids) => [ofEvents(undoneReplies, ids, "guestId", "networkId")],
  check_ins: (ids) => [ofEvents(checkIns, ids, "guestId")],
  check_in_arrivals: (ids) => [ofEvents(checkInArrivals, ids, "guestId", "nonce")],
  door_devices: (ids) => [ofEvents(doorDevices, ids, "id")],
  messages: (ids) => [ofEvents(messages, ids, "id")],
  message_recipients: (ids) => [ofEvents(messageRecipients, ids, "messageId", "guestId")],
  questions: (ids) => [ofEvents(eventQuestions, ids)],
  branding: (ids) => [ofEvents(eventBranding, ids)],
  texts: (ids) => [ofEvents(eventTexts, ids)],
  reply_to_requests: (ids) => [pendingSecrets("reply_to", ofEvents(secrets, ids, "hash"))],
  allowlist: (ids) => [ofEvents(eventAllowlist, ids, "ipCidr")],
  collaborators: (ids) => [ofEvents(eventCollaborators, ids, "userId")],
  pending_invites: (ids) => [
    narrowed(ofEvents(collaboratorInvites, ids, "emailKey"), isNull(collaboratorInvites.acceptedAt)),
  ],
  audit: (ids) => [ofEvents(auditRecords, ids, "id")],
};

/** Sections of one guest. */
export const SECTIONS_OF_GUEST: Sections<GuestKey> = {
  tokens: (guest) => [ofGuest(accessTokens, guest, "id")],
  rsvps: (guest) => [ofGuest(rsvps, guest, "id")],
  rsvp_revisions: (guest) => [ofGuest(rsvpRevisions, guest, "revision")],
  seat_offers: (guest) => [ofGuest(seatOffers, guest, "offeredAt")],
  passed_over: (guest) => [ofGuest(passedOver, guest, "at")],
  access_logs: (guest) => [ofGuest(accessLogs, guest, "id")],
  devices: (guest) => [ofGuest(guestDevices, guest, "device")],
  feedback: (guest) => {
    const logs = sql`(select ${accessLogs.id} from ${accessLogs}
      where ${accessLogs.eventId} = ${guest.eventId} and ${accessLogs.guestId} = ${guest.guestId})`;
    return [{ table: fraudFeedback, where: sql`${fraudFeedback.accessLogId} in ${logs}`, key: ["accessLogId"] }];
  },
  challenges: (guest) => [ofGuest(challenges, guest, "id")],
  access_reports: (guest) => [ofGuest(accessReports, guest, "accessLogId")],
  undone_replies: (guest) => [ofGuest(undoneReplies, guest, "networkId")],
  check_ins: (guest) => [ofGuest(checkIns, guest, "id")],
  check_in_arrivals: (guest) => [ofGuest(checkInArrivals, guest, "nonce")],
  notifications: (guest) => {
    // The table has no index by guest: it is searched by the few messages of the event.
    const messageIds = sql`(select ${messages.id} from ${messages} where ${messages.eventId} = ${guest.eventId})`;
    const sent = sql`${messageDeliveries.messageId} in ${messageIds}`;
    return [ofGuest(deliveries, guest, "id"), narrowed(ofGuest(messageDeliveries, guest, "messageId"), sent)];
  },
};

/** Selects the open events that a user owns, without events that require a second factor if the user has none. */
export function listOwnedEvents(db: Database, userId: string) {
  return db
    .select({ event: events })
    .from(eventCollaborators)
    .innerJoin(events, and(eq(events.id, eventCollaborators.eventId), isNull(events.deletedAt)))
    .innerJoin(users, eq(users.id, eventCollaborators.userId))
    .where(and(eq(eventCollaborators.userId, userId), eq(eventCollaborators.role, "owner"), HAS_FACTOR))
    .orderBy(asc(events.id));
}

/** The rows of some events. A single event is compared with `=`, so that SQLite reads the index in key order. */
function ofEvents<T extends SQLiteTable & { eventId: SQLiteColumn }>(
  table: T,
  ids: readonly string[],
  ...key: string[]
): RowSource {
  const [only] = ids;
  const where =
    ids.length === 1 && only !== undefined
      ? eq(table.eventId, only)
      : sql`${table.eventId} in (select value from json_each(${JSON.stringify(ids)}))`;
  return { table, where, key: ["eventId", ...key] };
}

function ofGuest<T extends SQLiteTable & { eventId: SQLiteColumn; guestId: SQLiteColumn }>(
  table: T,
  { eventId, guestId }: GuestKey,
  key: string,
): RowSource {
  return { table, where: and(eq(table.eventId, eventId), eq(table.guestId, guestId)), key: [key] };
}

function narrowed(source: RowSource, condition: SQL): RowSource {
  return { ...source, where: and(source.where, condition) };
}

/** Requests for another address whose emailed link was not used yet. */
function pendingSecrets(kind: "change_email" | "reply_to", source: RowSource): RowSource {
  return narrowed(source, sql`${secrets.kind} = ${kind} and ${secrets.usedAt} is null`);
}
