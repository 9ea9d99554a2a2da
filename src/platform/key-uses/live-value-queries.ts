import { and, count, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database, Statement } from "../../db/client.ts";
import { doorClosesAt } from "../../db/event-window.ts";
import { challenges } from "../../db/schema/challenges.ts";
import { doorDevices } from "../../db/schema/door-devices.ts";
import { events } from "../../db/schema/events.ts";
import { accessTokens } from "../../db/schema/guests.ts";
import { deliveries } from "../../db/schema/messages.ts";
import { rsvps } from "../../db/schema/rsvps.ts";
import { totpSecrets } from "../../db/schema/second-factors.ts";
import { secrets } from "../../db/schema/secrets.ts";
import { sessions, signInNetworks } from "../../db/schema/sessions.ts";
import { webhookEndpoints } from "../../db/schema/webhooks.ts";
import { HAS_SEAT } from "../../db/standing.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import type { KeyPurpose } from "../../kernel/keyring.ts";
import type { SecretRow } from "../secrets/queries.ts";

/**
 * For each purpose a statement that counts the valid values that its keys sign or encrypt, and until when the last one is
 * valid (epoch milliseconds). Null if no value is stored. docs/operations.md has the effect of a rotation on each.
 */
export function countLiveValues(db: Database, now: number) {
  const valid = (table: typeof sessions | typeof secrets | typeof challenges, also?: SQL) =>
    counted(db, table, sql`${table.expiresAt}`, and(gt(table.expiresAt, now), also));
  const secret = (...kinds: SecretRow["kind"][]) =>
    valid(secrets, and(inArray(secrets.kind, kinds), isNull(secrets.usedAt)));
  const afterEvent = doorClosesAt(events.eventDate);
  const afterEnd = doorClosesAt();
  const afterTicket = sql`coalesce(${doorDevices.expiresAt}, ${afterEvent})`;
  const sent = sql`${deliveries.createdAt} + ${30 * DAY_MS}`;
  const forGuests = (until: SQL) =>
    counted(
      db,
      events,
      until,
      // A guest with a confirmed seat can read a door code, see `hasDoorCode`.
      and(HAS_SEAT, isNull(events.deletedAt), gt(until, now)),
    ).innerJoin(rsvps, eq(rsvps.eventId, events.id));
  return {
    session: null,
    live_ticket: null,
    factor_token: null,
    passkey_challenge: null,
    proof_of_work: null,
    audit_head: null,
    access_report: null,
    guest_device: null,
    door_list: null,
    api_key: null,
    unsubscribe: null,
    alerts: null,
    session_cookie: valid(sessions),
    refresh_token: valid(sessions),
    one_time_token: secret("verify_email", "reset_password", "change_email", "undo_email_change"),
    reply_to: secret("reply_to"),
    edit_nonce: secret("edit_nonce"),
    challenge_code: valid(challenges, isNotNull(challenges.codeMac)),
    collaborator_invite: secret("collaborator_invite"),
    complaint_code: secret("complaint_code"),
    guest_token: counted(
      db,
      events,
      afterEvent,
      and(isNull(accessTokens.revokedAt), isNull(events.deletedAt), gt(afterEvent, now)),
    ).innerJoin(accessTokens, eq(accessTokens.eventId, events.id)),
    door_code: forGuests(afterEnd),
    door_jwt: forGuests(afterEvent),
    scanner: counted(db, doorDevices, afterTicket, and(isNull(doorDevices.revokedAt), gt(afterTicket, now))).innerJoin(
      events,
      eq(events.id, doorDevices.eventId),
    ),
    totp_secret: counted(db, totpSecrets, sql`null`),
    webhook_secret: counted(db, webhookEndpoints, sql`null`),
    recipient_hash: counted(db, deliveries, sent, gt(sent, now)),
    sign_in_network: counted(db, signInNetworks, sql`null`),
  } satisfies Record<KeyPurpose, Statement | null>;
}

function counted(db: Database, table: SQLiteTable, until: SQL, condition?: SQL) {
  return db
    .select({ live: count().as("live"), until: sql<number | null>`max(${until})`.as("until") })
    .from(table)
    .where(condition);
}
