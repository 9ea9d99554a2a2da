import { env, exports } from "cloudflare:workers";
import { expect } from "vitest";
import { type Host, signedInHost } from "./account.ts";
import { type FixtureGuest, makeEventFixture } from "./event-fixture.ts";
import { eventually } from "./eventually.ts";
import { makeEvent } from "./guest.ts";
import { answerRequest, browserHeaders, editRequest } from "./guest-requests.ts";

/** An RSVP as its guest sees it, or the members of a problem document. */
export interface SeatAnswer {
  status: number;
  error?: string;
  left?: number;
  response?: string;
  plus_ones?: number;
  seat?: string | null;
  waitlist_position?: number | null;
  offer_expires_at?: string | null;
  edit_count?: number;
  check_in?: { qr_token: string };
}

/** A guest who submits RSVPs from one device. */
export interface SeatGuest extends FixtureGuest {
  answer(heads: number, more?: Record<string, unknown>): Promise<SeatAnswer>;
  edit(changes: Record<string, unknown>): Promise<SeatAnswer>;
  answerOffer(accept: boolean): Promise<SeatAnswer>;
  offerRequest(accept: boolean): Request;
  /** Returns the RSVP that the link shows. */
  view(): Promise<SeatAnswer>;
}

/** An event with a capacity. */
export interface SeatEvent {
  host: Host;
  eventId: string;
  guests: SeatGuest[];
  /** Returns the seats of confirmed and offered RSVPs, counted from the RSVPs, and as the database stores them. */
  held(): Promise<{ counted: number; kept: number }>;
  /** Returns the seats of all RSVPs, by the guest's number. */
  seats(): Promise<(string | null | undefined)[]>;
}

/** Creates an event with a capacity and invited guests. */
export async function makeSeatEvent(
  guests: number,
  settings: { capacity: number | null; waitlist?: boolean; offerHours?: number; shard?: number },
): Promise<SeatEvent> {
  const { shard = 0 } = settings;
  const database = shard === 0 ? env.DB : env.DB_1;
  const host = await signedInHost({ tier: "business", shard });
  // The first event on a shard brings the host's account there.
  if (shard !== 0) await makeEvent(host);
  const fixture = await makeEventFixture(host.id, guests, { shard });
  const { eventId } = fixture;
  await database
    .prepare("update events set capacity = ?, waitlist = ?, offer_hours = ? where id = ?")
    .bind(settings.capacity, Number(settings.waitlist ?? false), settings.offerHours ?? 24, eventId)
    .run();
  return {
    host,
    eventId,
    guests: fixture.guests.map(withDevice),
    async held() {
      const [counted, kept] = await database.batch<{ heads: number }>([
        database
          .prepare(
            "select coalesce(sum(heads), 0) as heads from rsvps where event_id = ? and seat in ('confirmed', 'offered')",
          )
          .bind(eventId),
        database.prepare("select coalesce(sum(held), 0) as heads from event_seats where event_id = ?").bind(eventId),
      ]);
      return { counted: counted?.results[0]?.heads ?? -1, kept: kept?.results[0]?.heads ?? -1 };
    },
    async seats() {
      const { results } = await database
        .prepare("select guest_id, seat from rsvps where event_id = ?")
        .bind(eventId)
        .all<{ guest_id: string; seat: string | null }>();
      const byGuest = new Map(results.map((row) => [row.guest_id, row.seat] as const));
      return fixture.guests.map(({ id }) => byGuest.get(id));
    },
  };
}

export function guestOf({ guests }: SeatEvent, number: number): SeatGuest {
  const guest = guests[number];
  if (guest === undefined) throw new Error(`there is no guest ${number}`);
  return guest;
}

/** Submits RSVPs one after another with parties of these sizes. */
export async function answerInTurn(event: SeatEvent, ...heads: number[]): Promise<void> {
  for (const [number, count] of heads.entries()) expect((await guestOf(event, number).answer(count)).status).toBe(201);
}

/** Waits until the RSVPs have these seats, by the guest's number. */
export const seatsBecome = (event: SeatEvent, seats: (string | null | undefined)[]) =>
  eventually(async () => expect(await event.seats()).toEqual(seats));

function withDevice(guest: FixtureGuest): SeatGuest {
  const headers = browserHeaders();
  const json = { ...headers, "Content-Type": "application/json" };
  const send = async (request: Request): Promise<SeatAnswer> => {
    const response = await exports.default.fetch(request);
    return { ...(await response.json<Omit<SeatAnswer, "status">>()), status: response.status };
  };
  const offerRequest = (accept: boolean) =>
    new Request(`https://usher.test/rsvp/${guest.token}/offer`, {
      method: "POST",
      headers: json,
      body: JSON.stringify({ accept }),
    });
  return {
    ...guest,
    answer: (heads, more = {}) => send(answerRequest(guest.token, { plus_ones: heads - 1, ...more }, headers)),
    edit: (changes) => send(editRequest(guest.token, changes, headers)),
    answerOffer: (accept) => send(offerRequest(accept)),
    offerRequest,
    async view() {
      const response = await exports.default.fetch(
        new Request(`https://usher.test/access/${guest.token}`, { headers }),
      );
      const { rsvp, check_in } = await response.json<{ rsvp: SeatAnswer; check_in?: { qr_token: string } }>();
      return { ...rsvp, ...(check_in ? { check_in } : {}), status: response.status };
    },
  };
}
