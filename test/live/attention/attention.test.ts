import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type Host, signedInHost } from "../../support/account.ts";
import { addMember, makeEventFixture } from "../../support/event-fixture.ts";

const DAY_MS = 86_400_000;
const NOTHING = {
  undelivered: 0,
  unopened: 0,
  blocked: 0,
  asked: 0,
  over_capacity: 0,
  reply_networks: 0,
  offered: 0,
  passed_over: 0,
  waitlisted: 0,
};

const listed = async (host: Host): Promise<unknown> =>
  (await (await host.api("GET", "/events/attention")).json<{ items: unknown }>()).items;
const of = async (host: Host, eventId: string): Promise<unknown> =>
  (await host.api("GET", `/events/${eventId}/attention`)).json();

describe("GET /events/{eventId}/attention", () => {
  it("returns zeros at first, then undelivered, unopened, blocked and waitlisted guests", async () => {
    const host = await signedInHost();
    const { eventId, guests } = await makeEventFixture(host.id, 7);
    expect(await listed(host)).toEqual([]);
    expect(await of(host, eventId)).toEqual({ event_id: eventId, ...NOTHING });
    const [bounced, silent, opened, blocked, offered, waiting, answered] = guests.map(({ id }) => id);
    const now = Date.now();
    const guest = "update guests set";
    const run = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(...values);
    const answer = (id: string | undefined, seat: string, heads: number) =>
      run(
        `insert into rsvps (event_id, guest_id, id, response, plus_ones, heads, seat, offer_expires_at, waitlisted_at,
           user_agent, fingerprint, submitted_at, updated_at)
         values (?, ?, ?, 'attending', ?, ?, ?, ?, ?, 'test', '{}', 1, 1)`,
        eventId,
        id,
        id,
        heads - 1,
        heads,
        seat,
        seat === "offered" ? now + DAY_MS : null,
        seat === "confirmed" ? null : now,
      );
    await env.DB.batch([
      run(`${guest} delivery_status = 'bounced' where id in (?, ?)`, bounced, answered),
      run(`${guest} invited_at = ?, opened_at = null where id in (?, ?)`, now - 6 * DAY_MS, silent, opened),
      run(`${guest} opened_at = ? where id = ?`, now, opened),
      run(
        `insert into access_logs (event_id, id, guest_id, token_id, kind, at, fingerprint, score, risk)
         values (?1, ?2, ?2, ?2, 'access', 1, '{}', 95, 'block')`,
        eventId,
        blocked,
      ),
      answer(offered, "offered", 1),
      answer(waiting, "waitlisted", 2),
      answer(answered, "confirmed", 3),
      run("update events set capacity = 2 where id = ?", eventId),
    ]);
    const needed = {
      event_id: eventId,
      undelivered: 1,
      unopened: 1,
      blocked: 1,
      asked: 0,
      over_capacity: 2,
      reply_networks: 0,
      offered: 1,
      passed_over: 0,
      waitlisted: 1,
    };
    expect(await of(host, eventId)).toEqual(needed);
    expect(await listed(host)).toEqual([needed]);

    const marked = await host.api("POST", `/events/${eventId}/access-logs/${blocked}/feedback`, {
      verdict: "legitimate",
    });
    expect(marked.status).toBe(200);
    expect(await of(host, eventId)).toMatchObject({ blocked: 0 });
    await run("update events set cancelled_at = 1 where id = ?", eventId).run();
    expect(await listed(host)).toEqual([]);
  });

  it("accepts only the event's team", async () => {
    const { eventId, guests } = await makeEventFixture((await signedInHost()).id, 1);
    await env.DB.prepare("update guests set delivery_status = 'failed' where id = ?").bind(guests[0]?.id).run();
    const member = await signedInHost();
    expect(await listed(member)).toEqual([]);
    expect((await member.api("GET", `/events/${eventId}/attention`)).status).toBe(404);
    await addMember(eventId, member.id, "viewer");
    expect(await listed(member)).toEqual([{ event_id: eventId, ...NOTHING, undelivered: 1 }]);
  });
});
