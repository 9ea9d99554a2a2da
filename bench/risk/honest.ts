import { distanceKm } from "../../scoring-engine/geo/distance.ts";
import { type Machine, randomPhone, randomTablet } from "./devices.ts";
import { CITIES, type City } from "./geography.ts";
import { type Guest, homeLineIn, mobileLinesIn, relayNear, vpnIn, type World } from "./guests.ts";
import { DAY, HOUR, type HonestClass, type Line, MINUTE, makeVisit, type Visit, type VisitPlan } from "./visit.ts";

/** Door-to-door speeds of guests between two accesses, km/h, and time at the airport, hours. */
const TRAVEL = { car: 80, train: 130, flight: 650, airportHours: 3 } as const;
/** Share of accesses whose page script reported nothing, because it was blocked or the page was closed too soon. */
const SCRIPT_BLOCKED = 0.12;
/** Share of guests who later change their RSVP, in the same browser. */
const CHANGES_ANSWER = 0.08;

interface Step extends Partial<VisitPlan> {
  readonly at: number;
  readonly line: Line;
  readonly class?: HonestClass;
}

/** One guest's honest accesses, ordered by time. */
export function honestVisits(world: World, guest: Guest): Visit[] {
  const { random } = world;
  const steps = stepsOf(world, guest);
  return steps.map(({ class: own, ...step }) => {
    const base = {
      label: { side: "honest", class: own ?? guest.behaviour } as const,
      machine: guest.phone,
      person: guest.person,
    };
    const { id: guestId, tokenId, hasContact } = guest;
    const ids = { eventId: guest.event.id, guestId, tokenId, hasContact };
    // A browser without cookies gets a new ID with every response.
    const cookies = guest.behaviour === "cookies off" ? { jar: random.uuid() } : {};
    return makeVisit(
      random,
      { reportsHardware: !random.chance(SCRIPT_BLOCKED), ...base, ...ids, ...cookies, ...step },
      world.visible,
    );
  });
}

function usualLine({ random }: World, guest: Guest): Line {
  return random.chance(0.6) ? guest.homeLine : random.pick(guest.mobileLines);
}

/** Opens the page, and mostly sends the RSVP immediately from the same place. */
function openAndAnswer(world: World, guest: Guest): Step[] {
  const { random } = world;
  const at = guest.invitedAt + 3 * MINUTE + random.wait(14 * HOUR);
  const line = usualLine(world, guest);
  const isInApp = guest.behaviour === "in-app to browser" || random.chance(0.1);
  const open: Step = { at, line, inApp: isInApp };
  const sendsRsvp = random.chance(0.75);
  if (!sendsRsvp) return [open];
  const answerAt = at + 20_000 + random.wait(2 * MINUTE);
  const inApp = isInApp && random.chance(0.5);
  return [open, { at: answerAt, line, inApp, reportsHardware: true, kind: "rsvp", confirm: "rsvp" }];
}

function stepsOf(world: World, guest: Guest): Step[] {
  const { random } = world;
  const opened = openAndAnswer(world, guest);
  const last = opened.at(-1)?.at ?? guest.invitedAt;
  const looks = Array.from({ length: random.between(0, 3) }, () => last + random.wait(9 * DAY)).filter(
    (at) => at < guest.event.startsAt,
  );
  const revisits = looks.map((at): Step => ({ at, line: usualLine(world, guest), inApp: random.chance(0.1) }));
  const sendsRsvp = opened.length > 1;
  if (sendsRsvp && random.chance(CHANGES_ANSWER)) {
    const inApp = opened.at(-1)?.inApp ?? false;
    revisits.push({ at: last + random.wait(9 * DAY), line: usualLine(world, guest), inApp, kind: "edit" });
  }
  const steps = [...opened, ...revisits, ...behaviourSteps(world, guest, last), ...venueSteps(world, guest)];
  return steps.filter((step) => step.at <= guest.event.startsAt + 6 * HOUR).sort((a, b) => a.at - b.at);
}

function behaviourSteps(world: World, guest: Guest, last: number): Step[] {
  const { random } = world;
  const at = last + random.wait(4 * DAY) + 5 * MINUTE;
  switch (guest.behaviour) {
    case "in-app to browser":
      return [{ at: last + random.wait(HOUR), line: usualLine(world, guest), inApp: false }];
    case "browser update":
      return browserUpdate(world, guest, at);
    case "private window":
      return [{ at, line: usualLine(world, guest), jar: random.uuid() }];
    case "family tablet":
      return familyTablet(world, guest, at);
    case "second device":
      return secondDevice(world, guest, random.chance(0.5) ? last + random.wait(2 * HOUR) : at);
    case "new phone":
      return newPhone(world, guest, at);
    case "relay or VPN":
      return relaySteps(world, guest, at);
    case "train, car, flight":
      return journey(world, guest, at);
    case "family link":
      return family(world, guest, last);
    default:
      return [];
  }
}

