import type { Random } from "../../testkit/random.ts";
import { type Machine, randomLaptop, randomPhone } from "./devices.ts";
import { CITIES, type City, type CityPrefixes, HOSTS, LANDLINES, landlineIn, mobileIn, RELAY } from "./geography.ts";
import { DAY, EPOCH, HOUR, type HonestClass, type Line, MINUTE, type VisibleFacts } from "./visit.ts";

export interface Event {
  readonly id: string;
  readonly city: City;
  readonly invitedAt: number;
  readonly startsAt: number;
  readonly venue: Line;
}

export interface Person {
  readonly language: string;
  readonly zone: string;
}

export interface Guest {
  readonly id: string;
  readonly event: Event;
  readonly tokenId: string;
  readonly home: City;
  readonly person: Person;
  readonly phone: Machine;
  readonly laptop: Machine;
  readonly homeLine: Line;
  readonly mobileLines: readonly Line[];
  readonly officeLine: Line;
  readonly behaviour: HonestClass;
  readonly invitedAt: number;
  /** The host has an address or a phone number of the guest. */
  readonly hasContact: boolean;
}

/** The inputs of a generated stream. */
export interface World {
  readonly random: Random;
  readonly prefixes: ReadonlyMap<string, CityPrefixes>;
  readonly guestsPerEvent: number;
  readonly events: number;
  readonly visible: VisibleFacts;
}

/** Shares of guests by behaviour, beyond opening the link at home and on the way. */
const BEHAVIOURS: readonly (readonly [HonestClass, number])[] = [
  ["home and mobile", 0.27],
  ["in-app to browser", 0.15],
  ["browser update", 0.06],
  ["private window", 0.02],
  ["cookies off", 0.01],
  ["family tablet", 0.03],
  ["second device", 0.19],
  ["new phone", 0.015],
  ["relay or VPN", 0.075],
  ["train, car, flight", 0.11],
  ["family link", 0.07],
];
/** Share of guests who live in the event's country. */
const DOMESTIC = 0.82;
/** Share of guests to whom the host handed the link without knowing an address or a phone number. */
const WITHOUT_CONTACT = 0.02;
/** Share of guests who work in the same office. */
const OFFICE_SHARE = 0.3;

function prefixIn({ random, prefixes }: World, city: City, kind: keyof CityPrefixes = "homes"): string {
  const known = prefixes.get(city.name)?.[kind] ?? [];
  return known.length > 0
    ? random.pick(known)
    : `${random.between(80, 95)}.${random.between(0, 255)}.${random.between(0, 255)}`;
}

export function homeLineIn(world: World, city: City): Line {
  return { prefix: prefixIn(world, city), provider: landlineIn(world.random, city), city };
}

/** Mobile traffic exits at a hub, often in another city of the country. */
export function mobileLinesIn(world: World, city: City): Line[] {
  const { random } = world;
  const provider = mobileIn(random, city);
  const hubs = CITIES.filter((one) => one.country === city.country);
  const hub = random.chance(0.6) ? city : random.pick(hubs);
  return Array.from({ length: random.between(1, 3) }, () => ({ prefix: prefixIn(world, hub), provider, city: hub }));
}

export function vpnIn(world: World, city: City): Line {
  return { prefix: prefixIn(world, city, "all"), provider: world.random.pick(HOSTS), city };
}

export function relayNear(world: World, city: City): Line {
  const near = CITIES.filter((one) => one.country === city.country);
  return { prefix: prefixIn(world, city), provider: RELAY, city: world.random.pick(near) };
}

export function randomEvent(world: World, index: number): Event {
  const { random } = world;
  const hosts = CITIES.filter((one) => one.country in LANDLINES);
  const city = random.pick(hosts);
  const invitedAt = EPOCH + (index * 5 + random.between(0, 4)) * DAY + random.between(8, 18) * HOUR;
  const startsAt = invitedAt + random.between(20, 60) * DAY;
  return { id: random.uuid(), city, invitedAt, startsAt, venue: homeLineIn(world, city) };
}

export function randomGuest(world: World, event: Event, office: Line): Guest {
  const { random } = world;
  const isDomestic = random.chance(DOMESTIC);
  const home = random.pick(CITIES.filter((one) => (one.country === event.city.country) === isDomestic));
  const worksThere = home.country === office.city.country && random.chance(OFFICE_SHARE);
  return {
    id: random.uuid(),
    event,
    tokenId: random.uuidAt(event.invitedAt),
    home,
    person: { language: random.chance(0.9) ? home.language : "en-US", zone: home.zone },
    phone: randomPhone(random),
    laptop: randomLaptop(random),
    homeLine: homeLineIn(world, home),
    mobileLines: mobileLinesIn(world, home),
    officeLine: worksThere ? office : homeLineIn(world, home),
    behaviour: random.weighed(BEHAVIOURS),
    invitedAt: event.invitedAt + random.between(0, 20) * MINUTE,
    hasContact: !random.chance(WITHOUT_CONTACT),
  };
}
