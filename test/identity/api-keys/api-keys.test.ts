import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { endExpiredKeys } from "../../../src/identity/api-keys/end-expired-keys.ts";
import { remindOfExpiry } from "../../../src/identity/api-keys/remind-of-expiry.ts";
import { newApiKey } from "../../../src/kernel/api-key.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/kernel/clock.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { call, freshAddress, type Host, requestBy, signedInHost } from "../../support/account.ts";
import { callWithKey, type MadeKey, makeKey } from "../../support/api-key.ts";
import { signIn } from "../../support/auth.ts";
import { addMember, makeEventFixture } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { addGuest, makeEvent } from "../../support/guest.ts";
import { mailsTo, mailTo } from "../../support/mailbox.ts";
import { stopClock } from "../../support/patient.ts";
import { costOf, recordingEnv, warmRecording } from "../../support/recording-env.ts";
import { ageProof, refusalOf } from "../../support/second-factors.ts";
import { tablesContaining } from "../../support/tables-containing.ts";

type Listed = Omit<MadeKey, "key" | "api">;

async function listed(host: Host): Promise<Listed[]> {
  const response = await host.api("GET", "/api-keys");
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).not.toMatch(/usk_[0-9A-Za-z]{9}/);
  return (JSON.parse(text) as { items: Listed[] }).items;
}

/** A request with a key, not sent yet. */
const requestWith = (key: string, method: string, path: string): Request =>
  requestBy({ token: key, address: freshAddress() }, method, path);

/** Status and code of a refusal, or the status alone. */
async function answerOf(response: Response): Promise<unknown[]> {
  const body = response.headers.get("content-type")?.includes("json") ? await response.json<{ error?: string }>() : {};
  return body.error === undefined ? [response.status] : [response.status, body.error];
}

/** Opens an event's live socket with a key. @returns the code with which it is closed, in an object that is not awaited */
async function closeOfSocket(api: MadeKey["api"], eventId: string): Promise<{ code: Promise<number> }> {
  const { ticket } = await (await api("POST", "/auth/ws-ticket", { event_id: eventId })).json<{ ticket: string }>();
  const url = `https://usher.test/events/${eventId}/live?ticket=${ticket}`;
  const { webSocket } = await exports.default.fetch(new Request(url, { headers: { Upgrade: "websocket" } }));
  const code = new Promise<number>((done) => webSocket?.addEventListener("close", (event) => done(event.code)));
  webSocket?.accept();
  return { code };
}

