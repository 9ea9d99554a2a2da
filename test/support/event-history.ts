import { env } from "cloudflare:workers";
import { newId } from "../../src/kernel/ids.ts";
import { createRequestContext } from "../../src/request-context.ts";
import { markOpened } from "../../src/risk/access-log.ts";

export type Response = "attending" | "declined" | "maybe";

/** History of one guest of an event. All times are epoch milliseconds. */
export interface GuestHistory {
  name: string;
  email: string | null;
  phone: string | null;
  partySize: number | null;
  utmSource: string | null;
  /** Creation times of the links: the first one, then each replacement. Empty if never invited. */
  links: number[];
  accesses: {
    at: number;
    kind: "access" | "rsvp" | "edit";
    automated: boolean;
    risk: "low" | "medium" | "high" | "block" | null;
  }[];
  /** The first RSVP, then each edit. */
  answers: { at: number; response: Response; plusOnes: number }[];
  arrival: { at: number; count: number; walkIn: boolean } | null;
}

/** A guest with a name only, and without any action. */
export const UNTOUCHED: GuestHistory = {
  name: "Grace",
  email: null,
  phone: null,
  partySize: null,
  utmSource: null,
  links: [],
  accesses: [],
  answers: [],
  arrival: null,
};

/** Returns a guest's history as database rows. */
export interface WrittenGuest extends GuestHistory {
  id: string;
}

/**
 * Writes an event with its guests' histories directly into the database, as the service leaves its rows. The service's own
 * statement computes when a guest has opened the invitation, once per access, the latest first.
 */
export async function writeHistory(
  hostId: string,
  event: { name?: string; timezone: string },
  histories: readonly GuestHistory[],
): Promise<{ eventId: string; guests: WrittenGuest[] }> {
  const now = Date.now();
  const eventId = newId(now);
  const guests = histories.map((history) => ({ ...history, id: newId(now) })).sort((a, b) => (a.id < b.id ? -1 : 1));
  const accesses = guests.flatMap(({ id, accesses: own }) =>
    own.map((access) => ({ guest: id, id: newId(now), ...access })),
  );
  const json = (rows: unknown) => JSON.stringify(rows);
  const insert = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(eventId, ...values);
  await env.DB.batch([
    insert(
      "insert into events (id, host_id, name, event_date, timezone, created_at, updated_at) values (?1, ?2, ?3, ?4, ?5, ?4, ?4)",
      hostId,
      event.name ?? "Gala",
      now,
      event.timezone,
    ),
    insert(
      "insert into event_collaborators (event_id, user_id, role, created_at) values (?1, ?2, 'owner', ?3)",
      hostId,
      now,
    ),
    insert(
      `insert into guests (event_id, id, name, name_key, email, email_key, phone, party_size, invited_at, created_at, updated_at)
       select ?1, value ->> 'id', value ->> 'name', lower(value ->> 'name'), value ->> 'email', lower(value ->> 'email'),
         value ->> 'phone', value ->> 'partySize', value -> 'links' ->> 0, ?2, ?2 from json_each(?3)`,
      now,
      json(guests),
    ),
    insert(
      `insert into access_tokens (id, event_id, guest_id, utm_source, created_at, revoked_at)
       select value ->> 'id', ?1, value ->> 'guest', value ->> 'utmSource', value ->> 'at', value ->> 'until' from json_each(?2)`,
      json(
        guests.flatMap(({ id, utmSource, links }) =>
          links.map((at, index) => ({ id: newId(at), guest: id, utmSource, at, until: links[index + 1] ?? null })),
        ),
      ),
    ),
    insert(
      `insert into access_logs (event_id, id, guest_id, token_id, kind, at, fingerprint, score, risk, automated)
       select ?1, value ->> 'id', value ->> 'guest', value ->> 'guest', value ->> 'kind', value ->> 'at', '{}',
         iif(value ->> 'risk' is null, null, 50), value ->> 'risk', value ->> 'automated' from json_each(?2)`,
      json(accesses),
    ),
    insert(
      `insert into rsvps (event_id, guest_id, id, response, plus_ones, edit_count, heads, seat, user_agent, fingerprint, submitted_at, updated_at)
       select ?1, value ->> 'guest', value ->> 'guest', value ->> 'response', value ->> 'plusOnes', value ->> 'edits',
         iif(value ->> 'response' = 'attending', 1 + (value ->> 'plusOnes'), 0),
         iif(value ->> 'response' = 'attending', 'confirmed', null), 'test', '{}', value ->> 'first', value ->> 'at' from json_each(?2)`,
      json(
        guests.flatMap(({ id, answers }) => {
          const [first, last] = [answers[0], answers.at(-1)];
          return first && last ? [{ guest: id, ...last, first: first.at, edits: answers.length - 1 }] : [];
        }),
      ),
    ),
    insert(
      `insert into rsvp_revisions (event_id, guest_id, revision, response, plus_ones, recorded_at, replaced_at, edit_count)
       select ?1, value ->> 'guest', value ->> 'revision', value ->> 'response', value ->> 'plusOnes', value ->> 'at',
         value ->> 'until', value ->> 'revision' from json_each(?2)`,
      json(
        guests.flatMap(({ id, answers }) =>
          answers
            .slice(0, -1)
            .map((answer, revision) => ({ guest: id, ...answer, revision, until: answers[revision + 1]?.at })),
        ),
      ),
    ),
    insert(
      `insert into check_ins (event_id, guest_id, id, checked_in_at, recorded_at, checked_in_by, arrival_count, walk_in)
       select ?1, value ->> 'guest', value ->> 'guest', value ->> 'at', value ->> 'at', ?2, value ->> 'count',
         value ->> 'walkIn' from json_each(?3)`,
      hostId,
      json(guests.flatMap(({ id, arrival }) => (arrival ? [{ guest: id, ...arrival }] : []))),
    ),
  ]);
  const { db } = createRequestContext(env, () => undefined);
  const opening = accesses.filter(({ kind, automated, risk }) => kind === "access" && !automated && risk !== "block");
  await markOpened(
    db,
    opening.map(({ guest, at }) => ({ eventId, guestId: guest, at })),
  );
  return { eventId, guests };
}
