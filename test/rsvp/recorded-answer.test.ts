import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { signedInHost } from "../support/account.ts";
import { addMember, firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { answerRequest, browserHeaders, editRequest, LAPTOP, openRequest } from "../support/guest-requests.ts";
import { mailTo } from "../support/mailbox.ts";
import { raceBeforeWrite } from "../support/race.ts";

const send = (request: Request): Promise<Response> => exports.default.fetch(request);

/** A guest with a link, and the host's routes about the guest's answer. */
async function invited() {
  const host = await signedInHost({ tier: "pro" });
  const fixture = await makeEventFixture(host.id, 1);
  const guest = firstOf(fixture);
  const event = `/events/${fixture.eventId}`;
  const path = `${event}/guests/${guest.id}/rsvp`;
  const headers = browserHeaders();
  return {
    host,
    fixture,
    guest,
    event,
    path,
    headers,
    record: (answer: Record<string, unknown>) => host.api("PUT", path, answer),
    answer: (answer: Record<string, unknown>) => send(answerRequest(guest.token, answer, headers)),
    edit: (changes: Record<string, unknown>) => send(editRequest(guest.token, changes, headers)),
    history: async () => (await (await host.api("GET", `${path}/history`)).json<{ items: unknown[] }>()).items,
    audit: async () =>
      (await (await host.api("GET", `${event}/audit`)).json<{ items: Record<string, unknown>[] }>()).items,
  };
}

describe("PUT /events/{eventId}/guests/{guestId}/rsvp", () => {
  it("corrects an RSVP without using an edit, and records it in history, audit log and activity", async () => {
    const { record, answer, edit, history, audit, event, host, guest } = await invited();
    expect((await answer({ plus_ones: 2 })).status).toBe(201);
    const response = await record({ response: "attending", companions: [{ name: "Ben" }] });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      guest_id: guest.id,
      plus_ones: 1,
      companions: [{ name: "Ben", attending: true, answers: {} }],
      answered_by: "host",
      seat: "confirmed",
      edit_count: 0,
      notified: false,
    });
    expect(await history()).toMatchObject([
      { revision: 0, plus_ones: 2, companions: [], answered_by: "guest", seat: "confirmed", replaced_by: "host" },
    ]);
    expect(await audit()).toContainEqual(
      expect.objectContaining({
        action: "rsvp.recorded",
        target: guest.id,
        before: { response: "attending", plus_ones: 2 },
        after: { response: "attending", plus_ones: 1 },
      }),
    );
    const edited = await edit({ response: "maybe" });
    expect(await edited.json()).toMatchObject({ edit_count: 1, answered_by: "guest", companions: [{ name: "Ben" }] });
    expect(await history()).toMatchObject([
      { revision: 1, plus_ones: 1, answered_by: "host", replaced_by: "guest" },
      { revision: 0 },
    ]);
    await eventually(async () => {
      const activity = await host.api("GET", `${event}/activity`);
      const { items } = await activity.json<{ items: Record<string, unknown>[] }>();
      expect(items.filter(({ type }) => String(type).startsWith("rsvp"))).toMatchObject([
        { type: "rsvp.updated", response: "maybe", answered_by: "guest", seat: null, edit_count: 1 },
        { type: "rsvp.updated", answered_by: "host", seat: "confirmed", companions: [{ name: "Ben" }], edit_count: 0 },
        { type: "rsvp.submitted", plus_ones: 2, answered_by: "guest", companions: [] },
      ]);
    });
  });

  it("records an RSVP for a guest without a link, who then sees and edits it on any device", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const guest = await addGuest(host, event.id);
    const path = `/events/${event.id}/guests/${guest.id}/rsvp`;
    expect(await (await host.api("PUT", path, { response: "attending" })).json()).toMatchObject({ plus_ones: 0 });

    const { record, edit, fixture, guest: linked, headers } = await invited();
    expect((await record({ response: "attending", plus_ones: 1 })).status).toBe(200);
    const seen = await send(openRequest(linked.token, headers));
    expect(await seen.json()).toMatchObject({
      rsvp: { answered_by: "host", plus_ones: 1 },
      can_edit: true,
      edits_left: 5,
    });
    expect((await edit({ plus_ones: 0 })).status).toBe(200);
    // From then on it belongs to that device.
    const other = await send(openRequest(linked.token, browserHeaders(LAPTOP)));
    expect(await other.json()).toMatchObject({ rsvp_submitted_elsewhere: true });
    expect(fixture.guests).toHaveLength(1);
  });

  it("accepts an RSVP after deadline, end, cancellation and arrivals, until the event is deleted", async () => {
    const { record, host, event, fixture, guest } = await invited();
    const past = Date.now() - DAY_MS;
    await env.DB.prepare("update events set rsvp_deadline = ?1, event_date = ?1, cancelled_at = ?1 where id = ?2")
      .bind(past, fixture.eventId)
      .run();
    expect((await record({ response: "attending", plus_ones: 1 })).status).toBe(200);
    await env.DB.prepare("update events set cancelled_at = null, event_date = ? where id = ?")
      .bind(Date.now() + 60_000, fixture.eventId)
      .run();
    expect((await host.api("POST", `${event}/check-in`, { guest_id: guest.id })).status).toBe(201);
    expect((await record({ response: "attending", plus_ones: 2 })).status).toBe(200);
    expect((await host.api("DELETE", event)).status).toBe(204);
    expect((await record({ response: "declined" })).status).toBe(404);
  });

  it("validates party and kinds of answers, and accepts missing required answers", async () => {
    const { record, host, event, guest } = await invited();
    const asked = await host.api("PUT", `${event}/questions`, {
      items: [{ label: "Meal", kind: "choice", options: ["Fish", "Vegan"], required: true, scope: "person" }],
    });
    const meal = (await asked.json<{ items: { id: string }[] }>()).items[0]?.id ?? "";
    expect((await host.api("PATCH", `${event}/guests/${guest.id}`, { party_size: 2 })).status).toBe(200);
    const pathsOf = async (answer: Record<string, unknown>) => {
      const response = await record({ response: "attending", ...answer });
      expect(response.status).toBe(400);
      return (await response.json<{ errors: { path: string }[] }>()).errors.map(({ path }) => path);
    };
    expect(await pathsOf({ plus_ones: 2 })).toEqual(["plus_ones"]);
    expect(await pathsOf({ companions: [{}, {}] })).toEqual(["companions"]);
    expect(await pathsOf({ answers: { [meal]: "Meat" } })).toEqual([`answers.${meal}`]);
    expect((await record({ response: "attending", companions: [{ answers: { [meal]: "Vegan" } }] })).status).toBe(200);
    expect((await record({ response: "declined", plus_ones: 9 })).status).toBe(200);
  });

  it("emails the guest a confirmation with `notify`, at most once per hour", async () => {
    const { record, guest } = await invited();
    expect(await (await record({ response: "attending", plus_ones: 1, notify: true })).json()).toMatchObject({
      notified: true,
    });
    expect((await mailTo(guest.email)).text).toContain("/i/");
    const again = await record({ response: "declined", notify: true });
    expect(await again.json()).toMatchObject({ notified: false, reason: "too_soon" });

    const unverified = await signedInHost({ verified: false });
    const event = await makeEvent(unverified);
    const added = await addGuest(unverified, event.id, { email: "grace@example.com" });
    await issueLink(unverified, event.id, added.id, { notify: false });
    const path = `/events/${event.id}/guests/${added.id}/rsvp`;
    const recorded = await unverified.api("PUT", path, { response: "attending", notify: true });
    expect([recorded.status, await recorded.json()]).toMatchObject([
      200,
      { response: "attending", notified: false, reason: "email_unverified" },
    ]);
  });

  it("accepts only editors", async () => {
    const { fixture, path } = await invited();
    const viewer = await signedInHost();
    await addMember(fixture.eventId, viewer.id, "viewer");
    expect((await viewer.api("PUT", path, { response: "declined" })).status).toBe(403);
  });

  it("keeps both the guest's edit and the host's correction for parallel requests", async () => {
    const { answer, edit, history, host, path, fixture } = await invited();
    expect((await answer({ plus_ones: 1 })).status).toBe(201);
    const request = new Request(`https://usher.test${path}`, {
      method: "PUT",
      headers: { Authorization: `Bearer ${host.token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ response: "attending", companions: [{ name: "Ben" }] }),
    });
    const edited = async () => void expect((await edit({ response: "maybe" })).status).toBe(200);
    expect((await raceBeforeWrite(request, edited)).status).toBe(200);
    expect(await history()).toMatchObject([
      { revision: 1, response: "maybe", replaced_by: "host" },
      { revision: 0, response: "attending", replaced_by: "guest" },
    ]);
    const held = await env.DB.prepare("select held from event_seats where event_id = ?").bind(fixture.eventId).first();
    expect(held).toEqual({ held: 2 });
  });

  it("waitlists on a full event, returns 409 without a waitlist, and confirms with force", async () => {
    const host = await signedInHost({ tier: "pro" });
    const fixture = await makeEventFixture(host.id, 3);
    const [first, second, third] = fixture.guests;
    const event = `/events/${fixture.eventId}`;
    const record = (guest: { id: string } | undefined, answer: Record<string, unknown>) =>
      host.api("PUT", `${event}/guests/${guest?.id}/rsvp`, { response: "attending", ...answer });
    const held = async () =>
      env.DB.prepare("select held from event_seats where event_id = ?").bind(fixture.eventId).first("held");
    expect((await host.api("PATCH", event, { capacity: 3 })).status).toBe(200);
    expect(await (await record(first, { plus_ones: 1 })).json()).toMatchObject({ seat: "confirmed" });
    const refused = await record(second, { plus_ones: 1 });
    expect([refused.status, (await refused.json<{ error: string }>()).error]).toEqual([409, "event_full"]);
    const larger = await record(first, { plus_ones: 3 });
    expect([larger.status, (await larger.json<{ error: string }>()).error]).toEqual([409, "event_full"]);
    expect(await held()).toBe(2);

    expect((await host.api("PATCH", event, { waitlist: true })).status).toBe(200);
    expect(await (await record(second, { plus_ones: 1 })).json()).toMatchObject({
      seat: "waitlisted",
      waitlist_position: 1,
    });
    expect(await (await record(third, { plus_ones: 2, force: true })).json()).toMatchObject({
      seat: "confirmed",
      waitlist_position: null,
    });
    expect(await held()).toBe(5);
    expect(await (await record(second, { force: true })).json()).toMatchObject({ seat: "confirmed", plus_ones: 1 });
    expect(await held()).toBe(7);
    expect(await (await record(third, { response: "declined" })).json()).toMatchObject({ seat: null });
    expect(await held()).toBe(4);
  });

  it("offers freed seats to the next party when the RSVP becomes smaller", async () => {
    const host = await signedInHost({ tier: "pro" });
    const fixture = await makeEventFixture(host.id, 2);
    const [first, second] = fixture.guests;
    const event = `/events/${fixture.eventId}`;
    expect((await host.api("PATCH", event, { capacity: 2, waitlist: true })).status).toBe(200);
    const record = (guest: { id: string } | undefined, answer: Record<string, unknown>) =>
      host.api("PUT", `${event}/guests/${guest?.id}/rsvp`, answer);
    expect((await record(first, { response: "attending", plus_ones: 1 })).status).toBe(200);
    expect(await (await record(second, { response: "attending" })).json()).toMatchObject({ seat: "waitlisted" });
    expect((await record(first, { response: "maybe" })).status).toBe(200);
    await eventually(async () => {
      const guest = await host.api("GET", `${event}/guests/${second?.id}`);
      expect(await guest.json()).toMatchObject({ rsvp: { seat: "offered", answered_by: "host" } });
    });
  });
});