describe("POST /api-keys", () => {
  it("returns no links, names or contact details to a key that only sends invitations", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const guest = await addGuest(host, event.id, { email: "ada@example.org", phone: "+4915112345678" });
    const sender = await makeKey(host, { scopes: ["invitations:send"] });
    const reader = await makeKey(host, { scopes: ["invitations:send", "guests:read"] });
    const path = `/events/${event.id}`;
    const requests = [
      [`${path}/tokens`, { guest_id: guest.id, notify: false }],
      [`${path}/tokens/rotate`, { guest_id: guest.id, notify: false }],
      [`${path}/guests/invitations/bulk`, { notify: false }],
    ] as const;
    for (const [address, body] of requests) {
      const blind = await (await sender.api("POST", address, body)).text();
      expect(blind).toContain(guest.id);
      expect(blind).not.toMatch(/"(link|token|name|email|phone)":/);
      const seeing = await (await reader.api("POST", address, body)).text();
      expect(seeing).toMatch(/"link":"http/);
    }
  });

  it("appears once in a response, acts as its creator, and is not in the database", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const body = { name: "CRM sync", scopes: ["guests:write", "events:read", "guests:write"] };
    const response = await host.api("POST", "/api-keys", body, headers);
    expect(response.status).toBe(201);
    const made = await response.json<MadeKey>();
    expect(made).toEqual({
      id: expect.any(String),
      name: "CRM sync",
      key: expect.stringMatching(/^usk_[0-9A-Za-z]{38}$/),
      replaced_by: null,
      prefix: made.key.slice(0, 12),
      scopes: ["events:read", "guests:write"],
      event_ids: null,
      created_at: expect.any(String),
      allowed_networks: null,
      expires_at: expect.any(String),
      last_used_at: null,
      last_used_place: null,
    });
    // A response that was lost is answered again, with the same key.
    const again = await host.api("POST", "/api-keys", body, headers);
    expect([again.headers.get("Idempotency-Replayed"), await again.json()]).toEqual(["true", made]);
    expect(await tablesContaining([made.key.slice(12)])).toEqual([]);
    const { key, ...rest } = made;
    expect(await listed(host)).toEqual([rest]);
    // A key that another person created is noticed; a repeated request sends no second email.
    const mail = await mailTo(host.email, { subject: "An API key was created for your account" });
    expect(mail.text).not.toContain(made.key);
    expect(await mailsTo(host.email)).toHaveLength(1);
    const read = await callWithKey(key, "GET", `/events/${event.id}`);
    expect(await read.json()).toMatchObject({ id: event.id, your_role: "owner" });
    const added = await callWithKey(key, "POST", `/events/${event.id}/guests`, { name: "Grace" });
    expect(added.status).toBe(201);
  });

  it("returns 400 for a past expiry, an empty or unknown scope, and another host's event", async () => {
    const [host, other] = await Promise.all([signedInHost(), signedInHost({ shard: 1 })]);
    const [mine, theirs] = await Promise.all([makeEvent(host), makeEvent(other)]);
    const valid = { name: "Planner", scopes: ["events:read"] };
    const wrong: [object, string][] = [
      [{ expires_at: new Date(Date.now() - 1).toISOString() }, "expires_at"],
      [{ expires_at: new Date(Date.now() + 368 * DAY_MS).toISOString() }, "expires_at"],
      [{ expires_at: null }, "expires_at"],
      [{ allowed_networks: [] }, "allowed_networks"],
      [{ allowed_networks: ["203.0.113.0/24", "203.0.113.7/24"] }, "allowed_networks.1"],
      [{ allowed_networks: ["the office"] }, "allowed_networks.0"],
      [{ allowed_networks: ["2001:db8::/129"] }, "allowed_networks.0"],
      [{ scopes: [] }, "scopes"],
      [{ scopes: ["events:read", "everything"] }, "scopes.1"],
      [{ name: " " }, "name"],
      [{ event_ids: [] }, "event_ids"],
      [{ event_ids: [mine.id, theirs.id] }, "event_ids.1"],
      [{ event_ids: [crypto.randomUUID()] }, "event_ids.0"],
    ];
    for (const [change, path] of wrong) {
      const response = await host.api("POST", "/api-keys", { ...valid, ...change });
      const { errors } = await response.json<{ errors: { path: string }[] }>();
      expect([response.status, errors.map((one) => one.path)]).toEqual([400, [path]]);
    }
    expect(await listed(host)).toEqual([]);
  });

  it("allows at most 25 keys, also for parallel requests", async () => {
    const host = await signedInHost();
    const made = await Promise.all(
      Array.from({ length: 30 }, () => host.api("POST", "/api-keys", { name: "Sync", scopes: ["check_in"] })),
    );
    const answers = await Promise.all(made.map(answerOf));
    expect(answers.filter(([status]) => status === 201)).toHaveLength(25);
    expect(answers.filter(([, code]) => code === "api_keys_full")).toHaveLength(5);
    expect(await listed(host)).toHaveLength(25);
  });

  it("requires a step-up to create a key, and none to delete one", async () => {
    const host = await signedInHost();
    const { id, key } = await makeKey(host);
    await ageProof(host);
    const refusal = await refusalOf(await host.api("POST", "/api-keys", { name: "Sync", scopes: ["check_in"] }));
    expect([refusal.status, refusal.error]).toEqual([403, "step_up_required"]);
    expect((await host.api("DELETE", `/api-keys/${id}`)).status).toBe(204);
    expect((await callWithKey(key, "GET", "/events")).status).toBe(401);
  });

  it("hides a key from other users and from API keys, which cannot delete it either", async () => {
    const [host, stranger] = await Promise.all([signedInHost(), signedInHost()]);
    const { id, api } = await makeKey(host);
    expect(await listed(stranger)).toEqual([]);
    expect((await stranger.api("DELETE", `/api-keys/${id}`)).status).toBe(404);
    expect(await answerOf(await api("GET", "/api-keys"))).toEqual([403, "session_required"]);
    expect(await answerOf(await api("DELETE", `/api-keys/${id}`))).toEqual([403, "session_required"]);
    expect(await listed(host)).toHaveLength(1);
  });

  it("returns the last use, stored after the response and once in ten minutes: GET /api-keys", async () => {
    const host = await signedInHost();
    const { id, key } = await makeKey(host);
    const lastUse = async () => (await listed(host)).find((one) => one.id === id)?.last_used_at ?? null;
    const usedMinutesAgo = async (minutes: number) => {
      const at = Date.now() - minutes * MINUTE_MS;
      await env.DB.prepare("update api_keys set last_used_at = ? where id = ?").bind(at, id).run();
      return new Date(at).toISOString();
    };
    expect(await lastUse()).toBeNull();
    const cost = await costOf(requestWith(key, "GET", "/events"));
    expect([cost.response.status, cost.rowsWritten]).toEqual([200, 0]);
    const first = await eventually(async () => (await lastUse()) ?? Promise.reject(new Error("not stored yet")));
    expect(Math.abs(Date.parse(first) - Date.now())).toBeLessThan(MINUTE_MS);
    // Each recording is an isolate that has not seen the key.
    const recent = await usedMinutesAgo(9);
    await costOf(requestWith(key, "GET", "/events"));
    expect(await lastUse()).toBe(recent);
    const old = await usedMinutesAgo(11);
    await costOf(requestWith(key, "GET", "/events"));
    await eventually(async () => expect(await lastUse()).not.toBe(old));
  });
});

