import { openRandom } from "../../testkit/random.ts";
import { type Machine, randomLaptop, randomTablet } from "./devices.ts";
import { CITIES, type CityPrefixes, findPrefixes } from "./geography.ts";
import {
  type Event,
  type Guest,
  homeLineIn,
  mobileLinesIn,
  randomEvent,
  randomGuest,
  vpnIn,
  type World,
} from "./guests.ts";
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
  "retirement home, one tablet",
  "choir of 40, a secretary's PC",
  "class trip of 30, roaming",
  "company of 60, VPN abroad",
  "families of four, one iPad",
  "couples, one phone on the way",
  "hotel of a wedding abroad, 80",
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
  /** Share of guests who had opened the link on their own phone. */
  readonly openedBefore?: number;
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
  reply({ guest, at, line, host, machine, label, person = guest.person, openedBefore = OPENED_BEFORE }: Reply): void {
    const { random } = this.world;
    const named = { label: { side: "honest", class: label } as const, machine, person, line, host };
    if (random.chance(openedBefore)) {
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

/** A carer replies for the residents on one old tablet. Few residents have an email address; some families looked before. */
function retirementHome(party: Party, guests: number): void {
  const { random } = party.world;
  const line = homeLineIn(party.world, party.event.city);
  const host = random.between(1, 254);
  const machine = { ...randomTablet(random), lag: random.between(6, 14) };
  let at = party.event.invitedAt + random.between(2, 6) * DAY;
  for (let one = 0; one < guests; one += 1) {
    at += random.between(2, 8) * MINUTE;
    const guest = { ...party.local(line), hasContact: random.chance(0.3) };
    party.reply({ guest, at, line, host, machine, label: "household", openedBefore: 0.2 });
  }
}

/** Most members reply at home; the secretary replies in one sitting for those without email. */
function choir(party: Party, guests: number): void {
  const { random } = party.world;
  const office = homeLineIn(party.world, party.event.city);
  const officeHost = random.between(1, 254);
  const desktop = randomLaptop(random);
  let sitting = party.event.invitedAt + random.between(1, 5) * DAY;
  for (let one = 0; one < guests; one += 1) {
    const guest = party.local();
    const { homeLine } = guest;
    if (random.chance(0.6)) {
      const at = guest.invitedAt + 20 * MINUTE + random.wait(2 * DAY);
      const host = random.between(1, 254);
      party.reply({ guest, at, line: homeLine, host, machine: guest.phone, label: "home and mobile" });
      continue;
    }
    sitting += MINUTE + random.wait(MINUTE);
    const offline = { ...guest, hasContact: false };
    const here = { line: office, host: officeHost, machine: desktop, label: "office morning" } as const;
    party.reply({ ...here, guest: offline, at: sitting, openedBefore: 0.1 });
  }
}

/**
 * Pupils opened the link at home, and reply in one evening abroad: on the carrier's gateway at home, while the phone's clock is
 * that of the country, or on the hostel's Wi-Fi.
 */
function classTrip(party: Party, guests: number): void {
  const { random } = party.world;
  const { event, world } = party;
  const there = random.pick(CITIES.filter((one) => one.country !== event.city.country));
  const hostel = homeLineIn(world, there);
  const hostelHost = random.between(1, 254);
  const [gateway] = mobileLinesIn(world, event.city);
  if (gateway === undefined) throw new RangeError("a city without a mobile carrier");
  const gatewayHost = random.between(1, 254);
  for (let one = 0; one < guests; one += 1) {
    const guest = party.local();
    const person = { ...guest.person, zone: there.zone };
    party.add(guest, { at: guest.invitedAt + random.wait(5 * HOUR), line: guest.homeLine, machine: guest.phone });
    const at = event.invitedAt + 3 * DAY + random.wait(HOUR);
    const roams = random.chance(0.7);
    const [line, host] = roams ? [gateway, gatewayHost] : [hostel, hostelHost];
    party.reply({ guest, at, line, host, machine: guest.phone, person, label: "train, car, flight" });
  }
}

/** Employees reply at nine through the company's VPN, which exits in another country: at a provider or at a host. */
function companyVpn(party: Party, guests: number): void {
  const { random } = party.world;
  const there = random.pick(CITIES.filter((one) => one.country !== party.event.city.country));
  const exit = random.chance(0.5) ? vpnIn(party.world, there) : homeLineIn(party.world, there);
  const host = random.between(1, 254);
  const laptop = randomLaptop(random);
  for (let one = 0; one < guests; one += 1) {
    const at = party.event.invitedAt + DAY + random.between(0, 30 * 60) * 1_000;
    const machine = { ...laptop, id: random.uuid() };
    party.reply({ guest: party.local(), at, line: exit, host, machine, label: "office morning" });
  }
}

/** Families of four on their Wi-Fi reply on one iPad; some members had looked on their own phones. */
function familyTablets(party: Party, guests: number): void {
  const { random } = party.world;
  for (let family = 0; family < guests / 4; family += 1) {
    const line = homeLineIn(party.world, party.event.city);
    const host = random.between(1, 254);
    const machine = randomTablet(random);
    let at = party.event.invitedAt + random.between(1, 72) * HOUR;
    for (let one = 0; one < 4; one += 1) {
      at += MINUTE + random.wait(2 * MINUTE);
      const guest = { ...party.local(), homeLine: line };
      party.reply({ guest, at, line, host, machine, label: "household", openedBefore: 0.5 });
    }
  }
}

/** One of two replies with both links on a mobile network; the other had looked at home. */
function couples(party: Party, guests: number): void {
  const { random } = party.world;
  for (let couple = 0; couple < guests / 2; couple += 1) {
    const home = homeLineIn(party.world, party.event.city);
    const one = { ...party.local(), homeLine: home };
    const other = { ...party.local(), homeLine: home };
    const line = random.pick(one.mobileLines);
    const host = random.between(1, 254);
    const at = party.event.invitedAt + random.between(6, 72) * HOUR;
    party.add(other, { at: other.invitedAt + random.wait(4 * HOUR), line: home, machine: other.phone });
    for (const [index, guest] of [one, other].entries()) {
      const plan = { line, host, machine: one.phone, person: one.person, label: "household" } as const;
      party.reply({ guest, at: at + index * 2 * MINUTE, ...plan });
    }
  }
}

/** Most replied at home weeks before; at the hotel abroad they show passes, change RSVPs, or reply, some on another device. */
function weddingHotel(party: Party, guests: number): void {
  const { random } = party.world;
  const { event, world } = party;
  const there = random.pick(CITIES.filter((one) => one.country !== event.city.country));
  const hotel = homeLineIn(world, there);
  const host = random.between(1, 254);
  const label = "train, car, flight";
  for (let one = 0; one < guests; one += 1) {
    const guest = party.local();
    const person = { ...guest.person, zone: there.zone };
    const machine = random.weighed([
      [guest.phone, 0.85],
      [guest.laptop, 0.07],
      [randomTablet(random), 0.08],
    ]);
    const at = event.startsAt - random.between(2, 30) * HOUR;
    if (random.chance(0.15)) {
      party.reply({ guest, at, line: hotel, host, machine, person, label, openedBefore: 0.7 });
      continue;
    }
    const repliedAt = guest.invitedAt + 20 * MINUTE + random.wait(5 * DAY);
    const atHome = { line: guest.homeLine, host: random.between(1, 254), machine: guest.phone };
    party.reply({ ...atHome, guest, at: repliedAt, label: "home and mobile" });
    const here = { line: hotel, host, machine, person, label: { side: "honest", class: label } } as const;
    party.add(guest, { ...here, at, confirm: "check_in" });
    if (random.chance(CHANGES_SOON)) {
      const phone = { ...here, machine: guest.phone };
      party.add(guest, { ...phone, at: at + 5 * MINUTE, kind: "edit" });
    }
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
  "retirement home, one tablet": (party) => retirementHome(party, 25),
  "choir of 40, a secretary's PC": (party) => choir(party, 40),
  "class trip of 30, roaming": (party) => classTrip(party, 30),
  "company of 60, VPN abroad": (party) => companyVpn(party, 60),
  "families of four, one iPad": (party) => familyTablets(party, 40),
  "couples, one phone on the way": (party) => couples(party, 40),
  "hotel of a wedding abroad, 80": (party) => weddingHotel(party, 80),
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
