import { readFileSync } from "node:fs";
import { LIMITS } from "../../src/platform/tiers/limits.ts";
import { fillMarkers, markdownTable } from "./markdown.ts";
import { readConstant } from "./read-constant.ts";
import { type Rule, readRules } from "./read-rules.ts";
import { COUNTED_IN_ROWS, DESCRIBED_APART, RULE_TEXTS } from "./rule-texts.ts";

export const LIMITS_PATH = "docs/limits.md";
/** A limit of more operations is listed with their number. */
const MAX_NAMED_OPERATIONS = 4;
/** The tiers, in their order. */
const TIERS = Object.keys(LIMITS) as (keyof typeof LIMITS)[];

/** Returns docs/limits.md with its tables made from the code. @throws Error if a rate limit has no text, or a text no limit */
export async function renderLimits(): Promise<string> {
  return fillMarkers(readFileSync(LIMITS_PATH, "utf8"), {
    windows: markdownTable(["Limit", "Number", "Counting", "Operations", "Name"], windowRows(await readRules("."))),
    statements: markdownTable(["Limit", "Number"], statementRows()),
    tiers: markdownTable(["Limit", ...TIERS], tierRows()),
    service: markdownTable(["Limit", "Number"], serviceRows()),
  });
}

function windowRows(rules: readonly Rule[]): string[][] {
  const byName = new Map(rules.map((rule) => [rule.name, rule]));
  const unnamed = rules.map(({ name }) => name).filter((name) => !(name in RULE_TEXTS) && !DESCRIBED_APART.has(name));
  if (unnamed.length > 0) throw new Error(`scripts/docs/rule-texts.ts has no text for: ${unnamed.join(", ")}`);
  return Object.entries(RULE_TEXTS).map(([name, text]) => {
    const rule = byName.get(name);
    if (rule === undefined) throw new Error(`scripts/docs/rule-texts.ts describes ${name}, which is not a rate limit`);
    const number = `${count(rule.limit)} per ${duration(rule.windowSeconds * 1_000).replace(/^1 /, "")}`;
    return [text, number, countingOf(rule), operationsOf(rule), `\`${name}\``];
  });
}

function countingOf({ name, counts }: Rule): string {
  if (COUNTED_IN_ROWS.has(name)) return "in the write";
  if (counts.size === 0) throw new Error(`The code that counts the rate limit ${name} was not found`);
  return [...counts].sort().join(", ");
}

function operationsOf({ operations }: Rule): string {
  if (operations.size > MAX_NAMED_OPERATIONS) return `${operations.size} operations`;
  return [...operations]
    .sort()
    .map((name) => `\`${name}\``)
    .join(", ");
}

