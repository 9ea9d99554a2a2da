import type { Module } from "./modules.ts";

/** Functions that `commit()` calls for a verb: they record, store and publish messages and activities, and seal. */
const CEREMONY = new Set([
  ...["recordAudit", "recordDataExport", "sealAfterResponse", "sealRecords"],
  ...["enqueue", "flushAfterResponse", "flushSoon", "storeActivities"],
]);

/** Files that call them by hand, with the reason. Each list only becomes shorter. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  "a hot route: prepared statements, and one batch for several requests": [
    ...["src/rsvp/submit-rsvp.ts", "src/rsvp/edit-rsvp.ts", "src/risk/access-log.ts"],
    ...["src/door/add-arrivals.ts", "src/door/publish-arrival.ts", "src/invitations/devices/queries.ts"],
  ],
  "records before it reads or on another shard than its change": [
    ...["src/door/read-door-code.ts", "src/identity/accounts/record-export.ts"],
    ...["src/insights/audit/read-audit.ts", "src/privacy/export-data.ts", "src/live/webhooks/endpoints.ts"],
  ],
  "nobody who is signed in acts: a one-time token, a consumer, a task or a guest": [
    ...["src/access/reports/report-access.ts", "src/access/request-edit-link.ts", "src/rsvp/answer-offer.ts"],
    ...["src/billing/apply-payment-event.ts", "src/events/seats/expire-offers.ts", "src/events/seats/offer-seats.ts"],
    ...["src/identity/accounts/forgot-password.ts", "src/identity/accounts/log-in.ts"],
    ...["src/identity/accounts/mail-verification.ts", "src/identity/accounts/sign-up.ts"],
    ...["src/identity/api-keys/remind-of-expiry.ts", "src/identity/recovery/reset-password.ts"],
    ...["src/identity/recovery/undo-email-change.ts", "src/identity/recovery/verify-email.ts"],
    ...["src/identity/second-factors/complete-log-in.ts", "src/identity/second-factors/use-factor.ts"],
    ...["src/invitations/lost-links/mail-lost-links.ts", "src/live/alerts/send-alerts.ts"],
    ...["src/live/webhooks/deliver-webhooks.ts", "src/mail/reports/handle-mail-report.ts"],
    ...["src/privacy/account-security/revoke-credential.ts", "src/privacy/delete-account-on-shard.ts"],
    ...["src/privacy/delete-account.ts", "src/privacy/erase-event-now.ts", "src/privacy/erase-event.ts"],
    ...["src/risk/challenges/ask-host.ts", "src/risk/challenges/send-challenge.ts"],
    ...["src/risk/challenges/verify-challenge.ts", "src/sending/pause-if-harmful.ts"],
  ],
  "not converted yet": [
    ...[
      "src/door/devices/door-devices.ts",
      "src/door/undo-check-in.ts",
      "src/events/cancel-event.ts",
      "src/events/change-event.ts",
    ],
    ...["src/events/copies/copy-event.ts", "src/events/delete-event.ts", "src/events/reply-to.ts"],
    ...["src/events/seats/make-offer.ts", "src/events/seats/offer-out-of-turn.ts"],
    ...["src/guests/import-guests.ts", "src/guests/insert-guest-within-limit.ts"],
    ...["src/identity/accounts/end-sessions.ts", "src/identity/api-keys/api-keys.ts"],
    ...["src/identity/profile/change-password.ts", "src/identity/profile/profile.ts"],
    ...["src/identity/profile/request-email-change.ts", "src/identity/second-factors/passkeys.ts"],
    ...["src/identity/second-factors/recovery-codes.ts", "src/identity/second-factors/totp-settings.ts"],
    ...["src/invitations/devices/forget-device.ts", "src/invitations/plan-mail.ts"],
    ...["src/invitations/rotate-token.ts", "src/invitations/issue-tokens.ts"],
    ...["src/messaging/create-message.ts", "src/messaging/change-message.ts", "src/messaging/texts/send-test.ts"],
    ...["src/risk/mark-access.ts", "src/rsvp/write-recorded.ts"],
  ],
};

/** The files that may do by hand what `commit()` does. */
export const BY_HAND: ReadonlySet<string> = new Set(Object.values(EXCEPTIONS).flat());

/** What a module of an area imports of the ceremony; nothing for the platform and for the files at the root of `src`. */
export function ceremonyIn({ path, imports }: Module): string[] {
  if (!/^src\/[\w-]+\//.test(path) || path.startsWith("src/platform/")) return [];
  return imports
    .filter(({ target }) => target.startsWith("src/platform/"))
    .flatMap(({ names }) => names ?? [])
    .map(({ exported }) => exported)
    .filter((name) => CEREMONY.has(name));
}
