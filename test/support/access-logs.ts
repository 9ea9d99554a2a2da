import { env } from "cloudflare:workers";
import { newId } from "../../src/kernel/ids.ts";
import { type EventFixture, firstOf } from "./event-fixture.ts";

/** The fields of an access that a test sets; the others have defaults. */
export interface LoggedAccess {
  score: number | null;
  risk?: "low" | "medium" | "high" | "block" | null;
  automated?: boolean;
}

/** Inserts accesses of an event's first guest into the log. @returns their IDs, in order */
export async function logAccesses(fixture: EventFixture, accesses: readonly LoggedAccess[]): Promise<string[]> {
  const guest = firstOf(fixture);
  const now = Date.now();
  const rows = accesses.map(({ score, risk, automated }) => ({
    id: newId(now),
    score,
    risk: score === null ? null : (risk ?? "low"),
    automated: automated === true ? 1 : 0,
  }));
  await env.DB.prepare(
    `insert into access_logs (event_id, id, guest_id, token_id, kind, at, fingerprint, score, risk, automated, scored_at)
     select ?1, value ->> 'id', ?2, ?3, 'access', ?4, '{}', value ->> 'score', value ->> 'risk', value ->> 'automated', ?4
     from json_each(?5)`,
  )
    .bind(fixture.eventId, guest.id, guest.tokenId, now, JSON.stringify(rows))
    .run();
  return rows.map(({ id }) => id);
}
