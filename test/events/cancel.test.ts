import { env } from "cloudflare:workers";
import ICAL from "ical.js";
import { beforeEach, describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { call, type Host, requestBy, signedInHost } from "../support/account.ts";
import { deliverBatches, dispatch, stopScheduler } from "../support/broadcast.ts";
import { deliveriesTo } from "../support/delivery.ts";
import { addMember } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { browserHeaders } from "../support/guest-requests.ts";
import { mailsTo, mailTo } from "../support/mailbox.ts";
import { answer, deliveriesOf, makeMessage, markInvited, messageOf, messagesOf } from "../support/message.ts";
import { noticesOf } from "../support/notice.ts";
import { busMessage, consume } from "../support/queue.ts";
import { raceBeforeWrite } from "../support/race.ts";

// The tests run each step themselves.
beforeEach(stopScheduler);

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

interface WireEvent {
  id: string;
  status: string;
}

async function eventOf(host: Host, changes: Record<string, unknown> = {}) {
  const event = await makeEvent(host, { venue: "Orangerie", ...changes });
  const post = async (verb: "cancel" | "reinstate", body: Record<string, unknown> = { notify: false }) => {
    const response = await host.api("POST", `/events/${event.id}/${verb}`, body);
    expect(response.status, verb).toBe(200);
    return response.json<WireEvent>();
  };
  const statuses = async () => {
    const found = (await messagesOf(host, event.id)).filter(({ slug }) => slug !== null);
    return Object.fromEntries(found.map(({ slug, status }) => [slug, status]));
  };
  return { event, post, statuses };
}

/** The calendar file behind a guest's link. */
async function calendarOf(token: string) {
  const response = await call("GET", `/access/${token}/calendar.ics`, undefined, browserHeaders());
  expect(response.status).toBe(200);
  const calendar = new ICAL.Component(ICAL.parse(await response.text()));
  const entry = calendar.getFirstSubcomponent("vevent");
  return {
    method: calendar.getFirstPropertyValue("method"),
    uid: entry?.getFirstPropertyValue("uid"),
    status: entry?.getFirstPropertyValue("status"),
    sequence: entry?.getFirstPropertyValue("sequence"),
  };
}

const SCHEDULED = {
  reminder_7d: "scheduled",
  reminder_3d: "scheduled",
  reminder_1d: "scheduled",
  reminder_day_of: "scheduled",
};
const CANCELLED = {
  reminder_7d: "cancelled",
  reminder_3d: "cancelled",
  reminder_1d: "cancelled",
  reminder_day_of: "cancelled",
};

describe("POST /events/{eventId}/cancel and /reinstate", () => {
  it("cancels scheduled messages, and reinstating restores those still in the future", async () => {
    const host = await signedInHost({ tier: "pro" });
    const { event, post, statuses } = await eventOf(host);
    const own = await makeMessage(host, event.id, { mode: "schedule", send_at: inDays(5) });
    const past = await makeMessage(host, event.id, { mode: "schedule", send_at: inDays(6) });
    const draft = await makeMessage(host, event.id);
    const reminders = await messagesOf(host, event.id);
    const byHost = reminders.find(({ slug }) => slug === "reminder_3d")?.id ?? "";
    expect((await host.api("DELETE", `/events/${event.id}/messages/${byHost}`)).status).toBe(204);

    expect(await post("cancel")).toMatchObject({ status: "cancelled" });
    expect(await statuses()).toEqual(CANCELLED);
    expect((await messageOf(host, event.id, own.id)).status).toBe("cancelled");
    expect((await messageOf(host, event.id, draft.id)).status).toBe("draft");
    await env.DB.prepare("update messages set send_at = ? where id = ?")
      .bind(Date.now() - 1, past.id)
      .run();

    expect(await post("reinstate")).toMatchObject({ status: "scheduled" });
    expect(await statuses()).toEqual({ ...SCHEDULED, reminder_3d: "cancelled" });
    expect(await messageOf(host, event.id, own.id)).toMatchObject({ status: "scheduled", send_at: own.send_at });
    expect((await messageOf(host, event.id, past.id)).status).toBe("cancelled");
  });

  it("keeps the reminders cancelled when the event moves, until it is reinstated", async () => {
    const host = await signedInHost();
    const { event, post, statuses } = await eventOf(host);
    await post("cancel");
    const event_date = inDays(40);
    expect((await host.api("PATCH", `/events/${event.id}`, { event_date })).status).toBe(200);
    expect(await statuses()).toEqual(CANCELLED);
    await post("reinstate");
    const reminder = (await messagesOf(host, event.id)).find(({ slug }) => slug === "reminder_7d");
    expect(reminder).toMatchObject({
      status: "scheduled",
      send_at: new Date(Date.parse(event_date) - 7 * DAY_MS).toISOString(),
    });
  });

  it("shifts the host's own messages before they are restored, only with `shift_messages`", async () => {
    const host = await signedInHost({ tier: "pro" });
    const { event, post } = await eventOf(host, { event_date: inDays(30) });
    const soon = await makeMessage(host, event.id, { mode: "schedule", send_at: inDays(5) });
    const late = await makeMessage(host, event.id, { mode: "schedule", send_at: inDays(25) });
    await post("cancel");
    const move = async (days: number, more: object = {}) =>
      expect((await host.api("PATCH", `/events/${event.id}`, { event_date: inDays(days), ...more })).status).toBe(200);
    const sendAt = async ({ id }: { id: string }) => Date.parse((await messageOf(host, event.id, id)).send_at ?? "");
    await move(31);
    expect(await sendAt(late)).toBe(Date.parse(late.send_at ?? ""));
    // Too early for the first message, which keeps its distance all the same.
    await move(21, { shift_messages: true });
    expect((await messageOf(host, event.id, soon.id)).status).toBe("cancelled");
    await post("reinstate");
    expect((await messageOf(host, event.id, soon.id)).status).toBe("cancelled");
    expect((await messageOf(host, event.id, late.id)).status).toBe("scheduled");
    expect(Math.round((Date.parse(late.send_at ?? "") - (await sendAt(late))) / DAY_MS)).toBe(10);
    await post("cancel");
    await move(61, { shift_messages: true });
    await post("reinstate");
    for (const message of [soon, late]) {
      expect((await messageOf(host, event.id, message.id)).status).toBe("scheduled");
      expect(Math.round(((await sendAt(message)) - Date.parse(message.send_at ?? "")) / DAY_MS)).toBe(30);
    }
  });

  it("restores no reminder through a concurrent change of the date", async () => {
    const host = await signedInHost();
    const { event, post, statuses } = await eventOf(host);
    const request = requestBy(host, "PATCH", `/events/${event.id}`, { event_date: inDays(40) });
    expect((await raceBeforeWrite(request, () => post("cancel"))).status).toBe(200);
    expect(await statuses()).toEqual(CANCELLED);
  });

  it("removes the event with the calendar file, and restores it when reinstated", async () => {
    const host = await signedInHost();
    const { event, post } = await eventOf(host);
    const guest = await addGuest(host, event.id);
    const { token } = await issueLink(host, event.id, guest.id, { notify: false });
    const { uid } = await calendarOf(token);
    expect(await calendarOf(token)).toMatchObject({ method: "PUBLISH", status: null, sequence: 0 });
    await post("cancel");
    expect(await calendarOf(token)).toEqual({ method: "CANCEL", uid, status: "CANCELLED", sequence: 1 });
    await post("reinstate");
    expect(await calendarOf(token)).toMatchObject({ method: "PUBLISH", uid, sequence: 2 });
  });

  it("changes nothing when repeated, for cancelling and for reinstating", async () => {
    const host = await signedInHost();
    const { event, post } = await eventOf(host);
    const first = await post("cancel", { message: "Rain." });
    expect(await post("cancel", { message: "Snow." })).toEqual({ ...first, notified: false, reason: "no_change" });
    expect(await noticesOf(host, event.id)).toHaveLength(1);
    const back = await post("reinstate");
    expect(await post("reinstate", {})).toEqual({ ...back, notified: false, reason: "no_change" });
    const { items } = await (await host.api("GET", `/events/${event.id}/audit`)).json<{
      items: { action: string; before: unknown; after: unknown }[];
    }>();
    expect(items.map(({ action }) => action)).toEqual(["event.reinstated", "event.cancelled"]);
    expect(items[1]).toMatchObject({
      before: { status: "scheduled", message: null },
      after: { status: "cancelled", message: "Rain." },
    });
  });

  it("cancels once for two parallel requests", async () => {
    const host = await signedInHost();
    const { event } = await eventOf(host);
    const cancel = () => host.api("POST", `/events/${event.id}/cancel`, {});
    const [one, other] = await Promise.all([cancel(), cancel()]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(await noticesOf(host, event.id)).toHaveLength(1);
    const [row] = (await env.DB.prepare("select calendar_sequence from events where id = ?").bind(event.id).all())
      .results;
    expect(row).toEqual({ calendar_sequence: 1 });
  });

  it("accepts editors and owners only", async () => {
    const [owner, viewer, editor] = await Promise.all([signedInHost(), signedInHost(), signedInHost()]);
    const { event } = await eventOf(owner);
    await addMember(event.id, viewer.id, "viewer");
    await addMember(event.id, editor.id, "editor");
    const cancel = async (host: Host) =>
      (await host.api("POST", `/events/${event.id}/cancel`, { notify: false })).status;
    expect(await cancel(viewer)).toBe(403);
    expect(await cancel(await signedInHost())).toBe(404);
    expect(await cancel(editor)).toBe(200);
  });

  it.each([{ message: "" }, { message: "a".repeat(2_001) }, { reason: "Rain" }, { notify: "yes" }])(
    "refuses %j",
    async (body) => {
      const host = await signedInHost();
      const { event } = await eventOf(host);
      expect((await host.api("POST", `/events/${event.id}/cancel`, body)).status).toBe(400);
    },
  );
});

describe("cancelled events", () => {
  it("sends no invitation, and no reminder that was already being sent", async () => {
    const host = await signedInHost();
    const { event, post } = await eventOf(host);
    const email = `ana-${event.id}@example.com`;
    const guest = await addGuest(host, event.id, { email });
    await answer(event.id, guest.id, "attending");
    await markInvited(event.id);
    const reminder = (await messagesOf(host, event.id)).find(({ slug }) => slug === "reminder_1d")?.id ?? "";
    await env.DB.prepare("update messages set send_at = 1 where id = ?").bind(reminder).run();
    const batches = await dispatch(reminder);
    await post("cancel");
    await deliverBatches(batches);
    expect(await deliveriesOf(host, event.id, reminder)).toMatchObject([
      { status: "suppressed", reason: "event_cancelled" },
    ]);
    // On its way when the event was cancelled.
    const { id: tokenId, link } = await issueLink(host, event.id, guest.id);
    const onItsWay = {
      event_id: event.id,
      guest_id: guest.id,
      token_id: tokenId,
      guest_name: guest.name,
      guest_email: email,
      host_name: "Ada",
      event_name: event.name,
      event_date: event.event_date,
      issued_at: event.event_date,
      link,
    };
    await consume("usher-notifier", [busMessage("invitation.send", onItsWay)]);
    await eventually(async () =>
      expect(await deliveriesTo(guest.id)).toMatchObject([{ status: "suppressed", reason: "event_cancelled" }]),
    );
    expect(await mailsTo(email)).toEqual([]);
  });

  it("invites no guest, returns the reason, and emails the links once it is reinstated", async () => {
    const host = await signedInHost();
    const { event, post } = await eventOf(host);
    const [ana, bo] = await Promise.all(
      ["ana", "bo"].map((name) => addGuest(host, event.id, { email: `${name}-${event.id}@example.com` })),
    );
    await post("cancel", { notify: false });
    const cancelled = { notified: false, reason: "event_cancelled" };
    expect(await (await host.api("POST", `/events/${event.id}/tokens`, { guest_id: ana?.id })).json()).toMatchObject(
      cancelled,
    );
    const rotate = { guest_id: ana?.id, notify: true };
    expect(await (await host.api("POST", `/events/${event.id}/tokens/rotate`, rotate)).json()).toMatchObject(cancelled);
    const sendAll = async () =>
      (await host.api("POST", `/events/${event.id}/guests/invitations/bulk`, {})).json<{ items: unknown[] }>();
    expect(await sendAll()).toMatchObject({ issued: 1, notified: 0, items: [cancelled, cancelled] });
    await post("reinstate", { notify: false });
    expect(await sendAll()).toMatchObject({ issued: 0, notified: 2 });
    for (const guest of [ana, bo]) await mailTo(guest?.email ?? "", { subject: /invited/ });
  });

  it("returns the reason event_over for an event in the past", async () => {
    const host = await signedInHost();
    const { event } = await eventOf(host, { event_date: "2026-01-10T18:00:00Z" });
    const guest = await addGuest(host, event.id, { email: `cy-${event.id}@example.com` });
    const issued = await host.api("POST", `/events/${event.id}/tokens`, { guest_id: guest.id });
    expect(await issued.json()).toMatchObject({ notified: false, reason: "event_over" });
    const bulk = await host.api("POST", `/events/${event.id}/guests/invitations/bulk`, {});
    expect(await bulk.json()).toMatchObject({ notified: 0, items: [{ notified: false, reason: "event_over" }] });
  });
});
