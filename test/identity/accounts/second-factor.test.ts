import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { listAlerted } from "../../../src/live/alerts/queries.ts";
import { listEditors } from "../../../src/live/webhooks/lease-queries.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { call, freshAddress, type Host, signedInHost } from "../../support/account.ts";
import { makeKey } from "../../support/api-key.ts";
import { addMember, firstOf, makeEventFixture } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { makeEvent } from "../../support/guest.ts";
import { storeInvite } from "../../support/invites.ts";
import { linkIn, mailTo } from "../../support/mailbox.ts";
import { addPasskey, ageProof, refusalOf, setUpApp } from "../../support/second-factors.ts";

const REFUSED = { status: 403, error: "second_factor_required" };
const requireFactor = (host: Host, eventId: string, isRequired = true) =>
  host.api("PATCH", `/events/${eventId}`, { require_second_factor: isRequired });

/** An event that requires a second factor, its host, who has one, and an editor, who has none. */
async function protectedEvent() {
  const host = await signedInHost({ tier: "pro" });
  const editor = await signedInHost();
  const fixture = await makeEventFixture(host.id, 1);
  const { eventId } = fixture;
  await env.DB.prepare("update events set event_date = ? where id = ?")
    .bind(Date.now() + 3_600_000, eventId)
    .run();
  await addMember(eventId, editor.id, "editor");
  const door = await editor.api("POST", `/events/${eventId}/door-devices`, { name: "North", rights: ["scan"] });
  const { ticket } = await door.json<{ ticket: string }>();
  await addPasskey(host);
  const key = await makeKey(editor);
  expect((await requireFactor(host, eventId)).status).toBe(200);
  return { host, editor, key, eventId, guest: firstOf(fixture), ticket };
}

/** An event on a database, its host, who has a second factor, and an editor of the first database. */
async function teamOn(shard: number, addFactor?: (editor: Host) => Promise<unknown>) {
  const [host, editor] = [await signedInHost({ tier: "business", shard }), await signedInHost()];
  // The event's database has their accounts as they are when they come to it.
  await addPasskey(host);
  await addFactor?.(editor);
  const { id: eventId } = await makeEvent(host);
  await host.api("POST", `/events/${eventId}/collaborators`, { email: editor.email, role: "editor" });
  const { pathname } = linkIn(await mailTo(editor.email, { subject: /invited you to co-host/ }), "/invites/");
  expect((await editor.api("POST", `${pathname}/accept`)).status).toBe(200);
  return { host, editor, eventId };
}

/** A socket of a member on an event. `closed` returns the code of its end, null while it is open. */
async function openMonitor(member: Host, eventId: string): Promise<{ closed(): number | null }> {
  const issued = await member.api("POST", "/auth/ws-ticket", { event_id: eventId });
  const { ticket } = await issued.json<{ ticket: string }>();
  const response = await call("GET", `/events/${eventId}/live?ticket=${ticket}`, undefined, { Upgrade: "websocket" });
  expect(response.status).toBe(101);
  let code: number | null = null;
  response.webSocket?.addEventListener("close", (event) => {
    code = event.code;
  });
  response.webSocket?.accept();
  return { closed: () => code };
}

