import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { remindersOf } from "../../src/events/reminders/reminders.ts";
import { DAY_MS, HOUR_MS } from "../../src/kernel/clock.ts";
import { requestBy, signedInHost } from "../support/account.ts";
import { dispatch, dueMessage, stopScheduler } from "../support/broadcast.ts";
import { makeStandingEvent } from "../support/every-standing-event.ts";
import { makeEvent } from "../support/guest.ts";
import { messageOf, messagesOf } from "../support/message.ts";
import { raceBeforeWrite } from "../support/race.ts";

const inDays = (days: number) => new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + days * DAY_MS).toISOString();

/** An event in 90 days at midnight UTC, and the actions of its host. */
async function eventWith(overrides: Record<string, unknown> = {}) {
  const host = await signedInHost({ tier: "pro" });
  const event = await makeEvent(host, { event_date: inDays(90), timezone: "UTC", ...overrides });
  const path = `/events/${event.id}`;
  const patch = async (changes: Record<string, unknown>) =>
    expect((await host.api("PATCH", path, changes)).status).toBe(200);
  const reminders = async () => {
    const found = await messagesOf(host, event.id);
    return Object.fromEntries(
      found.map(({ slug, id, status, skip_reason, send_at }) => [slug, { id, status, skip_reason, send_at }]),
    );
  };
  return { host, event, path, patch, reminders };
}

/** Returns the time `days` days ahead, at `hour` in UTC. */
const at = (days: number, hour: number) => new Date(Date.parse(inDays(days)) + hour * HOUR_MS).toISOString();

/** When clocks in the European Union go forward next year: the last Sunday of March at 01:00 UTC. */
function nextGap(): number {
  const lastDay = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 2, 31, 1));
  return lastDay.getTime() - lastDay.getUTCDay() * DAY_MS;
}

/** A time as a clock that is some hours ahead of UTC shows it. */
const isoWithOffset = (time: number, hours: number) =>
  new Date(time + hours * HOUR_MS).toISOString().replace("Z", `+0${hours}:00`);

