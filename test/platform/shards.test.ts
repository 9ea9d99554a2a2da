import {
  createExecutionContext,
  runDurableObjectAlarm,
  runInDurableObject,
  waitOnExecutionContext,
} from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import Stripe from "stripe";
import { beforeAll, describe, expect, it } from "vitest";
import { guestTokenOf } from "../../src/invitations/guest-link.ts";
import { shardOf } from "../../src/kernel/ids.ts";
import { pickShard } from "../../src/kernel/pick-shard.ts";
import { UNSUBSCRIBE } from "../../src/platform/mail/unsubscribe-token.ts";
import { armScheduler, armSchedulers } from "../../src/platform/scheduler/arm.ts";
import { createRequestContext } from "../../src/request-context.ts";
import worker from "../../src/worker.ts";
import { call, freshAddress, freshEmail, type Host, signedInHost } from "../support/account.ts";
import { issuedToken, person, post, postRequest } from "../support/auth.ts";
import { eventually } from "../support/eventually.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { answerRequest, browserHeaders, editRequest, openRequest } from "../support/guest-requests.ts";
import { linkIn, mailTo } from "../support/mailbox.ts";
import { finished, makeMessage } from "../support/message.ts";
import { busMessage, consume } from "../support/queue.ts";
import { type Cost, costOf, recordingEnv } from "../support/recording-env.ts";
import { sendReportBody } from "../support/reports.ts";
import { rowsOfEvent } from "../support/rows-of.ts";

const send = (request: Request): Promise<Response> => exports.default.fetch(request);

/** The ID with another shard number: `rand_a` of RFC 9562. */
const renumbered = (id: string, database: number) =>
  `${id.slice(0, 15)}${database.toString(16).padStart(3, "0")}${id.slice(18)}`;

const statusOf = async (response: Promise<Response>) => (await response).status;

/** An event on a shard, with its host and one guest with a link. */
async function eventOnShard(database: number, tier: "pro" | "business" = "business") {
  const host = await signedInHost({ shard: database, tier });
  const event = await makeEvent(host);
  const email = `grace-${event.id}@example.com`;
  const guest = await addGuest(host, event.id, { email });
  return { host, event, email, guest, link: await issueLink(host, event.id, guest.id) };
}

async function addCollaborator(owner: Host, eventId: string, member: Host, role = "editor"): Promise<void> {
  const body = { email: member.email, role };
  expect(await statusOf(owner.api("POST", `/events/${eventId}/collaborators`, body))).toBe(201);
  const link = linkIn(await mailTo(member.email), "/invites/");
  expect(await statusOf(member.api("POST", `${link.pathname}/accept`))).toBe(200);
}

async function scannerTicket(host: Host, eventId: string): Promise<string> {
  return (await (await host.api("POST", `/events/${eventId}/scanner-ticket`)).json<{ ticket: string }>()).ticket;
}

