import type { ErrorCode } from "../../src/kernel/error-codes.ts";

/** Help for developers on an error code: the check that failed, and the next request. */
export interface Guidance {
  cause: string;
  fix: string;
}

/** Codes that no route throws, so they are not in the table of the Worker. */
type GeneralCode = "method_not_allowed" | "internal_error";

/** The caller changed another version of the data than the stored one. @param member of the error, with the stored one */
function outdatedVersion(what: string, member: string): Guidance {
  return {
    cause: `\`expected_updated_at\` differs from the \`updated_at\` of ${what}, or concurrent requests changed ${what} during each attempt. This request wrote nothing.`,
    fix: `Merge your change into the current version, which is in \`${member}\`, and repeat the request with its \`updated_at\`. Read the current version if \`${member}\` is missing.`,
  };
}

/** Another request changed the data between the read and the write of this request. */
function concurrentChange(what: string): Guidance {
  return {
    cause: `A concurrent request changed ${what} after this request had read it. This request wrote nothing.`,
    fix: "Read the current state, decide whether your change still fits, and repeat the request.",
  };
}

const TRY_LATER =
  "Wait for the seconds in `Retry-After`, then repeat the request. `@usher/client` does this automatically.";

/** Help for each entry of src/kernel/error-codes.ts, and for the general codes. A missing entry does not compile. */
export const GUIDANCE: Readonly<Record<ErrorCode | GeneralCode, Guidance>> = {
  access_blocked: {
    cause: "The access scored in a risk band that the event blocks.",
    fix: "If there is a `challenge`, offer its `channels` to the guest. `POST /access/{token}/challenge` sends a code, and `POST /access/{token}/challenge/verify` verifies the device with it. Otherwise, and with the `hint` `ask_host`, let the guest ask the host with `POST /access/{token}/ask-host`: no address or phone on file can be sent a code, or the event asks for no codes. The host can mark the access as `legitimate`, trust the network or raise the thresholds.",
  },
  alerts_changed: outdatedVersion("your alert settings", "alerts"),
  allowlist_full: {
    cause: "The event already trusts 200 networks.",
    fix: "Remove a network that is no longer needed, or trust one larger network instead of several.",
  },
  already_arrived: {
    cause: "Someone of the party is checked in, so the RSVP can no longer change.",
    fix: "Do not repeat the request. A member of the event can record another RSVP for the guest.",
  },
  already_checked_in: {
    cause:
      "The guest is checked in. `detail` has the time, `remaining` the number of people still expected, and `door` the named device that scanned.",
    fix: "Add late arrivals with `POST /events/{eventId}/check-ins/{checkInId}/arrivals`, or undo the check-in if it was a mistake.",
  },
  already_asked: {
    cause:
      "The link has an open request from another device, or the host has given a verdict on a request from this device in the last 24 hours.",
    fix: "Tell the guest to contact the host directly. Another device can ask when the host has given a verdict on the open request.",
  },
  already_member: {
    cause: "A member of the event has the email address.",
    fix: "Change the role of that collaborator instead.",
  },
  already_subscribed: {
    cause: "The account already has the tier of the checkout.",
    fix: "Open the portal with `POST /billing/portal` to view or change the subscription.",
  },
  api_key_ended: {
    cause: "The key has expired, or an earlier rotation has replaced it (`replaced_by`).",
    fix: "Rotate the key that took its place, or create one with `POST /api-keys`.",
  },
  api_keys_full: {
    cause: "The account has 25 API keys. Expired keys count.",
    fix: "Delete a key with `DELETE /api-keys/{keyId}`. `last_used_at` shows which keys are in use.",
  },
  billing_unavailable: {
    cause: "The service has no payment provider, or the provider cannot be reached.",
    fix: "Try again later. If the error persists, contact the operator of the service.",
  },
  branding_changed: outdatedVersion("the event's branding", "branding"),
  capacity_below_seated: {
    cause:
      "More people have a seat than the new capacity allows. `guests` lists parties, and `held` is the number of their seats.",
    fix: "Choose a larger capacity, or send `force: true`: no guest loses a seat, and no guest gets one until there is room.",
  },
  challenge_failed: {
    cause:
      "The code was tried five times. The sixth try is rejected even if it is right, and the members of the event are notified.",
    fix: "Request a new code with `POST /access/{token}/challenge`. A link gets three per hour.",
  },
  challenge_missing: {
    cause: "No code was requested with this link.",
    fix: "Request a code with `POST /access/{token}/challenge`.",
  },
  challenge_required: {
    cause: "The event asks for a code in the risk band of this access, or asks every device once (`step_up_from`).",
    fix: "Offer the `channels` of `challenge` to the guest, as for `access_blocked`. Store the `Usher-Device` of the response and send it with each request: without it, the next access counts as a new device. A server that submits RSVPs for many guests is scored like a script: an event with `step_up_from` below `block` should trust its network.",
  },
  challenge_unavailable: {
    cause:
      "The channel cannot be used: the host has no address or phone of the guest, text messages cannot be sent or are used up for today, or the event asks for no codes.",
    fix: "Use one of the `channels` in `challenge`. Without `challenge`, let the guest ask the host with `POST /access/{token}/ask-host`.",
  },
  code_available: {
    cause:
      "The guest can be emailed a code or, if the event asks for no codes, an edit link. So the host is not asked.",
    fix: "Send a code to one of the `channels` in `challenge`. With `hint`, request an edit link with `POST /access/{token}/request-edit-link`.",
  },
  code_expired: {
    cause: "The code is older than 10 minutes, or was replaced by a newer one.",
    fix: "Request a new code.",
  },
  code_used: {
    cause: "The code was already entered, and its device is verified.",
    fix: "View the invitation on that device. On another device, request a new code.",
  },
  database_unavailable: {
    cause: "The database did not respond in time.",
    fix: "Repeat the request after `Retry-After`. If it creates something, send the same `Idempotency-Key`, because the first request may have been stored.",
  },
  device_unknown: {
    cause:
      "The request has no valid `Usher-Device`, or this device has no access without a verdict. The host's verdict could verify nothing.",
    fix: "View the invitation with `GET /access/{token}`, and send the `Usher-Device` of the response. In a browser, allow cookies.",
  },
  door_device_ended: {
    cause: "The door device was revoked or has expired.",
    fix: "Ask a member of the event for a new scanner link.",
  },
  door_devices_full: {
    cause: "The event has 100 door devices.",
    fix: "Revoke a device that is not in use, then add the new one.",
  },
  door_not_open: {
    cause: "The door device works from 12 hours before the event begins.",
    fix: "Try again at `valid_from`.",
  },
  door_right_missing: {
    cause: "The door device lacks the right in `right`.",
    fix: "Use a device whose `rights` include it, or let a member of the event send the request.",
  },
  duplicate_allowlist_entry: {
    cause: "The event already trusts this network.",
    fix: "Do nothing: accesses from the network are not scored.",
  },
  duplicate_external_id: {
    cause: "Another guest of the event has the same `external_id`.",
    fix: "Update that guest, or send another `external_id`.",
  },
  duplicate_guest: {
    cause: "Another guest of the event has the same email address, ignoring case.",
    fix: "Update that guest, or omit the address.",
  },
  edit_limit_reached: {
    cause: "The guest has changed the RSVP five times.",
    fix: "Do not repeat the request. A member of the event can record the new RSVP, which does not count as an edit.",
  },
  email_mismatch: {
    cause: "The invite was sent to another address than the one of the signed-in account.",
    fix: "Sign in with the account that has the invited address, or ask for an invite to yours.",
  },
  email_taken: {
    cause: "Another account got the address after the link was emailed.",
    fix: "Sign in to that account, or choose another address.",
  },
  email_unavailable: {
    cause:
      "No invitation has reached the guest's address, and the host may not email new addresses now: the host's address is unverified, its emails are paused, or its sending budget is spent.",
    fix: "Let the guest ask the host with `POST /access/{token}/ask-host`. A member of the event can also record the RSVP.",
  },
  email_unverified: {
    cause: "The account has not verified its email address, and the request would email other people.",
    fix: "Open the link in the verification email, or request it again with `POST /auth/verify-email/resend`. To issue links without an email, send `notify: false`.",
  },
  empty_file: {
    cause: "The guest file has no row.",
    fix: "Send a file whose first row names the columns. `GET /events/{eventId}/guests/template` returns one.",
  },
  event_cancelled: {
    cause: "The event was cancelled.",
    fix: "Show that it is cancelled. A member of the event can reinstate it.",
  },
  event_changed: outdatedVersion("the event", "event"),
  event_full: {
    cause: "The party is larger than the number of free seats in `left`, and the event has no waitlist.",
    fix: "Submit the RSVP for fewer people. A member of the event can exceed the capacity with `force`.",
  },
  event_over: {
    cause: "The event has ended.",
    fix: "Do not repeat the request. A member of the event can still record an RSVP.",
  },
  event_started: {
    cause: "The event has started: an offer would end before the guest could read it.",
    fix: "Do not repeat the request. Record an attending RSVP for the guest, or let the party in at the door.",
  },
  feature_disabled: {
    cause: "The operator has switched the feature off, for this account or for all.",
    fix: "Try again later. If the error persists, contact the operator of the service.",
  },
  feature_not_in_tier: {
    cause: "The tier of the event's host does not include the feature in `reason`.",
    fix: "Send the host to `upgrade_url`. The host's tier counts, not the caller's.",
  },
  foreign_device: {
    cause: "The RSVP was submitted on another device, and this device is not verified.",
    fix: "If there is a `challenge`, verify the device with a code from `POST /access/{token}/challenge`. With the `hint` `request_edit_link`, request an edit link with `POST /access/{token}/request-edit-link` and send its `edit_nonce`. With `ask_host`, let the guest ask the host with `POST /access/{token}/ask-host`.",
  },
  guest_changed: {
    cause: "`expected_updated_at` differs from the guest's `updated_at`.",
    fix: "`guest` has the current version. Merge your change into it and repeat the request with its `updated_at`.",
  },
  idempotency_key_reused: {
    cause: "The `Idempotency-Key` was used in the last 24 hours for a request with another body or path.",
    fix: "Create a new key for each operation. Send a key again only to repeat exactly the same request.",
  },
  images_unavailable: {
    cause: "The image processing service is not available.",
    fix: TRY_LATER,
  },
  insufficient_scope: {
    cause: "The API key is valid but lacks the scope in `missing`.",
    fix: "The scopes of a key cannot change: create another key with the scope, and delete this one.",
  },
  invalid_cidr: {
    cause: "The network is not an address or a CIDR network, or has bits set beyond its prefix.",
    fix: "Send an IPv4 or IPv6 address, or a network such as `203.0.113.0/24`. `errors` suggests the intended network.",
  },
  invalid_credentials: {
    cause:
      "The password is wrong, the address is unknown or not verified, or the account is locked. The response is the same for all four.",
    fix: "Check both fields, look for the verification email, or reset the password, which also unlocks the account.",
  },
  invalid_factor: {
    cause: "The code or the password is wrong, or the code was already used.",
    fix: "Send the next code of the authenticator app, or use another of the `methods`.",
  },
  too_many_codes: {
    cause:
      "Twenty codes of the authenticator app were wrong in the last 24 hours, and no one has signed in from this network in the last 30 days.",
    fix: "Use a passkey or a recovery code, reset the password, or sign in from a network that the account has used.",
  },
  member_factor_required: {
    cause:
      "The event has `require_second_factor`, and your account, or the account of the API key's owner, has no second factor.",
    fix: "Add a passkey or an authenticator app on the page `/account/security`. Door devices need none.",
  },
  invalid_factor_token: {
    cause:
      "The `factor_token` is older than 5 minutes, belongs to another session, or was issued before the password changed.",
    fix: "Start again with the request that returned it.",
  },
  invalid_login_factor: {
    cause: "The code of the authenticator app or the recovery code is wrong, or was already used.",
    fix: "Send the next code, or another recovery code.",
  },
  invalid_passkey: {
    cause: "The passkey was created for another site, without user verification, or with an expired or used challenge.",
    fix: "Get new options and let the browser create the passkey again.",
  },
  invalid_qr: {
    cause: "The text is not a door code of this service.",
    fix: "Scan again, or find the guest by name.",
  },
  invalid_refresh_token: {
    cause:
      "The refresh token was already used or has expired, or its session was revoked. For a WebSocket: the ticket is invalid, or its session was revoked.",
    fix: "Sign in again. Store only the newest pair of tokens, and refresh from one place at a time. For a WebSocket, request a new ticket.",
  },
  invalid_signature: {
    cause:
      "The report is not signed with the provider's secret, its body was changed, or its timestamp is more than five minutes off.",
    fix: "Compare the secret in the provider's settings with the one in the configuration of the service.",
  },
  invalid_threshold_order: {
    cause: "The three thresholds do not increase.",
    fix: "Send numbers with `medium` < `high` < `block`.",
  },
  invalid_token: {
    cause: "The token of the emailed link is malformed, used or expired.",
    fix: "Request a new email. Do not repeat the request.",
  },
  invalid_verdict: {
    cause: "The verdict is neither `legitimate` nor `suspicious`.",
    fix: "Send `legitimate` or `suspicious`.",
  },
  invite_gone: {
    cause: "The invite was accepted, replaced or cancelled, or is older than 7 days.",
    fix: "Ask an owner of the event for a new invite.",
  },
  last_owner: {
    cause: "The request would leave the event without an owner.",
    fix: "Make another member an owner first, or delete the event.",
  },
  links_changed: concurrentChange("the links of these guests"),
  list_changed: concurrentChange("the guest list"),
  malformed_csv: {
    cause: "A cell begins with a quotation mark and has no closing one. `detail` names the row.",
    fix: "Double each quotation mark inside a quoted cell, or write the file with a spreadsheet program.",
  },
  malformed_json: {
    cause: "The body cannot be read as its `Content-Type`.",
    fix: "Send well-formed JSON in UTF-8, or the media type that the operation describes.",
  },
  message_changed: outdatedVersion("the message", "message"),
  message_not_editable: {
    cause: "The message is being sent, was sent, or was cancelled.",
    fix: "Create a new message.",
  },
  misconfigured: {
    cause: "A setting of the service is missing or invalid. `detail` names it.",
    fix: "If you operate the service, correct the setting. Otherwise contact the operator.",
  },
  name_on_list: {
    cause:
      'The request has `same_name: "ask"`, and a guest or companion of the event has the name. `matches` has them, except for a door device that may not search the list.',
    fix: "If it is the same person, use that guest. Otherwise repeat the request without `same_name`, and with another `Idempotency-Key`.",
  },
  needs_override: {
    cause: "The guest declined, has no seat, or shows the code of a replaced link. `reasons` says which.",
    fix: "Let the person at the door decide, and repeat the check-in with `override: true`.",
  },
  no_door_code: {
    cause: "The guest is not attending or has no seat, so there is no code.",
    fix: "Record the guest's RSVP first, or check the guest in by name.",
  },
  network_not_allowed: {
    cause: "The API key has `allowed_networks`, and the request came from another network.",
    fix: "Send the request from one of the networks, or create a key for this one. If you do not recognise the request, delete the key: someone else has it.",
  },
  no_email_on_file: {
    cause: "The host has no email address of this guest, so no link can be emailed.",
    fix: "Let the guest ask the host with `POST /access/{token}/ask-host`. A member of the event can also add the address.",
  },
  no_rsvp: {
    cause: "The guest has not submitted an RSVP yet.",
    fix: "Submit the first RSVP with `POST /rsvp`.",
  },
  no_offer: {
    cause: "The guest has no open seat offer: the party is waitlisted, or has a seat.",
    fix: "View the invitation again and show its `seat`.",
  },
  no_subscription: {
    cause: "The account has never had a subscription, so it has no portal.",
    fix: "Start one with `POST /billing/checkout-session`.",
  },
  not_waiting: {
    cause: "The guest is not attending, or has a seat.",
    fix: "Get the guest again. Only an attending party without a seat can be offered one.",
  },
  nonce_reused: {
    cause: "Another scan of the event has the same `nonce`.",
    fix: "Create a new `nonce` for each scan. Send a nonce again only to repeat the same scan.",
  },
  not_a_csv: {
    cause: "The file is not a CSV file; it may be a spreadsheet or an image.",
    fix: "Export it as CSV, with a header row.",
  },
  not_found: {
    cause: "The object does not exist, or you have no access to it. The response is the same for both.",
    fix: "Check the IDs, and whether the account has a role on the event.",
  },
  offer_expired: {
    cause: "The seat offer has expired.",
    fix: "Update the RSVP to `attending` again, to take a free seat or join the waitlist.",
  },
  outcome_erased: {
    cause: "The request with this `Idempotency-Key` succeeded, and the guest it was about was erased afterwards.",
    fix: "Treat the request as done. For a new operation, send a new key.",
  },
  party_size_below_answers: {
    cause: "Guests have RSVPs for more people than the new `party_size`. `guests` lists them.",
    fix: "Choose a larger `party_size`, or send `adjust: true` to lower the plus-ones of their RSVPs.",
  },
  passkey_limit_reached: {
    cause: "The account has 20 passkeys.",
    fix: "Remove a passkey that is no longer used.",
  },
  passkey_refused: {
    cause:
      "The passkey is unknown or belongs to another site, or its challenge is expired or used. The response is the same for all.",
    fix: "Get new options and try again, or sign in with the password.",
  },
  party_full: {
    cause: "A check-in has at most 20 people. `arrived` is the current number.",
    fix: "Add the others as walk-ins.",
  },
  payload_too_large: {
    cause: "The body is larger than the operation accepts: 256 KiB of JSON, or the size in its description.",
    fix: "Split the request, or send a smaller file.",
  },
  qr_expired: {
    cause: "The door code expired 24 hours after the event: after its date (a JWT), or after its end (a short code).",
    fix: "Find the guest by name.",
  },
  questions_changed: outdatedVersion("the questions", "questions"),
  rate_limited: {
    cause:
      "The account, address, link or network sent more requests than the operation allows. `RateLimit-Policy` has the limits.",
    fix: TRY_LATER,
  },
  region_unavailable: {
    cause: "The region that stores the event's data cannot be reached. Other regions are not affected.",
    fix: "Repeat the request after `Retry-After`. If it creates something, send the same `Idempotency-Key`.",
  },
  replies_undo_expired: {
    cause: "The last reply of the network is more than seven days old.",
    fix: "Change or delete the RSVPs one by one.",
  },
  replies_undo_running: {
    cause: "An earlier request to undo replies of the network has not finished.",
    fix: "Wait until `undo.finished_at` of the network is set, and send the request again.",
  },
  network_shared: {
    cause:
      "The replies came from phones or from more than three kinds of browsers, so a mobile provider or a public network may be behind the address.",
    fix: "Accept the replies. If you know the network, add it with `POST /events/{eventId}/security/allowlist`.",
  },
  report_expired: {
    cause: "The event is over, or the access is no longer in the log.",
    fix: "Tell the guest to contact the host.",
  },
  role_too_low: {
    cause: "The operation requires a higher role on the event. `detail` names it.",
    fix: "Ask an owner of the event to change your role.",
  },
  recipient_limit: {
    cause: "The address was invited to the event less than an hour ago, or five times in 24 hours.",
    fix: "Send the invite again after `retry_after` seconds. The emailed invite remains valid.",
  },
  rsvp_changed: concurrentChange("the RSVP"),
  rsvp_closed: {
    cause: "The event's `rsvp_deadline` has passed.",
    fix: "Guests can still decline. A member of the event can record any RSVP.",
  },
  rsvp_exists: {
    cause: "The guest has already submitted an RSVP.",
    fix: "Update it with `PATCH /rsvp/{token}`.",
  },
  second_factor_required: {
    cause: "The password is right, and the account has an authenticator app.",
    fix: "Send the `factor_token` of this response with a code to `POST /auth/login/factor` within 5 minutes.",
  },
  sending_limit: {
    cause:
      "The account has sent all emails and text messages that its tier allows in 24 hours, or too many of them bounced.",
    fix: "Send the rest after `retry_after` seconds, or issue links without an email: `notify: false`.",
  },
  sending_paused: {
    cause: "Too many emails of the account bounced or were reported as spam, so it cannot email other people.",
    fix: "Check the addresses of the guest list, then contact the operator of the service. You can issue links without an email: `notify: false`.",
  },
  session_required: {
    cause:
      "The request has an API key, but the operation requires a signed-in user: accounts, security, teams, billing, API keys, and webhook endpoints that the key did not create.",
    fix: "Sign in, and send the access token of the session instead of the key.",
  },
  step_up_required: {
    cause:
      "The operation requires that you signed in or stepped up within the last 10 minutes, in the country of this request.",
    fix: "Send the `factor_token` of this response with one of its `methods` to `POST /auth/step-up`, then repeat the request.",
  },
  storage_unavailable: {
    cause: "The image store did not respond.",
    fix: TRY_LATER,
  },
  team_changed: concurrentChange("the list of collaborators"),
  texts_changed: outdatedVersion("the texts", "texts"),
  thresholds_changed: outdatedVersion("the thresholds", "thresholds"),
  tier_limit: {
    cause:
      "The request exceeds a limit of the host's tier, or asks for the first link of a guest whom the door added above it. `reason` names the limit; `used` and `limit` have its numbers.",
    fix: "Send the host to `upgrade_url`, or delete something that is no longer needed.",
  },
  totp_changed: {
    cause: "Other requests confirmed or replaced the authenticator app during each attempt to remove it.",
    fix: "Read it with `GET /me/totp`, then retry.",
  },
  totp_exists: {
    cause: "The account has a confirmed authenticator app.",
    fix: "Remove it with `DELETE /me/totp`, then set up the new one.",
  },
  totp_missing: {
    cause: "No authenticator app is being set up, or its setup began more than 15 minutes ago.",
    fix: "Start with `POST /me/totp`.",
  },
  too_many_columns: {
    cause: "A row of the file has more than 50 columns. `detail` names it.",
    fix: "Remove columns that are not about guests, and check the delimiter.",
  },
  too_many_rows: {
    cause: "The file has more than 5,000 guests.",
    fix: "Split it and import the parts one after another.",
  },
  unauthenticated: {
    cause: "The access token is missing, malformed or expired, or its session was revoked.",
    fix: "Refresh the session with `POST /auth/refresh` and repeat the request once. If the refresh fails, sign in again.",
  },
  unavailable: {
    cause: "The request could not be counted against its limit, so it did not run.",
    fix: TRY_LATER,
  },
  undo_not_allowed: {
    cause: "A door device tried to undo a check-in of another device, or one that is older than a minute.",
    fix: "Let a member of the event undo it, in the console or with a session.",
  },
  unknown_encoding: {
    cause: "The file is neither UTF-8 nor UTF-16 with a byte order mark.",
    fix: "Save it as UTF-8, or name its encoding: `Content-Type: text/csv; charset=windows-1252`.",
  },
  unknown_header: {
    cause: "The first row names no known column.",
    fix: "Name at least the column with the guests' names. `GET /events/{eventId}/guests/template` has all columns.",
  },
  unknown_parameter: {
    cause: "The operation does not have this query parameter. `errors` names it.",
    fix: "Remove the parameter, or correct its spelling.",
  },
  unsupported_image: {
    cause: "The file is not a JPEG or PNG, has too many pixels, or is damaged. `reason` says which.",
    fix: "Send a JPEG or PNG of at most 16 megapixels and 12,000 pixels per side.",
  },
  unsupported_content_encoding: {
    cause:
      "The request has a `Content-Encoding`, such as `gzip`. The header `Accept-Encoding` of the response names the accepted one.",
    fix: "Send the body uncompressed, without the header.",
  },
  unsupported_media_type: {
    cause: "The operation does not accept the `Content-Type`.",
    fix: "Send `Content-Type: application/json`, unless the operation describes another.",
  },
  upgrade_required: {
    cause: "The path is for a WebSocket, and the request did not ask for one.",
    fix: "Get a ticket from `POST /auth/ws-ticket`, and open its `url` with `new WebSocket(url)`.",
  },
  upload_limit_reached: {
    cause: "The account stores 500 images, or uploaded 100 in 24 hours. `limit` says which.",
    fix: "Use a stored image, or upload tomorrow. Images that no event shows are deleted after a day.",
  },
  validation_failed: {
    cause: "Fields are missing or invalid. `errors` has the `path` of each, and a message.",
    fix: "Correct the fields before you repeat the request. In a form, show each message at its field.",
  },
  webhook_changed: {
    cause:
      "`expected_updated_at` differs from the endpoint's `updated_at`, or a concurrent request changed the endpoint or rotated its secret.",
    fix: "Read the endpoint, which a wrong `expected_updated_at` also returns in `endpoint`, and send the request again with its `updated_at`. After a rotation, use the secret of the other request.",
  },
  webhook_limit_reached: {
    cause: "The account has 10 webhook endpoints.",
    fix: "Delete an endpoint, or send several types to one endpoint.",
  },
  wrong_code: {
    cause: "The code is not the newest one that was sent for this link.",
    fix: "Ask the guest to look at the newest message. `tries_left` is the number of tries left; at 0, request a new code.",
  },
  wrong_event: {
    cause: "The door code belongs to another event of this service.",
    fix: "Send the guest to the right door, or open the scanner of that event.",
  },
  method_not_allowed: {
    cause: "The path exists, but not with this method.",
    fix: "Use one of the methods in the `Allow` header.",
  },
  internal_error: {
    cause: "An unexpected error occurred. It was logged under the `request_id`.",
    fix: "Repeat the request once, with the same `Idempotency-Key` if it creates something. If it fails again, report the `request_id`.",
  },
};