describe("networks and expiry of an API key", () => {
  it("rejects requests from other networks, in isolates with and without the cached key", async () => {
    const host = await signedInHost();
    const made = await makeKey(host, { allowed_networks: ["203.0.113.7", "198.51.100.0/24", "2001:db8::/48"] });
    expect(made.allowed_networks).toEqual(["203.0.113.7/32", "198.51.100.0/24", "2001:db8::/48"]);
    const from = async (address: string) =>
      answerOf(await callWithKey(made.key, "GET", "/events", undefined, { "CF-Connecting-IP": address }));
    for (const address of ["203.0.113.8", "2001:db8:1::1", "", "::ffff:203.0.113.8"]) {
      expect([address, await from(address)]).toEqual([address, [403, "network_not_allowed"]]);
    }
    for (const address of ["203.0.113.7", "198.51.100.200", "2001:db8::1", "::ffff:203.0.113.7"]) {
      expect([address, await from(address)]).toEqual([address, [200]]);
    }
    const { last_used_place: place } = await eventually(async () => {
      const [found] = await listed(host);
      if (found?.last_used_at == null) throw new Error("not stored yet");
      return found;
    });
    expect(place).toBe("203.0.113.0/24");
  });

  it("expires after 90 days by default", async () => {
    const host = await signedInHost();
    const { created_at: made, expires_at: ends } = await makeKey(host);
    expect(Date.parse(ends) - Date.parse(made)).toBe(90 * DAY_MS);
    const inAYear = new Date(Date.now() + 366 * DAY_MS).toISOString();
    expect((await makeKey(host, { expires_at: inAYear })).expires_at).toBe(inAYear);
  });

  it("announces its expiry in one email seven days before, however often the Scheduler runs", async () => {
    const host = await signedInHost();
    const later: Promise<void>[] = [];
    const remind = () => remindOfExpiry(createRequestContext(env, (work) => void later.push(work())));
    const { id } = await makeKey(host, { name: "Seating chart" });
    await makeKey(host, { name: "Short", expires_at: new Date(Date.now() + 6 * DAY_MS).toISOString() });
    expect((await remind()) ?? 0).toBeLessThanOrEqual(Date.now() + 83 * DAY_MS);
    const ends = Date.now() + 7 * DAY_MS - MINUTE_MS;
    await env.DB.prepare("update api_keys set expires_at = ?1, created_at = ?1 - ?2 where id = ?3")
      .bind(ends, 90 * DAY_MS, id)
      .run();
    await remind();
    await remind();
    const enqueued = env.DB.prepare("select reminded_at from api_keys where user_id = ? and reminded_at is not null");
    expect((await enqueued.bind(host.id).all()).results).toHaveLength(1);
    await Promise.all(later);
    const mail = await mailTo(host.email, { subject: "An API key expires in a week" });
    expect(mail.text).toContain("Seating chart");
    expect((await mailsTo(host.email)).filter(({ subject }) => subject === mail.subject)).toHaveLength(1);
  });
});

