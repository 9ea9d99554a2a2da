import type { SQLiteTable } from "drizzle-orm/sqlite-core";
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
import { passedOver, rsvpRevisions, rsvps, seatOffers } from "../../db/schema/rsvps.ts";
import { passkeys, recoveryCodes, totpSecrets } from "../../db/schema/second-factors.ts";
import { secrets } from "../../db/schema/secrets.ts";
import { accountLog, sessions } from "../../db/schema/sessions.ts";
import { eventTexts } from "../../db/schema/texts.ts";
import { webhookEndpoints } from "../../db/schema/webhooks.ts";

type FieldOf<T extends SQLiteTable> = keyof T["_"]["columns"] & string;

const ofTable = <T extends SQLiteTable>(table: T, ...fields: FieldOf<T>[]): [SQLiteTable, readonly string[]] => [
  table,
  fields,
];

/**
 * The columns of each table that an export contains. A column that is not named here is not exported: hashes, keys, secrets,
 * the audit chain, rate-limit counters, leases, and normalized copies for search.
 */
const FIELDS: ReadonlyMap<SQLiteTable, readonly string[]> = new Map([
  ofTable(
    users,
    ...(["id", "email", "name", "emailVerified", "termsAcceptedAt", "privacyPolicyAcceptedAt"] as const),
    ...(["createdAt", "locale"] as const),
  ),
  ofTable(
    events,
    "id",
    "hostId",
    "name",
    "description",
    "venue",
    "eventDate",
    "endTime",
    "timezone",
    "fraudMediumThreshold",
    "fraudHighThreshold",
    "fraudBlockThreshold",
    "codeNetworks",
    "calendarSequence",
    "cancelledAt",
    "cancelMessage",
    "rsvpDeadline",
    "capacity",
    "waitlist",
    "offerHours",
    "companionNames",
    "defaultPartySize",
    "locale",
    "addressForm",
    "replyTo",
    "replyToVerifiedAt",
    "stepUpFrom",
    "doorOpensAt",
    "lostLinks",
    "smsCountries",
    "createdAt",
    "updatedAt",
    "requireSecondFactor",
  ),
  ofTable(
    guests,
    "eventId",
    "id",
    "name",
    "email",
    "phone",
    "partySize",
    "notes",
    "invitedAt",
    "openedAt",
    "createdAt",
    "updatedAt",
    "mailedAt",
    "deliveryStatus",
    "deliveryReason",
    "deliveryAt",
    "tags",
    "table",
    "externalId",
    "locale",
    "companions",
    "greeting",
    "codeAskedAt",
    "countedAt",
    "overTier",
  ),
  ofTable(
    accessTokens,
    ...(["id", "eventId", "guestId", "utmSource", "used", "createdAt", "notifiedAt", "sentAt", "revokedAt"] as const),
  ),
  ofTable(
    rsvps,
    "eventId",
    "guestId",
    "id",
    "response",
    "plusOnes",
    "riskScore",
    "editCount",
    "hostChangeCount",
    "maxPlusOnes",
    "userAgent",
    "fingerprint",
    "submittedAt",
    "updatedAt",
    "companions",
    "answers",
    "answeredBy",
    "heads",
    "waitlistedAt",
    "offerExpiresAt",
    "seat",
    "device",
    "locale",
    "newDevice",
  ),
  ofTable(
    rsvpRevisions,
    "eventId",
    "guestId",
    "revision",
    "response",
    "plusOnes",
    "recordedAt",
    "replacedAt",
    "editCount",
    "replacedBy",
    "companions",
    "answers",
    "answeredBy",
    "seat",
    "riskScore",
    "newDevice",
  ),
  ofTable(seatOffers, "eventId", "guestId", "offeredAt", "expiresAt", "heads", "offeredBy"),
  ofTable(passedOver, "eventId", "guestId", "reason", "at", "ended"),
  ofTable(
    accessLogs,
    ...(["eventId", "id", "guestId", "tokenId", "kind", "at", "ipAddress", "userAgent", "referrer"] as const),
    ...(["fingerprint", "score", "risk", "reasons", "evidence", "automated", "scoredAt"] as const),
    ...(["geoCountry", "geoCity", "geoLat", "geoLon", "device", "askedAt", "count", "lastAt"] as const),
  ),
  ofTable(accessLogCounts, "eventId", "day", "kind", "automated", "risk", "score", "count"),
  ofTable(guestDevices, "eventId", "guestId", "device", "provedAt", "endedAt", "expiresAt"),
  ofTable(fraudFeedback, "accessLogId", "eventId", "verdict", "note", "markedBy", "markedAt"),
  ofTable(
    challenges,
    ...(["eventId", "guestId", "id", "tokenId", "channel", "tries", "status", "accessLogId"] as const),
    ...(["createdAt", "expiresAt", "endedAt"] as const),
  ),
  ofTable(accessReports, "eventId", "guestId", "accessLogId", "tokenId", "answer", "reportedAt"),
  ofTable(
    replyNetworks,
    "eventId",
    "id",
    "network",
    "firstAt",
    "lastAt",
    "replies",
    "status",
    "closedAt",
    "closedBy",
    "closedReplies",
    "undoStartedAt",
    "undoFinishedAt",
  ),
  ofTable(
    undoneReplies,
    "eventId",
    "guestId",
    "networkId",
    "requestedAt",
    "requestedBy",
    "repliedAt",
    "outcome",
    "reason",
    "doneAt",
  ),
  ofTable(
    checkIns,
    ...(["eventId", "guestId", "id", "checkedInAt", "recordedAt", "checkedInBy", "arrivalCount"] as const),
    ...(["notes", "walkIn", "claimedAt", "overLimit", "deviceId"] as const),
  ),
  ofTable(checkInArrivals, "eventId", "guestId", "id", "arrivalCount", "recordedAt", "recordedBy", "deviceId"),
  ofTable(
    doorDevices,
    ...(["eventId", "id", "name", "canScan", "canWalkIn", "canOverride", "madeBy", "createdAt"] as const),
    ...(["expiresAt", "revokedAt", "lastUsedAt", "lastNetwork"] as const),
  ),
  ofTable(
    deliveries,
    ...(["id", "kind", "channel", "eventId", "guestId", "userId", "status", "reason", "attempts"] as const),
    ...(["provider", "providerMessageId", "bounceType", "complained", "createdAt", "updatedAt"] as const),
  ),
  ofTable(
    messageDeliveries,
    ...(["eventId", "messageId", "guestId", "response", "status", "reason", "attempts", "provider"] as const),
    ...(["providerMessageId", "bounceType", "updatedAt"] as const),
  ),
  ofTable(
    messages,
    "eventId",
    "id",
    "slug",
    "audience",
    "segment",
    "channel",
    "subject",
    "body",
    "translations",
    "sendAt",
    "status",
    "createdBy",
    "createdAt",
    "updatedAt",
    "finishedAt",
    "ownTime",
    "skipReason",
    "notice",
    "changedFrom",
    "notInvited",
    "skipNeverEmailed",
  ),
  ofTable(messageRecipients, "eventId", "messageId", "guestId"),
  ofTable(eventQuestions, "eventId", "items", "removed", "version", "updatedAt"),
  ofTable(eventBranding, "eventId", "primaryColor", "font", "logoUrl", "coverUrl", "updatedAt", "theme"),
  ofTable(
    eventTexts,
    ...(["eventId", "invitationSubject", "invitationBody", "confirmationBody", "reminderFooter"] as const),
    ...(["translations", "updatedAt"] as const),
  ),
  ofTable(eventAllowlist, "eventId", "ipCidr", "note", "createdBy", "createdAt"),
  ofTable(eventCollaborators, "eventId", "userId", "role", "createdAt"),
  ofTable(collaboratorInvites, "eventId", "email", "role", "invitedBy", "createdAt", "expiresAt", "acceptedAt"),
  ofTable(
    auditRecords,
    ...(["eventId", "id", "actorId", "action", "target", "before", "after", "at", "sequence"] as const),
    ...(["actorKeyId", "actorKeyName", "actorKind"] as const),
  ),
  ofTable(alertSettings, "eventId", "userId", "answers", "risk", "waitlist", "updatedAt"),
  ofTable(secrets, "userId", "eventId", "payload", "createdAt", "expiresAt"),
  ofTable(
    sessions,
    ...(["id", "userId", "method", "authenticatedAt", "authenticatedCountry", "device", "place", "createdAt"] as const),
    ...(["lastUsedAt", "expiresAt", "lastUsedPlace"] as const),
  ),
  ofTable(accountLog, "userId", "what", "place", "device", "at"),
  ofTable(
    apiKeys,
    ...(["id", "userId", "name", "prefix", "scopes", "eventIds", "createdAt", "expiresAt", "lastUsedAt"] as const),
    ...(["lastUsedPlace", "allowedNetworks", "remindedAt", "replacedBy"] as const),
  ),
  ofTable(
    subscriptions,
    ...(["providerSubscriptionId", "userId", "tier", "status", "granting", "currentPeriodEnd"] as const),
    ...(["providerCustomerId", "providerUpdatedAt", "createdAt", "updatedAt"] as const),
  ),
  ofTable(uploads, "file", "userId", "bytes", "createdAt"),
  ofTable(
    passkeys,
    ...(["id", "userId", "signCount", "transports", "backedUp", "name", "createdAt", "lastUsedAt"] as const),
    "lastUsedPlace",
  ),
  ofTable(
    webhookEndpoints,
    ...(["id", "userId", "eventId", "url", "types", "previousUntil", "status", "failingSince"] as const),
    ...(["createdAt", "updatedAt"] as const),
  ),
  ofTable(totpSecrets, "userId", "createdAt", "confirmedAt"),
  ofTable(recoveryCodes, "userId", "createdAt", "usedAt"),
]);

/** Returns the exported columns of a table. @throws Error for a table without exported columns */
export function exportedFields(table: SQLiteTable): readonly string[] {
  const fields = FIELDS.get(table);
  if (fields === undefined) throw new Error("an exported table has no named field");
  return fields;
}

/** Returns the exported fields of a row of a table. A secret has those of its payload instead, and one of its two owners. */
export function exportedRow(table: SQLiteTable, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields = exportedFields(table).map((field) => [field, row[field]] as const);
  if (table !== secrets) return Object.fromEntries(fields);
  const own = fields.filter(([name, value]) => value !== null && name !== "payload");
  return { ...Object.fromEntries(own), ...Object(row.payload) };
}

/** Returns the exported fields of the user. */
export function exportedUser(user: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return exportedRow(users, user);
}

export function exportedEvent(event: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return exportedRow(events, event);
}
