import { env } from "cloudflare:workers";
import { linkFor } from "../../src/invitations/guest-link.ts";
import { newId } from "../../src/kernel/ids.ts";
import { createRequestContext } from "../../src/request-context.ts";

/** A guest with a valid link. */
export interface FixtureGuest {
  id: string;
  email: string;
  tokenId: string;
  /** The value in the link. */
  token: string;
}

/** An event with invited guests, inserted by SQL for tests of other features. */
export interface EventFixture {
  eventId: string;
  hostId: string;
  guests: FixtureGuest[];
}

/** Time until the event. */
const LEAD_MS = 30 * 24 * 3_600_000;

/** Creates an event of a host with `size` invited guests. On another shard than 0, the host's account has a replica there. */
export async function makeEventFixture(
  hostId: string,
  size: number,
  event: { venue?: string; name?: string; shard?: number } = {},
): Promise<EventFixture> {
  const now = Date.now();
  const { shard = 0 } = event;
  const database = shard === 0 ? env.DB : env.DB_1;
  const eventId = newId(now, shard);
  const services = createRequestContext(env, () => undefined);
  const guests = await Promise.all(
    Array.from({ length: size }, async (_, index) => {
      const tokenId = newId(now, shard);
      const email = `guest-${index}-${eventId}@example.com`;
      return { id: newId(now, shard), email, tokenId, token: (await linkFor(services, tokenId)).split("/i/")[1] ?? "" };
    }),
  );
  const list = JSON.stringify(guests);
  await database.batch([
    database
      .prepare(
        "insert into events (id, host_id, name, venue, event_date, timezone, created_at, updated_at) values (?, ?, ?, ?, ?, 'Europe/Berlin', ?, ?)",
      )
      .bind(eventId, hostId, event.name ?? "Gala", event.venue ?? "Town hall", now + LEAD_MS, now, now),
    database
      .prepare("insert into event_collaborators (event_id, user_id, role, created_at) values (?, ?, 'owner', ?)")
      .bind(eventId, hostId, now),
    database
      .prepare(
        `insert into guests (event_id, id, name, name_key, email, email_key, invited_at, created_at, updated_at)
       select ?1, value ->> 'id', 'Guest ' || key, 'guest ' || key, value ->> 'email', value ->> 'email', ?2, ?2, ?2 from json_each(?3)`,
      )
      .bind(eventId, now, list),
    database.prepare("insert into guest_counts (event_id, guests) values (?, ?)").bind(eventId, size),
    database
      .prepare(
        `insert into access_tokens (id, event_id, guest_id, created_at)
       select value ->> 'tokenId', ?1, value ->> 'id', ?2 from json_each(?3)`,
      )
      .bind(eventId, now, list),
  ]);
  return { eventId, hostId, guests };
}

export function firstOf(fixture: EventFixture): FixtureGuest {
  const [guest] = fixture.guests;
  if (guest === undefined) throw new Error("the fixture has no guests");
  return guest;
}

/** Gives a user a role on an event. */
export async function addMember(eventId: string, userId: string, role: "owner" | "editor" | "viewer"): Promise<void> {
  await env.DB.prepare("insert into event_collaborators (event_id, user_id, role, created_at) values (?, ?, ?, 1)")
    .bind(eventId, userId, role)
    .run();
}
