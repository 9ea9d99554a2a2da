import { openRandom } from "../../testkit/random.ts";
import { type Machine, randomLaptop } from "./devices.ts";
import { type Event, type Guest, homeLineIn, mobileLinesIn, randomGuest, type World } from "./guests.ts";
import { DAY, HOUR, type HonestClass, type Line, MINUTE, makeVisit, type Visit } from "./visit.ts";

/** Colleagues of one office, and households with separate links, per event. */
const COLLEAGUES = 8;
const HOUSEHOLDS = 5;
/** Share of households in which one person replies with all links, on one phone. */
const ONE_ANSWERS_ALL = 0.4;
/** Share of colleagues with the same company laptop and browser. */
const SAME_LAPTOP = 0.7;
/** Share of these guests who had opened the link before, on their own phone elsewhere. */
const OPENED_BEFORE = 0.4;

/**
 * Honest guests who answer from one network within minutes to hours: colleagues at the office, households on one Wi-Fi. Has its own
 * random numbers, so that the rest of the stream is unchanged.
 */
export function sharedNetworkVisits(world: World, event: Event, seed: number): Visit[] {
  const own: World = { ...world, random: openRandom(seed) };
  const { random } = own;
  const visits: Visit[] = [];
  const answer = (
    name: HonestClass,
    guest: Guest,
    at: number,
    line: Line,
    machine: Machine,
    host: number,
    owner = guest,
  ): void => {
    const plan = {
      label: { side: "honest", class: name } as const,
      eventId: event.id,
      guestId: guest.id,
      tokenId: guest.tokenId,
      hasContact: guest.hasContact,
      person: guest.person,
    };
    // The browser's language and time zone are those of its owner.
    const there = { ...plan, person: owner.person, line, host, machine };
    const earlier = guest.invitedAt + random.between(3, 60) * MINUTE;
    if (random.chance(OPENED_BEFORE)) {
      const mobile = random.pick(guest.mobileLines);
      visits.push(makeVisit(own.random, { ...plan, at: earlier, line: mobile, machine: guest.phone }, own.visible));
    }
    visits.push(makeVisit(random, { ...there, at }, own.visible));
    const form = { kind: "rsvp", confirm: "rsvp", at: at + 15_000 + random.wait(MINUTE) } as const;
    visits.push(makeVisit(random, { ...there, ...form }, own.visible));
  };
  const guestHere = (line: Line): Guest => ({
    ...randomGuest(own, event, line),
    home: line.city,
    homeLine: line,
    mobileLines: mobileLinesIn(own, line.city),
    person: { language: random.chance(0.9) ? line.city.language : "en-US", zone: line.city.zone },
  });

  const office = homeLineIn(own, event.city);
  const officeHost = random.between(1, 254);
  const laptop = randomLaptop(random);
  const morning = event.invitedAt + random.between(1, 4) * DAY;
  for (let one = 0; one < COLLEAGUES; one += 1) {
    const machine = random.chance(SAME_LAPTOP) ? { ...laptop, id: random.uuid() } : randomLaptop(random);
    answer("office morning", guestHere(office), morning + random.wait(HOUR), office, machine, officeHost);
  }
  for (let household = 0; household < HOUSEHOLDS; household += 1) {
    const wifi = homeLineIn(own, event.city);
    const host = random.between(1, 254);
    const evening = event.invitedAt + random.between(1, 6) * DAY;
    const members = Array.from({ length: random.between(2, 5) }, () => guestHere(wifi));
    const parent = random.chance(ONE_ANSWERS_ALL) ? members[0] : undefined;
    let at = evening;
    for (const guest of members) {
      at += MINUTE + (parent === undefined ? random.wait(20 * MINUTE) : random.wait(MINUTE));
      const owner = parent ?? guest;
      answer("household", guest, at, wifi, owner.phone, host, owner);
    }
  }
  return visits;
}
