import { openRandom } from "../../testkit/random.ts";
import { type Machine, randomLaptop, randomTablet } from "./devices.ts";
import { CITIES, type CityPrefixes, findPrefixes } from "./geography.ts";
import { type Event, type Guest, homeLineIn, mobileLinesIn, randomEvent, randomGuest, type World } from "./guests.ts";
import { DAY, HOUR, type HonestClass, type Line, MINUTE, makeVisit, type Visit, type VisitPlan } from "./visit.ts";

/** The honest events. */
export const HONEST_EVENTS = [
  "company of 60",
  "company of 400",
  "carrier, 60 guests",
  "carrier, 400 guests",
  "conference hall, 400",
  "school class of 40",
  "40 guests of households",
  "travel group of 40 abroad",
  "API client, 60 guests",
] as const;

export type HonestEvent = (typeof HONEST_EVENTS)[number];

/** Share of guests who changed their RSVP within the hour, from the same network. */
const CHANGES_SOON = 0.15;
/** Share of guests who had opened the link before, on their own phone at home or on the way. */
const OPENED_BEFORE = 0.3;
/** Share of guests who look at their invitation again within the hour. */
const LOOKS_AGAIN = 0.3;
/** Share of phones that are in private mode or store no cookies. */
const WITHOUT_COOKIES = 0.01;

interface Reply {
  readonly guest: Guest;
  readonly at: number;
  readonly line: Line;
  readonly host: number;
  readonly machine: Machine;
  readonly label: HonestClass;
  /** The browser's language and time zone; the guest's by default. */
  readonly person?: Guest["person"];
}

/** The guests of one event and what they do, as visits. */
class Party {
  readonly visits: Visit[] = [];
  readonly event: Event;
  readonly world: World;

  constructor(world: World, index: number) {
    this.world = world;
    this.event = randomEvent(world, index);
  }

  /** A guest who lives in the event's city. */
  local(line = homeLineIn(this.world, this.event.city)): Guest {
    const { world, event } = this;
    return {
      ...randomGuest(world, event, line),
      home: event.city,
      homeLine: homeLineIn(world, event.city),
      mobileLines: mobileLinesIn(world, event.city),
      person: { language: event.city.language, zone: event.city.zone },
    };
  }

  add(guest: Guest, plan: Pick<VisitPlan, "at" | "line"> & Partial<VisitPlan>): void {
    const ids = { eventId: this.event.id, guestId: guest.id, tokenId: guest.tokenId, hasContact: guest.hasContact };
    const label = { side: "honest", class: "office morning" } as const;
    const visit = makeVisit(this.world.random, { label, person: guest.person, ...ids, ...plan }, this.world.visible);
    this.visits.push(visit);
  }

  /** Opens the page and sends the RSVP; some guests have opened it before, look again, or change the RSVP. */
  reply({ guest, at, line, host, machine, label, person = guest.person }: Reply): void {
    const { random } = this.world;
    const named = { label: { side: "honest", class: label } as const, machine, person, line, host };
    if (random.chance(OPENED_BEFORE)) {
      const earlier = guest.invitedAt + random.between(1, 15) * MINUTE;
      if (earlier < at - MINUTE)
        this.add(guest, { at: earlier, line: random.pick(guest.mobileLines), machine: guest.phone });
    }
    const cookies = random.chance(WITHOUT_COOKIES) ? { jar: null } : {};
    this.add(guest, { ...named, ...cookies, at });
    const sentAt = at + 15_000 + random.wait(MINUTE);
    this.add(guest, { ...named, ...cookies, at: sentAt, kind: "rsvp", confirm: "rsvp" });
    if (random.chance(LOOKS_AGAIN)) this.add(guest, { ...named, ...cookies, at: sentAt + random.wait(HOUR) });
    if (random.chance(CHANGES_SOON)) {
      this.add(guest, { ...named, ...cookies, at: sentAt + MINUTE + random.wait(HOUR), kind: "edit" });
    }
  }
}

/** All at one address within 20 minutes of the mail, each on a company laptop of one build. */
function company(party: Party, guests: number): void {
  const { random } = party.world;
  const office = homeLineIn(party.world, party.event.city);
  const host = random.between(1, 254);
  const laptop = randomLaptop(random);
  for (let one = 0; one < guests; one += 1) {
    const at = party.event.invitedAt + MINUTE + random.between(0, 19 * 60) * 1_000;
    const machine = { ...laptop, id: random.uuid() };
    party.reply({ guest: party.local(office), at, line: office, host, machine, label: "office morning" });
  }
}

/** One shared address of a mobile carrier, each guest on another phone. */
function carrier(party: Party, guests: number): void {
  const { random } = party.world;
  const [line] = mobileLinesIn(party.world, party.event.city);
  if (line === undefined) throw new RangeError("a city without a mobile carrier");
  const host = random.between(1, 254);
  for (let one = 0; one < guests; one += 1) {
    const guest = party.local();
    const at = party.event.invitedAt + MINUTE + random.wait(20 * MINUTE);
    party.reply({ guest, at, line, host, machine: guest.phone, label: "home and mobile" });
  }
}

