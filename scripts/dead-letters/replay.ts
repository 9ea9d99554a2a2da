/**
 * SQL that turns the dead letters of a type into outbox rows. A dead letter contains only ids and times. The text and
 * the recipient of a mail are read from the database when it is rendered, so the message's other fields are empty.
 */

/** The stored part of the message. */
const STORED_BODY = "d.body -> 'body'";
/** Placeholder, which no mail contains: the link in a mail is derived when the mail is rendered. */
const NO_LINK = "'https://link.invalid/'";
/** The access from the access log, unless it has been scored since. */
const ACCESS_AGAIN = {
  type: "access.attempted",
  body: `json_object('event_id', l.event_id, 'guest_id', l.guest_id, 'token_id', l.token_id, 'access_log_id', l.id,
    'fingerprint', json(l.fingerprint), 'ip_address', coalesce(l.ip_address, ''),
    'user_agent', coalesce(l.user_agent, ''), 'referrer', coalesce(l.referrer, ''),
    'occurred_at', strftime('%Y-%m-%dT%H:%M:%fZ', l.at / 1000.0, 'unixepoch'))`,
  join: `join access_logs l on l.event_id = d.body ->> '$.body.event_id'
    and l.id = d.body ->> '$.body.access_log_id' and l.score is null`,
};

interface Replay {
  /** The type of the message that is sent. */
  type: string;
  body: string;
  join: string;
}

function replayBody(type: string, body = STORED_BODY): Replay {
  return { type, body, join: "" };
}

const REPLAYS: Readonly<Record<string, Replay>> = {
  "access.attempted": ACCESS_AGAIN,
  "fraud.scored": ACCESS_AGAIN,
  "access.confirmed": replayBody("access.confirmed"),
  "account.changed": replayBody("account.changed"),
  "account.mail": replayBody("account.mail"),
  // The address of before a change is not stored, and the new one must not be told in its place.
  "account.notice": {
    type: "account.notice",
    body: STORED_BODY,
    join: "join (select 'email_changed' as kind) other on other.kind <> d.body ->> '$.body.kind'",
  },
  "owners.notice": replayBody("owners.notice"),
  "edit_link.send": replayBody("edit_link.send"),
  "session.ended": replayBody("session.ended"),
  "subscription.end": replayBody("subscription.end"),
  "rsvp.confirmed": replayBody("rsvp.confirmed", `json_set(${STORED_BODY}, '$.access_link', ${NO_LINK})`),
  "collaborator_invite.send": replayBody("collaborator_invite.send", `json_set(${STORED_BODY}, '$.email', '')`),
  "invitation.send": replayBody(
    "invitation.send",
    `json_set(${STORED_BODY}, '$.guest_name', '', '$.guest_email', '', '$.host_name', '', '$.event_name', '', '$.link', ${NO_LINK})`,
  ),
};

/** The types that can be sent again. */
export const REPLAYABLE = Object.keys(REPLAYS);

/** Counts of dead letters by type and queue. */
export const LIST_DEAD_LETTERS =
  "select type, queue, count(*) as count, max(died_at) as last from dead_letters group by type, queue order by type";

/**
 * Statements that insert every dead letter of a type into the outbox, from which the Scheduler relays it to its queue,
 * and delete it. Each gets a new id, because consumers have recorded the old one as processed. Must run as one batch.
 * @returns null for a type that cannot be replayed
 */
export function replayStatements(type: string): [insertStatement: string, deleteStatement: string] | null {
  const replay = REPLAYS[type];
  if (replay === undefined) return null;
  return [
    `insert into outbox (id, type, body, created_at)
     select lower(hex(randomblob(16))), '${replay.type}', ${replay.body}, 0
     from dead_letters d ${replay.join} where d.type = '${type}' and d.body <> '{}'`,
    `delete from dead_letters where type = '${type}'`,
  ];
}