const atDoor = (ticket: string, eventId: string, path: string, body: unknown) =>
  new Request(`https://usher.test/events/${eventId}${path}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Authorization: `Bearer ${ticket}`,
      "CF-Connecting-IP": freshAddress(),
    },
    body: JSON.stringify(body),
  });

beforeAll(() => armSchedulers(env));

describe("shards (host on the second)", () => {
  it("stores all rows of its events there, and none on the first shard", async () => {
    const [{ host, event, email, guest, link }, other] = await Promise.all([eventOnShard(1), eventOnShard(0)]);
    expect([host.id, event.id, link.id].map(shardOf)).toEqual([1, 1, 1]);
    await mailTo(email, { subject: /invite|invitation/i });
    const path = `/events/${event.id}`;

    const { ticket: live } = await (await host.api("POST", "/auth/ws-ticket", { event_id: event.id })).json<{
      ticket: string;
    }>();
    const socketUrl = `https://usher.test${path}/live?ticket=${live}`;
    const { webSocket } = await send(new Request(socketUrl, { headers: { Upgrade: "websocket" } }));
    if (!webSocket) throw new Error("no socket");
    const frames: string[] = [];
    webSocket.addEventListener("message", ({ data }) =>
      frames.push((JSON.parse(String(data)) as { type: string }).type),
    );
    webSocket.accept();

    const headers = browserHeaders();
    expect(await statusOf(send(openRequest(link.token, headers)))).toBe(200);
    expect(await statusOf(send(answerRequest(link.token, { plus_ones: 1 }, headers)))).toBe(201);
    expect(await statusOf(send(editRequest(link.token, { plus_ones: 2 }, headers)))).toBe(200);
    expect(await statusOf(send(new Request(`https://usher.test/access/${link.token}/calendar.ics`)))).toBe(200);
    const door = await scannerTicket(host, event.id);
    expect(await statusOf(send(atDoor(door, event.id, "/check-in", { guest_id: guest.id })))).toBe(201);
    expect(await statusOf(host.api("POST", `${path}/security/allowlist`, { ip_cidr: "10.1.0.0/16" }))).toBe(201);
    expect(await statusOf(host.api("PUT", `${path}/branding`, { primary_color: "#abc" }))).toBe(200);
    const message = await makeMessage(host, event.id, { mode: "send_now" });
    await mailTo(email, { subject: `News of ${event.name}` });
    await finished(host, event.id, message.id);

    const logs = `select count(*) as open from access_logs where event_id = ? and scored_at is null`;
    await eventually(async () => {
      // Only scores from the queue have a time of scoring.
      expect(await env.DB_1.prepare(logs).bind(event.id).first("open")).toBe(0);
      expect(frames).toEqual(expect.arrayContaining(["access.scored", "rsvp.submitted", "check_in.recorded"]));
    });
    const analytics = await (await host.api("GET", `${path}/analytics`)).json<{ overview: Record<string, number> }>();
    expect(analytics.overview).toMatchObject({ guests: 1, opened: 1, attending: 1, checked_in: 1 });
    const guests = await (await host.api("GET", `${path}/guests/export.csv`)).text();
    expect(guests).toContain(email);

    const tables = ["access_logs", "access_tokens", "audit_records", "check_ins", "deliveries", "event_allowlist"];
    const more = ["event_branding", "events", "guest_counts", "guests", "message_deliveries", "messages", "rsvps"];
    const here = await rowsOfEvent(env.DB_1, event.id);
    expect(Object.keys(here)).toEqual(expect.arrayContaining([...tables, ...more, "rsvp_revisions"]));
    // Session data is stored with the accounts.
    expect(await rowsOfEvent(env.DB, event.id)).toEqual({ session_monitors: 1 });
    expect(await rowsOfEvent(env.DB_1, other.event.id)).toEqual({});
    expect(Object.keys(await rowsOfEvent(env.DB, other.event.id)).length).toBeGreaterThan(3);
  });

  it("copies only the account columns that events need", async () => {
    const { host } = await eventOnShard(1);
    const replica = await env.DB_1.prepare("select * from users where id = ?").bind(host.id).first();
    expect(replica).toMatchObject({
      name: host.name,
      email: host.email,
      password_hash: "copy",
      terms_accepted_at: null,
    });
    expect(await env.DB_1.prepare("select count(*) as n from refresh_tokens").first("n")).toBe(0);
    const paid = await env.DB_1.prepare("select tier from subscriptions where user_id = ?").bind(host.id).first();
    expect(paid).toEqual({ tier: "business" });
  });

  it("assigns a sign-up to one of the open shards", async () => {
    const shardsFor = async (OPEN_DATABASES: string, people: number) => {
      const configured = { ...env, OPEN_DATABASES };
      const context = createExecutionContext();
      const ids = Array.from({ length: people }, async () => {
        const signUp = person();
        const request = postRequest("/auth/signup", signUp) as Request<unknown, IncomingRequestCfProperties>;
        expect((await worker.fetch(request, configured, context)).status).toBe(202);
        return env.DB.prepare("select id from users where email_key = ?").bind(signUp.email).first<string>("id");
      });
      const found = (await Promise.all(ids)).map((id) => shardOf(id ?? ""));
      await waitOnExecutionContext(context);
      return new Set(found);
    };
    expect(await shardsFor("1", 2)).toEqual(new Set([1]));
    // Uniformly distributed.
    const assigned = Array.from({ length: 300 }, (_, index) => pickShard([0, 2, 5], index / 300));
    expect([0, 2, 5].map((number) => assigned.filter((shard) => shard === number).length)).toEqual([100, 100, 100]);
  });

  it("applies the limits of the tier, and higher ones immediately after payment", async () => {
    const host = await signedInHost({ shard: 1 });
    const event = await makeEvent(host);
    const another = { name: "Second", event_date: event.event_date };
    expect(await statusOf(host.api("POST", "/events", another))).toBe(402);
    expect(await statusOf(host.api("POST", `/events/${event.id}/scanner-ticket`))).toBe(402);
    const object = {
      id: `sub_${host.id}`,
      object: "subscription",
      customer: `cus_${host.id}`,
      status: "active",
      metadata: { user_id: host.id },
      items: { data: [{ price: { id: "price_pro" }, current_period_end: 1_900_000_000 }] },
    };
    const paid = async (type: string) => {
      const created = Math.floor(Date.now() / 1000);
      const payload = JSON.stringify({
        id: `evt_${crypto.randomUUID()}`,
        object: "event",
        type,
        created,
        data: { object },
      });
      const stripe = new Stripe("sk_test_usher", { httpClient: Stripe.createFetchHttpClient() });
      const signing = { payload, secret: "whsec_test_usher" };
      const signature = await stripe.webhooks.generateTestHeaderStringAsync(signing);
      return statusOf(call("POST", "/webhooks/stripe", payload, { "Stripe-Signature": signature }));
    };
    expect(await paid("customer.subscription.updated")).toBe(200);
    // A message updates the replica on the event's shard.
    await eventually(async () =>
      expect(await statusOf(host.api("POST", `/events/${event.id}/scanner-ticket`))).toBe(201),
    );
    expect(await statusOf(host.api("POST", "/events", another))).toBe(201);
    const status = await (await host.api("GET", "/billing/status")).json<{
      tier: string;
      usage: { events: unknown };
    }>();
    expect(status).toMatchObject({ tier: "pro", usage: { events: { used: 2, limit: 10 } } });
    expect(await paid("customer.subscription.deleted")).toBe(200);
    await eventually(async () =>
      expect(await statusOf(host.api("POST", `/events/${event.id}/scanner-ticket`))).toBe(402),
    );
  });

  it("disappears from both shards with the account", async () => {
    const { host, event, link } = await eventOnShard(1);
    expect(await statusOf(host.api("DELETE", "/me"))).toBe(204);
    expect(await statusOf(send(openRequest(link.token)))).toBe(404);
    expect(await statusOf(host.api("GET", `/events/${event.id}`))).toBe(401);
    const replica = await env.DB_1.prepare("select email, password_hash, deleted_at from users where id = ?")
      .bind(host.id)
      .first();
    expect(replica).toEqual({ email: null, password_hash: null, deleted_at: expect.any(Number) });
    // The address can sign up again, and its new account can have events on the same shard.
    const next = await signedInHost({ shard: 1, email: host.email });
    expect(await statusOf(next.api("GET", "/events"))).toBe(200);
    expect(await makeEvent(next)).toMatchObject({ host_id: next.id });
  });

  it("exports the data of both shards", async () => {
    const [{ host, event, email }, other] = await Promise.all([eventOnShard(1), eventOnShard(0)]);
    await addCollaborator(other.host, other.event.id, host, "owner");
    const text = await (await host.api("GET", "/me/data-export")).text();
    const exported = JSON.parse(text) as { events: { id: string }[]; guests: { email: string }[] };
    expect(exported.events.map(({ id }) => id).sort()).toEqual([event.id, other.event.id].sort());
    expect(exported.guests.map((one) => one.email).sort()).toEqual([email, other.email].sort());
    expect(text).not.toContain("copy");
  });
});

