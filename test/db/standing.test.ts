import { env } from "cloudflare:workers";
import { type SQL, sql } from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import { ANSWER_OF_GUEST, CHECK_IN_OF_GUEST } from "../../src/db/joins.ts";
import { checkIns } from "../../src/db/schema/check-ins.ts";
import { eventSeats, events } from "../../src/db/schema/events.ts";
import { guests } from "../../src/db/schema/guests.ts";
import { rsvps } from "../../src/db/schema/rsvps.ts";
import {
  hasStanding,
  peopleComing,
  type ReplyFacts,
  replyStateOf,
  replyStateSql,
  type StandingFacts,
  standingOf,
  standingSql,
} from "../../src/db/standing.ts";
import { RESPONSES, SEATS, STANDINGS } from "../../src/kernel/rsvp.ts";

const dialect = new SQLiteAsyncDialect({ casing: "snake_case" });

/** Returns the column `value` of a query's rows. */
async function valuesOf<Value>(query: SQL): Promise<Value[]> {
  const { sql: text, params } = dialect.sqlToQuery(query);
  const { results } = await env.DB.prepare(text)
    .bind(...params)
    .all<{ value: Value }>();
  return results.map(({ value }) => value);
}

/** All combinations of one value per key. */
function combinations<Row extends object>(values: { [Key in keyof Row]: readonly Row[Key][] }): Row[] {
  const keys = Object.keys(values) as (keyof Row)[];
  return keys.reduce<Row[]>(
    (rows, key) => rows.flatMap((row) => values[key].map((value) => ({ ...row, [key]: value }))),
    [{} as Row],
  );
}

/** The rows as a table of one name, whatever the database has under that name. */
function tableOf(rows: readonly object[], columns: Record<string, string>): SQL {
  const picked = Object.entries(columns).map(([name, from]) => `value ->> '${from}' as ${name}`);
  return sql`(select ${sql.raw(picked.join(", "))} from json_each(${JSON.stringify(rows)}))`;
}

/** The current time of the facts. */
const NOW = 100;

describe("standingOf", () => {
  const facts = combinations<StandingFacts & { heads: number }>({
    walkIn: [false, true],
    response: [null, ...RESPONSES],
    seat: [null, ...SEATS],
    offerExpiresAt: [null, NOW - 1, NOW, NOW + 1],
    invitedAt: [null, 1],
    heads: [3],
  });

  /** Evaluates an expression for each combination, with the tables that it names replaced by the facts. */
  async function evaluate<Value>(expression: SQL<Value>, isCheckInJoined: boolean): Promise<Value[]> {
    const rows = facts.map((fact, index) => ({ ...fact, walkIn: Number(fact.walkIn), event: "e", guest: `g${index}` }));
    const answered = rows.filter(({ response }) => response !== null);
    const keys = { event_id: "event", guest_id: "guest" };
    return valuesOf<Value>(sql`with
      guests as ${tableOf(rows, { event_id: "event", id: "guest", invited_at: "invitedAt" })},
      rsvps as ${tableOf(answered, {
        ...keys,
        response: "response",
        seat: "seat",
        offer_expires_at: "offerExpiresAt",
        heads: "heads",
      })},
      check_ins as ${tableOf(rows, { ...keys, walk_in: "walkIn" })}
      select ${expression} as value from ${guests} left join ${rsvps} on ${ANSWER_OF_GUEST}
        ${isCheckInJoined ? sql`left join ${checkIns} on ${CHECK_IN_OF_GUEST}` : sql``}
      order by cast(substr(${guests.id}, 2) as integer)`);
  }

  // Without a response there is no RSVP, and so no seat.
  const expected = facts.map(({ response, seat, ...fact }) =>
    standingOf({ ...fact, response, seat: response === null ? null : seat }, NOW),
  );

  it("gives every combination of columns the same standing in TypeScript and in SQL", async () => {
    expect(new Set(expected)).toEqual(new Set(STANDINGS));
    expect(await evaluate(standingSql(NOW), false)).toEqual(expected);
    expect(await evaluate(standingSql(NOW, checkIns.walkIn), true)).toEqual(expected);
  });

  it("counts an offer until its time is over", () => {
    const offered = { walkIn: false, response: "attending", seat: "offered", invitedAt: 1 } as const;
    const at = (offerExpiresAt: number) => standingOf({ ...offered, offerExpiresAt }, NOW);
    expect([at(NOW + 1), at(NOW), at(NOW - 1)]).toEqual(["offered", "unseated", "unseated"]);
  });

  it("selects and counts guests by standing in SQL", async () => {
    const isComing = expected.map((standing) => Number(standing === "coming"));
    expect(await evaluate(hasStanding(["coming"], NOW), false)).toEqual(isComing);
    expect(await evaluate(peopleComing(), false)).toEqual(isComing.map((comes) => 3 * comes));
    const waits = expected.map((standing) => Number(["offered", "waitlisted"].includes(standing)));
    expect(await evaluate(hasStanding(["offered", "waitlisted"], NOW), false)).toEqual(waits);
  });
});

describe("replyStateOf", () => {
  const facts = combinations<ReplyFacts>({
    cancelledAt: [null, 50],
    eventDate: [200, 40 - 12 * 3_600_000],
    endTime: [null, 99, 100, 101],
    rsvpDeadline: [null, 99, 100, 101],
    capacity: [null, 10],
    waitlist: [false, true],
    held: [0, 9, 10, 11],
  });

  it("gives every event the same state in TypeScript and in SQL", async () => {
    const rows = facts.map((fact, index) => ({ ...fact, waitlist: Number(fact.waitlist), id: index }));
    const columns = {
      id: "id",
      cancelled_at: "cancelledAt",
      event_date: "eventDate",
      end_time: "endTime",
      rsvp_deadline: "rsvpDeadline",
      capacity: "capacity",
      waitlist: "waitlist",
    };
    const found = await valuesOf<string>(sql`with
      events as ${tableOf(rows, columns)},
      event_seats as ${tableOf(
        rows.filter(({ held }) => held > 0),
        { event_id: "id", held: "held" },
      )}
      select ${replyStateSql(NOW)} as value from ${events}
        left join ${eventSeats} on ${eventSeats.eventId} = ${events.id} order by ${events.id}`);
    const expected = facts.map((fact) => replyStateOf(fact, NOW));
    expect(new Set(expected)).toEqual(new Set(["cancelled", "over", "closed", "full", "open"]));
    expect(found).toEqual(expected);
  });
});
