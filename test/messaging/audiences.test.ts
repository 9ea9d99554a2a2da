import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { STANDINGS, type Standing } from "../../src/kernel/rsvp.ts";
import { type Host, signedInHost } from "../support/account.ts";
import { AUDIENCES } from "../support/audiences.ts";
import { dispatch, stopScheduler } from "../support/broadcast.ts";
import { makeStandingEvent } from "../support/every-standing-event.ts";
import { deliveriesOf, makeMessage } from "../support/message.ts";

beforeEach(stopScheduler);

async function count(host: Host, eventId: string, audience: string, notInvited: string) {
  const query = `audience=${encodeURIComponent(audience)}&not_invited=${notInvited}`;
  return (await host.api("GET", `/events/${eventId}/messages/recipient-count?${query}`)).json();
}

it.each(Object.keys(AUDIENCES))(
  "reaches and counts the standings of %s, with and without guests never invited",
  async (audience) => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeStandingEvent(host);
    const standings = AUDIENCES[audience] ?? [];
    for (const not_invited of ["include", "skip"]) {
      const message = await makeMessage(host, event.eventId, { audience, not_invited, mode: "send_now" });
      expect(message.not_invited).toBe(not_invited);
      const isMeant = (standing: Standing) => not_invited === "include" || standing !== "not_invited";
      const expected = standings.filter(isMeant);
      expect(await count(host, event.eventId, audience, not_invited)).toEqual({
        count: expected.length,
        unreachable: 0,
        suppressed: 0,
        not_invited: standings.includes("not_invited") ? 1 : 0,
      });
      await dispatch(message.id);
      const reached = new Set((await deliveriesOf(host, event.eventId, message.id)).map(({ guest }) => guest.id));
      expect(STANDINGS.filter((standing) => reached.has(event.guests[standing].id))).toEqual(
        STANDINGS.filter((standing) => expected.includes(standing)),
      );
    }
  },
);

it("leaves out guests who were never invited from a tag and from chosen guests", async () => {
  const host = await signedInHost({ tier: "pro" });
  const { eventId, guests } = await makeStandingEvent(host);
  for (const { id } of [guests.silent, guests.not_invited, guests.walk_in]) {
    expect((await host.api("PATCH", `/events/${eventId}/guests/${id}`, { tags: ["family"] })).status).toBe(200);
  }
  const guest_ids = [guests.silent.id, guests.not_invited.id];
  const body = { guest_ids, not_invited: "skip" };
  const counted = await host.api("POST", `/events/${eventId}/messages/recipient-count`, body);
  expect(await counted.json()).toEqual({ count: 1, unreachable: 0, suppressed: 0, not_invited: 1 });
  for (const target of [{ audience: "tag:family" }, { audience: undefined, guest_ids }]) {
    const { id } = await makeMessage(host, eventId, { ...target, not_invited: "include" });
    const path = `/events/${eventId}/messages/${id}`;
    const changed = await host.api("PATCH", path, { not_invited: "skip", mode: "send_now" });
    expect(await changed.json()).toMatchObject({ not_invited: "skip" });
    await dispatch(id);
    const reached = (await deliveriesOf(host, eventId, id)).map(({ guest }) => guest.id);
    expect(reached).toContain(guests.silent.id);
    expect(reached).not.toContain(guests.not_invited.id);
  }
  const { items } = await (await host.api("GET", `/events/${eventId}/audit`)).json<{ items: { after: unknown }[] }>();
  expect(items).toContainEqual(expect.objectContaining({ after: expect.objectContaining({ not_invited: "skip" }) }));
});

it.each(["pending", "attending_and_pending", "pending_and_maybe", "not_arrived"])(
  "counts and reaches no walk-in without an RSVP as %s",
  async (audience) => {
    const host = await signedInHost({ tier: "pro" });
    const { eventId, guests } = await makeStandingEvent(host);
    const { id: walkIn } = guests.walk_in;
    await env.DB.batch([
      env.DB.prepare("delete from rsvps where guest_id = ?").bind(walkIn),
      env.DB.prepare("delete from guests where event_id = ? and id <> ?").bind(eventId, walkIn),
    ]);
    expect(await count(host, eventId, audience, "include")).toMatchObject({ count: 0, not_invited: 0 });
    const { id } = await makeMessage(host, eventId, { audience, mode: "send_now" });
    await dispatch(id);
    expect(await deliveriesOf(host, eventId, id)).toEqual([]);
  },
);
