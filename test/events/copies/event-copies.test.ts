import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "../../../src/kernel/clock.ts";
import { type Host, requestBy, signedInHost } from "../../support/account.ts";
import { stopScheduler } from "../../support/broadcast.ts";
import { addMember, makeEventFixture } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { addGuest, issueLink, makeEvent, type WireEvent, type WireGuest } from "../../support/guest.ts";
import { answer, makeMessage, messagesOf } from "../../support/message.ts";
import { busMessage, consume } from "../../support/queue.ts";
import { raceBeforeWrite } from "../../support/race.ts";
import { costOf } from "../../support/recording-env.ts";
import { recordsOf, type WireRecord } from "../../support/records.ts";

// Nothing is to be sent meanwhile.
beforeEach(stopScheduler);

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const laterThan = (moment: string, ms: number) => new Date(Date.parse(moment) + ms).toISOString();

type Copied = WireEvent & Record<string, unknown>;

async function copyOf(host: Host, eventId: string, body: Record<string, unknown> = {}, headers = {}) {
  const response = await host.api(
    "POST",
    `/events/${eventId}/copy`,
    { name: "Next year", event_date: inDays(395), ...body },
    headers,
  );
  return { status: response.status, body: await response.json<Copied & { error?: string }>() };
}

async function guestsOf(host: Host, eventId: string): Promise<WireGuest[]> {
  return (await (await host.api("GET", `/events/${eventId}/guests?limit=200`)).json<{ items: WireGuest[] }>()).items;
}

/** The audit records of an event's copies, which are written after the response. */
function copiesOf(host: Host, eventId: string): Promise<WireRecord[]> {
  return eventually(async () => {
    const records = (await recordsOf(host, eventId)).filter(({ action }) => action === "event.copied");
    expect(records).not.toEqual([]);
    return records;
  });
}