function statementRows(): string[][] {
  const codes = constantsOf("src/risk/challenges/queries.ts");
  const texts = constantsOf("src/sending/text-budgets.ts");
  const sending = constantsOf("src/sending/budgets.ts");
  const asked = constantsOf("src/sending/asked.ts");
  const mailboxes = constantsOf("src/sending/mailbox-cap.ts");
  const ceiling = constantsOf("src/env.ts").number("SMS_DAILY_CEILING");
  const views = constantsOf("src/platform/rate-limits/event-views.ts");
  const folding = constantsOf("src/risk/fold-access.ts");
  const share = percent(texts.value("SHARE_OF_PREFIX"));
  return [
    ["Codes for another device, by link", `${codes.number("MAX_AN_HOUR")} per hour`],
    [
      "Tries of a code: of the browser that asked for it; of all other browsers of the link",
      `${codes.number("MAX_TRIES")} each`,
    ],
    ["Tries of codes, by link", `${codes.number("MAX_TRIES_A_DAY")} per 24 hours`],
    [
      "Billed segments of codes as text messages, by event and tier of its host",
      `${texts.byTier("CODES_OF_EVENT")} per 24 hours`,
    ],
    ["Billed segments of text messages, by account and its tier", `${texts.byTier("TEXTS_OF_ACCOUNT")} per 24 hours`],
    [
      "Billed segments of text messages, by event and tier of its host",
      `${texts.byTier("TEXTS_OF_EVENT")} per 24 hours`,
    ],
    [
      "Billed segments of text messages of all accounts; of one calling code",
      `\`SMS_DAILY_CEILING\` (${ceiling}) per 24 hours; ${share}`,
    ],
    ["Recipients, by account and its tier", `${sending.byTier("SENDING_BUDGETS", "recipients")} per 24 hours`],
    [
      "Addresses that bounced, or were deleted or replaced after an email, by account and its tier",
      `${sending.byTier("SENDING_BUDGETS", "lost")} per 24 hours`,
    ],
    [
      "Invitations of an event to one guest",
      `one per ${sending.time("INVITATION_PAUSE_MS").replace(/^1 /, "")}, ${sending.number("INVITATIONS_A_DAY")} per 24 hours`,
    ],
    [
      "Emails of one host to one mailbox, all events together, without codes, edit links, lost links, reminders, change notices and messages to more recipients than the second number",
      `${mailboxes.number("MAILS_AN_HOUR")} per hour; ${mailboxes.number("FEW_RECIPIENTS")}`,
    ],
    [
      "Codes, edit links and new links that guests ask for with their link, by host",
      `the larger of ${asked.number("MIN_ASKED")} and ${asked.number("ASKED_PERCENT")} % of the recipients, per 24 hours`,
    ],
    [
      "Guests whom no invitation had reached, and whose RSVPs are confirmed by email, by host",
      `the larger of ${asked.number("MIN_ASKED")} and ${asked.number("ASKED_PERCENT")} % of the recipients, per 24 hours`,
    ],
    ["Emails with lost links, by host", `${asked.number("ASKED_PUBLICLY_PERCENT")} % of the recipients, per 24 hours`],
    [
      "Notices of an event: of changes; of its cancellation and reinstatement",
      `${constantsOf("src/events/change-notices/notices.ts").number("NOTICES_A_DAY")} per 24 hours each`,
    ],
    [
      "Accesses of a link with a row each. Above, accesses of one device in one band share a row",
      `${folding.number("ROWS_AN_HOUR")} per hour; for ${folding.time("FOLDED_WITHIN_MS")}`,
    ],
    [
      "Requests with the links of an event, counted in steps of 20. Above, links that were used less than 20 times in the hour still open",
      `${views.number("OF_EVENT")} per hour, and ${views.number("OF_GUEST")} for each guest`,
    ],
    [
      "New events, by account and its tier. Copies and deleted events count",
      `${constantsOf("src/events/event-room.ts").byTier("CREATIONS_A_DAY")} per 24 hours`,
    ],
    ["Edits of an RSVP", `${constantsOf("src/rsvp/rules.ts").number("MAX_EDITS")} in total, one at a time`],
    ["Images, by user", `${constantsOf("src/events/images/upload-image.ts").number("MAX_IMAGES_A_DAY")} per 24 hours`],
    [
      "Wrong passwords in a row that lock an account",
      constantsOf("src/identity/accounts/log-in.ts").number("MAX_FAILED_LOGINS"),
    ],
    [
      "Wrong codes of an authenticator app, after which only known networks may try",
      `${constantsOf("src/identity/second-factors/use-factor.ts").number("MAX_FAILURES")} per 24 hours`,
    ],
    ["Requests of a guest's link to the host", "one per 24 hours"],
  ];
}

function tierRows(): string[][] {
  const row = (text: string, value: (limits: (typeof LIMITS)["free"]) => string) => [
    text,
    ...TIERS.map((tier) => value(LIMITS[tier])),
  ];
  const number = (limit: number | null) => (limit === null ? "unlimited" : count(limit));
  const included = (isIncluded: boolean) => (isIncluded ? "yes" : "no");
  return [
    row("Events of a host", ({ counts }) => number(counts.events)),
    row("Guests of an event", ({ counts }) => number(counts.guests)),
    row("Collaborators of a host", ({ counts }) => number(counts.collaborators)),
    row("Branding", ({ features }) => included(features.branding)),
    row("Check-in", ({ features }) => included(features.scanner)),
    row("Messages to guests", ({ features }) => included(features.broadcasts)),
  ];
}

