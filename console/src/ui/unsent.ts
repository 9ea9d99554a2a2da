import { UNSENT_REASONS, type UnsentReason } from "../../../src/kernel/unsent-reasons.ts";
import { textsOf } from "../i18n/text.tsx";

export type { UnsentReason };

const t = textsOf("unsent");

/** Says why a message was not sent, and what to do about the cause. A reason of the API without a sentence does not compile. */
export function unsentWords(reason: UnsentReason): string {
  return t(`reason-${reason}`);
}

/** True for a code of the service, and not the reply of a server. */
export function isUnsentReason(reason: string | null): reason is UnsentReason {
  return UNSENT_REASONS.some((known) => known === reason);
}

/** Says how many results cause no email, and why: a sentence for each reason, the most frequent first. */
export function unsentCounts(reasons: readonly (UnsentReason | null)[]): string[] {
  const counts = new Map<UnsentReason, number>();
  for (const reason of reasons) if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([reason, count]) => t("unsent-count", { count, why: unsentWords(reason) }));
}

/** Reasons with which nobody misses an email. */
const UNMISSED: readonly UnsentReason[] = ["no_change", "not_requested", "walk_in"];

/**
 * Adds to the words of a change why it emails nobody, if somebody misses the email.
 * @param done what the host did, without a full stop
 */
export function withUnsent(done: string, { reason }: { reason: UnsentReason | null }): string {
  return reason === null || UNMISSED.includes(reason) ? done : t("untold", { done, why: unsentWords(reason) });
}
