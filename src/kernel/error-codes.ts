/** What class of error it is; `STATUS_OF` in http/problem.ts maps each to its HTTP status. */
export type ErrorKind =
  | "invalid"
  | "unauthenticated"
  | "limit"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "gone"
  | "too_large"
  | "unsupported_media"
  | "too_many"
  | "unavailable";

interface ErrorEntry {
  kind: ErrorKind;
  /** The default `detail` of the problem document, and its example in the OpenAPI document. */
  message: string;
  /** The code on the wire, where it is not the name of the entry. */
  wire?: string;
  /** Extension members (RFC 9457) of the example. */
  example?: Readonly<Record<string, unknown>>;
}

const TIER_EXAMPLE = {
  reason: "guests",
  tier: "free",
  used: 50,
  limit: 50,
  upgrade_url: "https://usher.example/billing",
};

/**
 * Every error that the API returns on purpose. The key is the stable `error` code of the problem document; rows of
 * `endpoint()` list the codes that their verb may return, and the OpenAPI document takes kind, text and example from here.
 */
export const ERRORS = {
  access_blocked: { kind: "forbidden", message: "This invitation cannot be opened from here. Please ask your host." },
  allowlist_full: { kind: "conflict", message: "An event trusts at most 200 networks." },
  already_arrived: {
    kind: "conflict",
    message: "Some of your party have already checked in, so your reply can't change. Please contact your host.",
  },
  already_checked_in: {
    kind: "conflict",
    message: "This guest has been in since 2027-06-05T15:30:00.000Z.",
    example: { remaining: 2 },
  },
  already_member: { kind: "conflict", message: "Someone with this email is already on the team." },
  already_subscribed: { kind: "conflict", message: "You have this tier. Change it in the portal." },
  billing_unavailable: { kind: "unavailable", message: "Payments are not set up on this installation." },
  branding_changed: { kind: "conflict", message: "Somebody else is changing this just now. Reload and try again." },
  capacity_below_seated: {
    kind: "conflict",
    message: "More people than that have a seat. Send `force: true` to lower the capacity; nobody loses a seat by it.",
    example: {
      held: 24,
      guests: [{ guest_id: "0191e0b1-7a3c-7f00-8000-000000000001", name: "Ada Lovelace", heads: 4 }],
    },
  },
  database_unavailable: { kind: "unavailable", message: "The database does not answer. Try again soon." },
  door_device_ended: {
    kind: "unauthenticated",
    message: "This scanner link has ended. Ask the host of the event for a new one.",
  },
  door_devices_full: { kind: "conflict", message: "An event has at most 100 door devices. End one you don't use." },
  door_not_open: {
    kind: "forbidden",
    message: "This scanner link works from 2027-06-05T03:30:00.000Z on.",
    example: { valid_from: "2027-06-05T03:30:00.000Z" },
  },
  door_right_missing: {
    kind: "forbidden",
    message: "This scanner link does not have the right `walk_in`. Ask the host for one that has.",
    example: { right: "walk_in" },
  },
  duplicate_allowlist_entry: { kind: "conflict", message: "This network is on the allowlist already." },
  duplicate_external_id: {
    kind: "conflict",
    message: "Another guest of this event has the same external id.",
  },
  duplicate_guest: { kind: "conflict", message: "Another guest of this event has the same e-mail address." },
  edit_limit_reached: { kind: "conflict", message: "An answer can be edited 5 times." },
  email_mismatch: {
    kind: "forbidden",
    message: "This invitation was sent to another email address than your account's.",
  },
  email_taken: {
    kind: "conflict",
    message: "Another account has this email by now. Sign in to that one, or choose another email.",
  },
  email_unverified: {
    kind: "forbidden",
    message:
      "Confirm your e-mail address before you write to others: open the link in the mail to you, or ask for a new one with POST /auth/verify-email/resend. Until then, make links without mail: `notify: false`.",
  },
  empty_file: { kind: "invalid", message: "There is nothing in the file." },
  event_cancelled: { kind: "conflict", message: "This event was cancelled, so it's no longer taking replies." },
  event_changed: { kind: "conflict", message: "Somebody else is moving this event just now. Reload and try again." },
  event_full: {
    kind: "conflict",
    message: "There aren't enough seats left for your party.",
    example: { left: 1 },
  },
  event_over: { kind: "conflict", message: "This event is over, so it's no longer taking replies." },
  feature_disabled: { kind: "forbidden", message: "This feature is switched off at the moment." },
  feature_not_in_tier: { kind: "limit", message: "The free tier does not include broadcasts.", example: TIER_EXAMPLE },
  foreign_device: { kind: "forbidden", message: "The answer was given on another device." },
  idempotency_key_reused: { kind: "conflict", message: "This Idempotency-Key came with another request before." },
  images_unavailable: { kind: "unavailable", message: "Images cannot be processed at the moment. Try again soon." },
  invalid_cidr: {
    kind: "invalid",
    message: "must be an IPv4 or IPv6 address, or a network such as 203.0.113.0/24",
  },
  invalid_credentials: {
    kind: "unauthenticated",
    message:
      "Email or password is incorrect, or your email isn't confirmed yet. If that's it, open the link in our email to you.",
  },
  invalid_factor: {
    kind: "forbidden",
    message: "That isn't right, or was used before. Wait for the next code, or use another way.",
  },
  invalid_factor_token: {
    kind: "invalid",
    message: "That took too long, or was started elsewhere. Please start again.",
    wire: "invalid_token",
  },
  invalid_login_factor: {
    kind: "unauthenticated",
    message: "That code is wrong, or was used before. Wait for the next one, or use a recovery code.",
    wire: "invalid_factor",
  },
  invalid_passkey: { kind: "invalid", message: "This passkey can't be added. Start again, or use another device." },
  invalid_qr: { kind: "invalid", message: "This is not a door code of an invitation." },
  invalid_refresh_token: {
    kind: "unauthenticated",
    message: "The refresh token is not valid any more. Sign in again.",
    wire: "invalid_token",
  },
  invalid_signature: { kind: "invalid", message: "The signature of this report is wrong, or too old." },
  invalid_threshold_order: { kind: "invalid", message: "Thresholds must increase: medium < high < block." },
  invalid_token: { kind: "invalid", message: "This link has already been used or has expired. Ask for a new one." },
  invalid_verdict: { kind: "invalid", message: "must be one of legitimate, suspicious" },
  invite_gone: { kind: "gone", message: "This invitation is no longer open. Ask for a new one." },
  last_owner: { kind: "invalid", message: "An event keeps at least one owner. Make somebody else an owner first." },
  links_changed: { kind: "conflict", message: "Others are making links for the same guests. Try again." },
  list_changed: { kind: "conflict", message: "Others are writing to this guest list. Try again." },
  malformed_csv: { kind: "invalid", message: "Row 3 opens a quotation mark that is never closed." },
  malformed_json: { kind: "invalid", message: "The body cannot be read as what its media type says." },
  message_changed: { kind: "conflict", message: "Somebody else is changing this message. Reload and try again." },
  message_not_editable: { kind: "conflict", message: "Only a draft or a scheduled message can be changed." },
  needs_override: { kind: "conflict", message: "This check-in needs confirmation. Resend it with `override: true`." },
  no_door_code: {
    kind: "conflict",
    message:
      "Only a guest who is coming and has a seat has a door code. Record their answer first, or check them in by name.",
  },
  notice_limit: {
    kind: "too_many",
    message:
      "Guests were told of 6 changes of this event in 24 hours. Try again later, or change it without a mail: `notify: false`.",
    example: { retry_after: 3_600, limit: 6 },
  },
  no_email_on_file: {
    kind: "conflict",
    message: "Your host doesn't have an email address for you. Please contact them.",
  },
  no_rsvp: { kind: "not_found", message: "This invitation has not been answered yet." },
  no_offer: { kind: "conflict", message: "There's no seat on offer to you right now." },
  no_subscription: { kind: "conflict", message: "You have no subscription yet. Start one with a checkout." },
  not_waiting: {
    kind: "conflict",
    message: "This guest isn't waiting for a seat: only a party that said yes and has none can be offered one.",
  },
  nonce_reused: { kind: "conflict", message: "Another scan has this nonce. Scan again with a new one." },
  not_a_csv: { kind: "invalid", message: "The file is not a CSV with a header row." },
  not_found: { kind: "not_found", message: "Not found, or you don't have access." },
  offer_expired: {
    kind: "conflict",
    message: "The offer has expired. Say yes again to take a seat that's still free, or to join the waitlist.",
  },
  outcome_erased: { kind: "conflict", message: "The guest whom this request was about was erased since." },
  party_size_below_answers: {
    kind: "conflict",
    message: "Guests have answered for more people than that. Send `adjust: true` to lower their answers, too.",
    example: {
      guests: [{ id: "0191e0b1-7a3c-7f00-8000-000000000001", name: "Ada Lovelace", plus_ones: 3, max_plus_ones: 1 }],
    },
  },
  passkey_limit_reached: { kind: "conflict", message: "An account has at most 20 passkeys. Remove one first." },
  passkey_refused: {
    kind: "unauthenticated",
    message: "This passkey can't sign you in. Try again, or use your password.",
    wire: "invalid_passkey",
  },
  party_full: {
    kind: "conflict",
    message: "A check-in holds at most 20 people. Add the others as walk-ins.",
    example: { arrived: 19 },
  },
  payload_too_large: { kind: "too_large", message: "The body is larger than this route takes." },
  qr_expired: { kind: "gone", message: "This door code has expired." },
  questions_changed: {
    kind: "conflict",
    message: "Somebody else is changing the questions just now. Reload and try again.",
  },
  rate_limited: {
    kind: "too_many",
    message: "Too many requests. Try again in 42 s.",
    example: { retry_after: 42 },
  },
  role_too_low: { kind: "forbidden", message: "This needs the role editor on the event." },
  recipient_limit: {
    kind: "too_many",
    message: "This address was invited to the event less than an hour ago. Try again in 2520 s.",
    example: { retry_after: 2_520 },
  },
  rsvp_changed: {
    kind: "conflict",
    message: "This reply is being changed somewhere else right now. Reload and try again.",
  },
  rsvp_closed: {
    kind: "conflict",
    message:
      "The deadline to reply has passed. You can still say that you can't make it; for anything else, contact your host.",
  },
  rsvp_exists: { kind: "conflict", message: "This invitation has been answered. The answer can be edited." },
  second_factor_required: {
    kind: "unauthenticated",
    message: "Send `factor_token` with a code of your authenticator app, or a recovery code, to /auth/login/factor.",
    example: { factor_token: "eyJhbGciOiJIUzI1NiJ9…" },
  },
  sending_limit: {
    kind: "too_many",
    message: "The free tier sends 200 mails and texts in 24 hours, and 200 were asked for. Send the rest later.",
    example: { retry_after: 3_600, tier: "free", limit: 200 },
  },
  sending_paused: {
    kind: "forbidden",
    message:
      "Mails of this account to others are paused, because too many came back or were reported as spam. Check the guest list, then write to the support of this service. Links without mail can still be made: `notify: false`.",
  },
  step_up_required: {
    kind: "forbidden",
    message: "Show that it's you: send `factor_token` with one of `methods` to /auth/step-up, then try again.",
    example: { factor_token: "eyJhbGciOiJIUzI1NiJ9…", methods: ["password"] },
  },
  storage_unavailable: { kind: "unavailable", message: "The image store does not answer. Try again soon." },
  team_changed: { kind: "conflict", message: "Somebody else is changing the team just now. Reload and try again." },
  texts_changed: {
    kind: "conflict",
    message: "Somebody else is changing these words just now. Reload and try again.",
  },
  thresholds_changed: { kind: "conflict", message: "Somebody else is changing the thresholds. Reload and try again." },
  tier_limit: { kind: "limit", message: "The free tier holds 50 guests.", example: TIER_EXAMPLE },
  totp_exists: {
    kind: "conflict",
    message: "An authenticator app is set up already. Remove it first to set up another.",
  },
  totp_missing: { kind: "conflict", message: "Set up an authenticator app first, with POST /me/totp." },
  too_many_columns: { kind: "invalid", message: "Row 3 has more than 50 columns." },
  too_many_rows: { kind: "invalid", message: "Row 5002 is the first beyond 5000 guests; split the file." },
  unauthenticated: { kind: "unauthenticated", message: "Send a valid access token as a bearer." },
  unavailable: { kind: "unavailable", message: "We can't take requests right now. Please try again soon." },
  undo_not_allowed: {
    kind: "forbidden",
    message: "A phone at the door can undo its own check-ins for one minute. Ask the host.",
  },
  unknown_encoding: { kind: "invalid", message: "The file is neither UTF-8 nor UTF-16 with a byte order mark." },
  unknown_header: { kind: "invalid", message: "Row 1 must name the columns." },
  unknown_parameter: {
    kind: "invalid",
    message: "Unknown query parameter: page. Remove it and try again.",
    example: { errors: [{ path: "page", message: "isn't a parameter of this address" }] },
  },
  unsupported_image: { kind: "invalid", message: "The file is not an image that can be read." },
  unsupported_media_type: {
    kind: "unsupported_media",
    message: "Send the media type that this route describes, JSON unless it says otherwise.",
  },
  upgrade_required: { kind: "invalid", message: "This address is for WebSockets: send an upgrade request." },
  upload_limit_reached: { kind: "conflict", message: "You have 200 images, and that is all." },
  validation_failed: {
    kind: "invalid",
    message: "Some fields are invalid. See `errors`.",
    example: { errors: [{ path: "name", message: "is required" }] },
  },
  wrong_event: { kind: "invalid", message: "This door code belongs to another event." },
} as const satisfies Record<string, ErrorEntry>;

/** A closed union: a code that is not in the table does not compile. */
export type ErrorCode = keyof typeof ERRORS;

/** The entry of a code, without the narrowing to its literals. */
export function errorEntry(code: ErrorCode): ErrorEntry {
  return ERRORS[code];
}
