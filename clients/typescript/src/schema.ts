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
         * View an invitation by its link
         * @description Logs the access and scores its risk. Shows the RSVP to the device that submitted it, to a verified device, and with an edit nonce. The device that submitted it is the one with the same `Usher-Device` ID; if the submission carried no ID, any device with the same user agent. For any other device, `rsvp_submitted_elsewhere` says that there is an RSVP. A valid edit nonce also verifies the request's `Usher-Device`, after the response. An automated fetch (a link preview, a mail scanner, a prefetch) gets an `InvitationPreview` instead: the names of event and host, with `preview: true`.
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
         * Ask the host to confirm a device
         * @description For a device that does not see the RSVP, of a guest who has no email address for a code. Emails the members who want alerts of blocked accesses, and counts as `asked` in `GET /events/{eventId}/attention`. The host confirms by marking the access as `legitimate`, which verifies this device. Send the `Usher-Device` of an earlier response. A link asks once in 24 hours; repeating the request changes nothing.
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
         * The event as a calendar file
         * @description Follows the last access of the same device: while that was blocked, the file is refused as the invitation was. Calendar programs that nobody has seen at this link get it; a link preview or mail scanner does so once the guest has opened the invitation.
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
         * Send the guest a code
         * @description For a device that was refused with `access_blocked`, `challenge_required` or `foreign_device`. Six digits go to the guest's address or phone on file, and work for 10 minutes. A new code ends the one before; a link gets three an hour.
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
         * Prove a device with the code
         * @description The device of this request is proved from then on: it is neither blocked nor asked again, and may see and change the answer. Keep the `Usher-Device` of the response and send it with every request. A device that asked for a code has five tries of its own, all other devices of the link share five; the sixth try is refused and tells the host. A link has 30 tries in 24 hours.
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
         * Email a link that allows edits from another device
         * @description Sends the email to the guest's address on file. The link's nonce (`edit_nonce`, or `edit` in a view) works for 30 minutes, however often you use it. It is revoked when the guest's link is replaced, and when the host forgets a device of the guest or marks an access as suspicious.
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
         * What the unsubscribe link of an alert is about
         * @description Changes nothing. A client that does not accept JSON gets a page with a button.
         */
        get: operations["previewAlertsLink"];
        put?: never;
        /**
         * Turn all alerts of an event off
         * @description The one-click target of the `List-Unsubscribe` header (RFC 8058) of alerts; the body is not read. Idempotent. Only POST turns them off, so that link scanners do not. A browser gets a page.
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
         * List your API keys, newest first
         * @description Expired ones stay until you delete them. No keys: only their beginnings.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description A program sends it as a bearer and acts as you, with less: only what its scopes and your role on the event both allow, and only on `event_ids` where given. Accounts, sign-in, teams, billing and keys are for people: a key gets 403 `session_required` there. It ends when you delete it, when it expires, or when your account ends; a new password doesn't end it. Asks for a step-up.
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
         * @description Its next request is refused. Its live sockets close, and scanner tickets that it made end.
         */
        delete: operations["deleteApiKey"];
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
         * Request a password-reset link
         * @description The response does not reveal whether the address has an account.
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
         * @description A wrong password, an unknown address, a locked account and an address that is not verified get the same 401. With the right password, the mail that verifies the address goes out again. Five consecutive failures lock an account, and its owner is mailed a link to reset the password and unlock it. Strangers who try an address from other networks do not use up its owner's 10 attempts in 15 minutes; a reset forgets all attempts. Where an authenticator app is set up, the right password gets 401 `second_factor_required` with a `factor_token` for /auth/login/factor.
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
         * Sign in with the second factor, after the password
         * @description Takes the `factor_token` of 401 `second_factor_required`, which lasts 5 minutes, with a code of the authenticator app or a recovery code. Each code works once. 400 `invalid_token` when the token is old or the password has changed since: begin with /auth/login.
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
         * @description Ends the session at once: its access tokens, refresh tokens, cookie, tickets and live sockets. An invalid token changes nothing and gets the same response. A browser that is signed in by the cookie leaves the token out, and the cookie is cleared; without either there is nothing to end, which is 204 as well. A cookie that comes without `Usher-Session: cookie` is 400.
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
         * @description A passkey is two factors in one, so no code is asked for, and it signs in where wrong passwords have locked the account. Every refusal is the same 401 `invalid_passkey`: an unknown passkey, another site's, an old or used challenge, or a signature count that has not grown.
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
         * Get the options to use a passkey with
         * @description For `navigator.credentials.get()`, to sign in or for a step-up. The challenge works once and lasts 5 minutes. The options name no passkey and no account.
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
         * Add a passkey to your account
         * @description The passkey has to be made on this site, with its user verified by PIN, finger or face. You are told by mail.
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
         * Get the options to make a passkey with
         * @description For `navigator.credentials.create()`. The challenge belongs to your session, works once and lasts 5 minutes. An account has at most 20 passkeys (409 `passkey_limit_reached`).
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
         * Exchange a refresh token for a new pair of tokens
         * @description A refresh token works once; using it again ends the session. Send an `Idempotency-Key`: a retry with the same key within 10 seconds gets the same pair again.
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
         * Set a new password with the token from the mail
         * @description Unlocks a locked account and ends every session, API key, webhook endpoint, mailed link and open invite of yours, and the door devices of events that begin in more than 48 hours. An email lists them, and the devices that still work. Passkeys, authenticator app and recovery codes stay, and the next sign-in asks for them. 400 `invalid_token` for a token that is forged, used or older than an hour.
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
         * @description The response does not reveal whether the address has an account; the mail that follows does. Open its link (or send its token to /auth/verify-email) before you sign in: until then /auth/login returns 401 `invalid_credentials`, as for a wrong password.
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
         * Prove again that it is you
         * @description What cannot be undone answers 403 `step_up_required` when the session has not proved itself for 10 minutes, by signing in or here, or has moved to another country since. Send its `factor_token`, which lasts 5 minutes, with one of its `methods`: `password`, for an account without an authenticator app; else `code` or `recovery_code`; or `passkey`, an answer to the options of /auth/passkeys/authentication-options. Then repeat the request that was refused.
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
         * Undo a change of your email address
         * @description Gives the account its previous address back, with the token of the email to that address, and ends every session. 400 `invalid_token` for a token that is forged, used or older than 72 hours.
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
         * Verify an email address with the token from the mail
         * @description Also proves the new address of an account that asked for one, where `password` is ignored. Send the `password` that your user types: a stranger may have signed up with the address, and without it the stranger's password works. One that is not that of the sign-up replaces it, and ends every session, API key, webhook endpoint and mailed link; the name is emptied. Passkeys and authenticator app stay. 400 `invalid_token` for a token that is forged, used or older than a day. 400 `validation_failed` for a new password that breaks a rule: the token stays valid.
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
         * Request the verification mail again
         * @description The response does not reveal whether the address has an account, or is verified.
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
         * Issue a ticket for the live monitor of an event
         * @description The ticket opens one WebSocket on this event, and is valid for 30 seconds.
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
         * Start the checkout of a tier
         * @description Without a subscription the URL is that of a checkout. With one it is that of the portal's page that changes it to this tier, with the difference in price, or of the portal when something has to be paid first: nobody pays for two.
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
        /** Open the portal to change or cancel your subscription */
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
        /** Read your tier and usage */
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
         * List the events on which you have a role, newest first
         * @description Without events that require a second factor, while you have none: `GET /events/{eventId}` of these returns 403 `second_factor_required` with what to do.
         */
        get: operations["listEvents"];
        put?: never;
        /**
         * Create an event
         * @description You become its owner. Four reminders to the guests are scheduled with it.
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
        /** Read an event and your role on it */
        get: operations["readEvent"];
        put?: never;
        post?: never;
        /**
         * Delete an event
         * @description Its guests' links answer 404 from then on, and pending messages are cancelled. For 30 days an operator can restore it; then it is erased with everything about its guests. With `erase=now` that happens within minutes and cannot be undone; this works for an event that was deleted before, too, so that guests who ask for it can be erased.
         */
        delete: operations["deleteEvent"];
        options?: never;
        head?: never;
        /**
         * Change an event
         * @description Absent fields stay. Each automatic reminder keeps its distance from `event_date`: one whose new time is past is cancelled, and comes back when the event moves far enough away. A message whose time you chose, and a reminder that you cancelled, stay as they are unless `shift_messages` is true. A `capacity` below the seats that are taken is refused with who is over, the latest answers first, unless `force` is true; a larger one, or none, is offered to who waits, in their order. Guests hear of the change with `notify` alone.
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
        /** List accesses with score, band and reasons, newest first */
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
         * Mark an access as the guest's or as suspicious
         * @description The engine learns from it: `legitimate` makes the device and network the guest's own, `suspicious` undoes that; the device needs no code any more, or again. A second verdict replaces the first. The access keeps its score and band. Any other word is refused with `invalid_verdict`.
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
         * List the activity of an event, newest first
         * @description Answers, edits, check-ins, offered seats, changes of the event, and every scored access, blocked ones included. With `after`: everything that the live monitor has sent since that `sequence`, oldest first and without a gap; `activity.erased` stands for what was erased since. The last 100,000 activities are kept.
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
         * Read what you are told of an event by mail
         * @description Your own settings. Without a choice, the event's host gets a daily digest, blocked accesses and the waitlist, and other members nothing.
         */
        get: operations["readAlerts"];
        /**
         * Choose what you are told of an event by mail
         * @description Your own settings; those of other members stay. Mails go to your confirmed address alone.
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
         * Read the analytics of an event
         * @description The figures are at most 60 seconds old. `X-Cache` tells whether they come from a cache.
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
        /** Count the arrivals at an event by quarter of an hour */
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
         * Export every guest's invitation, answer and arrival as CSV
         * @description UTF-8 with a byte order mark. Times are in UTC and, in the columns that end in `_local`, in the event's time zone. A cell that a spreadsheet would run as a formula begins with an apostrophe.
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
        /** Read what of an event needs you */
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
         * List the audit records of an event, newest first
         * @description Each record has the actor and the state before and after the change, without secrets.
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
         * Recompute the chain of the audit records
         * @description Each record carries a hash that covers the hash before it, so that a record that was changed, removed, inserted or moved in the database is found. With `sequence` and `head` of an earlier answer, it also says whether that head is still part of the chain.
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
         * Get an event's branding and the allowed fonts
         * @description A null field renders with the default.
         */
        get: operations["readBranding"];
        /**
         * Change an event's branding
         * @description An absent or null field keeps its value; `""` clears it. Colours are `#rgb` or `#rrggbb` and are returned as lower-case `#rrggbb`. Images are urls returned by `POST /uploads/image`. The tier of the event's host must include branding (402) unless the change only clears or sets the theme, and the feature can be switched off (403 `feature_disabled`).
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
         * @description The invitation says so, and the calendar file takes the event out. Reminders and scheduled messages are cancelled with it. Cancelling an event that is cancelled changes nothing and mails nobody.
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
         * Check a guest in
         * @description A guest can be checked in once. For a guest who declined, who has no seat, or whose link was replaced, `override` must be true.
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
        /** Find guests by name, typing mistakes allowed */
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
        /** Preview a check-in: the guest, and the reasons against letting them in */
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
        /** List check-ins, newest first, with the headcounts of the event */
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
         * Delete a mistaken check-in
         * @description A member undoes any. A door device undoes what it has recorded itself, within a minute.
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
         * Add people of a party who came later
         * @description The check-in's `arrival_count` is the total afterwards. More people than expected need the right `override` of a door device; undoing the check-in undoes all.
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
        /** List the collaborators and open invites of an event */
        get: operations["listCollaborators"];
        put?: never;
        /**
         * Invite a collaborator to an event
         * @description Mails the address a link that works once, within 7 days, for the account with that address. A second invite replaces the open one, whose link stops working; an address is invited to an event once an hour and five times a day (429 `recipient_limit`). Each invited address takes one of the collaborator seats in the tier of the event's host (402), on any number of the host's events. 409 `already_member` when a collaborator of the event has the address.
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
         * Remove a collaborator from an event
         * @description Effective from their next request. Their door devices, webhook endpoints of the event and open invites end for good. The only owner cannot be removed (400 `last_owner`). When the event's host is removed, the other owner with the longest membership becomes the host, whose tier then applies.
         */
        delete: operations["removeCollaborator"];
        options?: never;
        head?: never;
        /**
         * Change a collaborator's role
         * @description Effective from their next request. A lower role ends their door devices, webhook endpoints of the event and open invites that they could not create with it. The only owner cannot be changed (400 `last_owner`). When the event's host is no longer an owner, the other owner with the longest membership becomes the host, whose tier then applies.
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
         * @description 400 `last_owner` for the only owner. When the event's host leaves, the other owner with the longest membership becomes the host, whose tier then applies.
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
         * @description Its link stops working, and its seat becomes free.
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
         * @description You become the owner of the copy, whoever owns the other one, and its tier is yours. It has the settings of the other one, with the times moved by as much as `event_date`, and the team is you alone.
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
         * List the devices of the door, newest first
         * @description Named devices and scanner tickets, with who made each and when it was last used. No tickets.
         */
        get: operations["listDoorDevices"];
        put?: never;
        /**
         * Add a named device for the door
         * @description A phone that works at the door without an account, from 12 hours before the event begins until 24 hours after it ends. It ends earlier when you delete it, when you lose your role, or when your password is reset by email, unless its event begins within 48 hours. Asks for a step-up; an email tells you and the host.
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
        /** End a device of the door at once */
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
         * Read the guest list for a phone that may lose its network
         * @description All guests in up to 256 buckets. Send the buckets that the phone has in `have`, and only those that changed come back. `keys` are for encrypting the list on the phone.
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
         * List guests, newest first
         * @description Guests that are added while you page do not shift later pages.
         */
        get: operations["listGuests"];
        put?: never;
        /**
         * Add a guest
         * @description The tier of the event's host limits the number of guests (402 `tier_limit`). Email addresses are unique within an event, regardless of case (409 `duplicate_guest`), and so are external ids (409 `duplicate_external_id`).
         */
        post: operations["createGuest"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change many guests
         * @description Changes up to 5,000 guests in one transaction: all of them or none. Ids that are not on the event are named (404). A `party_size` below what some have already answered for is 409 `party_size_below_answers`, which names them; with `adjust: true` the plus-ones of their answers are lowered with it. The former answers stay in the history, and the guests keep all edits.
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
        /** Get a guest */
        get: operations["readGuest"];
        put?: never;
        post?: never;
        /**
         * Erase a guest
         * @description Deletes all data of the guest: link, RSVP and its history, access logs, check-in, deliveries, the live monitor's entries, stored results of requests with an `Idempotency-Key`, and the scoring engine's history. Data outside the database is deleted within seconds, or as soon as its store is reachable. Queued messages to the guest are dropped. A suppressed address stays on the suppression list.
         */
        delete: operations["deleteGuest"];
        options?: never;
        head?: never;
        /**
         * Change a guest
         * @description Absent fields keep their values; null clears `email`, `phone`, `party_size`, `notes`, `table`, `external_id` and `locale`, an empty list `tags` and `companions`. The guest's link stays valid. A `party_size` below what the guest has already answered for, or fewer `companions` where there is no `party_size`, is 409 `party_size_below_answers`, which names the guest; with `adjust: true` the answer's plus-ones are lowered with it. The former answer stays in the history, and the guest keeps all edits. With `expected_updated_at` a guest whom somebody has changed since is 409 `guest_changed`, whose `guest` is the guest as it is.
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
         * Export all data of a guest
         * @description For data subject requests: the RSVP and its history, access logs with their scores and feedback, the check-in, and sent messages.
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
         * List the devices that opened a guest's link
         * @description The one that was seen last comes first. A browser that keeps no cookies comes with a new id each time: ids that came once are one item for each user agent. Programs, and API clients that send no `Usher-Device`, are left out.
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
         * @description It counts neither as the device that answered nor as proved any more, and its next request is a new device's. The link still opens there: rotate it where somebody else has it.
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
         * @description For a guest who can't open the invitation: print it, or pass it on. Requires an attending guest with a seat; record the RSVP of any other guest first. The door accepts both forms; the short code has fewer modules, so cameras read it faster. The audit records who read the code.
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
         * Write to one guest now
         * @description A message like any other: it is in the list of messages, with one delivery.
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
         * Offer a waiting guest a seat out of turn
         * @description The seats are held for the party for `offer_hours` of the event, and the guest is told by mail. Works for a party that waits and for one whose offer has run out. Without enough free seats the answer is 409 `event_full`, which says how many are `left`; with `force` the seats are offered beyond the capacity. The waitlist keeps its order.
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
         * Record or correct a guest's answer
         * @description For what a guest has told the host. What is left out stays as it was answered. None of the guest's five edits; possible after the deadline, the end and the cancellation of the event, and for a guest without a link. Required questions and names may stay open. An attending answer takes seats as a guest's does, or with `force` beyond the capacity. The answer has `answered_by: "host"`, the one before it is in the history, and the change is in the audit log. The guest can change a recorded answer as any other.
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
        /** List the revisions of a guest's RSVP, newest first */
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
         * List what happened with a guest, newest first
         * @description Links, mails and what became of them, openings by people and by programs, answers and edits, messages and check-ins. A mail has one item, at the time of its last change: it moves up when it is delivered or comes back.
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
         * Count guests by what the list can be filtered by
         * @description Reads the whole list: ask again when something has changed, not in a loop.
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
         * @description Erases up to 5,000 guests in one transaction: all of them or none, each as `DELETE /events/{eventId}/guests/{guestId}` does. Ids that are not on the event are named (404).
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
         * Export the guest list as CSV
         * @description With every field of a guest, RSVPs with a column for each question, and check-ins; importing it again changes nothing. UTF-8 with byte order mark. Cells that a spreadsheet would evaluate as a formula are prefixed with an apostrophe, which an import removes again. Times are in UTC and in the event's time zone.
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
         * @description All valid rows are imported in one transaction, or none of them above the limit of the host's tier (402 `tier_limit`). Guests that are on the list already, by address, by `external_id` or by the `id` column of an export, are skipped. The file is UTF-8 or UTF-16 with a byte order mark, or plain UTF-8; any other encoding must be named by the media type (`text/csv; charset=windows-1252`). The delimiter is detected: comma, semicolon, tab or vertical bar. The first row names the columns, in many languages and as Google Contacts, Outlook, Eventbrite and Luma export them; unknown columns are ignored. First, middle and last names are joined. Phone numbers are E.164; of another spelling with a country code the error has the E.164 form, and with `invalid_phone=drop` a guest is kept without an invalid number. Of several addresses or numbers of a guest, the first valid one is used. In `tags` and `companions`, `;` or `|` separates entries. Rows with the same address or `external_id` are one guest.
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
         * Issue the personal links of many guests
         * @description For all guests of the event, or those in `guest_ids`; at most 5,000. A guest who has a link keeps it; the response has the links of all, so that guests without an address can get theirs in another way. With `notify` guests are mailed their link if it was never mailed before: a second request mails nobody twice. An unknown id in `guest_ids` is a 404, and nothing is done.
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
         * @description Writes nothing. The file is UTF-8 or UTF-16 with a byte order mark, or plain UTF-8; any other encoding must be named by the media type (`text/csv; charset=windows-1252`). The delimiter is detected: comma, semicolon, tab or vertical bar. The first row names the columns, in many languages and as Google Contacts, Outlook, Eventbrite and Luma export them; unknown columns are ignored. First, middle and last names are joined. Phone numbers are E.164; of another spelling with a country code the error has the E.164 form, and with `invalid_phone=drop` a guest is kept without an invalid number. Of several addresses or numbers of a guest, the first valid one is used. In `tags` and `companions`, `;` or `|` separates entries. Rows with the same address or `external_id` are one guest.
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
        /** Download an import template */
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
         * Watch an event over a WebSocket
         * @description Each frame is a `LiveEvent` with `event_id` and `sequence`, which counts an event's activities from 1 without a gap. With `after`, what came after that number is sent first; `activity.erased` stands for what was erased since. The last 100,000 activities are kept.
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
         * List the messages of an event, newest first
         * @description Includes the four automatic reminders of the event.
         */
        get: operations["listMessages"];
        put?: never;
        /**
         * Create a message to guests
         * @description A draft, a scheduled message, or one that is sent now, to an audience or to chosen guests. An audience is evaluated when the message is sent; a guest who has no link yet gets one with it.
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
        /** Read a message, with its chosen guests */
        get: operations["readMessage"];
        put?: never;
        post?: never;
        /** Cancel a draft or a scheduled message */
        delete: operations["cancelMessage"];
        options?: never;
        head?: never;
        /**
         * Change a draft or a scheduled message
         * @description Absent fields stay. `mode` changes the status: `schedule` a draft, `draft` a scheduled message, or `send_now`. On a tier without broadcasts a reminder can be moved and cancelled; other words, more recipients, another channel and `send_now` are 402 `feature_not_in_tier`.
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
        /** List the deliveries of a message, by recipient */
        get: operations["listDeliveries"];
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
        /** Send a draft or a scheduled message now */
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
         * Preview a message to guests
         * @description Rendered by the code that sends it, with the guest's values. Its link and its door pass are nobody's, so that looking at it cannot answer for the guest. Writes nothing, and works on every tier.
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
        /** Count the guests whom a message would reach now */
        get: operations["countRecipients"];
        put?: never;
        /**
         * Count which of chosen guests a message would reach now, and the size of a text message
         * @description Writes nothing; a POST, because up to 5,000 ids are too long for an address. With `channel` `sms` and `body`, `sms` is what carriers make of it, counted for each recipient with the guest's values.
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
         * Mail a message to yourself
         * @description Takes the words and not the id of a message, so that they can be tried before they are saved. Rendered by the code that sends it, with the guest's values. Its link and its door pass are nobody's, so that looking at it cannot answer for the guest. To your own address, which has to be confirmed; its subject begins with `Test:`. 20 an hour.
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
         * Preview the invitation to an event, with changes that are not saved
         * @description Rendered by the code that renders the guest's page, with a link of nobody. Writes nothing, and works on every tier.
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
        /** List the questions that an event asks its guests */
        get: operations["readQuestions"];
        /**
         * Replace the questions that an event asks its guests
         * @description At most 20, in the order in which they are asked. A question that keeps its `id` keeps its answers; its kind can't change. One that is left out is asked no more: the answers that were given stay with the guests' RSVPs and in exports. An answer that is on its way while the questions change is judged by the new ones.
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
         * @description Reminders and scheduled messages that were cancelled with it come back, as far as their time is still to come. Reinstating an event that takes place changes nothing and mails nobody.
         */
        post: operations["reinstateEvent"];
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
         * Issue a scanner ticket for a phone at the door
         * @description A bearer for the door's routes of this event, with every right. It is valid for 12 hours, and ends with your role and when you sign out. `POST /events/{eventId}/door-devices` makes one that stays.
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
         * @description Heads are guests and who comes with them. Confirmed and offered seats count against the capacity.
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
        /** List the event's trusted networks, newest first */
        get: operations["readAllowlist"];
        put?: never;
        /**
         * Trust a network
         * @description Accesses from it are let in without being scored. A single address becomes a network (/32, /128), and IPv4-mapped IPv6 becomes IPv4. An address with bits set beyond its prefix is refused with `invalid_cidr`, which names its network; a network that is trusted already with `duplicate_allowlist_entry`; the 201st with `allowlist_full`. A very large network, such as `0.0.0.0/0`, is taken with a `warning`: it switches scoring off.
         */
        post: operations["addToAllowlist"];
        /** Stop trusting a network */
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
        /** List the verdicts on an event's accesses, newest first */
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
        /** Read the event's risk thresholds */
        get: operations["readThresholds"];
        /**
         * Set the event's risk thresholds
         * @description Applies from the next access on; earlier accesses keep their bands. Thresholds have to rise, else the answer is `invalid_threshold_order`.
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
         * Preview thresholds on the event's past accesses
         * @description Both counts group all accesses of the event by score, whatever band they got at the time. Automated fetches and accesses from the allowlist score 0 and are always in `low`.
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
         * Read the host's own words of an event's mails
         * @description What is null has ours.
         */
        get: operations["readTexts"];
        /**
         * Replace the host's own words of an event's mails
         * @description Replaces all of them: what is absent or null has ours from then on. The placeholders are those of messages; an unknown one is refused. Own words in invitations and confirmations are part of every tier; a `reminder_footer` needs a tier with broadcasts (402 `feature_not_in_tier`), because it makes a message of a reminder. With `expected_updated_at` words that somebody has changed since are 409 `texts_changed`, whose `texts` are the words as they are.
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
         * Preview an invitation, a confirmation or a reminder
         * @description Rendered by the code that sends it, with the guest's values. Its link and its door pass are nobody's, so that looking at it cannot answer for the guest. Writes nothing. A guest who has not answered is confirmed as coming.
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
         * Mail an invitation, a confirmation or a reminder to yourself
         * @description Rendered by the code that sends it, with the guest's values. Its link and its door pass are nobody's, so that looking at it cannot answer for the guest. To your own address, which has to be confirmed; its subject begins with `Test:`. 20 an hour.
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
         * Issue a guest's personal link
         * @description A guest has one valid link: a second request answers the same one (200), with its first `utm_source`. With `notify` each request mails the link to a guest who has an address, at most once an hour and five times a day, whatever asks for it: `notified` says whether, and `reason` why not.
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
         * Replace a guest's link
         * @description The old link answers 404 at once. The new one keeps the `utm_source`, and with `notify` a guest who has an address is mailed it, within the limits of issuing a link. A mail with the old link that has not left yet takes the new one.
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
        /** Add a guest who was not invited, and check them in */
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
         * List what needs you, by event
         * @description Of the events to come on which you have a role. Left out are events of which nothing needs you, and those that require a second factor that you do not have.
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
         * Preview the invitation to an event before creating it
         * @description Rendered by the code that renders the guest's page, with a link of nobody. Writes nothing, and works on every tier.
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
        /** Health of the service and its databases */
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
         * Read an invite to collaborate on an event
         * @description 404 for a forged link; 410 `invite_gone` for an invite that was accepted, replaced or cancelled, or is older than 7 days.
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
         * Accept an invite to collaborate on an event
         * @description Works once, for the account with the invited address; for any other account it is refused (403 `email_mismatch`) and stays open. If you already have a higher role, you keep it.
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
         * Have the links of your open invitations mailed again
         * @description One mail to this address lists its invitations of all hosts: of events that are not over, not cancelled, and have `lost_links`. Only invitations that were mailed to this address before, from hosts whose emails the address accepts, and within those hosts' budgets. Who gets nothing asks the host for the link. The response and its time are the same for every address, so that nobody learns who is invited. 3 an hour for an address, 10 for a network.
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
        /** Read your account */
        get: operations["readMe"];
        put?: never;
        post?: never;
        /**
         * Delete your account
         * @description Your personal data and your images are erased and every session ends. Events that only you own go with you, because nobody could restore them: their guests' links answer 404 at once, unsent messages are cancelled, and the guests' data is erased within minutes. An event with another owner lives on with that owner as its host, and with the images that it shows.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        /**
         * Change your name and language
         * @description Guests see your name as that of their host, and emails greet you with it. `locale` is the language of the emails that you get, where there is one of ours for it, else English.
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
         * @description Idempotent: the time of the first acceptance stays.
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
         * Export everything stored about you and about the events that you own
         * @description Without `events` that require a second factor that you do not have: `memberships` lists your role on them.
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
         * @description A mail to the new address has a link; following it, by `POST /auth/verify-email`, changes the address, and a mail to the old one tells of it, with a link that undoes the change for 72 hours. An account with a passkey or an authenticator app is asked for a step-up. The response does not reveal whether another account has the address. 400 `validation_failed` with the path `password` for a wrong password.
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
        /** List your passkeys */
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
         * @description It signs nobody in any more. Sessions that it has started go on.
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
         * @description Ends all your other sessions, and every link that was mailed to you before. A mail tells you. An account with a passkey or an authenticator app is asked for a step-up. 400 `validation_failed` with the path `current` for a wrong current password.
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
        /** Read the IP address that your requests come from */
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
         * Get new recovery codes
         * @description Those from before stop working. You are told by mail. 409 `totp_missing` without an authenticator app.
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
         * Read what can act for your account, and what happened to it
         * @description `credentials` lists sessions, passkeys, the authenticator app, recovery codes, API keys, webhook endpoints, door devices, scanner tickets, open links in emails and invites that you sent; at most 100 of a kind. `log` has the sign-ins and changes of the last 90 days, newest first; `limit` and `cursor` are for it.
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
         * End one thing that can act for your account
         * @description At once. A passkey, the authenticator app, the recovery codes and a link in an email ask for a step-up. 404 for what has ended, or is another user's.
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
         * List where you are signed in, newest first
         * @description A session lasts 90 days at most, and 30 days without a refresh or, with a cookie, without a request.
         */
        get: operations["readSessions"];
        put?: never;
        post?: never;
        /**
         * Sign out everywhere else
         * @description Ends all your sessions but this one at once: their access tokens, refresh tokens, scanner tickets and live sockets. A sign-in that waits for its second factor ends, too.
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
         * Sign out of one session
         * @description Ends it at once, with its access tokens, refresh tokens, scanner tickets and live sockets.
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
        /** See whether signing in asks for a code */
        get: operations["readTotp"];
        put?: never;
        /**
         * Set up an authenticator app
         * @description Makes a secret for six-digit codes (RFC 6238, SHA-1, 30 seconds). Signing in changes once a code of it is confirmed, within 15 minutes. 409 `totp_exists` while an app is confirmed: remove that one first.
         */
        post: operations["setUpTotp"];
        /**
         * Remove the authenticator app
         * @description Signing in asks for the password alone, and the recovery codes are deleted. You are told by mail.
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
         * Confirm the authenticator app with its first code
         * @description From now on, signing in with the password answers 401 `second_factor_required`. You are told by mail. Keep the recovery codes: each replaces a code once.
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
         * @description Scored like an access. The link stays valid; a second RSVP is an edit. In a full event an attending answer waits for a seat (`seat`, `waitlist_position`), or is refused with 409 `event_full` and how many seats are `left`. A declined answer has no plus-ones: given ones are ignored.
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
         * Edit an RSVP
         * @description For the device that submitted it (same user agent or, if the submission carried a `Usher-Device`, the same ID), for a verified device, or with an edit nonce from the guest's email. A nonce works for 30 minutes, however often you use it; an edit with one verifies its `Usher-Device`. At most five edits in all; edits of one link run one after the other. The answer that results is judged by the party size of now, also when only `response` is sent (400 on `plus_ones`). A larger party needs free seats for the difference, else 409 `event_full`; who waits keeps the place.
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
         * Take an offered seat, or pass
         * @description For the devices that may edit the RSVP, or with an edit nonce. Taking the seat confirms it; passing makes the answer a no and offers the seat to the next in line. Neither counts as an edit, and both are possible after `rsvp_deadline`. An offer that has run out answers 409 `offer_expired`: edit the RSVP to ask for a seat again.
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
         * What an unsubscribe link is about
         * @description Changes nothing. A client that does not accept JSON gets a page with buttons that unsubscribe.
         */
        get: operations["previewUnsubscribe"];
        put?: never;
        /**
         * Unsubscribe an address from invitations, reminders and broadcasts
         * @description The one-click target of the `List-Unsubscribe` header (RFC 8058), which ends the mails of one host; the body is not read. Mails that a person asks for, such as confirmations, edit links and password resets, are still sent. Idempotent. Only POST unsubscribes, so that link scanners do not. A browser gets a page.
         */
        post: operations["unsubscribe"];
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
         * Get an uploaded image
         * @description The content of a url never changes; it may be cached for a year. The response's Content-Security-Policy forbids scripts and everything else. Pages of other sites can show it only with `?embed`, as emails do, or where the operator lists `CORS_ORIGINS`.
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
         * Upload an image for event branding
         * @description JPEG or PNG of at most 2 MiB, 16 megapixels and 12,000 pixels a side; the format is detected from the content, not from name or declared type. The image is turned upright and re-encoded without metadata. Of an animated PNG only the still image is kept. You can store 500 images, and upload 100 in 24 hours (409 `upload_limit_reached`). An image that no event shows is deleted a day after the upload. A refused file answers 400 `unsupported_image` with a `reason`: `no_file`, `not_an_image`, `too_many_pixels`, `damaged` or `too_detailed`. `no_file`: the body is no multipart form with a file in `file`.
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
        /** List your webhook endpoints */
        get: operations["readWebhookEndpoints"];
        put?: never;
        /**
         * Add a webhook endpoint
         * @description It's told what happens from now on, at one event (editor) or at all that you own. A session is asked for a step-up, and an email tells you. An API key needs `events:read` for types that begin with `event.`, `guests:read` for all others, and both for `*`; its endpoint ends with the key; a reset of your password by email deletes all endpoints. Calls are signed by Standard Webhooks; the secret is shown this once. An account has at most 10 endpoints.
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
        /** Read a webhook endpoint */
        get: operations["readWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Nothing is sent to it any more. Its deliveries are deleted with it.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description `status` stops and starts it. An endpoint that is started again gets what waited for it, not what happened while it was stopped. A change of `url` or `types` asks for a step-up.
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
         * List what was sent to a webhook endpoint, newest first
         * @description Of the last 30 days.
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
         * Send a delivery again
         * @description With the same `webhook-id` and all its tries. A test is not sent again: send a new one.
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
         * Give a webhook endpoint a new secret
         * @description Both secrets sign for 24 hours, so that a receiver can take over the new one without missing a call.
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
         * Send a test to a webhook endpoint
         * @description Sends a `webhook.test` once, and waits for the endpoint to answer, for 10 seconds at most.
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
         * Webhook of the hosted mail API
         * @description `email.bounced` and `email.complained` suppress invitations, reminders and broadcasts to the address, except for a bounce of type `Transient`; `email.delivered` updates the delivery; other types are ignored. A report about a mail to an account, such as a password reset, suppresses nothing. With `RESEND_WEBHOOK_SECRET` configured, a report must be signed by the Svix scheme over the raw body (400 `invalid_signature`), and counts once by its `svix-id`. Without the secret, reports are unsigned. Such a report applies only if its `email_id` is the stored ID of a mail that went to its address in the last 30 days, and it never pauses a host's sending. A report that matches nothing returns 200 and changes nothing.
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
         * Webhook of the SMS provider for replies
         * @description A reply of `STOP` (or `STOPALL`, `UNSUBSCRIBE`, `CANCEL`, `END`, `QUIT`, `REVOKE`, `OPTOUT`, `ARRET`) ends text messages from the sending number to the one that replied, until it replies `START` (or `UNSTOP`, `YES`); other messages are ignored. Answered with empty TwiML: the provider's own opt-out handling replies. Signed by Twilio's scheme and counted once by its `MessageSid`; without its token configured there is no webhook: 404.
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
         * Webhook of the SMS provider
         * @description Updates a text message that was sent in the last 30 days. With `TWILIO_WEBHOOK_SIGNATURES=required`, a report must be signed by Twilio's scheme (400 `invalid_signature`; 404 without the token that verifies), and the query of its status callback or its `MessageSid` names the text message. With `optional`, an unsigned report applies only if its `MessageSid` is the stored ID of a text message that went to its `To`. A report that matches nothing returns 200 and changes nothing.
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
         * Receive a webhook event of the payment provider
         * @description The provider signs the raw body and a timestamp that is at most five minutes off.
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
        /** A guest said that an access was somebody else's */
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
        /** A guest's link was opened or used, and the access has its score */
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
        /** Somebody typed wrong codes until none could be tried any more */
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
        /** A guest typed the code: the device is proved */
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
        /** A guest was sent a code */
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
        /** More people of a party arrived */
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
        /** A guest was checked in */
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
        /** A check-in was undone */
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
        /** The event was cancelled */
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
        /** The event was changed, or is on again */
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
        /** A guest was put on the list */
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
        /** A guest was erased. Erase them, too */
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
        /** A guest's details were changed */
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
        /** An invitation was refused or came back */
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
        /** An invitation reached the mailbox */
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
        /** A person opened an invitation for the first time */
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
        /** An invitation was handed to the mail server */
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
        /** A guest answered */
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
        /** An answer was changed */
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
        /** A waiting party was offered its seats */
        post: operations["onWaitlistOffered"];
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
        /** You asked for a test */
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
             * @description Your role on the event from now on.
             * @enum {string}
             */
            role: "viewer" | "editor" | "owner";
            /** @description True: the event requires a second factor that you don't have. Until you add a passkey or an authenticator app on the page `/account/security`, its routes return 403 `second_factor_required`. */
            second_factor_required: boolean;
        };
        AcceptTerms: Record<string, never>;
        AccessLog: {
            /**
             * Format: date-time
             * @description When this browser asked you to confirm that it is the guest's. The verdict `legitimate` does
             */
            asked_at: string | null;
            /** Format: date-time */
            at: string;
            automated: boolean;
            /**
             * @description Whether this device asked for a code next, and what became of the code
             * @enum {string|null}
             */
            challenge: "sent" | "passed" | "failed" | null;
            /** @description As in the list of the guest's devices */
            device_id: string | null;
            evidence: {
                [key: string]: unknown;
            } | null;
            fingerprint: {
                [key: string]: string;
            };
            geo_city: string | null;
            geo_country: string | null;
            geo_lat: number | null;
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
            ip_address: string | null;
            /** @enum {string} */
            kind: "access" | "rsvp" | "edit";
            reasons: string[];
            referrer: string | null;
            /** @enum {string|null} */
            risk: "low" | "medium" | "high" | "block" | null;
            score: number | null;
            /** Format: uuid */
            token_id: string;
            user_agent: string | null;
            /** @enum {string|null} */
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
             * @description The guest's personal link. Whoever has it can answer for the guest. Left out for an API key without `guests:read`
             */
            link?: string;
            /** @description Whether this request mails the guest */
            notified: boolean;
            /**
             * Format: date-time
             * @description With `too_soon`: when the guest may be mailed again
             */
            notify_after: string | null;
            /**
             * @description Why the guest is not mailed: `too_soon` after another invitation to the same address, of which there are one an hour and five a day; `already_mailed` for a link that was mailed before, which a request for all guests does not repeat; `event_cancelled` and `event_over` where nobody can come any more, and a request after the event was reinstated or moved mails the guest; `bounced` where mails to the address have come back: correct the address and ask again, which is possible at once; `unsubscribed` or `complained` where its owner wants none; null when the guest is mailed
             * @enum {string|null}
             */
            reason: "not_requested" | "no_address" | "event_cancelled" | "event_over" | "already_mailed" | "too_soon" | "unsubscribed" | "bounced" | "complained" | null;
            /** @description What the guest's routes take as `token`, 43 characters: the end of `link`. As secret as the link. Left out for an API key without `guests:read` */
            token?: string;
            utm_source: string | null;
        };
        AccountLogEntry: {
            /** Format: date-time */
            at: string;
            /** @description Browser and system, such as `Firefox on Windows`. */
            device: string | null;
            /** @description City and country as Cloudflare reports them, or else the network. Null: not known. */
            place: string | null;
            /**
             * @description What happened. New values may come.
             * @enum {string}
             */
            what: "signed_in" | "signed_out_everywhere" | "account_locked" | "password_changed" | "password_reset" | "email_changed" | "email_change_undone" | "recovery_code_used" | "webhook_endpoint_changed" | "session_created" | "session_ended" | "passkey_created" | "passkey_ended" | "authenticator_app_created" | "authenticator_app_ended" | "recovery_code_created" | "recovery_code_ended" | "api_key_created" | "api_key_ended" | "webhook_endpoint_created" | "webhook_endpoint_ended" | "door_device_created" | "door_device_ended" | "scanner_ticket_created" | "scanner_ticket_ended" | "account_link_created" | "account_link_ended" | "invite_created" | "invite_ended";
        };
        AccountSecurity: {
            credentials: components["schemas"]["Credential"][];
            log: {
                items: components["schemas"]["AccountLogEntry"][];
                next_cursor: string | null;
            };
        };
        AddPasskey: {
            credential: components["schemas"]["NewPasskeyCredential"];
            /** @description For the list of your passkeys. `Passkey` without it. */
            name?: string;
        };
        AddToAllowlist: {
            /**
             * @description A network in CIDR notation, or one address
             * @example 203.0.113.0/24
             */
            ip_cidr: string;
            note?: "" | string | null;
        };
        Alerts: {
            /**
             * @description `each`: a mail with every answer, at most one a minute. `daily`: a digest at 08:00 of the event's zone, on days on which something happened
             * @enum {string}
             */
            answers: "each" | "daily" | "off";
            /**
             * @description From which risk band of an access on; at most one mail an hour for each guest
             * @enum {string}
             */
            risk: "high" | "block" | "off";
            /** @description When a party begins to wait for a seat, or lets an offer run out */
            waitlist: boolean;
        };
        AlertsUnsubscribe: {
            event_name: string;
            /** @description Whether all alerts of the event are off */
            off: boolean;
        };
        AllowlistEntry: {
            /** Format: date-time */
            at: string;
            by: {
                /** Format: uuid */
                id: string;
                /** @description Empty when the account was deleted */
                name: string;
            };
            /** Format: uuid */
            event_id: string;
            /** @description Canonical: no host bits, IPv4-mapped IPv6 as IPv4, always with a prefix */
            ip_cidr: string;
            note: string | null;
            /** @description For a very large network: what trusting it switches off. To be shown to the host */
            warning?: string;
        };
        Analytics: {
            /** @description By the channel of the guest's link, null where it has none; the 100 with the most invited guests */
            channels: {
                invited: number;
                opened: number;
                responded: number;
                utm_source: string | null;
            }[];
            /** @description `opened` may be less than `responded`, because an answer does not require that the page was opened */
            funnel: {
                invited: number;
                opened: number;
                responded: number;
            };
            overview: {
                attending: number;
                /** @description Guests who are checked in, walk-ins included */
                checked_in: number;
                declined: number;
                /** @description Guests who attend, with their companions */
                expected_headcount: number;
                /** @description Guests on the list */
                guests: number;
                /** @description Guests who were given a link at any time */
                invited: number;
                maybe: number;
                /** @description Guests whose invitation was opened, automated accesses not counted */
                opened: number;
                /** @description Guests who have not answered */
                pending: number;
                /** @description Guests who answered */
                responded: number;
                /** @description responded ÷ invited, rounded to four decimals; 0 when nobody is invited */
                response_rate: number;
            };
            /** @description Companions of the guests who attend; numbers without guests are left out */
            plus_ones: {
                count: number;
                plus_ones: number;
            }[];
            /** @description Current answers, by the day of the first answer in the event's time zone */
            responses_over_time: {
                attending: number;
                /** Format: date */
                date: string;
                declined: number;
                maybe: number;
            }[];
            /** @description Invited guests who have not answered: those who opened the invitation first, then by time of invitation; at most 50 */
            stale_guests: {
                email: string | null;
                /** Format: uuid */
                guest_id: string;
                /** @description Opened but not answered */
                highlighted: boolean;
                /** Format: date-time */
                invited_at: string;
                name: string;
                /** Format: date-time */
                opened_at: string | null;
            }[];
            /** @description Time from a guest's first link to the first answer */
            time_to_respond: {
                /** @enum {string} */
                bucket: "under_1h" | "1h_to_6h" | "6h_to_24h" | "1d_to_3d" | "3d_to_7d" | "7d_to_14d" | "over_14d";
                count: number;
            }[];
        };
        /**
         * @example {
         *       "id": "0191e0b1-7a3c-7f00-8000-000000000051",
         *       "guest_id": "0191e0b1-7a3c-7f00-8000-000000000001",
         *       "response": "attending",
         *       "plus_ones": 1,
         *       "companions": [
         *         {
         *           "name": "Ben Lovelace",
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
         *       "submitted_at": "2027-05-01T09:30:00.000Z",
         *       "edit_count": 0
         *     }
         */
        AnsweredRsvp: components["schemas"]["Rsvp"] & {
            check_in?: components["schemas"]["DoorCode"];
        };
        AnswerOffer: {
            /** @description False: the guest doesn't come, and the seats go to the next in line */
            accept: boolean;
            edit_nonce?: string;
            /** @description Signals of the device; these are used: timezone, language, languages, platform, screen, color_scheme, touch, hardware_concurrency */
            fingerprint?: {
                [key: string]: string;
            };
        };
        ApiKey: {
            /** @description The networks from which it works, as CIDRs. Null: from all. */
            allowed_networks: string[] | null;
            /** Format: date-time */
            created_at: string;
            /** @description Null: every event of yours. */
            event_ids: string[] | null;
            /**
             * Format: date-time
             * @description An email reminds you seven days before.
             */
            expires_at: string;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description Stored after the response and at most once in 10 minutes, so up to 10 minutes before the last request.
             */
            last_used_at: string | null;
            /** @description City and country of that request, or else its network. */
            last_used_place: string | null;
            name: string;
            /**
             * @description The first 12 characters of the key.
             * @example usk_4fR0wzBq
             */
            prefix: string;
            /**
             * @description What the key may do. `events:write` and `guests:write` include reading.
             * @example [
             *       "guests:write",
             *       "invitations:send"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
        };
        ArrivalCounts: {
            /** @description By the quarter of an hour that begins `at`, oldest first; quarters without arrivals are left out. A party counts with all its heads when its first person is in */
            items: {
                /** Format: date-time */
                at: string;
                guests: number;
                heads: number;
            }[];
        };
        Attention: {
            /** @description Guests in whose name a browser asks you to confirm that it is theirs */
            asked: number;
            /** @description Guests with a blocked access that nobody has given a verdict on */
            blocked: number;
            /** Format: uuid */
            event_id: string;
            /** @description Parties that were offered a seat and have not answered the offer */
            offered: number;
            /** @description Heads with a seat beyond the capacity */
            over_capacity: number;
            /** @description Guests without an answer whose invitation came back, failed or may not be sent to them */
            undelivered: number;
            /** @description Guests without an answer who were invited 5 days ago or earlier and have not opened the invitation */
            unopened: number;
            /** @description Parties that wait for a seat */
            waitlisted: number;
        };
        AttentionList: {
            items: components["schemas"]["Attention"][];
        };
        AuditRecord: {
            /** @enum {string} */
            action: "branding.updated" | "thresholds.updated" | "allowlist.added" | "allowlist.removed" | "collaborator.invited" | "collaborator.joined" | "collaborator.role_changed" | "collaborator.removed" | "data.exported" | "guests.exported" | "guest.exported" | "guest.deleted" | "guests.updated" | "guests.deleted" | "analytics.exported" | "guest_device.forgotten" | "link.rotated" | "access.reported" | "event.updated" | "event.deleted" | "event.cancelled" | "event.copied" | "event.reinstated" | "rsvp.adjusted" | "seat.offered" | "capacity.lowered" | "rsvp.recorded" | "questions.updated" | "texts.updated" | "message.created" | "message.sent_now" | "message.cancelled" | "door_device.created" | "door_device.revoked" | "check_in.undone" | "door_code.read" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.secret_rotated";
            actor: {
                /** @description The API key that the request came with, also one that was deleted since. */
                api_key: {
                    /** Format: uuid */
                    id: string;
                    /** @description Empty when the account was deleted. */
                    name: string;
                } | null;
                /** Format: uuid */
                id: string;
                /**
                 * @description A guest acts by a link of their own.
                 * @enum {string}
                 */
                kind: "user" | "guest";
                /** @description Empty when the account was deleted, or the guest was erased. */
                name: string;
            };
            /** @description Null after a deletion. */
            after: {
                [key: string]: string | number | boolean | null;
            } | null;
            /** Format: date-time */
            at: string;
            /** @description Null before a creation. */
            before: {
                [key: string]: string | number | boolean | null;
            } | null;
            /** @description SHA-256 of this record and the hash before it. Null for the moment until the record is sealed. */
            hash: string | null;
            /** Format: uuid */
            id: string;
            /** @description 1, 2, 3, … in the order of the chain. Never null. */
            sequence: number | null;
            /** @description What was changed, where an event has several. Also null for an invited address whose account was deleted. */
            target: string | null;
        };
        AuditVerification: {
            /** @description Records whose content was erased with a person's data. */
            erased: number;
            first_broken: {
                /**
                 * Format: uuid
                 * @description Null for a record that is missing.
                 */
                id: string | null;
                /** @enum {string} */
                reason: "missing" | "changed" | "inserted";
                sequence: number;
            } | null;
            /** @description The last sealed record. Note it somewhere else: whoever can write to the database could compute a new chain, but not one with this hash in it. Null before the first record. */
            head: {
                hash: string;
                sequence: number;
            } | null;
            /**
             * @description Whether the given `head` is still part of the chain. Null when none was given.
             * @enum {string|null}
             */
            noted_head: "kept" | "lost" | null;
            /**
             * @description Whether the head that Usher signs and stores outside the database, within a minute after each change, is still part of the chain. Null before the first.
             * @enum {string|null}
             */
            own_note: "kept" | "lost" | null;
            /** @description Every record of the event. */
            records: number;
            /** @description Records that the head covers. */
            sealed: number;
            /** @enum {string} */
            status: "intact" | "broken";
        };
        /** @description Under the proposed thresholds */
        BandCounts: {
            block: number;
            high: number;
            low: number;
            medium: number;
            unscored: number;
        };
        BillingStatus: {
            /** Format: date-time */
            current_period_end: string | null;
            /**
             * @description `unavailable`: this service takes no payments, and checkout and portal are 503 `billing_unavailable`
             * @enum {string}
             */
            payments: "available" | "unavailable";
            /**
             * @description `available` once you have paid for a tier: one that an operator granted has nothing to manage
             * @enum {string}
             */
            portal: "available" | "unavailable";
            status: string;
            /** @enum {string} */
            tier: "free" | "pro" | "business";
            usage: {
                collaborators: {
                    limit: number | null;
                    used: number;
                };
                events: {
                    limit: number | null;
                    used: number;
                };
                guests: {
                    limit: number | null;
                    used: number;
                };
            };
        };
        Branding: {
            cover_url: string | null;
            font: string | null;
            /** @example /uploads/00112233445566778899aabbccddeeff.png */
            logo_url: string | null;
            /** @example #4338ca */
            primary_color: string | null;
            /**
             * @description Colours and fonts of the invitation, and colours of its mails. `primary_color` and `font` win over those of the theme
             * @enum {string}
             */
            theme: "plain" | "garden" | "letter" | "midnight" | "confetti" | "deco" | "studio";
        };
        BrandingWithFonts: components["schemas"]["Branding"] & {
            /** @description The allowed values of `font` */
            allowed_fonts: string[];
        };
        CancelEvent: {
            /** @description What guests read about it, in the mail too */
            message?: string;
            /** @description Whether invited guests who haven't declined get a mail with the calendar file, two minutes later: what is taken back until then is not mailed. True if absent */
            notify?: boolean;
        };
        ChallengePassed: {
            /**
             * @description This device may open the invitation and change the answer
             * @enum {boolean}
             */
            proved: true;
        };
        ChallengeProblem: components["schemas"]["Problem"] & ({
            /** @description Where a code can be sent, masked; see `POST /access/{token}/challenge`. Left out where the host has neither address nor phone, and for an event that asks for no codes */
            challenge?: {
                channels: ("email" | "sms")[];
                sent_to: {
                    email?: string;
                    sms?: string;
                };
            };
            hint?: string;
            /**
             * @description Why there is no `challenge`: the host has neither address nor phone of the guest
             * @enum {string}
             */
            reason?: "no_contact";
        } & {
            [key: string]: unknown;
        });
        ChallengeSent: {
            /** @enum {string} */
            channel: "email" | "sms";
            /** @description Seconds */
            expires_in: number;
            /** @description The address or the number, masked */
            sent_to: string;
        };
        ChangeAlerts: {
            /**
             * @description `each`: a mail with every answer, at most one a minute. `daily`: a digest at 08:00 of the event's zone, on days on which something happened
             * @enum {string}
             */
            answers: "each" | "daily" | "off";
            /**
             * @description From which risk band of an access on; at most one mail an hour for each guest
             * @enum {string}
             */
            risk: "high" | "block" | "off";
            /** @description When a party begins to wait for a seat, or lets an offer run out */
            waitlist: boolean;
        };
        ChangeBranding: {
            cover_url?: "" | string | null;
            font?: "" | ("System" | "Arial" | "Verdana" | "Trebuchet MS" | "Futura" | "Optima" | "Georgia" | "Times New Roman" | "Palatino" | "Garamond" | "Didot" | "Rockwell" | "Courier New" | "Menlo" | "Brush Script MT") | null;
            logo_url?: "" | string | null;
            primary_color?: "" | string | null;
            /**
             * @description On every tier
             * @enum {string|null}
             */
            theme?: "plain" | "garden" | "letter" | "midnight" | "confetti" | "deco" | "studio" | null;
        };
        ChangedGuests: {
            /** @description Number of answers whose plus-ones were lowered */
            adjusted: number;
            /** @description Number of guests */
            updated: number;
        };
        ChangeEmail: {
            email: string;
            /** @description Your password. */
            password: string;
        };
        ChangeEvent: {
            /** @description Heads, guests and who comes with them; null: any number */
            capacity?: number | null;
            /**
             * @description Whether guests name who comes with them, instead of a number
             * @enum {string}
             */
            companion_names?: "off" | "optional" | "required";
            description?: string | null;
            /**
             * Format: date-time
             * @description When guests may come; null: two hours before `event_date`
             */
            door_opens_at?: string | null;
            /** Format: date-time */
            end_time?: string | null;
            /** Format: date-time */
            event_date?: string;
            /** @description With `capacity`: lowers it below the seats that are taken. Nobody loses a seat; nobody gets one until there is room */
            force?: boolean;
            /**
             * @description BCP 47: the language of the event's mails where a guest has none
             * @example en
             */
            locale?: string;
            /** @description Whether a guest who has lost the link can have it mailed again, to the address on file */
            lost_links?: boolean;
            name?: string;
            /** @description Whether invited guests get a mail that says what has changed of name, description, venue and times, with the new calendar file. Changes within ten minutes of the first are one mail, and one that is taken back is none. Guests who declined get none. */
            notify?: boolean;
            /** @description How long a seat is held for a waiting party that it was offered to */
            offer_hours?: number;
            readonly region?: string;
            /** @description Where guests' replies to the event's mails go; null: nowhere. Your own confirmed address is used at once. Any other address gets a mail with a link, and is used once its owner has followed it; sending it again repeats that mail. */
            reply_to?: string | null;
            /** @description Whether members without a passkey or an authenticator app, and their API keys, get 403 `second_factor_required`. Only for an owner who has one, after a step-up. Door devices and guests are not asked. */
            require_second_factor?: boolean;
            /**
             * Format: date-time
             * @description From then on a guest can only say no. At most `event_date`; null: until the event ends
             */
            rsvp_deadline?: string | null;
            /** @description With `event_date`: messages and reminders whose time you chose move by as much as the event. One whose new time is past becomes a draft. */
            shift_messages?: boolean;
            /**
             * @description The countries (ISO 3166 alpha-2, such as `DE`) to which codes and other text messages go, out of those that the service allows; null: the country of `timezone`, and none for `UTC` or a zone of several countries. Premium-rate and shared-cost numbers get none in any country.
             * @example [
             *       "DE",
             *       "AT"
             *     ]
             */
            sms_countries?: string[] | null;
            /**
             * @description From which risk band on a guest enters a code that goes to the address or phone on file. `low` asks every browser and client once, whatever its score; one that keeps no device id, each time. Who has entered a code, uses a trusted network, or is a program that only gets a preview is not asked. Below `block`, nobody is asked who can't be sent a code. An access without a score in time is asked with `low` and `medium`, and gets in with `high` and `block`.
             * @enum {string}
             */
            step_up_from?: "low" | "medium" | "high" | "block" | "never";
            timezone?: string;
            venue?: string | null;
            /** @description Whether an attending answer to a full event waits for a seat. If not, it gets 409 `event_full`. */
            waitlist?: boolean;
        };
        ChangeGuest: {
            /** @description With `party_size` or `companions`: lowers the plus-ones of an answer that is larger than the new party, instead of 409 `party_size_below_answers`. */
            adjust?: boolean;
            /** @description `true` asks each browser of this guest's link for a code, whatever its score and the event's `step_up_from`, until one enters it. A device that was verified before is not asked. Without effect on a guest who can be sent no code. */
            ask_for_code?: boolean;
            /** @description The people who share the guest's link: a household. They limit the party where `party_size` is null; a `party_size` has a place for each of them. */
            companions?: {
                name: string;
            }[];
            email?: string | null;
            /**
             * Format: date-time
             * @description The guest's `updated_at` as you read it: a guest that was changed since is 409 `guest_changed`
             */
            expected_updated_at?: string;
            /** @description The guest's id in your own system, unique within the event (409 `duplicate_external_id`) */
            external_id?: string | null;
            /**
             * @description BCP 47: the guest's language; null: the event's
             * @example en
             */
            locale?: string | null;
            name?: string;
            notes?: string | null;
            party_size?: number | null;
            /** @description E.164: `+`, the country code and the number, digits only. If another spelling names the country, the error has the E.164 form. */
            phone?: string | null;
            /** @description Where the guest sits; the door shows it */
            table?: string | null;
            /** @description Each once, regardless of case */
            tags?: string[];
        };
        ChangeGuests: {
            /** @description A guest who has one of them keeps it as it is */
            add_tags?: string[];
            /** @description With `party_size`: lowers the plus-ones of answers that are larger than the new size, instead of 409 `party_size_below_answers`. */
            adjust?: boolean;
            /** @description Ids of guests; a repeated one counts once */
            guest_ids: string[];
            /** @description Null: not limited by the invitation */
            party_size?: number | null;
            /** @description Regardless of case */
            remove_tags?: string[];
            /** @description Null: no table */
            table?: string | null;
        };
        ChangeMessage: {
            /** @description Guests by their RSVP (`pending` has none yet), also by two of them, by what became of them, or by a tag (`tag:family`), evaluated when the message is sent. `unopened` were invited and haven't opened the link; `undelivered` didn't get the mail with it; `not_arrived` are coming and not checked in. */
            audience?: ("everyone" | "attending" | "pending" | "declined" | "maybe" | "attending_and_pending" | "attending_and_maybe" | "pending_and_maybe" | "unopened" | "undelivered" | "waitlisted" | "checked_in" | "not_arrived") | string;
            /** @description Plain text. `{{guest_name}}`, `{{first_name}}`, `{{event_name}}`, `{{event_date}}`, `{{days_away}}`, `{{reply_by}}`, `{{venue}}`, `{{rsvp_link}}` are replaced for each guest; `{{days_away}}` is `today`, `tomorrow` or `in 3 days`, as is true when the message is sent; `{{reply_by}}` is a sentence that asks for a reply by the `rsvp_deadline`, or now where there is none. */
            body?: string;
            /**
             * @description `email`, or `sms`, which has no subject
             * @enum {string}
             */
            channel?: "email" | "sms";
            /**
             * Format: date-time
             * @description The message's `updated_at` as you read it: one that was changed since is 409 `message_changed`
             */
            expected_updated_at?: string;
            /** @description Chosen guests, instead of an audience or of those chosen before. */
            guest_ids?: string[];
            /**
             * @description `schedule` requires `send_at`
             * @enum {string}
             */
            mode?: "draft" | "schedule" | "send_now";
            /** Format: date-time */
            send_at?: string | null;
            subject?: string | null;
            /**
             * @description The text in further languages, by BCP 47 tag, all of them at once; null or empty: none. A guest gets the one in their own `locale`, else in the event's, else `subject` and `body`; without a `subject` of its own it has the message's. A reminder whose words are ours goes in ours to guests of the languages that aren't here.
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
            /** @description Your password. */
            current: string;
            /** @description Any Unicode text, except the most common passwords and those made of your email address or the service's name or host name. */
            password: string;
        };
        ChangeRole: {
            /** @enum {string} */
            role: "viewer" | "editor" | "owner";
        };
        ChangeTexts: {
            /** @description `body` takes the place of our greeting for those who come. Other answers get ours. */
            confirmation?: {
                body?: string | null;
            } | null;
            /**
             * Format: date-time
             * @description The words' `updated_at` as you read it: words that were changed since are 409 `texts_changed`
             */
            expected_updated_at?: string | null;
            /** @description `body` takes the place of our greeting. Facts, description and buttons stay. */
            invitation?: {
                body?: string | null;
                subject?: string | null;
            } | null;
            /** @description At the end of every reminder. */
            reminder_footer?: string | null;
            /**
             * @description The words in further languages, by BCP 47 tag: guests whose language it is get them, by their own `locale`, else by the event's. What a language leaves out is as without one.
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
                    /** @description `body` takes the place of our greeting for those who come. Other answers get ours. */
                    confirmation?: {
                        body?: string | null;
                    } | null;
                    /** @description `body` takes the place of our greeting. Facts, description and buttons stay. */
                    invitation?: {
                        body?: string | null;
                        subject?: string | null;
                    } | null;
                    /** @description At the end of every reminder. */
                    reminder_footer?: string | null;
                };
            } | null;
        };
        ChangeThresholds: {
            block: number;
            high: number;
            medium: number;
        };
        /** @description Send at least one field. */
        ChangeUser: {
            /**
             * @description BCP 47: the language of the emails that you get
             * @example en
             */
            locale?: string;
            name?: string;
        };
        ChangeWebhookEndpoint: {
            /** @enum {string} */
            status?: "enabled" | "disabled";
            /** @description The types to send; `*` stands for all of them, also for those that come later */
            types?: ("*" | "access.scored" | "rsvp.submitted" | "rsvp.updated" | "check_in.recorded" | "check_in.arrived" | "check_in.undone" | "waitlist.offered" | "challenge.sent" | "challenge.passed" | "challenge.failed" | "access.reported" | "event.updated" | "event.cancelled" | "guest.created" | "guest.updated" | "guest.deleted" | "invitation.sent" | "invitation.delivered" | "invitation.bounced" | "invitation.opened")[];
            /**
             * Format: uri
             * @description Begins with `https://` and has a public name and the port 443 or 8443. Redirects are not followed.
             * @example https://hooks.example.com/usher
             */
            url?: string;
        };
        CheckIn: {
            /** @description How many of the party are in, those who came later included. */
            arrival_count: number;
            /** Format: date-time */
            checked_in_at: string;
            /**
             * Format: uuid
             * @description The user who scanned: for a door device, the user who paired it. Null once that account was deleted.
             */
            checked_in_by: string | null;
            checked_in_by_name: string;
            /**
             * Format: date-time
             * @description The `scanned_at` that was sent and not believed. Usually null.
             */
            claimed_at: string | null;
            /** @description The door device that scanned. Null for a user's own scan, and once the device was deleted. */
            door_device: {
                /** Format: uuid */
                id: string;
                name: string;
            } | null;
            guest: {
                /** @description The names of the others who were announced, if they have any. */
                companions: string[];
                /** Format: uuid */
                id: string;
                name: string;
                table: string | null;
                tags: string[];
            };
            /** Format: uuid */
            guest_id: string;
            /** Format: uuid */
            id: string;
            notes: string | null;
            /** @description A walk-in beyond the guest limit of the host's tier, or beyond the event's capacity. Walk-ins take no seats of answers. */
            over_limit: boolean;
            /** Format: date-time */
            recorded_at: string;
            /** @description How many of the expected party are not in yet. */
            remaining: number;
            walk_in: boolean;
        };
        CheckInList: {
            event: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            items: components["schemas"]["CheckIn"][];
            next_cursor: string | null;
            summary: components["schemas"]["DoorSummary"];
        };
        CheckInPreview: {
            check_in: components["schemas"]["CheckIn"] | null;
            expected_party_size: number;
            guest: {
                /** @description The names of the others who were announced, if they have any. */
                companions: string[];
                /** Format: uuid */
                id: string;
                name: string;
                notes: string | null;
                party_size: number | null;
                table: string | null;
                tags: string[];
            };
            needs_override: boolean;
            /** @description `maybe` and `no_answer` are for information. The others need `override`: `no_seat` is a guest who was offered a seat and did not take it in time. */
            reasons: ("declined" | "link_replaced" | "waitlisted" | "seat_offered" | "no_seat" | "maybe" | "no_answer")[];
            rsvp: {
                plus_ones: number;
                /** @enum {string} */
                response: "attending" | "declined" | "maybe";
                /** @enum {string|null} */
                seat: "confirmed" | "waitlisted" | "offered" | null;
            } | null;
            /** @enum {string} */
            verdict: "ready" | "attention" | "already_checked_in";
        };
        Collaborator: {
            email: string;
            /** Format: uuid */
            event_id: string;
            name: string;
            /** @enum {string} */
            role: "viewer" | "editor" | "owner";
            /** Format: uuid */
            user_id: string;
        };
        CollaboratorInvite: components["schemas"]["PendingCollaboratorInvite"] & {
            /** Format: date-time */
            created_at: string;
        };
        CollaboratorInvitePreview: {
            event: {
                /** Format: date-time */
                event_date: string;
                /** Format: uuid */
                id: string;
                name: string;
                timezone: string;
            };
            /** Format: date-time */
            expires_at: string;
            /** @description The name of the owner who sent the invite. */
            invited_by: string;
            invited_email: string;
            /** @enum {string} */
            role: "viewer" | "editor" | "owner";
        };
        Collaborators: {
            items: components["schemas"]["Collaborator"][];
            pending: components["schemas"]["PendingCollaboratorInvite"][];
        };
        ConfirmTotp: {
            /**
             * @description Six digits of the authenticator app.
             * @example 287082
             */
            code: string;
        };
        CopyEvent: {
            /**
             * Format: date-time
             * @description The other times move by as much
             */
            event_date: string;
            /** @description What comes along besides the settings. `guests` come without answers and links; `messages` that you wrote become drafts, and reminders keep your words and times. Nothing if absent */
            include?: ("guests" | "branding" | "messages" | "questions" | "texts")[];
            name: string;
        };
        CountChosen: {
            /** @description Guests by their RSVP (`pending` has none yet), also by two of them, by what became of them, or by a tag (`tag:family`), evaluated when the message is sent. `unopened` were invited and haven't opened the link; `undelivered` didn't get the mail with it; `not_arrived` are coming and not checked in. */
            audience?: ("everyone" | "attending" | "pending" | "declined" | "maybe" | "attending_and_pending" | "attending_and_maybe" | "pending_and_maybe" | "unopened" | "undelivered" | "waitlisted" | "checked_in" | "not_arrived") | string;
            /** @description Of a text message: to size it */
            body?: string;
            /**
             * @description `email` when left out
             * @enum {string}
             */
            channel?: "email" | "sms";
            guest_ids?: string[];
            /**
             * @description The text in further languages, by BCP 47 tag, all of them at once; null or empty: none. A guest gets the one in their own `locale`, else in the event's, else `subject` and `body`; without a `subject` of its own it has the message's. A reminder whose words are ours goes in ours to guests of the languages that aren't here.
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
            /** @description The networks from which it works, as CIDRs. Null: from all. */
            allowed_networks: string[] | null;
            /** Format: date-time */
            created_at: string;
            /** @description Null: every event of yours. */
            event_ids: string[] | null;
            /**
             * Format: date-time
             * @description An email reminds you seven days before.
             */
            expires_at: string;
            /** Format: uuid */
            id: string;
            /**
             * @description The bearer. It is shown this once; the service keeps its SHA-256.
             * @example usk_4fR0wzBq7MZ2nTt0cXh1yKd9sVbG5aLe3CpuLu
             */
            key: string;
            /**
             * Format: date-time
             * @description Stored after the response and at most once in 10 minutes, so up to 10 minutes before the last request.
             */
            last_used_at: string | null;
            /** @description City and country of that request, or else its network. */
            last_used_place: string | null;
            name: string;
            /**
             * @description The first 12 characters of the key.
             * @example usk_4fR0wzBq
             */
            prefix: string;
            /**
             * @description What the key may do. `events:write` and `guests:write` include reading.
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
            /** @description Heads, guests and who comes with them; null: any number */
            capacity?: number | null;
            /**
             * @description Whether guests name who comes with them, instead of a number. Default: `off`.
             * @enum {string}
             */
            companion_names?: "off" | "optional" | "required";
            description?: string | null;
            /**
             * Format: date-time
             * @description When guests may come; null: two hours before `event_date`
             */
            door_opens_at?: string | null;
            /** Format: date-time */
            end_time?: string | null;
            /** Format: date-time */
            event_date: string;
            /**
             * @description BCP 47: the language of the event's mails where a guest has none. Default: `en`.
             * @example en
             */
            locale?: string;
            /** @description Whether a guest who has lost the link can have it mailed again, to the address on file. Default: `true`. */
            lost_links?: boolean;
            name: string;
            /** @description How long a seat is held for a waiting party that it was offered to. Default: `24`. */
            offer_hours?: number;
            /**
             * @description Where the event's data will be: the name of one of the service's regions, for good. Without it: the one nearest to you
             * @example default
             */
            region?: string;
            /** @description Where guests' replies to the event's mails go; null: nowhere. Your own confirmed address is used at once. Any other address gets a mail with a link, and is used once its owner has followed it; sending it again repeats that mail. */
            reply_to?: string | null;
            /**
             * Format: date-time
             * @description From then on a guest can only say no. At most `event_date`; null: until the event ends
             */
            rsvp_deadline?: string | null;
            /**
             * @description The countries (ISO 3166 alpha-2, such as `DE`) to which codes and other text messages go, out of those that the service allows; null: the country of `timezone`, and none for `UTC` or a zone of several countries. Premium-rate and shared-cost numbers get none in any country.
             * @example [
             *       "DE",
             *       "AT"
             *     ]
             */
            sms_countries?: string[] | null;
            /**
             * @description From which risk band on a guest enters a code that goes to the address or phone on file. `low` asks every browser and client once, whatever its score; one that keeps no device id, each time. Who has entered a code, uses a trusted network, or is a program that only gets a preview is not asked. Below `block`, nobody is asked who can't be sent a code. An access without a score in time is asked with `low` and `medium`, and gets in with `high` and `block`. Default: `block`.
             * @enum {string}
             */
            step_up_from?: "low" | "medium" | "high" | "block" | "never";
            /** @description Default: `UTC`. */
            timezone?: string;
            venue?: string | null;
            /** @description Whether an attending answer to a full event waits for a seat. If not, it gets 409 `event_full`. Default: `false`. */
            waitlist?: boolean;
        };
        CreateGuest: {
            /** @description The people who share the guest's link: a household. They limit the party where `party_size` is null; a `party_size` has a place for each of them. */
            companions?: {
                name: string;
            }[];
            email?: string | null;
            /** @description The guest's id in your own system, unique within the event (409 `duplicate_external_id`) */
            external_id?: string | null;
            /**
             * @description BCP 47: the guest's language; null: the event's
             * @example en
             */
            locale?: string | null;
            name: string;
            notes?: string | null;
            party_size?: number | null;
            /** @description E.164: `+`, the country code and the number, digits only. If another spelling names the country, the error has the E.164 form. */
            phone?: string | null;
            /** @description Where the guest sits; the door shows it */
            table?: string | null;
            /** @description Each once, regardless of case */
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
            /** @description Guests by their RSVP (`pending` has none yet), also by two of them, by what became of them, or by a tag (`tag:family`), evaluated when the message is sent. `unopened` were invited and haven't opened the link; `undelivered` didn't get the mail with it; `not_arrived` are coming and not checked in. */
            audience?: ("everyone" | "attending" | "pending" | "declined" | "maybe" | "attending_and_pending" | "attending_and_maybe" | "pending_and_maybe" | "unopened" | "undelivered" | "waitlisted" | "checked_in" | "not_arrived") | string;
            /** @description Plain text. `{{guest_name}}`, `{{first_name}}`, `{{event_name}}`, `{{event_date}}`, `{{days_away}}`, `{{reply_by}}`, `{{venue}}`, `{{rsvp_link}}` are replaced for each guest; `{{days_away}}` is `today`, `tomorrow` or `in 3 days`, as is true when the message is sent; `{{reply_by}}` is a sentence that asks for a reply by the `rsvp_deadline`, or now where there is none. */
            body: string;
            /**
             * @description `email`, or `sms`, which has no subject
             * @enum {string}
             */
            channel: "email" | "sms";
            /** @description Chosen guests, instead of an audience. */
            guest_ids?: string[];
            /**
             * @description `schedule` requires `send_at`
             * @enum {string}
             */
            mode: "draft" | "schedule" | "send_now";
            /** Format: date-time */
            send_at?: string | null;
            /** @description Required for email */
            subject?: string | null;
            /**
             * @description The text in further languages, by BCP 47 tag, all of them at once; null or empty: none. A guest gets the one in their own `locale`, else in the event's, else `subject` and `body`; without a `subject` of its own it has the message's. A reminder whose words are ours goes in ours to guests of the languages that aren't here.
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
             * @description Without it: every event that you own, now or later
             */
            event_id?: string | null;
            /** @description The types to send; `*` stands for all of them, also for those that come later */
            types: ("*" | "access.scored" | "rsvp.submitted" | "rsvp.updated" | "check_in.recorded" | "check_in.arrived" | "check_in.undone" | "waitlist.offered" | "challenge.sent" | "challenge.passed" | "challenge.failed" | "access.reported" | "event.updated" | "event.cancelled" | "guest.created" | "guest.updated" | "guest.deleted" | "invitation.sent" | "invitation.delivered" | "invitation.bounced" | "invitation.opened")[];
            /**
             * Format: uri
             * @description Begins with `https://` and has a public name and the port 443 or 8443. Redirects are not followed.
             * @example https://hooks.example.com/usher
             */
            url: string;
        };
        Credential: {
            /** Format: date-time */
            created_at: string;
            /** @description The browser and system it was created with, likewise. */
            created_device: string | null;
            /** @description Where it was created, if that was in the last 90 days or it is a session. */
            created_place: string | null;
            /** @description Whether this request belongs to it. */
            current: boolean;
            /**
             * Format: uuid
             * @description The event that it is for. Null: not for one event.
             */
            event_id: string | null;
            /** @description What it can do. */
            grants: string;
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["CredentialKind"];
            /** Format: date-time */
            last_used_at: string | null;
            /** @description City and country as Cloudflare reports them, or else the network. Null: not known. */
            last_used_place: string | null;
            /** @description Your name for it; of a session its browser and system, of a webhook endpoint its host, of a link in an email what it does, of an invite its address. */
            name: string | null;
            /** @description What else ends it, such as `reset_by_mail` or `sign_out_everywhere`. */
            revoked_by: string[];
        };
        /** @enum {string} */
        CredentialKind: "session" | "passkey" | "authenticator_app" | "recovery_code" | "api_key" | "webhook_endpoint" | "door_device" | "scanner_ticket" | "account_link" | "invite";
        Credentials: {
            access_token: string;
            expires_in: number;
            refresh_expires_in: number;
            refresh_token: string;
            /** @enum {string} */
            token_type: "Bearer";
        };
        DataExport: {
            /** @description Counts of accesses that were aggregated; `day` counts from 1970-01-01 */
            access_log_counts: {
                [key: string]: unknown;
            }[];
            access_logs: {
                [key: string]: unknown;
            }[];
            access_reports: {
                [key: string]: unknown;
            }[];
            account_log: {
                [key: string]: unknown;
            }[];
            /** @description What you chose to be told of each event */
            alerts: {
                [key: string]: unknown;
            }[];
            allowlist: {
                [key: string]: unknown;
            }[];
            /** @description Your API keys, without the keys themselves */
            api_keys: {
                [key: string]: unknown;
            }[];
            audit: {
                [key: string]: unknown;
            }[];
            /** @description When your authenticator app was set up, without its secret */
            authenticator_app: {
                [key: string]: unknown;
            }[];
            branding: {
                [key: string]: unknown;
            }[];
            challenges: {
                [key: string]: unknown;
            }[];
            check_in_arrivals: {
                [key: string]: unknown;
            }[];
            check_ins: {
                [key: string]: unknown;
            }[];
            collaborators: {
                [key: string]: unknown;
            }[];
            /** @description What is known of devices of guests beyond their accesses */
            devices: {
                [key: string]: unknown;
            }[];
            door_devices: {
                [key: string]: unknown;
            }[];
            email_changes: {
                [key: string]: unknown;
            }[];
            events: {
                [key: string]: unknown;
            }[];
            /** Format: date-time */
            exported_at: string;
            feedback: {
                [key: string]: unknown;
            }[];
            guests: {
                [key: string]: unknown;
            }[];
            /** @description Your roles, also on events of others */
            memberships: {
                [key: string]: unknown;
            }[];
            message_recipients: {
                [key: string]: unknown;
            }[];
            messages: {
                [key: string]: unknown;
            }[];
            notifications: {
                [key: string]: unknown;
            }[];
            /** @description Your passkeys, without their keys */
            passkeys: {
                [key: string]: unknown;
            }[];
            pending_invites: {
                [key: string]: unknown;
            }[];
            questions: {
                [key: string]: unknown;
            }[];
            /** @description When your recovery codes were made and used, without the codes */
            recovery_codes: {
                [key: string]: unknown;
            }[];
            /** @description Addresses for replies that nobody has confirmed yet */
            reply_to_requests: {
                [key: string]: unknown;
            }[];
            rsvp_revisions: {
                [key: string]: unknown;
            }[];
            rsvps: {
                [key: string]: unknown;
            }[];
            seat_offers: {
                [key: string]: unknown;
            }[];
            /** @description Where you are signed in */
            sessions: {
                [key: string]: unknown;
            }[];
            subscriptions: {
                [key: string]: unknown;
            }[];
            /** @description Your own words in the mails of your events */
            texts: {
                [key: string]: unknown;
            }[];
            tokens: {
                [key: string]: unknown;
            }[];
            uploads: {
                [key: string]: unknown;
            }[];
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
            /** @description Ids of guests; a repeated one counts once */
            guest_ids: string[];
        };
        DoorCode: {
            /** @description PNG of the QR code of `qr_token`, base64 */
            qr_png: string;
            /** @description A JWT (HS256) with `event_id`, `guest_id`, `exp` and `jti`, which is the guest's short code. The door accepts it until 24 hours after the event's date, and follows an event that is moved. */
            qr_token: string;
        };
        DoorDevice: {
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "named" | "scanner_ticket";
            /** @description The network of the last use: a /24 of IPv4 or a /48 of IPv6. */
            last_network: string | null;
            /**
             * Format: date-time
             * @description To the minute.
             */
            last_used_at: string | null;
            made_by: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            name: string;
            /** Format: date-time */
            revoked_at: string | null;
            /**
             * @description `scan` previews guests, checks them in and lists check-ins. `walk_in` adds guests who were not invited. `override` checks a guest in against their answer or a replaced link, or with more people than expected.
             * @example [
             *       "scan",
             *       "walk_in"
             *     ]
             */
            rights: ("scan" | "walk_in" | "override")[];
            /**
             * @description `ended`: it was deleted, its time is over, or the member who made it lost the role, signed out (a scanner ticket) or reset the password.
             * @enum {string}
             */
            state: "active" | "not_open" | "ended";
            /** Format: date-time */
            valid_from: string;
            /** Format: date-time */
            valid_until: string;
        };
        DoorDeviceTicket: {
            /** Format: uuid */
            id: string;
            name: string;
            /**
             * @description `scan` previews guests, checks them in and lists check-ins. `walk_in` adds guests who were not invited. `override` checks a guest in against their answer or a replaced link, or with more people than expected.
             * @example [
             *       "scan",
             *       "walk_in"
             *     ]
             */
            rights: ("scan" | "walk_in" | "override")[];
            /** @description A bearer for the door's routes of this event. It is shown this once. */
            ticket: string;
            /** @description The page to open on the phone at the door. */
            url: string;
            /**
             * Format: date-time
             * @description 12 hours before the event begins. It moves with the event.
             */
            valid_from: string;
            /**
             * Format: date-time
             * @description 24 hours after the event ends. It moves with the event.
             */
            valid_until: string;
        };
        DoorList: {
            buckets: {
                /** @description The last two digits of the ids of its guests. */
                bucket: string;
                digest: string;
                guests: {
                    check_in: {
                        arrival_count: number;
                        by: string;
                        /** Format: date-time */
                        checked_in_at: string;
                        /** @description The name of the door device, if it has one. */
                        door: string | null;
                        /** Format: uuid */
                        id: string;
                    } | null;
                    /** @description For each code that is good: the first 16 bytes of SHA-256 of `door code`, a zero byte and the code, base64url. */
                    codes: string[];
                    /** @description The names of the others who were announced, if they have any. */
                    companions: string[];
                    expected_party_size: number;
                    /** Format: uuid */
                    id: string;
                    name: string;
                    reasons: ("declined" | "link_replaced" | "waitlisted" | "seat_offered" | "no_seat" | "maybe" | "no_answer")[];
                    table: string | null;
                    tags: string[];
                }[];
            }[];
            /** @description AES-256 keys, base64url, for what the phone stores: the first encrypts, all decrypt. */
            keys: string[];
            /**
             * Format: date-time
             * @description When the door closes. The phone deletes the list then.
             */
            valid_until: string;
        };
        DoorMatches: {
            items: {
                /** Format: date-time */
                checked_in_at: string | null;
                expected_party_size: number;
                guest: {
                    /** @description The names of the others who were announced, if they have any. */
                    companions: string[];
                    /** Format: uuid */
                    id: string;
                    name: string;
                    table: string | null;
                    tags: string[];
                };
                /** @enum {string|null} */
                response: "attending" | "declined" | "maybe" | null;
            }[];
        };
        DoorSummary: {
            arrived_headcount: number;
            expected_headcount: number;
            guests_checked_in: number;
            guests_expected: number;
            walk_ins: number;
        };
        EditLinkSent: {
            sent_to: string;
        };
        /**
         * @example {
         *       "companions": [
         *         {
         *           "name": "Ben Lovelace",
         *           "attending": false
         *         }
         *       ]
         *     }
         */
        EditRsvp: {
            /**
             * @description Values by question id: a text, one option, a list of options, `true` or `false`, or a number. Questions that are left out keep their answer; null takes one back.
             * @example {
             *       "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
             *     }
             */
            answers?: {
                [key: string]: "" | string | number | boolean | string[] | null;
            };
            /**
             * @description Who comes along, and who of the expected ones doesn't. Replaces the list before. Refused while the event's `companion_names` is `off`; with `required` everybody who comes has a name.
             * @example [
             *       {
             *         "name": "Ben Lovelace",
             *         "answers": {
             *           "0191e0b1-7a3c-7f00-8000-000000000042": "Vegan"
             *         }
             *       }
             *     ]
             */
            companions?: {
                /**
                 * @description To the questions of scope `person`
                 * @example {
                 *       "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
                 *     }
                 */
                answers?: {
                    [key: string]: "" | string | number | boolean | string[] | null;
                };
                /** @description True when left out */
                attending?: boolean;
                name?: string | null;
            }[];
            edit_nonce?: string;
            /** @description Signals of the device; these are used: timezone, language, languages, platform, screen, color_scheme, touch, hardware_concurrency */
            fingerprint?: {
                [key: string]: string;
            };
            /** @description At most `max_plus_ones` of the invitation. May be left out when the answer is not `attending`, and with `companions`: then it is the number of those who attend. Not counted when the answer is `declined`: it is stored as 0. */
            plus_ones?: number;
            /** @enum {string} */
            response?: "attending" | "declined" | "maybe";
        };
        /**
         * @description Stable code to branch on
         * @enum {string}
         */
        ErrorCode: "access_blocked" | "allowlist_full" | "already_arrived" | "already_checked_in" | "already_member" | "already_subscribed" | "api_keys_full" | "billing_unavailable" | "branding_changed" | "capacity_below_seated" | "challenge_failed" | "challenge_missing" | "challenge_required" | "challenge_unavailable" | "code_available" | "code_expired" | "code_used" | "database_unavailable" | "door_device_ended" | "door_devices_full" | "door_not_open" | "door_right_missing" | "duplicate_allowlist_entry" | "duplicate_external_id" | "duplicate_guest" | "edit_limit_reached" | "email_mismatch" | "email_taken" | "email_unverified" | "empty_file" | "event_cancelled" | "event_changed" | "event_full" | "event_over" | "feature_disabled" | "feature_not_in_tier" | "foreign_device" | "guest_changed" | "idempotency_key_reused" | "images_unavailable" | "insufficient_scope" | "internal_error" | "invalid_cidr" | "invalid_credentials" | "invalid_factor" | "invalid_passkey" | "invalid_qr" | "invalid_signature" | "invalid_threshold_order" | "invalid_token" | "invalid_verdict" | "invite_gone" | "last_owner" | "links_changed" | "list_changed" | "malformed_csv" | "malformed_json" | "message_changed" | "message_not_editable" | "method_not_allowed" | "misconfigured" | "needs_override" | "network_not_allowed" | "no_door_code" | "no_email_on_file" | "no_offer" | "no_rsvp" | "no_subscription" | "nonce_reused" | "not_a_csv" | "not_found" | "not_waiting" | "notice_limit" | "offer_expired" | "outcome_erased" | "party_full" | "party_size_below_answers" | "passkey_limit_reached" | "payload_too_large" | "qr_expired" | "questions_changed" | "rate_limited" | "recipient_limit" | "region_unavailable" | "report_expired" | "role_too_low" | "rsvp_changed" | "rsvp_closed" | "rsvp_exists" | "second_factor_required" | "sending_limit" | "sending_paused" | "session_required" | "step_up_required" | "storage_unavailable" | "team_changed" | "texts_changed" | "thresholds_changed" | "tier_limit" | "too_many_codes" | "too_many_columns" | "too_many_rows" | "totp_exists" | "totp_missing" | "unauthenticated" | "unavailable" | "undo_not_allowed" | "unknown_encoding" | "unknown_header" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_image" | "unsupported_media_type" | "upgrade_required" | "upload_limit_reached" | "validation_failed" | "webhook_changed" | "webhook_limit_reached" | "wrong_code" | "wrong_event";
        Event: {
            capacity: number | null;
            /** @enum {string} */
            companion_names: "off" | "optional" | "required";
            /** Format: date-time */
            created_at: string;
            description: string | null;
            /**
             * Format: date-time
             * @description Two hours before `event_date` unless the host chose another time
             */
            door_opens_at: string;
            /** Format: date-time */
            end_time: string | null;
            /** Format: date-time */
            event_date: string;
            fraud_block_threshold: number;
            fraud_high_threshold: number;
            fraud_medium_threshold: number;
            /** Format: uuid */
            host_id: string;
            /** Format: uuid */
            id: string;
            locale: string;
            lost_links: boolean;
            name: string;
            offer_hours: number;
            /** @description Where the event's data are, for good. `default` where the service has one region */
            region: string;
            reply_to: string | null;
            /** @description Whether its owner has confirmed `reply_to`; until then no mail has it */
            reply_to_verified: boolean;
            require_second_factor: boolean;
            /** Format: date-time */
            rsvp_deadline: string | null;
            /** @description The countries to which text messages go, as far as the event says */
            sms_countries: string[];
            /** @enum {string} */
            status: "scheduled" | "cancelled";
            /** @enum {string} */
            step_up_from: "low" | "medium" | "high" | "block" | "never";
            timezone: string;
            /** Format: date-time */
            updated_at: string;
            venue: string | null;
            waitlist: boolean;
            /** @enum {string} */
            your_role: "viewer" | "editor" | "owner";
        };
        EventSeats: {
            capacity: number | null;
            confirmed: {
                heads: number;
                parties: number;
            };
            /** @description Heads of confirmed and offered seats */
            held: number;
            /** @description Heads that are free: 0 beyond the capacity, null without one */
            left: number | null;
            /** @description Held for waiting parties that have not answered the offer */
            offered: {
                heads: number;
                parties: number;
            };
            waitlisted: {
                heads: number;
                parties: number;
            };
        };
        Feedback: {
            /** Format: uuid */
            access_log_id: string;
            /** Format: date-time */
            at: string;
            by: {
                /** Format: uuid */
                id: string;
                /** @description Empty when the account was deleted */
                name: string;
            } | null;
            note: string | null;
            /** @enum {string} */
            verdict: "legitimate" | "suspicious";
        };
        ForgotPassword: {
            email: string;
        };
        Guest: {
            /** @description Whether each browser of this guest's link enters a code, because you asked for it and none has been verified since */
            ask_for_code: boolean;
            /** Format: date-time */
            checked_in_at: string | null;
            /** @description The people who share the guest's link, as the host named them */
            companions: {
                name: string;
            }[];
            /** Format: date-time */
            created_at: string;
            /** @description What became of the last invitation to the guest's present address */
            delivery: {
                /**
                 * Format: date-time
                 * @description When it came to be so
                 */
                at: string | null;
                /** @enum {string|null} */
                channel: "email" | null;
                /** @description The reply of the recipient's server, or why the mail was not sent: `unsubscribed`, `bounced`, `complained`, `too_soon`, `sending_paused`, `link_replaced`, `event_closed`, `gave_up` */
                reason: string | null;
                /** @enum {string} */
                status: "none" | "queued" | "sent" | "delivered" | "bounced" | "complained" | "suppressed" | "failed";
            };
            email: string | null;
            /** Format: uuid */
            event_id: string;
            external_id: string | null;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description When the first link was issued
             */
            invited_at: string | null;
            /** @description BCP 47; null: the event's */
            locale: string | null;
            name: string;
            notes: string | null;
            /**
             * Format: date-time
             * @description When the invitation was first opened by a person, not by a bot
             */
            opened_at: string | null;
            /** @description The number of people the invitation is for, the guest included; null: not limited by the invitation */
            party_size: number | null;
            phone: string | null;
            /** @description Null: no RSVP yet */
            rsvp: {
                /**
                 * @description Who gave this answer
                 * @enum {string}
                 */
                answered_by: "guest" | "host";
                /**
                 * @description Values by question id, also of questions that were removed since
                 * @example {
                 *       "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
                 *     }
                 */
                answers: {
                    [key: string]: string | number | boolean | string[];
                };
                /** @description Empty where only a number was given; else `plus_ones` of them attend */
                companions: {
                    /**
                     * @description Values by question id, also of questions that were removed since
                     * @example {
                     *       "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
                     *     }
                     */
                    answers: {
                        [key: string]: string | number | boolean | string[];
                    };
                    attending: boolean;
                    /** @description Null: not named yet */
                    name: string | null;
                }[];
                edit_count: number;
                /**
                 * Format: date-time
                 * @description Until when an offered seat is held
                 */
                offer_expires_at: string | null;
                plus_ones: number;
                /** @enum {string} */
                response: "attending" | "declined" | "maybe";
                /**
                 * @description Null: not attending, or an offered seat was not taken
                 * @enum {string|null}
                 */
                seat: "confirmed" | "waitlisted" | "offered" | null;
                /** Format: date-time */
                submitted_at: string;
                /** @description 1 is next. Null: not on the waitlist, or behind the first 100 */
                waitlist_position: number | null;
            } | null;
            /** @description Whether the phone's owner replied STOP to a text message; none are sent until they reply START */
            sms_opted_out: boolean;
            table: string | null;
            tags: string[];
            /**
             * Format: date-time
             * @description When a host last changed the guest's details. Answers, openings and deliveries leave it as it is
             */
            updated_at: string;
        };
        GuestCounts: {
            attending: number;
            checked_in: number;
            declined: number;
            /** @description People: those who are attending, with who comes along */
            expected: number;
            guests: number;
            maybe: number;
            /** @description `invited=false` */
            not_invited: number;
            /** @description Invited and without an RSVP */
            silent: number;
            /** @description By name */
            tables: {
                guests: number;
                table: string;
            }[];
            /** @description By name; spellings that differ by case alone are one */
            tags: {
                guests: number;
                tag: string;
            }[];
            /** @description `delivery=undelivered` */
            undelivered: number;
            /** @description `seat=waitlisted` */
            waitlisted: number;
        };
        GuestDataExport: {
            access_logs: {
                [key: string]: unknown;
            }[];
            access_reports: {
                [key: string]: unknown;
            }[];
            challenges: {
                [key: string]: unknown;
            }[];
            check_in_arrivals: {
                [key: string]: unknown;
            }[];
            check_ins: {
                [key: string]: unknown;
            }[];
            devices: {
                [key: string]: unknown;
            }[];
            /** Format: date-time */
            exported_at: string;
            feedback: {
                [key: string]: unknown;
            }[];
            guest: components["schemas"]["Guest"];
            notifications: {
                [key: string]: unknown;
            }[];
            rsvp_revisions: {
                [key: string]: unknown;
            }[];
            rsvps: {
                [key: string]: unknown;
            }[];
            seat_offers: {
                [key: string]: unknown;
            }[];
            tokens: {
                [key: string]: unknown;
            }[];
        };
        GuestDevice: {
            /** @description Of those in the access log */
            accesses: number;
            /** Format: date-time */
            first_seen: string;
            /** @description Of this guest alone: the same browser has another id at another guest's link */
            id: string;
            /** @description System and browser, such as `iPhone · Safari`. Null where the client names neither */
            label: string | null;
            /** Format: date-time */
            last_seen: string;
            /** @description Of the last access: city and country, or else the network */
            place: string | null;
            /**
             * @description `answered`: gave the answer; `proved`: entered a code or used an edit link that was sent to the guest; `known`: came more than once; `new`: came once; `blocked`: its last access was blocked, or you marked one as suspicious
             * @enum {string}
             */
            status: "answered" | "proved" | "known" | "new" | "blocked";
        };
        GuestDoorCode: components["schemas"]["DoorCode"] & {
            /** @description The code of the guest's page, emails and wallet passes: 43 characters. The door accepts it until 24 hours after the event's end, and follows an event that is moved. */
            short_code: string;
            /** @description PNG of the QR code of `short_code`, base64 */
            short_png: string;
        };
        Health: {
            /** @enum {string} */
            status: "ok";
        };
        HostAsked: {
            /** @enum {boolean} */
            asked: true;
        };
        ImportPreview: {
            /** @description The columns of the file, in their order */
            columns: {
                /**
                 * @description The field that the column is read as; null: it is ignored
                 * @enum {string|null}
                 */
                field: "id" | "name" | "first_name" | "middle_name" | "last_name" | "email" | "phone" | "party_size" | "notes" | "tags" | "table" | "external_id" | "companions" | "locale" | null;
                header: string;
            }[];
            /** @description Rows that would be skipped: `duplicate_in_file`, `already_on_event`, and with `strict` `possible_duplicate` */
            duplicates: number;
            invalid: number;
            /** @description Rows with the name of another guest */
            possible_duplicates: number;
            rows: components["schemas"]["ImportRow"][];
            /** @description Rows below the header that are not empty */
            total: number;
            /** @description Rows whose guests would be imported */
            valid: number;
        };
        ImportReport: {
            imported: number;
            /** @description Rows with the name of another guest, imported or skipped */
            possible_duplicates: number;
            /** @description Invalid rows */
            rejected: number;
            /** @description The rows that were skipped, rejected, imported without their phone number, or possible duplicates */
            rows: components["schemas"]["ImportRow"][];
            /** @description Rows that repeat another, or whose guest is on the list already */
            skipped: number;
        };
        ImportRow: {
            companions: {
                name: string;
            }[];
            email: string | null;
            errors: {
                /** @enum {string} */
                field: "row" | "name" | "email" | "phone" | "party_size" | "notes" | "tags" | "table" | "external_id" | "companions" | "locale";
                message: string;
            }[];
            external_id: string | null;
            locale: string | null;
            name: string | null;
            party_size: number | null;
            phone: string | null;
            /** @description As a spreadsheet numbers it: the first row of the file is 1 */
            row: number;
            /**
             * @description `without_phone`: imported without the phone number, which `errors` describes. `possible_duplicate`: has the name of another guest, and no address or id in common; imported unless `strict`
             * @enum {string}
             */
            status: "valid" | "without_phone" | "possible_duplicate" | "invalid" | "duplicate_in_file" | "already_on_event";
            table: string | null;
            tags: string[];
        };
        Invitation: {
            /** @description What can be answered now: after the deadline only `declined`; nothing once the event is cancelled or over, or somebody of the party is in */
            allowed_responses: ("attending" | "declined" | "maybe")[];
            /**
             * @description Somebody of the party has checked in: the answer stays as it is. Left out on another device
             * @enum {boolean}
             */
            arrived?: true;
            branding: {
                cover_url: string | null;
                font: string | null;
                logo_url: string | null;
                primary_color: string | null;
                /** @enum {string} */
                theme: "plain" | "garden" | "letter" | "midnight" | "confetti" | "deco" | "studio";
            };
            calendar_links: {
                /** Format: uri */
                google: string;
                /** Format: uri */
                ics: string;
                /** Format: uri */
                outlook: string;
                /** Format: uri */
                yahoo: string;
            };
            /** @description Whether the answer that is shown can be changed now */
            can_edit: boolean;
            /** @description With `rsvp_submitted_elsewhere`: where a code can be sent that verifies this device, masked; see `POST /access/{token}/challenge`. Left out where no code can be sent: see `POST /access/{token}/ask-host` */
            challenge?: {
                channels: ("email" | "sms")[];
                sent_to: {
                    email?: string;
                    sms?: string;
                };
            };
            check_in?: components["schemas"]["DoorCode"];
            /** @description 0 as well when the event takes no answer any more */
            edits_left: number;
            event: {
                /** @description What the host said when the event was cancelled */
                cancel_message: string | null;
                /**
                 * @description Whether this guest names who comes along. `optional` for a guest whose companions the host has named, where the event says `off`
                 * @enum {string}
                 */
                companion_names: "off" | "optional" | "required";
                description: string | null;
                /**
                 * Format: date-time
                 * @description Null unless the host chose a time
                 */
                door_opens_at: string | null;
                /** Format: date-time */
                end_time: string | null;
                /** Format: date-time */
                event_date: string;
                host_name: string;
                /** Format: uuid */
                id: string;
                name: string;
                /**
                 * Format: date-time
                 * @description From then on only a no is taken
                 */
                rsvp_deadline: string | null;
                /** @enum {string} */
                status: "scheduled" | "cancelled";
                timezone: string;
                venue: string | null;
            };
            guest: {
                /** @description Companions whom the host has named: the names to offer before there is an answer */
                companions: {
                    name: string;
                }[];
                max_plus_ones: number;
                name: string;
                party_size: number | null;
            };
            /** @description What the host asks, in this order */
            questions: components["schemas"]["Question"][];
            rsvp?: components["schemas"]["Rsvp"];
            /** @enum {boolean} */
            rsvp_submitted_elsewhere?: true;
        };
        InvitationPage: {
            /** @description A document without scripts; its images are paths of this service */
            html: string;
        };
        InvitationPreview: {
            event: {
                host_name: string;
                name: string;
            };
            /** @enum {boolean} */
            preview: true;
        };
        InviteCollaborator: {
            email: string;
            /** @enum {string} */
            role: "viewer" | "editor" | "owner";
        };
        IssuedTokens: {
            /** @description Number of new links */
            issued: number;
            items: {
                /** @description Left out for an API key without `guests:read` */
                email?: string | null;
                /** Format: uuid */
                guest_id: string;
                /**
                 * Format: uri
                 * @description The guest's personal link. Whoever has it can answer for the guest. Left out for an API key without `guests:read`
                 */
                link?: string;
                /** @description Left out for an API key without `guests:read` */
                name?: string;
                /** @description Whether this request mails the guest */
                notified: boolean;
                /**
                 * Format: date-time
                 * @description With `too_soon`: when the guest may be mailed again
                 */
                notify_after: string | null;
                /** @description Left out for an API key without `guests:read` */
                phone?: string | null;
                /**
                 * @description Why the guest is not mailed: `too_soon` after another invitation to the same address, of which there are one an hour and five a day; `already_mailed` for a link that was mailed before, which a request for all guests does not repeat; `event_cancelled` and `event_over` where nobody can come any more, and a request after the event was reinstated or moved mails the guest; `bounced` where mails to the address have come back: correct the address and ask again, which is possible at once; `unsubscribed` or `complained` where its owner wants none; null when the guest is mailed
                 * @enum {string|null}
                 */
                reason: "not_requested" | "no_address" | "event_cancelled" | "event_over" | "already_mailed" | "too_soon" | "unsubscribed" | "bounced" | "complained" | null;
                /** @description What the guest's routes take as `token`, 43 characters: the end of `link`. As secret as the link. Left out for an API key without `guests:read` */
                token?: string;
                /** Format: uuid */
                token_id: string;
            }[];
            /** @description Number of guests who are mailed */
            notified: number;
        };
        IssueToken: {
            /** Format: uuid */
            guest_id: string;
            /** @description Whether the guest gets a mail with the link, if there is an address. An account whose own address is not verified has to send `false`: it may write to nobody. Default: `true`. */
            notify?: boolean;
            /** @description The channel through which the guest is invited, such as `email` or `whatsapp` */
            utm_source?: string | null;
        };
        IssueTokens: {
            /** @description Ids of guests; left out: all guests of the event */
            guest_ids?: string[];
            /** @description Whether the guest gets a mail with the link, if there is an address. An account whose own address is not verified has to send `false`: it may write to nobody. Default: `true`. */
            notify?: boolean;
            /** @description The channel through which the guest is invited, such as `email` or `whatsapp` */
            utm_source?: string | null;
        };
        LiveEvent: {
            /** Format: uuid */
            access_log_id: string;
            /** Format: date-time */
            at: string;
            automated: boolean;
            geo_city: string | null;
            geo_country: string | null;
            geo_lat: number | null;
            geo_lon: number | null;
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @enum {string} */
            kind: "access" | "rsvp" | "edit";
            reasons: string[];
            /** @enum {string} */
            risk: "low" | "medium" | "high" | "block";
            score: number;
            /** @enum {string} */
            type: "access.scored";
        } | {
            /** @enum {string} */
            answered_by: "guest" | "host";
            /** Format: date-time */
            at: string;
            companions: {
                attending: boolean;
                name: string | null;
            }[];
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            plus_ones: number;
            /** @enum {string} */
            response: "attending" | "declined" | "maybe";
            /** Format: uuid */
            rsvp_id: string;
            /** @enum {string|null} */
            seat: "confirmed" | "waitlisted" | "offered" | null;
            /** @enum {string} */
            type: "rsvp.submitted";
        } | {
            /** @enum {string} */
            answered_by: "guest" | "host";
            /** Format: date-time */
            at: string;
            companions: {
                attending: boolean;
                name: string | null;
            }[];
            edit_count: number;
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            plus_ones: number;
            /** @enum {string} */
            response: "attending" | "declined" | "maybe";
            /** Format: uuid */
            rsvp_id: string;
            /** @enum {string|null} */
            seat: "confirmed" | "waitlisted" | "offered" | null;
            /** @enum {string} */
            type: "rsvp.updated";
        } | {
            arrival_count: number;
            /** Format: date-time */
            at: string;
            /** Format: uuid */
            check_in_id: string;
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @enum {string} */
            type: "check_in.recorded";
            walk_in: boolean;
        } | {
            arrival_count: number;
            /** Format: uuid */
            arrival_id: string;
            /** Format: date-time */
            at: string;
            /** Format: uuid */
            check_in_id: string;
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            total_count: number;
            /** @enum {string} */
            type: "check_in.arrived";
        } | {
            /** Format: date-time */
            at: string;
            /** Format: uuid */
            check_in_id: string;
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @enum {string} */
            type: "check_in.undone";
        } | {
            /** Format: date-time */
            at: string;
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            heads: number;
            /** Format: date-time */
            offer_expires_at: string;
            /** Format: uuid */
            rsvp_id: string;
            /** @enum {string} */
            type: "waitlist.offered";
        } | {
            /** Format: date-time */
            at: string;
            /** Format: uuid */
            challenge_id: string;
            /** @enum {string} */
            channel: "email" | "sms";
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @enum {string} */
            type: "challenge.sent";
        } | {
            /** Format: date-time */
            at: string;
            /** Format: uuid */
            challenge_id: string;
            /** @enum {string} */
            channel: "email" | "sms";
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @enum {string} */
            type: "challenge.passed";
        } | {
            /** Format: date-time */
            at: string;
            /** Format: uuid */
            challenge_id: string;
            /** @enum {string} */
            channel: "email" | "sms";
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @enum {string} */
            type: "challenge.failed";
        } | {
            /** Format: uuid */
            access_log_id: string;
            /** @enum {string} */
            answer: "restored" | "unchanged" | "kept";
            /** Format: date-time */
            at: string;
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @enum {string} */
            type: "access.reported";
        } | {
            /** Format: date-time */
            at: string;
            changed: string[];
            /** @enum {string} */
            type: "event.updated";
        } | {
            /** Format: date-time */
            at: string;
            message: string | null;
            /** @enum {string} */
            type: "event.cancelled";
        } | {
            /** Format: date-time */
            at: string;
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @enum {string} */
            type: "guest.created";
        } | {
            /** Format: date-time */
            at: string;
            changed: string[];
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @enum {string} */
            type: "guest.updated";
        } | {
            /** Format: date-time */
            at: string;
            /** Format: uuid */
            guest_id: string;
            /** @enum {string} */
            type: "guest.deleted";
        } | {
            /** Format: date-time */
            at: string;
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @enum {string} */
            type: "invitation.sent";
        } | {
            /** Format: date-time */
            at: string;
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @enum {string} */
            type: "invitation.delivered";
        } | {
            /** Format: date-time */
            at: string;
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            reason: string | null;
            /** @enum {string} */
            type: "invitation.bounced";
        } | {
            /** Format: date-time */
            at: string;
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @enum {string} */
            type: "invitation.opened";
        } | {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            type: "activity.erased";
        };
        LiveTicket: {
            expires_in: number;
            ticket: string;
            url: string;
        };
        LogIn: {
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
             * @description Six digits of the authenticator app.
             * @example 287082
             */
            code?: string;
            /** @description From the response that asked for the factor. */
            factor_token: string;
            /** @example 7KQ2M-0XD9T-4HN8R-PVW31-C6JZB */
            recovery_code?: string;
        };
        LogInWithPasskey: {
            credential: components["schemas"]["PasskeyCredential"];
        };
        LogOut: {
            refresh_token?: string;
        };
        LostLink: {
            /** @description The address to which the invitations were mailed */
            email: string;
        };
        MarkAccess: {
            note?: "" | string | null;
            /** @enum {string} */
            verdict: "legitimate" | "suspicious";
        };
        Message: {
            /** @description Whom it is for. `chosen`: the guests of `guest_ids` when it was made. */
            audience: ("everyone" | "attending" | "pending" | "declined" | "maybe" | "attending_and_pending" | "attending_and_maybe" | "pending_and_maybe" | "unopened" | "undelivered" | "waitlisted" | "checked_in" | "not_arrived") | string | "chosen";
            body: string;
            /**
             * @description `email`, or `sms`, which has no subject
             * @enum {string}
             */
            channel: "email" | "sms";
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            event_id: string;
            /** Format: date-time */
            finished_at: string | null;
            /** Format: uuid */
            id: string;
            /**
             * @description What you wrote, an automatic reminder, or a notice of what became of the event. A notice goes to invited guests who haven't declined; its text is made when it is sent, and until then you can cancel it.
             * @enum {string}
             */
            kind: "message" | "reminder" | "changed" | "cancelled" | "reinstated";
            /** Format: date-time */
            send_at: string | null;
            /**
             * @description Which of the four automatic reminders of an event it is; null for a message that a host wrote
             * @enum {string|null}
             */
            slug: "reminder_7d" | "reminder_3d" | "reminder_1d" | "reminder_day_of" | null;
            /**
             * @description `sent` when all recipients were processed; `failed` when sending failed and reached none of them
             * @enum {string}
             */
            status: "draft" | "scheduled" | "sending" | "sent" | "cancelled" | "failed";
            subject: string;
            /** @description In further languages, by BCP 47 tag. Absent where there are none. */
            translations?: {
                [key: string]: {
                    body: string;
                    subject?: string;
                };
            };
            /** Format: date-time */
            updated_at: string;
        };
        MessageDelivery: {
            attempts: number;
            guest: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            provider_message_id: string | null;
            /** @description Why it was not sent, or the reply of the server */
            reason: string | null;
            /** @enum {string} */
            status: "pending" | "sent" | "delivered" | "failed" | "suppressed" | "unreachable" | "bounced" | "complained";
            /** Format: date-time */
            updated_at: string;
        };
        MessageWithGuests: components["schemas"]["Message"] & {
            /** @description Those who were `chosen`; null for another audience */
            guest_ids: string[] | null;
        };
        NewApiKey: {
            /**
             * @description The addresses and CIDR networks from which the key works, IPv4 or IPv6; left out, from all.
             * @example [
             *       "203.0.113.0/24",
             *       "2001:db8::/48"
             *     ]
             */
            allowed_networks?: string[] | null;
            /** @description The events that the key is restricted to; left out, every event of yours, now and later. */
            event_ids?: string[] | null;
            /**
             * Format: date-time
             * @description When the key ends, at most a year from now. Left out, in 90 days.
             */
            expires_at?: string;
            /**
             * @description What you recognise the program by.
             * @example CRM sync
             */
            name: string;
            /**
             * @description What the key may do. `events:write` and `guests:write` include reading.
             * @example [
             *       "guests:write",
             *       "invitations:send"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
        };
        NewDoorDevice: {
            /**
             * @description What your team calls the phone.
             * @example Side entrance
             */
            name: string;
            /**
             * @description `scan` previews guests, checks them in and lists check-ins. `walk_in` adds guests who were not invited. `override` checks a guest in against their answer or a replaced link, or with more people than expected.
             * @example [
             *       "scan",
             *       "walk_in"
             *     ]
             */
            rights: ("scan" | "walk_in" | "override")[];
        };
        /** @description What `toJSON()` of the browser's `PublicKeyCredential` returns. */
        NewPasskeyCredential: {
            id: string;
            rawId: string;
            response: {
                attestationObject: string;
                clientDataJSON: string;
                transports?: string[];
            };
            /** @enum {string} */
            type: "public-key";
        };
        OfferSeat: {
            /** @description Offers the seats beyond the capacity, too */
            force?: boolean;
        };
        Passkey: {
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            last_used_at: string | null;
            name: string;
            /** @description Whether the passkey is backed up, and so may be on several devices. */
            synced: boolean;
        };
        /** @description For `PublicKeyCredential.parseRequestOptionsFromJSON()` of the browser. */
        PasskeyAuthenticationOptions: {
            allowCredentials: {
                id: string;
                /** @enum {string} */
                type: "public-key";
            }[];
            challenge: string;
            rpId: string;
            timeout: number;
            /** @enum {string} */
            userVerification: "required";
        };
        /** @description What `toJSON()` of the browser's `PublicKeyCredential` returns. */
        PasskeyCredential: {
            id: string;
            rawId: string;
            response: {
                authenticatorData: string;
                clientDataJSON: string;
                signature: string;
                userHandle?: string | null;
            };
            /** @enum {string} */
            type: "public-key";
        };
        /** @description For `PublicKeyCredential.parseCreationOptionsFromJSON()` of the browser. */
        PasskeyRegistrationOptions: {
            /** @enum {string} */
            attestation: "none";
            authenticatorSelection: {
                /** @enum {boolean} */
                requireResidentKey: true;
                /** @enum {string} */
                residentKey: "required";
                /** @enum {string} */
                userVerification: "required";
            };
            challenge: string;
            excludeCredentials: {
                id: string;
                /** @enum {string} */
                type: "public-key";
            }[];
            pubKeyCredParams: {
                alg: number;
                /** @enum {string} */
                type: "public-key";
            }[];
            rp: {
                id: string;
                name: string;
            };
            timeout: number;
            user: {
                displayName: string;
                id: string;
                name: string;
            };
        };
        Passkeys: {
            items: components["schemas"]["Passkey"][];
        };
        PendingCollaboratorInvite: {
            email: string;
            /** Format: uuid */
            event_id: string;
            /** Format: date-time */
            expires_at: string;
            /** @enum {string} */
            role: "viewer" | "editor" | "owner";
        };
        Preview: {
            /** @description A document; images of the mail are in it. Null for a text message */
            html: string | null;
            /** @description How carriers send the text; null for an email */
            sms: {
                /** @enum {string} */
                encoding: "gsm7" | "ucs2";
                /** @description What the text is split into and charged as */
                segments: number;
                /** @description Septets, or UTF-16 units of `ucs2` */
                units: number;
            } | null;
            /** @description Null for a text message */
            subject: string | null;
            text: string;
        };
        PreviewCheckIn: {
            /** Format: uuid */
            guest_id?: string;
            /** @description The scanned text: the JWT of `check_in`, or the short code of pages, emails and wallet passes */
            qr_token?: string;
        };
        PreviewInvitation: {
            branding?: components["schemas"]["ChangeBranding"];
            /** @description What differs from the event. What moves or tells anybody is ignored */
            event?: {
                /** @description Heads, guests and who comes with them; null: any number */
                capacity?: number | null;
                /**
                 * @description Whether guests name who comes with them, instead of a number
                 * @enum {string}
                 */
                companion_names?: "off" | "optional" | "required";
                description?: string | null;
                /**
                 * Format: date-time
                 * @description When guests may come; null: two hours before `event_date`
                 */
                door_opens_at?: string | null;
                /** Format: date-time */
                end_time?: string | null;
                /** Format: date-time */
                event_date?: string;
                /** @description With `capacity`: lowers it below the seats that are taken. Nobody loses a seat; nobody gets one until there is room */
                force?: boolean;
                /**
                 * @description BCP 47: the language of the event's mails where a guest has none
                 * @example en
                 */
                locale?: string;
                /** @description Whether a guest who has lost the link can have it mailed again, to the address on file */
                lost_links?: boolean;
                name?: string;
                /** @description Whether invited guests get a mail that says what has changed of name, description, venue and times, with the new calendar file. Changes within ten minutes of the first are one mail, and one that is taken back is none. Guests who declined get none. */
                notify?: boolean;
                /** @description How long a seat is held for a waiting party that it was offered to */
                offer_hours?: number;
                readonly region?: string;
                /** @description Where guests' replies to the event's mails go; null: nowhere. Your own confirmed address is used at once. Any other address gets a mail with a link, and is used once its owner has followed it; sending it again repeats that mail. */
                reply_to?: string | null;
                /** @description Whether members without a passkey or an authenticator app, and their API keys, get 403 `second_factor_required`. Only for an owner who has one, after a step-up. Door devices and guests are not asked. */
                require_second_factor?: boolean;
                /**
                 * Format: date-time
                 * @description From then on a guest can only say no. At most `event_date`; null: until the event ends
                 */
                rsvp_deadline?: string | null;
                /** @description With `event_date`: messages and reminders whose time you chose move by as much as the event. One whose new time is past becomes a draft. */
                shift_messages?: boolean;
                /**
                 * @description The countries (ISO 3166 alpha-2, such as `DE`) to which codes and other text messages go, out of those that the service allows; null: the country of `timezone`, and none for `UTC` or a zone of several countries. Premium-rate and shared-cost numbers get none in any country.
                 * @example [
                 *       "DE",
                 *       "AT"
                 *     ]
                 */
                sms_countries?: string[] | null;
                /**
                 * @description From which risk band on a guest enters a code that goes to the address or phone on file. `low` asks every browser and client once, whatever its score; one that keeps no device id, each time. Who has entered a code, uses a trusted network, or is a program that only gets a preview is not asked. Below `block`, nobody is asked who can't be sent a code. An access without a score in time is asked with `low` and `medium`, and gets in with `high` and `block`.
                 * @enum {string}
                 */
                step_up_from?: "low" | "medium" | "high" | "block" | "never";
                timezone?: string;
                venue?: string | null;
                /** @description Whether an attending answer to a full event waits for a seat. If not, it gets 409 `event_full`. */
                waitlist?: boolean;
            };
            /**
             * Format: uuid
             * @description As this guest gets it, before an answer. An invented guest by default.
             */
            guest_id?: string;
        };
        PreviewMessage: {
            body: string;
            /** @enum {string} */
            channel: "email" | "sms";
            /**
             * Format: uuid
             * @description As this guest would get it. An invented guest by default.
             */
            guest_id?: string;
            /**
             * @description BCP 47: the language to show it in. The guest's by default; an invented guest has the event's.
             * @example en
             */
            locale?: string;
            /** @description Required for an email */
            subject?: string | null;
            /**
             * @description The text in further languages, by BCP 47 tag, all of them at once; null or empty: none. A guest gets the one in their own `locale`, else in the event's, else `subject` and `body`; without a `subject` of its own it has the message's. A reminder whose words are ours goes in ours to guests of the languages that aren't here.
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
            branding?: components["schemas"]["ChangeBranding"];
            event: components["schemas"]["CreateEvent"];
        };
        PreviewText: {
            /** @description Of a reminder: the words at its end. Absent: the saved words; null: ours. */
            body?: string | null;
            /** @description Changes of the look that are not saved */
            branding?: {
                cover_url?: "" | string | null;
                font?: "" | ("System" | "Arial" | "Verdana" | "Trebuchet MS" | "Futura" | "Optima" | "Georgia" | "Times New Roman" | "Palatino" | "Garamond" | "Didot" | "Rockwell" | "Courier New" | "Menlo" | "Brush Script MT") | null;
                logo_url?: "" | string | null;
                primary_color?: "" | string | null;
                /**
                 * @description On every tier
                 * @enum {string|null}
                 */
                theme?: "plain" | "garden" | "letter" | "midnight" | "confetti" | "deco" | "studio" | null;
            };
            /**
             * Format: uuid
             * @description As this guest would get it. An invented guest by default.
             */
            guest_id?: string;
            /** @enum {string} */
            kind: "invitation" | "confirmation" | "reminder";
            /**
             * @description BCP 47: the language to show it in. The guest's by default; an invented guest has the event's.
             * @example en
             */
            locale?: string;
            /** @description Of an invitation. Absent: the saved one; null: ours. */
            subject?: string | null;
        };
        Problem: {
            detail: string;
            error: components["schemas"]["ErrorCode"];
            errors?: {
                message: string;
                path: string;
            }[];
            instance: string;
            request_id: string;
            status: number;
            title: string;
            type: string;
        } & {
            [key: string]: unknown;
        };
        ProviderPage: {
            /** Format: uri */
            url: string;
        };
        PublicIp: {
            /** @description Null when the platform does not report it. */
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
            items: {
                help?: string | null;
                /**
                 * Format: uuid
                 * @description Of a question that stays, or of a removed one that comes back. Left out: a new question
                 */
                id?: string;
                /**
                 * @description `text`: up to 1,000 characters. `choice`: one of `options`; `choices`: any of them. `yes_no`: a boolean. `number`: any number
                 * @enum {string}
                 */
                kind: "text" | "choice" | "choices" | "yes_no" | "number";
                label: string;
                /** @description 1 to 50, each once. Only for `choice` and `choices` */
                options?: string[];
                /** @description False when left out */
                required?: boolean;
                /**
                 * @description `guest` when left out
                 * @enum {string}
                 */
                scope?: "guest" | "person";
                /**
                 * @description `attending` when left out
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
            help: string | null;
            /**
             * Format: uuid
             * @description Stays the same as long as there are answers to the question
             */
            id: string;
            /**
             * @description `text`: up to 1,000 characters. `choice`: one of `options`; `choices`: any of them. `yes_no`: a boolean. `number`: any number
             * @enum {string}
             */
            kind: "text" | "choice" | "choices" | "yes_no" | "number";
            label: string;
            /** @description Empty unless the kind is `choice` or `choices` */
            options: string[];
            required: boolean;
            /**
             * @description `guest`: asked once, of the guest. `person`: asked of everybody who comes, companions included; of the guest alone where the event's `companion_names` is `off`
             * @enum {string}
             */
            scope: "guest" | "person";
            /**
             * @description `attending`: asked only of those who come. `always`: of those who decline, too
             * @enum {string}
             */
            when: "attending" | "always";
        };
        Questions: {
            /** @description In the order in which they are asked */
            items: components["schemas"]["Question"][];
            /** @description Asked before, so that answers given to them keep their label */
            removed: components["schemas"]["Question"][];
        };
        RateProblem: components["schemas"]["Problem"] & ({
            /** @description On sign-up, resending, password reset and lost links: a proof-of-work challenge (ALTCHA 2). Solve it and send the request again with `Usher-Proof`: the base64url of the JSON `{ challenge, solution }`. Valid once, for ten minutes */
            proof?: {
                parameters: {
                    [key: string]: unknown;
                };
                signature: string;
            } & {
                [key: string]: unknown;
            };
            retry_after: number;
            /** @description In place of `proof` where the service uses Cloudflare Turnstile: the site key of its widget, whose token goes into `Usher-Proof` */
            turnstile?: string;
        } & {
            [key: string]: unknown;
        });
        RecipientCount: {
            /** @description Guests who would get the message now */
            count: number;
            /** @description The size of a text message, where its `body` is given */
            sms?: {
                /** @description The same by the language that guests get, where `translations` are given */
                by_language?: {
                    /** @description A tag of `translations`; null: `body` itself */
                    language: string | null;
                    max_segments: number;
                    messages: number;
                    segments: number;
                    ucs2: number;
                }[];
                /** @description Of the longest message */
                max_segments: number;
                /** @description Segments of all messages, which providers charge for */
                segments: number;
                /** @description Messages with a character outside GSM-7, such as an emoji: 70 characters fill a segment of these, else 160 */
                ucs2: number;
            };
            /** @description Guests of the audience whose address or number is suppressed */
            suppressed: number;
            /** @description Guests of the audience without an address for the channel */
            unreachable: number;
        };
        RecordArrivals: {
            /** @description How many came now, without those who are in. */
            arrival_count: number;
            /** @description Chosen by the scanner. A repetition with the same nonce answers 200 and adds nobody. */
            nonce: string;
        };
        RecordCheckIn: {
            arrival_count?: number;
            /** Format: uuid */
            guest_id?: string;
            /** @description Chosen by the scanner. A repetition with the same nonce answers 200 and the same check-in */
            nonce?: string;
            notes?: string | null;
            /** @description Checks the guest in despite reasons that need it: an answer, a missing seat, a replaced link. Default: `false`. */
            override?: boolean;
            /** @description The scanned text: the JWT of `check_in`, or the short code of pages, emails and wallet passes */
            qr_token?: string;
            /**
             * Format: date-time
             * @description When the guest arrived, for a scan that was recorded offline. A time before the door opened (12 hours before the event begins), or more than 5 minutes ahead, is not believed: the answer then has the server's time, and yours as `claimed_at`
             */
            scanned_at?: string;
        };
        /**
         * @example {
         *       "id": "0191e0b1-7a3c-7f00-8000-000000000051",
         *       "guest_id": "0191e0b1-7a3c-7f00-8000-000000000001",
         *       "response": "attending",
         *       "plus_ones": 1,
         *       "companions": [
         *         {
         *           "name": "Ben Lovelace",
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
         *       "submitted_at": "2027-05-01T09:30:00.000Z",
         *       "edit_count": 0,
         *       "notified": true
         *     }
         */
        RecordedRsvp: components["schemas"]["Rsvp"] & {
            /** @description Whether the guest is mailed a confirmation */
            notified: boolean;
        };
        /**
         * @example {
         *       "response": "attending",
         *       "companions": [
         *         {
         *           "name": "Ben Lovelace"
         *         }
         *       ],
         *       "answers": {
         *         "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
         *       }
         *     }
         */
        RecordRsvp: {
            /**
             * @description Values by question id: a text, one option, a list of options, `true` or `false`, or a number. Questions that are left out keep their answer; null takes one back.
             * @example {
             *       "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
             *     }
             */
            answers?: {
                [key: string]: "" | string | number | boolean | string[] | null;
            };
            /**
             * @description Who comes along, and who of the expected ones doesn't. Replaces the list before. Refused while the event's `companion_names` is `off`; with `required` everybody who comes has a name.
             * @example [
             *       {
             *         "name": "Ben Lovelace",
             *         "answers": {
             *           "0191e0b1-7a3c-7f00-8000-000000000042": "Vegan"
             *         }
             *       }
             *     ]
             */
            companions?: {
                /**
                 * @description To the questions of scope `person`
                 * @example {
                 *       "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
                 *     }
                 */
                answers?: {
                    [key: string]: "" | string | number | boolean | string[] | null;
                };
                /** @description True when left out */
                attending?: boolean;
                name?: string | null;
            }[];
            /** @description Seats the party beyond the event's capacity and before those who wait. Without it, an attending answer to a full event waits, or is refused where there is no waitlist (409 `event_full`) */
            force?: boolean;
            /** @description Mails the guest a confirmation: one with an address and a link, and at most once an hour. False when left out */
            notify?: boolean;
            /** @description At most `max_plus_ones` of the invitation. May be left out when the answer is not `attending`, and with `companions`: then it is the number of those who attend. Not counted when the answer is `declined`: it is stored as 0. */
            plus_ones?: number;
            /** @enum {string} */
            response: "attending" | "declined" | "maybe";
        };
        RecordWalkIn: {
            /** @description Default: `1`. */
            arrival_count?: number;
            email?: string | null;
            name: string;
            notes?: string | null;
            /** @description E.164: `+`, the country code and the number, digits only. If another spelling names the country, the error has the E.164 form. */
            phone?: string | null;
            /**
             * Format: date-time
             * @description When the guest arrived, for a scan that was recorded offline. A time before the door opened (12 hours before the event begins), or more than 5 minutes ahead, is not believed: the answer then has the server's time, and yours as `claimed_at`
             */
            scanned_at?: string;
        };
        RecoveryCodes: {
            /** @description Shown this once. Each works once. */
            recovery_codes: string[];
        };
        RefreshToken: {
            refresh_token: string;
        };
        ReinstateEvent: {
            /** @description Whether invited guests who haven't declined get a mail with the calendar file, two minutes later: what is taken back until then is not mailed. True if absent */
            notify?: boolean;
        };
        RequestLiveTicket: {
            /** Format: uuid */
            event_id: string;
        };
        ResendVerification: {
            email: string;
        };
        ResetPassword: {
            /** @description True: also ends the door devices of events that begin within 48 hours. Default: false. */
            end_door_devices?: boolean;
            /** @description Any Unicode text, except the most common passwords and those made of your email address or the service's name or host name. */
            password: string;
            token: string;
        };
        RotatedWebhookSecret: {
            /**
             * Format: date-time
             * @description Until then both secrets sign
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
            /** @description Whether the guest gets a mail with the link, if there is an address. An account whose own address is not verified has to send `false`: it may write to nobody. Default: `true`. */
            notify?: boolean;
        };
        /**
         * @example {
         *       "id": "0191e0b1-7a3c-7f00-8000-000000000051",
         *       "guest_id": "0191e0b1-7a3c-7f00-8000-000000000001",
         *       "response": "attending",
         *       "plus_ones": 1,
         *       "companions": [
         *         {
         *           "name": "Ben Lovelace",
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
         *       "submitted_at": "2027-05-01T09:30:00.000Z",
         *       "edit_count": 0
         *     }
         */
        Rsvp: {
            /**
             * @description Who gave this answer
             * @enum {string}
             */
            answered_by: "guest" | "host";
            /**
             * @description Values by question id, also of questions that were removed since
             * @example {
             *       "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
             *     }
             */
            answers: {
                [key: string]: string | number | boolean | string[];
            };
            /** @description Empty where only a number was given; else `plus_ones` of them attend */
            companions: {
                /**
                 * @description Values by question id, also of questions that were removed since
                 * @example {
                 *       "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
                 *     }
                 */
                answers: {
                    [key: string]: string | number | boolean | string[];
                };
                attending: boolean;
                /** @description Null: not named yet */
                name: string | null;
            }[];
            edit_count: number;
            /** Format: uuid */
            guest_id: string;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description Until when an offered seat is held
             */
            offer_expires_at: string | null;
            plus_ones: number;
            /** @enum {string} */
            response: "attending" | "declined" | "maybe";
            /**
             * @description Null: not attending, or an offered seat was not taken
             * @enum {string|null}
             */
            seat: "confirmed" | "waitlisted" | "offered" | null;
            /** Format: date-time */
            submitted_at: string;
            /** @description 1 is next. Null: not on the waitlist, or behind the first 100 */
            waitlist_position: number | null;
        };
        RsvpRevision: {
            /**
             * @description Who gave this answer
             * @enum {string}
             */
            answered_by: "guest" | "host";
            /**
             * @description Values by question id, also of questions that were removed since
             * @example {
             *       "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
             *     }
             */
            answers: {
                [key: string]: string | number | boolean | string[];
            };
            /** @description Empty where only a number was given; else `plus_ones` of them attend */
            companions: {
                /**
                 * @description Values by question id, also of questions that were removed since
                 * @example {
                 *       "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
                 *     }
                 */
                answers: {
                    [key: string]: string | number | boolean | string[];
                };
                attending: boolean;
                /** @description Null: not named yet */
                name: string | null;
            }[];
            plus_ones: number;
            /** Format: date-time */
            replaced_at: string;
            /**
             * @description `host`: a host recorded another answer, or lowered the party size below this one. That isn't one of the guest's edits.
             * @enum {string}
             */
            replaced_by: "guest" | "host";
            /** @enum {string} */
            response: "attending" | "declined" | "maybe";
            /** @description From 0, the first answer */
            revision: number;
            /**
             * @description Null: not attending, or an offered seat was not taken
             * @enum {string|null}
             */
            seat: "confirmed" | "waitlisted" | "offered" | null;
        };
        ScannerTicket: {
            /** Format: date-time */
            expires_at: string;
            ticket: string;
            url: string;
        };
        /** @enum {string} */
        Scope: "events:read" | "events:write" | "guests:read" | "guests:write" | "invitations:send" | "messages:send" | "check_in" | "analytics:read" | "webhooks:write";
        SeatOffer: {
            /** Format: uuid */
            guest_id: string;
            heads: number;
            /** Format: date-time */
            offer_expires_at: string;
            /** @enum {string} */
            seat: "offered";
        };
        SendChallenge: {
            /**
             * @description One of the refusal's `channels`
             * @enum {string}
             */
            channel: "email" | "sms";
        };
        Session: {
            /** Format: date-time */
            created_at: string;
            /** @description Whether this request belongs to it. */
            current: boolean;
            /** @description Browser and system, such as `Firefox on Windows`. Null where the sign-in did not name them. */
            device: string | null;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description The last refresh: up to 15 minutes before the last request, a day where the session is a cookie.
             */
            last_used_at: string;
            /**
             * @description What you signed in with.
             * @enum {string}
             */
            method: "password" | "passkey";
            /** @description City and country of the sign-in as Cloudflare reports them, or else its network. */
            place: string | null;
        };
        SignUp: {
            email: string;
            /**
             * @description BCP 47; default: by `Accept-Language`
             * @example en
             */
            locale?: string;
            name: string;
            /** @description Any Unicode text, except the most common passwords and those made of your email address or the service's name or host name. */
            password: string;
        };
        StartCheckout: {
            /** @enum {string} */
            tier: "pro" | "business";
        };
        SteppedUp: {
            /**
             * Format: date-time
             * @description Until when the session needs no other step-up.
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
             * @description Six digits of the authenticator app.
             * @example 287082
             */
            code?: string;
            /** @description From the response that asked for the factor. */
            factor_token: string;
            passkey?: components["schemas"]["PasskeyCredential"];
            password?: string;
            /** @example 7KQ2M-0XD9T-4HN8R-PVW31-C6JZB */
            recovery_code?: string;
        };
        /**
         * @example {
         *       "token": "EXAMPLE-token-of-an-invitation-link-43-chars",
         *       "response": "attending",
         *       "companions": [
         *         {
         *           "name": "Ben Lovelace",
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
             * @description Values by question id: a text, one option, a list of options, `true` or `false`, or a number. Questions that are left out keep their answer; null takes one back.
             * @example {
             *       "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
             *     }
             */
            answers?: {
                [key: string]: "" | string | number | boolean | string[] | null;
            };
            /**
             * @description Who comes along, and who of the expected ones doesn't. Replaces the list before. Refused while the event's `companion_names` is `off`; with `required` everybody who comes has a name.
             * @example [
             *       {
             *         "name": "Ben Lovelace",
             *         "answers": {
             *           "0191e0b1-7a3c-7f00-8000-000000000042": "Vegan"
             *         }
             *       }
             *     ]
             */
            companions?: {
                /**
                 * @description To the questions of scope `person`
                 * @example {
                 *       "0191e0b1-7a3c-7f00-8000-000000000042": "Vegetarian"
                 *     }
                 */
                answers?: {
                    [key: string]: "" | string | number | boolean | string[] | null;
                };
                /** @description True when left out */
                attending?: boolean;
                name?: string | null;
            }[];
            /** @description Signals of the device; these are used: timezone, language, languages, platform, screen, color_scheme, touch, hardware_concurrency */
            fingerprint?: {
                [key: string]: string;
            };
            /** @description At most `max_plus_ones` of the invitation. May be left out when the answer is not `attending`, and with `companions`: then it is the number of those who attend. Not counted when the answer is `declined`: it is stored as 0. */
            plus_ones?: number;
            /** @enum {string} */
            response: "attending" | "declined" | "maybe";
            token: string;
        };
        TestMessage: {
            body: string;
            /**
             * @description Your account has no phone number for texts
             * @enum {string}
             */
            channel: "email";
            /**
             * Format: uuid
             * @description As this guest would get it. An invented guest by default.
             */
            guest_id?: string;
            /**
             * @description BCP 47: the language to show it in. The guest's by default; an invented guest has the event's.
             * @example en
             */
            locale?: string;
            /** @description Required for an email */
            subject?: string | null;
            /**
             * @description The text in further languages, by BCP 47 tag, all of them at once; null or empty: none. A guest gets the one in their own `locale`, else in the event's, else `subject` and `body`; without a `subject` of its own it has the message's. A reminder whose words are ours goes in ours to guests of the languages that aren't here.
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
             * @description Your own address, masked
             * @example a•••@e•••.com
             */
            sent_to: string;
        };
        TestText: {
            /** @description Of a reminder: the words at its end. Absent: the saved words; null: ours. */
            body?: string | null;
            /**
             * Format: uuid
             * @description As this guest would get it. An invented guest by default.
             */
            guest_id?: string;
            /** @enum {string} */
            kind: "invitation" | "confirmation" | "reminder";
            /**
             * @description BCP 47: the language to show it in. The guest's by default; an invented guest has the event's.
             * @example en
             */
            locale?: string;
            /** @description Of an invitation. Absent: the saved one; null: ours. */
            subject?: string | null;
        };
        Texts: {
            confirmation: {
                body: string | null;
            };
            invitation: {
                body: string | null;
                subject: string | null;
            };
            reminder_footer: string | null;
            /** @description In further languages, by BCP 47 tag. Absent where there are none. */
            translations?: {
                [key: string]: {
                    confirmation: {
                        body: string | null;
                    };
                    invitation: {
                        body: string | null;
                        subject: string | null;
                    };
                    reminder_footer: string | null;
                };
            };
            /**
             * Format: date-time
             * @description Null while all of it is ours
             */
            updated_at: string | null;
        };
        /** @description A band is reached when the score is at least its threshold */
        Thresholds: {
            block: number;
            defaults: {
                block: number;
                high: number;
                medium: number;
            };
            high: number;
            medium: number;
        };
        ThresholdsPreview: {
            counts: components["schemas"]["BandCounts"];
            /** @description Under the event's current thresholds */
            current: components["schemas"]["BandCounts"];
            /** @description All accesses of the event: the sum of either */
            total: number;
        };
        TierProblem: components["schemas"]["Problem"] & ({
            limit: number | null;
            reason: string;
            /** @enum {string} */
            tier: "free" | "pro" | "business";
            upgrade_url: string;
            used: number;
        } & {
            [key: string]: unknown;
        });
        TimelineItem: {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            type: "added";
        } | {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            type: "invited";
            utm_source: string | null;
        } | {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            type: "link_replaced";
        } | {
            /**
             * Format: date-time
             * @description When it came to be so
             */
            at: string;
            /** @enum {string} */
            channel: "email" | "sms";
            kind: string;
            /** @description The reply of the recipient's server, or why it was not sent */
            reason: string | null;
            /** @enum {string} */
            status: "queued" | "sent" | "delivered" | "bounced" | "complained" | "suppressed" | "failed" | "unreachable";
            /** @enum {string} */
            type: "mailed";
        } | {
            /**
             * Format: date-time
             * @description When it came to be so
             */
            at: string;
            /** @enum {string} */
            channel: "email" | "sms";
            /** Format: uuid */
            message_id: string;
            /** @description The reply of the recipient's server, or why it was not sent */
            reason: string | null;
            /** @enum {string} */
            status: "queued" | "sent" | "delivered" | "bounced" | "complained" | "suppressed" | "failed" | "unreachable";
            subject: string;
            /** @enum {string} */
            type: "reminded";
        } | {
            /** Format: uuid */
            access_log_id: string;
            /** Format: date-time */
            at: string;
            /** @description As in the list of the guest's devices; null where the client keeps no id */
            device: {
                id: string;
                label: string | null;
            } | null;
            /** @enum {string|null} */
            risk: "low" | "medium" | "high" | "block" | null;
            /** @enum {string} */
            type: "opened";
        } | {
            /** Format: uuid */
            access_log_id: string;
            /** Format: date-time */
            at: string;
            /** @enum {string|null} */
            risk: "low" | "medium" | "high" | "block" | null;
            /** @enum {string} */
            type: "opened_automatically";
        } | {
            /** @enum {string} */
            answered_by: "guest" | "host";
            /** Format: date-time */
            at: string;
            plus_ones: number;
            /** @enum {string} */
            response: "attending" | "declined" | "maybe";
            /** @enum {string|null} */
            seat: "confirmed" | "waitlisted" | "offered" | null;
            /** @enum {string} */
            type: "answered";
        } | {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            edited_by: "guest" | "host";
            plus_ones: number;
            /** @enum {string} */
            response: "attending" | "declined" | "maybe";
            /** @enum {string|null} */
            seat: "confirmed" | "waitlisted" | "offered" | null;
            /** @enum {string} */
            type: "edited";
        } | {
            /** Format: date-time */
            at: string;
            /** Format: date-time */
            expires_at: string;
            heads: number;
            /** @enum {string} */
            type: "seat_offered";
        } | {
            /** @description Those who came at first */
            arrival_count: number;
            /** Format: date-time */
            at: string;
            /** @description Who let the guest in */
            by: string;
            /** Format: uuid */
            check_in_id: string;
            /** @enum {string} */
            type: "checked_in";
            walk_in: boolean;
        } | {
            arrival_count: number;
            /** Format: date-time */
            at: string;
            by: string;
            /** @enum {string} */
            type: "arrived_later";
        } | {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            channel: "email" | "sms";
            /** @enum {string} */
            type: "code_sent";
        } | {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            channel: "email" | "sms";
            /** @enum {string} */
            type: "code_passed";
        } | {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            channel: "email" | "sms";
            /** @enum {string} */
            type: "code_failed";
        } | {
            /** Format: uuid */
            access_log_id: string;
            /** @enum {string} */
            answer: "restored" | "unchanged" | "kept";
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            type: "access_reported";
        } | {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            type: "check_in_undone";
        };
        Totp: {
            /** Format: date-time */
            confirmed_at: string | null;
            /** @description Whether signing in with the password asks for a code. */
            enabled: boolean;
            recovery_codes_left: number;
        };
        TotpSetup: {
            /** @description The same, to be shown as a QR code. */
            otpauth_url: string;
            /** @description Base32, to be typed into an authenticator app. */
            secret: string;
        };
        UndoEmailChange: {
            token: string;
        };
        UnsubscribeState: {
            /**
             * @description Masked
             * @example a•••@e•••.com
             */
            address: string;
            /** @description The host whose email had the link. Null if the account was deleted */
            host_name: string | null;
            /**
             * @description Whose invitations, reminders and broadcasts do not reach the address
             * @enum {string}
             */
            scope: "host" | "all" | "none";
        };
        Uploaded: {
            /** @example /uploads/00112233445566778899aabbccddeeff.jpg */
            url: string;
        };
        User: {
            /** Format: date-time */
            created_at: string;
            email: string;
            email_verified: boolean;
            /** Format: uuid */
            id: string;
            /** @description BCP 47: the language of the emails that you get */
            locale: string;
            /** @description Empty until you choose one, where a reset has proved your address. */
            name: string;
            /** Format: date-time */
            privacy_policy_accepted_at: string | null;
            /** Format: date-time */
            terms_accepted_at: string | null;
            /** @enum {string} */
            tier: "free" | "pro" | "business";
        };
        Verified: {
            /** @enum {boolean} */
            email_verified: true;
        };
        VerifyChallenge: {
            /**
             * @description Six digits, as they were typed: spaces, dashes and digits of other scripts are understood
             * @example 123456
             */
            code: string;
        };
        VerifyEmail: {
            /** @description The password of the sign-up. Another one replaces it, and ends everything that was made before. Without it, the password of the sign-up stays. */
            password?: string;
            token: string;
        };
        WebhookDelivery: {
            /**
             * Format: date-time
             * @description When it was tried last, else when it was made
             */
            at: string;
            attempts: number;
            /** Format: uuid */
            event_id: string | null;
            /**
             * Format: uuid
             * @description The `webhook-id`: the same for every try
             */
            id: string;
            /** Format: date-time */
            next_attempt_at: string | null;
            /** @description Of the last try; null where nobody answered in time */
            response_status: number | null;
            sequence: number | null;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed" | "cancelled";
            type: string;
        };
        WebhookEndpoint: {
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            event_id: string | null;
            /** Format: date-time */
            failing_since: string | null;
            /** Format: uuid */
            id: string;
            /**
             * @description `disabled` by you; `ended` by us, after five days in which every try failed
             * @enum {string}
             */
            status: "enabled" | "disabled" | "ended";
            types: string[];
            /** Format: date-time */
            updated_at: string;
            url: string;
        };
        WriteToGuest: {
            /** @description Plain text. `{{guest_name}}`, `{{first_name}}`, `{{event_name}}`, `{{event_date}}`, `{{days_away}}`, `{{reply_by}}`, `{{venue}}`, `{{rsvp_link}}` are replaced for each guest; `{{days_away}}` is `today`, `tomorrow` or `in 3 days`, as is true when the message is sent; `{{reply_by}}` is a sentence that asks for a reply by the `rsvp_deadline`, or now where there is none. */
            body: string;
            /**
             * @description `email`, or `sms`, which has no subject
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
export type ImportReport = components['schemas']['ImportReport'];
export type ImportRow = components['schemas']['ImportRow'];
export type Invitation = components['schemas']['Invitation'];
export type InvitationPage = components['schemas']['InvitationPage'];
export type InvitationPreview = components['schemas']['InvitationPreview'];
export type InviteCollaborator = components['schemas']['InviteCollaborator'];
export type IssuedTokens = components['schemas']['IssuedTokens'];
export type IssueToken = components['schemas']['IssueToken'];
export type IssueTokens = components['schemas']['IssueTokens'];
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
export type NewApiKey = components['schemas']['NewApiKey'];
export type NewDoorDevice = components['schemas']['NewDoorDevice'];
export type NewPasskeyCredential = components['schemas']['NewPasskeyCredential'];
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
export type RequestLiveTicket = components['schemas']['RequestLiveTicket'];
export type ResendVerification = components['schemas']['ResendVerification'];
export type ResetPassword = components['schemas']['ResetPassword'];
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
                /** @description The edit nonce from an edit-link email */
                edit?: string;
            };
            header?: {
                /** @description The id that the last response gave your client for this link. On the device whose request answered with it, or that was verified, the guest sees and changes the answer, also after an update of the browser; and a known device lowers the risk of an access. It is valid for this link until 30 days after the event. One that is missing, altered, expired or another link's is no error: the response has a new one. Send none where you don't keep one for each person. */
                "Usher-Device"?: string;
            };
            path: {
                /** @description The 43 characters after /i/ in a guest's link */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation, or its preview for a program */
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
                /** @description The id that the last response gave your client for this link. On the device whose request answered with it, or that was verified, the guest sees and changes the answer, also after an update of the browser; and a known device lowers the risk of an access. It is valid for this link until 30 days after the event. One that is missing, altered, expired or another link's is no error: the response has a new one. Send none where you don't keep one for each person. */
                "Usher-Device"?: string;
            };
            path: {
                /** @description The 43 characters after /i/ in a guest's link */
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
                        error: "code_available" | "database_unavailable" | "misconfigured" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "unknown_parameter";
                    };
                };
            };
        };
    };
    readCalendar: {
        parameters: {
            query?: never;
            header?: {
                /** @description The id that the last response gave your client for this link. On the device whose request answered with it, or that was verified, the guest sees and changes the answer, also after an update of the browser; and a known device lowers the risk of an access. It is valid for this link until 30 days after the event. One that is missing, altered, expired or another link's is no error: the response has a new one. Send none where you don't keep one for each person. */
                "Usher-Device"?: string;
            };
            path: {
                /** @description The 43 characters after /i/ in a guest's link */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description RFC 5545, one event */
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
                /** @description The id that the last response gave your client for this link. On the device whose request answered with it, or that was verified, the guest sees and changes the answer, also after an update of the browser; and a known device lowers the risk of an access. It is valid for this link until 30 days after the event. One that is missing, altered, expired or another link's is no error: the response has a new one. Send none where you don't keep one for each person. */
                "Usher-Device"?: string;
            };
            path: {
                /** @description The 43 characters after /i/ in a guest's link */
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
            /** @description The code is on its way */
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
                /** @description The id that the last response gave your client for this link. On the device whose request answered with it, or that was verified, the guest sees and changes the answer, also after an update of the browser; and a known device lowers the risk of an access. It is valid for this link until 30 days after the event. One that is missing, altered, expired or another link's is no error: the response has a new one. Send none where you don't keep one for each person. */
                "Usher-Device"?: string;
            };
            path: {
                /** @description The 43 characters after /i/ in a guest's link */
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
            /** @description The device is proved */
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
                /** @description The id that the last response gave your client for this link. On the device whose request answered with it, or that was verified, the guest sees and changes the answer, also after an update of the browser; and a known device lowers the risk of an access. It is valid for this link until 30 days after the event. One that is missing, altered, expired or another link's is no error: the response has a new one. Send none where you don't keep one for each person. */
                "Usher-Device"?: string;
            };
            path: {
                /** @description The 43 characters after /i/ in a guest's link */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mail is on its way */
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
                        error: "database_unavailable" | "misconfigured" | "no_email_on_file" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "unknown_parameter";
                    };
                };
            };
        };
    };
    previewAlertsLink: {
        parameters: {
            query: {
                /** @description The token of the link */
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
                        error: "database_unavailable" | "invalid_token" | "misconfigured" | "region_unavailable" | "validation_failed";
                    };
                };
            };
        };
    };
    turnAlertsOff: {
        parameters: {
            query: {
                /** @description The token of the link */
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
                        error: "database_unavailable" | "invalid_token" | "misconfigured" | "payload_too_large" | "region_unavailable" | "validation_failed";
                    };
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before; the first page if left out */
                cursor?: string;
                /** @description The most items of a page; 50 if left out */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of your keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ApiKey"][];
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
                /** @description A unique text that you choose for each operation. A request that is repeated with the same key within 24 hours is not run again: it gets the response of the first one, with `Idempotency-Replayed: true`. The same key with another request is refused (409 `idempotency_key_reused`). A request that was refused or failed does not use up its key. */
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
            /** @description The key, shown this once. */
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
                /** @description The id of the API key */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is deleted. */
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
    forgotPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgotPassword"];
            };
        };
        responses: {
            /** @description If the address has an account, a mail will be sent. */
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogIn"];
            };
        };
        responses: {
            /** @description An access token, valid for 15 minutes, and a refresh token, valid for 30 days. */
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogInWithFactor"];
            };
        };
        responses: {
            /** @description The pair of tokens, as for a sign-in without a second factor. */
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogOut"];
            };
        };
        responses: {
            /** @description The session has ended. */
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
                        error: "database_unavailable" | "malformed_json" | "misconfigured" | "payload_too_large" | "region_unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    logInWithPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogInWithPasskey"];
            };
        };
        responses: {
            /** @description The pair of tokens, as for a sign-in with the password. */
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
            /** @description The options. */
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
            /** @description The passkey. It signs you in from now on. */
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
            /** @description The options. */
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshToken"];
            };
        };
        responses: {
            /** @description The new pair of tokens. */
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
                        error: "database_unavailable" | "invalid_token" | "malformed_json" | "misconfigured" | "payload_too_large" | "region_unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
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
            /** @description The password is changed. */
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
                        error: "database_unavailable" | "invalid_token" | "malformed_json" | "misconfigured" | "payload_too_large" | "region_unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    signUp: {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description The session may do what asked for it. */
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
            /** @description The account has its previous address. */
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
                        error: "database_unavailable" | "email_taken" | "invalid_token" | "malformed_json" | "misconfigured" | "payload_too_large" | "region_unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
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
            /** @description The address is verified. */
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
                        error: "database_unavailable" | "email_taken" | "invalid_token" | "malformed_json" | "misconfigured" | "payload_too_large" | "region_unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    resendVerification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendVerification"];
            };
        };
        responses: {
            /** @description If the address has an account and is not verified, a mail will be sent. */
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
                /** @description A unique text that you choose for each operation. A request that is repeated with the same key within 24 hours is not run again: it gets the response of the first one, with `Idempotency-Replayed: true`. The same key with another request is refused (409 `idempotency_key_reused`). A request that was refused or failed does not use up its key. */
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
            /** @description The ticket, and the address to open with it */
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
                        error: "database_unavailable" | "feature_disabled" | "idempotency_key_reused" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "outcome_erased" | "payload_too_large" | "rate_limited" | "region_unavailable" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
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
            /** @description The URL of the payment provider's page. */
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
            /** @description The URL of the payment provider's page. */
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
            /** @description The tier and its usage. A limit of null is unlimited. */
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
                /** @description `next_cursor` of the page before; the first page if left out */
                cursor?: string;
                /** @description The most items of a page; 50 if left out */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Event"][];
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
                /** @description A unique text that you choose for each operation. A request that is repeated with the same key within 24 hours is not run again: it gets the response of the first one, with `Idempotency-Replayed: true`. The same key with another request is refused (409 `idempotency_key_reused`). A request that was refused or failed does not use up its key. */
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
            /** @description The new event. */
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
                        error: "database_unavailable" | "email_unverified" | "idempotency_key_reused" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "outcome_erased" | "payload_too_large" | "rate_limited" | "region_unavailable" | "sending_paused" | "tier_limit" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
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
                /** @description The id of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
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
                /** @description `now`: erased within minutes, for good */
                erase?: "now";
            };
            header?: never;
            path: {
                /** @description The id of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event is deleted. */
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
                /** @description The id of the event */
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
            /** @description The changed event. */
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
                        error: "capacity_below_seated" | "database_unavailable" | "email_unverified" | "event_changed" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "notice_limit" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "sending_paused" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    readAccessLogs: {
        parameters: {
            query?: {
                /** @description Only accesses that ask you and that you have not answered */
                asked?: "true";
                /** @description Only accesses by programs, or only those by people */
                automated?: "true" | "false";
                /** @description `next_cursor` of the page before; the first page if left out */
                cursor?: string;
                /** @description Only accesses of this guest */
                guest_id?: string;
                /** @description The most items of a page; 50 if left out */
                limit?: number;
                /** @description Only accesses of this band */
                risk?: "low" | "medium" | "high" | "block";
            };
            header?: never;
            path: {
                /** @description The id of the event */
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
                /** @description The id of the event */
                eventId: string;
                /** @description The id of the access */
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
                /** @description The `sequence` of the last activity that you have */
                after?: number;
                /** @description `next_cursor` of the page before; the first page if left out */
                cursor?: string;
                /** @description The most items of a page; 50 if left out */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of activity */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: (components["schemas"]["LiveEvent"] & ({
                            sequence: number | null;
                        } & {
                            [key: string]: unknown;
                        }))[];
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
                /** @description The id of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your settings. */
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
                /** @description The id of the event */
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
            /** @description Your settings. */
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
                        error: "database_unavailable" | "malformed_json" | "misconfigured" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "session_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    readAnalytics: {
        parameters: {
            query?: {
                /** @description Days of `responses_over_time`; the last one is today */
                days?: number;
            };
            header?: never;
            path: {
                /** @description The id of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures */
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
                /** @description The id of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The arrivals. */
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
                /** @description The id of the event */
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
                /** @description The id of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
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
                /** @description `next_cursor` of the page before; the first page if left out */
                cursor?: string;
                /** @description The most items of a page; 50 if left out */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of audit records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AuditRecord"][];
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
                /** @description The `head` of an earlier answer */
                head?: string;
                /** @description The `sequence` of an earlier answer */
                sequence?: number;
            };
            header?: never;
            path: {
                /** @description The id of the event */
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
                /** @description The id of the event */
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
                /** @description The id of the event */
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
                /** @description The id of the event */
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
            /** @description The cancelled event. */
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
                        error: "database_unavailable" | "event_changed" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "notice_limit" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    checkInGuest: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text that you choose for each operation. A request that is repeated with the same key within 24 hours is not run again: it gets the response of the first one, with `Idempotency-Replayed: true`. The same key with another request is refused (409 `idempotency_key_reused`). A request that was refused or failed does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the event */
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
            /** @description A repetition with the same `nonce`: the check-in that the first request made */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckIn"];
                };
            };
            /** @description The guest is checked in */
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
                /** @description The id of the event */
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
                /** @description The id of the event */
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
                /** @description `next_cursor` of the page before; the first page if left out */
                cursor?: string;
                /** @description The most items of a page; 50 if left out */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of check-ins, and the summary of all of them */
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
                /** @description The `nonce` of the check-in. A door device needs it: it undoes only what it has recorded itself */
                nonce?: string;
            };
            header?: never;
            path: {
                /** @description The id of the check-in */
                checkInId: string;
                /** @description The id of the event */
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
                /** @description A unique text that you choose for each operation. A request that is repeated with the same key within 24 hours is not run again: it gets the response of the first one, with `Idempotency-Replayed: true`. The same key with another request is refused (409 `idempotency_key_reused`). A request that was refused or failed does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the check-in */
                checkInId: string;
                /** @description The id of the event */
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
            /** @description A repetition with the same `nonce`: the check-in as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckIn"];
                };
            };
            /** @description They are added */
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
                /** @description The id of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The collaborators and the open invites. */
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
                /** @description A unique text that you choose for each operation. A request that is repeated with the same key within 24 hours is not run again: it gets the response of the first one, with `Idempotency-Replayed: true`. The same key with another request is refused (409 `idempotency_key_reused`). A request that was refused or failed does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the event */
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
            /** @description The invite. Its mail will be sent. */
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
                /** @description The id of the event */
                eventId: string;
                /** @description The id of the collaborator's account */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The collaborator is removed. */
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
                /** @description The id of the event */
                eventId: string;
                /** @description The id of the collaborator's account */
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
            /** @description The collaborator with the new role. */
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
                /** @description The id of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description You have no role on the event any more. */
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
                /** @description The invited address */
                email: string;
            };
            header?: never;
            path: {
                /** @description The id of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invite is cancelled. */
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
                /** @description A unique text that you choose for each operation. A request that is repeated with the same key within 24 hours is not run again: it gets the response of the first one, with `Idempotency-Replayed: true`. The same key with another request is refused (409 `idempotency_key_reused`). A request that was refused or failed does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the event */
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
            /** @description The copy. */
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
                /** @description `next_cursor` of the page before; the first page if left out */
                cursor?: string;
                /** @description The most items of a page; 50 if left out */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the event */
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
                /** @description A unique text that you choose for each operation. A request that is repeated with the same key within 24 hours is not run again: it gets the response of the first one, with `Idempotency-Replayed: true`. The same key with another request is refused (409 `idempotency_key_reused`). A request that was refused or failed does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the event */
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
                /** @description The id of the device */
                deviceId: string;
                /** @description The id of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device is ended: its next request is refused */
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
                /** @description The buckets that the phone has, `bucket` and `digest` of each, one after the other. Default: ``. */
                have?: string;
                /** @description A random text of the phone, 22 characters of base64url. `keys` are derived from it. */
                vault: string;
            };
            header?: never;
            path: {
                /** @description The id of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The buckets that changed */
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
                /** @description Whether anybody of the party is in */
                checked_in?: "true" | "false";
                /** @description `next_cursor` of the page before; the first page if left out */
                cursor?: string;
                /** @description What became of the last invitation; `undelivered`: `bounced`, `complained`, `suppressed` or `failed`, which need the host */
                delivery?: "none" | "queued" | "sent" | "delivered" | "bounced" | "complained" | "suppressed" | "failed" | "undelivered";
                /** @description `gt:2`: guests whose link was opened on more than two devices, which a link that was passed on is. Devices that came once count once for each user agent. */
                devices?: string;
                /** @description Whether a link was issued */
                invited?: "true" | "false";
                /** @description The most items of a page; 50 if left out */
                limit?: number;
                /** @description Whether a person, not a bot, has opened the invitation */
                opened?: "true" | "false";
                /** @description Part of a name, an email address or a phone number. Case is ignored, as are accents in names and punctuation in phone numbers. */
                q?: string;
                /** @description `pending`: no RSVP yet */
                response?: "attending" | "declined" | "maybe" | "pending";
                /** @description `none`: no answer, not attending, or no seat left */
                seat?: "confirmed" | "waitlisted" | "offered" | "none";
                /** @description Ascending, or descending with `-`; guests without a value come last either way. By default `-created_at` */
                sort?: "name" | "-name" | "created_at" | "-created_at" | "responded_at" | "-responded_at" | "opened_at" | "-opened_at";
                /** @description Guests at this table */
                table?: string;
                /** @description Guests with this tag, regardless of case */
                tag?: string;
            };
            header?: never;
            path: {
                /** @description The id of the event */
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
                        items: components["schemas"]["Guest"][];
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
                /** @description A unique text that you choose for each operation. A request that is repeated with the same key within 24 hours is not run again: it gets the response of the first one, with `Idempotency-Replayed: true`. The same key with another request is refused (409 `idempotency_key_reused`). A request that was refused or failed does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the event */
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
            /** @description The new guest */
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
                        error: "database_unavailable" | "duplicate_external_id" | "duplicate_guest" | "idempotency_key_reused" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "outcome_erased" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "tier_limit" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
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
                /** @description The id of the event */
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
            /** @description The guests are changed */
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
                /** @description The id of the event */
                eventId: string;
                /** @description The id of the guest */
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
                /** @description The id of the event */
                eventId: string;
                /** @description The id of the guest */
                guestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The guest is deleted */
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
                /** @description The id of the event */
                eventId: string;
                /** @description The id of the guest */
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
                /** @description The id of the event */
                eventId: string;
                /** @description The id of the guest */
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
                /** @description The id of the event */
                eventId: string;
                /** @description The id of the guest */
                guestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them */
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
                /** @description The id of the device */
                deviceId: string;
                /** @description The id of the event */
                eventId: string;
                /** @description The id of the guest */
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
                /** @description The id of the event */
                eventId: string;
                /** @description The id of the guest */
                guestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code in both forms, each as text and as a picture */
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
                        error: "database_unavailable" | "event_cancelled" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "no_door_code" | "not_found" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    writeToGuest: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text that you choose for each operation. A request that is repeated with the same key within 24 hours is not run again: it gets the response of the first one, with `Idempotency-Replayed: true`. The same key with another request is refused (409 `idempotency_key_reused`). A request that was refused or failed does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the event */
                eventId: string;
                /** @description The id of the guest */
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
                        error: "database_unavailable" | "email_unverified" | "feature_disabled" | "feature_not_in_tier" | "idempotency_key_reused" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "outcome_erased" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "sending_paused" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
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
                /** @description The id of the event */
                eventId: string;
                /** @description The id of the guest */
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
            /** @description The offer. */
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
                        error: "database_unavailable" | "event_cancelled" | "event_full" | "event_over" | "insufficient_scope" | "list_changed" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "not_waiting" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
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
                /** @description The id of the event */
                eventId: string;
                /** @description The id of the guest */
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
            /** @description The recorded answer. */
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
                        error: "database_unavailable" | "email_unverified" | "event_full" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "rsvp_changed" | "second_factor_required" | "sending_paused" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
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
                /** @description The id of the event */
                eventId: string;
                /** @description The id of the guest */
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
                /** @description `next_cursor` of the page before; the first page if left out */
                cursor?: string;
                /** @description The most items of a page; 50 if left out */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the event */
                eventId: string;
                /** @description The id of the guest */
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
                /** @description The id of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts of now, and the tags and tables that guests have */
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
                /** @description The id of the event */
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
            /** @description The guests are deleted */
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
                /** @description The id of the event */
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
                /** @description What becomes of a guest whose phone number is invalid; `drop` keeps the guest without it. Default: `reject`. */
                invalid_phone?: "reject" | "drop";
                /** @description `true`: one invalid row refuses the whole file (400), and a `possible_duplicate` is skipped. Default: `false`. */
                strict?: "true" | "false";
            };
            header?: {
                /** @description A unique text that you choose for each operation. A request that is repeated with the same key within 24 hours is not run again: it gets the response of the first one, with `Idempotency-Replayed: true`. The same key with another request is refused (409 `idempotency_key_reused`). A request that was refused or failed does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the event */
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
                /** @description A unique text that you choose for each operation. A request that is repeated with the same key within 24 hours is not run again: it gets the response of the first one, with `Idempotency-Replayed: true`. The same key with another request is refused (409 `idempotency_key_reused`). A request that was refused or failed does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the event */
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
                /** @description What becomes of a guest whose phone number is invalid; `drop` keeps the guest without it. Default: `reject`. */
                invalid_phone?: "reject" | "drop";
                /** @description `true`: one invalid row refuses the whole file (400), and a `possible_duplicate` is skipped. Default: `false`. */
                strict?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description The id of the event */
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
            /** @description Every row with its status */
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
                /** @description The id of the event */
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
                /** @description The `sequence` of the last activity that you have */
                after?: number;
                /** @description A ticket of `POST /auth/ws-ticket` */
                ticket: string;
            };
            header?: never;
            path: {
                /** @description The id of the event */
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
                        error: "database_unavailable" | "invalid_token" | "misconfigured" | "not_found" | "region_unavailable" | "unknown_parameter" | "upgrade_required" | "validation_failed";
                    };
                };
            };
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before; the first page if left out */
                cursor?: string;
                /** @description The most items of a page; 50 if left out */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the event */
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
                /** @description A unique text that you choose for each operation. A request that is repeated with the same key within 24 hours is not run again: it gets the response of the first one, with `Idempotency-Replayed: true`. The same key with another request is refused (409 `idempotency_key_reused`). A request that was refused or failed does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the event */
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
            /** @description The new message */
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
                        error: "database_unavailable" | "email_unverified" | "feature_disabled" | "feature_not_in_tier" | "idempotency_key_reused" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "outcome_erased" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "sending_paused" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
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
                /** @description The id of the event */
                eventId: string;
                /** @description The id of the message */
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
                /** @description The id of the event */
                eventId: string;
                /** @description The id of the message */
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
                /** @description The id of the event */
                eventId: string;
                /** @description The id of the message */
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
            /** @description The changed message */
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
                /** @description `next_cursor` of the page before; the first page if left out */
                cursor?: string;
                /** @description The most items of a page; 50 if left out */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the event */
                eventId: string;
                /** @description The id of the message */
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
    sendMessageNow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the event */
                eventId: string;
                /** @description The id of the message */
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
                /** @description The id of the event */
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
            /** @description The mail, or the text message. */
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
                /** @description Guests by their RSVP (`pending` has none yet), also by two of them, by what became of them, or by a tag (`tag:family`), evaluated when the message is sent. `unopened` were invited and haven't opened the link; `undelivered` didn't get the mail with it; `not_arrived` are coming and not checked in. */
                audience: ("everyone" | "attending" | "pending" | "declined" | "maybe" | "attending_and_pending" | "attending_and_maybe" | "pending_and_maybe" | "unopened" | "undelivered" | "waitlisted" | "checked_in" | "not_arrived") | string;
                /** @description `email`, or `sms`, which has no subject. Default: `email`. */
                channel?: "email" | "sms";
            };
            header?: never;
            path: {
                /** @description The id of the event */
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
                /** @description The id of the event */
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
                /** @description The id of the event */
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
            /** @description The mail will be sent. */
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
                /** @description The id of the event */
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
            /** @description The page. */
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
                /** @description The id of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The questions, and those that were removed. */
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
                /** @description The id of the event */
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
            /** @description The new questions. */
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
                /** @description The id of the event */
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
            /** @description The event. */
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
                        error: "database_unavailable" | "event_changed" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "notice_limit" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    mintScannerTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text that you choose for each operation. A request that is repeated with the same key within 24 hours is not run again: it gets the response of the first one, with `Idempotency-Replayed: true`. The same key with another request is refused (409 `idempotency_key_reused`). A request that was refused or failed does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the event */
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
                /** @description The id of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The seats that are taken, offered and waited for. */
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
                /** @description The id of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them: at most 200 */
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
                /** @description A unique text that you choose for each operation. A request that is repeated with the same key within 24 hours is not run again: it gets the response of the first one, with `Idempotency-Replayed: true`. The same key with another request is refused (409 `idempotency_key_reused`). A request that was refused or failed does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the event */
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
                /** @description The network to remove, in any of its forms */
                ip_cidr: string;
            };
            header?: never;
            path: {
                /** @description The id of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accesses from the network are scored from the next one on */
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
                /** @description `next_cursor` of the page before; the first page if left out */
                cursor?: string;
                /** @description The most items of a page; 50 if left out */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the event */
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
                /** @description The id of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event's thresholds, and the defaults */
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
                /** @description The id of the event */
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
                /** @description The threshold to try for `block` */
                block: number;
                /** @description The threshold to try for `high` */
                high: number;
                /** @description The threshold to try for `medium` */
                medium: number;
            };
            header?: never;
            path: {
                /** @description The id of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accesses in each band, under the proposed and the current thresholds */
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
                /** @description The id of the event */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The words. */
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
                /** @description The id of the event */
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
            /** @description The new words. */
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
                /** @description The id of the event */
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
            /** @description The mail. */
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
                /** @description The id of the event */
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
            /** @description The mail will be sent. */
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
                /** @description A unique text that you choose for each operation. A request that is repeated with the same key within 24 hours is not run again: it gets the response of the first one, with `Idempotency-Replayed: true`. The same key with another request is refused (409 `idempotency_key_reused`). A request that was refused or failed does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the event */
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
            /** @description A new link */
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
                        error: "database_unavailable" | "email_unverified" | "idempotency_key_reused" | "insufficient_scope" | "links_changed" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "outcome_erased" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "sending_limit" | "sending_paused" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    rotateToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text that you choose for each operation. A request that is repeated with the same key within 24 hours is not run again: it gets the response of the first one, with `Idempotency-Replayed: true`. The same key with another request is refused (409 `idempotency_key_reused`). A request that was refused or failed does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the event */
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
                        error: "database_unavailable" | "email_unverified" | "idempotency_key_reused" | "insufficient_scope" | "links_changed" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "outcome_erased" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "sending_limit" | "sending_paused" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    addWalkIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text that you choose for each operation. A request that is repeated with the same key within 24 hours is not run again: it gets the response of the first one, with `Idempotency-Replayed: true`. The same key with another request is refused (409 `idempotency_key_reused`). A request that was refused or failed does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the event */
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
            /** @description The guest is on the list and checked in */
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
                        error: "database_unavailable" | "door_device_ended" | "door_not_open" | "door_right_missing" | "duplicate_guest" | "event_cancelled" | "idempotency_key_reused" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "outcome_erased" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "second_factor_required" | "tier_limit" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
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
            /** @description The counts, by event. */
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
            /** @description The page. */
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
            /** @description The service and its databases answer. */
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
                        error: "database_unavailable" | "misconfigured" | "region_unavailable" | "unknown_parameter";
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
                /** @description The token of the link */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invite. A browser gets a page. */
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
                /** @description A unique text that you choose for each operation. A request that is repeated with the same key within 24 hours is not run again: it gets the response of the first one, with `Idempotency-Replayed: true`. The same key with another request is refused (409 `idempotency_key_reused`). A request that was refused or failed does not use up its key. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The token of the link */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your role on the event. */
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LostLink"];
            };
        };
        responses: {
            /** @description If the address has open invitations, a mail will be sent. */
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
            /** @description Your account. */
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
            /** @description Your account. */
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
            /** @description Your account. */
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
            /** @description A mail will be sent to the new address. */
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
            /** @description The passkeys, oldest first. */
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
                /** @description The id of the passkey */
                passkeyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The passkey is removed. */
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
            /** @description The password is changed. */
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
            /** @description The address as Cloudflare reports it. */
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
            /** @description Ten recovery codes. */
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
                /** @description `next_cursor` of the page before; the first page if left out */
                cursor?: string;
                /** @description The most items of a page; 50 if left out */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What can act for your account, and its log. */
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
                /** @description The id of the credential */
                credentialId: string;
                /** @description The kind of the credential */
                kind: components["schemas"]["CredentialKind"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended. */
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
                        error: "database_unavailable" | "misconfigured" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "role_too_low" | "session_required" | "step_up_required" | "unauthenticated" | "unknown_parameter";
                    };
                };
            };
        };
    };
    readSessions: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before; the first page if left out */
                cursor?: string;
                /** @description The most items of a page; 50 if left out */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of your sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Session"][];
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
            /** @description The other sessions have ended. */
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
                /** @description The id of the session */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
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
            /** @description The state of your authenticator app. */
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
            /** @description The secret. It is shown this once. */
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
            /** @description The app is removed. */
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
            /** @description Ten recovery codes. */
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
                /** @description The id that the last response gave your client for this link. On the device whose request answered with it, or that was verified, the guest sees and changes the answer, also after an update of the browser; and a known device lowers the risk of an access. It is valid for this link until 30 days after the event. One that is missing, altered, expired or another link's is no error: the response has a new one. Send none where you don't keep one for each person. */
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
                /** @description The id that the last response gave your client for this link. On the device whose request answered with it, or that was verified, the guest sees and changes the answer, also after an update of the browser; and a known device lowers the risk of an access. It is valid for this link until 30 days after the event. One that is missing, altered, expired or another link's is no error: the response has a new one. Send none where you don't keep one for each person. */
                "Usher-Device"?: string;
            };
            path: {
                /** @description The 43 characters after /i/ in a guest's link */
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
            /** @description The edited RSVP */
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
                /** @description The id that the last response gave your client for this link. On the device whose request answered with it, or that was verified, the guest sees and changes the answer, also after an update of the browser; and a known device lowers the risk of an access. It is valid for this link until 30 days after the event. One that is missing, altered, expired or another link's is no error: the response has a new one. Send none where you don't keep one for each person. */
                "Usher-Device"?: string;
            };
            path: {
                /** @description The 43 characters after /i/ in a guest's link */
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
            /** @description The RSVP, with the door code of a guest who has a seat */
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
                /** @description The token of the link */
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address, masked, and what it does not get */
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
                        error: "database_unavailable" | "invalid_token" | "misconfigured" | "region_unavailable" | "validation_failed";
                    };
                };
            };
        };
    };
    unsubscribe: {
        parameters: {
            query: {
                /** @description Whose mails end: those of the host whose mail had the link, or of `all` hosts; `none` takes both back. Default: `host`. */
                scope?: "host" | "all" | "none";
                /** @description The token of the link */
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the address does not get from now on */
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
                        error: "database_unavailable" | "invalid_token" | "misconfigured" | "payload_too_large" | "region_unavailable" | "validation_failed";
                    };
                };
            };
        };
    };
    readImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name in the image's url */
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
            query?: never;
            header?: {
                /** @description A unique text that you choose for each operation. A request that is repeated with the same key within 24 hours is not run again: it gets the response of the first one, with `Idempotency-Replayed: true`. The same key with another request is refused (409 `idempotency_key_reused`). A request that was refused or failed does not use up its key. */
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
            /** @description The image is stored, and served at `url` */
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
                        error: "database_unavailable" | "idempotency_key_reused" | "images_unavailable" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "outcome_erased" | "payload_too_large" | "rate_limited" | "region_unavailable" | "storage_unavailable" | "unauthenticated" | "unavailable" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_image" | "unsupported_media_type" | "upload_limit_reached" | "validation_failed";
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
            /** @description All of your endpoints, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookEndpoint"][];
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
                /** @description A unique text that you choose for each operation. A request that is repeated with the same key within 24 hours is not run again: it gets the response of the first one, with `Idempotency-Replayed: true`. The same key with another request is refused (409 `idempotency_key_reused`). A request that was refused or failed does not use up its key. */
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
            /** @description The endpoint, with its secret. */
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
                /** @description The id of the webhook endpoint */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
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
                /** @description The id of the webhook endpoint */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint is gone. */
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
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "unauthenticated" | "unknown_parameter";
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
                /** @description The id of the webhook endpoint */
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
            /** @description The endpoint as it is now. */
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
                        error: "database_unavailable" | "insufficient_scope" | "malformed_json" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "step_up_required" | "unauthenticated" | "unknown_parameter" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    readWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before; the first page if left out */
                cursor?: string;
                /** @description The most items of a page; 50 if left out */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the webhook endpoint */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookDelivery"][];
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
                /** @description The id of the delivery */
                deliveryId: string;
                /** @description The id of the webhook endpoint */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It's on its way. */
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
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "unauthenticated" | "unknown_parameter";
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
                /** @description The id of the webhook endpoint */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret. */
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
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "step_up_required" | "unauthenticated" | "unknown_parameter" | "webhook_changed";
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
                /** @description The id of the webhook endpoint */
                endpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of it. */
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
                        error: "database_unavailable" | "insufficient_scope" | "misconfigured" | "network_not_allowed" | "not_found" | "payload_too_large" | "rate_limited" | "region_unavailable" | "unauthenticated" | "unavailable" | "unknown_parameter";
                    };
                };
            };
        };
    };
    handleMailReport: {
        parameters: {
            query?: never;
            header?: never;
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
                        error: "database_unavailable" | "invalid_signature" | "malformed_json" | "misconfigured" | "payload_too_large" | "region_unavailable" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    handleInboundSms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": Record<string, never>;
            };
        };
        responses: {
            /** @description Received: TwiML without a reply */
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
                /** @description Set by us in the address that the provider gets */
                event?: string;
                /** @description Set by us in the address that the provider gets */
                guest?: string;
                /** @description Set by us in the address that the provider gets */
                message?: string;
            };
            header?: never;
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
                        error: "database_unavailable" | "invalid_signature" | "malformed_json" | "misconfigured" | "not_found" | "payload_too_large" | "region_unavailable" | "unsupported_content_encoding" | "unsupported_media_type" | "validation_failed";
                    };
                };
            };
        };
    };
    applyReport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The event is applied or ignored. */
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
                /** @description The same for every try: handle each id once */
                "webhook-id": string;
                /** @description `v1,` and a base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; two while a secret is replaced */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since the epoch */
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
                 *       "timestamp": "2027-05-04T09:30:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 1,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         },
                 *         "access_log_id": "0191e0b1-7a3c-7f00-8000-000000000001",
                 *         "answer": "restored"
                 *       }
                 *     }
                 */
                "application/json": {
                    data: {
                        /** Format: uuid */
                        access_log_id: string;
                        /** @enum {string} */
                        answer: "restored" | "unchanged" | "kept";
                        /** Format: uuid */
                        event_id: string;
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        sequence: number;
                    };
                    /** Format: date-time */
                    timestamp: string;
                    /** @enum {string} */
                    type: "access.reported";
                };
            };
        };
        responses: {
            /** @description You have it. Anything else, a redirect too, is tried again, as is no answer in 10 seconds. */
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
                /** @description The same for every try: handle each id once */
                "webhook-id": string;
                /** @description `v1,` and a base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; two while a secret is replaced */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since the epoch */
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
                 *       "timestamp": "2027-05-04T09:30:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 1,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         },
                 *         "access_log_id": "0191e0b1-7a3c-7f00-8000-000000000001",
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
                    data: {
                        /** Format: uuid */
                        access_log_id: string;
                        automated: boolean;
                        /** Format: uuid */
                        event_id: string;
                        geo_city: string | null;
                        geo_country: string | null;
                        geo_lat: number | null;
                        geo_lon: number | null;
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        /** @enum {string} */
                        kind: "access" | "rsvp" | "edit";
                        reasons: string[];
                        /** @enum {string} */
                        risk: "low" | "medium" | "high" | "block";
                        score: number;
                        sequence: number;
                    };
                    /** Format: date-time */
                    timestamp: string;
                    /** @enum {string} */
                    type: "access.scored";
                };
            };
        };
        responses: {
            /** @description You have it. Anything else, a redirect too, is tried again, as is no answer in 10 seconds. */
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
                /** @description The same for every try: handle each id once */
                "webhook-id": string;
                /** @description `v1,` and a base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; two while a secret is replaced */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since the epoch */
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
                 *       "timestamp": "2027-05-04T09:30:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 1,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         },
                 *         "challenge_id": "0191e0b1-7a3c-7f00-8000-000000000001",
                 *         "channel": "email"
                 *       }
                 *     }
                 */
                "application/json": {
                    data: {
                        /** Format: uuid */
                        challenge_id: string;
                        /** @enum {string} */
                        channel: "email" | "sms";
                        /** Format: uuid */
                        event_id: string;
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        sequence: number;
                    };
                    /** Format: date-time */
                    timestamp: string;
                    /** @enum {string} */
                    type: "challenge.failed";
                };
            };
        };
        responses: {
            /** @description You have it. Anything else, a redirect too, is tried again, as is no answer in 10 seconds. */
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
                /** @description The same for every try: handle each id once */
                "webhook-id": string;
                /** @description `v1,` and a base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; two while a secret is replaced */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since the epoch */
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
                 *       "timestamp": "2027-05-04T09:30:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 1,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         },
                 *         "challenge_id": "0191e0b1-7a3c-7f00-8000-000000000001",
                 *         "channel": "email"
                 *       }
                 *     }
                 */
                "application/json": {
                    data: {
                        /** Format: uuid */
                        challenge_id: string;
                        /** @enum {string} */
                        channel: "email" | "sms";
                        /** Format: uuid */
                        event_id: string;
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        sequence: number;
                    };
                    /** Format: date-time */
                    timestamp: string;
                    /** @enum {string} */
                    type: "challenge.passed";
                };
            };
        };
        responses: {
            /** @description You have it. Anything else, a redirect too, is tried again, as is no answer in 10 seconds. */
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
                /** @description The same for every try: handle each id once */
                "webhook-id": string;
                /** @description `v1,` and a base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; two while a secret is replaced */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since the epoch */
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
                 *       "timestamp": "2027-05-04T09:30:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 1,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         },
                 *         "challenge_id": "0191e0b1-7a3c-7f00-8000-000000000001",
                 *         "channel": "email"
                 *       }
                 *     }
                 */
                "application/json": {
                    data: {
                        /** Format: uuid */
                        challenge_id: string;
                        /** @enum {string} */
                        channel: "email" | "sms";
                        /** Format: uuid */
                        event_id: string;
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        sequence: number;
                    };
                    /** Format: date-time */
                    timestamp: string;
                    /** @enum {string} */
                    type: "challenge.sent";
                };
            };
        };
        responses: {
            /** @description You have it. Anything else, a redirect too, is tried again, as is no answer in 10 seconds. */
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
                /** @description The same for every try: handle each id once */
                "webhook-id": string;
                /** @description `v1,` and a base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; two while a secret is replaced */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since the epoch */
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
                 *       "timestamp": "2027-05-04T09:30:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 1,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         },
                 *         "check_in_id": "0191e0b1-7a3c-7f00-8000-000000000001",
                 *         "arrival_id": "0191e0b1-7a3c-7f00-8000-000000000001",
                 *         "arrival_count": 2,
                 *         "total_count": 1
                 *       }
                 *     }
                 */
                "application/json": {
                    data: {
                        arrival_count: number;
                        /** Format: uuid */
                        arrival_id: string;
                        /** Format: uuid */
                        check_in_id: string;
                        /** Format: uuid */
                        event_id: string;
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        sequence: number;
                        total_count: number;
                    };
                    /** Format: date-time */
                    timestamp: string;
                    /** @enum {string} */
                    type: "check_in.arrived";
                };
            };
        };
        responses: {
            /** @description You have it. Anything else, a redirect too, is tried again, as is no answer in 10 seconds. */
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
                /** @description The same for every try: handle each id once */
                "webhook-id": string;
                /** @description `v1,` and a base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; two while a secret is replaced */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since the epoch */
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
                 *       "timestamp": "2027-05-04T09:30:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 1,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         },
                 *         "check_in_id": "0191e0b1-7a3c-7f00-8000-000000000001",
                 *         "arrival_count": 2,
                 *         "walk_in": false
                 *       }
                 *     }
                 */
                "application/json": {
                    data: {
                        arrival_count: number;
                        /** Format: uuid */
                        check_in_id: string;
                        /** Format: uuid */
                        event_id: string;
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        sequence: number;
                        walk_in: boolean;
                    };
                    /** Format: date-time */
                    timestamp: string;
                    /** @enum {string} */
                    type: "check_in.recorded";
                };
            };
        };
        responses: {
            /** @description You have it. Anything else, a redirect too, is tried again, as is no answer in 10 seconds. */
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
                /** @description The same for every try: handle each id once */
                "webhook-id": string;
                /** @description `v1,` and a base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; two while a secret is replaced */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since the epoch */
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
                 *       "timestamp": "2027-05-04T09:30:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 1,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         },
                 *         "check_in_id": "0191e0b1-7a3c-7f00-8000-000000000001"
                 *       }
                 *     }
                 */
                "application/json": {
                    data: {
                        /** Format: uuid */
                        check_in_id: string;
                        /** Format: uuid */
                        event_id: string;
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        sequence: number;
                    };
                    /** Format: date-time */
                    timestamp: string;
                    /** @enum {string} */
                    type: "check_in.undone";
                };
            };
        };
        responses: {
            /** @description You have it. Anything else, a redirect too, is tried again, as is no answer in 10 seconds. */
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
                /** @description The same for every try: handle each id once */
                "webhook-id": string;
                /** @description `v1,` and a base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; two while a secret is replaced */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since the epoch */
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
                 *       "timestamp": "2027-05-04T09:30:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 1,
                 *         "message": "must be an email address, e.g. ada@example.com"
                 *       }
                 *     }
                 */
                "application/json": {
                    data: {
                        /** Format: uuid */
                        event_id: string;
                        message: string | null;
                        sequence: number;
                    };
                    /** Format: date-time */
                    timestamp: string;
                    /** @enum {string} */
                    type: "event.cancelled";
                };
            };
        };
        responses: {
            /** @description You have it. Anything else, a redirect too, is tried again, as is no answer in 10 seconds. */
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
                /** @description The same for every try: handle each id once */
                "webhook-id": string;
                /** @description `v1,` and a base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; two while a secret is replaced */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since the epoch */
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
                 *       "timestamp": "2027-05-04T09:30:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 1,
                 *         "changed": [
                 *           "changed"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    data: {
                        changed: string[];
                        /** Format: uuid */
                        event_id: string;
                        sequence: number;
                    };
                    /** Format: date-time */
                    timestamp: string;
                    /** @enum {string} */
                    type: "event.updated";
                };
            };
        };
        responses: {
            /** @description You have it. Anything else, a redirect too, is tried again, as is no answer in 10 seconds. */
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
                /** @description The same for every try: handle each id once */
                "webhook-id": string;
                /** @description `v1,` and a base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; two while a secret is replaced */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since the epoch */
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
                 *       "timestamp": "2027-05-04T09:30:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 1,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    data: {
                        /** Format: uuid */
                        event_id: string;
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        sequence: number;
                    };
                    /** Format: date-time */
                    timestamp: string;
                    /** @enum {string} */
                    type: "guest.created";
                };
            };
        };
        responses: {
            /** @description You have it. Anything else, a redirect too, is tried again, as is no answer in 10 seconds. */
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
                /** @description The same for every try: handle each id once */
                "webhook-id": string;
                /** @description `v1,` and a base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; two while a secret is replaced */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since the epoch */
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
                 *       "timestamp": "2027-05-04T09:30:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 1,
                 *         "guest_id": "0191e0b1-7a3c-7f00-8000-000000000020"
                 *       }
                 *     }
                 */
                "application/json": {
                    data: {
                        /** Format: uuid */
                        event_id: string;
                        /** Format: uuid */
                        guest_id: string;
                        sequence: number;
                    };
                    /** Format: date-time */
                    timestamp: string;
                    /** @enum {string} */
                    type: "guest.deleted";
                };
            };
        };
        responses: {
            /** @description You have it. Anything else, a redirect too, is tried again, as is no answer in 10 seconds. */
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
                /** @description The same for every try: handle each id once */
                "webhook-id": string;
                /** @description `v1,` and a base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; two while a secret is replaced */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since the epoch */
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
                 *       "timestamp": "2027-05-04T09:30:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 1,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         },
                 *         "changed": [
                 *           "changed"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    data: {
                        changed: string[];
                        /** Format: uuid */
                        event_id: string;
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        sequence: number;
                    };
                    /** Format: date-time */
                    timestamp: string;
                    /** @enum {string} */
                    type: "guest.updated";
                };
            };
        };
        responses: {
            /** @description You have it. Anything else, a redirect too, is tried again, as is no answer in 10 seconds. */
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
                /** @description The same for every try: handle each id once */
                "webhook-id": string;
                /** @description `v1,` and a base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; two while a secret is replaced */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since the epoch */
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
                 *       "timestamp": "2027-05-04T09:30:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 1,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         },
                 *         "reason": null
                 *       }
                 *     }
                 */
                "application/json": {
                    data: {
                        /** Format: uuid */
                        event_id: string;
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        reason: string | null;
                        sequence: number;
                    };
                    /** Format: date-time */
                    timestamp: string;
                    /** @enum {string} */
                    type: "invitation.bounced";
                };
            };
        };
        responses: {
            /** @description You have it. Anything else, a redirect too, is tried again, as is no answer in 10 seconds. */
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
                /** @description The same for every try: handle each id once */
                "webhook-id": string;
                /** @description `v1,` and a base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; two while a secret is replaced */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since the epoch */
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
                 *       "timestamp": "2027-05-04T09:30:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 1,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    data: {
                        /** Format: uuid */
                        event_id: string;
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        sequence: number;
                    };
                    /** Format: date-time */
                    timestamp: string;
                    /** @enum {string} */
                    type: "invitation.delivered";
                };
            };
        };
        responses: {
            /** @description You have it. Anything else, a redirect too, is tried again, as is no answer in 10 seconds. */
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
                /** @description The same for every try: handle each id once */
                "webhook-id": string;
                /** @description `v1,` and a base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; two while a secret is replaced */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since the epoch */
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
                 *       "timestamp": "2027-05-04T09:30:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 1,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    data: {
                        /** Format: uuid */
                        event_id: string;
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        sequence: number;
                    };
                    /** Format: date-time */
                    timestamp: string;
                    /** @enum {string} */
                    type: "invitation.opened";
                };
            };
        };
        responses: {
            /** @description You have it. Anything else, a redirect too, is tried again, as is no answer in 10 seconds. */
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
                /** @description The same for every try: handle each id once */
                "webhook-id": string;
                /** @description `v1,` and a base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; two while a secret is replaced */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since the epoch */
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
                 *       "timestamp": "2027-05-04T09:30:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 1,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    data: {
                        /** Format: uuid */
                        event_id: string;
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        sequence: number;
                    };
                    /** Format: date-time */
                    timestamp: string;
                    /** @enum {string} */
                    type: "invitation.sent";
                };
            };
        };
        responses: {
            /** @description You have it. Anything else, a redirect too, is tried again, as is no answer in 10 seconds. */
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
                /** @description The same for every try: handle each id once */
                "webhook-id": string;
                /** @description `v1,` and a base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; two while a secret is replaced */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since the epoch */
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
                 *       "timestamp": "2027-05-04T09:30:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 1,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         },
                 *         "rsvp_id": "0191e0b1-7a3c-7f00-8000-000000000001",
                 *         "response": "attending",
                 *         "plus_ones": 1,
                 *         "companions": [
                 *           {
                 *             "name": "Ada Lindqvist",
                 *             "attending": true
                 *           }
                 *         ],
                 *         "answered_by": "guest",
                 *         "seat": "confirmed"
                 *       }
                 *     }
                 */
                "application/json": {
                    data: {
                        /** @enum {string} */
                        answered_by: "guest" | "host";
                        companions: {
                            attending: boolean;
                            name: string | null;
                        }[];
                        /** Format: uuid */
                        event_id: string;
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        plus_ones: number;
                        /** @enum {string} */
                        response: "attending" | "declined" | "maybe";
                        /** Format: uuid */
                        rsvp_id: string;
                        /** @enum {string|null} */
                        seat: "confirmed" | "waitlisted" | "offered" | null;
                        sequence: number;
                    };
                    /** Format: date-time */
                    timestamp: string;
                    /** @enum {string} */
                    type: "rsvp.submitted";
                };
            };
        };
        responses: {
            /** @description You have it. Anything else, a redirect too, is tried again, as is no answer in 10 seconds. */
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
                /** @description The same for every try: handle each id once */
                "webhook-id": string;
                /** @description `v1,` and a base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; two while a secret is replaced */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since the epoch */
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
                 *       "timestamp": "2027-05-04T09:30:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 1,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         },
                 *         "rsvp_id": "0191e0b1-7a3c-7f00-8000-000000000001",
                 *         "response": "attending",
                 *         "plus_ones": 1,
                 *         "companions": [
                 *           {
                 *             "name": "Ada Lindqvist",
                 *             "attending": true
                 *           }
                 *         ],
                 *         "answered_by": "guest",
                 *         "seat": "confirmed",
                 *         "edit_count": 1
                 *       }
                 *     }
                 */
                "application/json": {
                    data: {
                        /** @enum {string} */
                        answered_by: "guest" | "host";
                        companions: {
                            attending: boolean;
                            name: string | null;
                        }[];
                        edit_count: number;
                        /** Format: uuid */
                        event_id: string;
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        plus_ones: number;
                        /** @enum {string} */
                        response: "attending" | "declined" | "maybe";
                        /** Format: uuid */
                        rsvp_id: string;
                        /** @enum {string|null} */
                        seat: "confirmed" | "waitlisted" | "offered" | null;
                        sequence: number;
                    };
                    /** Format: date-time */
                    timestamp: string;
                    /** @enum {string} */
                    type: "rsvp.updated";
                };
            };
        };
        responses: {
            /** @description You have it. Anything else, a redirect too, is tried again, as is no answer in 10 seconds. */
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
                /** @description The same for every try: handle each id once */
                "webhook-id": string;
                /** @description `v1,` and a base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; two while a secret is replaced */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since the epoch */
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
                 *       "timestamp": "2027-05-04T09:30:00.000Z",
                 *       "data": {
                 *         "event_id": "0191e0b1-7a3c-7f00-8000-000000000010",
                 *         "sequence": 1,
                 *         "guest": {
                 *           "id": "0191e0b1-7a3c-7f00-8000-000000000020",
                 *           "name": "Ada Lindqvist"
                 *         },
                 *         "rsvp_id": "0191e0b1-7a3c-7f00-8000-000000000001",
                 *         "heads": 2,
                 *         "offer_expires_at": "2027-05-04T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    data: {
                        /** Format: uuid */
                        event_id: string;
                        guest: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                        };
                        heads: number;
                        /** Format: date-time */
                        offer_expires_at: string;
                        /** Format: uuid */
                        rsvp_id: string;
                        sequence: number;
                    };
                    /** Format: date-time */
                    timestamp: string;
                    /** @enum {string} */
                    type: "waitlist.offered";
                };
            };
        };
        responses: {
            /** @description You have it. Anything else, a redirect too, is tried again, as is no answer in 10 seconds. */
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
                /** @description The same for every try: handle each id once */
                "webhook-id": string;
                /** @description `v1,` and a base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; two while a secret is replaced */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since the epoch */
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
                 *       "timestamp": "2027-05-04T09:30:00.000Z",
                 *       "data": {
                 *         "endpoint_id": "0191e0b1-7a3c-7f00-8000-000000000001"
                 *       }
                 *     }
                 */
                "application/json": {
                    data: {
                        /** Format: uuid */
                        endpoint_id: string;
                    };
                    /** Format: date-time */
                    timestamp: string;
                    /** @enum {string} */
                    type: "webhook.test";
                };
            };
        };
        responses: {
            /** @description You have it. Anything else, a redirect too, is tried again, as is no answer in 10 seconds. */
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