function serviceRows(): string[][] {
  const keys = constantsOf("src/identity/api-keys/api-keys.ts");
  const keyReminder = constantsOf("src/identity/api-keys/remind-of-expiry.ts").time("NOTICE_MS");
  const expired = constantsOf("src/privacy/delete-expired.ts");
  const breaker = constantsOf("src/adapters/circuit-breaker.ts");
  const credentials = constantsOf("src/identity/accounts/credentials.ts");
  const images = constantsOf("src/events/images/upload-image.ts");
  const session = credentials.time("SESSION_TTL_MS");
  const accessLog = `\`ACCESS_LOG_DAYS\` (${constantsOf("src/env.ts").number("ACCESS_LOG_DAYS")}) days`;
  return [
    ["JSON body", constantsOf("src/http/endpoint.ts").size("MAX_JSON_BYTES")],
    [
      "Guest list",
      `${constantsOf("src/guests/file-routes.ts").size("MAX_CSV_BYTES")} and ${constantsOf("src/guests/guest-file.ts").number("MAX_GUEST_ROWS")} rows`,
    ],
    ["Image; images of an account", `${images.size("MAX_UPLOAD_BYTES")}; ${images.number("MAX_IMAGES_PER_USER")}`],
    [
      "An image that no event shows",
      `deleted ${constantsOf("src/events/images/delete-unused.ts").time("UNUSED_MS")} after its upload at the earliest`,
    ],
    [
      "A guest's wait for the engine",
      `${constantsOf("src/adapters/scoring-engine.ts").number("SCORE_DEADLINE_MS")} ms; after ${breaker.number("FAILURES_TO_OPEN")} failures in a row the engine is not called for ${breaker.time("OPEN_MS")}`,
    ],
    [
      "Recipients in one queue message of `usher-broadcasts`; such messages in parallel",
      `${constantsOf("src/messaging/broadcasts/insert-batches.ts").number("BATCH_SIZE")}; ${concurrencyOf("usher-broadcasts")}`,
    ],
    [
      "API keys of an account; their default lifetime; the longest; the reminder by email",
      `${keys.number("MAX_KEYS")}; ${keys.time("DEFAULT_LIFETIME_MS")}; ${keys.time("MAX_LIFETIME_MS")}; ${keyReminder} before`,
    ],
    ["Passkeys of an account", constantsOf("src/identity/second-factors/passkeys.ts").number("MAX_PASSKEYS")],
    [
      "Webhook endpoints of an account; time for a webhook's response",
      `${constantsOf("src/live/webhooks/endpoint-queries.ts").number("MAX_ENDPOINTS")}; ${constantsOf("src/adapters/webhook-sender.ts").time("TIMEOUT_MS")}`,
    ],
    [
      "Activities of an event from which a client can resume",
      `the last ${constantsOf("src/platform/activities/activity-log.ts").number("MAX_ACTIVITIES")}`,
    ],
    [
      "Sockets of a member on an event's live monitor. One more closes the oldest",
      constantsOf("src/platform/activities/event-monitor.ts").number("MAX_SOCKETS"),
    ],
    [
      "Named door devices of an event; an expired scanner ticket in their list",
      `${constantsOf("src/door/devices/door-devices.ts").number("MAX_DOOR_DEVICES")}; ${expired.time("SCANNER_TICKET_RETENTION_MS")} more`,
    ],
    [
      "A deleted event until it is erased, with guests; without; an idempotency key",
      `${constantsOf("src/privacy/erase-event.ts").time("RESTORABLE_MS")}; ${constantsOf("src/privacy/erase-event.ts").time("EMPTY_RESTORABLE_MS")}; ${constantsOf("src/platform/idempotency/record-result.ts").time("KEY_TTL_MS")}`,
    ],
    [
      "The time of the previous secret's last use, in KV",
      duration(constantsOf("src/platform/key-uses/key-uses.ts").value("KEPT_SECONDS") * 1_000),
    ],
    ["A logged access, until it becomes a count without personal data", accessLog],
    [
      "The row of an expired link, used or not: reset, verification, edit link, collaborator invite",
      `${expired.time("LINK_RETENTION_MS")} more`,
    ],
    [
      "A session; a session without a refresh; the row of a revoked session",
      `${session}; ${credentials.time("REFRESH_TOKEN_TTL_MS")}; ${session}`,
    ],
    [
      "The row of an expired refresh token: until then, reusing a used token revokes its session",
      `${expired.time("REFRESH_TOKEN_RETENTION_MS")} more`,
    ],
    [
      "An entry of an account's log of sign-ins and changes",
      constantsOf("src/identity/accounts/queries.ts").time("LOG_RETENTION_MS"),
    ],
    [
      "A network of a sign-in, as a keyed hash; a wrong code of an authenticator app",
      `${constantsOf("src/identity/second-factors/queries.ts").time("KNOWN_NETWORK_MS")} after its last sign-in; ${constantsOf("src/identity/second-factors/use-factor.ts").time("FAILURES_MS")}`,
    ],
    [
      "A code of a guest, as an HMAC; the counts of text messages",
      `${accessLog}; ${expired.time("SENDING_RETENTION_MS")}`,
    ],
    [
      'A webhook delivery; the record of a "lost link" email, or of one with a code against a spam report; the ID of an applied payment report',
      `${expired.time("DELIVERY_RETENTION_MS")}; ${expired.time("OWNERLESS_RETENTION_MS")}; ${expired.time("WEBHOOK_RETENTION_MS")}`,
    ],
  ];
}

