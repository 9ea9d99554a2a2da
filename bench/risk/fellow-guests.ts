import { openRandom } from "../../testkit/random.ts";
import { randomPhone } from "./devices.ts";
import { type CityPrefixes, findPrefixes } from "./geography.ts";
import { type Guest, homeLineIn, randomEvent, randomGuest, type World } from "./guests.ts";
import type { Scored } from "./replay.ts";
import { DAY, HOUR, MINUTE, makeVisit, type Visit, type VisitPlan } from "./visit.ts";

/** Attackers who are guests of the event, by the links that each of them uses, and by whether their phone imitates the guest's. */
export const FELLOW_GUESTS = {
  "one link": { links: 1, imitates: false },
  "one link, the guest's kind of phone and provider": { links: 1, imitates: true },
  "three links": { links: 3, imitates: false },
  "three links, the guests' kind of phone and provider": { links: 3, imitates: true },
} as const;
export type FellowGuest = keyof typeof FELLOW_GUESTS;
export const FELLOW_GUEST_NAMES = Object.keys(FELLOW_GUESTS) as FellowGuest[];

const ATTACKERS = 20;
/** Share of guests who have sent their RSVP before a fellow guest uses the link. */
const HAS_REPLIED = 0.5;

let prefixes: ReadonlyMap<string, CityPrefixes> | null = null;

/**
 * Guests open their links, and half of them reply. Days later each attacker replies and then, every two minutes, uses the link of
 * a guest, sends an RSVP and changes it: as a parent does who replies for the household.
 */
export function fellowGuests(name: FellowGuest, seed: number, visible: World["visible"]): Visit[] {
  const { links, imitates } = FELLOW_GUESTS[name];
  const random = openRandom(seed * 1_000 + 600 + FELLOW_GUEST_NAMES.indexOf(name));
  prefixes ??= findPrefixes();
  const world: World = { random, prefixes, guestsPerEvent: 0, events: 1, visible };
  const event = randomEvent(world, 0);
  const office = homeLineIn(world, event.city);
  const visits: Visit[] = [];
  const add = (guest: Guest, plan: Omit<VisitPlan, "eventId" | "guestId" | "tokenId" | "hasContact">): void => {
    const { id: guestId, tokenId, hasContact } = guest;
    visits.push(makeVisit(random, { eventId: event.id, guestId, tokenId, hasContact, ...plan }, visible));
  };
  for (let attacker = 0; attacker < ATTACKERS; attacker += 1) {
    const fellow = randomGuest(world, event, office);
    const model = randomGuest(world, event, office);
    const { screen, cores } = fellow.phone;
    const imitated = {
      person: model.person,
      machine: { ...model.phone, id: fellow.phone.id, screen, cores },
      line: { ...model.homeLine, prefix: homeLineIn(world, model.home).prefix },
    };
    const natural = { person: fellow.person, machine: fellow.phone, line: fellow.homeLine };
    const theirs = { ...(imitates ? imitated : natural), host: random.between(1, 254) };
    const honest = { label: { side: "honest", class: "home and mobile" } as const };
    let at = event.invitedAt + 3 * DAY + random.wait(2 * DAY);
    add(fellow, { ...honest, ...theirs, at: at - MINUTE });
    add(fellow, { ...honest, ...theirs, at, kind: "rsvp", confirm: "rsvp" });
    for (let link = 0; link < links; link += 1) {
      const other = randomGuest(world, event, office);
      const { id, tokenId, hasContact, invitedAt } = other;
      const alike = { ...model, id, tokenId, hasContact, phone: { ...model.phone, id: randomPhone(random).id } };
      const guest = imitates ? alike : other;
      const openedAt = invitedAt + 3 * MINUTE + random.wait(14 * HOUR);
      const line = random.chance(0.6) ? guest.homeLine : random.pick(guest.mobileLines);
      const own = { ...honest, person: guest.person, machine: guest.phone, line };
      add(guest, { ...own, at: openedAt });
      if (random.chance(HAS_REPLIED)) add(guest, { ...own, at: openedAt + MINUTE, kind: "rsvp", confirm: "rsvp" });
      at += 2 * MINUTE;
      const attack = { label: { side: "attack", class: "forwarded link" } as const, ...theirs };
      add(guest, { ...attack, at });
      add(guest, { ...attack, at: at + 40_000, kind: "rsvp" });
      add(guest, { ...attack, at: at + 100_000, kind: "edit" });
    }
  }
  return visits.sort((a, b) => a.at - b.at);
}

/** Share of the links on which a fellow guest saw, sent or changed an RSVP. */
export function shareTaken(visits: readonly Visit[], scored: readonly Scored[]): number {
  const used = new Set<string>();
  const taken = new Set<string>();
  for (const [index, { label, guestId }] of visits.entries()) {
    if (label.side !== "attack") continue;
    used.add(guestId);
    if (scored[index]?.outcome.answered) taken.add(guestId);
  }
  return taken.size / used.size;
}
