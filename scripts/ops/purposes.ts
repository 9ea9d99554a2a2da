import type { KeyPurpose } from "../../src/kernel/key-purpose.ts";

/** What the keys of a purpose sign. `countLiveValues` counts what is stored of it. */
interface SignedValues {
  what: string;
  /** How long a value works, where none is stored. */
  lasts?: string;
  /** What happens to a value that is still valid when the previous secret is removed. */
  afterRemoval: string;
}

const AGAIN = "people sign in again";
const ANOTHER = "people ask for another";

export const PURPOSES: Readonly<Record<KeyPurpose, SignedValues>> = {
  session: { what: "access tokens", lasts: "15 minutes", afterRemoval: AGAIN },
  session_cookie: { what: "session cookies of browsers", afterRemoval: AGAIN },
  live_ticket: { what: "live tickets", lasts: "30 seconds", afterRemoval: "the page takes another" },
  factor_token: { what: "sign-ins that wait for a second factor", lasts: "minutes", afterRemoval: AGAIN },
  passkey_challenge: { what: "passkey ceremonies", lasts: "minutes", afterRemoval: "people try again" },
  refresh_token: { what: "sessions", afterRemoval: AGAIN },
  one_time_token: { what: "verification and reset links", afterRemoval: ANOTHER },
  reply_to: { what: "links that prove an address for replies", afterRemoval: ANOTHER },
  edit_nonce: { what: "edit links", afterRemoval: ANOTHER },
  challenge_code: { what: "codes of guests", afterRemoval: ANOTHER },
  access_report: {
    what: "links to report an access",
    lasts: "until the event is over",
    afterRemoval: "the page says that the link is incomplete; every new mail has one that works",
  },
  collaborator_invite: { what: "collaborators' invites", afterRemoval: ANOTHER },
  guest_device: {
    what: "known devices of guests",
    lasts: "until 30 days after the event, and renewed with each visit",
    afterRemoval: "browsers that have not come back are new ones",
  },
  guest_token: {
    what: "guests' links",
    afterRemoval: "a mailed link answers 404; every new mail has one that works",
  },
  door_code: {
    what: "short door codes of pages, emails and wallets",
    afterRemoval: "guests open their link again, or are found by name",
  },
  door_jwt: {
    what: "door codes of the API",
    afterRemoval: "clients read the code again, or the guest is found by name",
  },
  scanner: {
    what: "door devices",
    afterRemoval: "the device is let in again",
  },
  door_list: {
    what: "guest lists on the phones at the door",
    lasts: "until the door closes",
    afterRemoval: "phones get the list again",
  },
  totp_secret: {
    what: "authenticator apps, sealed again with each sign-in",
    afterRemoval: "those not sealed again need a recovery code or passkey",
  },
  api_key: {
    what: "answers that repeat the making of an API key; the keys themselves don't depend on a secret",
    lasts: "24 hours",
    afterRemoval: "a repeated request answers 409",
  },
  webhook_secret: {
    what: "secrets of webhook endpoints",
    afterRemoval: "those not sealed again are called without a signature, until they are rotated",
  },
  unsubscribe: {
    what: "unsubscribe links",
    lasts: "as long as the mail",
    afterRemoval: "the link in an old mail answers 400",
  },
  alerts: {
    what: "links that turn an event's alerts off",
    lasts: "as long as the mail",
    afterRemoval: "the link in an old mail answers 400",
  },
  recipient_hash: {
    what: "mails that a bounce may name",
    afterRemoval: "a late bounce doesn't find its mail",
  },
};