describe("reminders that ask", () => {
  it("run up to the deadline, follow it, and run up to the event again without one", async () => {
    const { event, patch, reminders } = await eventWith({ rsvp_deadline: at(40, 15) });
    const before = await reminders();
    expect(before.reminder_7d).toMatchObject({ status: "scheduled", send_at: at(33, 15) });
    expect(before.reminder_3d).toMatchObject({ status: "scheduled", send_at: at(37, 15) });
    expect(before.reminder_1d?.send_at).toBe(at(89, 0));
    await patch({ rsvp_deadline: at(50, 23) });
    expect(await reminders()).toMatchObject({
      reminder_7d: { send_at: at(43, 10) },
      reminder_3d: { send_at: at(47, 10) },
      reminder_1d: before.reminder_1d,
      reminder_day_of: before.reminder_day_of,
    });
    await patch({ rsvp_deadline: null });
    expect(await reminders()).toMatchObject({
      reminder_7d: { send_at: new Date(Date.parse(event.event_date) - 7 * DAY_MS).toISOString() },
      reminder_3d: { send_at: new Date(Date.parse(event.event_date) - 3 * DAY_MS).toISOString() },
    });
    await patch({ rsvp_deadline: at(20, 12) });
    expect(await reminders()).toMatchObject({ reminder_7d: { send_at: at(13, 12) } });
  });

  it("get skipped when the deadline is too near, and return when it moves away", async () => {
    const { patch, reminders } = await eventWith();
    await patch({ rsvp_deadline: at(5, 12) });
    expect(await reminders()).toMatchObject({
      reminder_7d: { status: "cancelled", skip_reason: "past" },
      reminder_3d: { status: "scheduled", send_at: at(2, 12) },
    });
    await patch({ rsvp_deadline: new Date(Date.now() - HOUR_MS).toISOString() });
    expect((await reminders()).reminder_3d).toMatchObject({ status: "cancelled", skip_reason: "past" });
    await patch({ rsvp_deadline: at(40, 12) });
    expect(await reminders()).toMatchObject({
      reminder_7d: { status: "scheduled", skip_reason: null, send_at: at(33, 12) },
      reminder_3d: { status: "scheduled", skip_reason: null, send_at: at(37, 12) },
    });
  });

  it("keep a time that a host chose before the deadline changed, and stay off if the host turned them off", async () => {
    const { host, path, patch, reminders } = await eventWith();
    const { reminder_7d, reminder_3d } = await reminders();
    const chosen = { send_at: at(60, 12) };
    expect((await host.api("PATCH", `${path}/messages/${reminder_7d?.id}`, chosen)).status).toBe(200);
    expect((await host.api("DELETE", `${path}/messages/${reminder_3d?.id}`)).status).toBe(204);
    await patch({ rsvp_deadline: at(30, 12) });
    expect(await reminders()).toMatchObject({
      reminder_7d: { status: "scheduled", ...chosen },
      reminder_3d: { status: "cancelled", skip_reason: null },
    });
  });

  it("keep a time that a host chose after a deadline had moved them, also when the event moves", async () => {
    const { host, path, patch, reminders } = await eventWith();
    await patch({ rsvp_deadline: at(40, 12) });
    const { reminder_7d } = await reminders();
    expect(reminder_7d?.send_at).toBe(at(33, 12));
    const chosen = { send_at: at(34, 9) };
    expect((await host.api("PATCH", `${path}/messages/${reminder_7d?.id}`, chosen)).status).toBe(200);
    await patch({ rsvp_deadline: at(50, 12) });
    await patch({ event_date: at(95, 0) });
    await patch({ rsvp_deadline: null });
    expect(await reminders()).toMatchObject({
      reminder_7d: { status: "scheduled", ...chosen },
      reminder_3d: { status: "scheduled", send_at: at(92, 0) },
    });
  });

  it("come by day before a deadline in an hour that the clocks skip", async () => {
    const { path, host, reminders } = await eventWith({
      timezone: "Europe/Berlin",
      event_date: new Date(nextGap() + 60 * DAY_MS).toISOString(),
      rsvp_deadline: isoWithOffset(nextGap() + HOUR_MS / 2, 1),
    });
    const event = await (await host.api("GET", path)).json<{ rsvp_deadline: string }>();
    // 02:30 does not exist; an hour later it is 03:30 in the other offset.
    expect(Date.parse(event.rsvp_deadline)).toBe(nextGap() + HOUR_MS / 2);
    expect(await reminders()).toMatchObject({
      reminder_7d: { status: "scheduled", send_at: new Date(nextGap() - 7 * DAY_MS + 8 * HOUR_MS).toISOString() },
      reminder_3d: { status: "scheduled", send_at: new Date(nextGap() - 3 * DAY_MS + 8 * HOUR_MS).toISOString() },
    });
  });

  it("rejects a deadline after the event, and changes no reminder", async () => {
    const { host, path, reminders } = await eventWith();
    const before = await reminders();
    const refused = await host.api("PATCH", path, { rsvp_deadline: at(91, 0) });
    expect([refused.status, await refused.json()]).toMatchObject([400, { errors: [{ path: "rsvp_deadline" }] }]);
    expect(await reminders()).toEqual(before);
  });

  it.each([
    ["2027-06-20T21:59:00Z", "2027-06-13T08:00:00.000Z"],
    // Midnight: guests read Sunday, as at 23:59.
    ["2027-06-20T22:00:00Z", "2027-06-13T08:00:00.000Z"],
    ["2027-06-20T18:00:00Z", "2027-06-13T18:00:00.000Z"],
    ["2027-06-20T18:01:00Z", "2027-06-13T08:00:00.000Z"],
    ["2027-06-20T06:59:00Z", "2027-06-13T08:00:00.000Z"],
    ["2027-06-20T07:00:00Z", "2027-06-13T07:00:00.000Z"],
    // 7 days before this Sunday, the hour from 2 to 3 is skipped.
    ["2027-04-04T00:30:00Z", "2027-03-28T08:00:00.000Z"],
    // 00:30 on the day after the clocks change: 168 hours earlier it is another day.
    ["2027-03-28T22:30:00Z", "2027-03-22T09:00:00.000Z"],
  ])("go out by day in the event's zone: %s", (deadline, expected) => {
    const event = { eventDate: Date.parse("2027-08-01T10:00:00Z"), timezone: "Europe/Berlin" };
    const [first] = remindersOf({ ...event, rsvpDeadline: Date.parse(deadline) }, 0);
    expect(new Date(first?.sendAt ?? 0).toISOString()).toBe(expected);
  });
});

