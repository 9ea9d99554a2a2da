import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { tagKeys } from "../../src/kernel/tag-keys.ts";
import { type Host, signedInHost } from "../support/account.ts";
import { deliverBatches, dispatch, stopScheduler } from "../support/broadcast.ts";
import { type EventFixture, type FixtureGuest, makeEventFixture } from "../support/event-fixture.ts";
import { mailsTo } from "../support/mailbox.ts";
import {
  answer,
  deliveriesOf,
  makeMessage,
  messageOf,
  messagesOf,
  NEWS,
  type WireMessage,
} from "../support/message.ts";

beforeEach(stopScheduler);

interface Setting {
  host: Host;
  fixture: EventFixture;
  path: string;
}

async function eventOf(guests: number): Promise<Setting> {
  const host = await signedInHost({ tier: "pro" });
  const fixture = await makeEventFixture(host.id, guests);
  return { host, fixture, path: `/events/${fixture.eventId}/messages` };
}

const inTwoWeeks = () => new Date(Date.now() + 14 * DAY_MS).toISOString();

const change = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

/** One guest for each state, in the order of the fixture. */
const STATES: Record<string, (eventId: string, guest: FixtureGuest, hostId: string) => Promise<unknown>> = {
  unopened: (_, { id }) => change("update guests set invited_at = 1, opened_at = null where id = ?", id),
  undelivered: (_, { id }) =>
    change("update guests set invited_at = 1, opened_at = 2, delivery_status = 'bounced' where id = ?", id),
  waitlisted: async (eventId, { id }) => {
    await answer(eventId, id, "attending");
    await change("update rsvps set seat = 'waitlisted', waitlisted_at = 1 where guest_id = ?", id);
  },
  checked_in: (eventId, { id }, hostId) =>
    change(
      "insert into check_ins (event_id, guest_id, id, checked_in_at, recorded_at, checked_in_by, arrival_count) values (?, ?, ?, 1, 1, ?, 1)",
      eventId,
      id,
      crypto.randomUUID(),
      hostId,
    ),
  not_arrived: async (eventId, { id }) => {
    await answer(eventId, id, "attending");
    await change("update rsvps set seat = 'confirmed', heads = 1 where guest_id = ?", id);
  },
  offered: async (eventId, { id }) => {
    await answer(eventId, id, "attending");
    await change("update rsvps set seat = 'offered', offer_expires_at = 9e12 where guest_id = ?", id);
  },
  "tag:Family": (_, { id }) =>
    change("update guests set tags = ?, tag_keys = ? where id = ?", '["Familý","family"]', tagKeys(["family"]), id),
};

describe("audiences of a message", () => {
  it("reaches and counts the guests of each state and each tag", async () => {
    const { host, fixture } = await eventOf(Object.keys(STATES).length + 1);
    await change("update guests set invited_at = 1, opened_at = 1 where event_id = ?", fixture.eventId);
    for (const [index, prepare] of Object.values(STATES).entries()) {
      const guest = fixture.guests[index];
      if (guest !== undefined) await prepare(fixture.eventId, guest, host.id);
    }
    for (const [index, audience] of Object.keys(STATES).entries()) {
      const query = `audience=${encodeURIComponent(audience)}&channel=email`;
      const counted = await host.api("GET", `/events/${fixture.eventId}/messages/recipient-count?${query}`);
      expect([audience, await counted.json()]).toEqual([
        audience,
        { count: 1, unreachable: 0, suppressed: 0, not_invited: 0 },
      ]);
      const message = await makeMessage(host, fixture.eventId, { audience, mode: "send_now" });
      expect(message.audience).toBe(audience);
      await dispatch(message.id);
      const deliveries = await deliveriesOf(host, fixture.eventId, message.id);
      expect([audience, deliveries.map(({ guest }) => guest.id)]).toEqual([audience, [fixture.guests[index]?.id]]);
    }
  });

  it.each(["tag:", "tag: x", `tag:${"x".repeat(51)}`, "tags:x", "chosen", "opened"])("rejects %j", async (audience) => {
    const { host, path } = await eventOf(1);
    expect((await host.api("POST", path, { ...NEWS, audience })).status).toBe(400);
    expect((await host.api("GET", `${path}/recipient-count?audience=${encodeURIComponent(audience)}`)).status).toBe(
      400,
    );
  });

  it("accepts a change between states, tags and responses", async () => {
    const { host, fixture, path } = await eventOf(1);
    const { id } = await makeMessage(host, fixture.eventId, { audience: "unopened" });
    for (const audience of ["attending", "tag:Family", "everyone", "not_arrived"]) {
      const changed = await host.api("PATCH", `${path}/${id}`, { audience });
      expect([changed.status, await changed.json()]).toMatchObject([200, { audience }]);
    }
    expect(await messageOf(host, fixture.eventId, id)).toMatchObject({ audience: "not_arrived" });
  });
});

