import type { Standing } from "../src/kernel/rsvp.ts";

/** The guests of the event, at least one of each standing. */
const PEOPLE = {
  cara: { name: "Cara Coming", standing: "coming", people: 1 },
  cleo: { name: "Cleo Companions", standing: "coming", people: 3 },
  hugo: { name: "Hugo Host-Recorded", standing: "coming", people: 2 },
  olga: { name: "Olga Offered", standing: "offered", people: 2 },
  wim: { name: "Wim Waitlisted", standing: "waitlisted", people: 5 },
  uma: { name: "Uma Unseated", standing: "unseated", people: 1 },
  max: { name: "Max Maybe", standing: "maybe", people: 1 },
  dora: { name: "Dora Declined", standing: "declined", people: 1 },
  sila: { name: "Sila Silent", standing: "silent", people: 1 },
  nils: { name: "Nils Not-Invited", standing: "not_invited", people: 1 },
  walt: { name: "Walt Walk-In", standing: "walk_in", people: 3 },
} as const satisfies Record<string, { name: string; standing: Standing; people: number }>;

export type StandingKey = keyof typeof PEOPLE;

export interface StandingGuest {
  id: string;
  name: string;
  standing: Standing;
  /** The guest and the companions of the RSVP, the people of a walk-in, or 1. */
  people: number;
  email: string | null;
  /** The value in the link; null if no link was issued. */
  token: string | null;
  /** The network address of the guest's requests. */
  address: string;
}

/** An event with at least one guest of each standing. */
export interface EveryStandingEvent {
  eventId: string;
  name: string;
  /** Seats: 6 confirmed, 2 offered, 1 free. */
  capacity: number;
  guests: Record<StandingKey, StandingGuest>;
}

/** The service as its host and its guests use it. Each function throws unless the response is a success. */
export interface StandingSurface {
  host<Body>(method: string, path: string, body?: object): Promise<Body>;
  /** Sends a guest's request from an address and a browser of the guest. */
  guest<Body>(method: string, path: string, body: object, address: string): Promise<Body>;
  /** Returns a network address that no request has used yet. */
  address(): string;
  /** Lets the guest's open offer run out. */
  expireOffer(eventId: string, guestId: string): Promise<void>;
  /** Polls until the check passes. */
  eventually(check: () => Promise<void>): Promise<unknown>;
}

const CONFIRMED = 6;
const CAPACITY = 9;
const DAY_MS = 86_400_000;

/**
 * Creates an event with every standing. Two parties with a link and one whose RSVP the host recorded come; one of them
 * is checked in, and so is a walk-in of three people. Needs a host of a paid tier.
 * @param event fields of the event that differ from the default
 */
export async function makeEveryStanding(surface: StandingSurface, event: object = {}): Promise<EveryStandingEvent> {
  const created = await surface.host<{ id: string; name: string }>("POST", "/events", {
    name: "Summer Gala",
    venue: "The Old Orangery, Gartenweg 4, Berlin",
    event_date: new Date(Date.now() + 30 * DAY_MS).toISOString(),
    timezone: "Europe/Berlin",
    capacity: CONFIRMED,
    waitlist: true,
    companion_names: "optional",
    ...event,
  });
  const list = await addGuests(surface, created.id);
  const guests = { ...list, walt: await addWalkIn(surface, created.id) };
  await reply(surface, created.id, guests);
  await seat(surface, created.id, guests);
  await surface.host("POST", `/events/${created.id}/check-in`, { guest_id: guests.cara.id });
  return { eventId: created.id, name: created.name, capacity: CAPACITY, guests };
}

type Listed = Record<Exclude<StandingKey, "walt">, StandingGuest>;

async function addGuests(surface: StandingSurface, eventId: string): Promise<Listed> {
  const added: [string, StandingGuest][] = [];
  for (const [key, person] of Object.entries(PEOPLE)) {
    if (person.standing === "walk_in") continue;
    const hasLink = key !== "hugo" && key !== "nils";
    const email = hasLink ? `${key}-${eventId}@example.com` : null;
    const { id } = await surface.host<{ id: string }>("POST", `/events/${eventId}/guests`, {
      name: person.name,
      email,
      party_size: Math.max(2, person.people),
    });
    const token = hasLink ? await issue(surface, eventId, id) : null;
    added.push([key, { ...person, id, email, token, address: surface.address() }]);
  }
  return Object.fromEntries(added) as Listed;
}

async function issue(surface: StandingSurface, eventId: string, guestId: string): Promise<string> {
  const body = { guest_id: guestId, notify: false };
  const { link } = await surface.host<{ link: string }>("POST", `/events/${eventId}/tokens`, body);
  return link.slice(link.lastIndexOf("/") + 1);
}

async function addWalkIn(surface: StandingSurface, eventId: string): Promise<StandingGuest> {
  const { name, people } = PEOPLE.walt;
  const body = { name, arrival_count: people };
  const { guest_id: id } = await surface.host<{ guest_id: string }>("POST", `/events/${eventId}/walk-ins`, body);
  return { ...PEOPLE.walt, id, email: null, token: null, address: surface.address() };
}

/** Sends the RSVPs. The confirmed parties come first and take every seat. */
async function reply(surface: StandingSurface, eventId: string, guests: Listed): Promise<void> {
  const answer = ({ token, address }: StandingGuest, rsvp: object) =>
    surface.guest("POST", "/rsvp", { token, ...rsvp }, address);
  const attend = (guest: StandingGuest) => answer(guest, { response: "attending", plus_ones: guest.people - 1 });
  await attend(guests.cara);
  await answer(guests.cleo, {
    response: "attending",
    companions: [{ name: "Carl Companion" }, { name: null }],
  });
  await surface.host("PUT", `/events/${eventId}/guests/${guests.hugo.id}/rsvp`, {
    response: "attending",
    plus_ones: 1,
    notify: false,
  });
  await attend(guests.uma);
  await attend(guests.olga);
  await attend(guests.wim);
  await answer(guests.max, { response: "maybe", plus_ones: 0 });
  await answer(guests.dora, { response: "declined" });
}

/** Offers seats to two parties; one offer runs out. The party that still waits is too large for the seat left. */
async function seat(surface: StandingSurface, eventId: string, { olga, uma, wim }: Listed): Promise<void> {
  const seatOf = async ({ id }: StandingGuest) => {
    const path = `/events/${eventId}/guests/${id}`;
    const { rsvp } = await surface.host<{ rsvp: { seat: string | null } | null }>("GET", path);
    return rsvp?.seat ?? null;
  };
  const become = (wanted: readonly (string | null)[]) =>
    surface.eventually(async () => {
      const seats = await Promise.all([seatOf(olga), seatOf(uma), seatOf(wim)]);
      if (JSON.stringify(seats) !== JSON.stringify(wanted)) throw new Error(`the seats are ${seats}, not ${wanted}`);
    });
  await surface.host("PATCH", `/events/${eventId}`, { capacity: CAPACITY });
  await become(["offered", "offered", "waitlisted"]);
  await surface.expireOffer(eventId, uma.id);
  await become(["offered", null, "waitlisted"]);
}
