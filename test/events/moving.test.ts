import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "../../src/kernel/clock.ts";
import { type Host, requestBy, signedInHost } from "../support/account.ts";
import { makeEvent } from "../support/guest.ts";
import { makeMessage, messageOf, messagesOf } from "../support/message.ts";
import { raceBeforeWrite } from "../support/race.ts";

const BEFORE = { reminder_7d: 7 * DAY_MS, reminder_3d: 3 * DAY_MS, reminder_1d: DAY_MS };

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** An event in the given number of days, and the actions of its host. */
async function eventIn(days: number, tier: "pro" | undefined = undefined) {
  const host = await signedInHost(tier ? { tier } : {});
  const event = await makeEvent(host, { event_date: inDays(days) });
  const move = async (to: number, more: Record<string, unknown> = {}) => {
    const event_date = inDays(to);
    expect((await host.api("PATCH", `/events/${event.id}`, { event_date, ...more })).status).toBe(200);
    return Date.parse(event_date);
  };
  const reminders = async () => {
    const found = (await messagesOf(host, event.id)).filter(({ slug }) => slug !== null);
    return Object.fromEntries(found.map(({ slug, id, status, send_at }) => [slug, { id, status, send_at }]));
  };
  return { host, event, move, reminders, path: `/events/${event.id}/messages` };
}

/** Expects these reminders to be scheduled, each at its distance from the event. */
function expectDistances(found: Record<string, { status: string; send_at: string | null }>, eventDate: number) {
  for (const [slug, distance] of Object.entries(BEFORE)) {
    expect(found[slug], slug).toMatchObject({
      status: "scheduled",
      send_at: new Date(eventDate - distance).toISOString(),
    });
  }
  expect(found.reminder_day_of?.status).toBe("scheduled");
}

describe("reminders of a moved event", () => {
  it("restores skipped reminders when the event moves nearer and away again", async () => {
    const { move, reminders } = await eventIn(30);
    await move(2);
    expect((await reminders()).reminder_7d?.status).toBe("cancelled");
    expect((await reminders()).reminder_3d?.status).toBe("cancelled");
    const eventDate = await move(40);
    expectDistances(await reminders(), eventDate);
  });

  it("creates the reminders for which the event was too near", async () => {
    const { move, reminders } = await eventIn(2);
    expect(Object.keys(await reminders()).sort()).toEqual(["reminder_1d", "reminder_day_of"]);
    const eventDate = await move(30);
    expectDistances(await reminders(), eventDate);
    // Once each, however often it is moved.
    await move(20);
    expect(Object.keys(await reminders())).toHaveLength(4);
  });

  it("keeps reminders cancelled that the host cancelled, before or after they were skipped", async () => {
    const { host, path, move, reminders } = await eventIn(30);
    expect((await host.api("DELETE", `${path}/${(await reminders()).reminder_3d?.id}`)).status).toBe(204);
    await move(2);
    await move(40);
    expect((await reminders()).reminder_3d?.status).toBe("cancelled");
    expect((await reminders()).reminder_7d?.status).toBe("scheduled");
  });

  it("keeps a time that the host chose, unless the host shifts it too", async () => {
    const { host, event, path, move, reminders } = await eventIn(30, "pro");
    const chosen = inDays(10);
    const own = await makeMessage(host, event.id, { mode: "schedule", send_at: inDays(29) });
    const { reminder_3d } = await reminders();
    expect((await host.api("PATCH", `${path}/${reminder_3d?.id}`, { send_at: chosen })).status).toBe(200);
    await move(20);
    expect((await reminders()).reminder_3d).toMatchObject({ status: "scheduled", send_at: chosen });
    expect(await messageOf(host, event.id, own.id)).toMatchObject({ status: "scheduled", send_at: own.send_at });
    await move(1);
    expect((await reminders()).reminder_3d).toMatchObject({ status: "scheduled", send_at: chosen });

    const before = Date.parse((await readEvent(host, event.id)).event_date);
    const after = await move(5, { shift_messages: true });
    const shifted = new Date(Date.parse(chosen) + after - before).toISOString();
    expect((await reminders()).reminder_3d).toMatchObject({ status: "scheduled", send_at: shifted });
    const moved = new Date(Date.parse(own.send_at ?? "") + after - before).toISOString();
    expect(await messageOf(host, event.id, own.id)).toMatchObject({ status: "scheduled", send_at: moved });
  });

  it("turns a message into a draft when it would be shifted into the past", async () => {
    const { host, event, move } = await eventIn(30, "pro");
    const { id } = await makeMessage(host, event.id, { mode: "schedule", send_at: inDays(5) });
    await move(20, { shift_messages: true });
    expect(await messageOf(host, event.id, id)).toMatchObject({ status: "draft", send_at: null });
  });

  it("rejects `shift_messages` without another change", async () => {
    const { host, event } = await eventIn(30);
    expect((await host.api("PATCH", `/events/${event.id}`, { shift_messages: true })).status).toBe(400);
  });

  it("skips reminders that are being sent, or are due by the host's choice", async () => {
    const { host, event, reminders, path } = await eventIn(30, "pro");
    const { reminder_7d, reminder_1d } = await reminders();
    const claim = () =>
      env.DB.prepare("update messages set status = 'sending', claimed_at = ?, send_at = ? where id = ?")
        .bind(Date.now(), Date.now() - HOUR_MS, reminder_7d?.id)
        .run();
    expect((await host.api("POST", `${path}/${reminder_1d?.id}/send-now`)).status).toBe(200);
    const due = (await reminders()).reminder_1d?.send_at;
    const request = requestBy(host, "PATCH", `/events/${event.id}`, { event_date: inDays(40) });
    expect((await raceBeforeWrite(request, claim)).status).toBe(200);
    expect((await reminders()).reminder_7d?.status).toBe("sending");
    expect((await reminders()).reminder_1d?.send_at).toBe(due);
  });
});

async function readEvent(host: Host, eventId: string) {
  return (await host.api("GET", `/events/${eventId}`)).json<{ event_date: string }>();
}