describe("not_invited", () => {
  it("changes nothing for a tag and for chosen guests who all have a link", async () => {
    const { host, fixture, path } = await eventOf(2);
    const guest_ids = fixture.guests.map(({ id }) => id);
    await change(
      "update guests set tags = ?, tag_keys = ? where event_id = ?",
      '["vip"]',
      tagKeys(["vip"]),
      fixture.eventId,
    );
    for (const not_invited of ["include", "skip"]) {
      const expected = { count: 2, unreachable: 0, suppressed: 0, not_invited: 0 };
      const counts = [
        await host.api("GET", `${path}/recipient-count?audience=tag:vip&not_invited=${not_invited}`),
        await host.api("POST", `${path}/recipient-count`, { guest_ids, not_invited }),
      ];
      for (const counted of counts) expect(await counted.json()).toEqual(expected);
      for (const target of [{ audience: "tag:vip" }, { audience: undefined, guest_ids }]) {
        const { id } = await makeMessage(host, fixture.eventId, { ...target, not_invited, mode: "send_now" });
        await dispatch(id);
        expect(await deliveriesOf(host, fixture.eventId, id)).toHaveLength(2);
      }
    }
  });

  it("sends a message to nobody if all of its guests are left out", async () => {
    const { host, fixture, path } = await eventOf(1);
    await change("update guests set invited_at = null where event_id = ?", fixture.eventId);
    await change("delete from access_tokens where event_id = ?", fixture.eventId);
    const guest_ids = fixture.guests.map(({ id }) => id);
    const counted = await host.api("POST", `${path}/recipient-count`, { guest_ids, not_invited: "skip" });
    expect(await counted.json()).toEqual({ count: 0, unreachable: 0, suppressed: 0, not_invited: 1 });
    const left = { audience: undefined, guest_ids, not_invited: "skip", mode: "send_now" };
    const { id } = await makeMessage(host, fixture.eventId, left);
    await dispatch(id);
    expect(await deliveriesOf(host, fixture.eventId, id)).toEqual([]);
    expect(await messageOf(host, fixture.eventId, id)).toMatchObject({ status: "sent" });
  });

  it.each(["", "Skip", "none", null, true, ["skip"]])(
    "rejects %j under its own name, with the right values",
    async (value) => {
      const { host, fixture, path } = await eventOf(1);
      const { id } = await makeMessage(host, fixture.eventId);
      const guest_ids = fixture.guests.map((guest) => guest.id);
      const refused = [
        await host.api("POST", path, { ...NEWS, not_invited: value }),
        await host.api("PATCH", `${path}/${id}`, { not_invited: value }),
        await host.api("POST", `${path}/recipient-count`, { guest_ids, not_invited: value }),
        await host.api("GET", `${path}/recipient-count?audience=everyone&not_invited=${value}x`),
      ];
      for (const response of refused) {
        expect([response.status, await response.json()]).toMatchObject([
          400,
          { errors: [{ path: "not_invited", message: "must be one of include, skip" }] },
        ]);
      }
    },
  );
});

