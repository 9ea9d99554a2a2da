import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { users } from "../../db/schema/accounts.ts";
import { apiKeys } from "../../db/schema/api-keys.ts";
import { challenges } from "../../db/schema/challenges.ts";
import { checkInArrivals, checkIns } from "../../db/schema/check-ins.ts";
import { doorDevices } from "../../db/schema/door-devices.ts";
import { collaboratorInvites, eventCollaborators, events } from "../../db/schema/events.ts";
import { guests } from "../../db/schema/guests.ts";
import { deliveries, messages } from "../../db/schema/messages.ts";
import { auditRecords, uploads } from "../../db/schema/platform.ts";
import { rsvps } from "../../db/schema/rsvps.ts";
import { passkeys, recoveryCodes, totpSecrets } from "../../db/schema/second-factors.ts";
import { secrets } from "../../db/schema/secrets.ts";
import { accountLog } from "../../db/schema/sessions.ts";
import { webhookEndpoints } from "../../db/schema/webhooks.ts";

type FieldOf<T extends SQLiteTable> = keyof T["_"]["columns"] & string;

const without = <T extends SQLiteTable>(table: T, ...fields: FieldOf<T>[]): [SQLiteTable, readonly string[]] => [
  table,
  fields,
];

/**
 * The columns that an export does not contain: hashes, keys, secrets, the audit chain, rate-limit counters, leases, and normalized
 * copies for search. An export contains all other columns.
 */
const EXCLUDED: ReadonlyMap<SQLiteTable, readonly string[]> = new Map([
  without(
    users,
    "emailKey",
    "passwordHash",
    "failedLogins",
    "lockedAt",
    "sessionsValidFrom",
    "updatedAt",
    "deletedAt",
    "signedUpFrom",
    "signInsValidFrom",
    "hasSecondFactor",
  ),
  without(events, "deletedAt"),
  without(guests, "nameKey", "emailKey", "tagKeys", "addressSince"),
  without(rsvps, "recognisedBy"),
  without(challenges, "codeMac", "device", "otherTries"),
  without(checkIns, "nonce"),
  without(checkInArrivals, "nonce"),
  without(doorDevices, "sessionId"),
  without(deliveries, "dedupeKey", "purpose", "recipientHash", "claimedAt"),
  without(messages, "claimedAt"),
  without(eventCollaborators, "updatedAt"),
  without(collaboratorInvites, "id", "emailKey"),
  without(auditRecords, "salt", "contentDigest", "hash"),
  without(secrets, "hash", "kind", "subject", "tokenId", "usedAt"),
  without(accountLog, "id", "credentialId"),
  without(apiKeys, "keyHash"),
  without(uploads, "checkAt", "unusedAt"),
  without(passkeys, "credentialId", "publicKey"),
  without(webhookEndpoints, "apiKeyId", "sealedSecret", "previousSealedSecret"),
  without(totpSecrets, "sealedSecret", "lastStep"),
  without(recoveryCodes, "codeHash"),
]);

/** Returns the exported columns of a table. */
export function exportedFields(table: SQLiteTable): readonly string[] {
  const excluded = EXCLUDED.get(table) ?? [];
  return Object.keys(getTableColumns(table)).filter((field) => !excluded.includes(field));
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
