import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { HOUR_MS } from "../../src/kernel/clock.ts";
import { freshEmail, grantTier, type Host, requestBy, signedInHost } from "../support/account.ts";
import { deliverBatches, dispatch, dueMessage, stopScheduler } from "../support/broadcast.ts";
import { type EventFixture, firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { issueLink } from "../support/guest.ts";
import { mailsTo } from "../support/mailbox.ts";
import { deliveriesOf } from "../support/message.ts";
import { raceBeforeWrite } from "../support/race.ts";

/** The guest limit of the free tier. */
const FREE = 50;

interface WalkIn {
  id: string;
  email: string;
  checkInId: string;
  overLimit: boolean;
  overTier: boolean;
}

interface Refusal {
  error: string;
  reason: string;
  used: number;
  limit: number;
}

/** Moves the event with the API, so that it begins `hours` from now. */
async function move(host: Host, eventId: string, hours: number): Promise<void> {
  const event_date = new Date(Date.now() + hours * HOUR_MS).toISOString();
  expect((await host.api("PATCH", `/events/${eventId}`, { event_date })).status).toBe(200);
}

async function addWalkIn(host: Host, eventId: string): Promise<WalkIn> {
  const email = freshEmail();
  const response = await host.api("POST", `/events/${eventId}/walk-ins`, { name: "Ada Walker", email });
  expect(response.status).toBe(201);
  const { id, guest_id, over_limit, over_tier } = await response.json<{
    id: string;
    guest_id: string;
    over_limit: boolean;
    over_tier: boolean;
  }>();
  return { id: guest_id, email, checkInId: id, overLimit: over_limit, overTier: over_tier };
}

/**
 * A list of the free tier that is full, with walk-ins above its limit. Their check-ins are undone, and the event is
 * moved to a later date: they look like ordinary guests.
 */
async function overfill(walkIns: number): Promise<{ host: Host; event: EventFixture; above: WalkIn[] }> {
  const host = await signedInHost();
  const event = await makeEventFixture(host.id, FREE);
  const { eventId } = event;
  await move(host, eventId, 1);
  const above: WalkIn[] = [];
  for (let number = 0; number < walkIns; number++) above.push(await addWalkIn(host, eventId));
  expect(above.map(({ overLimit, overTier }) => [overLimit, overTier])).toEqual(above.map(() => [true, true]));
  for (const { checkInId } of above) {
    expect((await host.api("DELETE", `/events/${eventId}/check-ins/${checkInId}`)).status).toBe(204);
  }
  await move(host, eventId, 24 * 20);
  return { host, event, above };
}

/** Ends a paid plan. */
const downgrade = (host: Host) => env.DB.prepare("delete from subscriptions where user_id = ?").bind(host.id).run();

async function refusalOf(response: Response): Promise<unknown[]> {
  const { error, reason, used, limit } = await response.json<Refusal>();
  return [response.status, error, reason, used, limit];
}

/** The links and the time of invitation of guests, from the database: no route may have given them one. */
async function linksOf(eventId: string, guests: readonly WalkIn[]): Promise<unknown[]> {
  const { results } = await env.DB.prepare(
    `select guests.invited_at, (select count(*) from access_tokens where event_id = guests.event_id and guest_id = guests.id) as links
     from guests where event_id = ?1 and id in (select value from json_each(?2))`,
  )
    .bind(eventId, JSON.stringify(guests.map(({ id }) => id)))
    .all();
  return results;
}

describe("walk-ins above the guest limit of the host's tier", () => {
  it("issues no link and sends no email by any route, also after the date was moved", async () => {
    const { host, event, above } = await overfill(3);
    const { eventId } = event;
    const [first, second] = above;
    const path = `/events/${eventId}`;
    const refused = [402, "tier_limit", "guests_limit", FREE + 3, FREE];
    for (const route of ["/tokens", "/tokens/rotate"]) {
      expect(await refusalOf(await host.api("POST", path + route, { guest_id: first?.id }))).toEqual(refused);
    }
    const listed = firstOf(event);
    const ids = above.map(({ id }) => id);
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const some = { guest_ids: [listed.id, ...ids], notify: true };
    for (const _ of ["first", "repeated"]) {
      const named = await host.api("POST", `${path}/guests/invitations/bulk`, some, headers);
      expect(named.status).toBe(201);
      const body = await named.json<{ items: { guest_id: string }[]; issued: number; over_tier: string[] }>();
      expect([body.items.map(({ guest_id }) => guest_id), body.issued]).toEqual([[listed.id], 0]);
      expect(body.over_tier.sort()).toEqual([...ids].sort());
    }
    const all = await host.api("POST", `${path}/guests/invitations/bulk`, { notify: false });
    const { items, over_tier } = await all.json<{ items: unknown[]; over_tier: string[] }>();
    expect([items.length, over_tier.length]).toEqual([FREE, 3]);
    // A recorded RSVP needs no link, and is therefore not confirmed by email; its door code would need one.
    const recorded = await host.api("PUT", `${path}/guests/${second?.id}/rsvp`, {
      response: "attending",
      notify: true,
    });
    expect(await recorded.json()).toMatchObject({ notified: false, reason: "no_link" });
    expect(await refusalOf(await host.api("GET", `${path}/guests/${second?.id}/door-code`))).toEqual(refused);
    const writing = { subject: "News", body: "Hello", channel: "email" };
    expect((await host.api("POST", `${path}/guests/${first?.id}/messages`, writing)).status).toBe(402);
    const changed = await host.api("PATCH", path, { venue: "Elsewhere", notify: true });
    expect(changed.status).toBe(200);
    expect(await linksOf(eventId, above)).toEqual(above.map(() => ({ invited_at: null, links: 0 })));
    expect((await Promise.all(above.map(({ email }) => mailsTo(email)))).flat()).toEqual([]);
  });

  it("issues a link once the tier allows the list, and keeps it after a downgrade", async () => {
    const { host, event, above } = await overfill(2);
    const [first, second] = above;
    await grantTier(host.id, "pro");
    const issued = await issueLink(host, event.eventId, first?.id ?? "", { notify: true });
    expect(issued.notified).toBe(true);
    await eventually(async () => expect(await mailsTo(first?.email ?? "")).toHaveLength(1));
    await downgrade(host);
    const again = await issueLink(host, event.eventId, first?.id ?? "", { notify: false });
    expect(again.token).toBe(issued.token);
    const rotated = await host.api("POST", `/events/${event.eventId}/tokens/rotate`, {
      guest_id: first?.id,
      notify: false,
    });
    expect(rotated.status).toBe(201);
    const { token } = await rotated.json<{ token: string }>();
    const opened = await exports.default.fetch(new Request(`https://usher.test/access/${token}`));
    expect(opened.status).toBe(200);
    // The list had links before the downgrade, too.
    expect((await issueLink(host, event.eventId, firstOf(event).id, { notify: false })).token).toBeTruthy();
    const other = await host.api("POST", `/events/${event.eventId}/tokens`, { guest_id: second?.id, notify: false });
    expect(other.status).toBe(402);
  });

  it("issues a link once the list fits the tier again", async () => {
    const { host, event, above } = await overfill(1);
    const [guest] = above;
    const deleted = await host.api("DELETE", `/events/${event.eventId}/guests/${firstOf(event).id}`);
    expect(deleted.status).toBe(204);
    await issueLink(host, event.eventId, guest?.id ?? "", { notify: false });
  });

  it("sends no broadcast that was claimed before a downgrade", async () => {
    const { host, event, above } = await overfill(1);
    const { eventId } = event;
    await grantTier(host.id, "pro");
    await stopScheduler();
    const messageId = await dueMessage(eventId);
    const batches = await dispatch(messageId);
    await downgrade(host);
    await deliverBatches(batches);
    const deliveries = await deliveriesOf(host, eventId, messageId);
    const withheld = deliveries.filter(({ reason }) => reason === "tier_limit");
    expect(withheld).toMatchObject([{ guest: { id: above[0]?.id }, status: "suppressed" }]);
    expect(deliveries).toHaveLength(FREE + 1);
    expect(await linksOf(eventId, above)).toEqual([{ invited_at: null, links: 0 }]);
  });

  it.each(["/tokens", "/tokens/rotate", "/guests/invitations/bulk"])(
    "issues no link by POST %s if the host is downgraded at the same moment",
    async (route) => {
      const { host, event, above } = await overfill(1);
      const { eventId } = event;
      const [guest] = above;
      await grantTier(host.id, "pro");
      const named = route.endsWith("bulk") ? { guest_ids: [guest?.id] } : { guest_id: guest?.id };
      const request = requestBy(host, "POST", `/events/${eventId}${route}`, { ...named, notify: false });
      const response = await raceBeforeWrite(request, () => downgrade(host));
      if (route.endsWith("bulk")) expect(await response.json()).toMatchObject({ items: [], over_tier: [guest?.id] });
      else expect(response.status).toBe(402);
      expect(await linksOf(eventId, above)).toEqual([{ invited_at: null, links: 0 }]);
    },
  );

  it("issues a link to a walk-in who exceeds only the event's capacity", async () => {
    const host = await signedInHost();
    const { eventId } = await makeEventFixture(host.id, 1);
    await move(host, eventId, 1);
    await env.DB.prepare("update events set capacity = 1 where id = ?").bind(eventId).run();
    await addWalkIn(host, eventId);
    const second = await addWalkIn(host, eventId);
    expect([second.overLimit, second.overTier]).toEqual([true, false]);
    await issueLink(host, eventId, second.id, { notify: false });
  });
});
