import type { KeyPurpose } from "../../src/kernel/key-purpose.ts";

/** What the keys of a purpose sign, and how many values of it work now. */
interface SignedValues {
  what: string;
  /** Subquery with the columns `live` and `until`, the latest end in epoch milliseconds; null where nothing is stored. */
  live: string | null;
  /** How long a value works, where none is stored. */
  lasts?: string;
  /** What becomes of one that still works when the previous secret is removed. */
  afterRemoval: string;
}

/** The moment of the statement in epoch milliseconds. */
const NOW = "(unixepoch() * 1000)";
const DAY = "86400000";
const AGAIN = "people sign in again";
const ANOTHER = "people ask for another";

/** Every purpose: one that is added has to say what a rotation does to it. */
export const PURPOSES: Readonly<Record<KeyPurpose, SignedValues>> = {
  session: { what: "access tokens", live: null, lasts: "15 minutes", afterRemoval: AGAIN },
  session_cookie: {
    what: "session cookies of browsers",
    live: `select count(*) as live, max(expires_at) as until from sessions where expires_at > ${NOW}`,
    afterRemoval: AGAIN,
  },
  live_ticket: { what: "live tickets", live: null, lasts: "30 seconds", afterRemoval: "the page takes another" },
  factor_token: { what: "sign-ins that wait for a second factor", live: null, lasts: "minutes", afterRemoval: AGAIN },
  passkey_challenge: { what: "passkey ceremonies", live: null, lasts: "minutes", afterRemoval: "people try again" },
  refresh_token: {
    what: "sessions",
    live: `select count(*) as live, max(expires_at) as until from sessions where expires_at > ${NOW}`,
    afterRemoval: AGAIN,
  },
  one_time_token: {
    what: "verification and reset links",
    live: `select count(*) as live, max(expires_at) as until from one_time_tokens
      where used_at is null and expires_at > ${NOW}`,
    afterRemoval: ANOTHER,
  },
  reply_to: {
    what: "links that prove an address for replies",
    live: `select count(*) as live, max(expires_at) as until from reply_to_requests where expires_at > ${NOW}`,
    afterRemoval: ANOTHER,
  },
  edit_nonce: {
    what: "edit links",
    live: `select count(*) as live, max(expires_at) as until from edit_nonces
      where used_at is null and expires_at > ${NOW}`,
    afterRemoval: ANOTHER,
  },
  challenge_code: {
    what: "codes of guests",
    live: `select count(*) as live, max(expires_at) as until from challenges
      where status = 'open' and expires_at > ${NOW}`,
    afterRemoval: ANOTHER,
  },
  access_report: {
    what: "links to report an access",
    live: null,
    lasts: "until the event is over",
    afterRemoval: "the page says that the link is incomplete; every new mail has one that works",
  },
  collaborator_invite: {
    what: "collaborators' invites",
    live: `select count(*) as live, max(expires_at) as until from collaborator_invites
      where accepted_at is null and expires_at > ${NOW}`,
    afterRemoval: ANOTHER,
  },
  guest_device: {
    what: "known devices of guests",
    live: null,
    lasts: "until 30 days after the event, and renewed with each visit",
    afterRemoval: "browsers that have not come back are new ones",
  },
  guest_token: {
    what: "guests' links",
    live: `select count(*) as live, max(e.event_date + ${DAY}) as until from events e
      join access_tokens t on t.event_id = e.id
      where t.revoked_at is null and e.deleted_at is null and e.event_date + ${DAY} > ${NOW}`,
    afterRemoval: "a mailed link answers 404; every new mail has one that works",
  },
  door_code: {
    what: "short door codes of pages, emails and wallets",
    live: `select count(*) as live, max(coalesce(e.end_time, e.event_date) + ${DAY}) as until from events e
      join rsvps r on r.event_id = e.id
      where r.response = 'attending' and e.deleted_at is null and coalesce(e.end_time, e.event_date) + ${DAY} > ${NOW}`,
    afterRemoval: "guests open their link again, or are found by name",
  },
  door_jwt: {
    what: "door codes of the API",
    live: `select count(*) as live, max(e.event_date + ${DAY}) as until from events e
      join rsvps r on r.event_id = e.id
      where r.response = 'attending' and e.deleted_at is null and e.event_date + ${DAY} > ${NOW}`,
    afterRemoval: "clients read the code again, or the guest is found by name",
  },
  scanner: {
    what: "door devices",
    live: `select count(*) as live, max(coalesce(d.expires_at, e.event_date + ${DAY})) as until from door_devices d
      join events e on e.id = d.event_id
      where d.revoked_at is null and coalesce(d.expires_at, e.event_date + ${DAY}) > ${NOW}`,
    afterRemoval: "the device is let in again",
  },
  door_list: {
    what: "guest lists on the phones at the door",
    live: null,
    lasts: "until the door closes",
    afterRemoval: "phones get the list again",
  },
  totp_secret: {
    what: "authenticator apps, sealed again with each sign-in",
    live: "select count(*) as live, null as until from totp_secrets",
    afterRemoval: "those not sealed again need a recovery code or passkey",
  },
  api_key: {
    what: "answers that repeat the making of an API key; the keys themselves don't depend on a secret",
    live: null,
    lasts: "24 hours",
    afterRemoval: "a repeated request answers 409",
  },
  webhook_secret: {
    what: "secrets of webhook endpoints",
    live: "select count(*) as live, null as until from webhook_endpoints",
    afterRemoval: "those not sealed again are called without a signature, until they are rotated",
  },
  unsubscribe: {
    what: "unsubscribe links",
    live: null,
    lasts: "as long as the mail",
    afterRemoval: "the link in an old mail answers 400",
  },
  alerts: {
    what: "links that turn an event's alerts off",
    live: null,
    lasts: "as long as the mail",
    afterRemoval: "the link in an old mail answers 400",
  },
  recipient_hash: {
    what: "mails that a bounce may name",
    live: `select count(*) as live, max(created_at + 30 * ${DAY}) as until from deliveries
      where created_at > ${NOW} - 30 * ${DAY}`,
    afterRemoval: "a late bounce doesn't find its mail",
  },
};

/** Statements that count the live values of each purpose: `purpose`, `live`, `until`. D1 has no union of so many. */
export function countLiveValues(): string {
  const parts = Object.entries(PURPOSES).flatMap(([purpose, { live }]) =>
    live === null ? [] : [`select '${purpose}' as purpose, live, until from (${live})`],
  );
  return parts.join("; ");
}
