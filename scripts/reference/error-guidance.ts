import type { ErrorCode } from "../../src/kernel/error-codes.ts";

/** What a developer reads of a code: when it is answered, and what to do then. */
export interface Guidance {
  cause: string;
  cure: string;
}

/** Codes that no route throws, so that they are not in the table of the Worker. */
type GeneralCode = "method_not_allowed" | "internal_error";

/** Somebody else wrote between the read and the write of this request. */
function raced(what: string): Guidance {
  return {
    cause: `${what} changed between the moment this request read it and the moment it wrote. Nothing was written.`,
    cure: "Read it again, decide whether your change still fits, and send the request once more.",
  };
}

const TRY_LATER =
  "Wait for the seconds in `Retry-After`, then repeat the request. `@usher/client` does this by itself.";

/** Every code that the API answers, by the entries of src/kernel/error-codes.ts. A code without an entry does not compile. */
export const GUIDANCE: Readonly<Record<ErrorCode | GeneralCode, Guidance>> = {
  access_blocked: {
    cause: "The access was scored as too risky for this event, so the invitation was not opened.",
    cure: "If there is a `challenge`, offer the guest its `channels`: `POST /access/{token}/challenge` sends a code, `POST /access/{token}/challenge/verify` takes it, and the device is let in from then on. Else show the guest whom to ask: the host has neither address nor phone, or the event asks for no codes. The host sees the access in the event's access log, and can mark it as legitimate, trust the network or raise the thresholds.",
  },
  allowlist_full: {
    cause: "The event already trusts 200 networks.",
    cure: "Remove one that is no longer needed, or trust one larger network in place of several.",
  },
  already_arrived: {
    cause: "Somebody of this party is checked in, so the answer can't change any more.",
    cure: "Don't repeat the request. A member of the event can record another answer for the guest.",
  },
  already_checked_in: {
    cause:
      "The guest is checked in; `detail` says since when, and `remaining` how many of the party are still expected, `door` by which named device.",
    cure: "Add people who came later with `POST /events/{eventId}/check-ins/{checkInId}/arrivals`, or undo the check-in if it was a mistake.",
  },
  already_member: {
    cause: "The address belongs to somebody who already works on the event.",
    cure: "Change the role of that collaborator instead.",
  },
  already_subscribed: {
    cause: "The account already has the tier that the checkout is for.",
    cure: "Open the portal with `POST /billing/portal` to see or change the subscription.",
  },
  api_keys_full: {
    cause: "The account has 25 API keys already; expired ones count, too.",
    cure: "Delete one with `DELETE /api-keys/{keyId}`. `last_used_at` says which are in use.",
  },
  billing_unavailable: {
    cause: "This installation has no payment provider, or the provider can't be reached.",
    cure: "Try again later. If it stays, ask whoever runs the service.",
  },
  branding_changed: raced("The event's branding"),
  capacity_below_seated: {
    cause: "More people have a seat than the new capacity holds. `guests` lists parties, `held` the seats they take.",
    cure: "Choose a larger capacity, or send `force: true`: nobody loses a seat, and no new one is given until there is room.",
  },
  challenge_failed: {
    cause: "A code can be tried five times. The sixth try ended it, and the event's host is told.",
    cure: "Ask for a new code with `POST /access/{token}/challenge`; a link gets three an hour.",
  },
  challenge_missing: {
    cause: "No code was asked for with this link.",
    cure: "Ask for one with `POST /access/{token}/challenge`.",
  },
  challenge_required: {
    cause:
      "The event's `step_up_from` asks for a code in the band of this access, or asks every device once, and this one has not entered any; or one connection sends first RSVPs for many guests.",
    cure: "Offer the guest the `channels` of `challenge`, as for `access_blocked`. A server that sends RSVPs for many guests opens each link before, or its network is added to the event's trusted networks. Keep the `Usher-Device` of the response, and send it with each request: without it the next access is another device, and is asked again.",
  },
  challenge_unavailable: {
    cause:
      "The host has no address or phone of this guest for the channel, texts can't be sent or the event's codes by text are used up for today, or the event asks for no codes.",
    cure: "Use one of the `channels` in `challenge`, if there is one. Else show the guest whom to ask.",
  },
  code_available: {
    cause: "The guest can be sent a code by email, so the host is not asked.",
    cure: "Send a code to one of the `channels` in `challenge`.",
  },
  code_expired: {
    cause: "A code works for 10 minutes, and a newer one ends it.",
    cure: "Ask for a new code.",
  },
  code_used: {
    cause: "The code was typed before, and the device that typed it is known.",
    cure: "Open the invitation on that device. On another one ask for a new code.",
  },
  database_unavailable: {
    cause: "The database didn't respond in time.",
    cure: "Repeat the request after a few seconds. If it creates something, send the same `Idempotency-Key`, because the first one may have been written.",
  },
  door_device_ended: {
    cause: "The session of the door device was ended, or the event is over.",
    cure: "Ask a member of the event for a new scanner link.",
  },
  door_devices_full: {
    cause: "The event has 100 door devices.",
    cure: "End one that is not in use, then add the new one.",
  },
  door_not_open: {
    cause: "The door device works from 12 hours before the event begins, and that is not yet.",
    cure: "Try again at `valid_from`.",
  },
  door_right_missing: {
    cause: "The door device was made without the right that this request needs; `right` names it.",
    cure: "Use a device that has the right, or let a member of the event send the request.",
  },
  duplicate_allowlist_entry: {
    cause: "The event already trusts this network.",
    cure: "Nothing to do: accesses from it are let in.",
  },
  duplicate_external_id: {
    cause: "Another guest of the event has the same `external_id`.",
    cure: "Change that guest, or send another `external_id`.",
  },
  duplicate_guest: {
    cause: "Another guest of the event has the same email address, regardless of case.",
    cure: "Find the guest in the list and change it, or leave the address out.",
  },
  edit_limit_reached: {
    cause: "The guest has changed the answer five times.",
    cure: "Don't repeat the request. A member of the event can record the new answer, which counts as none of the five.",
  },
  email_mismatch: {
    cause: "The invite was sent to another address than that of the signed-in account.",
    cure: "Sign in with the account that has the invited address, or ask for an invite to yours.",
  },
  email_taken: {
    cause: "Another account has taken the address since the link was mailed.",
    cure: "Sign in to that account, or choose another address.",
  },
  email_unverified: {
    cause: "The account hasn't confirmed its email address, and the request would send mail to others.",
    cure: "Open the link in the mail to you, or have it sent again with `POST /auth/verify-email/resend`. Links without mail can be made right away: `notify: false`.",
  },
  empty_file: {
    cause: "The file of guests has no row.",
    cure: "Send a file whose first row names the columns. `GET /events/{eventId}/guests/template` is one to begin with.",
  },
  event_cancelled: {
    cause: "The event was cancelled.",
    cure: "Show that it is off. A member of the event can reinstate it.",
  },
  event_changed: raced("The event"),
  event_full: {
    cause:
      "The party is larger than the number of free seats, which `left` says, and the event has no waitlist for it.",
    cure: "Answer for fewer people. A member of the event can give seats beyond the capacity with `force`.",
  },
  event_over: {
    cause: "The event has ended.",
    cure: "Don't repeat the request. A member of the event can still record an answer for the records.",
  },
  feature_disabled: {
    cause: "The operators of the service have switched the feature off for this account or for all.",
    cure: "Try again later. If it stays, ask whoever runs the service.",
  },
  feature_not_in_tier: {
    cause: "The tier of the event's host doesn't include the feature; `reason` names it.",
    cure: "Send the host to `upgrade_url`. The tier of the event's host counts, not that of the caller.",
  },
  foreign_device: {
    cause: "The answer was given on another device, and this request doesn't prove that it comes from the same person.",
    cure: "Have a code sent, if there is a `challenge`, with `POST /access/{token}/challenge`: then this device may change the answer, too. Or have a link mailed with `POST /access/{token}/request-edit-link`, and send its `edit_nonce`.",
  },
  guest_changed: {
    cause: "Someone else changed the guest after you read it, and you sent `expected_updated_at`.",
    cure: "Show the person what changed: `guest` is how it is now. Then send the change again with its `updated_at`.",
  },
  idempotency_key_reused: {
    cause: "The `Idempotency-Key` was used in the last 24 hours for a request with another body or address.",
    cure: "Make a new key for each operation, and send the same one only to repeat exactly the same request.",
  },
  images_unavailable: {
    cause: "The service that decodes images is not available.",
    cure: TRY_LATER,
  },
  insufficient_scope: {
    cause: "The API key is valid, but lacks the scope that the operation needs; `missing` names it.",
    cure: "A key can't be changed: create another one with the scope, and delete this one. Each operation names its scope under Authorization.",
  },
  invalid_cidr: {
    cause: "The network is no address and no CIDR network, or has bits set beyond its prefix.",
    cure: "Send an IPv4 or IPv6 address, or a network such as `203.0.113.0/24`; `errors` names the network that was probably meant.",
  },
  invalid_credentials: {
    cause:
      "Wrong password, unknown address, locked account, or an address that isn't confirmed yet: the response is the same for all four.",
    cure: "Check both fields, look for the mail with a link, or reset the password, which unlocks an account too.",
  },
  invalid_factor: {
    cause: "The code or the password is wrong, or the code was used before.",
    cure: "Ask for the next code of the authenticator app, or another of the `methods`.",
  },
  too_many_codes: {
    cause:
      "Twenty codes of the authenticator app were wrong in the last 24 hours, and nobody has signed in from this network in the last 30 days.",
    cure: "Use a passkey or a recovery code, set a new password by mail, or sign in from a network that the account knows.",
  },
  member_factor_required: {
    cause:
      "The event has `require_second_factor`, and your account, or that of the API key's owner, has no second factor.",
    cure: "Add a passkey or an authenticator app on the page `/account/security`. Door devices need none.",
  },
  invalid_factor_token: {
    cause:
      "The `factor_token` is older than 5 minutes, or belongs to another session or to a password that has changed.",
    cure: "Begin again with the request that returned it.",
  },
  invalid_login_factor: {
    cause: "The code of the authenticator app or the recovery code is wrong, or was used before.",
    cure: "Send the next code, or a recovery code that is left.",
  },
  invalid_passkey: {
    cause: "The passkey was made for another site, without user verification, or with a challenge that is old or used.",
    cure: "Get new options and let the browser make the passkey again.",
  },
  invalid_qr: {
    cause: "The text is not a door code of this service.",
    cure: "Scan again, or find the guest by name.",
  },
  invalid_refresh_token: {
    cause:
      "The refresh token was used before, has expired, or its session has ended. For a WebSocket: the session of its ticket has ended.",
    cure: "Sign in again. Keep the newest pair of tokens only, and refresh from one place at a time.",
  },
  invalid_signature: {
    cause:
      "The report isn't signed with the provider's secret, its body was changed on the way, or its time is more than five minutes off.",
    cure: "Compare the secret in the provider's settings with that of the installation.",
  },
  invalid_threshold_order: {
    cause: "The three thresholds don't increase.",
    cure: "Send numbers with `medium` < `high` < `block`.",
  },
  invalid_token: {
    cause: "The token of a mailed link is incomplete, used or too old.",
    cure: "Ask for a new mail. Don't repeat the request.",
  },
  invalid_verdict: {
    cause: "The verdict is not one of the two that there are.",
    cure: "Send `legitimate` or `suspicious`.",
  },
  invite_gone: {
    cause: "The invite was accepted, replaced or cancelled, or is older than 7 days.",
    cure: "Ask an owner of the event to invite you again.",
  },
  last_owner: {
    cause: "The event would be left without an owner.",
    cure: "Make somebody else an owner first, or delete the event.",
  },
  links_changed: raced("The links of these guests"),
  list_changed: raced("The guest list"),
  malformed_csv: {
    cause: "A quotation mark is opened and never closed; `detail` names the row.",
    cure: "Double each quotation mark inside a quoted cell, or let a spreadsheet write the file.",
  },
  malformed_json: {
    cause: "The body is not what its `Content-Type` says.",
    cure: "Send well-formed JSON in UTF-8, or the media type that the operation describes.",
  },
  message_changed: raced("The message"),
  message_not_editable: {
    cause: "The message is being sent, was sent or was cancelled.",
    cure: "Create a new message.",
  },
  misconfigured: {
    cause: "A variable of the installation is missing or invalid. `detail` names it.",
    cure: "If you run the installation, set the variable. Otherwise tell whoever does.",
  },
  needs_override: {
    cause: "The guest declined, has no seat, or shows the code of a link that was replaced; `reasons` says which.",
    cure: "Let the person at the door decide, and repeat the check-in with `override: true`.",
  },
  no_door_code: {
    cause: "The guest isn't coming or has no seat, so there is no code to show.",
    cure: "Record the guest's answer first, or check the guest in by name.",
  },
  notice_limit: {
    cause: "The guests were told of six changes of the event in 24 hours.",
    cure: "Wait for `retry_after` seconds, or make the change without a mail: `notify: false`.",
  },
  network_not_allowed: {
    cause: "The API key has `allowed_networks`, and the request came from an address in none of them.",
    cure: "Send the request from one of the networks, or create a key for this one. If you don't recognise the request, delete the key: somebody else has it.",
  },
  no_email_on_file: {
    cause: "The host has no email address of this guest, so no link can be mailed.",
    cure: "Show the guest whom to ask. A member of the event can add the address.",
  },
  no_rsvp: {
    cause: "There is no answer to change yet.",
    cure: "Send the first answer with `POST /rsvp`.",
  },
  no_offer: {
    cause: "The guest waits for a seat, or has one: nothing is on offer.",
    cure: "Read the invitation again and show its `seat`.",
  },
  no_subscription: {
    cause: "The account has never had a subscription, so there is no portal for it.",
    cure: "Start one with `POST /billing/checkout-session`.",
  },
  not_waiting: {
    cause: "The guest hasn't said yes, or has a seat already.",
    cure: "Read the guest again. Only a party that is attending and without a seat can be offered one.",
  },
  nonce_reused: {
    cause: "Another scan of the event has the same `nonce`.",
    cure: "Make a new `nonce` for each scan; send the same one only to repeat that scan.",
  },
  not_a_csv: {
    cause: "The file is a spreadsheet, a picture or something else that is no CSV.",
    cure: "Export it as CSV, with a header row.",
  },
  not_found: {
    cause: "There is nothing at this address, or you have no access to it: the response is the same for both.",
    cure: "Check the ids, and whether the account has a role on the event.",
  },
  offer_expired: {
    cause: "The seat was offered until a time that has passed.",
    cure: "Answer yes again, to take a free seat or to wait for one.",
  },
  outcome_erased: {
    cause: "A request with this `Idempotency-Key` was done, and the guest it was about has been erased since.",
    cure: "Take it as done. For a new operation send a new key.",
  },
  party_size_below_answers: {
    cause: "Guests have answered for more people than the new `party_size`; `guests` names them.",
    cure: "Choose a larger `party_size`, or send `adjust: true` to lower the plus-ones of their answers with it.",
  },
  passkey_limit_reached: {
    cause: "The account has 20 passkeys.",
    cure: "Remove one that is no longer used.",
  },
  passkey_refused: {
    cause:
      "The passkey is unknown, belongs to another site, or its challenge is old or used: the response is the same for all.",
    cure: "Get new options and try again, or sign in with the password.",
  },
  party_full: {
    cause: "A check-in holds at most 20 people; `arrived` says how many it has.",
    cure: "Add the others as walk-ins.",
  },
  payload_too_large: {
    cause: "The body is larger than this operation takes: 256 KiB of JSON, or the size that its description names.",
    cure: "Split the request, or make the file smaller.",
  },
  qr_expired: {
    cause: "The event of the door code is over: its date (a JWT) or its end (a short code) is more than 24 hours ago.",
    cure: "Find the guest by name.",
  },
  questions_changed: raced("The list of questions"),
  rate_limited: {
    cause:
      "More requests came from this account, address, link or network than the operation allows; `RateLimit-Policy` has the limits.",
    cure: TRY_LATER,
  },
  region_unavailable: {
    cause: "The event's data are in a region that can't be reached right now. Other regions aren't affected.",
    cure: "Repeat the request after `Retry-After`. If it creates something, send the same `Idempotency-Key`.",
  },
  report_expired: {
    cause: "The event is over, or the access isn't in the log any more.",
    cure: "Show the guest whom to ask.",
  },
  role_too_low: {
    cause: "The account has a role on the event, and the operation needs a higher one; `detail` names it.",
    cure: "Ask an owner of the event to change your role.",
  },
  recipient_limit: {
    cause: "The address was invited to the event less than an hour ago, or five times today.",
    cure: "Wait for `retry_after` seconds. The invite that was mailed still works.",
  },
  rsvp_changed: raced("The answer"),
  rsvp_closed: {
    cause: "The event's `rsvp_deadline` has passed.",
    cure: "Guests can still decline. A member of the event can record any answer.",
  },
  rsvp_exists: {
    cause: "The invitation has an answer.",
    cure: "Change it with `PATCH /rsvp/{token}`.",
  },
  second_factor_required: {
    cause: "The password is right, and the account has an authenticator app.",
    cure: "Send the `factor_token` of this response with a code to `POST /auth/login/factor`, within 5 minutes.",
  },
  sending_limit: {
    cause:
      "The account has sent the mails and text messages that its tier allows in 24 hours, or too many of them came back.",
    cure: "Send the rest after `retry_after` seconds, or make links without mail: `notify: false`.",
  },
  sending_paused: {
    cause: "Too many mails of the account came back or were reported as spam, so it can't write to others.",
    cure: "Check the addresses of the guest list, then write to whoever runs the service. Links without mail can still be made: `notify: false`.",
  },
  session_required: {
    cause:
      "The request came with an API key, and only a signed-in person may do this: accounts, security, teams, billing and keys themselves.",
    cure: "Sign in, and send the session's access token in place of the key.",
  },
  step_up_required: {
    cause:
      "The operation can't be undone, and the session hasn't proved itself for 10 minutes, or has moved to another country since.",
    cure: "Send the `factor_token` of this response with one of its `methods` to `POST /auth/step-up`, then repeat the request.",
  },
  storage_unavailable: {
    cause: "The store of images didn't respond.",
    cure: TRY_LATER,
  },
  team_changed: raced("The list of collaborators"),
  texts_changed: raced("The event's own words"),
  thresholds_changed: raced("The thresholds"),
  tier_limit: {
    cause: "The tier of the event's host holds no more; `reason` names what is counted, `used` and `limit` how many.",
    cure: "Send the host to `upgrade_url`, or delete something that is no longer needed.",
  },
  totp_exists: {
    cause: "The account has a confirmed authenticator app.",
    cure: "Remove it with `DELETE /me/totp`, then set up the new one.",
  },
  totp_missing: {
    cause: "No authenticator app is being set up, or it was begun more than 15 minutes ago.",
    cure: "Begin with `POST /me/totp`.",
  },
  too_many_columns: {
    cause: "A row of the file has more than 50 columns; `detail` names it.",
    cure: "Remove the columns that are not about guests, and check the delimiter.",
  },
  too_many_rows: {
    cause: "The file has more than 5,000 guests.",
    cure: "Split it and import the parts one after another.",
  },
  unauthenticated: {
    cause: "There is no access token, or it is malformed, expired, or of a session that has ended.",
    cure: "Refresh the session with `POST /auth/refresh` and repeat the request once. If that is refused, sign in again.",
  },
  unavailable: {
    cause: "The request could not be counted against its limit, so it was not run.",
    cure: TRY_LATER,
  },
  undo_not_allowed: {
    cause: "A phone at the door asked to undo a check-in that another phone made, or one that is older than a minute.",
    cure: "Let somebody who works on the event undo it, in the console or with a session.",
  },
  unknown_encoding: {
    cause: "The file is neither UTF-8 nor UTF-16 with a byte order mark.",
    cure: "Save it as UTF-8, or name its encoding: `Content-Type: text/csv; charset=windows-1252`.",
  },
  unknown_header: {
    cause: "The first row names no column that is known.",
    cure: "Name at least the column of the guests' names. `GET /events/{eventId}/guests/template` shows all.",
  },
  unknown_parameter: {
    cause: "The address has a query parameter that the operation doesn't know; `errors` names it.",
    cure: "Remove it, or correct its spelling.",
  },
  unsupported_image: {
    cause: "The file is no JPEG or PNG, has too many pixels, or is damaged; `reason` says which.",
    cure: "Send a JPEG or PNG of at most 16 megapixels and 12,000 pixels a side.",
  },
  unsupported_content_encoding: {
    cause:
      "The request has a `Content-Encoding`, such as `gzip`. The response names what is read: `Accept-Encoding: identity`.",
    cure: "Send the body uncompressed, without the header.",
  },
  unsupported_media_type: {
    cause: "The `Content-Type` is none that the operation takes.",
    cure: "Send `Content-Type: application/json`, unless the operation describes another.",
  },
  upgrade_required: {
    cause: "The address is for a WebSocket, and the request did not ask for one.",
    cure: "Open it with `new WebSocket(…)`, with a ticket of `POST /auth/ws-ticket`.",
  },
  upload_limit_reached: {
    cause: "The account has 500 images, or uploaded 100 in 24 hours; `limit` says which.",
    cure: "Use one of those that are uploaded, or upload tomorrow. Images that no event shows are deleted after a day.",
  },
  validation_failed: {
    cause: "Some fields are missing or invalid; `errors` has the `path` of each and what is wrong with it.",
    cure: "Show each message at its field, and let it be corrected. The same request will be refused again.",
  },
  webhook_changed: {
    cause: "Another request has given the endpoint a new secret meanwhile.",
    cure: "Use the secret of that request, or rotate again.",
  },
  webhook_limit_reached: {
    cause: "The account has 10 webhook endpoints.",
    cure: "Delete one, or send several types to one endpoint.",
  },
  wrong_code: {
    cause: "The code isn't the newest one that this link was sent.",
    cure: "Have the guest look at the newest message. `tries_left` says how often this code can still be tried; at 0, ask for a new one.",
  },
  wrong_event: {
    cause: "The door code belongs to another event of this service.",
    cure: "Send the guest to the right door, or open the scanner of that event.",
  },
  method_not_allowed: {
    cause: "The path exists, and doesn't take this method.",
    cure: "Use one of the methods in the `Allow` header.",
  },
  internal_error: {
    cause: "Something failed that should not. It was logged under the `request_id`.",
    cure: "Repeat the request once, with the same `Idempotency-Key` if it creates something. If it fails again, report the `request_id`.",
  },
};