/** Most have replied at home, and show their pass on the hall's Wi-Fi; some reply or change the RSVP there. */
function conference(party: Party, guests: number): void {
  const { random } = party.world;
  const hall = homeLineIn(party.world, party.event.city);
  const host = random.between(1, 254);
  for (let one = 0; one < guests; one += 1) {
    const guest = party.local();
    const { phone: machine } = guest;
    const here = { machine, line: hall, host, label: { side: "honest", class: "venue network" } as const };
    const at = party.event.startsAt - HOUR + random.between(0, 60 * 60) * 1_000;
    if (random.chance(0.2)) {
      party.reply({ guest, at, line: hall, host, machine, label: "venue network" });
      continue;
    }
    const repliedAt = guest.invitedAt + 20 * MINUTE + random.wait(2 * DAY);
    party.reply({
      guest,
      at: repliedAt,
      line: guest.homeLine,
      host: random.between(1, 254),
      machine,
      label: "home and mobile",
    });
    party.add(guest, { ...here, at, confirm: "check_in" });
    if (random.chance(0.5)) party.add(guest, { ...here, at: at + MINUTE });
    if (random.chance(CHANGES_SOON)) party.add(guest, { ...here, at: at + 2 * MINUTE, kind: "edit" });
  }
}

/** Pupils reply within one lesson on the school's tablets, all alike. */
function school(party: Party, guests: number): void {
  const { random } = party.world;
  const line = homeLineIn(party.world, party.event.city);
  const host = random.between(1, 254);
  const tablet = randomTablet(random);
  for (let one = 0; one < guests; one += 1) {
    const at = party.event.invitedAt + DAY + random.between(0, 40 * 60) * 1_000;
    const machine = { ...tablet, id: random.uuid() };
    party.reply({ guest: party.local(), at, line, host, machine, label: "office morning" });
  }
}

/** Households of two to six on their Wi-Fi; in some, one phone replies for all. */
function households(party: Party, guests: number): void {
  const { random } = party.world;
  for (let left = guests; left > 0; ) {
    const size = Math.min(left, random.between(2, 6));
    left -= size;
    const line = homeLineIn(party.world, party.event.city);
    const host = random.between(1, 254);
    const members = Array.from({ length: size }, () => party.local());
    const parent = random.chance(0.5) ? members[0] : undefined;
    let at = party.event.invitedAt + random.between(1, 48) * HOUR;
    for (const guest of members) {
      at += MINUTE + random.wait(MINUTE);
      const { phone: machine, person } = parent ?? guest;
      party.reply({ guest: { ...guest, homeLine: line }, at, line, host, machine, person, label: "household" });
    }
  }
}

/** Guests who opened the link at home reply together on a hotel's Wi-Fi in another country. */
function travelGroup(party: Party, guests: number): void {
  const { random } = party.world;
  const there = random.pick(CITIES.filter((one) => one.country !== party.event.city.country));
  const hotel = homeLineIn(party.world, there);
  const host = random.between(1, 254);
  for (let one = 0; one < guests; one += 1) {
    const guest = party.local();
    const person = { ...guest.person, zone: there.zone };
    party.add(guest, { at: guest.invitedAt + random.wait(5 * HOUR), line: guest.homeLine, machine: guest.phone });
    const at = party.event.invitedAt + 2 * DAY + random.wait(HOUR);
    party.reply({ guest, at, line: hotel, host, machine: guest.phone, person, label: "train, car, flight" });
  }
}

/** A server of the host's sends the RSVPs without opening a page, from one address. */
function apiClient(party: Party, guests: number): void {
  const { random } = party.world;
  const line = homeLineIn(party.world, party.event.city);
  const host = random.between(1, 254);
  for (let one = 0; one < guests; one += 1) {
    const at = party.event.invitedAt + HOUR + one * random.between(1_000, 8_000);
    const plain = { userAgent: "node", jar: null, line, host };
    party.add(party.local(), { ...plain, at, kind: "rsvp", confirm: "rsvp" });
  }
}

const PLANS: Readonly<Record<HonestEvent, (party: Party) => void>> = {
  "company of 60": (party) => company(party, 60),
  "company of 400": (party) => company(party, 400),
  "carrier, 60 guests": (party) => carrier(party, 60),
  "carrier, 400 guests": (party) => carrier(party, 400),
  "conference hall, 400": (party) => conference(party, 400),
  "school class of 40": (party) => school(party, 40),
  "40 guests of households": (party) => households(party, 40),
  "travel group of 40 abroad": (party) => travelGroup(party, 40),
  "API client, 60 guests": (party) => apiClient(party, 60),
};

let prefixes: ReadonlyMap<string, CityPrefixes> | null = null;

/** The visits of one honest event, ordered by time. Equal seeds give equal events. */
export function honestEvent(name: HonestEvent, seed: number, visible: World["visible"]): Visit[] {
  const index = HONEST_EVENTS.indexOf(name);
  const random = openRandom(seed * 1_000 + 500 + index);
  prefixes ??= findPrefixes();
  const party = new Party({ random, prefixes, guestsPerEvent: 0, events: 1, visible }, 0);
  PLANS[name](party);
  return party.visits.sort((a, b) => a.at - b.at);
}