describe("guests of both shards in parallel", () => {
  it("writes the effects of each guest to the guest's shard in a common flush", async () => {
    const events = await Promise.all([eventOnShard(0), eventOnShard(1)]);
    const opened = events.flatMap(({ link }) =>
      Array.from({ length: 6 }, () => statusOf(send(openRequest(link.token)))),
    );
    expect(new Set(await Promise.all(opened))).toEqual(new Set([200]));
    const databases = [env.DB, env.DB_1];
    await eventually(async () => {
      for (const [index, { event }] of events.entries()) {
        const unscored = "select count(*) as n from access_logs where event_id = ? and score is null";
        expect(await databases[index]?.prepare(unscored).bind(event.id).first("n")).toBe(0);
        // Deleted by the publisher, long before the relay runs.
        expect((await rowsOfEvent(databases[index] ?? env.DB, event.id)).outbox).toBeUndefined();
      }
    });
  });

  it("scores both guests with one batch of queue messages", async () => {
    const events = await Promise.all([eventOnShard(0), eventOnShard(1)]);
    const ACCESS_QUEUE = { ...env.ACCESS_QUEUE, sendBatch: async () => undefined } as unknown as Queue;
    const away = recordingEnv(undefined, { SCORING_ENGINE_URL: "http://127.0.0.1:9", ACCESS_QUEUE });
    for (const { link } of events) expect((await costOf(openRequest(link.token), away)).response.status).toBe(200);
    const find = "select id, guest_id, token_id, score from access_logs where event_id = ?";
    const logsOf = ({ event }: (typeof events)[number], database: D1Database) =>
      database.prepare(find).bind(event.id).first<{ id: string; guest_id: string; token_id: string; score: number }>();
    const scores = await Promise.all(
      events.map(async (one, index) => {
        const log = await logsOf(one, index === 0 ? env.DB : env.DB_1);
        if (log === null) throw new Error("no log");
        return busMessage("fraud.scored", {
          event_id: one.event.id,
          guest_id: log.guest_id,
          token_id: log.token_id,
          access_log_id: log.id,
          score: 11 + index,
          reasons: [],
          scored_at: new Date().toISOString(),
          evidence: {},
          automated: false,
        });
      }),
    );
    expect((await consume("usher-scores", scores)).acked).toEqual([0, 1]);
    expect((await logsOf(events[0], env.DB))?.score).toBe(11);
    expect((await logsOf(events[1], env.DB_1))?.score).toBe(12);
  });
});