/** Returns the `max_concurrency` of a queue's consumer. */
function concurrencyOf(queue: string): string {
  const consumer = new RegExp(
    `^\\[\\[queues\\.consumers\\]\\]\\nqueue = "${queue}"\\n(?:.+\\n)*?max_concurrency = (\\d+)`,
    "m",
  );
  const [, concurrency] = consumer.exec(readFileSync("wrangler.toml", "utf8")) ?? [];
  if (concurrency === undefined) throw new Error(`wrangler.toml has no max_concurrency for ${queue}`);
  return concurrency;
}

/** Reads and formats the constants of a module. */
function constantsOf(path: string) {
  const value = (name: string): number => {
    const constant = readConstant(path, name);
    if (typeof constant !== "number") throw new Error(`${path}: ${name} is not a number`);
    return constant;
  };
  return {
    value,
    number: (name: string) => count(value(name)),
    time: (name: string) => duration(value(name)),
    size: (name: string) => size(value(name)),
    /** @param part the number of a tier with several */
    byTier: (name: string, part?: string) =>
      TIERS.map((tier) => {
        const ofTier = Object(readConstant(path, name))[tier];
        const number = part === undefined ? ofTier : ofTier?.[part];
        if (typeof number !== "number") throw new Error(`${path}: ${name} has no number for ${tier}`);
        return count(number);
      }).join(", "),
  };
}

function count(number: number): string {
  return number.toLocaleString("en");
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

const UNITS = [
  [24 * 3_600_000, "day"],
  [3_600_000, "hour"],
  [60_000, "minute"],
  [1_000, "second"],
] as const;

/** Writes a duration in its largest whole unit; a single day as 24 hours. */
function duration(ms: number): string {
  const [unit, name] = UNITS.find(([length]) => ms % length === 0 && (ms > length || length < UNITS[0][0])) ?? [
    1,
    "ms",
  ];
  return `${count(ms / unit)} ${name}${ms === unit ? "" : "s"}`;
}

function size(bytes: number): string {
  return bytes % 2 ** 20 === 0 ? `${bytes / 2 ** 20} MiB` : `${bytes / 2 ** 10} KiB`;
}