describe("skipped reminders", () => {
  const run = (sql: string, ...values: unknown[]) =>
    env.DB.prepare(sql)
      .bind(...values)
      .run();

  it.each([
    ["closed", { rsvp_deadline: null }],
    ["full", { capacity: 100 }],
    ["full", { waitlist: true }],
  ] as const)("return when they were skipped as %s and the event changes: %j", async (reason, changes) => {
    const { event, patch, reminders } = await eventWith({ capacity: 50, rsvp_deadline: at(40, 12) });
    const skip = (slug: string, sendAt: number) =>
      run(
        "update messages set status = 'cancelled', skip_reason = ?, send_at = ?, own_time = 1 where event_id = ? and slug = ?",
        reason,
        sendAt,
        event.id,
        slug,
      );
    await skip("reminder_7d", Date.now() + DAY_MS);
    await skip("reminder_3d", Date.now() - HOUR_MS);
    await patch(changes);
    expect(await reminders()).toMatchObject({
      reminder_7d: { status: "scheduled", skip_reason: null },
      // Its time is over.
      reminder_3d: { status: "cancelled", skip_reason: reason },
    });
  });

  it("include a reminder of a full event, which returns with more seats", async () => {
    await stopScheduler();
    const host = await signedInHost({ tier: "pro" });
    const { eventId } = await makeStandingEvent(host);
    const setCapacity = async (changes: Record<string, unknown>) =>
      (await host.api("PATCH", `/events/${eventId}`, changes)).status;
    const remind = async () => {
      const id = await dueMessage(eventId, { slug: "reminder_7d", audience: "pending_and_maybe" });
      await dispatch(id);
      return { id, state: async () => messageOf(host, eventId, id) };
    };
    expect(await setCapacity({ capacity: 1, waitlist: false })).toBe(409);
    expect(await setCapacity({ capacity: 1, waitlist: false, force: true })).toBe(200);
    const asking = await remind();
    expect(await asking.state()).toMatchObject({ status: "cancelled", skip_reason: "full" });
    // Its time is still ahead.
    await run("update messages set send_at = ? where id = ?", Date.now() + DAY_MS, asking.id);
    expect(await setCapacity({ capacity: 100 })).toBe(200);
    expect(await asking.state()).toMatchObject({ status: "scheduled", skip_reason: null });
  });

  it("include reminders that have no recipient left", async () => {
    await stopScheduler();
    const host = await signedInHost();
    const { eventId } = await makeStandingEvent(host);
    await run("delete from guests where event_id = ?", eventId);
    const id = await dueMessage(eventId, { slug: "reminder_3d", audience: "pending" });
    await dispatch(id);
    expect(await messageOf(host, eventId, id)).toMatchObject({ status: "cancelled", skip_reason: "nobody_left" });
  });

  it("follow the last of two concurrent changes of the deadline", async () => {
    const { host, event, path, reminders } = await eventWith({ rsvp_deadline: at(40, 12) });
    const move = () => run("update events set rsvp_deadline = 1, updated_at = updated_at + 1 where id = ?", event.id);
    const request = requestBy(host, "PATCH", path, { rsvp_deadline: at(50, 12) });
    // The write reads the event again, so the last deadline decides.
    expect((await raceBeforeWrite(request, move)).status).toBe(200);
    expect((await reminders()).reminder_7d).toMatchObject({ status: "scheduled", send_at: at(43, 12) });
  });
});

describe("a preview of a reminder", () => {
  it("states the distance on the day of the reminder", async () => {
    const { host, path } = await eventWith({ event_date: at(90, 18) });
    const text = await host.api("POST", `${path}/texts/preview`, { kind: "reminder" });
    expect(await text.json()).toMatchObject({ subject: "Garden party is in 7 days" });
    const body = { channel: "email", subject: "{{days_away}}", body: "x", send_at: at(80, 12) };
    const message = await host.api("POST", `${path}/messages/preview`, body);
    expect(await message.json()).toMatchObject({ subject: "in 10 days" });
  });
});