describe("messages to chosen guests", () => {
  it("reaches each of them once, and no other guest", async () => {
    const { host, fixture } = await eventOf(5);
    const chosen = [fixture.guests[1], fixture.guests[3], fixture.guests[4]].flatMap((guest) => guest ?? []);
    const guest_ids = chosen.map(({ id }) => id);
    const message = await makeMessage(host, fixture.eventId, { audience: undefined, guest_ids, mode: "send_now" });
    expect(message).toMatchObject({ audience: "chosen", status: "scheduled" });
    // One who is erased before it is sent gets nothing.
    await host.api("DELETE", `/events/${fixture.eventId}/guests/${guest_ids[2]}`);
    const batches = await dispatch(message.id);
    expect((await deliverBatches(batches)).acked).toEqual([0]);
    expect((await deliverBatches(batches)).acked).toEqual([0]);
    for (const [index, { email }] of fixture.guests.entries()) {
      expect(await mailsTo(email), email).toHaveLength(index === 1 || index === 3 ? 1 : 0);
    }
    expect(await messageOf(host, fixture.eventId, message.id)).toMatchObject({ status: "sent" });
    const rows = await env.DB.prepare("select count(*) as n from message_recipients where message_id = ?")
      .bind(message.id)
      .first("n");
    expect(rows).toBe(2);
  });

  it("returns 400 when a chosen guest is not on the event, and writes nothing", async () => {
    const { host, fixture, path } = await eventOf(1);
    const other = await eventOf(1);
    const [own, foreign] = [fixture.guests[0]?.id, other.fixture.guests[0]?.id];
    const before = await messagesOf(host, fixture.eventId);
    const body = { ...NEWS, audience: undefined };
    const refused = await host.api("POST", path, { ...body, guest_ids: [own, foreign] });
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { errors: [{ path: "guest_ids", message: "names 1 that isn't a guest of this event" }] },
    ]);
    for (const wrong of [
      { ...body, guest_ids: [] },
      { ...body, guest_ids: [own, own] },
      { ...body, guest_ids: Array.from({ length: 5_001 }, () => crypto.randomUUID()) },
      { ...NEWS, guest_ids: [own] },
      body,
    ]) {
      expect((await host.api("POST", path, wrong)).status).toBe(400);
    }
    expect(await messagesOf(host, fixture.eventId)).toEqual(before);
  });

  it("accepts a change to other guests and to an audience: GET /events/{eventId}/messages/{messageId}", async () => {
    const { host, fixture, path } = await eventOf(3);
    const [first, second, third] = fixture.guests.map(({ id }) => id);
    const { id } = await makeMessage(host, fixture.eventId, { audience: undefined, guest_ids: [first] });
    const patch = async (body: object) => {
      const response = await host.api("PATCH", `${path}/${id}`, body);
      return { status: response.status, body: await response.json() };
    };
    expect(await patch({ guest_ids: [second, third] })).toMatchObject({ status: 200, body: { audience: "chosen" } });
    expect((await patch({ guest_ids: [third], audience: "everyone" })).status).toBe(400);
    expect(await patch({ guest_ids: [first, crypto.randomUUID()], subject: "Not written" })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "guest_ids", message: "names 1 that isn't a guest of this event" }] },
    });
    expect(await messageOf(host, fixture.eventId, id)).toMatchObject({ subject: NEWS.subject });
    const read = async (message: string) =>
      (await host.api("GET", `${path}/${message}`)).json<WireMessage & { guest_ids: string[] | null }>();
    const saved = await read(id);
    expect(saved).toMatchObject({ id, audience: "chosen", subject: NEWS.subject });
    expect(saved.guest_ids?.sort()).toEqual([second, third].sort());
    const copy = await makeMessage(host, fixture.eventId, { audience: undefined, guest_ids: [first, second] });
    const wider = { audience: "everyone", mode: "send_now" };
    expect((await host.api("PATCH", `${path}/${copy.id}`, wider)).status).toBe(200);
    expect((await patch({ mode: "send_now" })).status).toBe(200);
    await dispatch(id);
    const toldOf = async (message: string) =>
      (await deliveriesOf(host, fixture.eventId, message)).map(({ guest }) => guest.id).sort();
    expect(await toldOf(id)).toEqual([second, third].sort());
    expect(await toldOf(copy.id)).toEqual([first, second, third].sort());
    const forgotten = "select count(*) as n from message_recipients where message_id = ?";
    expect(await env.DB.prepare(forgotten).bind(copy.id).first("n")).toBe(0);
    expect(await read(copy.id)).toMatchObject({ audience: "everyone", guest_ids: null });
    const stranger = await signedInHost({ tier: "pro" });
    for (const [host2, message] of [
      [stranger, id],
      [host, crypto.randomUUID()],
    ] as const) {
      expect((await host2.api("GET", `${path}/${message}`)).status).toBe(404);
    }
  });

  it("asks only guests without an RSVP when it was a reminder", async () => {
    const { host, fixture, path } = await eventOf(2);
    const [silent, coming] = fixture.guests;
    await answer(fixture.eventId, coming?.id ?? "", "attending");
    expect((await host.api("PATCH", `/events/${fixture.eventId}`, { event_date: inTwoWeeks() })).status).toBe(200);
    const reminder = (await messagesOf(host, fixture.eventId)).find(({ slug }) => slug === "reminder_7d");
    const chosen = { guest_ids: fixture.guests.map(({ id }) => id), mode: "send_now" };
    expect((await host.api("PATCH", `${path}/${reminder?.id}`, chosen)).status).toBe(200);
    await deliverBatches(await dispatch(reminder?.id ?? ""));
    const asks = async (guest: FixtureGuest | undefined) => (await mailsTo(guest?.email ?? ""))[0]?.text;
    expect(await asks(silent)).toContain("Will you be there?");
    expect(await asks(coming)).not.toContain("Will you be there?");
  });

  it("counts the guests that it would reach: POST /events/{eventId}/messages/recipient-count", async () => {
    const { host, fixture, path } = await eventOf(4);
    const [, unreachable, suppressed] = fixture.guests;
    await change("update guests set email = null, email_key = null where id = ?", unreachable?.id);
    await change(
      "insert into suppressions (email_key, reason, created_at) values (?, 'bounced', 1)",
      suppressed?.email,
    );
    const guest_ids = fixture.guests.slice(0, 3).map(({ id }) => id);
    const counted = await host.api("POST", `${path}/recipient-count`, { guest_ids });
    expect([counted.status, await counted.json()]).toEqual([
      200,
      { count: 1, unreachable: 1, suppressed: 1, not_invited: 0 },
    ]);
    const texts = await host.api("POST", `${path}/recipient-count`, { guest_ids, channel: "sms" });
    expect(await texts.json()).toEqual({ count: 0, unreachable: 3, suppressed: 0, not_invited: 0 });
    const refused = await host.api("POST", `${path}/recipient-count`, { guest_ids: [crypto.randomUUID()] });
    expect([refused.status, await refused.json()]).toMatchObject([400, { errors: [{ path: "guest_ids" }] }]);
  });

  it("creates one message for a retry with the same key", async () => {
    const { host, fixture, path } = await eventOf(2);
    const body = { ...NEWS, audience: undefined, guest_ids: fixture.guests.map(({ id }) => id) };
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const [first, second] = [await host.api("POST", path, body, key), await host.api("POST", path, body, key)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await second.json()).toEqual(await first.json());
  });
});