describe("bearer authentication with an API key", () => {
  it("costs one round trip to D1, as with a session, and one more for an isolate that has not seen the key", async () => {
    const host = await signedInHost();
    const { eventId } = await makeEventFixture(host.id, 3);
    const { key } = await makeKey(host);
    const path = `/events/${eventId}/guests`;
    const bySession = await costOf(requestBy(host, "GET", path), warmRecording());
    const isolate = warmRecording();
    const first = await costOf(requestWith(key, "GET", path), isolate);
    const second = await costOf(requestWith(key, "GET", path), isolate);
    const of = ({ response, roundTrips, d1Calls }: typeof first) => [response.status, roundTrips, d1Calls];
    expect(of(bySession)).toEqual([200, 1, 1]);
    expect(of(first)).toEqual([200, 2, 2]);
    expect(of(second)).toEqual([200, 1, 1]);
    expect(second.rowsRead).toBe(bySession.rowsRead);
  });

  it("returns 401 without any call for a wrong checksum, a wrong form, or a key sent as a cookie", async () => {
    const host = await signedInHost();
    const { key } = await makeKey(host);
    const other = key.endsWith("0") ? "1" : "0";
    for (const wrong of [key.slice(0, -1) + other, key.slice(0, -1), `${key}0`, "usk_", "usk_é", key.toUpperCase()]) {
      const cost = await costOf(requestWith(encodeURI(wrong), "GET", "/events"), warmRecording());
      expect([cost.response.status, cost.calls]).toEqual([401, []]);
    }
  });

  const ONE_MORE = 61;
  it.each([
    ["one address", Array<string>(ONE_MORE).fill(freshAddress())],
    ["one /64 of IPv6", Array.from({ length: ONE_MORE }, (_, index) => `2001:db8:77:1::${index.toString(16)}`)],
  ])("returns 401 for an unknown key, and allows 60 lookups per minute from %s", async (_, addresses) => {
    stopClock();
    const recording = recordingEnv();
    const answers = [];
    for (const client of addresses) {
      const request = requestBy({ token: newApiKey(), address: client }, "GET", "/events");
      answers.push((await costOf(request, recording)).response.status);
    }
    expect(answers).toEqual([...Array.from({ length: 60 }, () => 401), 429]);
    const host = await signedInHost();
    const address = addresses.at(-1) ?? "";
    expect((await costOf(requestBy({ ...host, address }, "GET", "/events"), recording)).response.status).toBe(200);
  });

  it("has its own rate limit, separate from its creator and from other keys", async () => {
    const host = await signedInHost();
    const [one, other] = await Promise.all([makeKey(host), makeKey(host)]);
    const left = async (response: Response) =>
      Number(/"events";r=(\d+)/.exec(response.headers.get("RateLimit") ?? "")?.[1]);
    await one.api("GET", "/events");
    expect(await left(await one.api("GET", "/events"))).toBe(298);
    expect(await left(await other.api("GET", "/events"))).toBe(299);
    expect(await left(await host.api("GET", "/events"))).toBe(299);
  });

  it("names the missing scope, in the body and in WWW-Authenticate", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const { api } = await makeKey(host, { scopes: ["events:write", "guests:read"] });
    const response = await api("POST", `/events/${event.id}/guests`, { name: "Grace" });
    expect(response.headers.get("WWW-Authenticate")).toBe('Bearer error="insufficient_scope", scope="guests:write"');
    expect(await response.json()).toMatchObject({ status: 403, error: "insufficient_scope", missing: "guests:write" });
    expect((await api("GET", `/events/${event.id}`)).status).toBe(200);
  });

  it("follows the current role of its creator, and returns 404 without a role", async () => {
    const [owner, maker] = await Promise.all([signedInHost(), signedInHost({ shard: 1 })]);
    const event = await makeEvent(owner);
    const path = `/events/${event.id}`;
    const { api } = await makeKey(maker);
    expect(await answerOf(await api("GET", path))).toEqual([404, "not_found"]);
    await addMember(event.id, maker.id, "editor");
    expect((await api("PATCH", path, { name: "Supper" })).status).toBe(200);
    expect(await answerOf(await api("DELETE", path))).toEqual([403, "role_too_low"]);
    await owner.api("PATCH", `${path}/collaborators/${maker.id}`, { role: "viewer" });
    expect(await answerOf(await api("PATCH", path, { name: "Lunch" }))).toEqual([403, "role_too_low"]);
    expect((await owner.api("DELETE", `${path}/collaborators/${maker.id}`)).status).toBe(204);
    expect(await answerOf(await api("GET", path))).toEqual([404, "not_found"]);
  });

  it("hides all other events from a key restricted to one event, and rejects new events", async () => {
    const host = await signedInHost({ tier: "pro" });
    const [mine, other] = [await makeEvent(host), await makeEvent(host)];
    for (const { id } of [mine, other]) await addGuest(host, id, { email: "lost@example.com" });
    await env.DB.prepare("update guests set delivery_status = 'bounced', invited_at = 1 where event_id in (?, ?)")
      .bind(mine.id, other.id)
      .run();
    const { api } = await makeKey(host, { event_ids: [mine.id] });
    const idsIn = async (path: string) => {
      const { items } = await (await api("GET", path)).json<{ items: { id?: string; event_id?: string }[] }>();
      return items.map(({ id, event_id: eventId }) => id ?? eventId);
    };
    expect(await idsIn("/events")).toEqual([mine.id]);
    expect(await idsIn("/events/attention")).toEqual([mine.id]);
    expect((await api("GET", `/events/${mine.id}/guests`)).status).toBe(200);
    expect(await answerOf(await api("GET", `/events/${other.id}/guests`))).toEqual([404, "not_found"]);
    expect((await api("POST", "/auth/ws-ticket", { event_id: mine.id })).status).toBe(201);
    expect(await answerOf(await api("POST", "/auth/ws-ticket", { event_id: other.id }))).toEqual([404, "not_found"]);
    const another = { name: "Another", event_date: new Date(Date.now() + DAY_MS).toISOString() };
    expect(await answerOf(await api("POST", "/events", another))).toEqual([403, "insufficient_scope"]);
    expect(await answerOf(await api("POST", `/events/${mine.id}/copy`, another))).toEqual([403, "insufficient_scope"]);
    expect(await idsIn("/events")).toEqual([mine.id]);
  });
});

