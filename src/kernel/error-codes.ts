import { forDocs } from "./for-docs.ts";

/** The class of an error; `STATUS_OF` in http/statuses.ts maps each to its HTTP status. */
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
  reason: "guests_limit",
  tier: "free",
  used: 50,
  limit: 50,
  upgrade_url: "https://usher.example/app/account/plan",
};

const CHALLENGE_EXAMPLE = { challenge: { channels: ["email"], sent_to: { email: "a•••@e•••.com" } } };

/**
 * Every error that the API returns on purpose. The key is the stable `error` code of the problem document. Rows of
 * `endpoint()` list the codes that their verb may return. The OpenAPI document takes kind, text and example from here.
 */
export const ERRORS = {
  access_blocked: {
    kind: "forbidden",
    message: "This invitation can't be opened from here. Have a code sent to you, or ask your host.",
    example: forDocs(CHALLENGE_EXAMPLE),
  },
  alerts_changed: {
    kind: "conflict",
    message: "You changed these alerts somewhere else. Reload and try again.",
    example: forDocs({
      alerts: { answers: "daily", risk: "block", waitlist: true, updated_at: "2027-05-01T09:30:00.000Z" },
    }),
  },
  allowlist_full: { kind: "conflict", message: "An event can trust at most 200 networks. Remove one first." },
  already_arrived: {
    kind: "conflict",
    message: "Someone in your party has already checked in, so the RSVP can't change. Please ask your host.",
  },
  already_checked_in: {
    kind: "conflict",
    message: "This guest was checked in at 2027-06-12T16:05:00.000Z.",
    example: forDocs({ remaining: 0 }),
  },
  already_asked: {
    kind: "conflict",
    message: "Your host was already asked with this link today. Please contact your host, or try again tomorrow.",
  },
  already_member: { kind: "conflict", message: "Someone with this email address is already a member of the event." },
  already_subscribed: { kind: "conflict", message: "You already have this plan. Change it in the billing portal." },
  api_keys_full: { kind: "conflict", message: "You can have up to 25 API keys. Delete one you no longer use." },
  billing_unavailable: { kind: "unavailable", message: "Payments aren't set up on this installation." },
  branding_changed: {
    kind: "conflict",
    message: "Someone changed the look after you read it. Reload and try again.",
    example: forDocs({ branding: { primary_color: "#4338ca", updated_at: "2027-05-01T09:30:00.000Z" } }),
  },
  capacity_below_seated: {
    kind: "conflict",
    message: "More people than that already have a seat. Choose a larger capacity.",
    example: forDocs({
      held: 24,
      guests: [{ guest_id: "0191e0b1-7a3c-7f00-8000-000000000020", name: "Ada Lindqvist", heads: 2 }],
    }),
  },
  challenge_failed: {
    kind: "forbidden",
    message: "Too many wrong codes. Ask for a new code, or ask your host.",
  },
  challenge_missing: { kind: "not_found", message: "There's no code to check yet. Ask for one first." },
  challenge_required: {
    kind: "forbidden",
    message: "Enter a code to open this invitation. Have one sent to you, or ask your host.",
    example: forDocs(CHALLENGE_EXAMPLE),
  },
  challenge_unavailable: {
    kind: "conflict",
    message: "We can't send you a code this way. Please ask your host.",
  },
  code_available: {
    kind: "conflict",
    message: "We can email a code to check it's you. Please ask for the code.",
    example: forDocs(CHALLENGE_EXAMPLE),
  },
  code_expired: { kind: "gone", message: "This code has expired. Ask for a new one." },
  code_used: {
    kind: "conflict",
    message: "This code has already been used. Open the invitation, or ask for a new one.",
  },
  database_unavailable: { kind: "unavailable", message: "The database isn't responding. Try again soon." },
  device_unknown: {
    kind: "conflict",
    message:
      "Your host can only confirm a browser that stores our cookie. Open the invitation again, then ask your host.",
  },
  door_device_ended: {
    kind: "unauthenticated",
    message: "This scanner link has ended. Ask the host of the event for a new one.",
  },
  door_devices_full: { kind: "conflict", message: "An event has at most 100 door devices. End one you don't use." },
  door_not_open: {
    kind: "forbidden",
    message: "This scanner link works from 2027-06-12T04:00:00.000Z on.",
    example: forDocs({ valid_from: "2027-06-12T04:00:00.000Z" }),
  },
  door_right_missing: {
    kind: "forbidden",
    message: "This scanner link can't do that. Ask the host for one that can.",
    example: forDocs({ right: "walk_in" }),
  },
  duplicate_allowlist_entry: { kind: "conflict", message: "This network is already on the allowlist." },
  duplicate_external_id: {
    kind: "conflict",
    message: "Another guest of this event has this external ID.",
  },
  duplicate_guest: { kind: "conflict", message: "Another guest of this event has the same email address." },
  edit_limit_reached: { kind: "conflict", message: "You can change an RSVP 5 times. Ask your host to change it." },
  email_mismatch: {
    kind: "forbidden",
    message: "This invite was sent to another email address. Sign in with that address.",
  },
  email_taken: {
    kind: "conflict",
    message: "Another account has this email by now. Sign in to that one, or choose another email.",
  },
  email_unavailable: {
    kind: "conflict",
    message:
      "We can't email you now. Please ask your host to change your RSVP, or to send you the invitation by email.",
    example: forDocs({ hint: "ask_host" }),
  },
  email_unverified: {
    kind: "forbidden",
    message:
      "Confirm your email address before you write to others: open the link in our email. Until then you can make links without emailing them.",
  },
  empty_file: { kind: "invalid", message: "The file is empty." },
  event_cancelled: { kind: "conflict", message: "This event was cancelled, so it's not taking RSVPs." },
  event_changed: {
    kind: "conflict",
    message: "Someone changed this event after you read it. Reload and try again.",
    example: forDocs({
      event: { id: "0191e0b1-7a3c-7f00-8000-000000000010", name: "Gala", updated_at: "2027-05-01T09:30:00.000Z" },
    }),
  },
  event_full: {
    kind: "conflict",
    message: "There aren't enough seats left for your party.",
    example: forDocs({ left: 1 }),
  },
  event_over: { kind: "conflict", message: "This event is over, so it's not taking RSVPs." },
  event_started: {
    kind: "conflict",
    message: "The event has started, so no more seats are offered. Let these guests in at the door instead.",
  },
  feature_disabled: { kind: "forbidden", message: "This feature is switched off at the moment." },
  feature_not_in_tier: {
    kind: "limit",
    message: "Writing to your guests is part of Pro.",
    example: forDocs({ ...TIER_EXAMPLE, reason: "broadcasts", used: 0, limit: 0 }),
  },
  foreign_device: {
    kind: "forbidden",
    message: "This RSVP was sent from another device. Have a code or an edit link sent to you to change it here.",
    example: forDocs({ hint: "request_edit_link", ...CHALLENGE_EXAMPLE }),
  },
  guest_changed: {
    kind: "conflict",
    message: "Someone changed this guest after you read it. Reload and try again.",
    example: forDocs({
      guest: {
        id: "0191e0b1-7a3c-7f00-8000-000000000020",
        name: "Ada Lindqvist",
        updated_at: "2027-05-01T09:30:00.000Z",
      },
    }),
  },
  idempotency_key_reused: { kind: "conflict", message: "This Idempotency-Key was already used for another request." },
  images_unavailable: { kind: "unavailable", message: "Images can't be processed right now. Try again soon." },
  insufficient_scope: {
    kind: "forbidden",
    message: "This API key needs the scope guests:write.",
    example: forDocs({ missing: "guests:write" }),
  },
  invalid_cidr: {
    kind: "invalid",
    message: "must be an IPv4 or IPv6 address, or a network such as 203.0.113.0/24",
  },
  invalid_credentials: {
    kind: "unauthenticated",
    message: "Email or password is incorrect, or the address isn't confirmed yet: look for our email with the link.",
  },
  invalid_factor: {
    kind: "forbidden",
    message: "That isn't right, or was used before. Wait for the next code, or use another method.",
  },
  member_factor_required: {
    kind: "forbidden",
    message:
      "This event requires a second factor of its team. Add a passkey or an authenticator app at /app/account/security, then try again.",
    wire: "second_factor_required",
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
  too_many_codes: {
    kind: "forbidden",
    message:
      "Too many wrong codes today. Use a passkey or a recovery code, or set a new password, or try where you have signed in during the last 30 days.",
  },
  invalid_passkey: { kind: "invalid", message: "This passkey can't be added. Start again, or use another device." },
  invalid_qr: { kind: "invalid", message: "This isn't an event pass." },
  invalid_refresh_token: {
    kind: "unauthenticated",
    message: "The refresh token is no longer valid. Sign in again.",
    wire: "invalid_token",
  },
  invalid_signature: { kind: "invalid", message: "The signature is wrong or too old." },
  invalid_threshold_order: { kind: "invalid", message: "Thresholds must increase: medium < high < block." },
  invalid_token: { kind: "invalid", message: "This link has already been used or has expired. Ask for a new one." },
  invalid_verdict: { kind: "invalid", message: "must be one of legitimate, suspicious" },
  invite_gone: { kind: "gone", message: "This invite is no longer valid. Ask for a new one." },
  last_owner: { kind: "invalid", message: "An event needs at least one owner. Make someone else an owner first." },
  links_changed: { kind: "conflict", message: "Someone else is making links for the same guests. Try again." },
  list_changed: { kind: "conflict", message: "Someone else is changing this guest list. Reload and try again." },
  malformed_csv: { kind: "invalid", message: "Row 3 has a quotation mark that's never closed." },
  malformed_json: { kind: "invalid", message: "The body doesn't match its Content-Type. Send well-formed JSON." },
  message_changed: {
    kind: "conflict",
    message: "Someone changed this message after you read it. Reload and try again.",
    example: forDocs({
      message: {
        id: "0191e0b1-7a3c-7f00-8000-000000000060",
        subject: "See you soon",
        updated_at: "2027-05-01T09:30:00.000Z",
      },
    }),
  },
  message_not_editable: { kind: "conflict", message: "Only a draft or a scheduled message can be changed." },
  misconfigured: {
    kind: "unavailable",
    message:
      "The configuration is wrong: PLATFORM_SECRET: is required. Set it in .dev.vars on this machine, or in .deploy.vars before `npm run deploy`.",
  },
  name_on_list: { kind: "conflict", message: "Someone on the list has this name." },
  needs_override: { kind: "conflict", message: "This check-in needs confirmation." },
  no_door_code: {
    kind: "conflict",
    message:
      "Only a guest who is coming and has a seat has a door code. Record their RSVP first, or check them in by name.",
  },
  network_not_allowed: {
    kind: "forbidden",
    message: "This API key works from other networks only. See `allowed_networks` of the key.",
  },
  no_email_on_file: {
    kind: "conflict",
    message: "Your host doesn't have an email address for you. Please contact them.",
    example: forDocs({ hint: "ask_host" }),
  },
  no_rsvp: { kind: "not_found", message: "There's no RSVP to this invitation yet." },
  no_offer: { kind: "conflict", message: "You have no offer of a seat right now." },
  no_subscription: { kind: "conflict", message: "You have no subscription yet. Start one with a checkout." },
  not_waiting: {
    kind: "conflict",
    message: "Only an attending party without a seat can be offered one.",
  },
  nonce_reused: { kind: "conflict", message: "Another scan used this nonce. Scan again with a new one." },
  not_a_csv: { kind: "invalid", message: "The file isn't a CSV with a header row." },
  not_found: { kind: "not_found", message: "Not found, or you don't have access." },
  offer_expired: {
    kind: "conflict",
    message: "The offer has expired. Say yes again to take a seat that's still free, or to join the waitlist.",
  },
  outcome_erased: { kind: "conflict", message: "The guest this request was about has been erased since." },
  party_size_below_answers: {
    kind: "conflict",
    message: "Guests have RSVPs for more people than that. Choose a larger number of people.",
    example: forDocs({
      guests: [{ id: "0191e0b1-7a3c-7f00-8000-000000000020", name: "Ada Lindqvist", plus_ones: 1, max_plus_ones: 0 }],
    }),
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
    example: forDocs({ arrived: 19 }),
  },
  payload_too_large: { kind: "too_large", message: "The body is too large for this operation." },
  qr_expired: { kind: "gone", message: "This event pass has expired." },
  questions_changed: {
    kind: "conflict",
    message: "Someone changed the questions after you read them. Reload and try again.",
    example: forDocs({ questions: { items: [], removed: [], updated_at: "2027-05-01T09:30:00.000Z" } }),
  },
  rate_limited: {
    kind: "too_many",
    message: "Too many requests. Try again in 42 s.",
    example: forDocs({ retry_after: 42 }),
  },
  region_unavailable: {
    kind: "unavailable",
    message: "The region that has this data can't be reached. Try again in a few seconds.",
  },
  replies_undo_expired: {
    kind: "gone",
    message: "Replies can be undone for seven days after the last one. Change the RSVPs in the guest list instead.",
  },
  replies_undo_running: {
    kind: "conflict",
    message: "Replies of this network are being undone. Try again in a minute.",
  },
  network_shared: {
    kind: "conflict",
    message:
      "Many kinds of devices or phones use this network, so its next user may be a stranger. It can't be trusted.",
  },
  report_expired: { kind: "gone", message: "This link has expired. Please ask your host." },
  role_too_low: { kind: "forbidden", message: "You need the role editor on this event." },
  recipient_limit: {
    kind: "too_many",
    message: "This address was invited to the event less than an hour ago. Try again in 2520 s.",
    example: forDocs({ retry_after: 2_520 }),
  },
  rsvp_changed: {
    kind: "conflict",
    message: "This RSVP is being changed somewhere else. Reload and try again.",
  },
  rsvp_closed: {
    kind: "conflict",
    message: "RSVPs are closed. You can still say you can't make it; for anything else, ask your host.",
  },
  rsvp_exists: { kind: "conflict", message: "This invitation already has an RSVP. Change it instead." },
  second_factor_required: {
    kind: "unauthenticated",
    message: "Send `factor_token` with a code of your authenticator app, or a recovery code, to /auth/login/factor.",
    example: forDocs({ factor_token: "eyJhbGciOiJIUzI1NiJ9…" }),
  },
  sending_limit: {
    kind: "too_many",
    message: "Your plan sends 200 emails and texts in 24 hours, and 200 are used. Send the rest later.",
    example: forDocs({ retry_after: 3_600, tier: "free", limit: 200 }),
  },
  sending_paused: {
    kind: "forbidden",
    message:
      "Emails from this account are paused because too many bounced or were reported as spam. Check your guest list, then contact support. You can still make links without emailing them.",
  },
  session_required: { kind: "forbidden", message: "API keys can't do this. Sign in instead." },
  step_up_required: {
    kind: "forbidden",
    message: "Show that it's you: send `factor_token` with one of `methods` to /auth/step-up, then try again.",
    example: forDocs({ factor_token: "eyJhbGciOiJIUzI1NiJ9…", methods: ["password"] }),
  },
  storage_unavailable: { kind: "unavailable", message: "The image store isn't responding. Try again soon." },
  team_changed: { kind: "conflict", message: "Someone else is changing the team. Reload and try again." },
  texts_changed: {
    kind: "conflict",
    message: "Someone changed these texts after you read them. Reload and try again.",
    example: forDocs({ texts: { reminder_footer: "Bring a coat.", updated_at: "2027-05-01T09:30:00.000Z" } }),
  },
  thresholds_changed: {
    kind: "conflict",
    message: "Someone changed this event after you read its thresholds. Reload and try again.",
    example: forDocs({ thresholds: { medium: 30, high: 60, block: 85, updated_at: "2027-05-01T09:30:00.000Z" } }),
  },
  tier_limit: {
    kind: "limit",
    message: "Your plan includes 50 guests for each event.",
    example: forDocs(TIER_EXAMPLE),
  },
  totp_exists: {
    kind: "conflict",
    message: "You already have an authenticator app. Remove it before you set up another.",
  },
  totp_changed: {
    kind: "conflict",
    message: "Your authenticator app is being changed elsewhere. Reload and try again.",
  },
  totp_missing: { kind: "conflict", message: "Set up an authenticator app first, with POST /me/totp." },
  too_many_columns: { kind: "invalid", message: "Row 3 has more than 50 columns." },
  too_many_rows: {
    kind: "invalid",
    message: "Row 5002 is the first beyond 5000 guests; split the file.",
  },
  unauthenticated: { kind: "unauthenticated", message: "Send a valid access token: `Authorization: Bearer …`." },
  unavailable: { kind: "unavailable", message: "We can't process this request right now. Try again soon." },
  undo_not_allowed: {
    kind: "forbidden",
    message: "A phone at the door can undo its own check-ins for one minute. Ask the host.",
  },
  unknown_encoding: {
    kind: "invalid",
    message: "The file isn't UTF-8 or UTF-16. Save it as UTF-8, or name its encoding.",
  },
  unknown_header: { kind: "invalid", message: "Row 1 must name the columns." },
  unknown_parameter: {
    kind: "invalid",
    message: "Unknown query parameter: page. Remove it and try again.",
    example: forDocs({ errors: [{ path: "page", message: "isn't a parameter of this operation" }] }),
  },
  unsupported_content_encoding: {
    kind: "unsupported_media",
    message: "Compressed bodies aren't accepted. Send the body uncompressed, without Content-Encoding.",
  },
  unsupported_image: { kind: "invalid", message: "The file isn't a JPEG or PNG we can read." },
  unsupported_media_type: {
    kind: "unsupported_media",
    message: "Send a Content-Type that this operation accepts: application/json, unless its description names another.",
  },
  upgrade_required: { kind: "invalid", message: "WebSocket upgrade required." },
  upload_limit_reached: {
    kind: "conflict",
    message:
      "An account has at most 500 images, and uploads at most 100 in 24 hours. Use one of them, or try tomorrow.",
    example: forDocs({ limit: 100 }),
  },
  validation_failed: {
    kind: "invalid",
    message: "Some fields are invalid. See `errors`.",
    example: forDocs({ errors: [{ path: "name", message: "is required" }] }),
  },
  webhook_changed: {
    kind: "conflict",
    message: "Someone changed this webhook after you read it. Reload and try again.",
    example: forDocs({
      endpoint: {
        id: "0191e0b1-7a3c-7f00-8000-000000000070",
        status: "enabled",
        updated_at: "2027-05-01T09:30:00.000Z",
      },
    }),
  },
  webhook_limit_reached: {
    kind: "conflict",
    message: "An account has at most 10 webhook endpoints. Delete one first.",
  },
  wrong_code: {
    kind: "forbidden",
    message: "That's not the code. Check the newest message, and try again.",
    example: forDocs({ tries_left: 4 }),
  },
  wrong_event: { kind: "invalid", message: "This pass is for another event." },
} as const satisfies Record<string, ErrorEntry>;

/** A closed union: a code that is not in the table does not compile. */
export type ErrorCode = keyof typeof ERRORS;

/** The entry of a code, without the narrowing to its literals. */
export function errorEntry(code: ErrorCode): ErrorEntry {
  return ERRORS[code];
}
