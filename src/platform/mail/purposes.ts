import type { deliveries, suppressions } from "../../db/schema/messages.ts";

/** Why an email or a text message is sent. A row of `PURPOSES` decides everything that does not depend on its content. */
export type Purpose = typeof deliveries.$inferSelect.purpose;

/** Why an address gets no emails, of all hosts or of one. */
export type SuppressionReason = typeof suppressions.$inferSelect.reason;

interface PurposeRules {
  /** The suppressions that stop it, the most lasting one first. */
  honours: readonly SuppressionReason[];
  /**
   * - `own`: the limits of the request that causes it.
   * - `asked`: the counters of `src/sending/asked.ts`.
   * - `counted`: counts in the host's sending budget, which never stops it. The counter `unreached` may.
   * - `refused`: counts in the host's sending budget, and is not sent once the budget is spent.
   */
  budget: "own" | "asked" | "counted" | "refused";
  /** Whether it has the host's custom text. `if_reached`: only for a guest whom the host has reached, see `mayUseHostsText`. */
  hostsText: "never" | "if_reached" | "by_tier";
  /** While the host's emails are paused. */
  ifPaused: "sent" | "refused";
  /** Whether the host of the event must have a verified address. */
  needsVerifiedHost: boolean;
  /** Whether it counts towards the emails per mailbox and host, which `src/sending/mailbox-cap.ts` limits. */
  isCapped: boolean;
  /** Whether a bounce counts for the host. */
  countsBounces: boolean;
  /**
   * The link that stops such emails, in the footer and for a mail client's button:
   * - `alerts`: turns off the member's alerts of the event.
   * - `hosts`: unsubscribes from the hosts of the email.
   */
  unsubscribe: "none" | "alerts" | "hosts";
}

const BY_GUESTS_LINK = { needsVerifiedHost: true, countsBounces: true, unsubscribe: "hosts" } as const;

/**
 * The rules of all emails and text messages (`docs/decisions/0051-purposes.md`).
 * - `account`: about an account, or an answer to STOP and HELP.
 * - `member`: alerts to the members of an event, and a test email to oneself.
 * - `asked`: a guest asked for it: a code, an edit link, lost links, a new link after a report.
 * - `reply`: the confirmation of an RSVP that the guest sent.
 * - `host`: everything that a host or a host's event causes.
 * - `closing`: the event was closed because its host deleted the account. No host is left whose budget could count it.
 */
export const PURPOSES: Readonly<Record<Purpose, PurposeRules>> = {
  account: {
    honours: [],
    budget: "own",
    hostsText: "never",
    ifPaused: "sent",
    needsVerifiedHost: false,
    isCapped: false,
    countsBounces: false,
    unsubscribe: "none",
  },
  member: {
    honours: ["bounced"],
    budget: "own",
    hostsText: "never",
    ifPaused: "sent",
    needsVerifiedHost: false,
    isCapped: false,
    countsBounces: false,
    unsubscribe: "alerts",
  },
  asked: {
    ...BY_GUESTS_LINK,
    honours: ["bounced", "complained"],
    budget: "asked",
    hostsText: "never",
    ifPaused: "sent",
    isCapped: false,
  },
  reply: {
    ...BY_GUESTS_LINK,
    honours: ["bounced", "complained"],
    budget: "counted",
    hostsText: "if_reached",
    ifPaused: "sent",
    isCapped: true,
  },
  host: {
    ...BY_GUESTS_LINK,
    honours: ["bounced", "complained", "unsubscribed"],
    budget: "refused",
    hostsText: "by_tier",
    ifPaused: "refused",
    isCapped: true,
  },
  closing: {
    honours: ["bounced", "complained", "unsubscribed"],
    budget: "own",
    hostsText: "never",
    ifPaused: "sent",
    needsVerifiedHost: false,
    isCapped: false,
    countsBounces: true,
    unsubscribe: "hosts",
  },
};

/** Facts about an address and its host before an email or text message is sent. */
export interface GateFacts {
  /** All suppressions of the address: of all hosts, and of this one. */
  suppressions: readonly SuppressionReason[];
  isPaused: boolean;
}

/** Returns why nothing of this purpose is sent, or null. `src/sending/stop.ts` has the same rule as SQL. */
export function stopReason(
  purpose: Purpose,
  { suppressions, isPaused }: GateFacts,
): SuppressionReason | "sending_paused" | null {
  const { honours, ifPaused } = PURPOSES[purpose];
  if (isPaused && ifPaused === "refused") return "sending_paused";
  return honours.find((reason) => suppressions.includes(reason)) ?? null;
}

/**
 * True if an email of this purpose may have the host's custom text. A guest who sends an RSVP gets it only from a host
 * who may send, if an invitation or a broadcast has reached the guest's present address.
 */
export function mayUseHostsText(purpose: Purpose, facts: GateFacts & { isReached: boolean }): boolean {
  const { hostsText } = PURPOSES[purpose];
  if (hostsText !== "if_reached") return hostsText === "by_tier";
  return facts.isReached && !facts.isPaused && facts.suppressions.length === 0;
}
