import { type Machine, randomLaptop, randomPhone } from "./devices.ts";
import { CITIES, type City } from "./geography.ts";
import { type Guest, homeLineIn, mobileLinesIn, vpnIn, type World } from "./guests.ts";
import { type AttackClass, DAY, HOUR, type Line, makeVisit, type Visit, type VisitPlan } from "./visit.ts";

const PUBLIC_REFERRERS = [
  "https://t.co/",
  "https://www.reddit.com/",
  "https://l.facebook.com/",
  "https://www.instagram.com/",
  "",
] as const;

interface Attacker {
  readonly machine: Machine;
  readonly person: { readonly language: string; readonly zone: string };
  readonly line: Line;
}

function randomMachine({ random }: World): Machine {
  return random.chance(0.65) ? randomPhone(random) : randomLaptop(random);
}

function localAttacker(world: World, city: City): Attacker {
  const line = world.random.chance(0.5) ? homeLineIn(world, city) : world.random.pick(mobileLinesIn(world, city));
  return { machine: randomMachine(world), person: { language: city.language, zone: city.zone }, line };
}

/** One attack on one guest's link: one to three accesses, some with an RSVP. `at` is after the guest's first access. */
export function attackVisits(world: World, guest: Guest, kind: AttackClass, at: number): Visit[] {
  const { random } = world;
  // The attacker's browser has its own cookies; some clear them after each visit.
  const jar = random.uuid();
  const keepsCookies = random.chance(0.85);
  const visit = (attacker: Attacker, when: number, plan: Partial<VisitPlan> = {}): Visit =>
    makeVisit(
      random,
      {
        label: { side: "attack", class: kind },
        eventId: guest.event.id,
        guestId: guest.id,
        tokenId: guest.tokenId,
        hasContact: guest.hasContact,
        at: when,
        reportsHardware: !random.chance(0.12),
        jar: keepsCookies ? jar : random.uuid(),
        ...attacker,
        ...plan,
      },
      world.visible,
    );
  const session = (attacker: Attacker, plan: Partial<VisitPlan> = {}): Visit[] => {
    const visits = [visit(attacker, at, plan)];
    if (random.chance(0.4))
      visits.push(
        visit(attacker, at + 30_000 + random.wait(120_000), { ...plan, kind: "edit", reportsHardware: true }),
      );
    if (random.chance(0.3)) visits.push(visit(attacker, at + random.wait(DAY), plan));
    return visits;
  };
  switch (kind) {
    case "naive stranger":
      return session(localAttacker(world, random.pick(CITIES.filter((city) => city.country !== guest.home.country))));
    case "VPN, same country": {
      const origin = random.pick(CITIES.filter((city) => city.country !== guest.home.country));
      const attacker = { ...localAttacker(world, origin), line: vpnIn(world, guest.home) };
      // Half of them set time zone and language to the country of the exit.
      const person = { language: guest.home.language, zone: guest.home.zone };
      return session(random.chance(0.5) ? { ...attacker, person } : attacker);
    }
    case "targeted, same network and agent":
    case "targeted, same address range": {
      const own = { ...guest.phone };
      const other = randomPhone(random);
      // The user agent is copied; the hardware is the attacker's own, unless it is the same model.
      const machine = random.chance(0.3) ? own : { ...own, screen: other.screen, cores: other.cores };
      const isSameRange = kind === "targeted, same address range";
      const { prefix } = isSameRange ? guest.homeLine : homeLineIn(world, guest.home);
      return session({ machine, person: guest.person, line: { ...guest.homeLine, prefix } });
    }
    case "abroad at once":
      return session(localAttacker(world, random.pick(CITIES.filter((city) => city.country !== guest.home.country))));
    case "forwarded link":
    case "forwarded to several":
      return session(localAttacker(world, cityOfFriend(world, guest)));
    default:
      return session(localAttacker(world, random.pick(CITIES)));
  }
}

function cityOfFriend({ random }: World, guest: Guest): City {
  return random.chance(0.6) ? guest.home : random.pick(CITIES.filter((city) => city.country === guest.home.country));
}

/** The guest forwards the link to a group, whose members open it within two days. */
export function forwardedToSeveral(world: World, guest: Guest, at: number): Visit[] {
  const { random } = world;
  return Array.from({ length: random.between(2, 5) }, () => at + random.wait(16 * HOUR)).flatMap((when) =>
    attackVisits(world, guest, "forwarded to several", when),
  );
}

/** The link is in a public post: dozens of strangers within two days. */
export function publicPost(world: World, guest: Guest, at: number): Visit[] {
  const { random } = world;
  return Array.from({ length: random.between(8, 25) }, () => {
    const city = random.chance(0.7)
      ? random.pick(CITIES.filter((one) => one.country === guest.home.country))
      : random.pick(CITIES);
    const referrer = random.pick(PUBLIC_REFERRERS);
    const plan = {
      eventId: guest.event.id,
      guestId: guest.id,
      tokenId: guest.tokenId,
      hasContact: guest.hasContact,
      referrer,
      inApp: random.chance(0.4),
    };
    const label = { side: "attack", class: "public post" } as const;
    return makeVisit(
      random,
      { label, at: at + random.wait(16 * HOUR), jar: random.uuid(), ...localAttacker(world, city), ...plan },
      world.visible,
    );
  });
}

/** A script sends RSVPs for many guests in turn, from one address. */
export function stuffing(world: World, guests: readonly Guest[], at: number): Visit[] {
  const { random } = world;
  const city = random.pick(CITIES);
  const line = random.chance(0.6) ? vpnIn(world, city) : homeLineIn(world, city);
  const host = random.between(1, 254);
  const isBrowser = random.chance(0.6);
  const machine = randomLaptop(random);
  const sender = isBrowser
    ? { machine, reportsHardware: random.chance(0.5) }
    : { userAgent: random.pick(["python-requests/2.32.3", "curl/8.9.1", "Go-http-client/2.0"]) };
  const opensFirst = random.chance(0.3);
  const cookies = random.uuid();
  let when = at;
  return guests.flatMap((guest) => {
    when += random.between(1_000, 10_000);
    const plan = {
      label: { side: "attack", class: "RSVP stuffing" } as const,
      eventId: guest.event.id,
      guestId: guest.id,
      tokenId: guest.tokenId,
      hasContact: guest.hasContact,
      person: { language: city.language, zone: city.zone },
      line,
      host,
      // A script without a browser neither sends nor stores cookies.
      jar: isBrowser ? cookies : null,
      ...sender,
    };
    const form = makeVisit(random, { ...plan, at: when + 500, kind: "rsvp" }, world.visible);
    return opensFirst ? [makeVisit(random, { ...plan, at: when }, world.visible), form] : [form];
  });
}
