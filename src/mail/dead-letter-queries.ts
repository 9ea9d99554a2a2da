import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { accessLogs } from "../db/schema/access.ts";
import { deadLetters } from "../db/schema/messages.ts";
import { insertOutboxFrom } from "../platform/outbox/queries.ts";

/** The message's body as stored: IDs and times. The text and the recipient of an email are read when it is rendered. */
const STORED_BODY = sql`${deadLetters.body} -> 'body'`;
/** Placeholder, which no email contains: the link in an email is derived when the email is rendered. */
const NO_LINK = "https://link.invalid/";

/** The message that replaces a dead letter. */
interface Replay {
  type: string;
  body: SQL;
  /** Table that the message is read from, in addition to the dead letter. */
  join?: SQL;
  /** Condition of the dead letters that become a message. */
  where?: SQL;
}

/** The access from the access log, unless it has been scored since. */
const ACCESS_AGAIN: Replay = {
  type: "access.attempted",
  body: sql`json_object('event_id', ${accessLogs.eventId}, 'guest_id', ${accessLogs.guestId},
    'token_id', ${accessLogs.tokenId}, 'access_log_id', ${accessLogs.id}, 'fingerprint', json(${accessLogs.fingerprint}),
    'ip_address', coalesce(${accessLogs.ipAddress}, ''), 'user_agent', coalesce(${accessLogs.userAgent}, ''),
    'referrer', coalesce(${accessLogs.referrer}, ''),
    'occurred_at', strftime('%Y-%m-%dT%H:%M:%fZ', ${accessLogs.at} / 1000.0, 'unixepoch'))`,
  join: sql`join ${accessLogs} on ${accessLogs.eventId} = ${deadLetters.body} ->> '$.body.event_id'
    and ${accessLogs.id} = ${deadLetters.body} ->> '$.body.access_log_id' and ${accessLogs.score} is null`,
};

/** Replays a message with its stored body, completed by empty values for what is read when the email is rendered. */
function asStored(type: string, missing: Readonly<Record<string, string>> = {}): Replay {
  const values = Object.entries(missing).map(([field, value]) => sql`, ${`$.${field}`}, ${value}`);
  return { type, body: values.length === 0 ? STORED_BODY : sql`json_set(${STORED_BODY}${sql.join(values)})` };
}

const REPLAYS: Readonly<Record<string, Replay>> = {
  "access.attempted": ACCESS_AGAIN,
  "fraud.scored": ACCESS_AGAIN,
  "access.confirmed": asStored("access.confirmed"),
  "account.changed": asStored("account.changed"),
  "account.mail": asStored("account.mail"),
  // The previous address is not stored, and the new one must not be notified in its place.
  "account.notice": {
    ...asStored("account.notice"),
    where: sql`${deadLetters.body} ->> '$.body.kind' <> 'email_changed'`,
  },
  "owners.notice": asStored("owners.notice"),
  "event.copied": asStored("event.copied"),
  "audit.record": asStored("audit.record"),
  "edit_link.send": asStored("edit_link.send"),
  "session.ended": asStored("session.ended"),
  "membership.ended": asStored("membership.ended"),
  "subscription.end": asStored("subscription.end"),
  "rsvp.confirmed": asStored("rsvp.confirmed", { access_link: NO_LINK }),
  "collaborator_invite.send": asStored("collaborator_invite.send", { email: "" }),
  "invitation.send": asStored("invitation.send", {
    guest_name: "",
    guest_email: "",
    host_name: "",
    event_name: "",
    link: NO_LINK,
  }),
};

/** The types that can be replayed. */
export const REPLAYABLE = Object.keys(REPLAYS);

/** Numbers of dead letters by type and queue, and the time of the newest. */
export function countDeadLetters(db: Database) {
  const { type, queue, diedAt } = deadLetters;
  return db
    .select({
      type,
      queue,
      count: sql<number>`count(*)`.as("count"),
      lastAt: sql<number>`max(${diedAt})`.as("last_at"),
    })
    .from(deadLetters)
    .groupBy(type, queue)
    .orderBy(asc(type));
}

/**
 * Returns the statements of one batch that move every dead letter of a type to the outbox. The Scheduler relays them to
 * their queue. Each gets a new ID, because consumers have recorded the old one as processed.
 * @returns none for a type that cannot be replayed
 */
export function replayDeadLetters(db: Database, type: string) {
  const replay = REPLAYS[type];
  if (replay === undefined) return [];
  const { body, join = sql``, where = sql`true` } = replay;
  return [
    insertOutboxFrom(
      db,
      { id: sql`lower(hex(randomblob(16)))`, type: replay.type, body, createdAt: 0 },
      sql`from ${deadLetters} ${join}
        where ${deadLetters.type} = ${type} and ${deadLetters.body} <> '{}' and ${where}`,
    ),
    db.delete(deadLetters).where(eq(deadLetters.type, type)),
  ];
}
