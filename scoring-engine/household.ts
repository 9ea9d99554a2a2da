import type { Access } from "./access.ts";
import type { FirstAnswer } from "./baseline/event-prior.ts";
import { type Facts, isOwn } from "./facts.ts";
import { hash53 } from "./hash.ts";
import { sourceOf } from "./network.ts";
import { isOwnLine } from "./provider.ts";

/** Largest household for which one person sends RSVPs. */
export const MAX_HOUSEHOLD = 6;
/** Number of other guests for whom a browser has sent RSVPs, from which it is a household's. One may also be a fellow guest's own. */
const MIN_OTHERS = 2;
/** Time in which a person sends the RSVPs of a household, and longest time from one to the next. */
const HOUSEHOLD_MS = 3_600_000;
const NEXT_GUEST_MS = 300_000;

/** Hash of the connection that an RSVP comes from. */
export function answerSource({ network }: Access): number {
  return hash53(sourceOf(network.address));
}

/** First RSVPs for other guests from the connection of an access, within a time before it. Oldest first. */
export function otherAnswers({ access, prior, guestHash }: Facts, ms: number): readonly FirstAnswer[] {
  const { answers } = prior.network;
  if (answers === undefined) return [];
  const { at } = access;
  const source = answerSource(access);
  return answers.filter((one) => one.source === source && one.guest !== guestHash && one.at <= at && one.at > at - ms);
}

export function countGuests(answers: readonly FirstAnswer[]): number {
  return new Set(answers.map(({ guest }) => guest)).size;
}

/**
 * True if a browser is going through the RSVPs of a household: it has just sent those of a few other guests from this connection,
 * opened each page first, and is in a country where the guest was seen. Then the guest's own phone may be of the same kind, and may
 * have been seen far away, because the traffic of mobile networks exits at hubs.
 */
export function isHousehold(facts: Facts): boolean {
  const { at, network, zoneFits, device } = facts.access;
  if (!isOwnLine(network.kind) || zoneFits === false || network.country === null) return false;
  const others = otherAnswers(facts, HOUSEHOLD_MS);
  if (countGuests(others) >= MAX_HOUSEHOLD || others.some(({ directForm }) => directForm)) return false;
  const byBrowser = others.filter(({ model }) => model === device.modelKey);
  const last = byBrowser.at(-1);
  if (countGuests(byBrowser) < MIN_OTHERS || last === undefined || last.at <= at - NEXT_GUEST_MS) return false;
  return facts.baseline.networks.some((known) => isOwn(known) && known.country === network.country);
}
