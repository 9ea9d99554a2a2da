import type { Companion } from "../db/schema/rsvps.ts";
import type { Seat } from "../kernel/rsvp.ts";

interface Party {
  plusOnes: number;
  companions: readonly Companion[];
  answeredBy: "guest" | "host";
  seat: Seat | null;
}

/** What a live event says of the people of an answer. Answers to questions are left out: the monitor shows none. */
export function livePartyOf({ plusOnes, companions, answeredBy, seat }: Party) {
  return {
    plus_ones: plusOnes,
    companions: companions.map(({ name, attending }) => ({ name, attending })),
    answered_by: answeredBy,
    seat,
  };
}
