import { env } from "cloudflare:workers";
import { replyStateOf, standingOf } from "../../src/db/standing.ts";
import type { ReplyState, RsvpResponse, Seat, Standing } from "../../src/kernel/rsvp.ts";

/** A guest as the database has it. */
export interface TrueGuest {
  id: string;
  name: string;
  standing: Standing;
  response: RsvpResponse | null;
  seat: Seat | null;
  /** People of the RSVP, the guest included; 0 unless attending. */
  heads: number;
  isInvited: boolean;
  hasEmail: boolean;
  tags: string[];
  /** People of the party who are in; null if none was checked in. */
  arrived: number | null;
}

/** An event as the database has it. Every surface is compared with this. */
export interface Truth {
  state: ReplyState;
  capacity: number | null;
  guests: Map<string, TrueGuest>;
}

interface Row {
  id: string;
  name: string;
  invited_at: number | null;
  email: string | null;
  tags: string;
  response: RsvpResponse | null;
  seat: Seat | null;
  offer_expires_at: number | null;
  heads: number | null;
  arrival_count: number | null;
  walk_in: number | null;
}

export async function truthOf(eventId: string): Promise<Truth> {
  const [rows, events] = await env.DB.batch<unknown>([
    env.DB.prepare(
      `select g.id, g.name, g.invited_at, g.email, g.tags, r.response, r.seat, r.offer_expires_at, r.heads, c.arrival_count, c.walk_in
       from guests g left join rsvps r on r.event_id = g.event_id and r.guest_id = g.id
       left join check_ins c on c.event_id = g.event_id and c.guest_id = g.id where g.event_id = ?`,
    ).bind(eventId),
    env.DB.prepare(
      `select cancelled_at as cancelledAt, event_date as eventDate, end_time as endTime, rsvp_deadline as rsvpDeadline,
         capacity, waitlist, coalesce(held, 0) as held from events left join event_seats on event_id = id where id = ?`,
    ).bind(eventId),
  ]);
  const event = events?.results[0] as Parameters<typeof replyStateOf>[0] | undefined;
  if (event === undefined) throw new Error("the event no longer exists");
  const now = Date.now();
  const guests = ((rows?.results ?? []) as Row[]).map((row): [string, TrueGuest] => [
    row.id,
    {
      id: row.id,
      name: row.name,
      standing: standingOf(
        {
          walkIn: row.walk_in === 1,
          response: row.response,
          seat: row.seat,
          offerExpiresAt: row.offer_expires_at,
          invitedAt: row.invited_at,
        },
        now,
      ),
      response: row.response,
      seat: row.seat,
      heads: row.heads ?? 0,
      isInvited: row.invited_at !== null,
      hasEmail: row.email !== null,
      tags: JSON.parse(row.tags) as string[],
      arrived: row.arrival_count,
    },
  ]);
  return { state: replyStateOf(event, now), capacity: event.capacity, guests: new Map(guests) };
}

/** The guests with one of these standings. */
export function having({ guests }: Truth, ...standings: Standing[]): TrueGuest[] {
  return [...guests.values()].filter(({ standing }) => standings.includes(standing));
}

/** People who come: those with a confirmed seat. */
export function peopleComing(truth: Truth): number {
  return having(truth, "coming").reduce((sum, { heads }) => sum + heads, 0);
}