describe("shards (role on another shard)", () => {
  it("acts there by the role, sees both in one list, and loses access with the role", async () => {
    const { host, event } = await eventOnShard(1);
    const member = await signedInHost();
    const own = await makeEvent(member);
    await addCollaborator(host, event.id, member, "editor");
    expect(await statusOf(member.api("PATCH", `/events/${event.id}`, { venue: "The barn" }))).toBe(200);
    expect(await statusOf(member.api("POST", `/events/${event.id}/guests`, { name: "Bob" }))).toBe(201);
    expect(await statusOf(member.api("GET", `/events/${event.id}/audit`))).toBe(403);

    const listed: string[] = [];
    for (let cursor = ""; ; ) {
      const page = await (await member.api("GET", `/events?limit=1${cursor}`)).json<{
        items: { id: string; your_role: string }[];
        next_cursor: string | null;
      }>();
      listed.push(...page.items.map(({ id, your_role }) => `${id} ${your_role}`));
      if (page.next_cursor === null) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(listed).toEqual([`${own.id} owner`, `${event.id} editor`]);

    expect(await statusOf(host.api("DELETE", `/events/${event.id}/collaborators/${member.id}`))).toBe(204);
    expect(await statusOf(member.api("GET", `/events/${event.id}`))).toBe(404);
    expect(await rowsOfEvent(env.DB, event.id)).toEqual({});
  });

  it("loses access immediately when the sessions end, and with scanners a moment later", async () => {
    const { host, event, guest } = await eventOnShard(1);
    const member = await signedInHost();
    await addCollaborator(host, event.id, member, "editor");
    const door = await scannerTicket(member, event.id);
    const preview = () => statusOf(send(atDoor(door, event.id, "/check-in/preview", { guest_id: guest.id })));
    expect(await preview()).toBe(200);
    const token = await issuedToken(member.id, "reset_password");
    expect((await post("/auth/reset-password", { token, password: "another long phrase" })).status).toBe(204);
    expect(await statusOf(member.api("GET", `/events/${event.id}`))).toBe(401);
    expect(await statusOf(member.api("PATCH", `/events/${event.id}`, { venue: "x" }))).toBe(401);
    // The door queries the event's shard only, whose replica a message updates.
    await eventually(async () => expect(await preview()).toBe(401));
    expect(await statusOf(send(atDoor(door, event.id, "/check-in", { guest_id: guest.id })))).toBe(401);
  });
});

describe("shards (suppressed address)", () => {
  it("receives no email from the events of any shard", async () => {
    const email = freshEmail();
    const ctx = createRequestContext(env, () => undefined);
    const token = await UNSUBSCRIBE.sign(ctx, { emailKey: email, hostId: (await signedInHost()).id });
    expect(await statusOf(call("POST", `/unsubscribe?token=${token}&scope=all`))).toBe(200);
    const bounced = { type: "email.complained", created_at: new Date().toISOString() };
    const { email: written, guest } = await eventOnShard(1);
    const sent = "select status from deliveries where guest_id = ?";
    await eventually(async () => expect(await env.DB_1.prepare(sent).bind(guest.id).first("status")).toBe("sent"));
    const data = { email_id: crypto.randomUUID(), from: "usher@usher.example", to: [written], subject: "News" };
    expect(await sendReportBody(JSON.stringify({ ...bounced, data }))).toBe(200);
    expect(await env.DB_1.prepare(sent).bind(guest.id).first("status")).toBe("complained");
    for (const database of [env.DB, env.DB_1]) {
      const { results } = await database
        .prepare("select email_key, reason from suppressions where email_key in (?, ?) order by reason")
        .bind(email, written)
        .all();
      expect(results).toEqual([
        { email_key: written, reason: "complained" },
        { email_key: email, reason: "unsubscribed" },
      ]);
    }
  });
});

describe("shards (forged ID)", () => {
  it.each([0, 2, 4_095])("returns 404 when it names shard %i and the row is on shard 1", async (number) => {
    const { host, event, link } = await eventOnShard(1);
    const unknown = await host.api("GET", `/events/${crypto.randomUUID()}`);
    const forged = await host.api("GET", `/events/${renumbered(event.id, number)}`);
    expect(forged.status).toBe(404);
    const { request_id: _1, instance: _2, ...body } = await forged.json<Record<string, unknown>>();
    const { request_id: _3, instance: _4, ...same } = await unknown.json<Record<string, unknown>>();
    expect(body).toEqual(same);
    const services = createRequestContext(env, () => undefined);
    const token = await guestTokenOf(services, renumbered(link.id, number));
    expect(await statusOf(send(openRequest(token)))).toBe(404);
    expect(await statusOf(send(answerRequest(token)))).toBe(404);
  });
});

describe("shards (cost of the second)", () => {
  it("equals the cost of the first one, for guests and at the door", async () => {
    const costs = await Promise.all([eventOnShard(0), eventOnShard(1)]).then(async (events) => {
      const found: [number, number, number, number][][] = [];
      // A guest whom no invitation has reached yet costs more rows.
      for (const [shard, { event }] of events.entries())
        await (shard === 0 ? env.DB : env.DB_1)
          .prepare("update guests set delivery_status = 'delivered' where event_id = ?")
          .bind(event.id)
          .run();
      for (const { host, event, guest, link } of events) {
        const headers = browserHeaders();
        const door = await scannerTicket(host, event.id);
        const requests = [
          openRequest(link.token, headers),
          answerRequest(link.token, {}, headers),
          editRequest(link.token, { plus_ones: 0 }, headers),
          new Request(`https://usher.test/access/${link.token}/calendar.ics`, { headers }),
          atDoor(door, event.id, "/check-in", { guest_id: guest.id }),
        ];
        const recording = recordingEnv();
        // Loads what an isolate reads from KV at intervals.
        await costOf(openRequest(link.token, headers), recording);
        const figures = [];
        for (const request of requests) figures.push(figuresOf(await costOf(request, recording)));
        found.push(figures);
      }
      return found;
    });
    expect(costs[1]).toEqual(costs[0]);
    expect(costs[1]?.map(([roundTrips, calls]) => [roundTrips, calls])).toEqual([
      [2, 1],
      [3, 2],
      [3, 2],
      [1, 1],
      [1, 1],
    ]);
  });

  it("adds a parallel query for a signed-in user", async () => {
    const { host, event } = await eventOnShard(1);
    const headers = { Authorization: `Bearer ${host.token}`, "CF-Connecting-IP": host.address };
    for (const path of [`/events/${event.id}`, "/events", "/billing/status"]) {
      const cost = await costOf(new Request(`https://usher.test${path}`, { headers }));
      expect([path, cost.response.status, cost.roundTrips, cost.d1Calls]).toEqual([path, 200, 1, 2]);
    }
  });

  it("adds nothing without a second shard", async () => {
    const host = await signedInHost();
    const headers = { Authorization: `Bearer ${host.token}`, "CF-Connecting-IP": host.address };
    const alone = recordingEnv(undefined, { DB_1: undefined });
    const cost = await costOf(new Request("https://usher.test/events", { headers }), alone);
    expect(cost.response.status).toBe(200);
    expect(cost.calls.map(({ detail }) => detail)).toEqual(["batch of 2"]);
  });
});

describe("wrongly bound shards", () => {
  it.each<[string, Record<string, unknown>]>([
    ["DB_1, DB_2", { DB_1: undefined, DB_2: env.DB_1 }],
    ["OPEN_DATABASES", { OPEN_DATABASES: "0,2" }],
    ["OPEN_DATABASES", { OPEN_DATABASES: "all" }],
  ])("stops the startup with the name of %s", (named, changes) => {
    expect(() => createRequestContext({ ...env, ...changes } as Cloudflare.Env, () => undefined)).toThrow(named);
  });

  it("leaves no Scheduler alarm for a shard that is no longer bound", async () => {
    await armScheduler(env, Date.now() + 60_000, 7);
    const stub = env.SCHEDULER.get(env.SCHEDULER.idFromName("scheduler-7"));
    expect(await runDurableObjectAlarm(stub)).toBe(true);
    expect(await runInDurableObject(stub, (_, { storage }) => storage.getAlarm())).toBeNull();
  });
});

function figuresOf({ roundTrips, d1Calls, rowsRead, rowsWritten }: Cost): [number, number, number, number] {
  return [roundTrips, d1Calls, rowsRead, rowsWritten];
}
