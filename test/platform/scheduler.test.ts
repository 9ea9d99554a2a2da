import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../src/kernel/clock.ts";
import { dispatchDue } from "../../src/messaging/broadcasts/dispatch.ts";
import { armScheduler } from "../../src/platform/scheduler/arm.ts";
import { createRequestContext } from "../../src/request-context.ts";
import { Scheduler } from "../../src/scheduled-tasks.ts";
import { signedInHost } from "../support/account.ts";
import { capturingQueue, dueMessage, runScheduler, schedulerStub, stopScheduler } from "../support/broadcast.ts";
import { makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { addGuest, makeEvent } from "../support/guest.ts";
import { mailsTo, mailTo } from "../support/mailbox.ts";
import { finished, makeMessage, markInvited, messageOf, messagesOf } from "../support/message.ts";

const POLL_MS = 30 * SECOND_MS;

function alarmTime(): Promise<number | null> {
  return runInDurableObject(schedulerStub(), (_, state) => state.storage.getAlarm());
}

describe("Scheduler", () => {
  /**
   * @spec 1.9 "It also runs scheduled broadcasts to guest audiences."
   * @spec 2.69 "Scheduled message | channel | values: not shown (email is used by the scheduler)"
   */
  test("sends a due message on time, and not up to half a minute later", async () => {
    await armScheduler(env);
    const host = await signedInHost({ tier: "pro" });
    const event = await makeEvent(host);
    const email = `grace-${event.id}@example.com`;
    await addGuest(host, event.id, { email });
    const sendAt = Date.now() + 3 * SECOND_MS;
    const message = await makeMessage(host, event.id, { mode: "schedule", send_at: new Date(sendAt).toISOString() });
    await mailTo(email);
    expect(Date.now()).toBeGreaterThanOrEqual(sendAt);
    expect(Date.now() - sendAt).toBeLessThan(20 * SECOND_MS);
    await finished(host, event.id, message.id);
  });

  /**
   * @spec 3.3 "(none) | POST create message | send-now chosen | scheduled (due at once) | picked up by the scheduler"
   * @spec 3.4 "draft or scheduled | POST .../send-now | status is draft or scheduled | scheduled (due at once)"
   * @spec 4.98 "POST | /events/{id}/messages/{message_id}/send-now | editor+"
   */
  test("sends immediately on send-now: POST /events/{eventId}/messages/{messageId}/send-now", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeEvent(host);
    const emails = ["ada", "bob", "eve"].map((name) => `${name}-${event.id}@example.com`);
    for (const email of emails) await addGuest(host, event.id, { email });
    const [sentNow, moved] = [await makeMessage(host, event.id), await makeMessage(host, event.id)];
    await makeMessage(host, event.id, { mode: "send_now" });
    await host.api("POST", `/events/${event.id}/messages/${sentNow.id}/send-now`);
    await host.api("PATCH", `/events/${event.id}/messages/${moved.id}`, { mode: "send_now" });
    await eventually(async () => {
      for (const email of emails) expect(await mailsTo(email)).toHaveLength(3);
    });
  });

  test("skips messages that were cancelled, alone or with their event, however close", async () => {
    await stopScheduler();
    const host = await signedInHost({ tier: "pro" });
    const [open, closed] = [await makeEvent(host), await makeEvent(host)];
    const emails = [open, closed].map(({ id }) => `grace-${id}@example.com`);
    for (const [index, event] of [open, closed].entries()) await addGuest(host, event.id, { email: emails[index] });
    const cancelled = await dueMessage(open.id);
    const orphan = await dueMessage(closed.id);
    expect((await host.api("DELETE", `/events/${open.id}/messages/${cancelled}`)).status).toBe(204);
    expect((await host.api("DELETE", `/events/${closed.id}`)).status).toBe(204);
    const { captured, queue } = capturingQueue();
    await dispatchDue(createRequestContext({ ...env, BROADCASTS_QUEUE: queue }, () => undefined));
    expect(captured).toEqual([]);
    expect((await messageOf(host, open.id, cancelled)).status).toBe("cancelled");
    const row = await env.DB.prepare("select status from messages where id = ?").bind(orphan).first();
    expect(row).toEqual({ status: "cancelled" });
  });

  test("sends a reminder at the time to which the event was moved", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host, { event_date: new Date(Date.now() + 30 * DAY_MS).toISOString() });
    const email = `grace-${event.id}@example.com`;
    await addGuest(host, event.id, { email });
    await markInvited(event.id);
    const dueAt = Date.now() + HOUR_MS;
    await host.api("PATCH", `/events/${event.id}`, { event_date: new Date(dueAt + 72 * HOUR_MS).toISOString() });
    const reminder = (await messagesOf(host, event.id)).find(({ slug }) => slug === "reminder_3d");
    expect(Date.parse(reminder?.send_at ?? "")).toBe(dueAt);
    // The time of the 7-day reminder is past.
    expect((await messagesOf(host, event.id)).find(({ slug }) => slug === "reminder_7d")?.status).toBe("cancelled");
    await runScheduler();
    expect(await mailsTo(email)).toEqual([]);
    // The hour passes.
    await env.DB.prepare("update messages set send_at = send_at - ? where id = ?").bind(HOUR_MS, reminder?.id).run();
    await runScheduler();
    // The hour that was put forward may be the one in which a day ends.
    expect((await mailTo(email)).subject).toMatch(/^Last call: Garden party is in [34] days$/);
  });

  /**
   * @spec 3.10 "The scheduler polls for due scheduled messages every 30 seconds."
   * @spec 8.16 "Scheduler poll | 30 seconds"
   */
  test("sets its next alarm before it works, half a minute ahead at the latest", async () => {
    await armScheduler(env);
    await runDurableObjectAlarm(schedulerStub());
    const next = await alarmTime();
    expect(next).toBeGreaterThan(Date.now() - SECOND_MS);
    expect(next).toBeLessThanOrEqual(Date.now() + POLL_MS);
  });

  test("accepts an earlier alarm, and never postpones it", async () => {
    const soon = Date.now() + 20 * SECOND_MS;
    await stopScheduler();
    await armScheduler(env, soon);
    expect(await alarmTime()).toBe(soon);
    await armScheduler(env, soon + HOUR_MS);
    expect(await alarmTime()).toBe(soon);
    await armScheduler(env, soon - 5 * SECOND_MS);
    expect(await alarmTime()).toBe(soon - 5 * SECOND_MS);
    await stopScheduler();
  });

  test("continues when one of its tasks fails, and keeps its alarm", async () => {
    await stopScheduler();
    const host = await signedInHost({ tier: "pro" });
    const { eventId } = await makeEventFixture(host.id, 1);
    const id = await dueMessage(eventId);
    const { captured, queue } = capturingQueue();
    const broken = {
      get: () => Promise.reject(new Error("KV is down")),
      put: () => Promise.reject(new Error("KV is down")),
    } as unknown as KVNamespace;
    await alarmWith({ KV: broken, BROADCASTS_QUEUE: queue });
    expect(captured.map(({ body }) => body)).toContainEqual(expect.objectContaining({ message_id: id }));
    expect(await alarmTime()).not.toBeNull();
    const down = () => {
      throw new Error("D1_ERROR: D1 DB is overloaded.");
    };
    await alarmWith({ DB: { withSession: () => ({ prepare: down, batch: down }) } as unknown as D1Database });
    expect(await alarmTime()).not.toBeNull();
  });

  test("sends nothing twice and skips nothing when its alarm runs twice or an hour late", async () => {
    await stopScheduler();
    const host = await signedInHost({ tier: "pro" });
    const { eventId, guests } = await makeEventFixture(host.id, 3);
    const id = await dueMessage(eventId);
    await env.DB.prepare("update messages set send_at = send_at - ? where id = ?").bind(HOUR_MS, id).run();
    await Promise.all([runScheduler(), runScheduler()]);
    await runScheduler();
    await finished(host, eventId, id);
    for (const { email } of guests) expect(await mailsTo(email)).toHaveLength(1);
  });
});

