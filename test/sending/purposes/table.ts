/**
 * The table of purposes as decision 0051 has it, written down a second time: a test that read `PURPOSES` could not notice
 * that a row of it is wrong.
 */

export type Purpose = "account" | "member" | "asked" | "reply" | "host" | "closing";
export type Reason = "bounced" | "complained" | "unsubscribed";
export type Tier = "free" | "pro";

interface Row {
  /** The suppressions of the address that stop it. */
  suppressedBy: readonly Reason[];
  budget: "limits of the request" | "own counters" | "counted" | "counted and refused" | "none";
  /** The host's custom text. */
  ownWords: "no" | "to a guest who was reached" | "by tier";
  link: "no" | "turns alerts off" | "unsubscribes from its hosts";
  hostPaused: "sent" | "refused";
  /** It is one of nine emails per hour from a host to a mailbox. */
  isCapped: boolean;
  bounceCounts: boolean;
}

export const TABLE: Readonly<Record<Purpose, Row>> = {
  account: {
    suppressedBy: [],
    budget: "limits of the request",
    ownWords: "no",
    link: "no",
    hostPaused: "sent",
    isCapped: false,
    bounceCounts: false,
  },
  member: {
    suppressedBy: ["bounced"],
    budget: "limits of the request",
    ownWords: "no",
    link: "turns alerts off",
    hostPaused: "sent",
    isCapped: false,
    bounceCounts: false,
  },
  asked: {
    suppressedBy: ["bounced", "complained"],
    budget: "own counters",
    ownWords: "no",
    link: "unsubscribes from its hosts",
    hostPaused: "sent",
    isCapped: false,
    bounceCounts: true,
  },
  reply: {
    suppressedBy: ["bounced", "complained"],
    budget: "counted",
    ownWords: "to a guest who was reached",
    link: "unsubscribes from its hosts",
    hostPaused: "sent",
    isCapped: true,
    bounceCounts: true,
  },
  host: {
    suppressedBy: ["bounced", "complained", "unsubscribed"],
    budget: "counted and refused",
    ownWords: "by tier",
    link: "unsubscribes from its hosts",
    hostPaused: "refused",
    isCapped: true,
    bounceCounts: true,
  },
  closing: {
    suppressedBy: ["bounced", "complained", "unsubscribed"],
    budget: "none",
    ownWords: "no",
    link: "unsubscribes from its hosts",
    hostPaused: "sent",
    isCapped: false,
    bounceCounts: true,
  },
};

/** Recipients of a host in 24 hours, and addresses that may be lost. */
export const BUDGETS: Readonly<Record<Tier, { recipients: number; lost: number }>> = {
  free: { recipients: 200, lost: 20 },
  pro: { recipients: 5_000, lost: 200 },
};

/** Requests of guests in 24 hours: with a valid link, the larger of 50 and 25 % of the budget; public ones, 10 %. */
export const COUNTERS: Readonly<Record<Tier, { asked: number; askedPublicly: number }>> = {
  free: { asked: 50, askedPublicly: 20 },
  pro: { asked: 1_250, askedPublicly: 500 },
};

export const MAILS_AN_HOUR = 9;

/** Facts about a kind of email that its purpose does not decide. */
export interface KindFacts {
  purpose: Purpose;
  /** The requests that cause an email of the purpose `asked`. */
  askedBy?: "link" | "anybody";
  /** A reminder, a notice or a message to more than 20 guests, which the cap of a mailbox leaves out. */
  isBulk?: true;
}

/** Why an email is not sent, as the API and the delivery say it. */
export type Stop = Reason | "sending_paused" | "sending_limit" | "mailbox_limit" | "counter";

/** Obstacles, and what stops an email because of them. */
export const STOPS = {
  "no obstacle": () => null,
  "a bounced address": ({ purpose }) => suppressed(purpose, "bounced"),
  "an address that complained": ({ purpose }) => suppressed(purpose, "complained"),
  "an address that unsubscribed": ({ purpose }) => suppressed(purpose, "unsubscribed"),
  "an address that complained about the host": ({ purpose }) => suppressed(purpose, "complained"),
  "an address that unsubscribed from the host": ({ purpose }) => suppressed(purpose, "unsubscribed"),
  "a spent budget": ({ purpose }) => refusedByBudget(purpose),
  "too many lost addresses": ({ purpose }) => refusedByBudget(purpose),
  "a spent day of unreached guests": ({ purpose }) => (purpose === "reply" ? "sending_limit" : null),
  "a paused host": ({ purpose }) => (TABLE[purpose].hostPaused === "refused" ? "sending_paused" : null),
  "a full mailbox": ({ purpose, isBulk }) => (TABLE[purpose].isCapped && !isBulk ? "mailbox_limit" : null),
  "a spent counter of requests with a link": ({ askedBy }) => (askedBy === "link" ? "counter" : null),
  "a spent counter of public requests": ({ askedBy }) => (askedBy === "anybody" ? "counter" : null),
} as const satisfies Record<string, (kind: KindFacts) => Stop | null>;

export type Obstacle = keyof typeof STOPS;

export const OBSTACLES = Object.keys(STOPS) as Obstacle[];

function suppressed(purpose: Purpose, reason: Reason): Reason | null {
  return TABLE[purpose].suppressedBy.includes(reason) ? reason : null;
}

function refusedByBudget(purpose: Purpose): "sending_limit" | null {
  return TABLE[purpose].budget === "counted and refused" ? "sending_limit" : null;
}