describe("POST /events/{eventId}/copy", () => {
  it("limits moved times to years of four digits", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeEvent(host, { event_date: inDays(30), end_time: "9998-06-12T18:00:00Z" });
    const { status, body } = await copyOf(host, event.id, { event_date: "9998-12-31T23:59:59.999Z" });
    expect([status, body.end_time]).toEqual([201, "9999-01-01T00:00:00.000Z"]);
  });

  it("copies the settings, and moves every time by as much as the event", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event_date = inDays(30);
    const settings = {
      venue: "Orangerie",
      timezone: "Asia/Kolkata",
      capacity: 40,
      waitlist: true,
      locale: "de",
      address_form: "informal",
    };
    const event = await makeEvent(host, {
      ...settings,
      event_date,
      end_time: laterThan(event_date, 5 * HOUR_MS),
      rsvp_deadline: laterThan(event_date, -3 * DAY_MS),
      door_opens_at: laterThan(event_date, -HOUR_MS),
    });
    await host.api("POST", `/events/${event.id}/cancel`, { notify: false });
    const { status, body: copy } = await copyOf(host, event.id);
    expect(status).toBe(201);
    expect(copy).toMatchObject({
      ...settings,
      name: "Next year",
      host_id: host.id,
      your_role: "owner",
      status: "scheduled",
    });
    expect(copy.id).not.toBe(event.id);
    expect(copy.end_time).toBe(laterThan(copy.event_date, 5 * HOUR_MS));
    expect(copy.rsvp_deadline).toBe(laterThan(copy.event_date, -3 * DAY_MS));
    expect(copy.door_opens_at).toBe(laterThan(copy.event_date, -HOUR_MS));
    expect(await guestsOf(host, copy.id)).toEqual([]);
    const reminders = (await messagesOf(host, copy.id)).map(({ slug, status: state }) => [slug, state]);
    expect(reminders.sort()).toEqual([
      ["reminder_1d", "scheduled"],
      ["reminder_3d", "scheduled"],
      ["reminder_7d", "scheduled"],
      ["reminder_day_of", "scheduled"],
    ]);
  });

  it("keeps the time of day of the deadline and of messages, where the clocks change in between", async () => {
    const host = await signedInHost({ tier: "pro" });
    // Replies are open until the end of 20 October, in summer time. The event is in winter time.
    const event = await makeEvent(host, {
      timezone: "Europe/Berlin",
      event_date: "2097-11-06T17:00:00Z",
      end_time: "2097-11-06T22:00:00Z",
      rsvp_deadline: "2097-10-20T21:59:00Z",
    });
    await makeMessage(host, event.id, { mode: "schedule", send_at: "2097-10-21T07:00:00Z" });
    const { body: copy } = await copyOf(host, event.id, { event_date: "2098-06-12T16:00:00Z", include: ["messages"] });
    // 18:00 to 23:00, replies until 23:59, the message at 09:00.
    expect(copy).toMatchObject({ end_time: "2098-06-12T21:00:00.000Z", rsvp_deadline: "2098-05-26T21:59:00.000Z" });
    const drafts = (await messagesOf(host, copy.id)).filter(({ kind }) => kind === "message");
    expect(drafts).toMatchObject([{ status: "draft", send_at: "2098-05-27T07:00:00.000Z" }]);
  });

  it("moves a deadline in an hour that the clocks skip one hour later, at the latest to the start", async () => {
    const host = await signedInHost({ tier: "pro" });
    const copied = async (event_date: string, copyAt: string) => {
      const rsvp_deadline = "2097-06-12T00:30:00Z";
      const event = await makeEvent(host, { timezone: "Europe/Berlin", event_date, rsvp_deadline });
      return (await copyOf(host, event.id, { event_date: copyAt })).body.rsvp_deadline;
    };
    // Replies until 02:30. On 31 March 2097 the hour from 02:00 to 03:00 is skipped.
    expect(await copied("2097-06-12T16:00:00Z", "2097-03-31T16:00:00Z")).toBe("2097-03-31T01:30:00.000Z");
    expect(await copied("2097-06-12T01:15:00Z", "2097-03-31T01:15:00Z")).toBe("2097-03-31T01:15:00.000Z");
  });

  it("leaves out a deadline that would be past", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeEvent(host, { event_date: inDays(60), rsvp_deadline: inDays(20) });
    const { body: near } = await copyOf(host, event.id, { event_date: inDays(30) });
    expect(near.rsvp_deadline).toBeNull();
    const { body: far } = await copyOf(host, event.id, { event_date: inDays(50) });
    expect(far.rsvp_deadline).not.toBeNull();
  });

  it("copies the guests without RSVPs, links and sent messages", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeEvent(host);
    const guest = await addGuest(host, event.id, {
      name: "Zoë 🎉",
      email: `zoe@${event.id}.example`,
      party_size: 3,
      notes: "Vegan",
    });
    await env.DB.prepare(
      "update guests set tags = ?, table_name = '7', locale = 'de', external_id = 'x-1', greeting = 'Oma' where id = ?",
    )
      .bind('["family"]', guest.id)
      .run();
    await addGuest(host, event.id, { name: "Ana" });
    await issueLink(host, event.id, guest.id, { notify: false });
    await answer(event.id, guest.id, "attending");
    const { body: copy } = await copyOf(host, event.id, { include: ["guests"] });
    const guests = await guestsOf(host, copy.id);
    expect(guests.map(({ name }) => name).sort()).toEqual(["Ana", "Zoë 🎉"]);
    const zoe = guests.find(({ name }) => name !== "Ana");
    expect(zoe).toMatchObject({
      email: `zoe@${event.id}.example`,
      party_size: 3,
      notes: "Vegan",
      rsvp: null,
      invited_at: null,
      delivery: { status: "none" },
    });
    expect(zoe?.id).not.toBe(guest.id);
    const [row] = (
      await env.DB.prepare("select tags, table_name, locale, external_id, greeting, name_key from guests where id = ?")
        .bind(zoe?.id)
        .all()
    ).results;
    expect(row).toMatchObject({
      tags: '["family"]',
      table_name: "7",
      locale: "de",
      external_id: "x-1",
      greeting: "Oma",
    });
    // The count that the tier's limit looks at is right.
    const count = await env.DB.prepare("select guests from guest_counts where event_id = ?").bind(copy.id).first();
    expect(count).toEqual({ guests: 2 });
    expect((await copiesOf(host, event.id))[0]).toMatchObject({
      action: "event.copied",
      target: copy.id,
      after: { name: "Next year", guests: 2 },
    });
  });

  it("copies messages as drafts with their distance, and reminders with the host's text and choices", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeEvent(host);
    const path = `/events/${event.id}/messages`;
    const own = await makeMessage(host, event.id, { mode: "schedule", send_at: inDays(20), subject: "Parking" });
    const gone = await makeMessage(host, event.id, { subject: "Gone" });
    expect((await host.api("DELETE", `${path}/${gone.id}`)).status).toBe(204);
    const slugs = Object.fromEntries((await messagesOf(host, event.id)).map(({ slug, id }) => [slug, id]));
    const chosen = inDays(12);
    await host.api("PATCH", `${path}/${slugs.reminder_7d}`, { subject: "Soon!", send_at: chosen });
    await host.api("DELETE", `${path}/${slugs.reminder_3d}`);
    const { body: copy } = await copyOf(host, event.id, { include: ["messages"] });
    const shift = Date.parse(copy.event_date) - Date.parse(event.event_date);
    const copied = await messagesOf(host, copy.id);
    expect(copied.filter(({ kind }) => kind === "message")).toMatchObject([
      { subject: "Parking", status: "draft", send_at: laterThan(own.send_at ?? "", shift) },
    ]);
    const reminder = (slug: string) => copied.find((message) => message.slug === slug);
    expect(reminder("reminder_7d")).toMatchObject({
      subject: "Soon!",
      status: "scheduled",
      send_at: laterThan(chosen, shift),
    });
    expect(reminder("reminder_3d")).toMatchObject({ status: "cancelled" });
    expect(reminder("reminder_1d")).toMatchObject({
      status: "scheduled",
      send_at: laterThan(copy.event_date, -DAY_MS),
    });
  });

  it("copies the branding and the host's custom text", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeEvent(host);
    await host.api("PUT", `/events/${event.id}/branding`, { primary_color: "#123456", font: "Georgia", theme: "deco" });
    await env.DB.prepare("insert into event_texts (event_id, invitation_body, updated_at) values (?, 'Come!', 1)")
      .bind(event.id)
      .run();
    const branding = await (await host.api("GET", `/events/${event.id}/branding`)).json<Record<string, unknown>>();
    expect(branding).toMatchObject({ primary_color: "#123456", theme: "deco" });
    const { body: copy } = await copyOf(host, event.id, { include: ["branding", "texts"] });
    const copied = { ...branding, updated_at: expect.any(String) };
    expect(await (await host.api("GET", `/events/${copy.id}/branding`)).json()).toEqual(copied);
    const texts = await env.DB.prepare("select invitation_body from event_texts where event_id = ?")
      .bind(copy.id)
      .first();
    expect(texts).toEqual({ invitation_body: "Come!" });
  });

  it("belongs to the editor who makes it, on the shard of the editor's own events", async () => {
    const [owner, editor] = await Promise.all([
      signedInHost({ tier: "pro" }),
      signedInHost({ tier: "business", shard: 1 }),
    ]);
    const fixture = await makeEventFixture(owner.id, 3);
    await addMember(fixture.eventId, editor.id, "editor");
    const { status, body: copy } = await copyOf(editor, fixture.eventId, { include: ["guests"] });
    expect(status).toBe(201);
    expect(copy.host_id).toBe(editor.id);
    const copied = await guestsOf(editor, copy.id);
    expect(copied).toHaveLength(3);
    // A client that keeps its own list from the activity gets the guests of the copy, too.
    await eventually(async () => {
      const told = await (await editor.api("GET", `/events/${copy.id}/activity?after=0`)).json<{
        items: { type: string; guest: { id: string } }[];
      }>();
      expect(told.items.map(({ type, guest }) => `${type} ${guest.id}`).toSorted()).toEqual(
        copied.map(({ id }) => `guest.created ${id}`).toSorted(),
      );
    });
    expect((await owner.api("GET", `/events/${copy.id}`)).status).toBe(404);
    expect(await copiesOf(owner, fixture.eventId)).toMatchObject([{ actor: { id: editor.id }, target: copy.id }]);
  });

  it("records no copy on another shard that was not written", async () => {
    const [owner, editor] = [await signedInHost({ tier: "pro" }), await signedInHost({ tier: "business", shard: 1 })];
    const { eventId } = await makeEventFixture(owner.id, 1);
    await addMember(eventId, editor.id, "editor");
    await env.DB_1.prepare(
      `create trigger no_copy before insert on events when new.host_id = '${editor.id}'
        begin select raise(abort, 'no copy'); end`,
    ).run();
    expect((await copyOf(editor, eventId, { include: ["guests"] })).status).toBe(503);
    await env.DB_1.prepare("drop trigger no_copy").run();
    expect(await recordsOf(owner, eventId)).toEqual([]);
  });

  it("makes no copy when the caller's role is removed between read and write", async () => {
    const [owner, editor] = [await signedInHost({ tier: "pro" }), await signedInHost({ tier: "pro" })];
    const { eventId } = await makeEventFixture(owner.id, 1);
    await addMember(eventId, editor.id, "editor");
    const request = requestBy(editor, "POST", `/events/${eventId}/copy`, { name: "Mine", event_date: inDays(60) });
    const remove = () => env.DB.prepare("delete from event_collaborators where user_id = ?").bind(editor.id).run();
    expect((await raceBeforeWrite(request, remove)).status).toBe(404);
    expect((await (await editor.api("GET", "/events")).json<{ items: object[] }>()).items).toEqual([]);
    expect(await recordsOf(owner, eventId)).toEqual([]);
  });

  it("records a copy once when its queue message is delivered twice, and none of an erased event", async () => {
    const host = await signedInHost({ tier: "pro" });
    const [event, erased] = [await makeEvent(host), crypto.randomUUID()];
    const copied = (event_id: string) =>
      busMessage("event.copied", {
        event_id,
        copy_id: event.id,
        copied_by: host.id,
        copied_at: Date.now(),
        copy: { name: "Next year", guests: 3 },
      });
    const message = copied(event.id);
    for (const each of [message, message, copied(erased)]) {
      expect((await consume("usher-notifier", [each])).acked).toEqual([0]);
    }
    expect(await recordsOf(host, event.id)).toMatchObject([{ after: { name: "Next year", guests: 3 } }]);
  });

  it("makes one copy for one Idempotency-Key, and rejects viewers", async () => {
    const [host, viewer] = await Promise.all([signedInHost({ tier: "business" }), signedInHost({ tier: "pro" })]);
    const fixture = await makeEventFixture(host.id, 2);
    await addMember(fixture.eventId, viewer.id, "viewer");
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const fixed = { event_date: inDays(60), include: ["guests"] };
    const [one, other] = await Promise.all([
      copyOf(host, fixture.eventId, fixed, key),
      copyOf(host, fixture.eventId, fixed, key),
    ]);
    expect(one).toEqual(other);
    expect((await copyOf(viewer, fixture.eventId)).status).toBe(403);
    expect((await copyOf(await signedInHost(), fixture.eventId)).status).toBe(404);
  });

  it("applies the limits of the caller's own tier, and writes nothing above them", async () => {
    const [free, pro, business] = await Promise.all([
      signedInHost(),
      signedInHost({ tier: "pro" }),
      signedInHost({ tier: "business" }),
    ]);
    const fixture = await makeEventFixture(business.id, 51);
    await addMember(fixture.eventId, free.id, "editor");
    await business.api("PUT", `/events/${fixture.eventId}/branding`, { primary_color: "#123456" });
    await makeMessage(business, fixture.eventId);
    const refused = async (include: string[]) => (await copyOf(free, fixture.eventId, { include })).body;
    expect(await refused(["guests"])).toMatchObject({
      error: "tier_limit",
      reason: "guests_limit",
      used: 51,
      limit: 50,
    });
    expect(await refused(["branding"])).toMatchObject({ error: "feature_not_in_tier", reason: "branding" });
    expect(await refused(["messages"])).toMatchObject({ error: "feature_not_in_tier", reason: "broadcasts" });
    // A theme alone is on every tier.
    await business.api("PUT", `/events/${fixture.eventId}/branding`, { primary_color: "", theme: "letter" });
    expect((await copyOf(free, fixture.eventId, { include: ["branding"] })).status).toBe(201);
    expect(await refused([])).toMatchObject({ error: "tier_limit", reason: "events_limit", used: 1 });
    expect((await copyOf(pro, fixture.eventId)).status).toBe(404);
  });

  it.each([{ include: ["answers"] }, { event_date: "soon" }, { name: "" }, { capacity: 4 }])(
    "refuses %j",
    async (body) => {
      const host = await signedInHost();
      const event = await makeEvent(host);
      expect((await copyOf(host, event.id, body)).status).toBe(400);
    },
  );

  it("copies 5,000 guests in three calls to the database", async () => {
    const host = await signedInHost({ tier: "business" });
    const { eventId } = await makeEventFixture(host.id, 5_000);
    const body = { name: "Next year", event_date: inDays(60), include: ["guests"] };
    const { response, d1Calls, roundTrips } = await costOf(requestBy(host, "POST", `/events/${eventId}/copy`, body));
    expect(response.status).toBe(201);
    expect({ d1Calls, roundTrips }).toEqual({ d1Calls: 3, roundTrips: 2 });
    const { id } = await response.json<WireEvent>();
    const count = await env.DB.prepare("select count(*) as guests from guests where event_id = ?").bind(id).first();
    expect(count).toEqual({ guests: 5_000 });
  });
});
