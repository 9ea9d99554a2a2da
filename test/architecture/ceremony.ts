import type { Module } from "./modules.ts";

/**
 * Functions that `commit()` calls for a verb: they store and publish messages and activities, store results of an
 * `Idempotency-Key`, and seal the audit chain. Also the write conditions of a user, which only a write by hand needs.
 */
const CEREMONY = new Set([
  ...["recordAudit", "recordDataExport", "sealAfterResponse", "sealRecords", "recordResult"],
  ...["enqueue", "enqueueImmediate", "flushAfterResponse", "flushSoon", "storeActivities"],
  ...["hasRole", "hasLiveSession"],
]);

/** Files that call them by hand, with the reason. Each list only becomes shorter. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  "a hot route: prepared statements, and one batch for several requests": [
    ...["src/rsvp/submit-rsvp.ts", "src/rsvp/edit-rsvp.ts", "src/risk/access-log.ts"],
    ...["src/door/add-arrivals.ts", "src/door/publish-arrival.ts", "src/invitations/devices/queries.ts"],
    ...["src/door/check-in-guest.ts"],
  ],
  "records before it reads or on another shard than its change": [
    ...["src/identity/accounts/record-export.ts", "src/live/create-live-ticket.ts"],
    ...["src/insights/audit/read-audit.ts", "src/privacy/export-data.ts", "src/live/webhooks/endpoints.ts"],
    ...["src/events/copies/copy-event.ts"],
  ],
  "one statement whose returned row says whether the user may still act": [
    ...["src/identity/second-factors/step-up.ts"],
  ],
  "only a part of the batch has the condition, such as an email or a lock": [
    ...["src/identity/accounts/log-in.ts", "src/identity/accounts/start-session.ts"],
    ...["src/billing/apply-payment-event.ts", "src/risk/challenges/ask-host.ts"],
    ...["src/risk/challenges/send-challenge.ts", "src/risk/challenges/verify-challenge.ts"],
    ...["src/events/seats/offer-seats.ts", "src/live/webhooks/deliver-webhooks.ts"],
  ],
  "activities or a record of a guest or a provider, which commit() takes from users only": [
    ...["src/access/reports/report-access.ts", "src/rsvp/answer-offer.ts", "src/mail/reports/handle-mail-report.ts"],
  ],
  "publishes only after work outside its batch, or erases the outbox first": [
    ...["src/privacy/delete-account.ts", "src/privacy/erase-event.ts"],
  ],
  'fits commit() by "service", and is not moved yet': ["src/access/request-edit-link.ts"],
};

/** The files that may do by hand what `commit()` does. */
export const BY_HAND: ReadonlySet<string> = new Set(Object.values(EXCEPTIONS).flat());

/**
 * Returns what a module of an area imports of the ceremony. Empty for the platform and for files at the root of `src`.
 */
export function ceremonyIn({ path, imports }: Module): string[] {
  if (!/^src\/[\w-]+\//.test(path) || path.startsWith("src/platform/")) return [];
  return imports
    .filter(({ target }) => target.startsWith("src/platform/"))
    .flatMap(({ names }) => names ?? [])
    .map(({ exported }) => exported)
    .filter((name) => CEREMONY.has(name));
}
