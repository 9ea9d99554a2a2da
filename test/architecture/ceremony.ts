import type { Module } from "./modules.ts";

/**
 * Functions that `commit()` calls for a verb: they store and publish messages and activities, and seal the audit chain.
 */
const CEREMONY = new Set([
  ...["recordAudit", "recordDataExport", "sealAfterResponse", "sealRecords"],
  ...["enqueue", "enqueueImmediate", "flushAfterResponse", "flushSoon", "storeActivities"],
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
    ...["src/events/copies/copy-event.ts"],
  ],
  "nobody who is signed in acts: a one-time token, a consumer, a task or a guest": [
    ...["src/access/reports/report-access.ts", "src/access/request-edit-link.ts", "src/rsvp/answer-offer.ts"],
    ...["src/billing/apply-payment-event.ts", "src/events/seats/expire-offers.ts", "src/events/seats/offer-seats.ts"],
    ...[
      "src/identity/accounts/log-in.ts",
      "src/identity/accounts/sign-up.ts",
      "src/identity/accounts/start-session.ts",
    ],
    ...["src/invitations/lost-links/mail-lost-links.ts", "src/live/alerts/send-alerts.ts"],
    ...["src/live/webhooks/deliver-webhooks.ts", "src/mail/reports/handle-mail-report.ts"],
    ...["src/privacy/delete-account-on-shard.ts", "src/privacy/delete-account.ts"],
    ...["src/privacy/erase-event-now.ts", "src/privacy/erase-event.ts"],
    ...["src/risk/challenges/ask-host.ts", "src/risk/challenges/send-challenge.ts"],
    ...["src/risk/challenges/verify-challenge.ts", "src/sending/pause-if-harmful.ts"],
  ],
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