describe("`require_second_factor` of an event: GET /events/attention", () => {
  it("rejects a member without a second factor and their API key, and says what to do", async () => {
    const { host, editor, key, eventId, guest } = await protectedEvent();
    const attempts = [
      editor.api("GET", `/events/${eventId}`),
      editor.api("PATCH", `/events/${eventId}`, { name: "Mine" }),
      editor.api("POST", `/events/${eventId}/check-in`, { guest_id: guest.id, override: true }),
      key.api("GET", `/events/${eventId}/guests`),
    ];
    for (const attempt of attempts) {
      expect(await refusalOf(await attempt)).toMatchObject({
        ...REFUSED,
        detail: expect.stringContaining("/account/security"),
      });
    }
    expect((await host.api("GET", `/events/${eventId}`)).status).toBe(200);
    expect((await editor.api("GET", "/me/security")).status).toBe(200);
    expect((await editor.api("DELETE", `/events/${eventId}/collaborators/me`)).status).toBe(204);
  });

  it("omits the event from the list, alerts and webhook deliveries of a member without a second factor", async () => {
    const { host, editor, key, eventId } = await protectedEvent();
    const other = await makeEvent(editor);
    const listed = async (caller: Pick<Host, "api">) => {
      const { items } = await (await caller.api("GET", "/events")).json<{ items: { id: string }[] }>();
      return items.map(({ id }) => id);
    };
    const { db } = createRequestContext({ ...env }, () => undefined);
    const alerted = async () => (await listAlerted(db, eventId)).map(({ userId }) => userId);
    expect(await listed(editor)).toEqual([other.id]);
    expect(await listed(key)).toEqual([other.id]);
    expect(await listed(host)).toEqual([eventId]);
    expect(await alerted()).toEqual([host.id]);
    expect(await listAlerted(db, eventId, editor.id)).toEqual([]);
    expect((await listEditors(db, eventId)).map(({ userId }) => userId)).toEqual([host.id]);
    await addPasskey(editor);
    expect(await listed(editor)).toContain(eventId);
    expect((await alerted()).sort()).toEqual([host.id, editor.id].sort());
  });

  it("omits the event from the data export and the open items of an owner without a second factor", async () => {
    const { host, editor, key, eventId, guest } = await protectedEvent();
    await env.DB.batch([
      env.DB.prepare("update event_collaborators set role = 'owner' where user_id = ?").bind(editor.id),
      env.DB.prepare("update guests set delivery_status = 'failed' where id = ?").bind(guest.id),
    ]);
    const exported = async (caller: Host) => {
      const data = await (await caller.api("GET", "/me/data-export")).json<Record<string, object[]>>();
      return Object.keys(data).filter((name) => JSON.stringify(data[name]).includes(eventId));
    };
    const attended = async (caller: Pick<Host, "api">) => (await caller.api("GET", "/events/attention")).text();
    expect(await exported(editor)).toEqual(["memberships"]);
    expect(await attended(editor)).toBe('{"items":[]}');
    expect(await attended(key)).toBe('{"items":[]}');
    expect(await exported(host)).toEqual(expect.arrayContaining(["events", "guests", "tokens"]));
    expect(await attended(host)).toContain(eventId);
    await addPasskey(editor);
    expect(await exported(editor)).toEqual(expect.arrayContaining(["events", "guests", "tokens"]));
    expect(await attended(editor)).toContain(eventId);
  });

  it("rejects an owner without a second factor who erases the event, open or deleted", async () => {
    const { host, editor, eventId } = await protectedEvent();
    await env.DB.prepare("update event_collaborators set role = 'owner' where user_id = ?").bind(editor.id).run();
    const erase = () => editor.api("DELETE", `/events/${eventId}?erase=now`);
    expect(await refusalOf(await erase())).toMatchObject(REFUSED);
    expect((await host.api("DELETE", `/events/${eventId}`)).status).toBe(204);
    expect(await refusalOf(await erase())).toMatchObject(REFUSED);
    await addPasskey(editor);
    expect((await erase()).status).toBe(204);
  });

  it.each([0, 1])("closes the monitor of a member without a newly required factor, on database %i", async (shard) => {
    const { host, editor, eventId } = await teamOn(shard);
    const monitor = await openMonitor(editor, eventId);
    expect((await requireFactor(host, eventId)).status).toBe(200);
    await eventually(() => expect(monitor.closed()).toBe(1008));
    expect((await editor.api("POST", "/auth/ws-ticket", { event_id: eventId })).status).toBe(403);
  });

  it.each([0, 1])("closes the monitor of a member who removes the last factor, on database %i", async (shard) => {
    const { host, editor, eventId } = await teamOn(shard, setUpApp);
    const earlier = await openMonitor(host, eventId);
    expect((await requireFactor(host, eventId)).status).toBe(200);
    // The change closes monitors after its response: later ones stay.
    await eventually(() => expect(earlier.closed()).toBe(1008));
    const [monitor, ofHost] = [await openMonitor(editor, eventId), await openMonitor(host, eventId)];
    expect((await editor.api("DELETE", "/me/totp")).status).toBe(204);
    await eventually(() => expect(monitor.closed()).toBe(1008));
    expect(ofHost.closed()).toBeNull();
    expect((await editor.api("POST", "/auth/ws-ticket", { event_id: eventId })).status).toBe(403);
  });

  it.each([
    ["a passkey", addPasskey],
    ["an authenticator app", setUpApp],
  ])("lets a member in with %s, until it is removed", async (name, addFactor) => {
    const { editor, key, eventId } = await protectedEvent();
    await addFactor(editor);
    expect((await editor.api("GET", `/events/${eventId}`)).status).toBe(200);
    expect((await key.api("GET", `/events/${eventId}`)).status).toBe(200);
    const { items } = await (await editor.api("GET", "/me/passkeys")).json<{ items: { id: string }[] }>();
    const path = name === "a passkey" ? `/me/passkeys/${items[0]?.id}` : "/me/totp";
    expect((await editor.api("DELETE", path)).status).toBe(204);
    expect(await refusalOf(await editor.api("GET", `/events/${eventId}`))).toMatchObject(REFUSED);
  });

  it("asks neither a door device nor a guest for a second factor", async () => {
    const { eventId, guest, ticket } = await protectedEvent();
    const asDoor = { Authorization: `Bearer ${ticket}`, "CF-Connecting-IP": freshAddress() };
    const access = await call("GET", `/access/${guest.token}`, undefined, { "CF-Connecting-IP": freshAddress() });
    expect(access.status).toBe(200);
    const answer = { response: "attending", plus_ones: 0 };
    const rsvp = await call("POST", "/rsvp", { token: guest.token, ...answer }, { "CF-Connecting-IP": freshAddress() });
    expect(rsvp.status).toBe(201);
    const scan = await call("POST", `/events/${eventId}/check-in`, { guest_id: guest.id }, asDoor);
    expect(scan.status).toBe(201);
  });

  it("accepts a new member without a second factor, and says that they need one", async () => {
    const { host, eventId } = await protectedEvent();
    const [plain, safe] = [await signedInHost(), await signedInHost()];
    await setUpApp(safe);
    const accept = async (member: Host) => {
      const { token } = await storeInvite(eventId, { email: member.email, invitedBy: host.id });
      return (await member.api("POST", `/invites/${token}/accept`)).json();
    };
    expect(await accept(plain)).toEqual({ event_id: eventId, role: "viewer", second_factor_required: true });
    expect(await accept(safe)).toEqual({ event_id: eventId, role: "viewer", second_factor_required: false });
    expect(await refusalOf(await plain.api("GET", `/events/${eventId}`))).toMatchObject(REFUSED);
  });

  it("accepts the setting only from an owner with a second factor, after a step-up", async () => {
    const { host, editor, key, eventId } = await protectedEvent();
    await setUpApp(editor);
    for (const caller of [editor, key]) {
      const response = await caller.api("PATCH", `/events/${eventId}`, { require_second_factor: false });
      expect(await refusalOf(response)).toMatchObject({ status: 403, error: "role_too_low" });
    }
    await ageProof(host);
    expect(await refusalOf(await requireFactor(host, eventId, false))).toMatchObject({ error: "step_up_required" });
    const plain = await signedInHost();
    const own = await makeEventFixture(plain.id, 1);
    expect(await refusalOf(await requireFactor(plain, own.eventId))).toMatchObject(REFUSED);
    const keyOfPlain = await makeKey(plain);
    const byKey = await keyOfPlain.api("PATCH", `/events/${own.eventId}`, { require_second_factor: true });
    expect(await refusalOf(byKey)).toMatchObject({ error: "session_required" });
  });

  it("reads from another database which members have a second factor", async () => {
    const host = await signedInHost({ shard: 1, tier: "business" });
    const event = await makeEvent(host);
    await addPasskey(host);
    expect((await requireFactor(host, event.id)).status).toBe(200);
    await eventually(async () => expect((await host.api("GET", `/events/${event.id}`)).status).toBe(200));
  });
});