describe("POST /events/{eventId}/guests/{guestId}/messages", () => {
  it("sends only to that guest, and appears in the list of messages", async () => {
    const { host, fixture } = await eventOf(2);
    const [guest] = fixture.guests;
    const path = `/events/${fixture.eventId}/guests/${guest?.id}/messages`;
    const body = { subject: "Your table", body: "Dear {{guest_name}}, it is table 7.", channel: "email" };
    const response = await host.api("POST", path, body);
    expect(response.status).toBe(201);
    const message = await response.json<WireMessage>();
    expect(message).toMatchObject({ kind: "message", audience: "chosen", subject: "Your table", status: "scheduled" });
    const batches = await dispatch(message.id);
    await deliverBatches(batches);
    expect(await deliveriesOf(host, fixture.eventId, message.id)).toMatchObject([
      { guest: { id: guest?.id }, status: "sent" },
    ]);
    expect((await mailsTo(guest?.email ?? ""))[0]?.subject).toBe("Your table");
    const stranger = await eventOf(1);
    const foreign = `/events/${stranger.fixture.eventId}/guests/${guest?.id}/messages`;
    expect((await stranger.host.api("POST", foreign, body)).status).toBe(404);
    expect((await host.api("POST", path, { ...body, subject: null })).status).toBe(400);
    expect((await host.api("POST", path, { ...body, body: "{{pin}}" })).status).toBe(400);
  });

  it("returns 402 on a tier without broadcasts", async () => {
    const host = await signedInHost();
    const { eventId, guests } = await makeEventFixture(host.id, 1);
    const body = { subject: "Hello", body: "Hello", channel: "email" };
    const response = await host.api("POST", `/events/${eventId}/guests/${guests[0]?.id}/messages`, body);
    expect([response.status, await response.json()]).toMatchObject([402, { error: "feature_not_in_tier" }]);
  });
});