describe("DELETE /api-keys/{keyId}", () => {
  const REFUSED = [401, "unauthenticated"];

  it("rejects the deleted key in every isolate, closes its live socket and rejects its scanner ticket", async () => {
    const host = await signedInHost({ tier: "pro", shard: 1 });
    const event = await makeEvent(host);
    const path = `/events/${event.id}`;
    const { id, key, api } = await makeKey(host);
    const isolate = warmRecording();
    expect((await costOf(requestWith(key, "GET", path), isolate)).response.status).toBe(200);
    const { ticket: scanner } = await (await api("POST", `${path}/scanner-ticket`, {})).json<{ ticket: string }>();
    const atDoor = () => call("GET", `${path}/check-ins`, undefined, { Authorization: `Bearer ${scanner}` });
    expect((await atDoor()).status).toBe(200);
    const closed = await closeOfSocket(api, event.id);
    expect((await host.api("DELETE", `/api-keys/${id}`)).status).toBe(204);
    expect((await costOf(requestWith(key, "GET", path), isolate)).response.status).toBe(401);
    expect(await answerOf(await api("PATCH", path, { name: "Taken over" }))).toEqual(REFUSED);
    // Also where no key may go: it is none any more.
    expect(await answerOf(await api("GET", "/me"))).toEqual(REFUSED);
    expect(await closed.code).toBe(1008);
    await eventually(async () => expect((await atDoor()).status).toBe(401));
    expect((await host.api("DELETE", `/api-keys/${id}`)).status).toBe(404);
  });

  it("rejects the key after its expiry", async () => {
    const host = await signedInHost();
    const {
      id,
      key,
      expires_at: ends,
    } = await makeKey(host, { expires_at: new Date(Date.now() + HOUR_MS).toISOString() });
    expect(Date.parse(ends ?? "")).toBeGreaterThan(Date.now());
    expect((await callWithKey(key, "GET", "/events")).status).toBe(200);
    await env.DB.prepare("update api_keys set expires_at = ? where id = ?").bind(Date.now(), id).run();
    // An isolate that has not read the key before its end.
    expect((await costOf(requestWith(key, "GET", "/events"))).response.status).toBe(401);
    expect(await listed(host)).toMatchObject([{ id }]);
  });

  it("closes the live socket and rejects the scanner ticket of an expired key", async () => {
    const host = await signedInHost({ tier: "pro", shard: 1 });
    const event = await makeEvent(host);
    const path = `/events/${event.id}`;
    const expires_at = new Date(Date.now() + HOUR_MS).toISOString();
    const { id, api } = await makeKey(host, { expires_at });
    const scanner = await (await api("POST", `${path}/scanner-ticket`, {})).json<{
      ticket: string;
      expires_at: string;
    }>();
    expect(scanner.expires_at).toBe(expires_at);
    const atDoor = () => call("GET", `${path}/check-ins`, undefined, { Authorization: `Bearer ${scanner.ticket}` });
    expect((await atDoor()).status).toBe(200);
    const closed = await closeOfSocket(api, event.id);
    // Before its time, nothing ends.
    expect(await endExpiredKeys(createRequestContext(env, () => undefined))).toBeLessThanOrEqual(
      Date.parse(expires_at),
    );
    expect((await atDoor()).status).toBe(200);
    await env.DB.prepare("update api_keys set expires_at = ? where id = ?").bind(Date.now(), id).run();
    const deferred: Promise<unknown>[] = [];
    await endExpiredKeys(createRequestContext(env, (work) => void deferred.push(work())));
    await Promise.all(deferred);
    expect(await closed.code).toBe(1008);
    await eventually(async () => expect((await atDoor()).status).toBe(401));
  });

  it("keeps keys after a new password or a sign-out, and deletes them and their name with the account", async () => {
    const [owner, host] = await Promise.all([signedInHost(), signedInHost()]);
    const event = await makeEvent(owner);
    await addMember(event.id, host.id, "owner");
    const { id, api } = await makeKey(host, { name: "Robin's spreadsheet" });
    expect((await api("PATCH", `/events/${event.id}`, { name: "Supper" })).status).toBe(200);
    const change = { current: host.password, password: "quite another phrase" };
    expect((await host.api("POST", "/me/password", change)).status).toBe(204);
    expect((await api("GET", "/events")).status).toBe(200);
    const { access_token: fresh } = await signIn(host.email, "quite another phrase");
    const bearer = { Authorization: `Bearer ${fresh}` };
    expect((await call("DELETE", "/me/sessions", undefined, bearer)).status).toBe(204);
    expect((await api("GET", "/events")).status).toBe(200);
    const exported = await (await call("GET", "/me/data-export", undefined, bearer)).json<{ api_keys: object[] }>();
    expect(exported.api_keys).toEqual([expect.objectContaining({ id, name: "Robin's spreadsheet" })]);
    expect(JSON.stringify(exported.api_keys)).not.toMatch(/hash/);
    expect((await call("DELETE", "/me", undefined, bearer)).status).toBe(204);
    expect(await answerOf(await api("GET", "/events"))).toEqual(REFUSED);
    expect(await tablesContaining(["Robin's spreadsheet"])).toEqual([]);
    const audit = await owner.api("GET", `/events/${event.id}/audit`);
    const { items } = await audit.json<{ items: { action: string; actor: object }[] }>();
    const changed = items.find(({ action }) => action === "event.updated");
    expect(changed?.actor).toMatchObject({ id: host.id, api_key: { id, name: "" } });
    const verified = await owner.api("GET", `/events/${event.id}/audit/verify`);
    expect(await verified.json()).toMatchObject({ status: "intact" });
  });
});
