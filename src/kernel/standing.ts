import { type RsvpResponse, type Seat, STANDINGS, type Standing } from "./rsvp.ts";

/** The facts that decide a guest's standing. */
export interface StandingFacts {
  /** True if the guest was added at the door. */
  walkIn: boolean;
  /** Null without an RSVP. */
  response: RsvpResponse | null;
  seat: Seat | null;
  /** Time at which the offer of a seat ends, epoch milliseconds; null without an offer. */
  offerExpiresAt: number | null;
  /** Time at which the first link was issued, epoch milliseconds; null if none was. */
  invitedAt: number | null;
}

/**
 * Returns the standing of a guest, by the first rule that matches. Every place that selects, counts or words guests by
 * whether they come uses this rule or its SQL twin `standingSql` (`src/db/standing.ts`). `unseated`: attending, and the
 * offer of a seat ran out. An RSVP that a host recorded counts without a link.
 * @param now epoch milliseconds
 */
export function standingOf({ walkIn, response, invitedAt, ...place }: StandingFacts, now: number): Standing {
  if (walkIn) return "walk_in";
  if (response !== null) return standingOfRsvp({ response, seat: seatAt(place, now) });
  return invitedAt === null ? "not_invited" : "silent";
}

/**
 * Returns the seat of an RSVP at a time. An offer ends with its time, also before the Scheduler withdraws it: until then
 * its seats stay reserved, but no guest can accept it. `src/db/standing.ts` has the same rule as SQL.
 * @param now epoch milliseconds
 */
export function seatAt({ seat, offerExpiresAt }: Pick<StandingFacts, "seat" | "offerExpiresAt">, now: number) {
  return seat === "offered" && offerExpiresAt !== null && offerExpiresAt <= now ? null : seat;
}

/** The standings that an RSVP gives its guest, unless the guest was added at the door. */
export type RsvpStanding = Exclude<Standing, "walk_in" | "silent" | "not_invited">;

/** Returns the standing that an RSVP gives its guest. For RSVPs of the past, and for what only the RSVP decides. */
export function standingOfRsvp({ response, seat }: { response: RsvpResponse; seat: Seat | null }): RsvpStanding {
  if (response !== "attending") return response;
  return seat === "confirmed" ? "coming" : (seat ?? "unseated");
}

/**
 * True if the guest said yes, with or without a seat. By response, not by standing, for what the reply decides: the
 * people of the party, the questions that it is asked, and how it may change. Also for a reply that is not stored yet.
 */
export function saidYes(response: RsvpResponse | null | undefined): boolean {
  return response === "attending";
}

/** True if the guest said no. By response, for the reasons of `saidYes`. */
export function saidNo(response: RsvpResponse | null | undefined): boolean {
  return response === "declined";
}

/** True if the party said yes and holds no seat, so that it can be offered one. Also for a guest added at the door. */
export function isSeatless({ response, seat }: { response: RsvpResponse | null; seat: Seat | null }): boolean {
  return response === "attending" && seat !== "confirmed" && seat !== "offered";
}

/** Standings of guests who know of the event and have not declined. */
export const CONCERNED = STANDINGS.filter((standing) => standing !== "declined" && standing !== "not_invited");

/** Adds up the guests of some groups by standing; a standing without guests is 0. */
export function countsByStanding(groups: readonly { standing: Standing; guests: number }[]): Record<Standing, number> {
  const counts = Object.fromEntries(STANDINGS.map((standing) => [standing, 0])) as Record<Standing, number>;
  for (const { standing, guests } of groups) counts[standing] += guests;
  return counts;
}