/** Runs the alarm of a Scheduler with other bindings. */
async function alarmWith(changes: EnvChanges): Promise<void> {
  await runInDurableObject(schedulerStub(), async (_, state) => {
    await new Scheduler(state, { ...env, ...changes }).alarm();
  });
}

describe("concurrent Scheduler runs over 200 due messages", () => {
  async function dueMessages() {
    await stopScheduler();
    const host = await signedInHost({ tier: "pro" });
    const { eventId, guests } = await makeEventFixture(host.id, 2);
    const now = Date.now();
    await env.DB.prepare(
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < 200)
       insert into messages (event_id, id, audience, channel, subject, body, send_at, status, created_at, updated_at)
       select ?1, ?1 || '-' || i, 'everyone', 'email', 'News', 'Hello', ?2, 'scheduled', ?2, ?2 from n`,
    )
      .bind(eventId, now)
      .run();
    return { eventId, guests };
  }

  /**
   * @spec 2.72 "Scheduled message | status | draft, scheduled, sending, sent, cancelled, failed"
   * @spec 3.7 "scheduled | scheduler claim | send_at reached; claim is atomic so two workers cannot both claim |
   *   sending"
   */
  test("claims each message once", async () => {
    const { eventId, guests } = await dueMessages();
    const schedulers = [capturingQueue(), capturingQueue(), capturingQueue()].map(({ captured, queue }) => ({
      captured,
      services: createRequestContext({ ...env, BROADCASTS_QUEUE: queue }, () => undefined),
    }));
    // A round handles a hundred messages.
    for (let round = 0; round < 3; round++) await Promise.all(schedulers.map(({ services }) => dispatchDue(services)));
    const claimed = schedulers.flatMap(({ captured }) => captured.map(({ id }) => id));
    expect(claimed).toHaveLength(200);
    expect(new Set(claimed).size).toBe(200);
    const { results } = await env.DB.prepare(
      `select (select count(*) from messages where event_id = ?1 and status = 'sending') as sending,
        (select count(*) from message_deliveries where event_id = ?1) as deliveries`,
    )
      .bind(eventId)
      .all();
    expect(results).toEqual([{ sending: 200, deliveries: 200 * guests.length }]);
  });

  /**
   * @spec 3.7 "scheduled | scheduler claim | send_at reached; claim is atomic so two workers cannot both claim |
   *   sending"
   */
  test("claims some twice without the write condition on the status", async () => {
    const { eventId } = await dueMessages();
    const due = () =>
      env.DB.prepare("select id from messages where event_id = ? and status = 'scheduled'")
        .bind(eventId)
        .all<{ id: string }>();
    const take = (id: string) =>
      env.DB.prepare("update messages set status = 'sending' where id = ? returning id").bind(id);
    const lists = await Promise.all([due(), due()]);
    const taken = await Promise.all(
      lists.map(({ results }) => env.DB.batch<{ id: string }>(results.map(({ id }) => take(id)))),
    );
    const ids = taken.flat().flatMap(({ results }) => results.map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(new Set(ids).size);
  });
});