function secondDevice(world: World, guest: Guest, at: number): Step[] {
  const { random } = world;
  const line = random.weighed<Line>([
    [guest.homeLine, 0.55],
    [guest.officeLine, 0.4],
    [random.pick(guest.mobileLines), 0.05],
  ]);
  const first: Step = {
    at,
    line,
    machine: guest.laptop,
    referrer: random.chance(0.3) ? "https://mail.google.com/" : "",
  };
  const again: Step = { ...first, at: at + random.wait(3 * DAY), line: random.chance(0.5) ? line : guest.homeLine };
  return random.chance(0.6) ? [first, again] : [first];
}

/** Three versions later, in a train or at home. */
function browserUpdate(world: World, guest: Guest, at: number): Step[] {
  const machine = { ...guest.phone, lag: guest.phone.lag - 3 };
  const line = world.random.chance(0.5) ? usualLine(world, guest) : guest.officeLine;
  return [
    { at, line, machine },
    { at: at + DAY, line: usualLine(world, guest), machine },
  ];
}

/** The household's tablet, at home. */
function familyTablet(world: World, guest: Guest, at: number): Step[] {
  const machine = randomTablet(world.random);
  const looks = Array.from({ length: world.random.between(1, 3) }, () => at + world.random.wait(3 * DAY));
  return looks.map((look): Step => ({ at: look, line: guest.homeLine, machine }));
}

function newPhone(world: World, guest: Guest, at: number): Step[] {
  const machine = randomPhone(world.random);
  return [
    { at, line: usualLine(world, guest), machine },
    { at: at + 2 * DAY, line: usualLine(world, guest), machine },
  ];
}

/** Switches a relay or a VPN on and off again; half of the VPNs exit in another country. */
function relaySteps(world: World, guest: Guest, at: number): Step[] {
  const { random } = world;
  const abroad = random.pick(CITIES.filter((one) => one.country !== guest.home.country));
  const isRelay = guest.phone.form === "iphone" && random.chance(0.6);
  const exit = isRelay ? relayNear(world, guest.home) : vpnIn(world, random.chance(0.5) ? guest.home : abroad);
  const before: Step = { at: at - random.between(2, 40) * MINUTE, line: usualLine(world, guest) };
  const machine = random.chance(0.75) ? guest.phone : guest.laptop;
  const through: Step = { at, line: exit, machine };
  const after: Step = { at: at + random.between(2, 60) * MINUTE, line: usualLine(world, guest) };
  return [before, through, after];
}

function destination(world: World, from: City, low: number, high: number): City {
  const reach = CITIES.filter((one) => distanceKm(one, from) > low && distanceKm(one, from) < high);
  return reach.length > 0 ? world.random.pick(reach) : from;
}

/** An access before departure and one on arrival, no faster than the means of travel; then one from the hotel. */
function journey(world: World, guest: Guest, at: number): Step[] {
  const { random } = world;
  const means = random.weighed(
    [["car", 0.35] as const, ["train", 0.35] as const, ["flight", 0.3] as const].map(([m, w]) => [m, w] as const),
  );
  const there =
    means === "flight" ? destination(world, guest.home, 500, 9_000) : destination(world, guest.home, 150, 900);
  const km = distanceKm(guest.home, there);
  const hours = km / TRAVEL[means] + (means === "flight" ? TRAVEL.airportHours : 0) + random.wait(0.5);
  const person = { ...guest.person, zone: there.zone };
  // Abroad the phone uses its home carrier (roaming) or a local line.
  const roams = there.country !== guest.home.country && random.chance(0.35);
  const arrival = roams ? random.pick(guest.mobileLines) : random.pick(mobileLinesIn(world, there));
  const hotel = homeLineIn(world, there);
  return [
    { at, line: usualLine(world, guest) },
    { at: at + hours * HOUR, line: arrival, person },
    {
      at: at + (hours + 2) * HOUR + random.wait(10 * HOUR),
      line: hotel,
      person,
      machine: random.chance(0.8) ? guest.phone : guest.laptop,
    },
  ];
}

/** Two to four people of one household use one link, mostly at home. */
function family(world: World, guest: Guest, last: number): Step[] {
  const { random } = world;
  const members: Machine[] = Array.from({ length: random.between(1, 3) }, () => randomPhone(random));
  return members.flatMap((machine) => {
    const at = last + random.wait(2 * DAY);
    const away = random.pick(mobileLinesIn(world, guest.home));
    const first: Step = { at, line: random.chance(0.8) ? guest.homeLine : away, machine };
    const second: Step = { at: at + random.wait(3 * DAY), line: random.chance(0.6) ? guest.homeLine : away, machine };
    return random.chance(0.5) ? [first, second] : [first];
  });
}

/** On the day of the event: accesses from its city, mostly on the venue's network, to show the door code. */
function venueSteps(world: World, guest: Guest): Step[] {
  const { random } = world;
  const { event } = guest;
  if (!random.chance(0.6)) return [];
  const at = event.startsAt + (random.next() - 0.3) * HOUR;
  const person = { ...guest.person, zone: event.city.zone };
  const line = random.chance(0.7) ? event.venue : random.pick(mobileLinesIn(world, event.city));
  const door: Step = { at, line, person, class: "venue network", confirm: "check_in" };
  const reloads = Array.from(
    { length: random.between(0, 3) },
    (_, index): Step => ({ ...door, at: at + (index + 1) * MINUTE }),
  );
  return [door, ...reloads];
}
