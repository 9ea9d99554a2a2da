// Generated from the service's OpenAPI document by `npm run generate:client`. Do not edit.

export interface paths {
    "/access/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * View an invitation
         * @description Returns the invitation, logs the access and scores its risk. Includes the RSVP for the device that submitted it, for a verified device, and with an edit nonce. The submitting device is the one with the same `Usher-Device` ID or, if the submission carried no ID, with the same user agent. Any other device gets `rsvp_submitted_elsewhere` if there is an RSVP. A valid edit nonce also verifies the request's `Usher-Device`, after the response. Returns 403 `access_blocked` for a risky access, and 403 `challenge_required` if the event asks for a code. A bot (a link preview, a mail scanner, a prefetch) gets an `InvitationPreview` with only the names of event and host.
         */
        get: operations["viewInvitation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/access/{token}/ask-host": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the host to verify a device
         * @description Asks the host to verify a device that does not see the RSVP. Only for a guest who cannot be emailed a code or, if the event asks for no codes, an edit link (otherwise 409 `code_available`). A link whose 30 tries of the day are used up may ask too, and a blocked device if the event asks for no codes. Emails the members who want alerts of blocked accesses, and counts as `asked` in `GET /events/{eventId}/attention`. The host verifies the device by marking the access as `legitimate`. View the invitation first, and send the `Usher-Device` of that response: without it, the host cannot verify the device (409 `device_unknown`). A link has one open request. Repeating the request changes nothing. From another device, or after the host's verdict on this device, it returns 409 `already_asked` for the rest of 24 hours.
         */
        post: operations["askHost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/access/{token}/calendar.ics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the calendar file
         * @description Returns the event as an iCalendar file (RFC 5545). Returns 403 `access_blocked` if the last access of the device was blocked or challenged. A calendar program that has not used the link before gets the file, unless the event asks for codes from `low` or `medium`. Link previews and mail scanners get it only after the guest has opened the invitation.
         */
        get: operations["readCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/access/{token}/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a verification code
         * @description Sends the guest six digits to verify a device that got 403 `access_blocked`, `challenge_required` or `foreign_device`. The code goes to the guest's email address or phone on file and works for 10 minutes. A new code replaces the previous one. A link gets three codes per hour. Returns 409 `challenge_unavailable` if the channel cannot be used, and for `sms` with the session or API key of a member of the event.
         */
        post: operations["sendChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/access/{token}/challenge/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a device with a code
         * @description Verifies the device of this request: it is no longer blocked or challenged, and can view and change the RSVP. Store the `Usher-Device` of the response and send it with every request. A device that asked for a code has five tries; all other devices of the link share five. The sixth try returns 403 `challenge_failed` and notifies the host. A link has 30 tries in 24 hours.
         */
        post: operations["verifyChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/access/{token}/request-edit-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Email an edit link
         * @description Emails the guest a link that allows edits on another device. Its nonce (`edit_nonce`, or `edit` in a view) works for 30 minutes, any number of times. Replacing the guest's link revokes the nonce. So does a host who forgets a device of the guest or marks an access as suspicious. Returns 409 `no_email_on_file` if the host has no address of the guest, and 409 `email_unavailable` if no invitation has reached the address and the host may not email new addresses. Such a guest can ask the host with `POST /access/{token}/ask-host`.
         */
        post: operations["requestEditLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts/unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview an alert unsubscribe link
         * @description Returns the event that the link is about, and changes nothing. A client that does not accept JSON gets a page with a button.
         */
        get: operations["previewAlertsLink"];
        put?: never;
        /**
         * Unsubscribe from an event's alerts
         * @description Turns off all your alerts of the event. This is the one-click target of the `List-Unsubscribe` header (RFC 8058) of alerts, and the body is ignored. Repeating the request changes nothing. GET does not unsubscribe, so that link scanners cannot. A browser gets a page.
         */
        post: operations["turnAlertsOff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Returns your API keys, newest first, with the first 12 characters of each. Expired keys are included until you delete them.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Creates a key that a program sends as a bearer token to act as you. The key can do only what both its scopes and your role on the event allow, and only on `event_ids` if given. Operations on accounts, sign-in, teams, billing and keys return 403 `session_required`. The key works until you delete it, it expires, or your account is deleted; changing your password does not revoke it. An account can have 25 keys (409 `api_keys_full`). Requires a step-up.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an API key
         * @description Deletes a key: its next request returns 401. Closes its live sockets and revokes the scanner tickets it created.
         */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/{keyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an API key
         * @description Returns a new key with the name, scopes, events, networks and expiry of the old one. The old key ends immediately, or after `hours`, at most 72; it ends up to 30 seconds late. Its webhook endpoints belong to the new key from now on. What the old key opened, such as live sockets and scanner tickets, ends with it. An email tells you. A key that has expired or was rotated before returns 409 `api_key_ended`. Requires a step-up.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a password reset
         * @description Emails a link that resets the password and unlocks the account. The link works for an hour. The response does not reveal whether the address has an account.
         */
        post: operations["forgotPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Returns an access token (15 minutes) and a refresh token (30 days). A wrong password, an unknown address, a locked account and an unverified address all return the same 401 `invalid_credentials`. With the right password, an unverified address gets its verification email again. Five consecutive failures lock the account and email its owner a link that resets the password and unlocks it. Attempts from other networks do not count against the owner's 10 attempts in 15 minutes. A password reset clears all attempts. If the account has an authenticator app, the right password returns 401 `second_factor_required` with a `factor_token` for `POST /auth/login/factor`.
         */
        post: operations["logIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login/factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a sign-in with a second factor
         * @description Returns the pair of tokens for the `factor_token` of 401 `second_factor_required`. Send a code of the authenticator app or a recovery code; each works once. The `factor_token` works for 5 minutes. Returns 400 `invalid_token` if it has expired or the password has changed since: start again with `POST /auth/login`.
         */
        post: operations["completeLogIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Revokes the session immediately, with its access tokens, refresh tokens, cookie, tickets and live sockets. An unknown token returns 204 too and changes nothing. A browser that is signed in by cookie sends no token, and its cookie is cleared. Without token and cookie, returns 204. A cookie without `Usher-Session: cookie` returns 400.
         */
        post: operations["logOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/passkeys/authenticate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a passkey
         * @description Returns a pair of tokens. A passkey counts as two factors, so no code is required. It also signs in to an account that wrong passwords have locked. Every failure returns the same 401 `invalid_passkey`: an unknown passkey, another site, an expired or used challenge, or a signature count that has not increased.
         */
        post: operations["logInWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/passkeys/authentication-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create options for signing in with a passkey
         * @description Returns the options for `navigator.credentials.get()`, for a sign-in or a step-up. The challenge works once and expires after 5 minutes. The options name no passkey and no account.
         */
        post: operations["offerPasskeyAuthentication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/passkeys/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a passkey
         * @description Adds a passkey to your account and emails you. The passkey must be created on this site, with its user verified by PIN, fingerprint or face (400 `invalid_passkey`).
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/passkeys/registration-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create options for a new passkey
         * @description Returns the options for `navigator.credentials.create()`. The challenge belongs to your session, works once and expires after 5 minutes. An account can have 20 passkeys (409 `passkey_limit_reached`). Requires a step-up.
         */
        post: operations["offerPasskeyRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refresh a session
         * @description Exchanges a refresh token for a new pair of tokens. A refresh token works once; using it again revokes the session. Send an `Idempotency-Key`: a retry with the same key within 10 seconds returns the same pair.
         */
        post: operations["refreshSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset a password
         * @description Sets a new password with the token from the email, and unlocks the account. Revokes all your sessions, API keys, webhook endpoints, emailed links and open invites. Also revokes the door devices of events that begin in more than 48 hours. An email lists what was revoked and which door devices still work. Passkeys, the authenticator app and recovery codes remain, and the next sign-in asks for them. The link that undoes a change of the email address remains, too. The email names what remains. Returns 400 `invalid_token` for a token that is forged, used or older than an hour.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an account
         * @description Creates an account and emails a link that verifies the address. Open the link, or send its token to `POST /auth/verify-email`, before you sign in: until then `POST /auth/login` returns 401 `invalid_credentials`, as for a wrong password. The response does not reveal whether the address has an account; the email does.
         */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/step-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm your identity
         * @description Lets this session call operations that require a step-up for the next 10 minutes. Those operations return 403 `step_up_required` if you did not sign in or step up within the last 10 minutes, or if the session has moved to another country since. Send the `factor_token` of that response, which works for 5 minutes, with one of its `methods`. These are `password` for an account without an authenticator app, otherwise `code` or `recovery_code`; and `passkey`, with an assertion for the options of `POST /auth/passkeys/authentication-options`. Then repeat the request.
         */
        post: operations["stepUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/undo-email-change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a change of email address
         * @description Restores the account's previous email address and revokes all sessions, with the token from the email to that address. Returns 400 `invalid_token` for a token that is forged, used or older than 72 hours, and 409 `email_taken` if another account has the address.
         */
        post: operations["undoEmailChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify an email address
         * @description Verifies the address of a new account, or completes a change of address, with the token from the email. After a sign-up, also send the `password` that your user types: someone else may have signed up with the address, and without `password` their password works. A `password` other than the one from the sign-up replaces it, revokes all sessions, API keys, webhook endpoints and emailed links, and clears the name. Passkeys and the authenticator app remain. For a change of address, `password` is ignored. Returns 400 `invalid_token` for a token that is forged, used or older than a day, and 409 `email_taken` if another account has the new address. A password that breaks a rule returns 400 `validation_failed`, and the token stays valid.
         */
        post: operations["verifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/verify-email/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend the verification email
         * @description Emails the verification link again if the address has an unverified account. The response does not reveal whether it has one.
         */
        post: operations["resendVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/ws-ticket": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a live ticket
         * @description Returns a ticket that opens one WebSocket on the event within 30 seconds, with `GET /events/{eventId}/live`.
         */
        post: operations["mintLiveTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/billing/checkout-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a checkout
         * @description Returns the URL of the payment provider's page for the tier. Without a subscription it is a checkout. With one it is the page that changes the subscription and charges the difference, so that you never pay for two. If a payment is due first, it is the portal. Returns 409 `already_subscribed` if you have the tier.
         */
        post: operations["startCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/billing/portal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open the billing portal
         * @description Returns the URL of the page where you change or cancel your subscription. Returns 409 `no_subscription` if you never had one.
         */
        post: operations["openPortal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/billing/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your tier and usage
         * @description Returns your tier, its subscription, and how much of its limits you use.
         */
        get: operations["readBillingStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Returns the events on which you have a role, newest first. Omits events that require a second factor while you have none: `GET /events/{eventId}` returns 403 `second_factor_required` for them.
         */
        get: operations["listEvents"];
        put?: never;
        /**
         * Create an event
         * @description Creates an event with you as its owner and schedules up to four reminders to its guests. Your tier limits the number of events (402 `tier_limit`). A `reply_to` other than your own address requires a verified account (403 `email_unverified`).
         */
        post: operations["createEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event
         * @description Returns the event and your role on it.
         */
        get: operations["readEvent"];
        put?: never;
        post?: never;
        /**
         * Delete an event
         * @description Deletes the event: guest links return 404 immediately, and pending messages are cancelled. An operator can restore the event for 30 days, one without guests for half an hour; then it is erased with all guest data. `erase=now` erases it within minutes instead, which cannot be undone and requires a step-up. It also works for an event that is already deleted, so that you can fulfil a guest's erasure request.
         */
        delete: operations["deleteEvent"];
        options?: never;
        head?: never;
        /**
         * Update an event
         * @description Updates the fields you send. Guests are emailed only with `notify: true`. If they cannot be, the event is updated and `notified` is false with the `reason`. Moving `event_date` moves each automatic reminder by the same amount. A reminder whose new time is past is cancelled, and restored when the event moves far enough into the future. Messages whose time you chose and reminders you cancelled are unchanged, unless `shift_messages` is true. A `capacity` below the taken seats returns 409 `capacity_below_seated` with the parties that are over it, latest RSVPs first, unless `force` is true. A larger or unlimited capacity is offered to waitlisted parties in their order. An API key with neither `invitations:send` nor `messages:send` offers no seats (`reason` is `missing_scope`). `require_second_factor` requires an owner and a step-up. With `expected_updated_at`, an event that changed since returns 409 `event_changed` with the current `event`.
         */
        patch: operations["changeEvent"];
        trace?: never;
    };
    "/events/{eventId}/access-logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accesses
         * @description Returns each use of a guest's link with its score, risk band and reasons, newest first.
         */
        get: operations["readAccessLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/access-logs/{logId}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a verdict on an access
         * @description Stores whether an access was the guest's, and trains the scoring engine. `legitimate` makes the device and network the guest's own and verifies the device; `suspicious` undoes both. A second verdict replaces the first. The access keeps its score and band. Any other value returns 400 `invalid_verdict`.
         */
        post: operations["markAccess"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List activity
         * @description Returns what happened at the event, newest first: RSVPs, edits, check-ins, seat offers, changes of the event, and every scored access, including blocked ones. With `after`, returns everything that the live monitor has sent since that `sequence`, oldest first and without gaps; `activity.erased` stands for an erased activity. The last 100,000 activities are stored.
         */
        get: operations["readActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your alert settings
         * @description Returns your email alerts for this event. By default the host gets a daily digest, blocked accesses and waitlist alerts; other members get none.
         */
        get: operations["readAlerts"];
        /**
         * Update your alert settings
         * @description Replaces your email alerts for this event; other members keep theirs. Alerts go only to your verified address. With `expected_updated_at`, settings that you changed since return 409 `alerts_changed` with the current `alerts`.
         */
        put: operations["changeAlerts"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get analytics
         * @description Returns counts of the event's invitations, RSVPs and check-ins. They are at most 60 seconds old; the header `X-Cache` says whether they were cached.
         */
        get: operations["readAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/analytics/arrivals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count arrivals
         * @description Returns how many guests and people arrived in each quarter of an hour.
         */
        get: operations["readArrivals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/analytics/export.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export analytics as CSV
         * @description Returns one row per guest with the invitation, the RSVP and the arrival. The file is UTF-8 with a byte order mark. Times are in UTC and, in columns that end in `_local`, in the event's time zone. For an API key without `guests:read`, the cells of `name`, `email` and `phone` are empty. A cell that a spreadsheet would run as a formula starts with an apostrophe.
         */
        get: operations["exportAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/attention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what needs attention on an event
         * @description Returns counts of the event's open items: undelivered and unopened invitations, blocked accesses, devices to verify, and seats.
         */
        get: operations["readAttention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit records
         * @description Returns the changes of the event, newest first, each with its actor and the state before and after it, without secrets.
         */
        get: operations["readAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/audit/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verify the audit log
         * @description Recomputes the hash chain of the audit log and returns whether it is intact. Each record's hash covers the previous hash, so that a record that was changed, removed, inserted or moved in the database is found. With `sequence` and `head` of an earlier response, also returns whether that head is still part of the chain.
         */
        get: operations["verifyAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get branding
         * @description Returns the event's branding and the allowed fonts. A null field uses the default.
         */
        get: operations["readBranding"];
        /**
         * Update branding
         * @description Updates the fields you send. An absent or null field is unchanged; `""` clears it. Colours are `#rgb` or `#rrggbb`, returned as lower-case `#rrggbb`. Images are URLs returned by `POST /uploads/image`. Requires a tier with branding (402), except to clear fields or set the theme. With `expected_updated_at`, branding that changed since returns 409 `branding_changed` with the current `branding`. Returns 403 `feature_disabled` if the operator has switched branding off.
         */
        put: operations["changeBranding"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an event
         * @description Cancels the event, its reminders and its scheduled messages. The invitation shows the cancellation, and the calendar file removes the event. Emails invited guests who have not declined, unless `notify` is false. Cancelling again changes nothing and sends no email. Guests get at most six change notices in 24 hours. If they cannot be emailed, the event is cancelled and `notified` is false with the `reason`.
         */
        post: operations["cancelEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/check-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check in a guest
         * @description Checks a guest in, once (409 `already_checked_in` with the number of people still expected). A guest who declined, has no seat, or has a replaced link returns 409 `needs_override` unless `override` is true.
         */
        post: operations["checkInGuest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/check-in/guests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search guests by name
         * @description Returns up to 20 guests whose name, or whose companion's name, is closest to the text. Tolerates typing mistakes.
         */
        get: operations["findAtDoor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/check-in/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a check-in
         * @description Returns the guest of a scanned code, and the reasons against a check-in, without checking the guest in. Returns 400 `invalid_qr` or `wrong_event`, or 410 `qr_expired`, for a code that the door does not accept.
         */
        post: operations["previewCheckIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/check-ins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List check-ins
         * @description Returns the check-ins, last recorded first, and the headcounts of the event.
         */
        get: operations["listCheckIns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/check-ins/{checkInId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Undo a check-in
         * @description Deletes a check-in that was a mistake. A member can undo any check-in; a door device only its own, within a minute (403 `undo_not_allowed`).
         */
        delete: operations["undoCheckIn"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/check-ins/{checkInId}/arrivals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add late arrivals
         * @description Adds people of the party who came later; `arrival_count` of the response is the new total. A door device needs the right `override` to add more people than expected. Undoing the check-in undoes all arrivals. A check-in has at most 20 people (409 `party_full`).
         */
        post: operations["addArrivals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/collaborators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List collaborators
         * @description Returns all members of the event, owners first, and the open invites.
         */
        get: operations["listCollaborators"];
        put?: never;
        /**
         * Invite a collaborator
         * @description Emails the address an invite to the event. An address that bounced, complained or unsubscribed is not emailed: `notified` is false with the `reason`, and the invite takes its seat until you cancel it. Its link works once within 7 days, for the account with that address. A new invite replaces the open one. An address can be invited to an event once per hour and five times per day (429 `recipient_limit`). Each invited address takes one collaborator seat of the host's tier (402), on any number of the host's events. Returns 409 `already_member` if a member has the address. Requires a step-up, and an email notifies the event's owners.
         */
        post: operations["inviteCollaborator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/collaborators/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a collaborator
         * @description Removes the collaborator, effective from their next request. Revokes their door devices, webhook endpoints of the event and open invites for good. The only owner cannot be removed (400 `last_owner`). If the host is removed, the longest-serving other owner becomes the host, whose tier then applies. Removing an owner requires a step-up.
         */
        delete: operations["removeCollaborator"];
        options?: never;
        head?: never;
        /**
         * Change a collaborator's role
         * @description Changes the role from the collaborator's next request on. A lower role revokes the collaborator's door devices, webhook endpoints of the event and open invites that it may not create. The role of the only owner cannot change (400 `last_owner`). If the host stops being an owner, the longest-serving other owner becomes the host, whose tier then applies. A higher role, and a change from owner, requires a step-up. An email notifies the event's owners of a higher role.
         */
        patch: operations["changeRole"];
        trace?: never;
    };
    "/events/{eventId}/collaborators/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Leave an event
         * @description Removes your role on the event. The only owner cannot leave (400 `last_owner`). If the host leaves, the longest-serving other owner becomes the host, whose tier then applies. Owners need a step-up.
         */
        delete: operations["leaveEvent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/collaborators/pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Cancel an invite
         * @description Cancels the open invite of an address: its link stops working, and its seat becomes free.
         */
        delete: operations["cancelCollaboratorInvite"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/copy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy an event
         * @description Creates a copy with the settings of the event and what `include` names. You become its only member and owner, and your tier applies (402). All times move with `event_date`; the deadline and the times of messages keep their time of day. A deadline that would be past is left out.
         */
        post: operations["copyEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/door-devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List door devices
         * @description Returns named devices and scanner tickets, newest first, with their creator and last use, without the tickets themselves.
         */
        get: operations["listDoorDevices"];
        put?: never;
        /**
         * Add a door device
         * @description Creates a named device that works at the door without an account, from 12 hours before the event begins until 24 hours after it ends. It is revoked earlier if you delete it or your role is removed. A password reset by email also revokes it, unless the event begins within 48 hours. Requires a step-up, and emails you and the host. An event can have 100 door devices (409 `door_devices_full`).
         */
        post: operations["createDoorDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/door-devices/{deviceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a door device
         * @description Revokes a door device or scanner ticket immediately: its next request returns 401 `door_device_ended`.
         */
        delete: operations["revokeDoorDevice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/door-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the offline door list
         * @description Returns all guests in up to 256 buckets, for a phone that may lose its network. Send the buckets you have in `have` to get only the changed ones. Encrypt the stored list with `keys`.
         */
        get: operations["readDoorList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/guests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List guests
         * @description Returns guests, newest first. Guests that are added while you page do not shift later pages.
         */
        get: operations["listGuests"];
        put?: never;
        /**
         * Add a guest
         * @description Adds a guest without a link; issue one with `POST /events/{eventId}/tokens`. The tier of the event's host limits the number of guests (402 `tier_limit`). Email addresses (ignoring case) and external IDs are unique within an event (409 `duplicate_guest`, `duplicate_external_id`). With `same_name: "ask"`, a name that is on the list returns 409 `name_on_list` with `matches`; repeat the request without it to add a namesake.
         */
        post: operations["createGuest"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update many guests
         * @description Updates up to 5,000 guests in one transaction: all or none. Returns 404 with the IDs that are not on the event. A `party_size` below an RSVP returns 409 `party_size_below_answers` with the guests; with `adjust: true`, their plus-ones are lowered instead. The previous RSVPs stay in the history, and the guests keep all their edits.
         */
        patch: operations["changeGuests"];
        trace?: never;
    };
    "/events/{eventId}/guests/{guestId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a guest
         * @description Returns the guest with the RSVP and the delivery of the last invitation.
         */
        get: operations["readGuest"];
        put?: never;
        post?: never;
        /**
         * Erase a guest
         * @description Erases all data of the guest: link, RSVP and its history, access logs, check-in, deliveries, activities, stored results of requests with an `Idempotency-Key`, and the scoring engine's history. Data outside the database is erased within seconds, or as soon as its store is reachable. Queued messages to the guest are dropped. A suppressed address stays on the suppression list.
         */
        delete: operations["deleteGuest"];
        options?: never;
        head?: never;
        /**
         * Update a guest
         * @description Updates the fields you send. Null clears `email`, `phone`, `party_size`, `notes`, `table`, `external_id`, `locale` and `greeting`; an empty list clears `tags` and `companions`. The guest's link stays valid. A `party_size` below the RSVP, or fewer `companions` without a `party_size`, returns 409 `party_size_below_answers` with the guest; with `adjust: true`, the plus-ones are lowered instead. The previous RSVP stays in the history, and the guest keeps all edits. With `expected_updated_at`, a guest that changed since returns 409 `guest_changed` with the current `guest`.
         */
        patch: operations["changeGuest"];
        trace?: never;
    };
    "/events/{eventId}/guests/{guestId}/data-export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a guest's data
         * @description Returns everything stored about the guest, for data subject requests: the RSVP and its history, access logs with scores and feedback, the check-in, and sent messages.
         */
        get: operations["exportGuestData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/guests/{guestId}/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a guest's devices
         * @description Returns the devices that opened the guest's link, last seen first. A browser without cookies gets a new ID each time: IDs seen only once are grouped into one item per user agent. Omits bots, and API clients that send no `Usher-Device`.
         */
        get: operations["listDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/guests/{guestId}/devices/{deviceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Forget a guest's device
         * @description Removes the device: it no longer counts as the submitting device or as verified, and its next request gets a new device ID. The link still opens there. If someone else has the link, rotate it.
         */
        delete: operations["forgetDevice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/guests/{guestId}/door-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a guest's door code
         * @description Returns the door code of an attending guest with a seat, to print or pass on to a guest who cannot open the invitation. For other guests, record the RSVP first (409 `no_door_code`). The door accepts both forms; the short code has fewer modules, so cameras read it faster. A guest whom the door added above the tier's guest limit has none without a link (402 `tier_limit`). The audit log records who read the code.
         */
        get: operations["readDoorCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/guests/{guestId}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message to one guest
         * @description Creates a message to the guest that is sent now. It appears in the list of messages with one delivery. Requires a tier with broadcasts (402 `feature_not_in_tier`).
         */
        post: operations["writeToGuest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/guests/{guestId}/offer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Offer a guest a seat
         * @description Offers a seat to a waitlisted party, or to a party whose offer has expired, ahead of its turn. The seats are held for the event's `offer_hours`, at the latest until the event starts, and the guest is emailed: `notified` is false with the `reason` if the guest cannot be, and the seats are held all the same. Once the event has started, returns 409 `event_started`: add the party at the door instead. Returns 409 `event_full` with the seats `left` if there are too few, unless `force` is true. The order of the waitlist is unchanged.
         */
        post: operations["offerSeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/guests/{guestId}/rsvp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Record a guest's RSVP
         * @description Stores or corrects the RSVP that a guest gave to the host. Omitted fields are unchanged. It does not count as an edit of the guest. It works after the deadline, the end or the cancellation of the event, and for a guest without a link. Required questions and names can stay open. An attending party takes seats like a guest's own RSVP, or beyond the capacity with `force`. The RSVP gets `answered_by: "host"`, the previous one stays in the history, and the change is in the audit log. The guest can change the RSVP later.
         */
        put: operations["recordRsvp"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/guests/{guestId}/rsvp/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the revisions of an RSVP
         * @description Returns the previous versions of the guest's RSVP, newest first. The current RSVP is in `GET /events/{eventId}/guests/{guestId}`.
         */
        get: operations["readHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/guests/{guestId}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a guest's timeline
         * @description Returns what happened with the guest, newest first: links, emails and their delivery, views by people and by bots, RSVPs and edits, messages and check-ins. An email is one item at the time of its last change, so it moves up when it is delivered or bounces.
         */
        get: operations["readTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/guests/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count guests
         * @description Returns the number of guests per standing and per filter of the guest list, the number of people coming, and all tags and tables. Reads the whole list: call it after a change, not in a loop.
         */
        get: operations["countGuests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/guests/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase many guests
         * @description Erases up to 5,000 guests in one transaction, all or none, each like `DELETE /events/{eventId}/guests/{guestId}`. Returns 404 with the IDs that are not on the event.
         */
        post: operations["deleteGuests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/guests/export.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export guests as CSV
         * @description Returns one row per guest with all fields, the RSVP with a column per question, and the check-in. Importing the file again changes nothing. The file is UTF-8 with a byte order mark. A cell that a spreadsheet would run as a formula starts with an apostrophe, which an import removes. Times are in UTC and in the event's time zone.
         */
        get: operations["exportGuests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/guests/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import guests from a file
         * @description Adds all valid rows of a file in one transaction, or none if they exceed the limit of the host's tier (402 `tier_limit`). Skips guests that are on the list already, by address, by `external_id` or by the `id` column of an export. The file is UTF-8, or UTF-16 with a byte order mark. Name any other encoding in the media type (`text/csv; charset=windows-1252`). The delimiter is detected: comma, semicolon, tab or vertical bar. The first row names the columns, in many languages and as Google Contacts, Outlook, Eventbrite and Luma export them; unknown columns are ignored. First, middle and last names are joined. Phone numbers are E.164. For another spelling with a country code, the error has the E.164 form; with `invalid_phone=drop` the guest is kept without the invalid number. If a guest has several addresses or numbers, the first valid one is used. In `tags` and `companions`, separate entries with `;` or `|`. Rows with the same address or `external_id` are one guest.
         */
        post: operations["importGuests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/guests/invitations/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue the links of many guests
         * @description Returns the links of all guests, or of those in `guest_ids`, at most 5,000, and issues missing ones. You can use them to reach guests without an email address. With `notify`, emails guests whose link was never emailed, so that a second request emails no guest twice. An email that was dropped before it was sent counts as never emailed. Guests without a link whom the door added above the guest limit of the host's tier get none while the list is above the limit: `over_tier` lists them. An unknown ID in `guest_ids` returns 404, and nothing is done.
         */
        post: operations["issueTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/guests/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an import
         * @description Returns the status of every row of a guest file, and writes nothing. The file is UTF-8, or UTF-16 with a byte order mark. Name any other encoding in the media type (`text/csv; charset=windows-1252`). The delimiter is detected: comma, semicolon, tab or vertical bar. The first row names the columns, in many languages and as Google Contacts, Outlook, Eventbrite and Luma export them; unknown columns are ignored. First, middle and last names are joined. Phone numbers are E.164. For another spelling with a country code, the error has the E.164 form; with `invalid_phone=drop` the guest is kept without the invalid number. If a guest has several addresses or numbers, the first valid one is used. In `tags` and `companions`, separate entries with `;` or `|`. Rows with the same address or `external_id` are one guest.
         */
        post: operations["previewImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/guests/template": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the import template
         * @description Returns a CSV file with a header row of all columns and one example guest.
         */
        get: operations["guestTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Watch an event live
         * @description Opens a WebSocket that sends a `LiveEvent` for each activity, with `event_id` and a `sequence` that counts the event's activities from 1 without gaps. With `after`, sends the activities after that number first, at most the newest 500; `activity.erased` stands for an erased activity. If you missed more, the first `sequence` is more than one above `after`: read the others with `GET /events/{eventId}/activity` and its `after`, or fetch your data again.
         *
         *     To keep an idle connection open, send the text `ping` or the JSON `{"type": "ping"}`, for example every 30 seconds. The response is the text `pong` or the JSON `{"type": "pong"}`, without `sequence`. Other messages are ignored. A message over 1,024 bytes, more than 30 other messages per minute, or more than 600 JSON pings per minute close the socket with code 1008. A member has at most 10 sockets on an event: opening one more closes the oldest with code 1008.
         */
        get: operations["watchEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages
         * @description Returns the messages of the event, newest first, including the four automatic reminders.
         */
        get: operations["listMessages"];
        put?: never;
        /**
         * Create a message
         * @description Creates a draft, a scheduled message, or a message that is sent now, to an audience or to chosen guests. An audience is evaluated when the message is sent, and guests without a link get one with it. Requires a tier with broadcasts (402 `feature_not_in_tier`).
         */
        post: operations["createMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/messages/{messageId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a message
         * @description Returns the message, with the IDs of its chosen guests.
         */
        get: operations["readMessage"];
        put?: never;
        post?: never;
        /**
         * Cancel a message
         * @description Cancels a draft or a scheduled message. Returns 409 `message_not_editable` once it is being sent.
         */
        delete: operations["cancelMessage"];
        options?: never;
        head?: never;
        /**
         * Update a message
         * @description Updates the fields you send of a draft or scheduled message (otherwise 409 `message_not_editable`). `mode` changes the status: `schedule` a draft, `draft` a scheduled message, or `send_now`. On a tier without broadcasts you can move and cancel reminders; other text, more recipients, another channel and `send_now` return 402 `feature_not_in_tier`.
         */
        patch: operations["changeMessage"];
        trace?: never;
    };
    "/events/{eventId}/messages/{messageId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a message
         * @description Returns the delivery status of the message for each recipient, in the order in which the guests were added.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/messages/{messageId}/notice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview a change notice
         * @description Returns the words of a waiting change notice in the event's language, the guests who get it, and the guests whom you have to tell yourself: they have not declined, and have no email address, no link, or an address that gets no emails. Lists up to 500 names per group. Returns 404 for another message.
         */
        get: operations["readNotice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/messages/{messageId}/send-now": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message now
         * @description Makes a draft, a scheduled message or a waiting change notice due now. Returns 409 `message_not_editable` if it was already sent or cancelled.
         */
        post: operations["sendMessageNow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/messages/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a message
         * @description Returns a message as a guest gets it. Writes nothing, and works on every tier. It is rendered by the code that sends it, with the guest's values. Its link and door pass belong to no guest, so that a preview cannot RSVP for the guest.
         */
        post: operations["previewMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/messages/recipient-count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the recipients of an audience
         * @description Returns how many guests a message to this audience would reach now.
         */
        get: operations["countRecipients"];
        put?: never;
        /**
         * Count the recipients of a message
         * @description Returns how many guests a message would reach now, for an audience or for chosen guests. It is a POST, because up to 5,000 IDs do not fit into a URL; it writes nothing. With `channel` `sms` and `body`, also returns the size of the text message, computed with the values of each recipient.
         */
        post: operations["countChosen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/messages/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send yourself a test message
         * @description Emails a message to you, as a guest gets it. Accepts the text of a message and not its ID, so that you can try it before you save it. It is rendered by the code that sends it, with the guest's values. Its link and door pass belong to no guest, so that a preview cannot RSVP for the guest. Your address must be verified (403 `email_unverified`). The subject begins with `Test:`. Limit: 20 per hour.
         */
        post: operations["testMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an invitation
         * @description Returns the guest's page as HTML, with your unsaved changes and a link that belongs to no guest. It is rendered by the code that renders the guest's page. Writes nothing, and works on every tier.
         */
        post: operations["previewInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List questions
         * @description Returns the questions that the event asks its guests, and the removed ones.
         */
        get: operations["readQuestions"];
        /**
         * Replace questions
         * @description Replaces the questions of the event, at most 20, in the order in which they are asked. A question with its `id` keeps its answers; its kind cannot change. An omitted question is no longer asked; its answers stay with the RSVPs and in exports. An RSVP that is submitted during the change is validated against the new questions. With `expected_updated_at`, questions that changed since return 409 `questions_changed` with the current `questions`.
         */
        put: operations["replaceQuestions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/reinstate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reinstate a cancelled event
         * @description Reinstates the event. Restores the reminders and scheduled messages that were cancelled with it, if their time has not passed. Emails invited guests who have not declined, unless `notify` is false. Reinstating a scheduled event changes nothing and sends no email.
         */
        post: operations["reinstateEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/reply-networks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List networks with many replies
         * @description Returns each network from which ten or more guests sent their first RSVP within ten minutes, latest first. It may be an office, a mobile provider or a script. The members who get alerts of blocked accesses are emailed. The count uses stored scores: without risk scoring there is no item, and with a late score it comes late.
         */
        get: operations["listReplyNetworks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/reply-networks/{networkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the replies of a network
         * @description Returns a network with its replies by name, and the outcome of those that were undone.
         */
        get: operations["readReplyNetwork"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/reply-networks/{networkId}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept the replies of a network
         * @description Closes the item. It opens again once ten more guests have replied from the network.
         */
        post: operations["acceptReplies"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/reply-networks/{networkId}/code-rule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Stop asking a network for codes
         * @description Removes the rule of an undo: the network's accesses are decided by their scores again.
         */
        delete: operations["removeCodeNetwork"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/reply-networks/{networkId}/trust": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Trust a network with many replies
         * @description Adds the one address or /64 to the event's allowlist and closes the item. Accesses from there are then not scored. Returns 409 `network_shared` where phones, a mobile provider or many kinds of devices use the network.
         */
        post: operations["trustReplyNetwork"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/reply-networks/{networkId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo replies of a network
         * @description Undoes the replies of the chosen guests, for seven days after the network's last reply. An earlier RSVP is restored, a first RSVP is deleted, and one that another device or the host has changed since is kept. A restored party without a free seat is waitlisted. Runs in the background; `GET /events/{eventId}/reply-networks/{networkId}` shows the outcomes. Freed seats are offered at the end. Each guest with an email address gets one email in fixed words, unless an API key without a scope of sending asks (`notified`: `false`), and the members who get alerts of blocked accesses are notified. From now on guests need a code from this network, until you remove that rule. The audit log has a record.
         */
        post: operations["undoReplies"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/scanner-ticket": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a scanner ticket
         * @description Returns a bearer token with all rights for the door routes of this event. It is valid for 12 hours, and is revoked when your role is removed or you sign out. For a longer-lived token, use `POST /events/{eventId}/door-devices`.
         */
        post: operations["mintScannerTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/seats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the seats of an event
         * @description Returns the confirmed, offered and waitlisted seats. Seats are counted in people: guests and their companions. Confirmed and offered seats count against the capacity. `passed_over` has the waitlisted parties that could not be emailed when seats were free: the seats went to the next party that could, or stay free. Such a party keeps its place. It is offered free seats again when the reason ends, and you can offer it a seat yourself. Seats that an API key with neither `invitations:send` nor `messages:send` makes free are not offered automatically: they stay free for the waitlist until you offer them, or until other seats are offered.
         */
        get: operations["readSeats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/security/allowlist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List trusted networks
         * @description Returns all networks that the event trusts, newest first, at most 200.
         */
        get: operations["readAllowlist"];
        put?: never;
        /**
         * Trust a network
         * @description Adds a network to the event's allowlist: accesses from it are no longer scored. An address becomes a network (/32, /128), and IPv4-mapped IPv6 becomes IPv4. An address with bits beyond its prefix returns 400 `invalid_cidr` with the network. A trusted network returns 409 `duplicate_allowlist_entry`, and the 201st 409 `allowlist_full`. A very large network, such as `0.0.0.0/0`, returns a `warning`, because it turns scoring off.
         */
        post: operations["addToAllowlist"];
        /**
         * Stop trusting a network
         * @description Removes a network from the allowlist: later accesses from it are scored. Returns 404 if it is not on the list.
         */
        delete: operations["removeFromAllowlist"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/security/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List verdicts
         * @description Returns the verdicts on the event's accesses, newest first. A verdict that is replaced while you page moves to the top.
         */
        get: operations["readFeedback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/security/thresholds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get risk thresholds
         * @description Returns the event's thresholds and the defaults.
         */
        get: operations["readThresholds"];
        /**
         * Update risk thresholds
         * @description Replaces the event's thresholds for all later accesses; earlier accesses keep their bands. Thresholds must increase (400 `invalid_threshold_order`). With `expected_updated_at`, an event that changed since returns 409 `thresholds_changed` with the current `thresholds`.
         */
        put: operations["changeThresholds"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/security/thresholds/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview risk thresholds
         * @description Counts the event's past accesses per risk band under the proposed and the current thresholds, by score and regardless of the band at the time. Bots and accesses from the allowlist score 0 and are always in `low`.
         */
        get: operations["previewThresholds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/texts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get custom texts
         * @description Returns the custom texts of the event's emails. Null stands for the default text.
         */
        get: operations["readTexts"];
        /**
         * Replace custom texts
         * @description Replaces all custom texts of the event's emails; an absent or null text becomes the default text. Placeholders are those of messages; an unknown one returns 400. Every tier can change invitations and confirmations. A `reminder_footer` requires a tier with broadcasts (402 `feature_not_in_tier`), because it turns reminders into messages. With `expected_updated_at`, texts that changed since return 409 `texts_changed` with the current `texts`.
         */
        put: operations["changeTexts"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/texts/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an email
         * @description Returns an invitation, a confirmation or a reminder as a guest gets it, and writes nothing. It is rendered by the code that sends it, with the guest's values. Its link and door pass belong to no guest, so that a preview cannot RSVP for the guest. A guest without an RSVP is shown as attending in a confirmation.
         */
        post: operations["previewText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/texts/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send yourself a test email
         * @description Emails an invitation, a confirmation or a reminder to you, as a guest gets it. It is rendered by the code that sends it, with the guest's values. Its link and door pass belong to no guest, so that a preview cannot RSVP for the guest. Your address must be verified (403 `email_unverified`). The subject begins with `Test:`. Limit: 20 per hour.
         */
        post: operations["testText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a guest's link
         * @description Returns the guest's personal link, and issues it if there is none. A guest has one valid link: later requests return it with 200 and its first `utm_source`. With `notify`, each request emails the link to a guest with an address. Over all operations, an address gets one such email per hour and five per day. `notified` returns whether, and `reason` why not. A guest without a link whom the door added above the guest limit of the host's tier gets none while the list is above the limit (402 `tier_limit`).
         */
        post: operations["issueToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/tokens/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a guest's link
         * @description Replaces the guest's link: the previous link returns 404 immediately, and the new link has its `utm_source`. With `notify`, emails the new link within the limits of `POST /events/{eventId}/tokens`. An email that has not been sent yet will contain the new link. A guest without a link gets a first one, or 402 `tier_limit` as from that operation.
         */
        post: operations["rotateToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{eventId}/walk-ins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a walk-in
         * @description Adds a guest who was not invited and checks them in. While the door is open, walk-ins exceed the guest limit and the capacity; `over_limit` marks them. A walk-in with `over_tier` gets no link while the list is above the guest limit. At other times the guest limit applies (402 `tier_limit`). With `same_name: "ask"`, a name that is on the list returns 409 `name_on_list` with `matches`: check that guest in, or repeat the request without it to add a namesake.
         */
        post: operations["addWalkIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/attention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events that need attention
         * @description Returns counts of open items for each scheduled event that has not ended and on which you have a role. Events with nothing to do are omitted, and events that require a second factor that you do not have.
         */
        get: operations["listAttention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an invitation before creating its event
         * @description Returns the guest's page as HTML, with your unsaved changes and a link that belongs to no guest. It is rendered by the code that renders the guest's page. Writes nothing, and works on every tier.
         */
        post: operations["previewNewEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check the health of the service
         * @description Returns 200 after reading one row from each database, at most once a second. Returns 503 `database_unavailable` if one did not respond.
         */
        get: operations["checkHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invites/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an invite
         * @description Returns the event and the role that the invite is for. Returns 404 for a forged link, and 410 `invite_gone` for an invite that was accepted, replaced or cancelled, or is older than 7 days.
         */
        get: operations["previewInvite"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invites/{token}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invite
         * @description Gives you the role of the invite on its event. If you have a higher role, you keep it. Works once, for the account with the invited address. Another account gets 403 `email_mismatch`, and the invite stays open.
         */
        post: operations["acceptInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lost-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request lost links
         * @description Emails the address one list of its invitations of all hosts. It lists events that are not over, not cancelled and have `lost_links`. The invitation must have been emailed to this address before, the address must not have bounced or complained, and the host must have room for requests of unknown senders: a tenth of the sending budget in 24 hours. A guest who gets no email asks the host for the link. The response and its time are the same for every address, so that nobody learns who is invited. Limits: 3 per hour and 6 per day for an address, 10 per hour for a network.
         */
        post: operations["requestLostLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your account
         * @description Returns your name, email address, language and tier.
         */
        get: operations["readMe"];
        put?: never;
        post?: never;
        /**
         * Delete your account
         * @description Deletes your account, your personal data and images, and revokes all sessions. Events that only you own are deleted for good: guest links return 404 immediately, unsent messages are cancelled, and guest data is erased within minutes. An event with another owner gets that owner as its host and keeps the images it shows. Requires a step-up.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        /**
         * Update your name and language
         * @description Updates your name, your language or both. Guests see the name as that of their host, and emails to you use both. If Usher is not translated into `locale`, you get English.
         */
        patch: operations["renameUser"];
        trace?: never;
    };
    "/me/accept-terms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept the terms and the privacy policy
         * @description Stores when you accepted the terms and the privacy policy. Accepting again keeps the first time.
         */
        post: operations["acceptTerms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/data-export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export your data
         * @description Returns everything stored about you and about the events you own, without secrets, and emails you about the export. Omits `events` that require a second factor that you do not have; `memberships` lists your role on them. Requires a step-up.
         */
        get: operations["exportData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your email address
         * @description Emails a link to the new address, with the time, place and browser of the request and your masked current address; the address changes when its token is sent to `POST /auth/verify-email`. Then the previous address gets an email with a link that undoes the change for 72 hours. An account with a passkey or an authenticator app requires a step-up. The response does not reveal whether another account has the address. Returns 400 `validation_failed` with the path `password` if the password is wrong.
         */
        post: operations["requestEmailChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List passkeys
         * @description Returns all passkeys of your account, oldest first.
         */
        get: operations["listPasskeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/passkeys/{passkeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a passkey
         * @description Removes a passkey: it can no longer sign in. Sessions that it started continue. Requires a step-up.
         */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your password
         * @description Changes your password, revokes all your other sessions and all links emailed to you earlier, and emails you. An account with a passkey or an authenticator app requires a step-up. Returns 400 `validation_failed` with the path `current` if the current password is wrong.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/public-ip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your IP address
         * @description Returns the IP address of this request as Cloudflare reports it.
         */
        get: operations["readPublicIp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew the recovery codes
         * @description Returns ten new recovery codes and emails you; the previous codes stop working. Returns 409 `totp_missing` without an authenticator app. Requires a step-up.
         */
        post: operations["renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/security": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get account security
         * @description Returns every credential that can act for your account, and your security log. `credentials` has at most 100 of each kind: sessions, passkeys, the authenticator app, recovery codes, API keys, webhook endpoints, door devices, scanner tickets, unused links in emails, and invites you sent. `log` has the sign-ins and changes of the last 90 days, newest first; `limit` and `cursor` page through it.
         */
        get: operations["readSecurity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/security/{kind}/{credentialId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a credential
         * @description Revokes one credential of your account immediately. A passkey, the authenticator app, the recovery codes and a link in an email require a step-up. Returns 404 for a credential that was revoked or belongs to another user.
         */
        delete: operations["revokeCredential"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions
         * @description Returns your active sessions, newest first. A session lasts at most 90 days. It expires after 30 days without a refresh or, with a cookie, without a request.
         */
        get: operations["readSessions"];
        put?: never;
        post?: never;
        /**
         * Sign out everywhere else
         * @description Revokes all your other sessions immediately, with their access tokens, refresh tokens, scanner tickets and live sockets. Also revokes a sign-in that waits for its second factor.
         */
        delete: operations["signOutOthers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a session
         * @description Revokes one session immediately, with its access tokens, refresh tokens, scanner tickets and live sockets.
         */
        delete: operations["signOutSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the authenticator app
         * @description Returns whether signing in requires a code, and how many recovery codes are left.
         */
        get: operations["readTotp"];
        put?: never;
        /**
         * Set up an authenticator app
         * @description Returns a new secret for six-digit codes (RFC 6238, SHA-1, 30 seconds). Signing in changes only after you confirm a code within 15 minutes, with `POST /me/totp/confirm`. Returns 409 `totp_exists` if an app is confirmed: remove it first. Requires a step-up.
         */
        post: operations["setUpTotp"];
        /**
         * Remove the authenticator app
         * @description Removes the authenticator app, deletes the recovery codes and emails you. Signing in then requires only the password. Requires a step-up.
         */
        delete: operations["removeTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the authenticator app
         * @description Turns the authenticator app on with its first code, returns ten recovery codes and emails you. From then on, signing in with the password returns 401 `second_factor_required`. Store the recovery codes: each replaces a code once.
         */
        post: operations["confirmTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rsvp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit an RSVP
         * @description Stores the guest's first RSVP and scores the access. The link stays valid; use `PATCH /rsvp/{token}` for changes (409 `rsvp_exists`). If the event is full, an attending party joins the waitlist (`seat`, `waitlist_position`). Without a waitlist, it gets 409 `event_full` with the seats `left`. A declined RSVP has no plus-ones; given ones are ignored.
         */
        post: operations["submitRsvp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rsvp/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an RSVP
         * @description Updates the RSVP on the device that submitted it, on a verified device, or with an edit nonce; other devices get 403 `foreign_device`. The submitting device has the same `Usher-Device` ID or, if the submission carried no ID, the same user agent. A nonce works for 30 minutes, any number of times, and verifies the `Usher-Device` of the request. A guest can edit five times (409 `edit_limit_reached`). Edits of one link run one after the other. Validates the merged RSVP against the current party size, even if you send only `response` (400 on `plus_ones`). A larger party needs free seats for the additional people, otherwise 409 `event_full`. A waitlisted party keeps its place.
         */
        patch: operations["editRsvp"];
        trace?: never;
    };
    "/rsvp/{token}/offer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept or decline a seat offer
         * @description Confirms the seat (`accept: true`), or sets the RSVP to `declined` and offers the seat to the next party. Allowed for the devices that can edit the RSVP, or with an edit nonce. It does not count as an edit and works after `rsvp_deadline`. An expired offer returns 409 `offer_expired`: edit the RSVP to ask for a seat again.
         */
        post: operations["answerOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview an unsubscribe link
         * @description Returns the masked address of the link and what it is unsubscribed from, and changes nothing. A client that does not accept JSON gets a page with buttons.
         */
        get: operations["previewUnsubscribe"];
        put?: never;
        /**
         * Unsubscribe an address
         * @description Stops everything that one host sends to the address, or as `scope` says. This is the one-click target of the `List-Unsubscribe` header (RFC 8058), and the body is ignored. The confirmation of an RSVP that the guest sends, and what a person requests, such as codes, edit links and password resets, is still sent. Repeating the request changes nothing. GET does not unsubscribe, so that link scanners cannot. A browser gets a page.
         */
        post: operations["unsubscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/unsubscribe/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a code to undo a spam report
         * @description Emails six digits to the address of the link if `is_complained` is true, in the language of `Accept-Language`. The code works for 30 minutes, and a new code replaces the previous one. An address gets three per day. The response is the same if no code is sent.
         */
        post: operations["sendComplaintCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/unsubscribe/code/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a spam report with a code
         * @description Lets hosts email the address again, except the host whose email was reported as spam. Five wrong codes end the code. The link alone never undoes a spam report.
         */
        post: operations["undoComplaint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uploads/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an image
         * @description Returns an uploaded image. The content of a URL never changes, so you can cache it for a year. The Content-Security-Policy of the response forbids scripts and everything else. Pages of other sites can show the image only with `?embed`, as emails do, or if the operator lists them in `CORS_ORIGINS`.
         */
        get: operations["readImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uploads/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload an image
         * @description Stores an image and returns its URL for branding. Accepts JPEG and PNG of at most 2 MiB, 16 megapixels and 12,000 pixels per side; the format is detected from the content. The image is turned upright and re-encoded without metadata; an animated PNG becomes a still image. Requires the branding feature: of your plan, or with `event_id` of the plan of the event's host, if you are an editor of the event (402 `feature_not_in_tier`). An API key that is restricted to events sends the `event_id` of one of them. You can store 500 images (409 `upload_limit_reached`) and send 100 files in 24 hours; refused files count. An image that no event shows is deleted after a day. An unusable file returns 400 `unsupported_image` with a `reason`: `no_file` (no multipart form with a file in `file`), `not_an_image`, `too_many_pixels`, `damaged` or `too_detailed`.
         */
        post: operations["uploadImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Returns all your webhook endpoints, oldest first, without their secrets.
         */
        get: operations["readWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Creates an endpoint for future activities of one event (requires editor) or of all events you own. Calls are signed by Standard Webhooks; the secret is returned only once. An API key needs `events:read` for types that begin with `event.`, `guests:read` for all others, and both for `*`. The endpoint of an API key stops when the key is deleted or expires. A password reset by email deletes all endpoints. An account can have 10 endpoints (409 `webhook_limit_reached`). A session requires a step-up, and an email notifies you.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{endpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description Returns a webhook endpoint without its secret.
         */
        get: operations["readWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Deletes the endpoint and its deliveries. Pending deliveries are not sent. An API key can delete only the endpoints that it created (403 `session_required`).
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Update a webhook endpoint
         * @description Updates the fields you send. `status` disables and enables the endpoint. An enabled endpoint gets the deliveries that were pending, but not what happened while it was disabled. Changing `url` or `types` requires a step-up, and an email notifies you. An API key can change only the endpoints that it created (403 `session_required`).
         */
        patch: operations["changeWebhookEndpoint"];
        trace?: never;
    };
    "/webhook-endpoints/{endpointId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook deliveries
         * @description Returns what was sent to the endpoint in the last 30 days, newest first.
         */
        get: operations["readWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver a webhook
         * @description Sends a delivery again with the same `webhook-id` and a full set of retries. Tests are not sent again: send a new test. An API key can use it only for endpoints that it created (403 `session_required`).
         */
        post: operations["redeliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{endpointId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a webhook secret
         * @description Returns a new secret. Both secrets sign for 24 hours, so that a receiver can switch without missing a call. Requires a step-up, and an email notifies you. An API key can rotate only the secrets of endpoints that it created (403 `session_required`).
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{endpointId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a webhook endpoint
         * @description Sends one `webhook.test` and returns its outcome. Waits at most 10 seconds for the endpoint, and does not retry. An API key can test only the endpoints that it created (403 `session_required`).
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive an email delivery webhook
         * @description Receives delivery reports of the email API. `email.bounced` and `email.complained` suppress invitations, reminders and broadcasts to the address, except for a bounce of type `Transient`; `email.delivered` updates the delivery; other types are ignored. A report about an account email, such as a password reset, suppresses nothing. With `RESEND_WEBHOOK_SECRET` configured, a report must be signed by the Svix scheme over the raw body (400 `invalid_signature`), and counts once per `svix-id`. Without the secret, reports are unsigned. Such a report applies only if its `email_id` is the ID that the email API gave an email to its first address in the last 30 days, and its tag `shard` is the email's, without a tag 0; the `Message-ID` of an email never matches. Its complaint suppresses the emails of that host only, and it never pauses a host's sending. A report that matches nothing returns 200 and changes nothing.
         */
        post: operations["handleMailReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/sms-inbound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a reply to a text message
         * @description Receives replies to text messages, and returns empty TwiML. `STOP` (or `STOPALL`, `UNSUBSCRIBE`, `CANCEL`, `END`, `QUIT`, `REVOKE`, `OPTOUT`, `ARRET`) stops text messages from the sending number to the replying one, until it replies `START` (or `UNSTOP`, `YES`); other messages are ignored. The provider's own opt-out handling replies. A reply must be signed by Twilio's scheme and counts once per `MessageSid`. Without the provider's token configured, returns 404.
         */
        post: operations["handleInboundSms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/sms-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a text message delivery webhook
         * @description Receives status callbacks for text messages that were sent in the last 30 days. With `TWILIO_WEBHOOK_SIGNATURES=required`, a report must be signed by Twilio's scheme (400 `invalid_signature`; 404 without the token that verifies), and the query of its status callback or its `MessageSid` names the text message. With `optional`, an unsigned report applies only if its `MessageSid` is the stored ID of a text message that went to its `To`. It is looked up in the database of the query's `event`, without one in the first. A report that matches nothing returns 200 and changes nothing.
         */
        post: operations["handleSmsReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/stripe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a payment webhook
         * @description Receives events of the payment provider and updates the tier of the account. The provider signs the raw body and a timestamp that is at most five minutes off (400 `invalid_signature`).
         */
        post: operations["applyReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "access.reported": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Access reported
         * @description Sent when a guest reports an access as someone else's.
         */
        post: operations["onAccessReported"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "access.scored": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Access scored
         * @description Sent when an access, an RSVP or an edit with a guest's link gets its risk score, including blocked ones.
         */
        post: operations["onAccessScored"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "challenge.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Code failed
         * @description Sent when a code can no longer be tried, because all tries were wrong.
         */
        post: operations["onChallengeFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "challenge.passed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Device verified
         * @description Sent when a guest enters the code, which verifies the device.
         */
        post: operations["onChallengePassed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "challenge.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Code sent
         * @description Sent when a guest is sent a code to verify a device.
         */
        post: operations["onChallengeSent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "check_in.arrived": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Late arrivals added
         * @description Sent when more people arrive of a party that is checked in.
         */
        post: operations["onCheckInArrived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "check_in.recorded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Guest checked in
         * @description Sent when a guest is checked in, including walk-ins.
         */
        post: operations["onCheckInRecorded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "check_in.undone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check-in undone
         * @description Sent when a check-in is deleted.
         */
        post: operations["onCheckInUndone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "event.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Event cancelled
         * @description Sent when the event is cancelled.
         */
        post: operations["onEventCancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "event.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Event updated
         * @description Sent when the event changes, or is reinstated.
         */
        post: operations["onEventUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "guest.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Guest added
         * @description Sent when a guest is added to the list.
         */
        post: operations["onGuestCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "guest.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Guest erased
         * @description Sent when a guest is erased. Erase your copy of the guest too.
         */
        post: operations["onGuestDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "guest.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Guest updated
         * @description Sent when a host changes a guest.
         */
        post: operations["onGuestUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invitation.bounced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invitation bounced
         * @description Sent when an invitation is rejected or returned.
         */
        post: operations["onInvitationBounced"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invitation.delivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invitation delivered
         * @description Sent when an invitation reaches the mailbox, as far as the email provider reports it.
         */
        post: operations["onInvitationDelivered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invitation.opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invitation opened
         * @description Sent when a person opens an invitation for the first time.
         */
        post: operations["onInvitationOpened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invitation.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invitation sent
         * @description Sent when the mail server accepts an invitation.
         */
        post: operations["onInvitationSent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "rsvp.submitted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * RSVP submitted
         * @description Sent when a guest submits, or a host records, a first RSVP; later changes send `rsvp.updated`.
         */
        post: operations["onRsvpSubmitted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "rsvp.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * RSVP updated
         * @description Sent when an RSVP changes, by the guest or by a host.
         */
        post: operations["onRsvpUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "waitlist.offered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Seat offered
         * @description Sent when a waitlisted party is offered its seats.
         */
        post: operations["onWaitlistOffered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "waitlist.passed_over": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Party passed over
         * @description Sent when seats are free and the waitlisted party whose turn it is cannot be emailed. The next party is offered the seats.
         */
        post: operations["onWaitlistPassedOver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test
         * @description Sent by `POST /webhook-endpoints/{endpointId}/test`, once.
         */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Accepted: {
            /** @enum {string} */
            status: "accepted";
        };
        AcceptedCollaboratorInvite: {
            /** Format: uuid */
            event_id: string;
            /**
             * @description Your role on the event
             * @enum {string}
             */
            role: "viewer" | "editor" | "owner";
            /** @description Whether the event requires a second factor that you do not have. Until you add a passkey or an authenticator app on the page `/app/account/security`, its routes return 403 `second_factor_required` */
            second_factor_required: boolean;
        };
        AcceptTerms: Record<string, never>;
        AccessLog: {
            /**
             * Format: date-time
             * @description Time at which this device asked you to verify it, which the verdict `legitimate` does; null: not asked
             */
            asked_at: string | null;
            /**
             * Format: date-time
             * @description Time of the access
             */
            at: string;
            /** @description Whether a bot used the link, such as a link preview */
            automated: boolean;
            /**
             * @description Outcome of the code that this device asked for next; null: none
             * @enum {string|null}
             */
            challenge: "sent" | "passed" | "failed" | null;
            /** @description Number of accesses. Above 60 an hour with one link, accesses of one device within 10 minutes and in one band share an entry, which has their highest score */
            count: number;
            /** @description ID of the device; see `GET /events/{eventId}/guests/{guestId}/devices`. Null: not known */
            device_id: string | null;
            /** @description Details of the reasons, by reason; null: none */
            evidence: {
                [key: string]: unknown;
            } | null;
            /** @description Signals of the device, by name */
            fingerprint: {
                [key: string]: string;
            };
            /** @description City of the IP address; null: not known */
            geo_city: string | null;
            /** @description ISO 3166 code of the country of the IP address; null: not known */
            geo_country: string | null;
            /** @description Latitude of the IP address in degrees; null: not known */
            geo_lat: number | null;
            /** @description Longitude of the IP address in degrees; null: not known */
            geo_lon: number | null;
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** Format: uuid */
            guest_id: string;
            /** Format: uuid */
            id: string;
            /** @description IP address of the client; null: not known */
            ip_address: string | null;
            /**
             * @description `access`: the link was opened; `rsvp`: an RSVP was submitted; `edit`: an RSVP was changed
             * @enum {string}
             */
            kind: "access" | "rsvp" | "edit";
            /**
             * Format: date-time
             * @description Time of the last access; `at` is that of the first
             */
            last_at: string;
            /** @description Signals behind the score, by weight; `engine_unavailable` if there was no score in time */
            reasons: string[];
            /** @description Header `Referer`; null: not sent */
            referrer: string | null;
            /**
             * @description Risk band by the thresholds at the time; null: not scored
             * @enum {string|null}
             */
            risk: "low" | "medium" | "high" | "block" | null;
            /** @description Risk from 0 to 100; null: not scored */
            score: number | null;
            /**
             * Format: uuid
             * @description ID of the guest's link
             */
            token_id: string;
            /** @description Header `User-Agent`; null: not sent */
            user_agent: string | null;
            /**
             * @description Verdict of a host; null: none
             * @enum {string|null}
             */
            verdict: "legitimate" | "suspicious" | null;
        };
        AccessToken: {
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            guest_id: string;
            /** Format: uuid */
            id: string;
            /**
             * Format: uri
             * @description The guest's personal link. Anyone with the link can RSVP for the guest. Absent for an API key without `guests:read`
             */
            link?: string;
            /** @description Whether this request emails the guest. An email that is dropped afterwards is shown in the guest's `delivery` as `suppressed`, with the `reason` */
            notified: boolean;
            /**
             * Format: date-time
             * @description With `too_soon`: time from which the guest can be emailed again
             */
            notify_after: string | null;
            /**
             * @description Why the guest is not emailed; null: the guest is emailed. `too_soon`: the limit of one email per hour and five per day to the address. `already_mailed`: the email of the link was sent or is on its way, and bulk requests do not repeat it. `event_cancelled`, `event_over`: request it again after the event is reinstated or moved. `bounced`: correct the address and request it again, which is possible immediately. `unsubscribed`, `complained`: the owner of the address wants no emails. `mailbox_limit`: the host has sent the mailbox nine emails in an hour, all events together
             * @enum {string|null}
             */
            reason: "not_requested" | "no_address" | "event_cancelled" | "event_over" | "already_mailed" | "too_soon" | "unsubscribed" | "bounced" | "complained" | "mailbox_limit" | null;
            /** @description Token for the guest's operations, 43 characters: the end of `link`, and as secret. Absent for an API key without `guests:read` */
            token?: string;
            /** @description Channel of the invitation, such as `email`; null: none */
            utm_source: string | null;
        };
        AccountLogEntry: {
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /** @description Browser and system, such as `Firefox on Windows`; null: not known */
            device: string | null;
            /** @description City and country as Cloudflare reports them, otherwise the network; null: not known */
            place: string | null;
            /**
             * @description Kind of the entry. New kinds can be added
             * @enum {string}
             */
            what: "signed_in" | "signed_out_everywhere" | "account_locked" | "password_changed" | "password_reset" | "email_changed" | "email_change_undone" | "recovery_code_used" | "webhook_endpoint_changed" | "api_key_rotated" | "session_created" | "session_ended" | "passkey_created" | "passkey_ended" | "authenticator_app_created" | "authenticator_app_ended" | "recovery_code_created" | "recovery_code_ended" | "api_key_created" | "api_key_ended" | "webhook_endpoint_created" | "webhook_endpoint_ended" | "door_device_created" | "door_device_ended" | "scanner_ticket_created" | "scanner_ticket_ended" | "account_link_created" | "account_link_ended" | "invite_created" | "invite_ended";
        };
        AccountSecurity: {
            /** @description Everything that can act for the account */
            credentials: components["schemas"]["Credential"][];
            /** @description Sign-ins and changes of the last 90 days */
            log: {
                items: components["schemas"]["AccountLogEntry"][];
                /** @description Send as `cursor` to get the next page; null on the last page */
                next_cursor: string | null;
            };
        };
        AddPasskey: {
            credential: components["schemas"]["NewPasskeyCredential"];
            /** @description Name in the list of your passkeys. Default: `Passkey` */
            name?: string;
        };
        AddToAllowlist: {
            /**
             * @description Network in CIDR notation, or one address
             * @example 203.0.113.0/24
             */
            ip_cidr: string;
            /** @description Note about the network for the hosts; empty or null: none */
            note?: "" | string | null;
        };
        Alerts: {
            /**
             * @description RSVPs. `each`: one email per RSVP, at most one per minute; `daily`: a digest at 08:00 in the event's time zone, if something happened
             * @enum {string}
             */
            answers: "each" | "daily" | "off";
            /**
             * @description Lowest risk band of an access to report, at most one email per hour and guest
             * @enum {string}
             */
            risk: "high" | "block" | "off";
            /**
             * Format: date-time
             * @description Time of your last change; null: only defaults
             */
            updated_at: string | null;
            /** @description Whether to report parties that join the waitlist, let an offer expire, or are passed over because they cannot be emailed */
            waitlist: boolean;
        };
        AlertsUnsubscribe: {
            /** @description Name of the event */
            event_name: string;
            /** @description Whether all alerts of the event are off */
            off: boolean;
        };
        AllowlistEntry: {
            /**
             * Format: date-time
             * @description Time at which the network was added
             */
            at: string;
            /** @description Member who added the network */
            by: {
                /** Format: uuid */
                id: string;
                /** @description Empty if the account was deleted */
                name: string;
            };
            /** Format: uuid */
            event_id: string;
            /** @description Network in CIDR notation, always with a prefix; IPv4-mapped IPv6 as IPv4 */
            ip_cidr: string;
            /** @description Note about the network for the hosts; null: none */
            note: string | null;
            /** @description Effect of trusting a very large network; show it to the host */
            warning?: string;
        };
        Analytics: {
            /** @description Counts by the channel of the guest's link, null: none; the 100 channels with the most invited guests */
            channels: {
                /** @description Guests who got a link */
                invited: number;
                /** @description Guests whose invitation a person opened */
                opened: number;
                /** @description Guests with an RSVP */
                responded: number;
                /** @description Channel of the invitation, such as `email`; null: none */
                utm_source: string | null;
            }[];
            /** @description `opened` can be less than `responded`, because an RSVP does not require a view */
            funnel: {
                /** @description Guests who got a link */
                invited: number;
                /** @description Guests whose invitation a person opened */
                opened: number;
                /** @description Guests with an RSVP */
                responded: number;
            };
            /** @description Current totals */
            overview: {
                /** @description Guests whose RSVP is `attending` */
                attending: number;
                /** @description Guests who are checked in, including walk-ins */
                checked_in: number;
                /** @description Guests whose RSVP is `declined` */
                declined: number;
                /** @description Number of people with a confirmed seat: guests whose standing is `coming`, and their companions */
                expected_headcount: number;
                /** @description Guests on the list */
                guests: number;
                /** @description Guests who got a link */
                invited: number;
                /** @description Guests whose RSVP is `maybe` */
                maybe: number;
                /** @description Guests whose invitation a person opened */
                opened: number;
                /** @description Guests without an RSVP */
                pending: number;
                /** @description Guests with an RSVP */
                responded: number;
                /** @description `responded` ÷ `invited`, rounded to four decimals; 0 if no guest is invited */
                response_rate: number;
                /** @description Guests per standing. Each guest has one, so they add up to `guests` */
                standings: {
                    /** @description Attending, with a confirmed seat */
                    coming: number;
                    /** @description RSVPs with `declined` */
                    declined: number;
                    /** @description RSVPs with `maybe` */
                    maybe: number;
                    /** @description Without an RSVP and without a link */
                    not_invited: number;
                    /** @description Attending, with an offered seat that is not accepted yet */
                    offered: number;
                    /** @description Invited, without an RSVP */
                    silent: number;
                    /** @description Attending, but the offer of a seat ran out */
                    unseated: number;
                    /** @description Attending, on the waitlist */
                    waitlisted: number;
                    /** @description Guests who were added at the door */
                    walk_in: number;
                };
            };
            /** @description Attending guests by number of companions; omits numbers without guests */
            plus_ones: {
                /** @description Number of guests */
                count: number;
                /** @description Number of companions */
                plus_ones: number;
            }[];
            /** @description Current RSVPs, by the day of the first RSVP in the event's time zone */
            responses_over_time: {
                /** @description Guests with a first RSVP on the day who are `attending` now */
                attending: number;
                /**
                 * Format: date
                 * @description Day in the event's time zone
                 */
                date: string;
                /** @description Guests with a first RSVP on the day who have declined now */
                declined: number;
                /** @description Guests with a first RSVP on the day whose RSVP is `maybe` now */
                maybe: number;
            }[];
            /** @description Guests whose standing is `silent`, at most 50: guests who opened the invitation first, then by time of invitation */
            stale_guests: {
                /** @description Null: the guest cannot be emailed */
                email: string | null;
                /** Format: uuid */
                guest_id: string;
                /** @description Whether the invitation is opened but has no RSVP */
                highlighted: boolean;
                /**
                 * Format: date-time
                 * @description Time of the first link
                 */
                invited_at: string;
                /** @description Null for an API key without `guests:read`, as `email` */
                name: string | null;
                /**
                 * Format: date-time
                 * @description Time of the first view by a person; null: not opened
                 */
                opened_at: string | null;
            }[];
            /** @description Time from a guest's first link to the first RSVP */
            time_to_respond: {
                /**
                 * @description Range of the time
                 * @enum {string}
                 */
                bucket: "under_1h" | "1h_to_6h" | "6h_to_24h" | "1d_to_3d" | "3d_to_7d" | "7d_to_14d" | "over_14d";
                /** @description Number of guests */
                count: number;
            }[];
        };
        /**
         * @example {
         *       "id": "0191e0b1-7a3c-7f00-8000-000000000051",
         *       "guest_id": "0191e0b1-7a3c-7f00-8000-000000000020",
         *       "response": "attending",
         *       "plus_ones": 1,
         *       "companions": [
         *         {
         *           "name": "Ben Lindqvist",
         *           "attending": true,
         *           "answers": {
         *             "0191e0b1-7a3c-7f00-8000-000000000042": "Vegan"
         *           }
         *         }
         *       ],
         *       "answers": {
         *         "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
         *       },
         *       "answered_by": "guest",
         *       "seat": "confirmed",
         *       "waitlist_position": null,
         *       "offer_expires_at": null,
         *       "submitted_at": "2027-04-03T18:14:00.000Z",
         *       "edit_count": 0
         *     }
         */
        AnsweredRsvp: components["schemas"]["Rsvp"] & {
            /** @description Door code; only for an attending guest with a seat */
            check_in?: components["schemas"]["DoorCode"];
        };
        AnswerOffer: {
            /** @description True confirms the seat; false declines, and offers the seats to the next party */
            accept: boolean;
            /** @description Nonce from an edit link; required on a device that did not submit the RSVP and is not verified */
            edit_nonce?: string;
            /** @description Signals of the device, by name. Used: timezone, language, languages, platform, screen, color_scheme, touch, hardware_concurrency */
            fingerprint?: {
                [key: string]: string;
            };
        };
        ApiKey: {
            /** @description Networks from which the key works, as CIDRs; null: all */
            allowed_networks: string[] | null;
            /** Format: date-time */
            created_at: string;
            /** @description Events that the key is restricted to; null: all your events */
            event_ids: string[] | null;
            /**
             * Format: date-time
             * @description Time at which the key expires. An email reminds you seven days before
             */
            expires_at: string;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description Time of the last use, accurate to 10 minutes; null: never used
             */
            last_used_at: string | null;
            /** @description City and country of the last use, otherwise its network; null: not known */
            last_used_place: string | null;
            name: string;
            /**
             * @description First 12 characters of the key
             * @example usk_4fR0wzBq
             */
            prefix: string;
            /**
             * Format: uuid
             * @description ID of the key that a rotation made in its place; null: not rotated
             */
            replaced_by: string | null;
            /**
             * @description Operations the key can call. `events:write` and `guests:write` include reading
             * @example [
             *       "guests:write",
             *       "invitations:send"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
        };
        ArrivalCounts: {
            /** @description Quarters of an hour with arrivals, oldest first. A party counts with all its people when its first person arrives */
            items: {
                /**
                 * Format: date-time
                 * @description Start of the quarter of an hour
                 */
                at: string;
                /** @description Number of check-ins */
                guests: number;
                /** @description Number of people */
                heads: number;
            }[];
        };
        Attention: {
            /** @description Guests with a device that waits for you to verify it */
            asked: number;
            /** @description Guests with a blocked access without a verdict */
            blocked: number;
            /** Format: uuid */
            event_id: string;
            /** @description Parties with an open seat offer */
            offered: number;
            /** @description People with a seat beyond the capacity */
            over_capacity: number;
            /** @description Waitlisted parties that were not offered free seats, because they could not be emailed */
            passed_over: number;
            /** @description Networks with first RSVPs of many guests that wait for your decision */
            reply_networks: number;
            /** @description Guests whose standing is `silent` and whose invitation bounced, failed or is suppressed */
            undelivered: number;
            /** @description Guests whose standing is `silent`, who were invited at least 5 days ago and have not opened the invitation */
            unopened: number;
            /** @description Parties on the waitlist */
            waitlisted: number;
        };
        AttentionList: {
            items: components["schemas"]["Attention"][];
        };
        AuditRecord: {
            /**
             * @description Kind of the change
             * @enum {string}
             */
            action: "branding.updated" | "thresholds.updated" | "allowlist.added" | "allowlist.removed" | "replies.accepted" | "replies.undone" | "code_network.removed" | "collaborator.invited" | "collaborator.joined" | "collaborator.role_changed" | "collaborator.removed" | "data.exported" | "guests.exported" | "guest.exported" | "guest.deleted" | "guests.updated" | "guests.deleted" | "analytics.exported" | "guest_device.forgotten" | "link.rotated" | "access.reported" | "event.updated" | "event.deleted" | "event.cancelled" | "event.copied" | "event.reinstated" | "rsvp.adjusted" | "seat.offered" | "capacity.lowered" | "rsvp.recorded" | "questions.updated" | "texts.updated" | "message.created" | "message.sent_now" | "message.cancelled" | "door_device.created" | "door_device.revoked" | "check_in.undone" | "door_code.read" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.secret_rotated";
            /** @description User or guest who made the change */
            actor: {
                /** @description API key of the request, which may be deleted; null: none */
                api_key: {
                    /**
                     * Format: uuid
                     * @description ID of the API key
                     */
                    id: string;
                    /** @description Empty if the account was deleted */
                    name: string;
                } | null;
                /**
                 * Format: uuid
                 * @description ID of the user or guest
                 */
                id: string;
                /**
                 * @description A `guest` acts with the personal link
                 * @enum {string}
                 */
                kind: "user" | "guest";
                /** @description Empty if the account was deleted or the guest was erased */
                name: string;
            };
            /** @description State after the change; null: deleted by it */
            after: {
                [key: string]: string | number | boolean | null;
            } | null;
            /**
             * Format: date-time
             * @description Time of the change
             */
            at: string;
            /** @description State before the change; null: created by it */
            before: {
                [key: string]: string | number | boolean | null;
            } | null;
            /** @description SHA-256 of this record and the previous hash; null until the record is sealed into the chain */
            hash: string | null;
            /** Format: uuid */
            id: string;
            /** @description Number in the chain: 1, 2, 3, …; never null */
            sequence: number | null;
            /** @description Changed item, if an event has several of the kind; null: the event, or an invited address whose account was deleted */
            target: string | null;
        };
        AuditVerification: {
            /** @description Number of records whose content was erased with a person's data */
            erased: number;
            /** @description First record that does not match; null: the chain is intact */
            first_broken: {
                /**
                 * Format: uuid
                 * @description ID of the record; null: it is missing
                 */
                id: string | null;
                /**
                 * @description `missing`: no such record; `changed`: another content; `inserted`: not in the chain
                 * @enum {string}
                 */
                reason: "missing" | "changed" | "inserted";
                /** @description Number of the record */
                sequence: number;
            } | null;
            /** @description Last sealed record of the chain; null: none. Store it elsewhere: someone with write access to the database could compute a new audit chain, but not one with this hash */
            head: {
                /** @description Hash of the record, and with it of all earlier ones */
                hash: string;
                /** @description Number of the record */
                sequence: number;
            } | null;
            /**
             * @description Whether the `head` of the request is still part of the chain; null: none given
             * @enum {string|null}
             */
            noted_head: "kept" | "lost" | null;
            /**
             * @description Whether the head that Usher signs and stores outside the database within a minute after each change is still part of the chain; null: none yet
             * @enum {string|null}
             */
            own_note: "kept" | "lost" | null;
            /** @description Number of records of the event */
            records: number;
            /** @description Number of records that the head covers */
            sealed: number;
            /**
             * @description `broken`: at least one record does not match the chain
             * @enum {string}
             */
            status: "intact" | "broken";
        };
        BandCounts: {
            /** @description Accesses in the band */
            block: number;
            /** @description Accesses in the band */
            high: number;
            /** @description Accesses below `medium` */
            low: number;
            /** @description Accesses in the band */
            medium: number;
            /** @description Accesses without a score */
            unscored: number;
        };
        BillingStatus: {
            /**
             * Format: date-time
             * @description End of the paid period; null: none
             */
            current_period_end: string | null;
            /**
             * @description `unavailable`: the service accepts no payments, and checkout and portal return 503 `billing_unavailable`
             * @enum {string}
             */
            payments: "available" | "unavailable";
            /**
             * @description `available` after your first payment. A tier that an operator granted has no portal
             * @enum {string}
             */
            portal: "available" | "unavailable";
            /** @description Status of the subscription at the payment provider; `none` without one */
            status: string;
            /**
             * @description Tier that applies to your events
             * @enum {string}
             */
            tier: "free" | "pro" | "business";
            /** @description Use of each limit of the tier */
            usage: {
                /** @description Collaborators and invited addresses over all your events */
                collaborators: {
                    /** @description Null: unlimited */
                    limit: number | null;
                    /** @description Current number */
                    used: number;
                };
                /** @description Events you own */
                events: {
                    /** @description Null: unlimited */
                    limit: number | null;
                    /** @description Current number */
                    used: number;
                };
                /** @description Guests of the event with the most; the limit is per event */
                guests: {
                    /** @description Null: unlimited */
                    limit: number | null;
                    /** @description Current number */
                    used: number;
                };
            };
        };
        Branding: {
            /** @description URL of an uploaded image; null: none */
            cover_url: string | null;
            /** @description One of `allowed_fonts`; null: the default */
            font: string | null;
            /**
             * @description URL of an uploaded image; null: none
             * @example /uploads/00112233445566778899aabbccddeeff.png
             */
            logo_url: string | null;
            /**
             * @description Colour as `#rrggbb`; null: the default
             * @example #4338ca
             */
            primary_color: string | null;
            /**
             * @description Colours and fonts of the invitation, and colours of emails. `primary_color` and `font` override it
             * @enum {string}
             */
            theme: "plain" | "garden" | "letter" | "midnight" | "confetti" | "deco" | "studio";
            /**
             * Format: date-time
             * @description Time of the last change; null: only defaults
             */
            updated_at: string | null;
        };
        BrandingWithFonts: components["schemas"]["Branding"] & {
            /** @description Allowed values of `font` */
            allowed_fonts: string[];
        };
        CancelEvent: {
            /** @description Message for guests, on the page and in the email */
            message?: string;
            /** @description Whether to email guests with a link who have not declined, with the calendar file. The email is sent after two minutes, unless the change is undone by then. Default: `true` */
            notify?: boolean;
        };
        ChallengePassed: {
            /**
             * @description The device is verified: it can view the invitation and change the RSVP
             * @enum {boolean}
             */
            proved: true;
        };
        ChallengeProblem: components["schemas"]["Problem"] & ({
            /** @description Channels to which a code can be sent; see `POST /access/{token}/challenge`. Absent if the host has neither address nor phone, or the event asks for no codes */
            challenge?: {
                /** @description Channels by which a code can be sent */
                channels: ("email" | "sms")[];
                /** @description Masked address of each channel */
                sent_to: {
                    /** @description Masked address */
                    email?: string;
                    /** @description Masked number */
                    sms?: string;
                };
            };
            /** @description `request_edit_link`: the guest can get an edit link by email. `ask_host`: the guest can ask the host, see `POST /access/{token}/ask-host` */
            hint?: string;
            /**
             * @description Why `challenge` is absent: no address or phone of the guest can be sent a code
             * @enum {string}
             */
            reason?: "no_contact";
        } & {
            [key: string]: unknown;
        });
        ChallengeSent: {
            /**
             * @description Channel of the code
             * @enum {string}
             */
            channel: "email" | "sms";
            /** @description Seconds until the code expires */
            expires_in: number;
            /** @description Masked address or number */
            sent_to: string;
        };
        ChangeAlerts: {
            /**
             * @description RSVPs. `each`: one email per RSVP, at most one per minute; `daily`: a digest at 08:00 in the event's time zone, if something happened
             * @enum {string}
             */
            answers: "each" | "daily" | "off";
            /**
             * Format: date-time
             * @description `updated_at` as you read it. After another change since then, returns 409 `alerts_changed`
             */
            expected_updated_at?: string | null;
            /**
             * @description Lowest risk band of an access to report, at most one email per hour and guest
             * @enum {string}
             */
            risk: "high" | "block" | "off";
            /** @description Whether to report parties that join the waitlist, let an offer expire, or are passed over because they cannot be emailed */
            waitlist: boolean;
        };
        ChangeBranding: {
            /** @description URL of an uploaded image; null: none */
            cover_url?: "" | string | null;
            /**
             * Format: date-time
             * @description `updated_at` as you read it. After another change since then, returns 409 `branding_changed`
             */
            expected_updated_at?: string | null;
            /** @description One of `allowed_fonts`; null: the default */
            font?: "" | ("System" | "Arial" | "Verdana" | "Trebuchet MS" | "Futura" | "Optima" | "Georgia" | "Times New Roman" | "Palatino" | "Garamond" | "Didot" | "Rockwell" | "Courier New" | "Menlo" | "Brush Script MT") | null;
            /** @description URL of an uploaded image; null: none */
            logo_url?: "" | string | null;
            /** @description Colour as `#rrggbb`; null: the default */
            primary_color?: "" | string | null;
            /**
             * @description Theme of the invitation, on every tier
             * @enum {string|null}
             */
            theme?: "plain" | "garden" | "letter" | "midnight" | "confetti" | "deco" | "studio" | null;
        };
        ChangedEvent: components["schemas"]["Event"] & {
            /** @description Whether this request causes an email. What stops an email later is shown at the guest or in the message */
            notified: boolean;
            /**
             * @description Why the change causes no email; null: it causes one. `bounced`, `complained`, `unsubscribed`: of the address. `email_unverified`, `sending_paused`, `sending_limit`: of your account or the event's host. `mailbox_limit`: nine emails per hour from one host to one mailbox. `notice_limit`: six change notices in 24 hours. `too_soon`: an hour after your last change of the RSVP. `no_change`: no field that guests are notified about has changed. `missing_scope`: the API key has neither `invitations:send` nor `messages:send`
             * @enum {string|null}
             */
            reason: "not_requested" | "no_address" | "no_link" | "no_change" | "event_cancelled" | "event_over" | "walk_in" | "missing_scope" | "too_soon" | "unsubscribed" | "bounced" | "complained" | "email_unverified" | "sending_paused" | "sending_limit" | "mailbox_limit" | "notice_limit" | null;
        };
        ChangedGuests: {
            /** @description Number of RSVPs whose plus-ones were lowered */
            adjusted: number;
            /** @description Number of guests */
            updated: number;
        };
        ChangeEmail: {
            /** @description New address. It replaces the current one when you open the link in the email to it */
            email: string;
            /** @description Your current password */
            password: string;
        };
        ChangeEvent: {
            /**
             * @description How German and French texts address guests: `formal` with Sie and vous, `informal` with du and tu. Other languages have one form
             * @enum {string}
             */
            address_form?: "formal" | "informal";
            /** @description Number of people, guests and their companions; null: unlimited */
            capacity?: number | null;
            /**
             * @description Whether guests name their companions instead of a number
             * @enum {string}
             */
            companion_names?: "off" | "optional" | "required";
            /** @description Number of people an invitation is for, the guest included, if the guest has no `party_size` and no named companions: 1 if nobody may be brought along; null: up to 10 companions. A lower number changes no RSVP: its guest can keep or reduce the party */
            default_party_size?: number | null;
            /** @description Text for guests; null removes it */
            description?: string | null;
            /**
             * Format: date-time
             * @description Time from which guests may come; null: two hours before `event_date`
             */
            door_opens_at?: string | null;
            /**
             * Format: date-time
             * @description End of the event; null: not shown, and 12 hours after the start are assumed
             */
            end_time?: string | null;
            /**
             * Format: date-time
             * @description Start of the event
             */
            event_date?: string;
            /**
             * Format: date-time
             * @description `updated_at` as you read it. After another change since then, returns 409 `event_changed`
             */
            expected_updated_at?: string;
            /** @description With `capacity`: whether to lower it below the taken seats. No guest loses a seat, and no guest gets one until there is room */
            force?: boolean;
            /**
             * @description Language of the event's emails for guests without their own, BCP 47
             * @example en
             */
            locale?: string;
            /** @description Whether a guest can have a lost link emailed again, to the address on file */
            lost_links?: boolean;
            name?: string;
            /** @description Whether to email guests with a link who have not declined what has changed of name, description, venue and times, with the new calendar file. Changes within ten minutes are one email; a change that is undone by then is not emailed */
            notify?: boolean;
            /** @description With `notify`: whether the email also goes to guests whom no email has reached so far, such as guests who got their link by chat. Default: `true` */
            notify_never_emailed?: boolean;
            /** @description Hours for which an offered seat is held, at the latest until `event_date` */
            offer_hours?: number;
            /** @description Cannot be changed */
            readonly region?: string;
            /** @description Address for guests' replies to emails; null: none. Your own verified address is used immediately. Any other address gets an email with a link, and is used after its owner has opened the link. Sending the field again repeats that email */
            reply_to?: string | null;
            /** @description Whether members without a passkey or an authenticator app, and their API keys, get 403 `second_factor_required`. Only an owner with a second factor can change it, after a step-up. Door devices and guests are not affected */
            require_second_factor?: boolean;
            /**
             * Format: date-time
             * @description After it, guests can only decline. At most `event_date`; null: the end of the event
             */
            rsvp_deadline?: string | null;
            /** @description With `event_date`: whether messages and reminders whose time you chose move with the event. A message whose new time is past becomes a draft */
            shift_messages?: boolean;
            /**
             * @description Countries (ISO 3166 alpha-2, such as `DE`) to which codes and other text messages are sent, among those that the service allows; null: the country of `timezone`, none for `UTC` or a zone of several countries. Premium-rate and shared-cost numbers get no text messages in any country
             * @example [
             *       "DE",
             *       "AT"
             *     ]
             */
            sms_countries?: string[] | null;
            /**
             * @description Lowest risk band in which a guest must enter a code, sent to the address or phone on file. `low` asks every device once, regardless of its score; a device that stores no ID, each time. Verified devices, trusted networks, and bots that get only a preview are not asked. Below `block`, guests who cannot be sent a code are not asked. An access without a score in time is asked with `low` and `medium`, and gets in with `high` and `block`
             * @enum {string}
             */
            step_up_from?: "low" | "medium" | "high" | "block" | "never";
            /** @description IANA name of the zone in which guests read times, such as `Europe/Berlin` */
            timezone?: string;
            /** @description Address or name of the place, as guests read it; null removes it */
            venue?: string | null;
            /** @description Whether an attending RSVP to a full event joins the waitlist. If false, it returns 409 `event_full`. */
            waitlist?: boolean;
        };
        ChangeGuest: {
            /** @description With `party_size` or `companions`: whether to lower the plus-ones of a larger RSVP instead of returning 409 `party_size_below_answers`. */
            adjust?: boolean;
            /** @description Whether each device with this guest's link must enter a code, regardless of its score and the event's `step_up_from`, until one enters it. Verified devices are not asked. Returns 400 if the guest cannot be sent a code; no effect while a guest cannot be sent one later */
            ask_for_code?: boolean;
            /** @description People who share the guest's link: a household. They limit the party if `party_size` is null. A `party_size` must have room for all of them */
            companions?: {
                name: string;
            }[];
            /** @description Unique within the event, ignoring case (409 `duplicate_guest`); null: the guest cannot be emailed */
            email?: string | null;
            /**
             * Format: date-time
             * @description `updated_at` as you read it. After another change since then, returns 409 `guest_changed`
             */
            expected_updated_at?: string;
            /** @description The guest's ID in your own system, unique within the event (409 `duplicate_external_id`) */
            external_id?: string | null;
            /** @description How pages and messages greet the guest: `Mum and Dad`. Null: by the first name if it is certain, else by the name */
            greeting?: string | null;
            /**
             * @description The guest's language, BCP 47; null: the event's
             * @example en
             */
            locale?: string | null;
            name?: string;
            /** @description Your notes; the guest never sees them */
            notes?: string | null;
            /** @description Number of people that the invitation is for, the guest included; null: the guest and `companions`, otherwise the event's `default_party_size` */
            party_size?: number | null;
            /** @description E.164: `+`, the country code and the number, only digits. The error for another spelling with a country code has the E.164 form. */
            phone?: string | null;
            /** @description Table or seat, which the door shows */
            table?: string | null;
            /** @description Your labels, unique ignoring case */
            tags?: string[];
        };
        ChangeGuests: {
            /** @description Tags to add. A guest who has a tag in another case keeps it */
            add_tags?: string[];
            /** @description With `party_size`: whether to lower the plus-ones of larger RSVPs instead of returning 409 `party_size_below_answers`. */
            adjust?: boolean;
            /** @description IDs of guests; a repeated ID counts once */
            guest_ids: string[];
            /** @description Number of people, the guest included; null: not limited by the invitation */
            party_size?: number | null;
            /** @description Tags to remove, ignoring case */
            remove_tags?: string[];
            /** @description Table or seat; null: none */
            table?: string | null;
        };
        ChangeMessage: {
            /** @description Guests by RSVP (`attending`: with a confirmed seat; `pending`: none yet), by state, or by tag (`tag:family`), evaluated when the message is sent. `unopened`: invited, but has not opened the link; `undelivered`: did not get the invitation; `offered`: has not accepted an offered seat yet; `not_arrived`: attending with a seat, but not checked in. `everyone`, tags and chosen guests include all guests; guests added at the door are never `pending` */
            audience?: ("everyone" | "attending" | "pending" | "declined" | "maybe" | "attending_and_pending" | "attending_and_maybe" | "pending_and_maybe" | "unopened" | "undelivered" | "waitlisted" | "offered" | "checked_in" | "not_arrived") | string;
            /** @description Plain text. `{{guest_name}}`, `{{first_name}}`, `{{event_name}}`, `{{event_date}}`, `{{days_away}}`, `{{reply_by}}`, `{{venue}}`, `{{rsvp_link}}` are replaced for each guest. A value that is missing takes its phrase with it: without a venue, `(at {{venue}})` is left out. `{{days_away}}` is `today`, `tomorrow` or `in 3 days` at the time of sending. `{{reply_by}}` is a sentence that asks for a reply by the `rsvp_deadline`, or now if there is none; a guest who has replied does not get it */
            body?: string;
            /**
             * @description `email`, or `sms` without a subject
             * @enum {string}
             */
            channel?: "email" | "sms";
            /**
             * Format: date-time
             * @description `updated_at` as you read it. After another change since then, returns 409 `message_changed`
             */
            expected_updated_at?: string;
            /** @description Chosen guests; replaces an audience or the previous choice */
            guest_ids?: string[];
            /**
             * @description `schedule` requires `send_at`
             * @enum {string}
             */
            mode?: "draft" | "schedule" | "send_now";
            /**
             * @description Whether guests of the audience who have no RSVP and never got a link are recipients. The message would be their invitation
             * @enum {string}
             */
            not_invited?: "include" | "skip";
            /**
             * Format: date-time
             * @description Time at which the message is due; required to `schedule`
             */
            send_at?: string | null;
            /** @description Required for email */
            subject?: string | null;
            /**
             * @description All texts in additional languages, by BCP 47 tag; null or empty: none. A guest gets the text in their `locale`, otherwise in the event's, otherwise `subject` and `body`. A translation without `subject` has the message's. A reminder with the default text is sent in the default text of each other language
             * @example {
             *       "de": {
             *         "subject": "Bis Samstag",
             *         "body": "Hallo {{first_name}}, um sechs geht es los."
             *       }
             *     }
             */
            translations?: {
                [key: string]: {
                    body: string;
                    subject?: string;
                };
            } | null;
        };
        ChangePassword: {
            /** @description Your current password */
            current: string;
            /** @description Any Unicode text, except the most common passwords and those derived from your email address or the name or host name of the service */
            password: string;
        };
        ChangeRole: {
            /**
             * @description `viewer` reads, `editor` also changes and sends, `owner` also manages the team and deletes
             * @enum {string}
             */
            role: "viewer" | "editor" | "owner";
        };
        ChangeTexts: {
            /** @description `body` replaces the default greeting for attending guests. Other RSVPs get the default */
            confirmation?: {
                /** @description Null: the default greeting */
                body?: string | null;
            } | null;
            /**
             * Format: date-time
             * @description `updated_at` as you read it. After another change since then, returns 409 `texts_changed`
             */
            expected_updated_at?: string | null;
            /** @description `body` replaces the default greeting. Facts, description and buttons remain */
            invitation?: {
                /** @description Null: the default greeting */
                body?: string | null;
                /** @description Null: the default subject */
                subject?: string | null;
            } | null;
            /** @description Text at the end of every reminder, except to guests on the waitlist or with an offered seat; null: none */
            reminder_footer?: string | null;
            /**
             * @description Texts in additional languages, by BCP 47 tag. A guest gets the texts in their `locale`, otherwise in the event's. Texts that a language omits are those without a language
             * @example {
             *       "de": {
             *         "invitation": {
             *           "subject": "Tanzen wir, {{first_name}}?"
             *         }
             *       }
             *     }
             */
            translations?: {
                [key: string]: {
                    /** @description `body` replaces the default greeting for attending guests. Other RSVPs get the default */
                    confirmation?: {
                        /** @description Null: the default greeting */
                        body?: string | null;
                    } | null;
                    /** @description `body` replaces the default greeting. Facts, description and buttons remain */
                    invitation?: {
                        /** @description Null: the default greeting */
                        body?: string | null;
                        /** @description Null: the default subject */
                        subject?: string | null;
                    } | null;
                    /** @description Text at the end of every reminder, except to guests on the waitlist or with an offered seat; null: none */
                    reminder_footer?: string | null;
                };
            } | null;
        };
        ChangeThresholds: {
            /** @description Lowest score of the band */
            block: number;
            /**
             * Format: date-time
             * @description `updated_at` as you read it. After another change since then, returns 409 `thresholds_changed`
             */
            expected_updated_at?: string;
            /** @description Lowest score of the band */
            high: number;
            /** @description Lowest score of the band */
            medium: number;
        };
        /** @description Send at least one field. */
        ChangeUser: {
            /**
             * @description Language of emails to you, BCP 47
             * @example en
             */
            locale?: string;
            /** @description Your name, which guests see as the sender of emails. At most 60 characters, and nothing like a web or email address or like Usher */
            name?: string;
        };
        ChangeWebhookEndpoint: {
            /**
             * Format: date-time
             * @description `updated_at` as you read it. After another change since then, returns 409 `webhook_changed`
             */
            expected_updated_at?: string;
            /**
             * @description `disabled` pauses deliveries; `enabled` resumes them
             * @enum {string}
             */
            status?: "enabled" | "disabled";
            /** @description Types of activities to send; `*`: all types, including later ones */
            types?: ("*" | "access.scored" | "rsvp.submitted" | "rsvp.updated" | "check_in.recorded" | "check_in.arrived" | "check_in.undone" | "waitlist.offered" | "waitlist.passed_over" | "challenge.sent" | "challenge.passed" | "challenge.failed" | "access.reported" | "event.updated" | "event.cancelled" | "guest.created" | "guest.updated" | "guest.deleted" | "invitation.sent" | "invitation.delivered" | "invitation.bounced" | "invitation.opened")[];
            /**
             * Format: uri
             * @description URL with `https://`, a public host name and the port 443 or 8443. Redirects are not followed
             * @example https://hooks.example.com/usher
             */
            url?: string;
        };
        CheckIn: {
            /** @description Number of people of the party who are in, including late arrivals */
            arrival_count: number;
            /**
             * Format: date-time
             * @description Time of arrival
             */
            checked_in_at: string;
            /**
             * Format: uuid
             * @description ID of the user who scanned, or who created the door device; null: the account was deleted
             */
            checked_in_by: string | null;
            /** @description Name of the user in `checked_in_by` */
            checked_in_by_name: string;
            /**
             * Format: date-time
             * @description `scanned_at` of the request, if it was not used; otherwise null
             */
            claimed_at: string | null;
            /** @description Door device that scanned; null: a user scanned, or the device was deleted */
            door_device: {
                /** Format: uuid */
                id: string;
                /**
                 * @description `access`: the link was opened; `rsvp`: an RSVP was submitted; `edit`: an RSVP was changed
                 * @enum {string}
                 */
                kind: "named" | "scanner_ticket";
                name: string;
            } | null;
            guest: {
                /** @description Names of the companions, as far as they are known */
                companions: string[];
                /** Format: uuid */
                id: string;
                name: string;
                /** @description Table or seat; null: none */
                table: string | null;
                tags: string[];
            };
            /** Format: uuid */
            guest_id: string;
            /** Format: uuid */
            id: string;
            /** @description Notes from the door; null: none */
            notes: string | null;
            /** @description Whether a walk-in exceeds the guest limit of the host's tier or the event's capacity. Walk-ins take no seats of RSVPs */
            over_limit: boolean;
            /** @description Whether a walk-in exceeds the guest limit of the host's tier. Such a guest gets no link (402 `tier_limit`) and therefore no emails while the list is above the limit */
            over_tier: boolean;
            /**
             * Format: date-time
             * @description Time at which the server stored the check-in; later than `checked_in_at` for an offline scan
             */
            recorded_at: string;
            /** @description Number of expected people who are not in yet */
            remaining: number;
            /** @description Whether the guest was added at the door */
            walk_in: boolean;
        };
        CheckInList: {
            event: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            items: components["schemas"]["CheckIn"][];
            /** @description Send as `cursor` to get the next page; null on the last page */
            next_cursor: string | null;
            /** @description Headcounts of all check-ins */
            summary: components["schemas"]["DoorSummary"];
        };
        CheckInPreview: {
            /** @description Check-in of the guest; null: not checked in */
            check_in: components["schemas"]["CheckIn"] | null;
            /** @description Number of people to expect, the guest included */
            expected_party_size: number;
            guest: {
                /** @description Names of the companions, as far as they are known */
                companions: string[];
                /** Format: uuid */
                id: string;
                name: string;
                /** @description Notes of the hosts; null: none */
                notes: string | null;
                /** @description Number of people that the invitation is for; null: not limited by the invitation */
                party_size: number | null;
                /** @description Table or seat; null: none */
                table: string | null;
                tags: string[];
            };
            /** @description Whether a check-in needs `override: true` */
            needs_override: boolean;
            /** @description `maybe` and `no_answer` are for information; the others need `override`. `reply_undone`: the code belongs to an RSVP that the host has undone. `no_seat`: the guest did not accept an offered seat in time */
            reasons: ("declined" | "link_replaced" | "waitlisted" | "seat_offered" | "no_seat" | "maybe" | "no_answer" | "reply_undone")[];
            /** @description Current RSVP; null: none */
            rsvp: {
                /** @description Number of companions */
                plus_ones: number;
                /**
                 * @description The guest's answer to the invitation
                 * @enum {string}
                 */
                response: "attending" | "declined" | "maybe";
                /**
                 * @description Seat of the RSVP; null: none
                 * @enum {string|null}
                 */
                seat: "confirmed" | "waitlisted" | "offered" | null;
            } | null;
            /**
             * @description Whether the guest is coming. `walk_in`: added at the door; `coming`: with a seat; `offered`, `waitlisted`, `unseated`: attending without one; `silent`: invited, no RSVP
             * @enum {string}
             */
            standing: "walk_in" | "coming" | "offered" | "waitlisted" | "unseated" | "maybe" | "declined" | "silent" | "not_invited";
            /**
             * @description `ready`: no reasons; `attention`: see `reasons`; `already_checked_in`: see `check_in`
             * @enum {string}
             */
            verdict: "ready" | "attention" | "already_checked_in";
        };
        Collaborator: {
            /** @description Address of the member's account */
            email: string;
            /** Format: uuid */
            event_id: string;
            /** @description Name of the member's account */
            name: string;
            /**
             * @description `viewer` reads, `editor` also changes and sends, `owner` also manages the team and deletes
             * @enum {string}
             */
            role: "viewer" | "editor" | "owner";
            /**
             * Format: uuid
             * @description ID of the member's account
             */
            user_id: string;
        };
        CollaboratorInvite: components["schemas"]["PendingCollaboratorInvite"] & {
            /**
             * Format: date-time
             * @description Time at which the invite was last sent
             */
            created_at: string;
            /** @description Whether this request causes an email. What stops an email later is shown at the guest or in the message */
            notified: boolean;
            /**
             * @description Why the change causes no email; null: it causes one. `bounced`, `complained`, `unsubscribed`: of the address. `email_unverified`, `sending_paused`, `sending_limit`: of your account or the event's host. `mailbox_limit`: nine emails per hour from one host to one mailbox. `notice_limit`: six change notices in 24 hours. `too_soon`: an hour after your last change of the RSVP. `no_change`: no field that guests are notified about has changed. `missing_scope`: the API key has neither `invitations:send` nor `messages:send`
             * @enum {string|null}
             */
            reason: "not_requested" | "no_address" | "no_link" | "no_change" | "event_cancelled" | "event_over" | "walk_in" | "missing_scope" | "too_soon" | "unsubscribed" | "bounced" | "complained" | "email_unverified" | "sending_paused" | "sending_limit" | "mailbox_limit" | "notice_limit" | null;
        };
        CollaboratorInvitePreview: {
            event: {
                /**
                 * Format: date-time
                 * @description Start of the event
                 */
                event_date: string;
                /** Format: uuid */
                id: string;
                name: string;
                /** @description IANA name of the zone in which guests read times, such as `Europe/Berlin` */
                timezone: string;
            };
            /**
             * Format: date-time
             * @description Time at which the invite expires: 7 days after it was sent
             */
            expires_at: string;
            /** @description Name of the owner who sent the invite */
            invited_by: string;
            /** @description Address that the invite was sent to; only its account can accept */
            invited_email: string;
            /**
             * @description `viewer` reads, `editor` also changes and sends, `owner` also manages the team and deletes
             * @enum {string}
             */
            role: "viewer" | "editor" | "owner";
        };
        Collaborators: {
            /** @description Members of the event, owners first */
            items: components["schemas"]["Collaborator"][];
            /** @description Open invites */
            pending: components["schemas"]["PendingCollaboratorInvite"][];
        };
        ComplaintCode: {
            /**
             * @description Six digits as typed; spaces, dashes and digits of other scripts are accepted
             * @example 123456
             */
            code: string;
        };
        ComplaintUndone: components["schemas"]["UnsubscribeState"] & {
            /** @description Names of the hosts whose emails stay stopped, because one was reported as spam */
            stopped_hosts: string[];
        };
        ConfirmTotp: {
            /**
             * @description Six digits of the authenticator app
             * @example 287082
             */
            code: string;
        };
        CopyEvent: {
            /**
             * Format: date-time
             * @description Start of the copy, with which all other times move
             */
            event_date: string;
            /** @description Parts to copy in addition to the settings. `guests` are copied without RSVPs and links; `messages` you wrote become drafts, and reminders keep your text and times. Default: nothing */
            include?: ("guests" | "branding" | "messages" | "questions" | "texts")[];
            name: string;
        };
        CountChosen: {
            /** @description Guests by RSVP (`attending`: with a confirmed seat; `pending`: none yet), by state, or by tag (`tag:family`), evaluated when the message is sent. `unopened`: invited, but has not opened the link; `undelivered`: did not get the invitation; `offered`: has not accepted an offered seat yet; `not_arrived`: attending with a seat, but not checked in. `everyone`, tags and chosen guests include all guests; guests added at the door are never `pending` */
            audience?: ("everyone" | "attending" | "pending" | "declined" | "maybe" | "attending_and_pending" | "attending_and_maybe" | "pending_and_maybe" | "unopened" | "undelivered" | "waitlisted" | "offered" | "checked_in" | "not_arrived") | string;
            /** @description Text whose size to compute, for `sms` */
            body?: string;
            /**
             * @description Default: `email`
             * @enum {string}
             */
            channel?: "email" | "sms";
            /** @description Chosen guests, instead of an audience */
            guest_ids?: string[];
            /**
             * @description As in the message. Default: `include`
             * @enum {string}
             */
            not_invited?: "include" | "skip";
            /**
             * @description All texts in additional languages, by BCP 47 tag; null or empty: none. A guest gets the text in their `locale`, otherwise in the event's, otherwise `subject` and `body`. A translation without `subject` has the message's. A reminder with the default text is sent in the default text of each other language
             * @example {
             *       "de": {
             *         "subject": "Bis Samstag",
             *         "body": "Hallo {{first_name}}, um sechs geht es los."
             *       }
             *     }
             */
            translations?: {
                [key: string]: {
                    body: string;
                    subject?: string;
                };
            } | null;
        };
        CreatedApiKey: {
            /** @description Networks from which the key works, as CIDRs; null: all */
            allowed_networks: string[] | null;
            /** Format: date-time */
            created_at: string;
            /** @description Events that the key is restricted to; null: all your events */
            event_ids: string[] | null;
            /**
             * Format: date-time
             * @description Time at which the key expires. An email reminds you seven days before
             */
            expires_at: string;
            /** Format: uuid */
            id: string;
            /**
             * @description Bearer token, returned only once. The service stores its SHA-256
             * @example usk_4fR0wzBq7MZ2nTt0cXh1yKd9sVbG5aLe3CpuLu
             */
            key: string;
            /**
             * Format: date-time
             * @description Time of the last use, accurate to 10 minutes; null: never used
             */
            last_used_at: string | null;
            /** @description City and country of the last use, otherwise its network; null: not known */
            last_used_place: string | null;
            name: string;
            /**
             * @description First 12 characters of the key
             * @example usk_4fR0wzBq
             */
            prefix: string;
            /**
             * Format: uuid
             * @description ID of the key that a rotation made in its place; null: not rotated
             */
            replaced_by: string | null;
            /**
             * @description Operations the key can call. `events:write` and `guests:write` include reading
             * @example [
             *       "guests:write",
             *       "invitations:send"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
        };
        CreatedWebhookEndpoint: components["schemas"]["WebhookEndpoint"] & {
            /**
             * @description Shown this once
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
        };
        CreateEvent: {
            /**
             * @description How German and French texts address guests: `formal` with Sie and vous, `informal` with du and tu. Other languages have one form. Default: `formal`
             * @enum {string}
             */
            address_form?: "formal" | "informal";
            /** @description Number of people, guests and their companions; null: unlimited */
            capacity?: number | null;
            /**
             * @description Whether guests name their companions instead of a number. Default: `off`
             * @enum {string}
             */
            companion_names?: "off" | "optional" | "required";
            /** @description Number of people an invitation is for, the guest included, if the guest has no `party_size` and no named companions: 1 if nobody may be brought along; null: up to 10 companions. A lower number changes no RSVP: its guest can keep or reduce the party */
            default_party_size?: number | null;
            /** @description Text for guests */
            description?: string | null;
            /**
             * Format: date-time
             * @description Time from which guests may come; null: two hours before `event_date`
             */
            door_opens_at?: string | null;
            /**
             * Format: date-time
             * @description End of the event; null: not shown, and 12 hours after the start are assumed
             */
            end_time?: string | null;
            /**
             * Format: date-time
             * @description Start of the event
             */
            event_date: string;
            /**
             * @description Language of the event's emails for guests without their own, BCP 47. Default: `en`
             * @example en
             */
            locale?: string;
            /** @description Whether a guest can have a lost link emailed again, to the address on file. Default: `true` */
            lost_links?: boolean;
            name: string;
            /** @description Hours for which an offered seat is held, at the latest until `event_date`. Default: `24` */
            offer_hours?: number;
            /**
             * @description Region that stores the event's data, which cannot change. Default: the region nearest to you
             * @example default
             */
            region?: string;
            /** @description Address for guests' replies to emails; null: none. Your own verified address is used immediately. Any other address gets an email with a link, and is used after its owner has opened the link. Sending the field again repeats that email */
            reply_to?: string | null;
            /**
             * Format: date-time
             * @description After it, guests can only decline. At most `event_date`; null: the end of the event
             */
            rsvp_deadline?: string | null;
            /**
             * @description Countries (ISO 3166 alpha-2, such as `DE`) to which codes and other text messages are sent, among those that the service allows; null: the country of `timezone`, none for `UTC` or a zone of several countries. Premium-rate and shared-cost numbers get no text messages in any country
             * @example [
             *       "DE",
             *       "AT"
             *     ]
             */
            sms_countries?: string[] | null;
            /**
             * @description Lowest risk band in which a guest must enter a code, sent to the address or phone on file. `low` asks every device once, regardless of its score; a device that stores no ID, each time. Verified devices, trusted networks, and bots that get only a preview are not asked. Below `block`, guests who cannot be sent a code are not asked. An access without a score in time is asked with `low` and `medium`, and gets in with `high` and `block`. Default: `block`
             * @enum {string}
             */
            step_up_from?: "low" | "medium" | "high" | "block" | "never";
            /** @description Default: `UTC` */
            timezone?: string;
            /** @description Address or name of the place, as guests read it */
            venue?: string | null;
            /** @description Whether an attending RSVP to a full event joins the waitlist. If false, it returns 409 `event_full`. Default: `false` */
            waitlist?: boolean;
        };
        CreateGuest: {
            /** @description People who share the guest's link: a household. They limit the party if `party_size` is null. A `party_size` must have room for all of them */
            companions?: {
                name: string;
            }[];
            /** @description Unique within the event, ignoring case (409 `duplicate_guest`); null: the guest cannot be emailed */
            email?: string | null;
            /** @description The guest's ID in your own system, unique within the event (409 `duplicate_external_id`) */
            external_id?: string | null;
            /** @description How pages and messages greet the guest: `Mum and Dad`. Null: by the first name if it is certain, else by the name */
            greeting?: string | null;
            /**
             * @description The guest's language, BCP 47; null: the event's
             * @example en
             */
            locale?: string | null;
            name: string;
            /** @description Your notes; the guest never sees them */
            notes?: string | null;
            /** @description Number of people that the invitation is for, the guest included; null: the guest and `companions`, otherwise the event's `default_party_size` */
            party_size?: number | null;
            /** @description E.164: `+`, the country code and the number, only digits. The error for another spelling with a country code has the E.164 form. */
            phone?: string | null;
            /**
             * @description `ask`: if someone on the list has this name, in another order, case or spelling too, return 409 `name_on_list` and add nobody. Default: `add`
             * @enum {string}
             */
            same_name?: "add" | "ask";
            /** @description Table or seat, which the door shows */
            table?: string | null;
            /** @description Your labels, unique ignoring case */
            tags?: string[];
        };
        /**
         * @example {
         *       "audience": "attending",
         *       "channel": "email",
         *       "subject": "See you on Saturday",
         *       "body": "Hi {{first_name}}, doors open at six.",
         *       "mode": "draft"
         *     }
         */
        CreateMessage: {
            /** @description Guests by RSVP (`attending`: with a confirmed seat; `pending`: none yet), by state, or by tag (`tag:family`), evaluated when the message is sent. `unopened`: invited, but has not opened the link; `undelivered`: did not get the invitation; `offered`: has not accepted an offered seat yet; `not_arrived`: attending with a seat, but not checked in. `everyone`, tags and chosen guests include all guests; guests added at the door are never `pending` */
            audience?: ("everyone" | "attending" | "pending" | "declined" | "maybe" | "attending_and_pending" | "attending_and_maybe" | "pending_and_maybe" | "unopened" | "undelivered" | "waitlisted" | "offered" | "checked_in" | "not_arrived") | string;
            /** @description Plain text. `{{guest_name}}`, `{{first_name}}`, `{{event_name}}`, `{{event_date}}`, `{{days_away}}`, `{{reply_by}}`, `{{venue}}`, `{{rsvp_link}}` are replaced for each guest. A value that is missing takes its phrase with it: without a venue, `(at {{venue}})` is left out. `{{days_away}}` is `today`, `tomorrow` or `in 3 days` at the time of sending. `{{reply_by}}` is a sentence that asks for a reply by the `rsvp_deadline`, or now if there is none; a guest who has replied does not get it */
            body: string;
            /**
             * @description `email`, or `sms` without a subject
             * @enum {string}
             */
            channel: "email" | "sms";
            /** @description Chosen guests, instead of an audience */
            guest_ids?: string[];
            /**
             * @description `schedule` requires `send_at`
             * @enum {string}
             */
            mode: "draft" | "schedule" | "send_now";
            /**
             * @description Whether guests of the audience who have no RSVP and never got a link are recipients. The message would be their invitation. Default: `include`
             * @enum {string}
             */
            not_invited?: "include" | "skip";
            /**
             * Format: date-time
             * @description Time at which the message is due; required to `schedule`
             */
            send_at?: string | null;
            /** @description Required for email */
            subject?: string | null;
            /**
             * @description All texts in additional languages, by BCP 47 tag; null or empty: none. A guest gets the text in their `locale`, otherwise in the event's, otherwise `subject` and `body`. A translation without `subject` has the message's. A reminder with the default text is sent in the default text of each other language
             * @example {
             *       "de": {
             *         "subject": "Bis Samstag",
             *         "body": "Hallo {{first_name}}, um sechs geht es los."
             *       }
             *     }
             */
            translations?: {
                [key: string]: {
                    body: string;
                    subject?: string;
                };
            } | null;
        };
        CreateWebhookEndpoint: {
            /**
             * Format: uuid
             * @description Event whose activities to send. Default: all events you own, including later ones
             */
            event_id?: string | null;
            /** @description Types of activities to send; `*`: all types, including later ones */
            types: ("*" | "access.scored" | "rsvp.submitted" | "rsvp.updated" | "check_in.recorded" | "check_in.arrived" | "check_in.undone" | "waitlist.offered" | "waitlist.passed_over" | "challenge.sent" | "challenge.passed" | "challenge.failed" | "access.reported" | "event.updated" | "event.cancelled" | "guest.created" | "guest.updated" | "guest.deleted" | "invitation.sent" | "invitation.delivered" | "invitation.bounced" | "invitation.opened")[];
            /**
             * Format: uri
             * @description URL with `https://`, a public host name and the port 443 or 8443. Redirects are not followed
             * @example https://hooks.example.com/usher
             */
            url: string;
        };
        Credential: {
            /** Format: date-time */
            created_at: string;
            /** @description Browser and system of its creation, for a session or within 90 days; null: not known */
            created_device: string | null;
            /** @description Place of its creation, for a session or within 90 days; null: not known */
            created_place: string | null;
            /** @description Whether this request uses it */
            current: boolean;
            /**
             * Format: uuid
             * @description Event that it is for; null: not for one event
             */
            event_id: string | null;
            /** @description Description of what it can do */
            grants: string;
            /**
             * Format: uuid
             * @description ID for `DELETE /me/security/{kind}/{credentialId}`
             */
            id: string;
            kind: components["schemas"]["CredentialKind"];
            /**
             * Format: date-time
             * @description Time of the last use; null: never used, or not recorded
             */
            last_used_at: string | null;
            /** @description City and country as Cloudflare reports them, otherwise the network; null: not known */
            last_used_place: string | null;
            /** @description Your name for it. For a session: browser and system; webhook endpoint: host; link in an email: its effect; invite: address. Null: none */
            name: string | null;
            /** @description Other actions that revoke it, such as `reset_by_mail` or `sign_out_everywhere` */
            revoked_by: string[];
        };
        /** @enum {string} */
        CredentialKind: "session" | "passkey" | "authenticator_app" | "recovery_code" | "api_key" | "webhook_endpoint" | "door_device" | "scanner_ticket" | "account_link" | "invite";
        Credentials: {
            /** @description Bearer token for requests */
            access_token: string;
            /** @description Lifetime of the access token in seconds */
            expires_in: number;
            /** @description Lifetime of the refresh token in seconds */
            refresh_expires_in: number;
            /** @description Works once, with `POST /auth/refresh` */
            refresh_token: string;
            /** @enum {string} */
            token_type: "Bearer";
        };
        DataExport: {
            /** @description Counts of aggregated accesses; `day` is the number of days since 1970-01-01 */
            access_log_counts: {
                [key: string]: unknown;
            }[];
            /** @description Uses of guests' links, with their scores */
            access_logs: {
                [key: string]: unknown;
            }[];
            /** @description Accesses that guests reported */
            access_reports: {
                [key: string]: unknown;
            }[];
            /** @description Your security log */
            account_log: {
                [key: string]: unknown;
            }[];
            /** @description Your alert settings per event */
            alerts: {
                [key: string]: unknown;
            }[];
            /** @description Trusted networks of your events */
            allowlist: {
                [key: string]: unknown;
            }[];
            /** @description Your API keys, without the keys themselves */
            api_keys: {
                [key: string]: unknown;
            }[];
            /** @description Audit records of your events */
            audit: {
                [key: string]: unknown;
            }[];
            /** @description Time at which your authenticator app was set up, without its secret */
            authenticator_app: {
                [key: string]: unknown;
            }[];
            /** @description Branding of your events */
            branding: {
                [key: string]: unknown;
            }[];
            /** @description Codes that were sent to guests, without the codes */
            challenges: {
                [key: string]: unknown;
            }[];
            /** @description Later arrivals of parties */
            check_in_arrivals: {
                [key: string]: unknown;
            }[];
            /** @description Check-ins of guests */
            check_ins: {
                [key: string]: unknown;
            }[];
            /** @description Members of your events */
            collaborators: {
                [key: string]: unknown;
            }[];
            /** @description Devices of guests, without their accesses */
            devices: {
                [key: string]: unknown;
            }[];
            /** @description Door devices of your events */
            door_devices: {
                [key: string]: unknown;
            }[];
            /** @description Changes of your email address */
            email_changes: {
                [key: string]: unknown;
            }[];
            /** @description Events you own */
            events: {
                [key: string]: unknown;
            }[];
            /** Format: date-time */
            exported_at: string;
            /** @description Verdicts on accesses */
            feedback: {
                [key: string]: unknown;
            }[];
            /** @description Guests of your events */
            guests: {
                [key: string]: unknown;
            }[];
            /** @description Your roles, including those on other hosts' events */
            memberships: {
                [key: string]: unknown;
            }[];
            /** @description Chosen recipients of messages */
            message_recipients: {
                [key: string]: unknown;
            }[];
            /** @description Messages to guests */
            messages: {
                [key: string]: unknown;
            }[];
            /** @description Emails and text messages, without their texts */
            notifications: {
                [key: string]: unknown;
            }[];
            /** @description Waitlisted guests who could not be emailed an offer of free seats */
            passed_over: {
                [key: string]: unknown;
            }[];
            /** @description Your passkeys, without their keys */
            passkeys: {
                [key: string]: unknown;
            }[];
            /** @description Open invites to your events */
            pending_invites: {
                [key: string]: unknown;
            }[];
            /** @description Questions of your events */
            questions: {
                [key: string]: unknown;
            }[];
            /** @description Times at which your recovery codes were created and used, without the codes */
            recovery_codes: {
                [key: string]: unknown;
            }[];
            /** @description Networks from which many guests replied */
            reply_networks: {
                [key: string]: unknown;
            }[];
            /** @description Reply addresses that are not confirmed yet */
            reply_to_requests: {
                [key: string]: unknown;
            }[];
            /** @description Previous versions of RSVPs */
            rsvp_revisions: {
                [key: string]: unknown;
            }[];
            /** @description Current RSVPs */
            rsvps: {
                [key: string]: unknown;
            }[];
            /** @description Seats that were offered */
            seat_offers: {
                [key: string]: unknown;
            }[];
            /** @description Your sessions */
            sessions: {
                [key: string]: unknown;
            }[];
            /** @description Your subscriptions */
            subscriptions: {
                [key: string]: unknown;
            }[];
            /** @description Custom texts of your events' emails */
            texts: {
                [key: string]: unknown;
            }[];
            /** @description Links of your guests, without the secrets in them */
            tokens: {
                [key: string]: unknown;
            }[];
            /** @description RSVPs that a host has undone */
            undone_replies: {
                [key: string]: unknown;
            }[];
            /** @description Your images */
            uploads: {
                [key: string]: unknown;
            }[];
            /** @description Your account */
            user: {
                [key: string]: unknown;
            };
            /** @description Your webhook endpoints, without their secrets */
            webhook_endpoints: {
                [key: string]: unknown;
            }[];
        };
        DeletedGuests: {
            /** @description Number of guests */
            deleted: number;
        };
        DeleteGuests: {
            /** @description IDs of guests; a repeated ID counts once */
            guest_ids: string[];
        };
        DoorCode: {
            /** @description PNG of the QR code of `qr_token`, base64 */
            qr_png: string;
            /** @description JWT (HS256) with `event_id`, `guest_id`, `exp` and `jti`, the guest's short code. The door accepts it until 24 hours after `event_date`, also if the event moves */
            qr_token: string;
        };
        DoorDevice: {
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            /**
             * @description `named`: made for a phone at the door; `scanner_ticket`: revoked with its creator's session
             * @enum {string}
             */
            kind: "named" | "scanner_ticket";
            /** @description Network of the last use, a /24 of IPv4 or a /48 of IPv6; null: never used */
            last_network: string | null;
            /**
             * Format: date-time
             * @description Time of the last use, to the minute; null: never used
             */
            last_used_at: string | null;
            /** @description Member who created the device */
            made_by: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            name: string;
            /**
             * Format: date-time
             * @description Time at which the device was revoked; null: not revoked
             */
            revoked_at: string | null;
            /**
             * @description `scan` previews guests, checks them in and lists check-ins. `walk_in` adds guests who were not invited. `override` checks in a guest despite the RSVP or a replaced link, or with more people than expected
             * @example [
             *       "scan",
             *       "walk_in"
             *     ]
             */
            rights: ("scan" | "walk_in" | "override")[];
            /**
             * @description `ended`: revoked or expired, or its creator lost the role, signed out (a scanner ticket) or reset the password
             * @enum {string}
             */
            state: "active" | "not_open" | "ended";
            /**
             * Format: date-time
             * @description Time from which the device works
             */
            valid_from: string;
            /**
             * Format: date-time
             * @description Time until which the device works
             */
            valid_until: string;
        };
        DoorDeviceTicket: {
            /** Format: uuid */
            id: string;
            name: string;
            /**
             * @description `scan` previews guests, checks them in and lists check-ins. `walk_in` adds guests who were not invited. `override` checks in a guest despite the RSVP or a replaced link, or with more people than expected
             * @example [
             *       "scan",
             *       "walk_in"
             *     ]
             */
            rights: ("scan" | "walk_in" | "override")[];
            /** @description Bearer token for the door routes of this event, returned only once */
            ticket: string;
            /** @description Page to open on the phone; it contains the ticket */
            url: string;
            /**
             * Format: date-time
             * @description 12 hours before the event begins; moves with the event
             */
            valid_from: string;
            /**
             * Format: date-time
             * @description 24 hours after the event ends; moves with the event
             */
            valid_until: string;
        };
        DoorList: {
            /** @description The guests, grouped by the last two digits of their IDs */
            buckets: {
                /** @description Last two digits of the IDs of its guests */
                bucket: string;
                /** @description Changes with the content; send it in `have` */
                digest: string;
                guests: {
                    /** @description Check-in of the guest; null: not checked in */
                    check_in: {
                        /** @description Number of people who arrived */
                        arrival_count: number;
                        /** @description Name of the user who scanned */
                        by: string;
                        /**
                         * Format: date-time
                         * @description Time of arrival
                         */
                        checked_in_at: string;
                        /** @description Name of the door device; null: none */
                        door: string | null;
                        /**
                         * Format: uuid
                         * @description ID of the check-in
                         */
                        id: string;
                    } | null;
                    /** @description For each valid code, the first 16 bytes of the SHA-256 of `door code`, a zero byte and the code, base64url */
                    codes: string[];
                    /** @description Names of the companions, as far as they are known */
                    companions: string[];
                    /** @description Number of people to expect, the guest included */
                    expected_party_size: number;
                    /** Format: uuid */
                    id: string;
                    name: string;
                    /** @description Names of all companions for the search, also of those who are not coming */
                    party_names: string[];
                    /** @description Reasons against a check-in, as in its preview */
                    reasons: ("declined" | "link_replaced" | "waitlisted" | "seat_offered" | "no_seat" | "maybe" | "no_answer" | "reply_undone")[];
                    /**
                     * @description Whether the guest is coming. `walk_in`: added at the door; `coming`: with a seat; `offered`, `waitlisted`, `unseated`: attending without one; `silent`: invited, no RSVP
                     * @enum {string}
                     */
                    standing: "walk_in" | "coming" | "offered" | "waitlisted" | "unseated" | "maybe" | "declined" | "silent" | "not_invited";
                    /** @description Table or seat; null: none */
                    table: string | null;
                    tags: string[];
                }[];
            }[];
            /** @description AES-256 keys for the stored list, base64url: encrypt with the first, decrypt with all */
            keys: string[];
            /**
             * Format: date-time
             * @description Time at which the door closes and the phone must delete the list
             */
            valid_until: string;
        };
        DoorMatches: {
            items: {
                /**
                 * Format: date-time
                 * @description Time of arrival; null: not checked in
                 */
                checked_in_at: string | null;
                /** @description Number of people to expect, the guest included */
                expected_party_size: number;
                guest: {
                    /** @description Names of the companions, as far as they are known */
                    companions: string[];
                    /** Format: uuid */
                    id: string;
                    name: string;
                    /** @description Table or seat; null: none */
                    table: string | null;
                    tags: string[];
                };
                /** @description Companion by whose name the search found the guest; null: the guest's own name */
                matched_companion: string | null;
                /** @description Last 3 digits of the guest's phone number, to tell apart guests of one name; null: none, or a named door device asks */
                phone_ending: string | null;
                /**
                 * @description RSVP of the guest; null: none
                 * @enum {string|null}
                 */
                response: "attending" | "declined" | "maybe" | null;
                /**
                 * @description Whether the guest is coming. `walk_in`: added at the door; `coming`: with a seat; `offered`, `waitlisted`, `unseated`: attending without one; `silent`: invited, no RSVP
                 * @enum {string}
                 */
                standing: "walk_in" | "coming" | "offered" | "waitlisted" | "unseated" | "maybe" | "declined" | "silent" | "not_invited";
            }[];
        };
        DoorSummary: {
            /** @description People who arrived, including walk-ins */
            arrived_headcount: number;
            /** @description People who arrived, without walk-ins; at most `expected_headcount` */
            expected_arrived_headcount: number;
            /** @description People to expect: confirmed seats, and checked-in guests without one; walk-ins are not included */
            expected_headcount: number;
            /** @description Guests who are checked in, including walk-ins */
            guests_checked_in: number;
            /** @description Guests to expect, without walk-ins */
            guests_expected: number;
            /** @description People who arrived and were added at the door */
            walk_in_headcount: number;
            /** @description Guests who were added at the door */
            walk_ins: number;
        };
        EditLinkSent: {
            /** @description Masked address of the guest */
            sent_to: string;
        };
        /**
         * @example {
         *       "companions": [
         *         {
         *           "name": "Ben Lindqvist",
         *           "attending": false
         *         }
         *       ]
         *     }
         */
        EditRsvp: {
            /**
             * @description Values by question ID: a text, one option, a list of options, `true` or `false`, or a number. Omitted questions keep their answer; null removes it
             * @example {
             *       "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
             *     }
             */
            answers?: {
                [key: string]: "" | string | number | boolean | string[] | null;
            };
            /**
             * @description All companions, attending or not; replaces the previous list. Returns 400 if the event's `companion_names` is `off`; with `required`, attending companions need a name
             * @example [
             *       {
             *         "name": "Ben Lindqvist",
             *         "answers": {
             *           "0191e0b1-7a3c-7f00-8000-000000000042": "Vegan"
             *         }
             *       }
             *     ]
             */
            companions?: {
                /**
                 * @description Answers to questions of scope `person`, by question ID
                 * @example {
                 *       "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
                 *     }
                 */
                answers?: {
                    [key: string]: "" | string | number | boolean | string[] | null;
                };
                /** @description Default: `true` */
                attending?: boolean;
                /** @description Null or absent: not named yet. With `companion_names` `required`, attending companions need a name */
                name?: string | null;
            }[];
            /** @description Nonce from an edit link; required on a device that did not submit the RSVP and is not verified */
            edit_nonce?: string;
            /** @description Signals of the device, by name. Used: timezone, language, languages, platform, screen, color_scheme, touch, hardware_concurrency */
            fingerprint?: {
                [key: string]: string;
            };
            /** @description Number of companions, at most `max_plus_ones` of the invitation. With `companions` it is the number of attending ones, and can be omitted. Omitted without `companions`: 0 for a first RSVP, unchanged in an edit. Stored as 0 if `response` is `declined` */
            plus_ones?: number;
            /**
             * @description The guest's answer to the invitation
             * @enum {string}
             */
            response?: "attending" | "declined" | "maybe";
        };
        /**
         * @description Stable code to branch on
         * @enum {string}
         */
        ErrorCode: "access_blocked" | "alerts_changed" | "allowlist_full" | "already_arrived" | "already_asked" | "already_checked_in" | "already_member" | "already_subscribed" | "api_key_ended" | "api_keys_full" | "billing_unavailable" | "branding_changed" | "capacity_below_seated" | "challenge_failed" | "challenge_missing" | "challenge_required" | "challenge_unavailable" | "code_available" | "code_expired" | "code_used" | "database_unavailable" | "device_unknown" | "door_device_ended" | "door_devices_full" | "door_not_open" | "door_right_missing" | "duplicate_allowlist_entry" | "duplicate_external_id" | "duplicate_guest" | "edit_limit_reached" | "email_mismatch" | "email_taken" | "email_unavailable" | "email_unverified" | "empty_file" | "event_cancelled" | "event_changed" | "event_full" | "event_over" | "event_started" | "feature_disabled" | "feature_not_in_tier" | "foreign_device" | "guest_changed" | "idempotency_key_reused" | "images_unavailable" | "insufficient_scope" | "internal_error" | "invalid_cidr" | "invalid_credentials" | "invalid_factor" | "invalid_passkey" | "invalid_qr" | "invalid_signature" | "invalid_threshold_order" | "invalid_token" | "invalid_verdict" | "invite_gone" | "last_owner" | "links_changed" | "list_changed" | "malformed_csv" | "malformed_json" | "message_changed" | "message_not_editable" | "method_not_allowed" | "misconfigured" | "name_on_list" | "needs_override" | "network_not_allowed" | "network_shared" | "no_door_code" | "no_email_on_file" | "no_offer" | "no_rsvp" | "no_subscription" | "nonce_reused" | "not_a_csv" | "not_found" | "not_waiting" | "offer_expired" | "outcome_erased" | "party_full" | "party_size_below_answers" | "passkey_limit_reached" | "payload_too_large" | "qr_expired" | "questions_changed" | "rate_limited" | "recipient_limit" | "region_unavailable" | "replies_undo_expired" | "replies_undo_running" | "report_expired" | "role_too_low" | "rsvp_changed" | "rsvp_closed" | "rsvp_exists" | "second_factor_required" | "sending_limit" | "sending_paused" | "session_required" | "step_up_required" | "storage_unavailable" | "team_changed" | "texts_changed" | "thresholds_changed" | "tier_limit" | "too_many_codes" | "too_many_columns" | "too_many_rows" | "totp_changed" | "totp_exists" | "totp_missing" | "unauthenticated" | "unavailable" | "undo_not_allowed" | "unknown_encoding" | "unknown_header" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_image" | "unsupported_media_type" | "upgrade_required" | "upload_limit_reached" | "validation_failed" | "webhook_changed" | "webhook_limit_reached" | "wrong_code" | "wrong_event";
        Event: {
            /**
             * @description How German and French texts address guests: with Sie and vous, or with du and tu
             * @enum {string}
             */
            address_form: "formal" | "informal";
            /** @description Number of people, guests and their companions; null: unlimited */
            capacity: number | null;
            /**
             * @description Whether guests name their companions instead of a number
             * @enum {string}
             */
            companion_names: "off" | "optional" | "required";
            /** Format: date-time */
            created_at: string;
            /** @description Number of people an invitation is for, the guest included, if the guest has no `party_size` and no named companions; null: up to 10 companions */
            default_party_size: number | null;
            /** @description Text for guests; null: none */
            description: string | null;
            /**
             * Format: date-time
             * @description Time from which guests may come: two hours before `event_date` unless the host chose another
             */
            door_opens_at: string;
            /**
             * Format: date-time
             * @description End of the event; null: not shown, and 12 hours after the start are assumed
             */
            end_time: string | null;
            /**
             * Format: date-time
             * @description Start of the event
             */
            event_date: string;
            /** @description Lowest score of the risk band `block` */
            fraud_block_threshold: number;
            /** @description Lowest score of the risk band `high` */
            fraud_high_threshold: number;
            /** @description Lowest score of the risk band `medium` */
            fraud_medium_threshold: number;
            /**
             * Format: uuid
             * @description ID of the owner whose tier applies to the event
             */
            host_id: string;
            /** Format: uuid */
            id: string;
            /** @description Language of the event's emails for guests without their own, BCP 47 */
            locale: string;
            /** @description Whether guests can have a lost link emailed again */
            lost_links: boolean;
            name: string;
            /** @description Hours for which an offered seat is held, at the latest until `event_date` */
            offer_hours: number;
            /** @description Region that stores the event's data. `default` if the service has one region */
            region: string;
            /** @description Address for guests' replies to emails; null: none */
            reply_to: string | null;
            /** @description Whether the owner of `reply_to` has confirmed it. Until then, emails do not have it */
            reply_to_verified: boolean;
            /** @description Whether members need a passkey or an authenticator app */
            require_second_factor: boolean;
            /**
             * Format: date-time
             * @description After it, guests can only decline; null: the end of the event
             */
            rsvp_deadline: string | null;
            /** @description Countries to which text messages are sent, if the service allows them */
            sms_countries: string[];
            /**
             * @description `cancelled` after `POST /events/{eventId}/cancel`
             * @enum {string}
             */
            status: "scheduled" | "cancelled";
            /**
             * @description Lowest risk band in which a guest enters a code
             * @enum {string}
             */
            step_up_from: "low" | "medium" | "high" | "block" | "never";
            /** @description IANA name of the zone in which guests read times, such as `Europe/Berlin` */
            timezone: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Address or name of the place, as guests read it; null: not shown */
            venue: string | null;
            /** @description Whether an attending RSVP to a full event joins the waitlist */
            waitlist: boolean;
            /**
             * @description Your role on the event
             * @enum {string}
             */
            your_role: "viewer" | "editor" | "owner";
        };
        EventSeats: {
            /** @description Number of people, guests and their companions; null: unlimited */
            capacity: number | null;
            /** @description Attending parties with a seat */
            confirmed: {
                /** @description Number of people */
                heads: number;
                /** @description Number of RSVPs */
                parties: number;
            };
            /** @description People with confirmed or offered seats */
            held: number;
            /** @description Free seats; null: unlimited */
            left: number | null;
            /** @description Parties with an offer that they have not accepted or declined */
            offered: {
                /** @description Number of people */
                heads: number;
                /** @description Number of RSVPs */
                parties: number;
            };
            /** @description The first 100 parties in the order of the waitlist */
            passed_over: {
                /**
                 * Format: date-time
                 * @description Time at which the party was passed over
                 */
                at: string;
                /** Format: uuid */
                guest_id: string;
                /** @description Number of people */
                heads: number;
                name: string;
                /**
                 * @description Why the party was passed over when seats were free: it could not be emailed. `bounced`, `complained`, `unsubscribed`: of its address. `mailbox_limit`: nine emails per hour from one host to one mailbox. `email_unverified`, `sending_paused`, `sending_limit`: of the event's host, who can email nobody
                 * @enum {string}
                 */
                reason: "bounced" | "complained" | "unsubscribed" | "mailbox_limit" | "email_unverified" | "sending_paused" | "sending_limit";
            }[];
            /** @description Parties on the waitlist */
            waitlisted: {
                /** @description Number of people */
                heads: number;
                /** @description Number of RSVPs */
                parties: number;
            };
        };
        Feedback: {
            /**
             * Format: uuid
             * @description ID of the access; see `GET /events/{eventId}/access-logs`
             */
            access_log_id: string;
            /**
             * Format: date-time
             * @description Time of the verdict
             */
            at: string;
            /** @description Member who gave the verdict; null: the account no longer exists */
            by: {
                /** Format: uuid */
                id: string;
                /** @description Empty if the account was deleted */
                name: string;
            } | null;
            /** @description Note about the verdict for the hosts; null: none */
            note: string | null;
            /**
             * @description `legitimate`: the guest's own access; `suspicious`: someone else's
             * @enum {string}
             */
            verdict: "legitimate" | "suspicious";
        };
        ForgotPassword: {
            /** @description Address of the account. The response is the same if there is none */
            email: string;
        };
        Guest: {
            /** @description Whether each device with this guest's link must enter a code: you asked for it, and no device has been verified since */
            ask_for_code: boolean;
            /**
             * Format: date-time
             * @description Time of arrival; null: not checked in
             */
            checked_in_at: string | null;
            /** @description People who share the guest's link, as the host named them */
            companions: {
                name: string;
            }[];
            /** Format: date-time */
            created_at: string;
            /** @description Delivery of the last invitation to the guest's current address */
            delivery: {
                /**
                 * Format: date-time
                 * @description Time of the status
                 */
                at: string | null;
                /**
                 * @description Why it did not arrive. `unknown_address`: the address does not exist, so correct it; `mailbox_full`; `rejected`: the recipient's server rejects the email, for example as spam; `temporary`: the server did not accept it in time, so send it again; `not_sent`: not sent for another reason. Null: it arrived, is on its way, or `status` says it all
                 * @enum {string|null}
                 */
                cause: "unknown_address" | "mailbox_full" | "rejected" | "temporary" | "not_sent" | null;
                /**
                 * @description `email`; null: not sent
                 * @enum {string|null}
                 */
                channel: "email" | null;
                /** @description Reply of the recipient's server, or why the email was not sent: `unsubscribed`, `bounced`, `complained`, `mailbox_limit`, `too_soon`, `email_unverified`, `sending_paused`, `link_replaced`, `event_cancelled`, `event_over`, `event_closed`, `gave_up` */
                reason: string | null;
                /**
                 * @description `none`: not sent; `suppressed`: the address is unsubscribed, bounced or complained
                 * @enum {string}
                 */
                status: "none" | "queued" | "sent" | "delivered" | "bounced" | "complained" | "suppressed" | "failed";
            };
            /** @description Null: the guest cannot be emailed */
            email: string | null;
            /** Format: uuid */
            event_id: string;
            /** @description The guest's ID in your own system; null: none */
            external_id: string | null;
            /** @description How pages and messages greet the guest; null: by the name */
            greeting: string | null;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description Time at which the first link was issued; null: not invited
             */
            invited_at: string | null;
            /** @description Language, BCP 47; null: the event's */
            locale: string | null;
            name: string;
            /** @description Your notes; the guest never sees them */
            notes: string | null;
            /**
             * Format: date-time
             * @description Time of the first view by a person, not by a bot; null: not opened
             */
            opened_at: string | null;
            /** @description Whether the door added the guest above the guest limit of the host's tier. A guest without a link then gets none while the list is above the limit */
            over_tier: boolean;
            /** @description Number of people that the invitation is for, the guest included; null: not limited by the invitation */
            party_size: number | null;
            /** @description E.164; null: the guest gets no text messages */
            phone: string | null;
            /** @description The guest's RSVP; null: none yet */
            rsvp: {
                /**
                 * @description Whether the guest or a host submitted this RSVP
                 * @enum {string}
                 */
                answered_by: "guest" | "host";
                /**
                 * @description Answers by question ID, including those to removed questions
                 * @example {
                 *       "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
                 *     }
                 */
                answers: {
                    [key: string]: string | number | boolean | string[];
                };
                /** @description Companions; `plus_ones` of them attend. Empty if only a number was given */
                companions: {
                    /**
                     * @description Answers by question ID, including those to removed questions
                     * @example {
                     *       "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
                     *     }
                     */
                    answers: {
                        [key: string]: string | number | boolean | string[];
                    };
                    /** @description Whether the companion attends */
                    attending: boolean;
                    /** @description Null: not named yet */
                    name: string | null;
                }[];
                /** @description Number of edits by the guest; at most 5 */
                edit_count: number;
                /**
                 * Format: date-time
                 * @description Time until which an offered seat is held; null: no offer
                 */
                offer_expires_at: string | null;
                /**
                 * @description Why the party was passed over when seats were free: it could not be emailed. `bounced`, `complained`, `unsubscribed`: of its address. `mailbox_limit`: nine emails per hour from one host to one mailbox. `email_unverified`, `sending_paused`, `sending_limit`: of the event's host, who can email nobody
                 * @enum {string|null}
                 */
                passed_over: "bounced" | "complained" | "unsubscribed" | "mailbox_limit" | "email_unverified" | "sending_paused" | "sending_limit" | null;
                /** @description Number of companions */
                plus_ones: number;
                /**
                 * @description The guest's answer to the invitation
                 * @enum {string}
                 */
                response: "attending" | "declined" | "maybe";
                /** @description Risk score of the access that sent this version; null: no score in time, or a host recorded the RSVP. Guests never see it */
                risk_score: number | null;
                /**
                 * @description Null: not attending, or an offered seat was not accepted
                 * @enum {string|null}
                 */
                seat: "confirmed" | "waitlisted" | "offered" | null;
                /**
                 * Format: date-time
                 * @description Time of the first submission; later changes do not change it
                 */
                submitted_at: string;
                /** @description Position on the waitlist, 1 is next; null: not on it, or behind the first 100 */
                waitlist_position: number | null;
            } | null;
            /** @description Whether the owner of the phone replied STOP. No text messages are sent until they reply START */
            sms_opted_out: boolean;
            /**
             * @description Whether the guest comes. `coming`: attending, with a confirmed seat; without a capacity, each attending RSVP has one. `offered`: a seat is offered and not accepted yet. `waitlisted`: on the waitlist. `unseated`: attending, but the offer of a seat ran out. `maybe`, `declined`: the RSVP. `silent`: invited, no RSVP. `not_invited`: no RSVP, and no link was issued. `walk_in`: added at the door
             * @enum {string}
             */
            standing: "walk_in" | "coming" | "offered" | "waitlisted" | "unseated" | "maybe" | "declined" | "silent" | "not_invited";
            /** @description Table or seat that the door shows; null: none */
            table: string | null;
            /** @description Your labels, for filters and audiences */
            tags: string[];
            /**
             * Format: date-time
             * @description Time of a host's last change of the guest. RSVPs, views and deliveries do not change it
             */
            updated_at: string;
        };
        GuestCounts: {
            /** @description `response=attending` */
            attending: number;
            /** @description `checked_in=true` */
            checked_in: number;
            /** @description `response=declined` */
            declined: number;
            /** @description Number of people: attending guests and their companions, with or without a seat */
            expected: number;
            /** @description Number of guests on the list */
            guests: number;
            /** @description `response=maybe` */
            maybe: number;
            /** @description `invited=false` */
            not_invited: number;
            /** @description Number of people with a confirmed seat: guests whose standing is `coming`, and their companions */
            people_coming: number;
            /** @description Guests who are invited and have no RSVP */
            silent: number;
            /** @description Guests per standing. Each guest has one, so they add up to `guests` */
            standings: {
                /** @description Attending, with a confirmed seat */
                coming: number;
                /** @description RSVPs with `declined` */
                declined: number;
                /** @description RSVPs with `maybe` */
                maybe: number;
                /** @description Without an RSVP and without a link */
                not_invited: number;
                /** @description Attending, with an offered seat that is not accepted yet */
                offered: number;
                /** @description Invited, without an RSVP */
                silent: number;
                /** @description Attending, but the offer of a seat ran out */
                unseated: number;
                /** @description Attending, on the waitlist */
                waitlisted: number;
                /** @description Guests who were added at the door */
                walk_in: number;
            };
            /** @description Tables by name */
            tables: {
                /** @description Number of guests at the table */
                guests: number;
                /** @description Name of the table */
                table: string;
            }[];
            /** @description Tags by name; spellings that differ only in case are one */
            tags: {
                /** @description Number of guests with the tag */
                guests: number;
                tag: string;
            }[];
            /** @description `delivery=undelivered` */
            undelivered: number;
            /** @description `seat=waitlisted` */
            waitlisted: number;
        };
        GuestDataExport: {
            /** @description Uses of the link, with their scores */
            access_logs: {
                [key: string]: unknown;
            }[];
            /** @description Accesses that the guest reported */
            access_reports: {
                [key: string]: unknown;
            }[];
            /** @description Codes that were sent, without the codes */
            challenges: {
                [key: string]: unknown;
            }[];
            /** @description Later arrivals of the party */
            check_in_arrivals: {
                [key: string]: unknown;
            }[];
            /** @description The check-in */
            check_ins: {
                [key: string]: unknown;
            }[];
            /** @description Devices of the guest */
            devices: {
                [key: string]: unknown;
            }[];
            /** Format: date-time */
            exported_at: string;
            /** @description Verdicts of the hosts on accesses */
            feedback: {
                [key: string]: unknown;
            }[];
            guest: components["schemas"]["Guest"];
            /** @description Emails and text messages, without their texts */
            notifications: {
                [key: string]: unknown;
            }[];
            /** @description Why the waitlisted guest could not be emailed an offer of free seats */
            passed_over: {
                [key: string]: unknown;
            }[];
            /** @description Previous versions of the RSVP */
            rsvp_revisions: {
                [key: string]: unknown;
            }[];
            /** @description The current RSVP */
            rsvps: {
                [key: string]: unknown;
            }[];
            /** @description Seats that were offered */
            seat_offers: {
                [key: string]: unknown;
            }[];
            /** @description Links, without the secrets in them */
            tokens: {
                [key: string]: unknown;
            }[];
            /** @description RSVPs in the guest's name that a host has undone */
            undone_replies: {
                [key: string]: unknown;
            }[];
        };
        GuestDevice: {
            /** @description Number of accesses in the access log */
            accesses: number;
            /**
             * Format: date-time
             * @description Time of the first access
             */
            first_seen: string;
            /** @description ID for this guest: with another guest's link, the same browser has another ID */
            id: string;
            /** @description System and browser, such as `iPhone · Safari`; null: the client names neither */
            label: string | null;
            /**
             * Format: date-time
             * @description Time of the last access
             */
            last_seen: string;
            /** @description City and country of the last access, otherwise its network; null: not known */
            place: string | null;
            /**
             * @description `answered`: submitted the RSVP; `proved`: verified with a code or an edit link; `known`: seen more than once; `new`: seen once; `blocked`: its last access was blocked, or you marked one as suspicious
             * @enum {string}
             */
            status: "answered" | "proved" | "known" | "new" | "blocked";
        };
        GuestDoorCode: components["schemas"]["DoorCode"] & {
            /** @description Code of the guest's page, emails and wallet passes, 43 characters. The door accepts it until 24 hours after the event's end, also if the event moves */
            short_code: string;
            /** @description PNG of the QR code of `short_code`, base64 */
            short_png: string;
        };
        Health: {
            /** @enum {string} */
            status: "ok";
        };
        HostAsked: {
            /**
             * @description The host was asked
             * @enum {boolean}
             */
            asked: true;
        };
        ImportPreview: {
            /** @description Columns of the file, in their order */
            columns: {
                /**
                 * @description Field of the column; null: ignored
                 * @enum {string|null}
                 */
                field: "id" | "name" | "first_name" | "middle_name" | "last_name" | "email" | "phone" | "party_size" | "notes" | "tags" | "table" | "external_id" | "companions" | "locale" | "greeting" | null;
                /** @description Cell of the first row */
                header: string;
            }[];
            /** @description Rows that would be skipped: `duplicate_in_file`, `already_on_event`, and with `strict` `possible_duplicate` */
            duplicates: number;
            /** @description Rows that would be rejected */
            invalid: number;
            /** @description Rows with the name of another guest or companion */
            possible_duplicates: number;
            /** @description All rows, in their order */
            rows: components["schemas"]["ImportPreviewRow"][];
            /** @description Rows below the header that are not empty */
            total: number;
            /** @description Rows whose guests would be imported */
            valid: number;
        };
        ImportPreviewRow: components["schemas"]["ImportRow"] & {
            /** @description Guests on the list: of `already_on_event` the guest, of `possible_duplicate` up to 5 in whose party someone has the name */
            matches: {
                guest: components["schemas"]["NamedGuest"];
                /** @description Companion who has the name; null: the guest */
                matched_companion: string | null;
            }[];
            /** @description Earlier rows with the name, also of a companion, of `possible_duplicate` */
            same_name_rows: number[];
        };
        ImportReport: {
            /** @description Number of new guests */
            imported: number;
            /** @description Rows with the name of another guest or companion, imported or skipped */
            possible_duplicates: number;
            /** @description Invalid rows */
            rejected: number;
            /** @description Rows that were skipped, rejected, imported without their phone number, or possible duplicates */
            rows: components["schemas"]["ImportRow"][];
            /** @description Rows that repeat another row, or whose guest is on the list */
            skipped: number;
        };
        ImportRow: {
            /** @description People who share the guest's link; empty: not given or invalid */
            companions: {
                name: string;
            }[];
            /** @description Null: not given or invalid */
            email: string | null;
            /** @description Problems of the row; empty for a valid one */
            errors: {
                /**
                 * @description Field with the problem; `row` for the whole row
                 * @enum {string}
                 */
                field: "row" | "name" | "email" | "phone" | "party_size" | "notes" | "tags" | "table" | "external_id" | "companions" | "locale" | "greeting";
                /** @description Description of a valid value */
                message: string;
            }[];
            /** @description Null: not given or invalid */
            external_id: string | null;
            /** @description How the guest would be greeted; null: not given or invalid */
            greeting: string | null;
            /** @description BCP 47; null: not given or invalid */
            locale: string | null;
            /** @description Null: not given or invalid */
            name: string | null;
            /** @description Number of people, the guest included; null: not given or invalid */
            party_size: number | null;
            /** @description E.164; null: not given or invalid */
            phone: string | null;
            /** @description Number of the row, as in a spreadsheet: the first row of the file is 1 */
            row: number;
            /**
             * @description `without_phone`: imported without the phone number, see `errors`. `possible_duplicate`: has the name of another guest or companion, but no address or ID in common; imported unless `strict`
             * @enum {string}
             */
            status: "valid" | "without_phone" | "possible_duplicate" | "invalid" | "duplicate_in_file" | "already_on_event";
            /** @description Null: not given or invalid */
            table: string | null;
            /** @description Empty: not given or invalid */
            tags: string[];
        };
        Invitation: {
            /** @description Responses that are accepted now: only `declined` after the deadline, none if the event is cancelled or over, or someone of the party is checked in */
            allowed_responses: ("attending" | "declined" | "maybe")[];
            /**
             * @description Someone of the party is checked in, so the RSVP cannot change. Absent on a device that may not see the RSVP
             * @enum {boolean}
             */
            arrived?: true;
            branding: {
                /** @description URL of an uploaded image; null: none */
                cover_url: string | null;
                /** @description One of `allowed_fonts`; null: the default */
                font: string | null;
                /** @description URL of an uploaded image; null: none */
                logo_url: string | null;
                /** @description Colour as `#rrggbb`; null: the default */
                primary_color: string | null;
                /**
                 * @description Colours and fonts of the invitation
                 * @enum {string}
                 */
                theme: "plain" | "garden" | "letter" | "midnight" | "confetti" | "deco" | "studio";
            };
            /** @description Links that add the event to a calendar */
            calendar_links: {
                /**
                 * Format: uri
                 * @description Google Calendar
                 */
                google: string;
                /**
                 * Format: uri
                 * @description Calendar file; see `GET /access/{token}/calendar.ics`
                 */
                ics: string;
                /**
                 * Format: uri
                 * @description Outlook.com
                 */
                outlook: string;
                /**
                 * Format: uri
                 * @description Yahoo Calendar
                 */
                yahoo: string;
            };
            /** @description Whether the RSVP can be changed now */
            can_edit: boolean;
            /** @description With `rsvp_submitted_elsewhere`: channels to which a code can be sent that verifies this device; see `POST /access/{token}/challenge`. Absent if no code can be sent: see `POST /access/{token}/ask-host` */
            challenge?: {
                /** @description Channels by which a code can be sent */
                channels: ("email" | "sms")[];
                /** @description Masked address of each channel */
                sent_to: {
                    /** @description Masked address */
                    email?: string;
                    /** @description Masked number */
                    sms?: string;
                };
            };
            /** @description Door code; only for an attending guest with a seat */
            check_in?: components["schemas"]["DoorCode"];
            /** @description Number of edits left; also 0 if the event accepts no RSVP */
            edits_left: number;
            event: {
                /** @description Message of the host about the cancellation; null: none */
                cancel_message: string | null;
                /**
                 * @description Whether this guest names the companions. `optional` instead of `off` if the host has named the guest's companions
                 * @enum {string}
                 */
                companion_names: "off" | "optional" | "required";
                /** @description Null: none */
                description: string | null;
                /**
                 * Format: date-time
                 * @description Time from which guests may come; null: the host has not chosen one
                 */
                door_opens_at: string | null;
                /**
                 * Format: date-time
                 * @description End of the event; null: not shown, and 12 hours after the start are assumed
                 */
                end_time: string | null;
                /**
                 * Format: date-time
                 * @description Start of the event
                 */
                event_date: string;
                /** @description Name of the host's account */
                host_name: string;
                /** Format: uuid */
                id: string;
                name: string;
                /**
                 * Format: date-time
                 * @description After it, guests can only decline; null: the end of the event
                 */
                rsvp_deadline: string | null;
                /**
                 * @description Show `cancelled` to the guest, with `cancel_message`
                 * @enum {string}
                 */
                status: "scheduled" | "cancelled";
                /** @description IANA name of the zone in which guests read times, such as `Europe/Berlin` */
                timezone: string;
                /** @description Null: not shown */
                venue: string | null;
            };
            guest: {
                /** @description Companions named by the host: suggest them before there is an RSVP */
                companions: {
                    name: string;
                }[];
                /** @description How the host wants the guest greeted: `Mum and Dad`; null: by the name */
                greeting: string | null;
                /** @description Most companions that the guest can bring now. A larger stored RSVP may keep its number */
                max_plus_ones: number;
                name: string;
                /** @description Number of people that the invitation is for; null: not limited by the invitation */
                party_size: number | null;
            };
            /** @description Questions of the host, in this order */
            questions: components["schemas"]["Question"][];
            /** @description The guest's RSVP; absent if there is none or this device may not see it */
            rsvp?: components["schemas"]["Rsvp"];
            /**
             * @description There is an RSVP that this device may not see; absent otherwise
             * @enum {boolean}
             */
            rsvp_submitted_elsewhere?: true;
        };
        InvitationPage: {
            /** @description HTML document without scripts; its images are paths of this service */
            html: string;
        };
        InvitationPreview: {
            event: {
                /** @description Name of the host's account */
                host_name: string;
                name: string;
            };
            /**
             * @description The request came from a bot, so the invitation is not shown
             * @enum {boolean}
             */
            preview: true;
        };
        InviteCollaborator: {
            /** @description Address to send the invite to; only its account can accept */
            email: string;
            /**
             * @description `viewer` reads, `editor` also changes and sends, `owner` also manages the team and deletes
             * @enum {string}
             */
            role: "viewer" | "editor" | "owner";
        };
        IssuedTokens: {
            /** @description Number of new links */
            issued: number;
            items: {
                /** @description Absent for an API key without `guests:read` */
                email?: string | null;
                /** Format: uuid */
                guest_id: string;
                /**
                 * Format: uri
                 * @description The guest's personal link. Anyone with the link can RSVP for the guest. Absent for an API key without `guests:read`
                 */
                link?: string;
                /** @description Absent for an API key without `guests:read` */
                name?: string;
                /** @description Whether this request emails the guest. An email that is dropped afterwards is shown in the guest's `delivery` as `suppressed`, with the `reason` */
                notified: boolean;
                /**
                 * Format: date-time
                 * @description With `too_soon`: time from which the guest can be emailed again
                 */
                notify_after: string | null;
                /** @description Absent for an API key without `guests:read` */
                phone?: string | null;
                /**
                 * @description Why the guest is not emailed; null: the guest is emailed. `too_soon`: the limit of one email per hour and five per day to the address. `already_mailed`: the email of the link was sent or is on its way, and bulk requests do not repeat it. `event_cancelled`, `event_over`: request it again after the event is reinstated or moved. `bounced`: correct the address and request it again, which is possible immediately. `unsubscribed`, `complained`: the owner of the address wants no emails. `mailbox_limit`: the host has sent the mailbox nine emails in an hour, all events together
                 * @enum {string|null}
                 */
                reason: "not_requested" | "no_address" | "event_cancelled" | "event_over" | "already_mailed" | "too_soon" | "unsubscribed" | "bounced" | "complained" | "mailbox_limit" | null;
                /** @description Token for the guest's operations, 43 characters: the end of `link`, and as secret. Absent for an API key without `guests:read` */
                token?: string;
                /**
                 * Format: uuid
                 * @description ID of the guest's link
                 */
                token_id: string;
            }[];
            /** @description Number of guests with `notified`. Not every limit of a mailbox is known to a bulk request: an email that reaches one is dropped before it is sent, and `GET …/guests/counts` counts its guest as `undelivered` */
            notified: number;
            /** @description IDs of the guests without a link, because the door added them above the guest limit of the host's tier. They can get one when the tier allows the whole list, or the list is shorter */
            over_tier: string[];
        };
        IssueToken: {
            /** Format: uuid */
            guest_id: string;
            /** @description Whether to email the link to a guest with an address. An account with an unverified address must send `false`, because it cannot email guests. Default: `true` */
            notify?: boolean;
            /** @description Channel of the invitation, such as `email` or `whatsapp` */
            utm_source?: string | null;
        };
        IssueTokens: {
            /** @description IDs of guests. Default: all guests of the event */
            guest_ids?: string[];
            /** @description Whether to email the link to a guest with an address. An account with an unverified address must send `false`, because it cannot email guests. Default: `true` */
            notify?: boolean;
            /** @description Channel of the invitation, such as `email` or `whatsapp` */
            utm_source?: string | null;
        };
        ListedGuest: components["schemas"]["Guest"] & {
            /** @description Only with `q`: the companion by whose name the search found the guest; null: none */
            matched_companion?: string | null;
        };
        LiveEvent: {
            /**
             * Format: uuid
             * @description ID of the access; see `GET /events/{eventId}/access-logs`
             */
            access_log_id: string;
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /** @description Whether a bot used the link, such as a link preview */
            automated: boolean;
            /** @description City of the IP address; null: not known */
            geo_city: string | null;
            /** @description ISO 3166 code of the country of the IP address; null: not known */
            geo_country: string | null;
            /** @description Latitude of the IP address in degrees; null: not known */
            geo_lat: number | null;
            /** @description Longitude of the IP address in degrees; null: not known */
            geo_lon: number | null;
            /** @description Guest of the activity */
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /**
             * @description `access`: the link was opened; `rsvp`: an RSVP was submitted; `edit`: an RSVP was changed
             * @enum {string}
             */
            kind: "access" | "rsvp" | "edit";
            /** @description Signals behind the score, by weight; `engine_unavailable` if there was no score in time */
            reasons: string[];
            /**
             * @description Risk band by the thresholds at the time
             * @enum {string}
             */
            risk: "low" | "medium" | "high" | "block";
            /** @description Risk from 0 to 100 */
            score: number;
            /** @enum {string} */
            type: "access.scored";
        } | {
            /**
             * @description Whether the guest or a host submitted the RSVP
             * @enum {string}
             */
            answered_by: "guest" | "host";
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /** @description Companions; empty if only their number is known */
            companions: {
                /** @description Whether the companion attends */
                attending: boolean;
                /** @description Null: not named yet */
                name: string | null;
            }[];
            /** @description Guest of the activity */
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @description Whether the RSVP came from a device that was new to the link, at medium risk or more: somebody with the guest's link, perhaps not the guest */
            new_device: boolean;
            /** @description Number of companions */
            plus_ones: number;
            /**
             * @description The guest's answer to the invitation
             * @enum {string}
             */
            response: "attending" | "declined" | "maybe";
            /**
             * Format: uuid
             * @description ID of the RSVP
             */
            rsvp_id: string;
            /**
             * @description Seat of the RSVP; null: none
             * @enum {string|null}
             */
            seat: "confirmed" | "waitlisted" | "offered" | null;
            /** @enum {string} */
            type: "rsvp.submitted";
        } | {
            /**
             * @description Whether the guest or a host submitted the RSVP
             * @enum {string}
             */
            answered_by: "guest" | "host";
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /** @description Companions; empty if only their number is known */
            companions: {
                /** @description Whether the companion attends */
                attending: boolean;
                /** @description Null: not named yet */
                name: string | null;
            }[];
            /** @description Number of edits by the guest; at most 5 */
            edit_count: number;
            /** @description Guest of the activity */
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @description Whether the RSVP came from a device that was new to the link, at medium risk or more: somebody with the guest's link, perhaps not the guest */
            new_device: boolean;
            /** @description Number of companions */
            plus_ones: number;
            /**
             * @description The guest's answer to the invitation
             * @enum {string}
             */
            response: "attending" | "declined" | "maybe";
            /**
             * Format: uuid
             * @description ID of the RSVP
             */
            rsvp_id: string;
            /**
             * @description Seat of the RSVP; null: none
             * @enum {string|null}
             */
            seat: "confirmed" | "waitlisted" | "offered" | null;
            /** @enum {string} */
            type: "rsvp.updated";
        } | {
            /** @description Number of people who arrived */
            arrival_count: number;
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /**
             * Format: uuid
             * @description ID of the check-in
             */
            check_in_id: string;
            /** @description Guest of the activity */
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @enum {string} */
            type: "check_in.recorded";
            /** @description Whether the guest was added at the door */
            walk_in: boolean;
        } | {
            /** @description Number of people who arrived */
            arrival_count: number;
            /**
             * Format: uuid
             * @description ID of the arrival of more people
             */
            arrival_id: string;
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /**
             * Format: uuid
             * @description ID of the check-in
             */
            check_in_id: string;
            /** @description Guest of the activity */
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @description Number of people of the party who are in now */
            total_count: number;
            /** @enum {string} */
            type: "check_in.arrived";
        } | {
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /**
             * Format: uuid
             * @description ID of the check-in
             */
            check_in_id: string;
            /** @description Guest of the activity */
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @enum {string} */
            type: "check_in.undone";
        } | {
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /** @description Guest of the activity */
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @description Number of people */
            heads: number;
            /**
             * Format: date-time
             * @description Time until which the seats are held
             */
            offer_expires_at: string;
            /**
             * Format: uuid
             * @description ID of the RSVP
             */
            rsvp_id: string;
            /** @enum {string} */
            type: "waitlist.offered";
        } | {
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /** @description Guest of the activity */
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @description Number of people */
            heads: number;
            /**
             * @description Reply of the recipient's server; null: unknown
             * @enum {string}
             */
            reason: "bounced" | "complained" | "unsubscribed" | "mailbox_limit" | "email_unverified" | "sending_paused" | "sending_limit";
            /** @enum {string} */
            type: "waitlist.passed_over";
        } | {
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /**
             * Format: uuid
             * @description ID of the code
             */
            challenge_id: string;
            /**
             * @description Channel of the code
             * @enum {string}
             */
            channel: "email" | "sms";
            /** @description Guest of the activity */
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @enum {string} */
            type: "challenge.sent";
        } | {
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /**
             * Format: uuid
             * @description ID of the code
             */
            challenge_id: string;
            /**
             * @description Channel of the code
             * @enum {string}
             */
            channel: "email" | "sms";
            /** @description Guest of the activity */
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @enum {string} */
            type: "challenge.passed";
        } | {
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /**
             * Format: uuid
             * @description ID of the code
             */
            challenge_id: string;
            /**
             * @description Channel of the code
             * @enum {string}
             */
            channel: "email" | "sms";
            /** @description Guest of the activity */
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @enum {string} */
            type: "challenge.failed";
        } | {
            /**
             * Format: uuid
             * @description ID of the access; see `GET /events/{eventId}/access-logs`
             */
            access_log_id: string;
            /**
             * @description `restored`: the RSVP is as before the access. `unchanged`: the access had not changed it. `kept`: another device or a host has changed it since
             * @enum {string}
             */
            answer: "restored" | "unchanged" | "kept";
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /** @description Guest of the activity */
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @enum {string} */
            type: "access.reported";
        } | {
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /** @description Names of the changed fields */
            changed: string[];
            /** @enum {string} */
            type: "event.updated";
        } | {
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /** @description Message of the host to the guests; null: none */
            message: string | null;
            /** @enum {string} */
            type: "event.cancelled";
        } | {
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /** @description Guest of the activity */
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @enum {string} */
            type: "guest.created";
        } | {
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /** @description Names of the changed fields */
            changed: string[];
            /** @description Guest of the activity */
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @enum {string} */
            type: "guest.updated";
        } | {
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /**
             * Format: uuid
             * @description ID of the erased guest
             */
            guest_id: string;
            /** @enum {string} */
            type: "guest.deleted";
        } | {
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /** @description Guest of the activity */
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @enum {string} */
            type: "invitation.sent";
        } | {
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /** @description Guest of the activity */
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @enum {string} */
            type: "invitation.delivered";
        } | {
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /**
             * @description Why the email did not arrive
             * @enum {string}
             */
            cause?: "unknown_address" | "mailbox_full" | "rejected" | "temporary" | "not_sent";
            /** @description Guest of the activity */
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @description Reply of the recipient's server; null: unknown */
            reason: string | null;
            /** @enum {string} */
            type: "invitation.bounced";
        } | {
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /** @description Guest of the activity */
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @enum {string} */
            type: "invitation.opened";
        } | {
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /** @enum {string} */
            type: "activity.erased";
        };
        LiveTicket: {
            /** @description Seconds until the ticket expires */
            expires_in: number;
            /** @description Works once */
            ticket: string;
            /** @description WebSocket URL with the ticket */
            url: string;
        };
        LogIn: {
            /** @description Address of the account, ignoring case */
            email: string;
            password: string;
        };
        /**
         * @example {
         *       "factor_token": "eyJhbGciOiJIUzI1NiJ9…",
         *       "code": "287082"
         *     }
         */
        LogInWithFactor: {
            /**
             * @description Six digits of the authenticator app
             * @example 287082
             */
            code?: string;
            /** @description `factor_token` of the response that asked for the factor */
            factor_token: string;
            /**
             * @description One of the recovery codes; works once
             * @example 7KQ2M-0XD9T-4HN8R-PVW31-C6JZB
             */
            recovery_code?: string;
        };
        LogInWithPasskey: {
            credential: components["schemas"]["PasskeyCredential"];
        };
        LogOut: {
            /** @description Newest refresh token of the session; omit it if the session is in a cookie */
            refresh_token?: string;
        };
        LostLink: {
            /** @description Address to which the invitations were emailed */
            email: string;
        };
        MarkAccess: {
            /** @description Note about the verdict for the hosts; empty or null: none */
            note?: "" | string | null;
            /**
             * @description `legitimate`: the guest's own access; `suspicious`: someone else's
             * @enum {string}
             */
            verdict: "legitimate" | "suspicious";
        };
        Message: {
            /** @description Recipients. `chosen`: the guests in `guest_ids` */
            audience: ("everyone" | "attending" | "pending" | "declined" | "maybe" | "attending_and_pending" | "attending_and_maybe" | "pending_and_maybe" | "unopened" | "undelivered" | "waitlisted" | "offered" | "checked_in" | "not_arrived") | string | "chosen";
            /** @description Plain text with placeholders; empty for a change notice */
            body: string;
            /**
             * @description `email`, or `sms` without a subject
             * @enum {string}
             */
            channel: "email" | "sms";
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            event_id: string;
            /**
             * Format: date-time
             * @description Time at which all recipients were processed; null: not finished
             */
            finished_at: string | null;
            /** Format: uuid */
            id: string;
            /**
             * @description `message`: written by a host; `reminder`: automatic. The others are change notices to guests with a link who have not declined: their text is created when they are sent. Until then you can preview them (`GET …/notice`), send them now or cancel them
             * @enum {string}
             */
            kind: "message" | "reminder" | "changed" | "cancelled" | "reinstated";
            /**
             * @description Whether guests of the audience who have no RSVP and never got a link are recipients. The message would be their invitation
             * @enum {string}
             */
            not_invited: "include" | "skip";
            /** @description Numbers of recipients. Absent: nothing was sent yet, or it is the response to a change */
            results?: {
                /** @description Without an address for the channel */
                no_address: number;
                /** @description Returned, rejected, suppressed or failed */
                not_arrived: number;
                /** @description Accepted by the recipient's server or the provider */
                sent: number;
                /** @description On its way */
                waiting: number;
            };
            /**
             * Format: date-time
             * @description Time at which the message is due; null for a draft without a time
             */
            send_at: string | null;
            /**
             * @description Why the message was cancelled although no host cancelled it: `past`: its time had passed when the event or the deadline moved; `event_cancelled`; `closed` or `full`: it asks for an RSVP, and the event accepted none; `nobody_left`: no guest was left to remind. It is scheduled again if the event changes and its time is in the future. Null: not skipped
             * @enum {string|null}
             */
            skip_reason: "past" | "event_cancelled" | "closed" | "full" | "nobody_left" | null;
            /**
             * @description Automatic reminder; null: written by a host
             * @enum {string|null}
             */
            slug: "reminder_7d" | "reminder_3d" | "reminder_1d" | "reminder_day_of" | null;
            /**
             * @description `sent`: all recipients were processed; `failed`: sending failed and reached no recipient
             * @enum {string}
             */
            status: "draft" | "scheduled" | "sending" | "sent" | "cancelled" | "failed";
            /** @description Empty for a text message */
            subject: string;
            /** @description Texts in additional languages, by BCP 47 tag; absent: none */
            translations?: {
                [key: string]: {
                    body: string;
                    /** @description Absent: the `subject` of the message */
                    subject?: string;
                };
            };
            /**
             * Format: date-time
             * @description Time of the last change, also of the status
             */
            updated_at: string;
        };
        MessageDelivery: {
            /** @description Number of attempts to send */
            attempts: number;
            /**
             * @description Why it did not arrive. `unknown_address`: the address does not exist, so correct it; `mailbox_full`; `rejected`: the recipient's server rejects the email, for example as spam; `temporary`: the server did not accept it in time, so send it again; `not_sent`: not sent for another reason. Null: it arrived, is on its way, or `status` says it all
             * @enum {string|null}
             */
            cause: "unknown_address" | "mailbox_full" | "rejected" | "temporary" | "not_sent" | null;
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @description ID of the message at the provider; null: not sent, or unknown */
            provider_message_id: string | null;
            /** @description Why it was not sent, or the reply of the server or the type of the bounce; null: none. `tier_limit`: the door added the guest above the guest limit of the host's tier, so there is no link */
            reason: string | null;
            /**
             * @description `pending`: not sent yet; `suppressed`: the address is unsubscribed, bounced or complained; `unreachable`: no address for the channel
             * @enum {string}
             */
            status: "pending" | "sent" | "delivered" | "failed" | "suppressed" | "unreachable" | "bounced" | "complained";
            /**
             * Format: date-time
             * @description Time of the last try, or of the provider's last report
             */
            updated_at: string;
        };
        MessageWithGuests: components["schemas"]["Message"] & {
            /** @description Chosen guests; null: another audience */
            guest_ids: string[] | null;
        };
        NamedGuest: {
            /** @description Companions whom you or the RSVP name */
            companions: {
                name: string;
            }[];
            email: string | null;
            /** Format: uuid */
            id: string;
            name: string;
            /** @description E.164; null: none */
            phone: string | null;
            /** @description Table or seat; null: none */
            table: string | null;
        };
        NetworkReply: {
            /**
             * Format: date-time
             * @description Time at which the guest's link was first used for an RSVP from the network
             */
            at: string;
            guest: components["schemas"]["NamedGuest"];
            /** @description Whether it was the guest's first RSVP. An undo deletes it */
            is_first: boolean;
            /**
             * @description Outcome of an undo; null: not undone. `restored`: an earlier RSVP is valid again. `unchanged`: nothing of the network was left
             * @enum {string|null}
             */
            outcome: "pending" | "deleted" | "restored" | "kept" | "unchanged" | null;
            /** @description Number of companions */
            plus_ones: number;
            /**
             * @description Why the RSVP was kept. `changed`: another device or the host has changed it since. `arrived`: the party has checked in
             * @enum {string|null}
             */
            reason: "changed" | "arrived" | null;
            /**
             * @description The guest's current RSVP; null: none
             * @enum {string|null}
             */
            response: "attending" | "declined" | "maybe" | null;
        };
        NewApiKey: {
            /**
             * @description Addresses and CIDR networks from which the key works, IPv4 or IPv6. Default: all
             * @example [
             *       "203.0.113.0/24",
             *       "2001:db8::/48"
             *     ]
             */
            allowed_networks?: string[] | null;
            /** @description Events that the key is restricted to. Default: all your events, including later ones */
            event_ids?: string[] | null;
            /**
             * Format: date-time
             * @description Time at which the key expires, at most a year from now. Default: in 90 days
             */
            expires_at?: string;
            /**
             * @description Name by which you recognise the program
             * @example CRM sync
             */
            name: string;
            /**
             * @description Operations the key can call. `events:write` and `guests:write` include reading
             * @example [
             *       "guests:write",
             *       "invitations:send"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
        };
        NewDoorDevice: {
            /**
             * @description Name of the phone for your team
             * @example Side entrance
             */
            name: string;
            /**
             * @description `scan` previews guests, checks them in and lists check-ins. `walk_in` adds guests who were not invited. `override` checks in a guest despite the RSVP or a replaced link, or with more people than expected
             * @example [
             *       "scan",
             *       "walk_in"
             *     ]
             */
            rights: ("scan" | "walk_in" | "override")[];
        };
        /** @description Return value of `toJSON()` of the browser's `PublicKeyCredential` */
        NewPasskeyCredential: {
            /** @description ID of the passkey, base64url */
            id: string;
            /** @description Equal to `id` */
            rawId: string;
            /** @description The guest's answer to the invitation */
            response: {
                /** @description Base64url */
                attestationObject: string;
                /** @description Base64url */
                clientDataJSON: string;
                /** @description How the browser reaches the authenticator, such as `internal` or `usb` */
                transports?: string[];
            };
            /** @enum {string} */
            type: "public-key";
        };
        NoticePreview: {
            /** @description Guests who get the email */
            recipients: {
                /** @description Number of guests */
                count: number;
                items: {
                    /** Format: uuid */
                    id: string;
                    name: string;
                }[];
            };
            /** @description Guests whom no email reaches */
            tell_yourself: {
                /** @description Number of guests */
                count: number;
                items: {
                    /** Format: uuid */
                    id: string;
                    name: string;
                    /** @description Phone number of the guest; null: none */
                    phone: string | null;
                    /**
                     * @description Why the guest does not get the email. `never_emailed`: you left out guests whom no email has reached
                     * @enum {string}
                     */
                    reason: "no_address" | "no_link" | "unsubscribed" | "bounced" | "complained" | "never_emailed";
                }[];
            };
            /** @description The email, as the first recipient reads it. Null: the notice does not wait any more, or its changes were undone */
            words: {
                subject: string;
                /** @description Text of the email, as plain text */
                text: string;
            } | null;
        };
        OfferSeat: {
            /** @description Whether to offer the seats beyond the capacity */
            force?: boolean;
        };
        Passkey: {
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description Time of the last sign-in or step-up; null: never used
             */
            last_used_at: string | null;
            /** @description Name that you gave the passkey, otherwise `Passkey` */
            name: string;
            /** @description Whether the passkey is backed up, and so can be on several devices */
            synced: boolean;
        };
        /** @description Argument of the browser's `PublicKeyCredential.parseRequestOptionsFromJSON()` */
        PasskeyAuthenticationOptions: {
            /** @description Empty: the user chooses among the passkeys for this site */
            allowCredentials: {
                id: string;
                /** @enum {string} */
                type: "public-key";
            }[];
            /** @description Random value that the authenticator signs, base64url */
            challenge: string;
            /** @description Domain for which the passkey works */
            rpId: string;
            /** @description Milliseconds that the browser waits for the user */
            timeout: number;
            /**
             * @description The authenticator checks PIN, fingerprint or face
             * @enum {string}
             */
            userVerification: "required";
        };
        /** @description Return value of `toJSON()` of the browser's `PublicKeyCredential` */
        PasskeyCredential: {
            /** @description ID of the passkey, base64url */
            id: string;
            /** @description Equal to `id` */
            rawId: string;
            /** @description The guest's answer to the invitation */
            response: {
                /** @description Base64url */
                authenticatorData: string;
                /** @description Base64url */
                clientDataJSON: string;
                /** @description Base64url */
                signature: string;
                /** @description ID of the account, base64url; null if the authenticator returns none */
                userHandle?: string | null;
            };
            /** @enum {string} */
            type: "public-key";
        };
        /** @description Argument of the browser's `PublicKeyCredential.parseCreationOptionsFromJSON()` */
        PasskeyRegistrationOptions: {
            /**
             * @description No statement about the authenticator is requested
             * @enum {string}
             */
            attestation: "none";
            /** @description Requirements for the authenticator */
            authenticatorSelection: {
                /**
                 * @description Equal to `residentKey`, for older browsers
                 * @enum {boolean}
                 */
                requireResidentKey: true;
                /**
                 * @description The passkey is stored on the authenticator
                 * @enum {string}
                 */
                residentKey: "required";
                /**
                 * @description The authenticator checks PIN, fingerprint or face
                 * @enum {string}
                 */
                userVerification: "required";
            };
            /** @description Random value that the authenticator signs, base64url */
            challenge: string;
            /** @description Passkeys of your account; the browser creates no second one on the same authenticator */
            excludeCredentials: {
                /** @description ID of the passkey, base64url */
                id: string;
                /** @enum {string} */
                type: "public-key";
            }[];
            /** @description Accepted signature algorithms */
            pubKeyCredParams: {
                /** @description COSE identifier of the algorithm: -7 is ES256 */
                alg: number;
                /** @enum {string} */
                type: "public-key";
            }[];
            /** @description This service, as the browser shows it */
            rp: {
                /** @description Domain for which the passkey works */
                id: string;
                /** @description Name of the service */
                name: string;
            };
            /** @description Milliseconds that the browser waits for the user */
            timeout: number;
            /** @description Your account, as the authenticator stores it */
            user: {
                /** @description Your name */
                displayName: string;
                /** @description ID of your account, base64url */
                id: string;
                /** @description Your email address */
                name: string;
            };
        };
        Passkeys: {
            items: components["schemas"]["Passkey"][];
        };
        PendingCollaboratorInvite: {
            /** @description Address that the invite was sent to; only its account can accept */
            email: string;
            /** Format: uuid */
            event_id: string;
            /**
             * Format: date-time
             * @description Time at which the invite expires: 7 days after it was sent
             */
            expires_at: string;
            /**
             * @description `viewer` reads, `editor` also changes and sends, `owner` also manages the team and deletes
             * @enum {string}
             */
            role: "viewer" | "editor" | "owner";
        };
        Preview: {
            /** @description HTML document with embedded images; null for a text message */
            html: string | null;
            /** @description Size of the text message; null for an email */
            sms: {
                /**
                 * @description `gsm7`, or `ucs2` if a character is outside GSM-7
                 * @enum {string}
                 */
                encoding: "gsm7" | "ucs2";
                /** @description Number of segments, which providers charge for */
                segments: number;
                /** @description Length in septets, or in UTF-16 units for `ucs2` */
                units: number;
            } | null;
            /** @description Null for a text message */
            subject: string | null;
            /** @description Plain text */
            text: string;
        };
        PreviewCheckIn: {
            /**
             * Format: uuid
             * @description Instead of `qr_token`, for a guest without a code
             */
            guest_id?: string;
            /** @description Scanned text: the JWT of `check_in`, or the short code of pages, emails and wallet passes */
            qr_token?: string;
        };
        PreviewInvitation: {
            /** @description Changes of the branding */
            branding?: components["schemas"]["ChangeBranding"];
            /** @description Changes of the event. Fields that move or send messages are ignored */
            event?: {
                /**
                 * @description How German and French texts address guests: `formal` with Sie and vous, `informal` with du and tu. Other languages have one form
                 * @enum {string}
                 */
                address_form?: "formal" | "informal";
                /** @description Number of people, guests and their companions; null: unlimited */
                capacity?: number | null;
                /**
                 * @description Whether guests name their companions instead of a number
                 * @enum {string}
                 */
                companion_names?: "off" | "optional" | "required";
                /** @description Number of people an invitation is for, the guest included, if the guest has no `party_size` and no named companions: 1 if nobody may be brought along; null: up to 10 companions. A lower number changes no RSVP: its guest can keep or reduce the party */
                default_party_size?: number | null;
                /** @description Text for guests; null removes it */
                description?: string | null;
                /**
                 * Format: date-time
                 * @description Time from which guests may come; null: two hours before `event_date`
                 */
                door_opens_at?: string | null;
                /**
                 * Format: date-time
                 * @description End of the event; null: not shown, and 12 hours after the start are assumed
                 */
                end_time?: string | null;
                /**
                 * Format: date-time
                 * @description Start of the event
                 */
                event_date?: string;
                /**
                 * Format: date-time
                 * @description `updated_at` as you read it. After another change since then, returns 409 `event_changed`
                 */
                expected_updated_at?: string;
                /** @description With `capacity`: whether to lower it below the taken seats. No guest loses a seat, and no guest gets one until there is room */
                force?: boolean;
                /**
                 * @description Language of the event's emails for guests without their own, BCP 47
                 * @example en
                 */
                locale?: string;
                /** @description Whether a guest can have a lost link emailed again, to the address on file */
                lost_links?: boolean;
                name?: string;
                /** @description Whether to email guests with a link who have not declined what has changed of name, description, venue and times, with the new calendar file. Changes within ten minutes are one email; a change that is undone by then is not emailed */
                notify?: boolean;
                /** @description With `notify`: whether the email also goes to guests whom no email has reached so far, such as guests who got their link by chat. Default: `true` */
                notify_never_emailed?: boolean;
                /** @description Hours for which an offered seat is held, at the latest until `event_date` */
                offer_hours?: number;
                /** @description Ignored */
                readonly region?: string;
                /** @description Address for guests' replies to emails; null: none. Your own verified address is used immediately. Any other address gets an email with a link, and is used after its owner has opened the link. Sending the field again repeats that email */
                reply_to?: string | null;
                /** @description Whether members without a passkey or an authenticator app, and their API keys, get 403 `second_factor_required`. Only an owner with a second factor can change it, after a step-up. Door devices and guests are not affected */
                require_second_factor?: boolean;
                /**
                 * Format: date-time
                 * @description After it, guests can only decline. At most `event_date`; null: the end of the event
                 */
                rsvp_deadline?: string | null;
                /** @description With `event_date`: whether messages and reminders whose time you chose move with the event. A message whose new time is past becomes a draft */
                shift_messages?: boolean;
                /**
                 * @description Countries (ISO 3166 alpha-2, such as `DE`) to which codes and other text messages are sent, among those that the service allows; null: the country of `timezone`, none for `UTC` or a zone of several countries. Premium-rate and shared-cost numbers get no text messages in any country
                 * @example [
                 *       "DE",
                 *       "AT"
                 *     ]
                 */
                sms_countries?: string[] | null;
                /**
                 * @description Lowest risk band in which a guest must enter a code, sent to the address or phone on file. `low` asks every device once, regardless of its score; a device that stores no ID, each time. Verified devices, trusted networks, and bots that get only a preview are not asked. Below `block`, guests who cannot be sent a code are not asked. An access without a score in time is asked with `low` and `medium`, and gets in with `high` and `block`
                 * @enum {string}
                 */
                step_up_from?: "low" | "medium" | "high" | "block" | "never";
                /** @description IANA name of the zone in which guests read times, such as `Europe/Berlin` */
                timezone?: string;
                /** @description Address or name of the place; null removes it */
                venue?: string | null;
                /** @description Whether an attending RSVP to a full event joins the waitlist. If false, it returns 409 `event_full`. */
                waitlist?: boolean;
            };
            /**
             * Format: uuid
             * @description Guest for whom to render the page, without an RSVP. Default: an invented guest
             */
            guest_id?: string;
        };
        PreviewMessage: {
            /** @description Plain text with the placeholders of a message */
            body: string;
            /**
             * @description `email` or `sms`
             * @enum {string}
             */
            channel: "email" | "sms";
            /**
             * Format: uuid
             * @description Guest for whom to render it. Default: an invented guest
             */
            guest_id?: string;
            /**
             * @description Language to render it in, BCP 47. Default: the guest's; for an invented guest, the event's
             * @example en
             */
            locale?: string;
            /**
             * Format: date-time
             * @description Time at which it is to be sent, from which `{{days_away}}` counts. Absent, or past: now
             */
            send_at?: string;
            /** @description Required for email */
            subject?: string | null;
            /**
             * @description All texts in additional languages, by BCP 47 tag; null or empty: none. A guest gets the text in their `locale`, otherwise in the event's, otherwise `subject` and `body`. A translation without `subject` has the message's. A reminder with the default text is sent in the default text of each other language
             * @example {
             *       "de": {
             *         "subject": "Bis Samstag",
             *         "body": "Hallo {{first_name}}, um sechs geht es los."
             *       }
             *     }
             */
            translations?: {
                [key: string]: {
                    body: string;
                    subject?: string;
                };
            } | null;
        };
        PreviewNewEvent: {
            /** @description The branding as it would be saved */
            branding?: components["schemas"]["ChangeBranding"];
            /** @description The event as it would be created */
            event: components["schemas"]["CreateEvent"];
        };
        PreviewText: {
            /** @description Text of the email; for a reminder, the text at its end. Absent: the saved text; null: the default */
            body?: string | null;
            /** @description Unsaved changes of the branding */
            branding?: {
                /** @description URL of an uploaded image; null: none */
                cover_url?: "" | string | null;
                /**
                 * Format: date-time
                 * @description `updated_at` as you read it. After another change since then, returns 409 `branding_changed`
                 */
                expected_updated_at?: string | null;
                /** @description One of `allowed_fonts`; null: the default */
                font?: "" | ("System" | "Arial" | "Verdana" | "Trebuchet MS" | "Futura" | "Optima" | "Georgia" | "Times New Roman" | "Palatino" | "Garamond" | "Didot" | "Rockwell" | "Courier New" | "Menlo" | "Brush Script MT") | null;
                /** @description URL of an uploaded image; null: none */
                logo_url?: "" | string | null;
                /** @description Colour as `#rrggbb`; null: the default */
                primary_color?: "" | string | null;
                /**
                 * @description Theme of the invitation, on every tier
                 * @enum {string|null}
                 */
                theme?: "plain" | "garden" | "letter" | "midnight" | "confetti" | "deco" | "studio" | null;
            };
            /**
             * Format: uuid
             * @description Guest for whom to render it. Default: an invented guest
             */
            guest_id?: string;
            /**
             * @description Email to preview
             * @enum {string}
             */
            kind: "invitation" | "confirmation" | "reminder";
            /**
             * @description Language to render it in, BCP 47. Default: the guest's; for an invented guest, the event's
             * @example en
             */
            locale?: string;
            /** @description Subject of an invitation. Absent: the saved one; null: the default */
            subject?: string | null;
        };
        Problem: {
            /** @description Explanation for a person: what happened, and what to do */
            detail: string;
            error: components["schemas"]["ErrorCode"];
            /** @description The invalid fields; only with `validation_failed` and other errors about fields */
            errors?: {
                /** @description Description of a valid value */
                message: string;
                /** @description Path of the field in the request, such as `items.3.email`; empty for the whole body */
                path: string;
            }[];
            /** @description `urn:usher:request:` followed by the request's ID */
            instance: string;
            /** @description ID of the request, as in the header `X-Request-Id` */
            request_id: string;
            /** @description HTTP status of the response */
            status: number;
            /** @description Reason phrase of the status */
            title: string;
            /** @description `urn:usher:problem:` followed by the code */
            type: string;
        } & {
            [key: string]: unknown;
        };
        ProviderPage: {
            /**
             * Format: uri
             * @description Page to redirect the user to
             */
            url: string;
        };
        PublicIp: {
            /** @description Null if the platform does not report it */
            ip: string | null;
        };
        /**
         * @example {
         *       "items": [
         *         {
         *           "label": "What would you like to eat?",
         *           "kind": "choice",
         *           "options": [
         *             "Meat",
         *             "Fish",
         *             "Vegetarian",
         *             "Vegan"
         *           ],
         *           "required": true,
         *           "scope": "person"
         *         },
         *         {
         *           "label": "A song that gets you dancing",
         *           "kind": "text"
         *         }
         *       ]
         *     }
         */
        PutQuestions: {
            /**
             * Format: date-time
             * @description `updated_at` as you read it. After another change since then, returns 409 `questions_changed`
             */
            expected_updated_at?: string | null;
            /** @description All questions, in the order in which they are asked; an omitted question is removed */
            items: {
                /** @description Hint below the question; null: none */
                help?: string | null;
                /**
                 * Format: uuid
                 * @description ID of a current or removed question to keep it; absent: a new question
                 */
                id?: string;
                /**
                 * @description `text`: up to 1,000 characters; `choice`: one of `options`; `choices`: any of them; `yes_no`: a boolean; `number`: any number
                 * @enum {string}
                 */
                kind: "text" | "choice" | "choices" | "yes_no" | "number";
                /** @description The question, as guests read it */
                label: string;
                /** @description 1 to 50 different options, only for `choice` and `choices` */
                options?: string[];
                /** @description Whether an RSVP needs an answer. Default: `false` */
                required?: boolean;
                /**
                 * @description Default: `guest`
                 * @enum {string}
                 */
                scope?: "guest" | "person";
                /**
                 * @description Default: `attending`
                 * @enum {string}
                 */
                when?: "attending" | "always";
            }[];
        };
        /**
         * @example {
         *       "id": "0191e0b1-7a3c-7f00-8000-000000000042",
         *       "label": "What would you like to eat?",
         *       "help": null,
         *       "kind": "choice",
         *       "options": [
         *         "Meat",
         *         "Fish",
         *         "Vegetarian",
         *         "Vegan"
         *       ],
         *       "required": true,
         *       "scope": "person",
         *       "when": "attending"
         *     }
         */
        Question: {
            /** @description Hint below the question; null: none */
            help: string | null;
            /**
             * Format: uuid
             * @description ID of the question, to which answers refer
             */
            id: string;
            /**
             * @description `text`: up to 1,000 characters; `choice`: one of `options`; `choices`: any of them; `yes_no`: a boolean; `number`: any number
             * @enum {string}
             */
            kind: "text" | "choice" | "choices" | "yes_no" | "number";
            /** @description The question, as guests read it */
            label: string;
            /** @description Options of `choice` and `choices`; otherwise empty */
            options: string[];
            /** @description Whether an RSVP needs an answer */
            required: boolean;
            /**
             * @description `guest`: asked once per RSVP. `person`: asked for each attending person, companions included; only for the guest if the event's `companion_names` is `off`
             * @enum {string}
             */
            scope: "guest" | "person";
            /**
             * @description `attending`: asked only for an attending RSVP; `always`: for every RSVP
             * @enum {string}
             */
            when: "attending" | "always";
        };
        Questions: {
            /** @description In the order in which they are asked */
            items: components["schemas"]["Question"][];
            /** @description Removed questions, for the labels of their answers */
            removed: components["schemas"]["Question"][];
            /**
             * Format: date-time
             * @description Time of the last change; null: the event never had any
             */
            updated_at: string | null;
        };
        RateProblem: components["schemas"]["Problem"] & ({
            /** @description `ask_host` if the tries of a link are used up: see `POST /access/{token}/ask-host` */
            hint?: string;
            /** @description Proof-of-work challenge (ALTCHA 2) on sign-up, resending, password reset and lost links. Solve it and repeat the request with `Usher-Proof`: the base64url of the JSON `{ challenge, solution }`. Works once within ten minutes */
            proof?: {
                /** @description Parameters of the challenge; return them unchanged in `challenge` */
                parameters: {
                    [key: string]: unknown;
                };
                /** @description Signature of the parameters; return it unchanged in `challenge` */
                signature: string;
            } & {
                [key: string]: unknown;
            };
            /** @description Seconds until the next request is accepted, as in the header `Retry-After` */
            retry_after: number;
            /** @description Site key of Cloudflare Turnstile, in place of `proof` if the service uses it. Send the token of its widget as `Usher-Proof` */
            turnstile?: string;
        } & {
            [key: string]: unknown;
        });
        RecipientCount: {
            /** @description Number of guests who would get the message now */
            count: number;
            /** @description Number of guests of the audience who have no RSVP and never got a link, whether or not they are skipped */
            not_invited: number;
            /** @description Size of the text message, if there is a `body` */
            sms?: {
                /** @description Sizes per language, if there are `translations` */
                by_language?: {
                    /** @description Tag of `translations`; null: `body` */
                    language: string | null;
                    /** @description Segments of the longest message in the language */
                    max_segments: number;
                    /** @description Number of messages in the language */
                    messages: number;
                    /** @description Segments of all messages in the language */
                    segments: number;
                    /** @description Messages in the language with a character outside GSM-7 */
                    ucs2: number;
                }[];
                /** @description Segments of the longest message */
                max_segments: number;
                /** @description Number of segments of all messages, which providers charge for */
                segments: number;
                /** @description Number of messages with a character outside GSM-7, such as an emoji: 70 characters fill a segment, otherwise 160 */
                ucs2: number;
            };
            /** @description Number of guests whose address or number is suppressed */
            suppressed: number;
            /** @description Number of guests without an address for the channel */
            unreachable: number;
        };
        RecordArrivals: {
            /** @description Number of people who arrived now, without those already in */
            arrival_count: number;
            /** @description Unique text per request. A repeated request with it returns 200 and adds no people */
            nonce: string;
        };
        RecordCheckIn: {
            /** @description Number of people who arrived, the guest included; the expected party if absent */
            arrival_count?: number;
            /**
             * Format: uuid
             * @description Instead of `qr_token`, for a guest without a code
             */
            guest_id?: string;
            /** @description Unique text per scan. A repeated request with it returns 200 and the same check-in */
            nonce?: string;
            /** @description Notes from the door */
            notes?: string | null;
            /** @description Whether to check in a guest who declined, has no seat, or has a replaced link. Default: `false` */
            override?: boolean;
            /** @description Scanned text: the JWT of `check_in`, or the short code of pages, emails and wallet passes */
            qr_token?: string;
            /**
             * Format: date-time
             * @description Time of arrival, for a scan that was recorded offline. A time before the door opens (12 hours before the event begins) or more than 5 minutes in the future is not used: the response has the server's time, and yours in `claimed_at`
             */
            scanned_at?: string;
        };
        /**
         * @example {
         *       "id": "0191e0b1-7a3c-7f00-8000-000000000051",
         *       "guest_id": "0191e0b1-7a3c-7f00-8000-000000000020",
         *       "response": "attending",
         *       "plus_ones": 1,
         *       "companions": [
         *         {
         *           "name": "Ben Lindqvist",
         *           "attending": true,
         *           "answers": {
         *             "0191e0b1-7a3c-7f00-8000-000000000042": "Vegan"
         *           }
         *         }
         *       ],
         *       "answers": {
         *         "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
         *       },
         *       "answered_by": "guest",
         *       "seat": "confirmed",
         *       "waitlist_position": null,
         *       "offer_expires_at": null,
         *       "submitted_at": "2027-04-03T18:14:00.000Z",
         *       "edit_count": 0,
         *       "risk_score": 12,
         *       "notified": true,
         *       "reason": null
         *     }
         */
        RecordedRsvp: components["schemas"]["Rsvp"] & {
            /** @description Whether this request causes an email. What stops an email later is shown at the guest or in the message */
            notified: boolean;
            /**
             * @description Why the change causes no email; null: it causes one. `bounced`, `complained`, `unsubscribed`: of the address. `email_unverified`, `sending_paused`, `sending_limit`: of your account or the event's host. `mailbox_limit`: nine emails per hour from one host to one mailbox. `notice_limit`: six change notices in 24 hours. `too_soon`: an hour after your last change of the RSVP. `no_change`: no field that guests are notified about has changed. `missing_scope`: the API key has neither `invitations:send` nor `messages:send`
             * @enum {string|null}
             */
            reason: "not_requested" | "no_address" | "no_link" | "no_change" | "event_cancelled" | "event_over" | "walk_in" | "missing_scope" | "too_soon" | "unsubscribed" | "bounced" | "complained" | "email_unverified" | "sending_paused" | "sending_limit" | "mailbox_limit" | "notice_limit" | null;
            /** @description Risk score of the access that sent this version; null: no score in time, or a host recorded the RSVP. Guests never see it */
            risk_score: number | null;
        };
        /**
         * @example {
         *       "response": "attending",
         *       "companions": [
         *         {
         *           "name": "Ben Lindqvist"
         *         }
         *       ],
         *       "answers": {
         *         "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
         *       }
         *     }
         */
        RecordRsvp: {
            /**
             * @description Values by question ID: a text, one option, a list of options, `true` or `false`, or a number. Omitted questions keep their answer; null removes it
             * @example {
             *       "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
             *     }
             */
            answers?: {
                [key: string]: "" | string | number | boolean | string[] | null;
            };
            /**
             * @description All companions, attending or not; replaces the previous list. Returns 400 if the event's `companion_names` is `off`; with `required`, attending companions need a name
             * @example [
             *       {
             *         "name": "Ben Lindqvist",
             *         "answers": {
             *           "0191e0b1-7a3c-7f00-8000-000000000042": "Vegan"
             *         }
             *       }
             *     ]
             */
            companions?: {
                /**
                 * @description Answers to questions of scope `person`, by question ID
                 * @example {
                 *       "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
                 *     }
                 */
                answers?: {
                    [key: string]: "" | string | number | boolean | string[] | null;
                };
                /** @description Default: `true` */
                attending?: boolean;
                /** @description Null or absent: not named yet */
                name?: string | null;
            }[];
            /** @description Whether to seat the party beyond the capacity and before waitlisted parties. Otherwise an attending party joins the waitlist of a full event, or gets 409 `event_full` without one */
            force?: boolean;
            /** @description Whether to email a confirmation to a guest with an address and a link, at most once per hour. Default: `false` */
            notify?: boolean;
            /** @description Number of companions, at most `max_plus_ones` of the invitation. With `companions` it is the number of attending ones, and can be omitted. Omitted without `companions`: 0 for a first RSVP, unchanged in an edit. Stored as 0 if `response` is `declined` */
            plus_ones?: number;
            /**
             * @description The guest's answer to the invitation
             * @enum {string}
             */
            response: "attending" | "declined" | "maybe";
        };
        RecordWalkIn: {
            /** @description Default: `1` */
            arrival_count?: number;
            email?: string | null;
            name: string;
            /** @description Notes from the door */
            notes?: string | null;
            /** @description E.164: `+`, the country code and the number, only digits. The error for another spelling with a country code has the E.164 form. */
            phone?: string | null;
            /**
             * @description `ask`: if someone on the list has this name, in another order, case or spelling too, return 409 `name_on_list` and add nobody. Default: `add`
             * @enum {string}
             */
            same_name?: "add" | "ask";
            /**
             * Format: date-time
             * @description Time of arrival, for a scan that was recorded offline. A time before the door opens (12 hours before the event begins) or more than 5 minutes in the future is not used: the response has the server's time, and yours in `claimed_at`
             */
            scanned_at?: string;
        };
        RecoveryCodes: {
            /** @description Returned only once. Each code works once */
            recovery_codes: string[];
        };
        RefreshToken: {
            /** @description Newest refresh token of the session */
            refresh_token: string;
        };
        ReinstateEvent: {
            /** @description Whether to email guests with a link who have not declined, with the calendar file. The email is sent after two minutes, unless the change is undone by then. Default: `true` */
            notify?: boolean;
            /** @description With `notify`: whether the email also goes to guests whom no email has reached so far, such as guests who got their link by chat. Default: `true` */
            notify_never_emailed?: boolean;
        };
        ReplyNetwork: {
            /**
             * Format: date-time
             * @description Time of the first RSVP that was counted
             */
            first_at: string;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description Time of the last RSVP that was counted
             */
            last_at: string;
            /** @description Whether `POST …/trust` works. Not for a mobile provider, for phones (a quarter of the replies) or for more than three kinds of browsers, because the next user of such a network may be a stranger */
            may_trust: boolean;
            /** @description Whether guests need a code from this network, after an undo */
            needs_code: boolean;
            /** @description An IPv4 address (/32) or an IPv6 /64 */
            network: string;
            /** @description Guests whose first RSVP came from the network since `first_at` */
            replies: number;
            /**
             * @description `open`: needs your decision. A network that is `accepted`, `trusted` or `undone` is `open` again once ten more guests have replied from it
             * @enum {string}
             */
            status: "open" | "accepted" | "trusted" | "undone";
            /** @description Until when replies can be undone, and when the last undo ran */
            undo: {
                /**
                 * Format: date-time
                 * @description Time at which the last undo finished; null: it runs, or there was none
                 */
                finished_at: string | null;
                /**
                 * Format: date-time
                 * @description Time at which the last undo started; null: none
                 */
                started_at: string | null;
                /**
                 * Format: date-time
                 * @description Time until which replies can be undone
                 */
                until: string;
            };
        };
        ReplyNetworkDetail: {
            /**
             * Format: date-time
             * @description Time of the first RSVP that was counted
             */
            first_at: string;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description Time of the last RSVP that was counted
             */
            last_at: string;
            /** @description The replies, oldest first */
            listed: components["schemas"]["NetworkReply"][];
            /** @description Whether `POST …/trust` works. Not for a mobile provider, for phones (a quarter of the replies) or for more than three kinds of browsers, because the next user of such a network may be a stranger */
            may_trust: boolean;
            /** @description Whether guests need a code from this network, after an undo */
            needs_code: boolean;
            /** @description An IPv4 address (/32) or an IPv6 /64 */
            network: string;
            /** @description Guests whose first RSVP came from the network since `first_at` */
            replies: number;
            /**
             * @description `open`: needs your decision. A network that is `accepted`, `trusted` or `undone` is `open` again once ten more guests have replied from it
             * @enum {string}
             */
            status: "open" | "accepted" | "trusted" | "undone";
            /** @description Until when replies can be undone, and when the last undo ran */
            undo: {
                /**
                 * Format: date-time
                 * @description Time at which the last undo finished; null: it runs, or there was none
                 */
                finished_at: string | null;
                /**
                 * Format: date-time
                 * @description Time at which the last undo started; null: none
                 */
                started_at: string | null;
                /**
                 * Format: date-time
                 * @description Time until which replies can be undone
                 */
                until: string;
            };
        };
        ReplyNetworkList: {
            items: components["schemas"]["ReplyNetwork"][];
        };
        RequestLiveTicket: {
            /**
             * Format: uuid
             * @description Event to watch
             */
            event_id: string;
        };
        ResendVerification: {
            /** @description Address of the account. The response is the same if there is none */
            email: string;
        };
        ResetPassword: {
            /** @description Whether to also revoke the door devices of events that begin within 48 hours. Default: `false` */
            end_door_devices?: boolean;
            /** @description Any Unicode text, except the most common passwords and those derived from your email address or the name or host name of the service */
            password: string;
            /** @description Token from the link in the email */
            token: string;
        };
        RotateApiKey: {
            /** @description Hours for which the old key still works. 0: it ends immediately. Default: `0` */
            hours?: number;
        };
        RotatedWebhookSecret: {
            /**
             * Format: date-time
             * @description Time until which both secrets sign
             */
            previous_until: string;
            /**
             * @description Shown this once
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
        };
        RotateToken: {
            /** Format: uuid */
            guest_id: string;
            /** @description Whether to email the link to a guest with an address. An account with an unverified address must send `false`, because it cannot email guests. Default: `true` */
            notify?: boolean;
        };
        /**
         * @example {
         *       "id": "0191e0b1-7a3c-7f00-8000-000000000051",
         *       "guest_id": "0191e0b1-7a3c-7f00-8000-000000000020",
         *       "response": "attending",
         *       "plus_ones": 1,
         *       "companions": [
         *         {
         *           "name": "Ben Lindqvist",
         *           "attending": true,
         *           "answers": {
         *             "0191e0b1-7a3c-7f00-8000-000000000042": "Vegan"
         *           }
         *         }
         *       ],
         *       "answers": {
         *         "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
         *       },
         *       "answered_by": "guest",
         *       "seat": "confirmed",
         *       "waitlist_position": null,
         *       "offer_expires_at": null,
         *       "submitted_at": "2027-04-03T18:14:00.000Z",
         *       "edit_count": 0
         *     }
         */
        Rsvp: {
            /**
             * @description Whether the guest or a host submitted this RSVP
             * @enum {string}
             */
            answered_by: "guest" | "host";
            /**
             * @description Answers by question ID, including those to removed questions
             * @example {
             *       "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
             *     }
             */
            answers: {
                [key: string]: string | number | boolean | string[];
            };
            /** @description Companions; `plus_ones` of them attend. Empty if only a number was given */
            companions: {
                /**
                 * @description Answers by question ID, including those to removed questions
                 * @example {
                 *       "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
                 *     }
                 */
                answers: {
                    [key: string]: string | number | boolean | string[];
                };
                /** @description Whether the companion attends */
                attending: boolean;
                /** @description Null: not named yet */
                name: string | null;
            }[];
            /** @description Number of edits by the guest; at most 5 */
            edit_count: number;
            /** Format: uuid */
            guest_id: string;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description Time until which an offered seat is held; null: no offer
             */
            offer_expires_at: string | null;
            /** @description Number of companions */
            plus_ones: number;
            /**
             * @description The guest's answer to the invitation
             * @enum {string}
             */
            response: "attending" | "declined" | "maybe";
            /**
             * @description Null: not attending, or an offered seat was not accepted
             * @enum {string|null}
             */
            seat: "confirmed" | "waitlisted" | "offered" | null;
            /**
             * Format: date-time
             * @description Time of the first submission; later changes do not change it
             */
            submitted_at: string;
            /** @description Position on the waitlist, 1 is next; null: not on it, or behind the first 100 */
            waitlist_position: number | null;
        };
        RsvpRevision: {
            /**
             * @description Whether the guest or a host submitted this RSVP
             * @enum {string}
             */
            answered_by: "guest" | "host";
            /**
             * @description Answers by question ID, including those to removed questions
             * @example {
             *       "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
             *     }
             */
            answers: {
                [key: string]: string | number | boolean | string[];
            };
            /** @description Companions; `plus_ones` of them attend. Empty if only a number was given */
            companions: {
                /**
                 * @description Answers by question ID, including those to removed questions
                 * @example {
                 *       "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
                 *     }
                 */
                answers: {
                    [key: string]: string | number | boolean | string[];
                };
                /** @description Whether the companion attends */
                attending: boolean;
                /** @description Null: not named yet */
                name: string | null;
            }[];
            /** @description Number of companions */
            plus_ones: number;
            /**
             * Format: date-time
             * @description Time at which the next version replaced it
             */
            replaced_at: string;
            /**
             * @description `host`: a host recorded another RSVP, or lowered the party size below this one, which does not count as an edit
             * @enum {string}
             */
            replaced_by: "guest" | "host";
            /**
             * @description The guest's answer to the invitation
             * @enum {string}
             */
            response: "attending" | "declined" | "maybe";
            /** @description Number of the version, from 0 */
            revision: number;
            /** @description Risk score of the access that sent this version; null: no score in time, or a host recorded the RSVP. Guests never see it */
            risk_score: number | null;
            /**
             * @description Null: not attending, or an offered seat was not accepted
             * @enum {string|null}
             */
            seat: "confirmed" | "waitlisted" | "offered" | null;
        };
        ScannerTicket: {
            /**
             * Format: date-time
             * @description Time at which the ticket expires
             */
            expires_at: string;
            /** @description Bearer token for the door routes of this event */
            ticket: string;
            /** @description Page to open on the phone; it contains the ticket */
            url: string;
        };
        /** @enum {string} */
        Scope: "events:read" | "events:write" | "guests:read" | "guests:write" | "invitations:send" | "messages:send" | "check_in" | "analytics:read" | "webhooks:write";
        SeatOffer: {
            /** Format: uuid */
            guest_id: string;
            /** @description Number of people */
            heads: number;
            /** @description Whether this request causes an email. What stops an email later is shown at the guest or in the message */
            notified: boolean;
            /**
             * Format: date-time
             * @description Time until which the seats are held
             */
            offer_expires_at: string;
            /**
             * @description Why the change causes no email; null: it causes one. `bounced`, `complained`, `unsubscribed`: of the address. `email_unverified`, `sending_paused`, `sending_limit`: of your account or the event's host. `mailbox_limit`: nine emails per hour from one host to one mailbox. `notice_limit`: six change notices in 24 hours. `too_soon`: an hour after your last change of the RSVP. `no_change`: no field that guests are notified about has changed. `missing_scope`: the API key has neither `invitations:send` nor `messages:send`
             * @enum {string|null}
             */
            reason: "not_requested" | "no_address" | "no_link" | "no_change" | "event_cancelled" | "event_over" | "walk_in" | "missing_scope" | "too_soon" | "unsubscribed" | "bounced" | "complained" | "email_unverified" | "sending_paused" | "sending_limit" | "mailbox_limit" | "notice_limit" | null;
            /**
             * @description The seats are offered
             * @enum {string}
             */
            seat: "offered";
        };
        SendChallenge: {
            /**
             * @description One of the `channels` of the error
             * @enum {string}
             */
            channel: "email" | "sms";
        };
        Session: {
            /**
             * Format: date-time
             * @description Time of the sign-in
             */
            created_at: string;
            /** @description Whether this request uses it */
            current: boolean;
            /** @description Browser and system, such as `Firefox on Windows`; null: not known */
            device: string | null;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description Time of the last refresh: up to 15 minutes before the last request, or a day for a session in a cookie
             */
            last_used_at: string;
            /**
             * @description Method of the sign-in
             * @enum {string}
             */
            method: "password" | "passkey";
            /** @description City and country of the sign-in as Cloudflare reports them, otherwise its network; null: not known */
            place: string | null;
        };
        SignUp: {
            /** @description Address that you sign in with, ignoring case. An email with a link verifies it */
            email: string;
            /**
             * @description Language of emails to you, BCP 47. Default: from `Accept-Language`
             * @example en
             */
            locale?: string;
            /** @description Your name, which guests see as the sender of emails. At most 60 characters, and nothing like a web or email address or like Usher */
            name: string;
            /** @description Any Unicode text, except the most common passwords and those derived from your email address or the name or host name of the service */
            password: string;
        };
        StartCheckout: {
            /**
             * @description Tier to subscribe to
             * @enum {string}
             */
            tier: "pro" | "business";
        };
        SteppedUp: {
            /**
             * Format: date-time
             * @description Time until which the session needs no other step-up
             */
            valid_until: string;
        };
        /**
         * @example {
         *       "factor_token": "eyJhbGciOiJIUzI1NiJ9…",
         *       "password": "a table for forty in June"
         *     }
         */
        StepUp: {
            /**
             * @description Six digits of the authenticator app
             * @example 287082
             */
            code?: string;
            /** @description `factor_token` of the response that asked for the factor */
            factor_token: string;
            /** @description Assertion of `navigator.credentials.get()`, as JSON */
            passkey?: components["schemas"]["PasskeyCredential"];
            password?: string;
            /**
             * @description One of the recovery codes; works once
             * @example 7KQ2M-0XD9T-4HN8R-PVW31-C6JZB
             */
            recovery_code?: string;
        };
        /**
         * @example {
         *       "token": "AZHgsXo8fwCAAAAAAAAAQGJr0gP5kYQm3hZ6n1TtW8c",
         *       "response": "attending",
         *       "companions": [
         *         {
         *           "name": "Ben Lindqvist",
         *           "answers": {
         *             "0191e0b1-7a3c-7f00-8000-000000000042": "Vegan"
         *           }
         *         }
         *       ],
         *       "answers": {
         *         "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
         *       }
         *     }
         */
        SubmitRsvp: {
            /**
             * @description Values by question ID: a text, one option, a list of options, `true` or `false`, or a number. Omitted questions keep their answer; null removes it
             * @example {
             *       "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
             *     }
             */
            answers?: {
                [key: string]: "" | string | number | boolean | string[] | null;
            };
            /**
             * @description All companions, attending or not; replaces the previous list. Returns 400 if the event's `companion_names` is `off`; with `required`, attending companions need a name
             * @example [
             *       {
             *         "name": "Ben Lindqvist",
             *         "answers": {
             *           "0191e0b1-7a3c-7f00-8000-000000000042": "Vegan"
             *         }
             *       }
             *     ]
             */
            companions?: {
                /**
                 * @description Answers to questions of scope `person`, by question ID
                 * @example {
                 *       "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
                 *     }
                 */
                answers?: {
                    [key: string]: "" | string | number | boolean | string[] | null;
                };
                /** @description Default: `true` */
                attending?: boolean;
                /** @description Null or absent: not named yet. With `companion_names` `required`, attending companions need a name */
                name?: string | null;
            }[];
            /** @description Signals of the device, by name. Used: timezone, language, languages, platform, screen, color_scheme, touch, hardware_concurrency */
            fingerprint?: {
                [key: string]: string;
            };
            /** @description Number of companions, at most `max_plus_ones` of the invitation. With `companions` it is the number of attending ones, and can be omitted. Omitted without `companions`: 0 for a first RSVP, unchanged in an edit. Stored as 0 if `response` is `declined` */
            plus_ones?: number;
            /**
             * @description The guest's answer to the invitation
             * @enum {string}
             */
            response: "attending" | "declined" | "maybe";
            /** @description Token of the guest's link: the end of its URL, 43 characters */
            token: string;
        };
        TestMessage: {
            /** @description Plain text with the placeholders of a message */
            body: string;
            /**
             * @description Only `email`: your account has no phone number
             * @enum {string}
             */
            channel: "email";
            /**
             * Format: uuid
             * @description Guest for whom to render it. Default: an invented guest
             */
            guest_id?: string;
            /**
             * @description Language to render it in, BCP 47. Default: the guest's; for an invented guest, the event's
             * @example en
             */
            locale?: string;
            /** @description Required for email */
            subject?: string | null;
            /**
             * @description All texts in additional languages, by BCP 47 tag; null or empty: none. A guest gets the text in their `locale`, otherwise in the event's, otherwise `subject` and `body`. A translation without `subject` has the message's. A reminder with the default text is sent in the default text of each other language
             * @example {
             *       "de": {
             *         "subject": "Bis Samstag",
             *         "body": "Hallo {{first_name}}, um sechs geht es los."
             *       }
             *     }
             */
            translations?: {
                [key: string]: {
                    body: string;
                    subject?: string;
                };
            } | null;
        };
        TestSent: {
            /**
             * @description Your masked address
             * @example r•••@e•••.com
             */
            sent_to: string;
        };
        TestText: {
            /** @description Text of the email; for a reminder, the text at its end. Absent: the saved text; null: the default */
            body?: string | null;
            /**
             * Format: uuid
             * @description Guest for whom to render it. Default: an invented guest
             */
            guest_id?: string;
            /**
             * @description Email to send
             * @enum {string}
             */
            kind: "invitation" | "confirmation" | "reminder";
            /**
             * @description Language to render it in, BCP 47. Default: the guest's; for an invented guest, the event's
             * @example en
             */
            locale?: string;
            /** @description Subject of an invitation. Absent: the saved one; null: the default */
            subject?: string | null;
        };
        Texts: {
            /** @description Text of the confirmation email */
            confirmation: {
                /** @description Null: the default greeting */
                body: string | null;
            };
            /** @description Texts of the invitation email */
            invitation: {
                /** @description Null: the default greeting */
                body: string | null;
                /** @description Null: the default subject */
                subject: string | null;
            };
            /** @description Text at the end of reminders; null: none */
            reminder_footer: string | null;
            /** @description Texts in additional languages, by BCP 47 tag; absent: none */
            translations?: {
                [key: string]: {
                    /** @description Text of the confirmation email */
                    confirmation: {
                        /** @description Null: the default greeting */
                        body: string | null;
                    };
                    /** @description Texts of the invitation email */
                    invitation: {
                        /** @description Null: the default greeting */
                        body: string | null;
                        /** @description Null: the default subject */
                        subject: string | null;
                    };
                    /** @description Text at the end of reminders; null: none */
                    reminder_footer: string | null;
                };
            };
            /**
             * Format: date-time
             * @description Time of the last change; null: only default texts
             */
            updated_at: string | null;
        };
        /** @description An access is in the highest band whose threshold its score reaches */
        Thresholds: {
            /** @description Lowest score of the band */
            block: number;
            /** @description Thresholds of an event without its own */
            defaults: {
                /** @description Lowest score of the band */
                block: number;
                /** @description Lowest score of the band */
                high: number;
                /** @description Lowest score of the band */
                medium: number;
            };
            /** @description Lowest score of the band */
            high: number;
            /** @description Lowest score of the band */
            medium: number;
            /**
             * Format: date-time
             * @description Time of the last change of the event, to which the thresholds belong
             */
            updated_at: string;
        };
        ThresholdsPreview: {
            /** @description Accesses per band under the proposed thresholds */
            counts: components["schemas"]["BandCounts"];
            /** @description Accesses per band under the event's current thresholds */
            current: components["schemas"]["BandCounts"];
            /** @description Number of accesses: the sum of `counts`, and of `current` */
            total: number;
        };
        TierProblem: components["schemas"]["Problem"] & ({
            /** @description Limit of the tier; null: none */
            limit: number | null;
            /** @description `events_limit`, `guests_limit` or `collaborators_limit`; or the missing feature, such as `broadcasts` */
            reason: string;
            /**
             * @description Tier that applies: the host's for an event, else yours
             * @enum {string}
             */
            tier: "free" | "pro" | "business";
            /** @description Page on which the account changes its tier */
            upgrade_url: string;
            /** @description How much of the limit is used */
            used: number;
        } & {
            [key: string]: unknown;
        });
        TimelineItem: {
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /** @enum {string} */
            type: "added";
        } | {
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /** @enum {string} */
            type: "invited";
            /** @description Channel of the invitation, such as `email`; null: none */
            utm_source: string | null;
        } | {
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /** @enum {string} */
            type: "link_replaced";
        } | {
            /**
             * Format: date-time
             * @description Time of the status
             */
            at: string;
            /**
             * @description Why it did not arrive. `unknown_address`: the address does not exist, so correct it; `mailbox_full`; `rejected`: the recipient's server rejects the email, for example as spam; `temporary`: the server did not accept it in time, so send it again; `not_sent`: not sent for another reason. Null: it arrived, is on its way, or `status` says it all
             * @enum {string|null}
             */
            cause: "unknown_address" | "mailbox_full" | "rejected" | "temporary" | "not_sent" | null;
            /**
             * @description `email` or `sms`
             * @enum {string}
             */
            channel: "email" | "sms";
            /** @description Kind of the email, such as `invitation` */
            kind: string;
            /** @description Reply of the recipient's server, the type of the bounce, or why it was not sent; null: none */
            reason: string | null;
            /**
             * @description Delivery status; `unreachable`: the guest has no address for the channel
             * @enum {string}
             */
            status: "queued" | "sent" | "delivered" | "bounced" | "complained" | "suppressed" | "failed" | "unreachable";
            /** @enum {string} */
            type: "mailed";
        } | {
            /**
             * Format: date-time
             * @description Time of the status
             */
            at: string;
            /**
             * @description Why it did not arrive. `unknown_address`: the address does not exist, so correct it; `mailbox_full`; `rejected`: the recipient's server rejects the email, for example as spam; `temporary`: the server did not accept it in time, so send it again; `not_sent`: not sent for another reason. Null: it arrived, is on its way, or `status` says it all
             * @enum {string|null}
             */
            cause: "unknown_address" | "mailbox_full" | "rejected" | "temporary" | "not_sent" | null;
            /**
             * @description `email` or `sms`
             * @enum {string}
             */
            channel: "email" | "sms";
            /**
             * Format: uuid
             * @description ID of the message
             */
            message_id: string;
            /** @description Reply of the recipient's server, the type of the bounce, or why it was not sent; null: none */
            reason: string | null;
            /**
             * @description Automatic reminder; null: written by a host, or a change notice
             * @enum {string|null}
             */
            slug: "reminder_7d" | "reminder_3d" | "reminder_1d" | "reminder_day_of" | null;
            /**
             * @description Delivery status; `unreachable`: the guest has no address for the channel
             * @enum {string}
             */
            status: "queued" | "sent" | "delivered" | "bounced" | "complained" | "suppressed" | "failed" | "unreachable";
            /** @description As written, with placeholders. Empty for a text message */
            subject: string;
            /** @enum {string} */
            type: "reminded";
        } | {
            /**
             * Format: uuid
             * @description ID of the access; see `GET /events/{eventId}/access-logs`
             */
            access_log_id: string;
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /** @description Number of times, as in the access log */
            count: number;
            /** @description Device; null: the client stores no ID */
            device: {
                /** @description ID of the device; see `GET /events/{eventId}/guests/{guestId}/devices` */
                id: string;
                /** @description System and browser; null if the client names neither */
                label: string | null;
            } | null;
            /**
             * @description Risk band of the access; null: not scored
             * @enum {string|null}
             */
            risk: "low" | "medium" | "high" | "block" | null;
            /** @enum {string} */
            type: "opened";
        } | {
            /**
             * Format: uuid
             * @description ID of the access; see `GET /events/{eventId}/access-logs`
             */
            access_log_id: string;
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /** @description Number of times, as in the access log */
            count: number;
            /**
             * @description Risk band of the access; null: not scored
             * @enum {string|null}
             */
            risk: "low" | "medium" | "high" | "block" | null;
            /** @enum {string} */
            type: "opened_automatically";
        } | {
            /**
             * @description Whether the guest or a host submitted the RSVP
             * @enum {string}
             */
            answered_by: "guest" | "host";
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /** @description Whether the RSVP came from a device that was new to the link, at medium risk or more: somebody with the guest's link, perhaps not the guest */
            new_device: boolean;
            /** @description Number of companions */
            plus_ones: number;
            /**
             * @description The guest's answer to the invitation
             * @enum {string}
             */
            response: "attending" | "declined" | "maybe";
            /**
             * @description Seat of the RSVP; null: none
             * @enum {string|null}
             */
            seat: "confirmed" | "waitlisted" | "offered" | null;
            /** @enum {string} */
            type: "answered";
        } | {
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /**
             * @description Whether the guest or a host changed the RSVP
             * @enum {string}
             */
            edited_by: "guest" | "host";
            /** @description Whether the RSVP came from a device that was new to the link, at medium risk or more: somebody with the guest's link, perhaps not the guest */
            new_device: boolean;
            /** @description Number of companions */
            plus_ones: number;
            /**
             * @description The guest's answer to the invitation
             * @enum {string}
             */
            response: "attending" | "declined" | "maybe";
            /**
             * @description Seat of the RSVP; null: none
             * @enum {string|null}
             */
            seat: "confirmed" | "waitlisted" | "offered" | null;
            /** @enum {string} */
            type: "edited";
        } | {
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /**
             * Format: date-time
             * @description Time until which the seats are held
             */
            expires_at: string;
            /** @description Number of people that the seats are for */
            heads: number;
            /** @enum {string} */
            type: "seat_offered";
        } | {
            /** @description Number of people who arrived first */
            arrival_count: number;
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /** @description Name of the member who scanned, or who paired the door device */
            by: string;
            /**
             * Format: uuid
             * @description ID of the check-in
             */
            check_in_id: string;
            /** @description Name of the door device that scanned, which the member in `by` paired; null: the member scanned */
            door: string | null;
            /** @enum {string} */
            type: "checked_in";
            /** @description Whether the guest was added at the door */
            walk_in: boolean;
        } | {
            /** @description Number of people who came later */
            arrival_count: number;
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /** @description Name of the member or door device */
            by: string;
            /** @description Name of the door device that scanned, which the member in `by` paired; null: the member scanned */
            door: string | null;
            /** @enum {string} */
            type: "arrived_later";
        } | {
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /**
             * @description `email` or `sms`
             * @enum {string}
             */
            channel: "email" | "sms";
            /** @enum {string} */
            type: "code_sent";
        } | {
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /**
             * @description `email` or `sms`
             * @enum {string}
             */
            channel: "email" | "sms";
            /** @enum {string} */
            type: "code_passed";
        } | {
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /**
             * @description `email` or `sms`
             * @enum {string}
             */
            channel: "email" | "sms";
            /** @enum {string} */
            type: "code_failed";
        } | {
            /**
             * Format: uuid
             * @description ID of the access; see `GET /events/{eventId}/access-logs`
             */
            access_log_id: string;
            /**
             * @description `restored`: the RSVP is as before the access. `unchanged`: the access had not changed it. `kept`: another device or a host has changed it since
             * @enum {string}
             */
            answer: "restored" | "unchanged" | "kept";
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /** @enum {string} */
            type: "access_reported";
        } | {
            /**
             * Format: date-time
             * @description Time at which it happened
             */
            at: string;
            /** @enum {string} */
            type: "check_in_undone";
        };
        Totp: {
            /**
             * Format: date-time
             * @description Time at which the app was confirmed; null: no app
             */
            confirmed_at: string | null;
            /** @description Whether signing in with the password requires a code */
            enabled: boolean;
            /** @description Number of unused recovery codes */
            recovery_codes_left: number;
        };
        TotpSetup: {
            /** @description URL with the secret, to show as a QR code */
            otpauth_url: string;
            /** @description Secret to type into an authenticator app, base32 */
            secret: string;
        };
        UndoEmailChange: {
            /** @description Token from the link in the email */
            token: string;
        };
        UndoReplies: {
            /** @description Guests whose replies are undone, at most 1,000 */
            guest_ids: string[];
        };
        UndoStarted: {
            /** @description Whether this request causes an email. What stops an email later is shown at the guest or in the message */
            notified: boolean;
            /**
             * @description Why the change causes no email; null: it causes one. `bounced`, `complained`, `unsubscribed`: of the address. `email_unverified`, `sending_paused`, `sending_limit`: of your account or the event's host. `mailbox_limit`: nine emails per hour from one host to one mailbox. `notice_limit`: six change notices in 24 hours. `too_soon`: an hour after your last change of the RSVP. `no_change`: no field that guests are notified about has changed. `missing_scope`: the API key has neither `invitations:send` nor `messages:send`
             * @enum {string|null}
             */
            reason: "not_requested" | "no_address" | "no_link" | "no_change" | "event_cancelled" | "event_over" | "walk_in" | "missing_scope" | "too_soon" | "unsubscribed" | "bounced" | "complained" | "email_unverified" | "sending_paused" | "sending_limit" | "mailbox_limit" | "notice_limit" | null;
        };
        UnsubscribeState: {
            /**
             * @description Masked
             * @example a•••@e•••.com
             */
            address: string;
            /** @description Host whose email had the link, or hosts, separated by commas; null: the accounts were deleted */
            host_name: string | null;
            /** @description An email to the address was reported as spam, so the emails of all hosts are stopped, whatever `scope` says. `POST /unsubscribe/code` sends a code to undo that. */
            is_complained: boolean;
            /**
             * @description Hosts from whom the address is unsubscribed
             * @enum {string}
             */
            scope: "host" | "all" | "none";
        };
        Uploaded: {
            /**
             * @description Path of the image on this service
             * @example /uploads/00112233445566778899aabbccddeeff.jpg
             */
            url: string;
        };
        User: {
            /** Format: date-time */
            created_at: string;
            email: string;
            /** @description Whether the last email about your account bounced, or the recipient's server rejected it. Usher still sends them: check the address */
            email_bounced: boolean;
            /** @description Whether you opened the link in the verification email */
            email_verified: boolean;
            /** Format: uuid */
            id: string;
            /** @description Language of emails to you, BCP 47 */
            locale: string;
            /** @description Empty after a password reset that verified the address, until you choose a name */
            name: string;
            /**
             * Format: date-time
             * @description Time of the first acceptance; null: not accepted
             */
            privacy_policy_accepted_at: string | null;
            /**
             * Format: date-time
             * @description Time of the first acceptance; null: not accepted
             */
            terms_accepted_at: string | null;
            /**
             * @description Tier of your subscription; `free` without one
             * @enum {string}
             */
            tier: "free" | "pro" | "business";
        };
        Verified: {
            /**
             * @description Whether you opened the link in the verification email
             * @enum {boolean}
             */
            email_verified: true;
        };
        VerifyChallenge: {
            /**
             * @description Six digits as typed; spaces, dashes and digits of other scripts are accepted
             * @example 123456
             */
            code: string;
        };
        VerifyEmail: {
            /** @description Password of the account. If it differs from the sign-up's, it replaces it and revokes everything created before. Absent: the sign-up's password remains */
            password?: string;
            /** @description Token from the link in the email */
            token: string;
        };
        WebhookDelivery: {
            /**
             * Format: date-time
             * @description Time of the last try, or of the creation if there was none
             */
            at: string;
            /** @description Number of tries */
            attempts: number;
            /**
             * Format: uuid
             * @description The event of the activity; null for a test
             */
            event_id: string | null;
            /**
             * Format: uuid
             * @description `webhook-id`, equal for all tries
             */
            id: string;
            /**
             * Format: date-time
             * @description Time of the next try; null: none
             */
            next_attempt_at: string | null;
            /** @description HTTP status of the last try; null: no response in time */
            response_status: number | null;
            /** @description Number of the activity; null for a test */
            sequence: number | null;
            /**
             * @description `failed`: all tries were used; `cancelled`: the activity was erased, or you may not read the event any more
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed" | "cancelled";
            /** @description Type of the activity, or `webhook.test` */
            type: string;
        };
        WebhookEndpoint: {
            /** Format: date-time */
            created_at: string;
            /**
             * Format: uuid
             * @description The event whose activities are sent; null: all events you own
             */
            event_id: string | null;
            /**
             * Format: date-time
             * @description Time of the first failure since the last success; null: the last delivery succeeded
             */
            failing_since: string | null;
            /** Format: uuid */
            id: string;
            /**
             * @description `disabled`: by you; `ended`: all tries failed for five days
             * @enum {string}
             */
            status: "enabled" | "disabled" | "ended";
            /** @description Types that are sent; `*`: all types */
            types: string[];
            /**
             * Format: date-time
             * @description Time of your last change, or at which failed deliveries ended the endpoint
             */
            updated_at: string;
            /** @description URL that is called */
            url: string;
        };
        WriteToGuest: {
            /** @description Plain text. `{{guest_name}}`, `{{first_name}}`, `{{event_name}}`, `{{event_date}}`, `{{days_away}}`, `{{reply_by}}`, `{{venue}}`, `{{rsvp_link}}` are replaced for each guest. A value that is missing takes its phrase with it: without a venue, `(at {{venue}})` is left out. `{{days_away}}` is `today`, `tomorrow` or `in 3 days` at the time of sending. `{{reply_by}}` is a sentence that asks for a reply by the `rsvp_deadline`, or now if there is none; a guest who has replied does not get it */
            body: string;
            /**
             * @description `email`, or `sms` without a subject
             * @enum {string}
             */
            channel: "email" | "sms";
            /** @description Required for email */
            subject?: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Accepted = components['schemas']['Accepted'];
export type AcceptedCollaboratorInvite = components['schemas']['AcceptedCollaboratorInvite'];
export type AcceptTerms = components['schemas']['AcceptTerms'];
export type AccessLog = components['schemas']['AccessLog'];
export type AccessToken = components['schemas']['AccessToken'];
export type AccountLogEntry = components['schemas']['AccountLogEntry'];
export type AccountSecurity = components['schemas']['AccountSecurity'];
export type AddPasskey = components['schemas']['AddPasskey'];
export type AddToAllowlist = components['schemas']['AddToAllowlist'];
export type Alerts = components['schemas']['Alerts'];
export type AlertsUnsubscribe = components['schemas']['AlertsUnsubscribe'];
export type AllowlistEntry = components['schemas']['AllowlistEntry'];
export type Analytics = components['schemas']['Analytics'];
export type AnsweredRsvp = components['schemas']['AnsweredRsvp'];
export type AnswerOffer = components['schemas']['AnswerOffer'];
export type ApiKey = components['schemas']['ApiKey'];
export type ArrivalCounts = components['schemas']['ArrivalCounts'];
export type Attention = components['schemas']['Attention'];
export type AttentionList = components['schemas']['AttentionList'];
export type AuditRecord = components['schemas']['AuditRecord'];
export type AuditVerification = components['schemas']['AuditVerification'];
export type BandCounts = components['schemas']['BandCounts'];
export type BillingStatus = components['schemas']['BillingStatus'];
export type Branding = components['schemas']['Branding'];
export type BrandingWithFonts = components['schemas']['BrandingWithFonts'];
export type CancelEvent = components['schemas']['CancelEvent'];
export type ChallengePassed = components['schemas']['ChallengePassed'];
export type ChallengeProblem = components['schemas']['ChallengeProblem'];
export type ChallengeSent = components['schemas']['ChallengeSent'];
export type ChangeAlerts = components['schemas']['ChangeAlerts'];
export type ChangeBranding = components['schemas']['ChangeBranding'];
export type ChangedEvent = components['schemas']['ChangedEvent'];
export type ChangedGuests = components['schemas']['ChangedGuests'];
export type ChangeEmail = components['schemas']['ChangeEmail'];
export type ChangeEvent = components['schemas']['ChangeEvent'];
export type ChangeGuest = components['schemas']['ChangeGuest'];
export type ChangeGuests = components['schemas']['ChangeGuests'];
export type ChangeMessage = components['schemas']['ChangeMessage'];
export type ChangePassword = components['schemas']['ChangePassword'];
export type ChangeRole = components['schemas']['ChangeRole'];
export type ChangeTexts = components['schemas']['ChangeTexts'];
export type ChangeThresholds = components['schemas']['ChangeThresholds'];
export type ChangeUser = components['schemas']['ChangeUser'];
export type ChangeWebhookEndpoint = components['schemas']['ChangeWebhookEndpoint'];
export type CheckIn = components['schemas']['CheckIn'];
export type CheckInList = components['schemas']['CheckInList'];
export type CheckInPreview = components['schemas']['CheckInPreview'];
export type Collaborator = components['schemas']['Collaborator'];
export type CollaboratorInvite = components['schemas']['CollaboratorInvite'];
export type CollaboratorInvitePreview = components['schemas']['CollaboratorInvitePreview'];
export type Collaborators = components['schemas']['Collaborators'];
export type ComplaintCode = components['schemas']['ComplaintCode'];
export type ComplaintUndone = components['schemas']['ComplaintUndone'];
export type ConfirmTotp = components['schemas']['ConfirmTotp'];
export type CopyEvent = components['schemas']['CopyEvent'];
export type CountChosen = components['schemas']['CountChosen'];
export type CreatedApiKey = components['schemas']['CreatedApiKey'];
export type CreatedWebhookEndpoint = components['schemas']['CreatedWebhookEndpoint'];
export type CreateEvent = components['schemas']['CreateEvent'];
export type CreateGuest = components['schemas']['CreateGuest'];
export type CreateMessage = components['schemas']['CreateMessage'];
export type CreateWebhookEndpoint = components['schemas']['CreateWebhookEndpoint'];
export type Credential = components['schemas']['Credential'];
export type CredentialKind = components['schemas']['CredentialKind'];
export type Credentials = components['schemas']['Credentials'];
export type DataExport = components['schemas']['DataExport'];
export type DeletedGuests = components['schemas']['DeletedGuests'];
export type DeleteGuests = components['schemas']['DeleteGuests'];
export type DoorCode = components['schemas']['DoorCode'];
export type DoorDevice = components['schemas']['DoorDevice'];
export type DoorDeviceTicket = components['schemas']['DoorDeviceTicket'];
export type DoorList = components['schemas']['DoorList'];
export type DoorMatches = components['schemas']['DoorMatches'];
export type DoorSummary = components['schemas']['DoorSummary'];
export type EditLinkSent = components['schemas']['EditLinkSent'];
export type EditRsvp = components['schemas']['EditRsvp'];
export type ErrorCode = components['schemas']['ErrorCode'];
export type Event = components['schemas']['Event'];
export type EventSeats = components['schemas']['EventSeats'];
export type Feedback = components['schemas']['Feedback'];
export type ForgotPassword = components['schemas']['ForgotPassword'];
export type Guest = components['schemas']['Guest'];
export type GuestCounts = components['schemas']['GuestCounts'];
export type GuestDataExport = components['schemas']['GuestDataExport'];
export type GuestDevice = components['schemas']['GuestDevice'];
export type GuestDoorCode = components['schemas']['GuestDoorCode'];
export type Health = components['schemas']['Health'];
export type HostAsked = components['schemas']['HostAsked'];
export type ImportPreview = components['schemas']['ImportPreview'];
export type ImportPreviewRow = components['schemas']['ImportPreviewRow'];
export type ImportReport = components['schemas']['ImportReport'];
export type ImportRow = components['schemas']['ImportRow'];
export type Invitation = components['schemas']['Invitation'];
export type InvitationPage = components['schemas']['InvitationPage'];
export type InvitationPreview = components['schemas']['InvitationPreview'];
export type InviteCollaborator = components['schemas']['InviteCollaborator'];
export type IssuedTokens = components['schemas']['IssuedTokens'];
export type IssueToken = components['schemas']['IssueToken'];
export type IssueTokens = components['schemas']['IssueTokens'];
export type ListedGuest = components['schemas']['ListedGuest'];
export type LiveEvent = components['schemas']['LiveEvent'];
export type LiveTicket = components['schemas']['LiveTicket'];
export type LogIn = components['schemas']['LogIn'];
export type LogInWithFactor = components['schemas']['LogInWithFactor'];
export type LogInWithPasskey = components['schemas']['LogInWithPasskey'];
export type LogOut = components['schemas']['LogOut'];
export type LostLink = components['schemas']['LostLink'];
export type MarkAccess = components['schemas']['MarkAccess'];
export type Message = components['schemas']['Message'];
export type MessageDelivery = components['schemas']['MessageDelivery'];
export type MessageWithGuests = components['schemas']['MessageWithGuests'];
export type NamedGuest = components['schemas']['NamedGuest'];
export type NetworkReply = components['schemas']['NetworkReply'];
export type NewApiKey = components['schemas']['NewApiKey'];
export type NewDoorDevice = components['schemas']['NewDoorDevice'];
export type NewPasskeyCredential = components['schemas']['NewPasskeyCredential'];
export type NoticePreview = components['schemas']['NoticePreview'];
export type OfferSeat = components['schemas']['OfferSeat'];
export type Passkey = components['schemas']['Passkey'];
export type PasskeyAuthenticationOptions = components['schemas']['PasskeyAuthenticationOptions'];
export type PasskeyCredential = components['schemas']['PasskeyCredential'];
export type PasskeyRegistrationOptions = components['schemas']['PasskeyRegistrationOptions'];
export type Passkeys = components['schemas']['Passkeys'];
export type PendingCollaboratorInvite = components['schemas']['PendingCollaboratorInvite'];
export type Preview = components['schemas']['Preview'];
export type PreviewCheckIn = components['schemas']['PreviewCheckIn'];
export type PreviewInvitation = components['schemas']['PreviewInvitation'];
export type PreviewMessage = components['schemas']['PreviewMessage'];
export type PreviewNewEvent = components['schemas']['PreviewNewEvent'];
export type PreviewText = components['schemas']['PreviewText'];
export type Problem = components['schemas']['Problem'];
export type ProviderPage = components['schemas']['ProviderPage'];
export type PublicIp = components['schemas']['PublicIp'];
export type PutQuestions = components['schemas']['PutQuestions'];
export type Question = components['schemas']['Question'];
export type Questions = components['schemas']['Questions'];
export type RateProblem = components['schemas']['RateProblem'];
export type RecipientCount = components['schemas']['RecipientCount'];
export type RecordArrivals = components['schemas']['RecordArrivals'];
export type RecordCheckIn = components['schemas']['RecordCheckIn'];
export type RecordedRsvp = components['schemas']['RecordedRsvp'];
export type RecordRsvp = components['schemas']['RecordRsvp'];
export type RecordWalkIn = components['schemas']['RecordWalkIn'];
export type RecoveryCodes = components['schemas']['RecoveryCodes'];
export type RefreshToken = components['schemas']['RefreshToken'];
export type ReinstateEvent = components['schemas']['ReinstateEvent'];
export type ReplyNetwork = components['schemas']['ReplyNetwork'];
export type ReplyNetworkDetail = components['schemas']['ReplyNetworkDetail'];
export type ReplyNetworkList = components['schemas']['ReplyNetworkList'];
export type RequestLiveTicket = components['schemas']['RequestLiveTicket'];
export type ResendVerification = components['schemas']['ResendVerification'];
export type ResetPassword = components['schemas']['ResetPassword'];
export type RotateApiKey = components['schemas']['RotateApiKey'];
export type RotatedWebhookSecret = components['schemas']['RotatedWebhookSecret'];
export type RotateToken = components['schemas']['RotateToken'];
export type Rsvp = components['schemas']['Rsvp'];
export type RsvpRevision = components['schemas']['RsvpRevision'];
export type ScannerTicket = components['schemas']['ScannerTicket'];
export type Scope = components['schemas']['Scope'];
export type SeatOffer = components['schemas']['SeatOffer'];
export type SendChallenge = components['schemas']['SendChallenge'];
export type Session = components['schemas']['Session'];
export type SignUp = components['schemas']['SignUp'];
export type StartCheckout = components['schemas']['StartCheckout'];
export type SteppedUp = components['schemas']['SteppedUp'];
export type StepUp = components['schemas']['StepUp'];
export type SubmitRsvp = components['schemas']['SubmitRsvp'];
export type TestMessage = components['schemas']['TestMessage'];
export type TestSent = components['schemas']['TestSent'];
export type TestText = components['schemas']['TestText'];
export type Texts = components['schemas']['Texts'];
export type Thresholds = components['schemas']['Thresholds'];
export type ThresholdsPreview = components['schemas']['ThresholdsPreview'];
export type TierProblem = components['schemas']['TierProblem'];
export type TimelineItem = components['schemas']['TimelineItem'];
export type Totp = components['schemas']['Totp'];
export type TotpSetup = components['schemas']['TotpSetup'];
export type UndoEmailChange = components['schemas']['UndoEmailChange'];
export type UndoReplies = components['schemas']['UndoReplies'];
export type UndoStarted = components['schemas']['UndoStarted'];
export type UnsubscribeState = components['schemas']['UnsubscribeState'];
export type Uploaded = components['schemas']['Uploaded'];
export type User = components['schemas']['User'];
export type Verified = components['schemas']['Verified'];
export type VerifyChallenge = components['schemas']['VerifyChallenge'];
export type VerifyEmail = components['schemas']['VerifyEmail'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WriteToGuest = components['schemas']['WriteToGuest'];
export type $defs = Record<string, never>;
export interface operations {
    viewInvitation: {
        parameters: {
            query?: {
                /** @description Edit nonce from an email */
                edit?: string;
            };
            header?: {
                /** @description Device ID that the last response gave your client for this link. The device that submitted the RSVP with this ID can view and change it, also after an update of the browser. So can a verified device. A known device lowers the risk of an access. The ID is valid for this link until 30 days after the event. A missing, altered or expired ID, or one of another link, is not an error: the response has a new ID. Do not send it if you do not store one for each person. */
                "Usher-Device"?: string;
            };
            path: {
                /** @description Token of a guest's link: the 43 characters after `/i/` */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation, or its preview for a bot */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"] | components["schemas"]["InvitationPreview"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "access_blocked" | "challenge_required" | "database_unavailable" | "misconfigured" | "not_found" | "rate_limited" | "region_unavailable" | "validation_failed";
                    };
                };
            };
        };
    };
    askHost: {
        parameters: {
            query?: never;
            header?: {
                /** @description Device ID that the last response gave your client for this link. The device that submitted the RSVP with this ID can view and change it, also after an update of the browser. So can a verified device. A known device lowers the risk of an access. The ID is valid for this link until 30 days after the event. A missing, altered or expired ID, or one of another link, is not an error: the response has a new ID. Do not send it if you do not store one for each person. */
                "Usher-Device"?: string;
            };
            path: {
                /** @description Token of a guest's link: the 43 characters after `/i/` */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The host sees the request */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostAsked"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "already_asked" | "code_available" | "database_unavailable" | "device_unknown" | "misconfigured" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "unknown_parameter";
                    };
                };
            };
        };
    };
    readCalendar: {
        parameters: {
            query?: never;
            header?: {
                /** @description Device ID that the last response gave your client for this link. The device that submitted the RSVP with this ID can view and change it, also after an update of the browser. So can a verified device. A known device lowers the risk of an access. The ID is valid for this link until 30 days after the event. A missing, altered or expired ID, or one of another link, is not an error: the response has a new ID. Do not send it if you do not store one for each person. */
                "Usher-Device"?: string;
            };
            path: {
                /** @description Token of a guest's link: the 43 characters after `/i/` */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The calendar file with one event */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/calendar": string;
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "access_blocked" | "database_unavailable" | "misconfigured" | "not_found" | "rate_limited" | "region_unavailable";
                    };
                };
            };
        };
    };
    sendChallenge: {
        parameters: {
            query?: never;
            header?: {
                /** @description Device ID that the last response gave your client for this link. The device that submitted the RSVP with this ID can view and change it, also after an update of the browser. So can a verified device. A known device lowers the risk of an access. The ID is valid for this link until 30 days after the event. A missing, altered or expired ID, or one of another link, is not an error: the response has a new ID. Do not send it if you do not store one for each person. */
                "Usher-Device"?: string;
            };
            path: {
                /** @description Token of a guest's link: the 43 characters after `/i/` */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendChallenge"];
            };
        };
        responses: {
            /** @description The code will be sent */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChallengeSent"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "challenge_unavailable" | "database_unavailable" | "malformed_json" | "misconfigured" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    verifyChallenge: {
        parameters: {
            query?: never;
            header?: {
                /** @description Device ID that the last response gave your client for this link. The device that submitted the RSVP with this ID can view and change it, also after an update of the browser. So can a verified device. A known device lowers the risk of an access. The ID is valid for this link until 30 days after the event. A missing, altered or expired ID, or one of another link, is not an error: the response has a new ID. Do not send it if you do not store one for each person. */
                "Usher-Device"?: string;
            };
            path: {
                /** @description Token of a guest's link: the 43 characters after `/i/` */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyChallenge"];
            };
        };
        responses: {
            /** @description The device is verified */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChallengePassed"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "challenge_failed" | "challenge_missing" | "code_expired" | "code_used" | "database_unavailable" | "malformed_json" | "misconfigured" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed" | "wrong_code";
                    };
                };
            };
        };
    };
    requestEditLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Device ID that the last response gave your client for this link. The device that submitted the RSVP with this ID can view and change it, also after an update of the browser. So can a verified device. A known device lowers the risk of an access. The ID is valid for this link until 30 days after the event. A missing, altered or expired ID, or one of another link, is not an error: the response has a new ID. Do not send it if you do not store one for each person. */
                "Usher-Device"?: string;
            };
            path: {
                /** @description Token of a guest's link: the 43 characters after `/i/` */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The email will be sent */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditLinkSent"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "email_unavailable" | "misconfigured" | "no_email_on_file" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "unknown_parameter";
                    };
                };
            };
        };
    };
    previewAlertsLink: {
        parameters: {
            query: {
                /** @description Token of the link */
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event, and whether its alerts are off */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertsUnsubscribe"];
                    "text/html": string;
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "invalid_token" | "misconfigured" | "rate_limited" | "region_unavailable" | "validation_failed";
                    };
                };
            };
        };
    };
    turnAlertsOff: {
        parameters: {
            query: {
                /** @description Token of the link */
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event, whose alerts are off */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertsUnsubscribe"];
                    "text/html": string;
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "invalid_token" | "misconfigured" | "payload_too_large" | "rate_limited" | "region_unavailable" | "validation_failed";
                    };
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page; absent for the first page */
                cursor?: string;
                /** @description Maximum number of items per page. Default: `50` */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of API keys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ApiKey"][];
                        /** @description Send as `cursor` to get the next page; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "misconfigured" | "region_unavailable" | "session_required" | "unauthenticated" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique text that you choose for each operation. A repeated request with the same key within 24 hours does not run again: it returns the first response, with `Idempotency-Replayed: true`. The same key with another request returns 409 `idempotency_key_reused`. A failed request does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description The key, returned only once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "api_keys_full" | "database_unavailable" | "idempotency_key_reused" | "malformed_json" | "misconfigured" | "outcome_erased" | "payload_too_large" | "region_unavailable" | "session_required" | "step_up_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the API key */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "misconfigured" | "not_found" | "payload_too_large" | "region_unavailable" | "session_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique text that you choose for each operation. A repeated request with the same key within 24 hours does not run again: it returns the first response, with `Idempotency-Replayed: true`. The same key with another request returns 409 `idempotency_key_reused`. A failed request does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description ID of the API key */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateApiKey"];
            };
        };
        responses: {
            /** @description The new key, returned only once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "api_key_ended" | "api_keys_full" | "database_unavailable" | "idempotency_key_reused" | "malformed_json" | "misconfigured" | "not_found" | "outcome_erased" | "payload_too_large" | "region_unavailable" | "session_required" | "step_up_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    forgotPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description Solution of the `proof` of a 429 response, or the token of the widget if the response has `turnstile`. It lets one request through beyond the limit. */
                "Usher-Proof"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgotPassword"];
            };
        };
        responses: {
            /** @description An email will be sent if the address has an account */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "malformed_json" | "misconfigured" | "payload_too_large" | "rate_limited" | "region_unavailable" | "unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    logIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description `cookie`: the session is in a cookie in place of tokens. For web apps on the origin of the service */
                "Usher-Session"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogIn"];
            };
        };
        responses: {
            /** @description An access token, valid for 15 minutes, and a refresh token, valid for 30 days */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credentials"];
                };
            };
            /** @description With `Usher-Session: cookie`: the session is in a cookie, and the response has no tokens. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "invalid_credentials" | "malformed_json" | "misconfigured" | "payload_too_large" | "rate_limited" | "region_unavailable" | "second_factor_required" | "unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    completeLogIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description `cookie`: the session is in a cookie in place of tokens. For web apps on the origin of the service */
                "Usher-Session"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogInWithFactor"];
            };
        };
        responses: {
            /** @description The pair of tokens, as for a sign-in without a second factor */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credentials"];
                };
            };
            /** @description With `Usher-Session: cookie`: the session is in a cookie, and the response has no tokens. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "invalid_credentials" | "invalid_factor" | "invalid_token" | "malformed_json" | "misconfigured" | "payload_too_large" | "rate_limited" | "region_unavailable" | "too_many_codes" | "unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    logOut: {
        parameters: {
            query?: never;
            header?: {
                /** @description `cookie`: the session is in a cookie in place of tokens. For web apps on the origin of the service */
                "Usher-Session"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogOut"];
            };
        };
        responses: {
            /** @description The session is revoked */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "malformed_json" | "misconfigured" | "payload_too_large" | "rate_limited" | "region_unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    logInWithPasskey: {
        parameters: {
            query?: never;
            header?: {
                /** @description `cookie`: the session is in a cookie in place of tokens. For web apps on the origin of the service */
                "Usher-Session"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogInWithPasskey"];
            };
        };
        responses: {
            /** @description The pair of tokens, as for a sign-in with the password */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credentials"];
                };
            };
            /** @description With `Usher-Session: cookie`: the session is in a cookie, and the response has no tokens. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "invalid_credentials" | "invalid_passkey" | "malformed_json" | "misconfigured" | "payload_too_large" | "rate_limited" | "region_unavailable" | "unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    offerPasskeyAuthentication: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyAuthenticationOptions"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "misconfigured" | "payload_too_large" | "rate_limited" | "region_unavailable" | "unavailable" | "unknown_parameter";
                    };
                };
            };
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddPasskey"];
            };
        };
        responses: {
            /** @description The passkey, which you can sign in with */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "invalid_passkey" | "malformed_json" | "misconfigured" | "passkey_limit_reached" | "payload_too_large" | "rate_limited" | "region_unavailable" | "session_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    offerPasskeyRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyRegistrationOptions"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "misconfigured" | "passkey_limit_reached" | "payload_too_large" | "rate_limited" | "region_unavailable" | "session_required" | "step_up_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    refreshSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique text that you choose for each refresh. A retry with the same key within 10 seconds returns the same pair; without the key, the retry is a second use of the token and revokes the session. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshToken"];
            };
        };
        responses: {
            /** @description The new pair of tokens */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credentials"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "invalid_token" | "malformed_json" | "misconfigured" | "payload_too_large" | "rate_limited" | "region_unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPassword"];
            };
        };
        responses: {
            /** @description The password is changed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "invalid_token" | "malformed_json" | "misconfigured" | "payload_too_large" | "rate_limited" | "region_unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    signUp: {
        parameters: {
            query?: never;
            header?: {
                /** @description Language of the account's emails, if the body has no `locale` */
                "Accept-Language"?: string;
                /** @description Solution of the `proof` of a 429 response, or the token of the widget if the response has `turnstile`. It lets one request through beyond the limit. */
                "Usher-Proof"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUp"];
            };
        };
        responses: {
            /** @description An email will be sent. Open its link before you sign in. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "malformed_json" | "misconfigured" | "payload_too_large" | "rate_limited" | "region_unavailable" | "unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    stepUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StepUp"];
            };
        };
        responses: {
            /** @description The session is confirmed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SteppedUp"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "invalid_factor" | "invalid_token" | "malformed_json" | "misconfigured" | "payload_too_large" | "rate_limited" | "region_unavailable" | "session_required" | "too_many_codes" | "unauthenticated" | "unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    undoEmailChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UndoEmailChange"];
            };
        };
        responses: {
            /** @description The account has its previous address */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "email_taken" | "invalid_token" | "malformed_json" | "misconfigured" | "payload_too_large" | "rate_limited" | "region_unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    verifyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyEmail"];
            };
        };
        responses: {
            /** @description The address is verified */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verified"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "email_taken" | "invalid_token" | "malformed_json" | "misconfigured" | "payload_too_large" | "rate_limited" | "region_unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    resendVerification: {
        parameters: {
            query?: never;
            header?: {
                /** @description Solution of the `proof` of a 429 response, or the token of the widget if the response has `turnstile`. It lets one request through beyond the limit. */
                "Usher-Proof"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendVerification"];
            };
        };
        responses: {
            /** @description An email will be sent if the account exists and is not verified */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "malformed_json" | "misconfigured" | "payload_too_large" | "rate_limited" | "region_unavailable" | "unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    mintLiveTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique text that you choose for each operation. A repeated request with the same key within 24 hours does not run again: it returns the first response, with `Idempotency-Replayed: true`. The same key with another request returns 409 `idempotency_key_reused`. A failed request does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestLiveTicket"];
            };
        };
        responses: {
            /** @description The ticket and its URL */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveTicket"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "feature_disabled" | "idempotency_key_reused" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "outcome_erased" | "payload_too_large" | "rate_limited" | "region_unavailable" | "unauthenticated" | "unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    startCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartCheckout"];
            };
        };
        responses: {
            /** @description The URL of the payment provider's page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderPage"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "already_subscribed" | "billing_unavailable" | "database_unavailable" | "malformed_json" | "misconfigured" | "payload_too_large" | "rate_limited" | "region_unavailable" | "session_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    openPortal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The URL of the payment provider's page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderPage"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "billing_unavailable" | "database_unavailable" | "misconfigured" | "no_subscription" | "payload_too_large" | "rate_limited" | "region_unavailable" | "session_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    readBillingStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tier and its usage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingStatus"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "misconfigured" | "rate_limited" | "region_unavailable" | "session_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page; absent for the first page */
                cursor?: string;
                /** @description Maximum number of items per page. Default: `50` */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Event"][];
                        /** @description Send as `cursor` to get the next page; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "rate_limited" | "region_unavailable" | "unauthenticated" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    createEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique text that you choose for each operation. A repeated request with the same key within 24 hours does not run again: it returns the first response, with `Idempotency-Replayed: true`. The same key with another request returns 409 `idempotency_key_reused`. A failed request does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEvent"];
            };
        };
        responses: {
            /** @description The event */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "email_unverified" | "idempotency_key_reused" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "outcome_erased" | "payload_too_large" | "rate_limited" | "region_unavailable" | "tier_limit" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    readEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    deleteEvent: {
        parameters: {
            query?: {
                /** @description `now` erases the event within minutes, for good */
                erase?: "now";
            };
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event is deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "step_up_required" | "unauthenticated" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    changeEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeEvent"];
            };
        };
        responses: {
            /** @description The updated event */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedEvent"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "capacity_below_seated" | "database_unavailable" | "event_changed" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "session_required" | "step_up_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    readAccessLogs: {
        parameters: {
            query?: {
                /** @description Only accesses whose device waits for you to verify it */
                asked?: "true";
                /** @description `true`: only accesses by bots; `false`: only accesses by people */
                automated?: "true" | "false";
                /** @description `next_cursor` of the previous page; absent for the first page */
                cursor?: string;
                /** @description Only accesses of this guest */
                guest_id?: string;
                /** @description Maximum number of items per page. Default: `50` */
                limit?: number;
                /** @description Only accesses in this risk band */
                risk?: "low" | "medium" | "high" | "block";
            };
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of accesses */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AccessLog"][];
                        /** @description Send as `cursor` to get the next page; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    markAccess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
                /** @description ID of the access */
                logId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MarkAccess"];
            };
        };
        responses: {
            /** @description The current verdict */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Feedback"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "invalid_verdict" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    readActivity: {
        parameters: {
            query?: {
                /** @description `sequence` of the last activity you have */
                after?: number;
                /** @description `next_cursor` of the previous page; absent for the first page */
                cursor?: string;
                /** @description Maximum number of items per page. Default: `50` */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of activities */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: (components["schemas"]["LiveEvent"] & ({
                            /** @description Number of the activity; null: not numbered yet, or older than the last 100,000 activities */
                            sequence: number | null;
                        } & {
                            [key: string]: unknown;
                        }))[];
                        /** @description Send as `cursor` to get the next page; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    readAlerts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your settings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alerts"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "misconfigured" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "session_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    changeAlerts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeAlerts"];
            };
        };
        responses: {
            /** @description Your settings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alerts"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "alerts_changed" | "database_unavailable" | "malformed_json" | "misconfigured" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "session_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    readAnalytics: {
        parameters: {
            query?: {
                /** @description Number of days in `responses_over_time`, up to today */
                days?: number;
            };
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The analytics */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Analytics"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    readArrivals: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The arrivals */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArrivalCounts"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    exportAnalytics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One row per guest */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    readAttention: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attention"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    readAudit: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page; absent for the first page */
                cursor?: string;
                /** @description Maximum number of items per page. Default: `50` */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of audit records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AuditRecord"][];
                        /** @description Send as `cursor` to get the next page; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "misconfigured" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "session_required" | "unauthenticated" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    verifyAudit: {
        parameters: {
            query?: {
                /** @description `head` of an earlier response */
                head?: string;
                /** @description `sequence` of an earlier response */
                sequence?: number;
            };
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the chain is intact, and its head */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditVerification"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "misconfigured" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "session_required" | "unauthenticated" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    readBranding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The branding */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrandingWithFonts"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    changeBranding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeBranding"];
            };
        };
        responses: {
            /** @description The new branding */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "branding_changed" | "database_unavailable" | "feature_disabled" | "feature_not_in_tier" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    cancelEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelEvent"];
            };
        };
        responses: {
            /** @description The cancelled event */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedEvent"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "event_changed" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    checkInGuest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique text that you choose for each operation. A repeated request with the same key within 24 hours does not run again: it returns the first response, with `Idempotency-Replayed: true`. The same key with another request returns 409 `idempotency_key_reused`. A failed request does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordCheckIn"];
            };
        };
        responses: {
            /** @description The check-in of an earlier request with the same `nonce` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckIn"];
                };
            };
            /** @description The check-in */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckIn"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "already_checked_in" | "database_unavailable" | "door_device_ended" | "door_not_open" | "door_right_missing" | "event_cancelled" | "idempotency_key_reused" | "insufficient_scope" | "invalid_qr" | "malformed_json" | "misconfigured" | "needs_override" | "network_not_allowed" | "nonce_reused" | "not_found" | "outcome_erased" | "payload_too_large" | "qr_expired" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed" | "wrong_event";
                    };
                };
            };
        };
    };
    findAtDoor: {
        parameters: {
            query: {
                /** @description Part of a name */
                q: string;
            };
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description At most 20 guests */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoorMatches"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "door_device_ended" | "door_not_open" | "door_right_missing" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    previewCheckIn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewCheckIn"];
            };
        };
        responses: {
            /** @description The guest */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckInPreview"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "door_device_ended" | "door_not_open" | "door_right_missing" | "event_cancelled" | "insufficient_scope" | "invalid_qr" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "qr_expired" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed" | "wrong_event";
                    };
                };
            };
        };
    };
    listCheckIns: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page; absent for the first page */
                cursor?: string;
                /** @description Maximum number of items per page. Default: `50` */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of check-ins, and the summary of all */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckInList"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "door_device_ended" | "door_not_open" | "door_right_missing" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    undoCheckIn: {
        parameters: {
            query?: {
                /** @description `nonce` of the check-in. Required for a door device, which can undo only its own check-ins */
                nonce?: string;
            };
            header?: never;
            path: {
                /** @description ID of the check-in */
                checkInId: string;
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The check-in is deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "door_device_ended" | "door_not_open" | "door_right_missing" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "undo_not_allowed" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    addArrivals: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique text that you choose for each operation. A repeated request with the same key within 24 hours does not run again: it returns the first response, with `Idempotency-Replayed: true`. The same key with another request returns 409 `idempotency_key_reused`. A failed request does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description ID of the check-in */
                checkInId: string;
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordArrivals"];
            };
        };
        responses: {
            /** @description The check-in after an earlier request with the same `nonce` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckIn"];
                };
            };
            /** @description The updated check-in */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckIn"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "door_device_ended" | "door_not_open" | "door_right_missing" | "event_cancelled" | "idempotency_key_reused" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "outcome_erased" | "party_full" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    listCollaborators: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The collaborators and the open invites */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collaborators"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    inviteCollaborator: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique text that you choose for each operation. A repeated request with the same key within 24 hours does not run again: it returns the first response, with `Idempotency-Replayed: true`. The same key with another request returns 409 `idempotency_key_reused`. A failed request does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteCollaborator"];
            };
        };
        responses: {
            /** @description The invite */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollaboratorInvite"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "already_member" | "database_unavailable" | "email_unverified" | "idempotency_key_reused" | "malformed_json" | "misconfigured" | "not_found" | "outcome_erased" | "payload_too_large" | "rate_limited" | "recipient_limit" | "region_unavailable" | "role_too_low" | "second_factor_required" | "sending_limit" | "sending_paused" | "session_required" | "step_up_required" | "team_changed" | "tier_limit" | "unauthenticated" | "unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    removeCollaborator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
                /** @description ID of the collaborator's account */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The collaborator is removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "last_owner" | "misconfigured" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "session_required" | "step_up_required" | "team_changed" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    changeRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
                /** @description ID of the collaborator's account */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRole"];
            };
        };
        responses: {
            /** @description The collaborator with the new role */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collaborator"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "last_owner" | "malformed_json" | "misconfigured" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "session_required" | "step_up_required" | "team_changed" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    leaveEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description You have no role on the event */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "last_owner" | "misconfigured" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "session_required" | "step_up_required" | "team_changed" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    cancelCollaboratorInvite: {
        parameters: {
            query: {
                /** @description Invited address */
                email: string;
            };
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invite is cancelled */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "misconfigured" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "session_required" | "unauthenticated" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    copyEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique text that you choose for each operation. A repeated request with the same key within 24 hours does not run again: it returns the first response, with `Idempotency-Replayed: true`. The same key with another request returns 409 `idempotency_key_reused`. A failed request does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CopyEvent"];
            };
        };
        responses: {
            /** @description The copy */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "feature_not_in_tier" | "idempotency_key_reused" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "outcome_erased" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "tier_limit" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    listDoorDevices: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page; absent for the first page */
                cursor?: string;
                /** @description Maximum number of items per page. Default: `50` */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of devices */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["DoorDevice"][];
                        /** @description Send as `cursor` to get the next page; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    createDoorDevice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique text that you choose for each operation. A repeated request with the same key within 24 hours does not run again: it returns the first response, with `Idempotency-Replayed: true`. The same key with another request returns 409 `idempotency_key_reused`. A failed request does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDoorDevice"];
            };
        };
        responses: {
            /** @description The device, with its ticket and the page to open on the phone */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoorDeviceTicket"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "door_devices_full" | "feature_disabled" | "feature_not_in_tier" | "idempotency_key_reused" | "malformed_json" | "misconfigured" | "not_found" | "outcome_erased" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "session_required" | "step_up_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    revokeDoorDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the device */
                deviceId: string;
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device is revoked */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    readDoorList: {
        parameters: {
            query: {
                /** @description Buckets on the phone: `bucket` and `digest` of each, without separators */
                have?: string;
                /** @description Random text of the phone, 22 characters of base64url, from which `keys` are derived */
                vault: string;
            };
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changed buckets */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoorList"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "door_device_ended" | "door_not_open" | "door_right_missing" | "event_cancelled" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    listGuests: {
        parameters: {
            query?: {
                /** @description Whether someone of the party is checked in */
                checked_in?: "true" | "false";
                /** @description `next_cursor` of the previous page; absent for the first page */
                cursor?: string;
                /** @description Delivery status of the last invitation. `failed` includes emails that the recipient's server rejected immediately, which are shown as `bounced`. `undelivered`: `bounced`, `complained`, `suppressed` or `failed` */
                delivery?: "none" | "queued" | "sent" | "delivered" | "bounced" | "complained" | "suppressed" | "failed" | "undelivered";
                /** @description `gt:2`: guests whose link was opened on more than two devices, such as a forwarded link. Devices seen once count once per user agent */
                devices?: string;
                /** @description Whether a link was issued */
                invited?: "true" | "false";
                /** @description Maximum number of items per page. Default: `50` */
                limit?: number;
                /** @description Whether a person, not a bot, has opened the invitation */
                opened?: "true" | "false";
                /** @description Name of the guest or a companion, or part of an email address or a phone number. Ignores case, accents in names and punctuation in phone numbers. If no name matches, names with typing mistakes do */
                q?: string;
                /** @description `pending`: no RSVP yet */
                response?: "attending" | "declined" | "maybe" | "pending";
                /** @description `none`: no RSVP, not attending, or an offer that was not accepted */
                seat?: "confirmed" | "waitlisted" | "offered" | "none";
                /** @description Ascending, or descending with `-`; guests without a value are last. Default: `-created_at` */
                sort?: "name" | "-name" | "created_at" | "-created_at" | "responded_at" | "-responded_at" | "opened_at" | "-opened_at";
                /** @description One or several standings: `standing=offered&standing=waitlisted`, or `standing=offered,waitlisted` */
                standing?: ("walk_in" | "coming" | "offered" | "waitlisted" | "unseated" | "maybe" | "declined" | "silent" | "not_invited")[];
                /** @description Guests at this table */
                table?: string;
                /** @description Guests with this tag, ignoring case */
                tag?: string;
            };
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of guests */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ListedGuest"][];
                        /** @description Send as `cursor` to get the next page; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    createGuest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique text that you choose for each operation. A repeated request with the same key within 24 hours does not run again: it returns the first response, with `Idempotency-Replayed: true`. The same key with another request returns 409 `idempotency_key_reused`. A failed request does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateGuest"];
            };
        };
        responses: {
            /** @description The guest */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Guest"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "duplicate_external_id" | "duplicate_guest" | "idempotency_key_reused" | "insufficient_scope" | "malformed_json" | "misconfigured" | "name_on_list" | "network_not_allowed" | "not_found" | "outcome_erased" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "tier_limit" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    changeGuests: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeGuests"];
            };
        };
        responses: {
            /** @description The guests are updated */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedGuests"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "list_changed" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "party_size_below_answers" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    readGuest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
                /** @description ID of the guest */
                guestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The guest */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Guest"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    deleteGuest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
                /** @description ID of the guest */
                guestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The guest is erased */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    changeGuest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
                /** @description ID of the guest */
                guestId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeGuest"];
            };
        };
        responses: {
            /** @description The updated guest */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Guest"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "duplicate_external_id" | "duplicate_guest" | "guest_changed" | "insufficient_scope" | "list_changed" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "party_size_below_answers" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    exportGuestData: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
                /** @description ID of the guest */
                guestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One JSON document, streamed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuestDataExport"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    listDevices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
                /** @description ID of the guest */
                guestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All devices */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["GuestDevice"][];
                    };
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    forgetDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the device */
                deviceId: string;
                /** @description ID of the event */
                eventId: string;
                /** @description ID of the guest */
                guestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device is forgotten */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    readDoorCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
                /** @description ID of the guest */
                guestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code in both forms, each as text and as an image */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuestDoorCode"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "event_cancelled" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "no_door_code" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "tier_limit" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    writeToGuest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique text that you choose for each operation. A repeated request with the same key within 24 hours does not run again: it returns the first response, with `Idempotency-Replayed: true`. The same key with another request returns 409 `idempotency_key_reused`. A failed request does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description ID of the event */
                eventId: string;
                /** @description ID of the guest */
                guestId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteToGuest"];
            };
        };
        responses: {
            /** @description The message, due now */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "email_unverified" | "feature_disabled" | "feature_not_in_tier" | "idempotency_key_reused" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "outcome_erased" | "payload_too_large" | "rate_limited" | "recipient_limit" | "region_unavailable" | "role_too_low" | "second_factor_required" | "sending_paused" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    offerSeat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
                /** @description ID of the guest */
                guestId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OfferSeat"];
            };
        };
        responses: {
            /** @description The offer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeatOffer"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "event_cancelled" | "event_full" | "event_over" | "event_started" | "insufficient_scope" | "list_changed" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "not_waiting" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    recordRsvp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
                /** @description ID of the guest */
                guestId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordRsvp"];
            };
        };
        responses: {
            /** @description The RSVP */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedRsvp"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "event_full" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "rsvp_changed" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    readHistory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
                /** @description ID of the guest */
                guestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All revisions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["RsvpRevision"][];
                        /** @description Send as `cursor` to get the next page; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    readTimeline: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page; absent for the first page */
                cursor?: string;
                /** @description Maximum number of items per page. Default: `50` */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
                /** @description ID of the guest */
                guestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the timeline */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["TimelineItem"][];
                        /** @description Send as `cursor` to get the next page; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    countGuests: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuestCounts"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    deleteGuests: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteGuests"];
            };
        };
        responses: {
            /** @description The guests are erased */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedGuests"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "list_changed" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    exportGuests: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One row per guest, in the order in which guests were added */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    importGuests: {
        parameters: {
            query?: {
                /** @description Handling of a guest with an invalid phone number; `drop` keeps the guest without it. Default: `reject` */
                invalid_phone?: "reject" | "drop";
                /** @description `true`: an invalid row returns 400 for the whole file, and a `possible_duplicate` is skipped. Default: `false` */
                strict?: "true" | "false";
            };
            header?: {
                /** @description Unique text that you choose for each operation. A repeated request with the same key within 24 hours does not run again: it returns the first response, with `Idempotency-Replayed: true`. The same key with another request returns 409 `idempotency_key_reused`. A failed request does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description CSV, at most 5 MiB and 5,000 guests
                     */
                    file: string;
                };
                "text/csv": string;
            };
        };
        responses: {
            /** @description The number of imported guests, and the rows that were not imported */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportReport"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "empty_file" | "idempotency_key_reused" | "insufficient_scope" | "list_changed" | "malformed_csv" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_a_csv" | "not_found" | "outcome_erased" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "tier_limit" | "too_many_columns" | "too_many_rows" | "unauthenticated" | "unknown_encoding" | "unknown_header" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    issueTokens: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique text that you choose for each operation. A repeated request with the same key within 24 hours does not run again: it returns the first response, with `Idempotency-Replayed: true`. The same key with another request returns 409 `idempotency_key_reused`. A failed request does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssueTokens"];
            };
        };
        responses: {
            /** @description The links, in the order in which the guests were added */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedTokens"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "email_unverified" | "idempotency_key_reused" | "insufficient_scope" | "links_changed" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "outcome_erased" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "sending_limit" | "sending_paused" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    previewImport: {
        parameters: {
            query?: {
                /** @description Handling of a guest with an invalid phone number; `drop` keeps the guest without it. Default: `reject` */
                invalid_phone?: "reject" | "drop";
                /** @description `true`: an invalid row returns 400 for the whole file, and a `possible_duplicate` is skipped. Default: `false` */
                strict?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description CSV, at most 5 MiB and 5,000 guests
                     */
                    file: string;
                };
                "text/csv": string;
            };
        };
        responses: {
            /** @description All rows with their status */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPreview"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "empty_file" | "insufficient_scope" | "malformed_csv" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_a_csv" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "too_many_columns" | "too_many_rows" | "unauthenticated" | "unknown_encoding" | "unknown_header" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    guestTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The header row and one example guest */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    watchEvent: {
        parameters: {
            query: {
                /** @description `sequence` of the last activity you have */
                after?: number;
                /** @description Ticket from `POST /auth/ws-ticket` */
                ticket: string;
            };
            header?: {
                /** @description `websocket` */
                Upgrade?: string;
            };
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The socket is open */
            101: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "invalid_token" | "misconfigured" | "not_found" | "rate_limited" | "region_unavailable" | "unknown_parameter" | "upgrade_required" | "validation_failed";
                    };
                };
            };
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page; absent for the first page */
                cursor?: string;
                /** @description Maximum number of items per page. Default: `50` */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of messages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Message"][];
                        /** @description Send as `cursor` to get the next page; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    createMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique text that you choose for each operation. A repeated request with the same key within 24 hours does not run again: it returns the first response, with `Idempotency-Replayed: true`. The same key with another request returns 409 `idempotency_key_reused`. A failed request does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMessage"];
            };
        };
        responses: {
            /** @description The message */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "email_unverified" | "feature_disabled" | "feature_not_in_tier" | "idempotency_key_reused" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "outcome_erased" | "payload_too_large" | "rate_limited" | "recipient_limit" | "region_unavailable" | "role_too_low" | "second_factor_required" | "sending_paused" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    readMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
                /** @description ID of the message */
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageWithGuests"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    cancelMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
                /** @description ID of the message */
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message is cancelled */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "message_changed" | "message_not_editable" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    changeMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
                /** @description ID of the message */
                messageId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeMessage"];
            };
        };
        responses: {
            /** @description The updated message */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "email_unverified" | "feature_disabled" | "feature_not_in_tier" | "insufficient_scope" | "malformed_json" | "message_changed" | "message_not_editable" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "sending_paused" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page; absent for the first page */
                cursor?: string;
                /** @description Maximum number of items per page. Default: `50` */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
                /** @description ID of the message */
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["MessageDelivery"][];
                        /** @description Send as `cursor` to get the next page; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    readNotice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
                /** @description ID of the message */
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notice */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoticePreview"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    sendMessageNow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
                /** @description ID of the message */
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message, due now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "email_unverified" | "feature_disabled" | "feature_not_in_tier" | "insufficient_scope" | "message_changed" | "message_not_editable" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "sending_paused" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    previewMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewMessage"];
            };
        };
        responses: {
            /** @description The email or the text message */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    countRecipients: {
        parameters: {
            query: {
                /** @description Guests by RSVP (`attending`: with a confirmed seat; `pending`: none yet), by state, or by tag (`tag:family`), evaluated when the message is sent. `unopened`: invited, but has not opened the link; `undelivered`: did not get the invitation; `offered`: has not accepted an offered seat yet; `not_arrived`: attending with a seat, but not checked in. `everyone`, tags and chosen guests include all guests; guests added at the door are never `pending` */
                audience: ("everyone" | "attending" | "pending" | "declined" | "maybe" | "attending_and_pending" | "attending_and_maybe" | "pending_and_maybe" | "unopened" | "undelivered" | "waitlisted" | "offered" | "checked_in" | "not_arrived") | string;
                /** @description `email`, or `sms` without a subject. Default: `email` */
                channel?: "email" | "sms";
                /** @description Whether guests of the audience who have no RSVP and never got a link are recipients. The message would be their invitation. Default: `include` */
                not_invited?: "include" | "skip";
            };
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecipientCount"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    countChosen: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CountChosen"];
            };
        };
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecipientCount"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    testMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestMessage"];
            };
        };
        responses: {
            /** @description The email will be sent */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestSent"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "email_unverified" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    previewInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewInvitation"];
            };
        };
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationPage"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    readQuestions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The questions, and those that were removed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Questions"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    replaceQuestions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutQuestions"];
            };
        };
        responses: {
            /** @description The new questions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Questions"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "questions_changed" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    reinstateEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReinstateEvent"];
            };
        };
        responses: {
            /** @description The event */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedEvent"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "event_changed" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    listReplyNetworks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The networks */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplyNetworkList"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    readReplyNetwork: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
                /** @description ID of the network with many replies */
                networkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The network with its replies */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplyNetworkDetail"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    acceptReplies: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
                /** @description ID of the network with many replies */
                networkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The item is closed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "replies_undo_running" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    removeCodeNetwork: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
                /** @description ID of the network with many replies */
                networkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule is removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    trustReplyNetwork: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
                /** @description ID of the network with many replies */
                networkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The network is trusted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "allowlist_full" | "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "network_shared" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "replies_undo_running" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    undoReplies: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
                /** @description ID of the network with many replies */
                networkId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UndoReplies"];
            };
        };
        responses: {
            /** @description The replies will be undone */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UndoStarted"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "replies_undo_expired" | "replies_undo_running" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    mintScannerTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique text that you choose for each operation. A repeated request with the same key within 24 hours does not run again: it returns the first response, with `Idempotency-Replayed: true`. The same key with another request returns 409 `idempotency_key_reused`. A failed request does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ticket, and the page to open on the phone */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScannerTicket"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "feature_disabled" | "feature_not_in_tier" | "idempotency_key_reused" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "outcome_erased" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    readSeats: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The seats */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventSeats"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    readAllowlist: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All trusted networks */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AllowlistEntry"][];
                    };
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    addToAllowlist: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique text that you choose for each operation. A repeated request with the same key within 24 hours does not run again: it returns the first response, with `Idempotency-Replayed: true`. The same key with another request returns 409 `idempotency_key_reused`. A failed request does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddToAllowlist"];
            };
        };
        responses: {
            /** @description The new entry */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllowlistEntry"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "allowlist_full" | "database_unavailable" | "duplicate_allowlist_entry" | "idempotency_key_reused" | "insufficient_scope" | "invalid_cidr" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "outcome_erased" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    removeFromAllowlist: {
        parameters: {
            query: {
                /** @description Network to remove, in any notation */
                ip_cidr: string;
            };
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The network is removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "invalid_cidr" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    readFeedback: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page; absent for the first page */
                cursor?: string;
                /** @description Maximum number of items per page. Default: `50` */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of verdicts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Feedback"][];
                        /** @description Send as `cursor` to get the next page; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    readThresholds: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The thresholds */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Thresholds"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    changeThresholds: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeThresholds"];
            };
        };
        responses: {
            /** @description The new thresholds */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Thresholds"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "invalid_threshold_order" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "thresholds_changed" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    previewThresholds: {
        parameters: {
            query: {
                /** @description Proposed threshold of `block` */
                block: number;
                /** @description Proposed threshold of `high` */
                high: number;
                /** @description Proposed threshold of `medium` */
                medium: number;
            };
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accesses in each band */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThresholdsPreview"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "invalid_threshold_order" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    readTexts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The texts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Texts"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    changeTexts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeTexts"];
            };
        };
        responses: {
            /** @description The new texts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Texts"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "feature_not_in_tier" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "texts_changed" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    previewText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewText"];
            };
        };
        responses: {
            /** @description The email */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    testText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestText"];
            };
        };
        responses: {
            /** @description The email will be sent */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestSent"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "email_unverified" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    issueToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique text that you choose for each operation. A repeated request with the same key within 24 hours does not run again: it returns the first response, with `Idempotency-Replayed: true`. The same key with another request returns 409 `idempotency_key_reused`. A failed request does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssueToken"];
            };
        };
        responses: {
            /** @description The existing link */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessToken"];
                };
            };
            /** @description The new link */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessToken"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "email_unverified" | "idempotency_key_reused" | "insufficient_scope" | "links_changed" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "outcome_erased" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "sending_limit" | "sending_paused" | "tier_limit" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    rotateToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique text that you choose for each operation. A repeated request with the same key within 24 hours does not run again: it returns the first response, with `Idempotency-Replayed: true`. The same key with another request returns 409 `idempotency_key_reused`. A failed request does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateToken"];
            };
        };
        responses: {
            /** @description The new link */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessToken"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "email_unverified" | "idempotency_key_reused" | "insufficient_scope" | "links_changed" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "outcome_erased" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "sending_limit" | "sending_paused" | "tier_limit" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    addWalkIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique text that you choose for each operation. A repeated request with the same key within 24 hours does not run again: it returns the first response, with `Idempotency-Replayed: true`. The same key with another request returns 409 `idempotency_key_reused`. A failed request does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description ID of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordWalkIn"];
            };
        };
        responses: {
            /** @description The check-in of the new guest */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckIn"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "door_device_ended" | "door_not_open" | "door_right_missing" | "duplicate_guest" | "event_cancelled" | "idempotency_key_reused" | "insufficient_scope" | "malformed_json" | "misconfigured" | "name_on_list" | "network_not_allowed" | "not_found" | "outcome_erased" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "tier_limit" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    listAttention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts of each event */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttentionList"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "rate_limited" | "region_unavailable" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    previewNewEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewNewEvent"];
            };
        };
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationPage"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "payload_too_large" | "rate_limited" | "region_unavailable" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    checkHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All databases respond */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "misconfigured" | "region_unavailable";
                    };
                };
            };
        };
    };
    previewInvite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Token of the link */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invite, or a page for a browser */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollaboratorInvitePreview"];
                    "text/html": string;
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "invite_gone" | "misconfigured" | "not_found" | "rate_limited" | "region_unavailable";
                    };
                };
            };
        };
    };
    acceptInvite: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique text that you choose for each operation. A repeated request with the same key within 24 hours does not run again: it returns the first response, with `Idempotency-Replayed: true`. The same key with another request returns 409 `idempotency_key_reused`. A failed request does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Token of the link */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your role on the event */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedCollaboratorInvite"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "email_mismatch" | "idempotency_key_reused" | "invite_gone" | "misconfigured" | "not_found" | "outcome_erased" | "payload_too_large" | "rate_limited" | "region_unavailable" | "session_required" | "team_changed" | "unauthenticated" | "unavailable" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    requestLostLinks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Solution of the `proof` of a 429 response, or the token of the widget if the response has `turnstile`. It lets one request through beyond the limit. */
                "Usher-Proof"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LostLink"];
            };
        };
        responses: {
            /** @description An email will be sent if the address has open invitations */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "malformed_json" | "misconfigured" | "payload_too_large" | "rate_limited" | "region_unavailable" | "unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    readMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "misconfigured" | "region_unavailable" | "session_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account is deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "misconfigured" | "payload_too_large" | "rate_limited" | "region_unavailable" | "session_required" | "step_up_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    renameUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeUser"];
            };
        };
        responses: {
            /** @description Your account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "malformed_json" | "misconfigured" | "payload_too_large" | "rate_limited" | "region_unavailable" | "session_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    acceptTerms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptTerms"];
            };
        };
        responses: {
            /** @description Your account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "malformed_json" | "misconfigured" | "payload_too_large" | "region_unavailable" | "session_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    exportData: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One JSON document, streamed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataExport"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "misconfigured" | "rate_limited" | "region_unavailable" | "session_required" | "step_up_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    requestEmailChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeEmail"];
            };
        };
        responses: {
            /** @description An email will be sent to the new address */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "malformed_json" | "misconfigured" | "payload_too_large" | "rate_limited" | "region_unavailable" | "session_required" | "step_up_required" | "unauthenticated" | "unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    listPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All passkeys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkeys"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "misconfigured" | "rate_limited" | "region_unavailable" | "session_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the passkey */
                passkeyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The passkey is removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "misconfigured" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "session_required" | "step_up_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePassword"];
            };
        };
        responses: {
            /** @description The password is changed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "malformed_json" | "misconfigured" | "payload_too_large" | "rate_limited" | "region_unavailable" | "session_required" | "step_up_required" | "unauthenticated" | "unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    readPublicIp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your IP address */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicIp"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "misconfigured" | "region_unavailable" | "session_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    renewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ten recovery codes */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "misconfigured" | "payload_too_large" | "rate_limited" | "region_unavailable" | "session_required" | "step_up_required" | "totp_missing" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    readSecurity: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page; absent for the first page */
                cursor?: string;
                /** @description Maximum number of items per page. Default: `50` */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The credentials and the log */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountSecurity"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "misconfigured" | "rate_limited" | "region_unavailable" | "session_required" | "unauthenticated" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    revokeCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the credential */
                credentialId: string;
                /** @description Kind of the credential */
                kind: components["schemas"]["CredentialKind"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The credential is revoked */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "misconfigured" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "session_required" | "step_up_required" | "team_changed" | "unauthenticated" | "unknown_parameter" | "webhook_changed";
                    };
                };
            };
        };
    };
    readSessions: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page; absent for the first page */
                cursor?: string;
                /** @description Maximum number of items per page. Default: `50` */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sessions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Session"][];
                        /** @description Send as `cursor` to get the next page; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "misconfigured" | "region_unavailable" | "session_required" | "unauthenticated" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    signOutOthers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The other sessions are revoked */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "misconfigured" | "payload_too_large" | "region_unavailable" | "session_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    signOutSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the session */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session is revoked */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "misconfigured" | "not_found" | "payload_too_large" | "region_unavailable" | "session_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    readTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of your authenticator app */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Totp"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "misconfigured" | "rate_limited" | "region_unavailable" | "session_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    setUpTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret, returned only once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpSetup"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "misconfigured" | "payload_too_large" | "rate_limited" | "region_unavailable" | "session_required" | "step_up_required" | "totp_exists" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    removeTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The app is removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "misconfigured" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "session_required" | "step_up_required" | "totp_changed" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmTotp"];
            };
        };
        responses: {
            /** @description Ten recovery codes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "invalid_factor" | "malformed_json" | "misconfigured" | "payload_too_large" | "rate_limited" | "region_unavailable" | "session_required" | "totp_exists" | "totp_missing" | "unauthenticated" | "unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    submitRsvp: {
        parameters: {
            query?: never;
            header?: {
                /** @description Device ID that the last response gave your client for this link. The device that submitted the RSVP with this ID can view and change it, also after an update of the browser. So can a verified device. A known device lowers the risk of an access. The ID is valid for this link until 30 days after the event. A missing, altered or expired ID, or one of another link, is not an error: the response has a new ID. Do not send it if you do not store one for each person. */
                "Usher-Device"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitRsvp"];
            };
        };
        responses: {
            /** @description The RSVP, with the door code of an attending guest */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnsweredRsvp"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "access_blocked" | "already_arrived" | "challenge_required" | "database_unavailable" | "event_cancelled" | "event_full" | "event_over" | "malformed_json" | "misconfigured" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "rsvp_changed" | "rsvp_closed" | "rsvp_exists" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    editRsvp: {
        parameters: {
            query?: never;
            header?: {
                /** @description Device ID that the last response gave your client for this link. The device that submitted the RSVP with this ID can view and change it, also after an update of the browser. So can a verified device. A known device lowers the risk of an access. The ID is valid for this link until 30 days after the event. A missing, altered or expired ID, or one of another link, is not an error: the response has a new ID. Do not send it if you do not store one for each person. */
                "Usher-Device"?: string;
            };
            path: {
                /** @description Token of a guest's link: the 43 characters after `/i/` */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditRsvp"];
            };
        };
        responses: {
            /** @description The updated RSVP */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnsweredRsvp"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "access_blocked" | "already_arrived" | "challenge_required" | "database_unavailable" | "edit_limit_reached" | "event_cancelled" | "event_full" | "event_over" | "foreign_device" | "malformed_json" | "misconfigured" | "no_rsvp" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "rsvp_changed" | "rsvp_closed" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    answerOffer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Device ID that the last response gave your client for this link. The device that submitted the RSVP with this ID can view and change it, also after an update of the browser. So can a verified device. A known device lowers the risk of an access. The ID is valid for this link until 30 days after the event. A missing, altered or expired ID, or one of another link, is not an error: the response has a new ID. Do not send it if you do not store one for each person. */
                "Usher-Device"?: string;
            };
            path: {
                /** @description Token of a guest's link: the 43 characters after `/i/` */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnswerOffer"];
            };
        };
        responses: {
            /** @description The RSVP, with the door code of a guest with a seat */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnsweredRsvp"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "access_blocked" | "already_arrived" | "challenge_required" | "database_unavailable" | "event_cancelled" | "event_over" | "foreign_device" | "malformed_json" | "misconfigured" | "no_offer" | "no_rsvp" | "not_found" | "offer_expired" | "payload_too_large" | "rate_limited" | "region_unavailable" | "rsvp_changed" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    previewUnsubscribe: {
        parameters: {
            query: {
                /** @description Token of the link */
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address and what it is unsubscribed from */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsubscribeState"];
                    "text/html": string;
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "invalid_token" | "misconfigured" | "rate_limited" | "region_unavailable" | "validation_failed";
                    };
                };
            };
        };
    };
    unsubscribe: {
        parameters: {
            query: {
                /** @description Emails to stop: those of the `host` whose email had the link, or of `all` hosts; `none` resumes both. Default: `host` */
                scope?: "host" | "all" | "none";
                /** @description Token of the link */
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description State of the address */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsubscribeState"];
                    "text/html": string;
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "invalid_token" | "misconfigured" | "payload_too_large" | "rate_limited" | "region_unavailable" | "validation_failed";
                    };
                };
            };
        };
    };
    sendComplaintCode: {
        parameters: {
            query: {
                /** @description Token of the link */
                token: string;
            };
            header?: {
                /** @description Language of the email */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A code will be sent if emails to the address were reported as spam */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "invalid_token" | "misconfigured" | "payload_too_large" | "rate_limited" | "region_unavailable" | "unavailable" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    undoComplaint: {
        parameters: {
            query: {
                /** @description Token of the link */
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ComplaintCode"];
            };
        };
        responses: {
            /** @description State of the address */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComplaintUndone"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "challenge_failed" | "challenge_missing" | "code_expired" | "code_used" | "database_unavailable" | "invalid_token" | "malformed_json" | "misconfigured" | "payload_too_large" | "rate_limited" | "region_unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed" | "wrong_code";
                    };
                };
            };
        };
    };
    readImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the image that you have. Returns 304 if it has not changed */
                "If-None-Match"?: string;
            };
            path: {
                /** @description File name in the URL of the image */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                    "image/png": string;
                };
            };
            /** @description The image has not changed */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "misconfigured" | "not_found" | "region_unavailable" | "storage_unavailable";
                    };
                };
            };
        };
    };
    uploadImage: {
        parameters: {
            query?: {
                /** @description Event that the image is for. You must be its editor */
                event_id?: string;
            };
            header?: {
                /** @description Unique text that you choose for each operation. A repeated request with the same key within 24 hours does not run again: it returns the first response, with `Idempotency-Replayed: true`. The same key with another request returns 409 `idempotency_key_reused`. A failed request does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description JPEG or PNG, at most 2 MiB
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description The URL of the stored image */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Uploaded"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "feature_not_in_tier" | "idempotency_key_reused" | "images_unavailable" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "outcome_erased" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "storage_unavailable" | "unauthenticated" | "unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_image" | "unsupported_media_type" | "upload_limit_reached" | "validation_failed";
                    };
                };
            };
        };
    };
    readWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All webhook endpoints */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookEndpoint"][];
                        /** @description Send as `cursor` to get the next page; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "rate_limited" | "region_unavailable" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Unique text that you choose for each operation. A repeated request with the same key within 24 hours does not run again: it returns the first response, with `Idempotency-Replayed: true`. The same key with another request returns 409 `idempotency_key_reused`. A failed request does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookEndpoint"];
            };
        };
        responses: {
            /** @description The endpoint, with its secret */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhookEndpoint"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "idempotency_key_reused" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "outcome_erased" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "step_up_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed" | "webhook_changed" | "webhook_limit_reached";
                    };
                };
            };
        };
    };
    readWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the webhook endpoint */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the webhook endpoint */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint is deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "session_required" | "unauthenticated" | "unknown_parameter" | "webhook_changed";
                    };
                };
            };
        };
    };
    changeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the webhook endpoint */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeWebhookEndpoint"];
            };
        };
        responses: {
            /** @description The updated endpoint */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "session_required" | "step_up_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed" | "webhook_changed";
                    };
                };
            };
        };
    };
    readWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page; absent for the first page */
                cursor?: string;
                /** @description Maximum number of items per page. Default: `50` */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description ID of the webhook endpoint */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookDelivery"][];
                        /** @description Send as `cursor` to get the next page; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "rate_limited" | "region_unavailable" | "unauthenticated" | "unknown_parameter" | "validation_failed";
                    };
                };
            };
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the delivery */
                deliveryId: string;
                /** @description ID of the webhook endpoint */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery is queued */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "session_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the webhook endpoint */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedWebhookSecret"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "session_required" | "step_up_required" | "unauthenticated" | "unknown_parameter" | "webhook_changed";
                    };
                };
            };
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID of the webhook endpoint */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outcome of the test */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "session_required" | "unauthenticated" | "unavailable" | "unknown_parameter";
                    };
                };
            };
        };
    };
    handleMailReport: {
        parameters: {
            query?: never;
            header?: {
                /** @description ID of the report. A report counts once per ID */
                "Svix-Id"?: string;
                /** @description Signatures by the Svix scheme */
                "Svix-Signature"?: string;
                /** @description Time of the signature, in seconds since 1970 */
                "Svix-Timestamp"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Received */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        received: true;
                    };
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "invalid_signature" | "malformed_json" | "misconfigured" | "payload_too_large" | "rate_limited" | "region_unavailable" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    handleInboundSms: {
        parameters: {
            query?: never;
            header?: {
                /** @description Signature by Twilio's scheme */
                "X-Twilio-Signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": Record<string, never>;
            };
        };
        responses: {
            /** @description TwiML without a reply */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/xml": string;
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "invalid_signature" | "malformed_json" | "misconfigured" | "not_found" | "payload_too_large" | "region_unavailable" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    handleSmsReport: {
        parameters: {
            query?: {
                /** @description Set by Usher in the callback URL */
                event?: string;
                /** @description Set by Usher in the callback URL */
                guest?: string;
                /** @description Set by Usher in the callback URL */
                message?: string;
            };
            header?: {
                /** @description Signature by Twilio's scheme */
                "X-Twilio-Signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": Record<string, never>;
            };
        };
        responses: {
            /** @description Received */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        received: true;
                    };
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "database_unavailable" | "invalid_signature" | "malformed_json" | "misconfigured" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    applyReport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Signature of the payment provider */
                "Stripe-Signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The event is applied or ignored */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        received: true;
                    };
                };
            };
            /** @description A problem document */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        error: "billing_unavailable" | "database_unavailable" | "invalid_signature" | "malformed_json" | "misconfigured" | "payload_too_large" | "region_unavailable" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    onAccessReported: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique ID of the delivery, equal for all its tries: process each ID once */
                "webhook-id": string;
                /** @description `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}`. For 24 hours after a rotation there are two, separated by a space */
                "webhook-signature": string;
                /** @description Time of the try, in seconds since the Unix epoch */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "access.reported",
                 *       "timestamp": "2027-04-03T18:14:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 42,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         },
                 *         "access_log_id": "0191e0b1-7a3c-7f00-8000-000000000060",
                 *         "answer": "restored"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The activity */
                    data: {
                        /**
                         * Format: uuid
                         * @description ID of the access; see `GET /events/{eventId}/access-logs`
                         */
                        access_log_id: string;
                        /**
                         * @description `restored`: the RSVP is as before the access. `unchanged`: the access had not changed it. `kept`: another device or a host has changed it since
                         * @enum {string}
                         */
                        answer: "restored" | "unchanged" | "kept";
                        /** Format: uuid */
                        event_id: string;
                        /** @description Guest of the activity */
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        /** @description Number of the activity; an event counts from 1 without gaps */
                        sequence: number;
                    };
                    /**
                     * Format: date-time
                     * @description Time of the activity
                     */
                    timestamp: string;
                    /** @enum {string} */
                    type: "access.reported";
                };
            };
        };
        responses: {
            /** @description Received. Any other status, a redirect, or no response within 10 seconds is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAccessScored: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique ID of the delivery, equal for all its tries: process each ID once */
                "webhook-id": string;
                /** @description `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}`. For 24 hours after a rotation there are two, separated by a space */
                "webhook-signature": string;
                /** @description Time of the try, in seconds since the Unix epoch */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "access.scored",
                 *       "timestamp": "2027-04-03T18:14:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 42,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         },
                 *         "access_log_id": "0191e0b1-7a3c-7f00-8000-000000000060",
                 *         "kind": "access",
                 *         "score": 12,
                 *         "risk": "low",
                 *         "reasons": [],
                 *         "automated": false,
                 *         "geo_country": "DE",
                 *         "geo_city": "Berlin",
                 *         "geo_lat": 52.52,
                 *         "geo_lon": 13.4
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The activity */
                    data: {
                        /**
                         * Format: uuid
                         * @description ID of the access; see `GET /events/{eventId}/access-logs`
                         */
                        access_log_id: string;
                        /** @description Whether a bot used the link, such as a link preview */
                        automated: boolean;
                        /** Format: uuid */
                        event_id: string;
                        /** @description City of the IP address; null: not known */
                        geo_city: string | null;
                        /** @description ISO 3166 code of the country of the IP address; null: not known */
                        geo_country: string | null;
                        /** @description Latitude of the IP address in degrees; null: not known */
                        geo_lat: number | null;
                        /** @description Longitude of the IP address in degrees; null: not known */
                        geo_lon: number | null;
                        /** @description Guest of the activity */
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        /**
                         * @description `access`: the link was opened; `rsvp`: an RSVP was submitted; `edit`: an RSVP was changed
                         * @enum {string}
                         */
                        kind: "access" | "rsvp" | "edit";
                        /** @description Signals behind the score, by weight; `engine_unavailable` if there was no score in time */
                        reasons: string[];
                        /**
                         * @description Risk band by the thresholds at the time
                         * @enum {string}
                         */
                        risk: "low" | "medium" | "high" | "block";
                        /** @description Risk from 0 to 100 */
                        score: number;
                        /** @description Number of the activity; an event counts from 1 without gaps */
                        sequence: number;
                    };
                    /**
                     * Format: date-time
                     * @description Time of the activity
                     */
                    timestamp: string;
                    /** @enum {string} */
                    type: "access.scored";
                };
            };
        };
        responses: {
            /** @description Received. Any other status, a redirect, or no response within 10 seconds is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onChallengeFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique ID of the delivery, equal for all its tries: process each ID once */
                "webhook-id": string;
                /** @description `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}`. For 24 hours after a rotation there are two, separated by a space */
                "webhook-signature": string;
                /** @description Time of the try, in seconds since the Unix epoch */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "challenge.failed",
                 *       "timestamp": "2027-04-03T18:14:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 42,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         },
                 *         "challenge_id": "0191e0b1-7a3c-7f00-8000-000000000062",
                 *         "channel": "email"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The activity */
                    data: {
                        /**
                         * Format: uuid
                         * @description ID of the code
                         */
                        challenge_id: string;
                        /**
                         * @description Channel of the code
                         * @enum {string}
                         */
                        channel: "email" | "sms";
                        /** Format: uuid */
                        event_id: string;
                        /** @description Guest of the activity */
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        /** @description Number of the activity; an event counts from 1 without gaps */
                        sequence: number;
                    };
                    /**
                     * Format: date-time
                     * @description Time of the activity
                     */
                    timestamp: string;
                    /** @enum {string} */
                    type: "challenge.failed";
                };
            };
        };
        responses: {
            /** @description Received. Any other status, a redirect, or no response within 10 seconds is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onChallengePassed: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique ID of the delivery, equal for all its tries: process each ID once */
                "webhook-id": string;
                /** @description `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}`. For 24 hours after a rotation there are two, separated by a space */
                "webhook-signature": string;
                /** @description Time of the try, in seconds since the Unix epoch */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "challenge.passed",
                 *       "timestamp": "2027-04-03T18:14:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 42,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         },
                 *         "challenge_id": "0191e0b1-7a3c-7f00-8000-000000000062",
                 *         "channel": "email"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The activity */
                    data: {
                        /**
                         * Format: uuid
                         * @description ID of the code
                         */
                        challenge_id: string;
                        /**
                         * @description Channel of the code
                         * @enum {string}
                         */
                        channel: "email" | "sms";
                        /** Format: uuid */
                        event_id: string;
                        /** @description Guest of the activity */
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        /** @description Number of the activity; an event counts from 1 without gaps */
                        sequence: number;
                    };
                    /**
                     * Format: date-time
                     * @description Time of the activity
                     */
                    timestamp: string;
                    /** @enum {string} */
                    type: "challenge.passed";
                };
            };
        };
        responses: {
            /** @description Received. Any other status, a redirect, or no response within 10 seconds is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onChallengeSent: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique ID of the delivery, equal for all its tries: process each ID once */
                "webhook-id": string;
                /** @description `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}`. For 24 hours after a rotation there are two, separated by a space */
                "webhook-signature": string;
                /** @description Time of the try, in seconds since the Unix epoch */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "challenge.sent",
                 *       "timestamp": "2027-04-03T18:14:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 42,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         },
                 *         "challenge_id": "0191e0b1-7a3c-7f00-8000-000000000062",
                 *         "channel": "email"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The activity */
                    data: {
                        /**
                         * Format: uuid
                         * @description ID of the code
                         */
                        challenge_id: string;
                        /**
                         * @description Channel of the code
                         * @enum {string}
                         */
                        channel: "email" | "sms";
                        /** Format: uuid */
                        event_id: string;
                        /** @description Guest of the activity */
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        /** @description Number of the activity; an event counts from 1 without gaps */
                        sequence: number;
                    };
                    /**
                     * Format: date-time
                     * @description Time of the activity
                     */
                    timestamp: string;
                    /** @enum {string} */
                    type: "challenge.sent";
                };
            };
        };
        responses: {
            /** @description Received. Any other status, a redirect, or no response within 10 seconds is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCheckInArrived: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique ID of the delivery, equal for all its tries: process each ID once */
                "webhook-id": string;
                /** @description `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}`. For 24 hours after a rotation there are two, separated by a space */
                "webhook-signature": string;
                /** @description Time of the try, in seconds since the Unix epoch */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "check_in.arrived",
                 *       "timestamp": "2027-06-12T16:40:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 42,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         },
                 *         "check_in_id": "0191e0b1-7a3c-7f00-8000-000000000070",
                 *         "arrival_id": "0191e0b1-7a3c-7f00-8000-000000000071",
                 *         "arrival_count": 2,
                 *         "total_count": 2
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The activity */
                    data: {
                        /** @description Number of people who arrived */
                        arrival_count: number;
                        /**
                         * Format: uuid
                         * @description ID of the arrival of more people
                         */
                        arrival_id: string;
                        /**
                         * Format: uuid
                         * @description ID of the check-in
                         */
                        check_in_id: string;
                        /** Format: uuid */
                        event_id: string;
                        /** @description Guest of the activity */
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        /** @description Number of the activity; an event counts from 1 without gaps */
                        sequence: number;
                        /** @description Number of people of the party who are in now */
                        total_count: number;
                    };
                    /**
                     * Format: date-time
                     * @description Time of the activity
                     */
                    timestamp: string;
                    /** @enum {string} */
                    type: "check_in.arrived";
                };
            };
        };
        responses: {
            /** @description Received. Any other status, a redirect, or no response within 10 seconds is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCheckInRecorded: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique ID of the delivery, equal for all its tries: process each ID once */
                "webhook-id": string;
                /** @description `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}`. For 24 hours after a rotation there are two, separated by a space */
                "webhook-signature": string;
                /** @description Time of the try, in seconds since the Unix epoch */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "check_in.recorded",
                 *       "timestamp": "2027-06-12T16:05:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 42,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         },
                 *         "check_in_id": "0191e0b1-7a3c-7f00-8000-000000000070",
                 *         "arrival_count": 2,
                 *         "walk_in": false
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The activity */
                    data: {
                        /** @description Number of people who arrived */
                        arrival_count: number;
                        /**
                         * Format: uuid
                         * @description ID of the check-in
                         */
                        check_in_id: string;
                        /** Format: uuid */
                        event_id: string;
                        /** @description Guest of the activity */
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        /** @description Number of the activity; an event counts from 1 without gaps */
                        sequence: number;
                        /** @description Whether the guest was added at the door */
                        walk_in: boolean;
                    };
                    /**
                     * Format: date-time
                     * @description Time of the activity
                     */
                    timestamp: string;
                    /** @enum {string} */
                    type: "check_in.recorded";
                };
            };
        };
        responses: {
            /** @description Received. Any other status, a redirect, or no response within 10 seconds is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCheckInUndone: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique ID of the delivery, equal for all its tries: process each ID once */
                "webhook-id": string;
                /** @description `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}`. For 24 hours after a rotation there are two, separated by a space */
                "webhook-signature": string;
                /** @description Time of the try, in seconds since the Unix epoch */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "check_in.undone",
                 *       "timestamp": "2027-06-12T16:06:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 42,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         },
                 *         "check_in_id": "0191e0b1-7a3c-7f00-8000-000000000070"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The activity */
                    data: {
                        /**
                         * Format: uuid
                         * @description ID of the check-in
                         */
                        check_in_id: string;
                        /** Format: uuid */
                        event_id: string;
                        /** @description Guest of the activity */
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        /** @description Number of the activity; an event counts from 1 without gaps */
                        sequence: number;
                    };
                    /**
                     * Format: date-time
                     * @description Time of the activity
                     */
                    timestamp: string;
                    /** @enum {string} */
                    type: "check_in.undone";
                };
            };
        };
        responses: {
            /** @description Received. Any other status, a redirect, or no response within 10 seconds is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onEventCancelled: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique ID of the delivery, equal for all its tries: process each ID once */
                "webhook-id": string;
                /** @description `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}`. For 24 hours after a rotation there are two, separated by a space */
                "webhook-signature": string;
                /** @description Time of the try, in seconds since the Unix epoch */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "event.cancelled",
                 *       "timestamp": "2027-04-03T18:14:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 42,
                 *         "message": "must be an email address, e.g. ada@example.com"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The activity */
                    data: {
                        /** Format: uuid */
                        event_id: string;
                        /** @description Message of the host to the guests; null: none */
                        message: string | null;
                        /** @description Number of the activity; an event counts from 1 without gaps */
                        sequence: number;
                    };
                    /**
                     * Format: date-time
                     * @description Time of the activity
                     */
                    timestamp: string;
                    /** @enum {string} */
                    type: "event.cancelled";
                };
            };
        };
        responses: {
            /** @description Received. Any other status, a redirect, or no response within 10 seconds is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onEventUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique ID of the delivery, equal for all its tries: process each ID once */
                "webhook-id": string;
                /** @description `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}`. For 24 hours after a rotation there are two, separated by a space */
                "webhook-signature": string;
                /** @description Time of the try, in seconds since the Unix epoch */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "event.updated",
                 *       "timestamp": "2027-04-03T18:14:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 42,
                 *         "changed": [
                 *           "name"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The activity */
                    data: {
                        /** @description Names of the changed fields */
                        changed: string[];
                        /** Format: uuid */
                        event_id: string;
                        /** @description Number of the activity; an event counts from 1 without gaps */
                        sequence: number;
                    };
                    /**
                     * Format: date-time
                     * @description Time of the activity
                     */
                    timestamp: string;
                    /** @enum {string} */
                    type: "event.updated";
                };
            };
        };
        responses: {
            /** @description Received. Any other status, a redirect, or no response within 10 seconds is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onGuestCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique ID of the delivery, equal for all its tries: process each ID once */
                "webhook-id": string;
                /** @description `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}`. For 24 hours after a rotation there are two, separated by a space */
                "webhook-signature": string;
                /** @description Time of the try, in seconds since the Unix epoch */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "guest.created",
                 *       "timestamp": "2027-04-03T18:14:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 42,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The activity */
                    data: {
                        /** Format: uuid */
                        event_id: string;
                        /** @description Guest of the activity */
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        /** @description Number of the activity; an event counts from 1 without gaps */
                        sequence: number;
                    };
                    /**
                     * Format: date-time
                     * @description Time of the activity
                     */
                    timestamp: string;
                    /** @enum {string} */
                    type: "guest.created";
                };
            };
        };
        responses: {
            /** @description Received. Any other status, a redirect, or no response within 10 seconds is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onGuestDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique ID of the delivery, equal for all its tries: process each ID once */
                "webhook-id": string;
                /** @description `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}`. For 24 hours after a rotation there are two, separated by a space */
                "webhook-signature": string;
                /** @description Time of the try, in seconds since the Unix epoch */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "guest.deleted",
                 *       "timestamp": "2027-04-03T18:14:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 42,
                 *         "guest_id": "0191e0b1-7a3c-7f00-8000-000000000020"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The activity */
                    data: {
                        /** Format: uuid */
                        event_id: string;
                        /**
                         * Format: uuid
                         * @description ID of the erased guest
                         */
                        guest_id: string;
                        /** @description Number of the activity; an event counts from 1 without gaps */
                        sequence: number;
                    };
                    /**
                     * Format: date-time
                     * @description Time of the activity
                     */
                    timestamp: string;
                    /** @enum {string} */
                    type: "guest.deleted";
                };
            };
        };
        responses: {
            /** @description Received. Any other status, a redirect, or no response within 10 seconds is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onGuestUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique ID of the delivery, equal for all its tries: process each ID once */
                "webhook-id": string;
                /** @description `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}`. For 24 hours after a rotation there are two, separated by a space */
                "webhook-signature": string;
                /** @description Time of the try, in seconds since the Unix epoch */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "guest.updated",
                 *       "timestamp": "2027-04-03T18:14:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 42,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         },
                 *         "changed": [
                 *           "name"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The activity */
                    data: {
                        /** @description Names of the changed fields */
                        changed: string[];
                        /** Format: uuid */
                        event_id: string;
                        /** @description Guest of the activity */
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        /** @description Number of the activity; an event counts from 1 without gaps */
                        sequence: number;
                    };
                    /**
                     * Format: date-time
                     * @description Time of the activity
                     */
                    timestamp: string;
                    /** @enum {string} */
                    type: "guest.updated";
                };
            };
        };
        responses: {
            /** @description Received. Any other status, a redirect, or no response within 10 seconds is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvitationBounced: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique ID of the delivery, equal for all its tries: process each ID once */
                "webhook-id": string;
                /** @description `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}`. For 24 hours after a rotation there are two, separated by a space */
                "webhook-signature": string;
                /** @description Time of the try, in seconds since the Unix epoch */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "invitation.bounced",
                 *       "timestamp": "2027-04-03T18:14:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 42,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         },
                 *         "reason": null
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The activity */
                    data: {
                        /**
                         * @description Why the email did not arrive
                         * @enum {string}
                         */
                        cause?: "unknown_address" | "mailbox_full" | "rejected" | "temporary" | "not_sent";
                        /** Format: uuid */
                        event_id: string;
                        /** @description Guest of the activity */
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        /** @description Reply of the recipient's server; null: unknown */
                        reason: string | null;
                        /** @description Number of the activity; an event counts from 1 without gaps */
                        sequence: number;
                    };
                    /**
                     * Format: date-time
                     * @description Time of the activity
                     */
                    timestamp: string;
                    /** @enum {string} */
                    type: "invitation.bounced";
                };
            };
        };
        responses: {
            /** @description Received. Any other status, a redirect, or no response within 10 seconds is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvitationDelivered: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique ID of the delivery, equal for all its tries: process each ID once */
                "webhook-id": string;
                /** @description `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}`. For 24 hours after a rotation there are two, separated by a space */
                "webhook-signature": string;
                /** @description Time of the try, in seconds since the Unix epoch */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "invitation.delivered",
                 *       "timestamp": "2027-04-03T18:14:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 42,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The activity */
                    data: {
                        /** Format: uuid */
                        event_id: string;
                        /** @description Guest of the activity */
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        /** @description Number of the activity; an event counts from 1 without gaps */
                        sequence: number;
                    };
                    /**
                     * Format: date-time
                     * @description Time of the activity
                     */
                    timestamp: string;
                    /** @enum {string} */
                    type: "invitation.delivered";
                };
            };
        };
        responses: {
            /** @description Received. Any other status, a redirect, or no response within 10 seconds is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvitationOpened: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique ID of the delivery, equal for all its tries: process each ID once */
                "webhook-id": string;
                /** @description `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}`. For 24 hours after a rotation there are two, separated by a space */
                "webhook-signature": string;
                /** @description Time of the try, in seconds since the Unix epoch */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "invitation.opened",
                 *       "timestamp": "2027-04-03T18:14:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 42,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The activity */
                    data: {
                        /** Format: uuid */
                        event_id: string;
                        /** @description Guest of the activity */
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        /** @description Number of the activity; an event counts from 1 without gaps */
                        sequence: number;
                    };
                    /**
                     * Format: date-time
                     * @description Time of the activity
                     */
                    timestamp: string;
                    /** @enum {string} */
                    type: "invitation.opened";
                };
            };
        };
        responses: {
            /** @description Received. Any other status, a redirect, or no response within 10 seconds is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInvitationSent: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique ID of the delivery, equal for all its tries: process each ID once */
                "webhook-id": string;
                /** @description `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}`. For 24 hours after a rotation there are two, separated by a space */
                "webhook-signature": string;
                /** @description Time of the try, in seconds since the Unix epoch */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "invitation.sent",
                 *       "timestamp": "2027-04-03T18:14:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 42,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The activity */
                    data: {
                        /** Format: uuid */
                        event_id: string;
                        /** @description Guest of the activity */
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        /** @description Number of the activity; an event counts from 1 without gaps */
                        sequence: number;
                    };
                    /**
                     * Format: date-time
                     * @description Time of the activity
                     */
                    timestamp: string;
                    /** @enum {string} */
                    type: "invitation.sent";
                };
            };
        };
        responses: {
            /** @description Received. Any other status, a redirect, or no response within 10 seconds is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRsvpSubmitted: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique ID of the delivery, equal for all its tries: process each ID once */
                "webhook-id": string;
                /** @description `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}`. For 24 hours after a rotation there are two, separated by a space */
                "webhook-signature": string;
                /** @description Time of the try, in seconds since the Unix epoch */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "rsvp.submitted",
                 *       "timestamp": "2027-04-03T18:14:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 42,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         },
                 *         "rsvp_id": "0191e0b1-7a3c-7f00-8000-000000000051",
                 *         "response": "attending",
                 *         "plus_ones": 1,
                 *         "companions": [
                 *           {
                 *             "name": "Ben Lindqvist",
                 *             "attending": true
                 *           }
                 *         ],
                 *         "answered_by": "guest",
                 *         "seat": "confirmed",
                 *         "new_device": true
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The activity */
                    data: {
                        /**
                         * @description Whether the guest or a host submitted the RSVP
                         * @enum {string}
                         */
                        answered_by: "guest" | "host";
                        /** @description Companions; empty if only their number is known */
                        companions: {
                            /** @description Whether the companion attends */
                            attending: boolean;
                            /** @description Null: not named yet */
                            name: string | null;
                        }[];
                        /** Format: uuid */
                        event_id: string;
                        /** @description Guest of the activity */
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        /** @description Whether the RSVP came from a device that was new to the link, at medium risk or more: somebody with the guest's link, perhaps not the guest */
                        new_device: boolean;
                        /** @description Number of companions */
                        plus_ones: number;
                        /**
                         * @description The guest's answer to the invitation
                         * @enum {string}
                         */
                        response: "attending" | "declined" | "maybe";
                        /**
                         * Format: uuid
                         * @description ID of the RSVP
                         */
                        rsvp_id: string;
                        /**
                         * @description Seat of the RSVP; null: none
                         * @enum {string|null}
                         */
                        seat: "confirmed" | "waitlisted" | "offered" | null;
                        /** @description Number of the activity; an event counts from 1 without gaps */
                        sequence: number;
                    };
                    /**
                     * Format: date-time
                     * @description Time of the activity
                     */
                    timestamp: string;
                    /** @enum {string} */
                    type: "rsvp.submitted";
                };
            };
        };
        responses: {
            /** @description Received. Any other status, a redirect, or no response within 10 seconds is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRsvpUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique ID of the delivery, equal for all its tries: process each ID once */
                "webhook-id": string;
                /** @description `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}`. For 24 hours after a rotation there are two, separated by a space */
                "webhook-signature": string;
                /** @description Time of the try, in seconds since the Unix epoch */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "rsvp.updated",
                 *       "timestamp": "2027-04-03T18:14:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 42,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         },
                 *         "rsvp_id": "0191e0b1-7a3c-7f00-8000-000000000051",
                 *         "response": "attending",
                 *         "plus_ones": 1,
                 *         "companions": [
                 *           {
                 *             "name": "Ben Lindqvist",
                 *             "attending": true
                 *           }
                 *         ],
                 *         "answered_by": "guest",
                 *         "seat": "confirmed",
                 *         "new_device": true,
                 *         "edit_count": 0
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The activity */
                    data: {
                        /**
                         * @description Whether the guest or a host submitted the RSVP
                         * @enum {string}
                         */
                        answered_by: "guest" | "host";
                        /** @description Companions; empty if only their number is known */
                        companions: {
                            /** @description Whether the companion attends */
                            attending: boolean;
                            /** @description Null: not named yet */
                            name: string | null;
                        }[];
                        /** @description Number of edits by the guest; at most 5 */
                        edit_count: number;
                        /** Format: uuid */
                        event_id: string;
                        /** @description Guest of the activity */
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        /** @description Whether the RSVP came from a device that was new to the link, at medium risk or more: somebody with the guest's link, perhaps not the guest */
                        new_device: boolean;
                        /** @description Number of companions */
                        plus_ones: number;
                        /**
                         * @description The guest's answer to the invitation
                         * @enum {string}
                         */
                        response: "attending" | "declined" | "maybe";
                        /**
                         * Format: uuid
                         * @description ID of the RSVP
                         */
                        rsvp_id: string;
                        /**
                         * @description Seat of the RSVP; null: none
                         * @enum {string|null}
                         */
                        seat: "confirmed" | "waitlisted" | "offered" | null;
                        /** @description Number of the activity; an event counts from 1 without gaps */
                        sequence: number;
                    };
                    /**
                     * Format: date-time
                     * @description Time of the activity
                     */
                    timestamp: string;
                    /** @enum {string} */
                    type: "rsvp.updated";
                };
            };
        };
        responses: {
            /** @description Received. Any other status, a redirect, or no response within 10 seconds is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWaitlistOffered: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique ID of the delivery, equal for all its tries: process each ID once */
                "webhook-id": string;
                /** @description `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}`. For 24 hours after a rotation there are two, separated by a space */
                "webhook-signature": string;
                /** @description Time of the try, in seconds since the Unix epoch */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "waitlist.offered",
                 *       "timestamp": "2027-04-03T18:14:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 42,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         },
                 *         "rsvp_id": "0191e0b1-7a3c-7f00-8000-000000000051",
                 *         "heads": 2,
                 *         "offer_expires_at": "2027-05-05T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The activity */
                    data: {
                        /** Format: uuid */
                        event_id: string;
                        /** @description Guest of the activity */
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        /** @description Number of people */
                        heads: number;
                        /**
                         * Format: date-time
                         * @description Time until which the seats are held
                         */
                        offer_expires_at: string;
                        /**
                         * Format: uuid
                         * @description ID of the RSVP
                         */
                        rsvp_id: string;
                        /** @description Number of the activity; an event counts from 1 without gaps */
                        sequence: number;
                    };
                    /**
                     * Format: date-time
                     * @description Time of the activity
                     */
                    timestamp: string;
                    /** @enum {string} */
                    type: "waitlist.offered";
                };
            };
        };
        responses: {
            /** @description Received. Any other status, a redirect, or no response within 10 seconds is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWaitlistPassedOver: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique ID of the delivery, equal for all its tries: process each ID once */
                "webhook-id": string;
                /** @description `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}`. For 24 hours after a rotation there are two, separated by a space */
                "webhook-signature": string;
                /** @description Time of the try, in seconds since the Unix epoch */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "waitlist.passed_over",
                 *       "timestamp": "2027-04-03T18:14:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 42,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         },
                 *         "heads": 2,
                 *         "reason": "bounced"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The activity */
                    data: {
                        /** Format: uuid */
                        event_id: string;
                        /** @description Guest of the activity */
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        /** @description Number of people */
                        heads: number;
                        /**
                         * @description Reply of the recipient's server; null: unknown
                         * @enum {string}
                         */
                        reason: "bounced" | "complained" | "unsubscribed" | "mailbox_limit" | "email_unverified" | "sending_paused" | "sending_limit";
                        /** @description Number of the activity; an event counts from 1 without gaps */
                        sequence: number;
                    };
                    /**
                     * Format: date-time
                     * @description Time of the activity
                     */
                    timestamp: string;
                    /** @enum {string} */
                    type: "waitlist.passed_over";
                };
            };
        };
        responses: {
            /** @description Received. Any other status, a redirect, or no response within 10 seconds is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description Unique ID of the delivery, equal for all its tries: process each ID once */
                "webhook-id": string;
                /** @description `v1,` and the base64 HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}`. For 24 hours after a rotation there are two, separated by a space */
                "webhook-signature": string;
                /** @description Time of the try, in seconds since the Unix epoch */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "webhook.test",
                 *       "timestamp": "2027-04-03T18:14:00.000Z",
                 *       "data": {
                 *         "endpoint_id": "0191e0b1-7a3c-7f00-8000-000000000090"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The activity */
                    data: {
                        /**
                         * Format: uuid
                         * @description ID of the tested endpoint
                         */
                        endpoint_id: string;
                    };
                    /**
                     * Format: date-time
                     * @description Time of the activity
                     */
                    timestamp: string;
                    /** @enum {string} */
                    type: "webhook.test";
                };
            };
        };
        responses: {
            /** @description Received. Any other status, a redirect, or no response within 10 seconds is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}

/** All scopes of API keys, reading before writing. */
export const SCOPES: readonly Scope[] = [
    "events:read",
    "events:write",
    "guests:read",
    "guests:write",
    "invitations:send",
    "messages:send",
    "check_in",
    "analytics:read",
    "webhooks:write",
];

/** Paths whose POST takes an `Idempotency-Key`. */
export const IDEMPOTENT_POSTS: ReadonlySet<string> = new Set([
    "/api-keys",
    "/api-keys/{keyId}/rotate",
    "/auth/refresh",
    "/auth/ws-ticket",
    "/events",
    "/events/{eventId}/check-in",
    "/events/{eventId}/check-ins/{checkInId}/arrivals",
    "/events/{eventId}/collaborators",
    "/events/{eventId}/copy",
    "/events/{eventId}/door-devices",
    "/events/{eventId}/guests",
    "/events/{eventId}/guests/import",
    "/events/{eventId}/guests/invitations/bulk",
    "/events/{eventId}/guests/{guestId}/messages",
    "/events/{eventId}/messages",
    "/events/{eventId}/scanner-ticket",
    "/events/{eventId}/security/allowlist",
    "/events/{eventId}/tokens",
    "/events/{eventId}/tokens/rotate",
    "/events/{eventId}/walk-ins",
    "/invites/{token}/accept",
    "/uploads/image",
    "/webhook-endpoints",
]);
