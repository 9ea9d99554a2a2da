import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { endExpiredKeys } from "../../../src/identity/api-keys/end-expired-keys.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { call, freshAddress, freshEmail, type Host, signedInHost } from "../../support/account.ts";
import { makeKey } from "../../support/api-key.ts";
import { changedAddress, issuedToken, post, signIn, signInStatus } from "../../support/auth.ts";
import { addMember, makeEventFixture } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { mailsTo, mailTo } from "../../support/mailbox.ts";
import { addPasskey, ageProof, refusalOf, setUpApp } from "../../support/second-factors.ts";
import { freshReceiver } from "../../support/webhook-receiver.ts";

const HOUR_MS = 3_600_000;
const NEW_PASSWORD = "another horse, another staple";

const addEndpoint = (caller: Pick<Host, "api">, input: object = {}) =>
  caller.api("POST", "/webhook-endpoints", { url: freshReceiver().url, types: ["*"], ...input });

const endpointIds = async (userId: string): Promise<unknown[]> => {
  const { results } = await env.DB.prepare("select id from webhook_endpoints where user_id = ?").bind(userId).all();
  return results.map(({ id }) => id);
};

async function eventIn(host: Host, hours: number): Promise<string> {
  const { eventId } = await makeEventFixture(host.id, 1);
  await env.DB.prepare("update events set event_date = ? where id = ?")
    .bind(Date.now() + hours * HOUR_MS, eventId)
    .run();
  return eventId;
}

const addDevice = (host: Host, eventId: string, name: string) =>
  host.api("POST", `/events/${eventId}/door-devices`, { name, rights: ["scan"] });

const deviceStates = async (host: Host, token: string, eventId: string): Promise<Record<string, string>> => {
  const as = { Authorization: `Bearer ${token}`, "CF-Connecting-IP": host.address };
  const listed = await call("GET", `/events/${eventId}/door-devices`, undefined, as);
  const { items } = await listed.json<{ items: { name: string; state: string }[] }>();
  return Object.fromEntries(items.map(({ name, state }) => [name, state]));
};

const reset = async (host: Host, input: object = {}) =>
  post("/auth/reset-password", {
    token: await issuedToken(host.id, "reset_password"),
    password: NEW_PASSWORD,
    ...input,
  });

describe("stolen session", () => {
  it("adds no webhook endpoint and no door device without a step-up, and sends an email for each", async () => {
    const host = await signedInHost({ tier: "pro" });
    const eventId = await eventIn(host, 24);
    const endpoint = await (await addEndpoint(host)).json<{ id: string }>();
    expect((await addDevice(host, eventId, "North")).status).toBe(201);
    const mails = await eventually(async () => {
      const found = (await mailsTo(host.email)).filter(
        ({ subject }) => subject === "Something new can use your account",
      );
      expect(found).toHaveLength(2);
      return found.map(({ text }) => text).join();
    });
    expect(mails).toContain("A webhook now sends what happens at your events to another service.");
    expect(mails).toContain("A phone can now check guests in at the door of an event.");
    await ageProof(host);
    const path = `/webhook-endpoints/${endpoint.id}`;
    const attempts = [
      addEndpoint(host),
      host.api("PATCH", path, { url: freshReceiver().url }),
      host.api("POST", `${path}/rotate-secret`),
      addDevice(host, eventId, "South"),
    ];
    for (const attempt of attempts) {
      expect(await refusalOf(await attempt)).toMatchObject({ status: 403, error: "step_up_required" });
    }
    expect(await endpointIds(host.id)).toEqual([endpoint.id]);
    expect((await host.api("PATCH", path, { status: "disabled" })).status).toBe(200);
  });

  it("requires a step-up for an invite and a higher role, and logs the invite", async () => {
    const host = await signedInHost({ tier: "pro" });
    const eventId = await eventIn(host, 24);
    const member = await signedInHost();
    await addMember(eventId, member.id, "viewer");
    const team = `/events/${eventId}/collaborators`;
    const invite = (role: string) => host.api("POST", team, { email: freshEmail(), role });
    await ageProof(host);
    const attempts = [
      ...["viewer", "editor", "owner"].map(invite),
      ...["editor", "owner"].map((role) => host.api("PATCH", `${team}/${member.id}`, { role })),
    ];
    for (const attempt of attempts) {
      expect(await refusalOf(await attempt)).toMatchObject({ status: 403, error: "step_up_required" });
    }
    expect(await (await host.api("GET", team)).json()).toMatchObject({
      items: [{ role: "owner" }, { role: "viewer" }],
      pending: [],
    });
    await ageProof(host, -11);
    expect((await invite("editor")).status).toBe(201);
    await mailTo(host.email, { subject: "New access to your event" });
    const logged = await eventually(async () => {
      const { log, credentials } = await (await host.api("GET", "/me/security")).json<{
        log: { items: { what: string }[] };
        credentials: { kind: string; created_device: string | null }[];
      }>();
      expect(log.items.map(({ what }) => what)).toContain("invite_created");
      return credentials.filter(({ kind }) => kind === "invite");
    });
    expect(logged).toHaveLength(1);
  });

  it.each([
    ["passkey", addPasskey],
    ["authenticator app", setUpApp],
  ])("changes neither password nor address of an account with a %s, even with the password", async (_, addFactor) => {
    const host = await signedInHost();
    await addFactor(host);
    await ageProof(host);
    const changes: [string, object][] = [
      ["/me/password", { current: host.password, password: NEW_PASSWORD }],
      ["/me/email", { email: freshEmail(), password: host.password }],
    ];
    for (const [path, body] of changes) {
      expect(await refusalOf(await host.api("POST", path, body))).toMatchObject({ error: "step_up_required" });
    }
    await ageProof(host, -11);
    expect((await host.api("POST", "/me/email", { email: freshEmail(), password: host.password })).status).toBe(202);
    expect((await host.api("POST", "/me/password", { current: host.password, password: NEW_PASSWORD })).status).toBe(
      204,
    );
  });
});

describe("POST /auth/reset-password", () => {
  it("ends what an earlier session created and lists it, but keeps the second factors", async () => {
    const host = await signedInHost({ tier: "pro" });
    await addPasskey(host);
    const key = await makeKey(host, { name: "Sync" });
    const receiver = freshReceiver();
    expect((await addEndpoint(host, { url: receiver.url })).status).toBe(201);
    const older = await issuedToken(host.id, "reset_password");
    const response = await reset(host);
    expect(response.status).toBe(204);
    expect((await host.api("GET", "/me")).status).toBe(401);
    expect((await key.api("GET", "/events")).status).toBe(401);
    expect(await endpointIds(host.id)).toEqual([]);
    expect((await post("/auth/reset-password", { token: older, password: NEW_PASSWORD })).status).toBe(400);
    const mail = await mailTo(host.email, { subject: "Your password was reset" });
    expect(mail.text).toContain("Sync");
    expect(mail.text).toContain(new URL(receiver.url).host);
    const { access_token: token } = await signIn(host.email, NEW_PASSWORD);
    const as = { Authorization: `Bearer ${token}`, "CF-Connecting-IP": freshAddress() };
    const { items } = await (await call("GET", "/me/passkeys", undefined, as)).json<{ items: unknown[] }>();
    expect(items).toHaveLength(1);
  });

  it("names what stays of a person whose account asked for the address that the owner confirmed", async () => {
    const attacker = await signedInHost();
    await addPasskey(attacker);
    await setUpApp(attacker);
    const { email, undo } = await changedAddress(attacker, attacker.email, attacker.token);
    const token = await issuedToken(attacker.id, "reset_password");
    const form = { method: "POST", body: new URLSearchParams({ token, password: NEW_PASSWORD }) };
    const page = await exports.default.fetch(new Request("https://usher.test/reset-password", form));
    expect(page.status).toBe(200);
    const { text } = await mailTo(email, { subject: "Your password was reset" });
    for (const shown of [await page.text(), text]) {
      expect(shown).toContain("These passkeys still sign in to your account: Laptop.");
      expect(shown).toContain("Signing in still asks for a code from the authenticator app.");
      expect(shown).toContain("can still be undone from the previous address");
    }
    // An accepted risk: the owner of an account whose address a thief has changed returns by the same link.
    expect((await post("/auth/undo-email-change", { token: undo })).status).toBe(204);
    expect(await signInStatus(email, NEW_PASSWORD)).toBe(401);
  });

  it("names nothing that the account does not have", async () => {
    const host = await signedInHost();
    expect((await reset(host)).status).toBe(204);
    const { text } = await mailTo(host.email, { subject: "Your password was reset" });
    expect(text).not.toMatch(/passkey|authenticator|undone/i);
  });

  it("keeps an authenticator app active", async () => {
    const host = await signedInHost();
    await setUpApp(host);
    expect((await reset(host)).status).toBe(204);
    expect(await refusalOf(await post("/auth/login", { email: host.email, password: NEW_PASSWORD }))).toMatchObject({
      status: 401,
      error: "second_factor_required",
    });
  });

  it.each([
    [{}, { soon: "active", later: "ended" }],
    [{ end_door_devices: true }, { soon: "ended", later: "ended" }],
  ])("returns for %j the door devices as %j", async (input, expected) => {
    const host = await signedInHost({ tier: "pro" });
    const [soon, later] = await Promise.all([eventIn(host, -1), eventIn(host, 72)]);
    const device = await (await addDevice(host, soon, "soon")).json<{ ticket: string }>();
    expect((await addDevice(host, later, "later")).status).toBe(201);
    expect((await reset(host, input)).status).toBe(204);
    const isKept = expected.soon === "active";
    const { text } = await mailTo(host.email, { subject: "Your password was reset" });
    for (const name of ["soon", "later"]) expect(text).toContain(name);
    const { access_token: token } = await signIn(host.email, NEW_PASSWORD);
    expect({ ...(await deviceStates(host, token, soon)), ...(await deviceStates(host, token, later)) }).toEqual(
      expected,
    );
    const bearer = { Authorization: `Bearer ${device.ticket}`, "CF-Connecting-IP": freshAddress() };
    expect((await call("GET", `/events/${soon}/check-ins`, undefined, bearer)).status).toBe(isKept ? 200 : 401);
  });
});

describe("webhook endpoint of an API key", () => {
  it("receives what the key may read", async () => {
    const host = await signedInHost();
    const blind = await makeKey(host, { scopes: ["webhooks:write"] });
    const reader = await makeKey(host, { scopes: ["webhooks:write", "events:read"] });
    for (const [key, types, missing] of [
      [blind, ["*"], "events:read"],
      [blind, ["guest.created"], "guests:read"],
      [reader, ["event.updated", "rsvp.submitted"], "guests:read"],
    ] as const) {
      const refused = await addEndpoint(key, { types });
      expect(await refusalOf(refused)).toMatchObject({ status: 403, error: "insufficient_scope", missing });
    }
    const own = await (await addEndpoint(reader, { types: ["event.updated"] })).json<{ id: string }>();
    const more = await reader.api("PATCH", `/webhook-endpoints/${own.id}`, { types: ["*"] });
    expect(await refusalOf(more)).toMatchObject({ error: "insufficient_scope", missing: "guests:read" });
  });

  it("lets a key change and call only the endpoint that it created", async () => {
    const host = await signedInHost();
    const scopes = ["webhooks:write", "events:read", "guests:read"] as const;
    const [key, other] = [await makeKey(host, { scopes }), await makeKey(host, { scopes })];
    const endpoints = [await addEndpoint(host), await addEndpoint(other)];
    const stored = async () => (await env.DB.prepare("select * from webhook_endpoints order by id").all()).results;
    const before = await stored();
    for (const endpoint of endpoints) {
      const path = `/webhook-endpoints/${(await endpoint.json<{ id: string }>()).id}`;
      for (const [method, step, body] of [
        ["PATCH", "", { url: freshReceiver().url }],
        ["PATCH", "", { status: "disabled" }],
        ["POST", "/rotate-secret", undefined],
        ["POST", "/test", undefined],
        ["POST", `/deliveries/${crypto.randomUUID()}/redeliver`, undefined],
        ["DELETE", "", undefined],
      ] as const) {
        const refused = await refusalOf(await key.api(method, path + step, body));
        expect([method, step, refused]).toMatchObject([method, step, { status: 403, error: "session_required" }]);
      }
    }
    expect(await stored()).toEqual(before);
  });

  it("sends an email for another address, other types and a new secret", async () => {
    const host = await signedInHost();
    const key = await makeKey(host, { scopes: ["webhooks:write", "events:read", "guests:read"] });
    for (const caller of [host, key]) {
      const { id } = await (await addEndpoint(caller)).json<{ id: string }>();
      const path = `/webhook-endpoints/${id}`;
      expect((await caller.api("PATCH", path, { url: freshReceiver().url })).status).toBe(200);
      expect((await caller.api("PATCH", path, { types: ["guest.created"] })).status).toBe(200);
      expect((await caller.api("POST", `${path}/rotate-secret`)).status).toBe(200);
      expect((await caller.api("PATCH", path, { status: "disabled" })).status).toBe(200);
    }
    await eventually(async () => {
      const found = (await mailsTo(host.email)).filter(
        ({ subject }) => subject === "Something new can use your account",
      );
      const counted = (sentence: string) => found.filter(({ text }) => text.includes(sentence)).length;
      expect([
        counted("A webhook of your account now has another address or sends other things."),
        counted("A webhook of your account has a new secret"),
        found.length,
      ]).toEqual([4, 2, 8]);
    });
    expect((await host.api("DELETE", `/api-keys/${key.id}`)).status).toBe(204);
    expect(await endpointIds(host.id)).toHaveLength(1);
  });

  it("stops when the key is deleted or expires, but not an endpoint of a session", async () => {
    const host = await signedInHost();
    const own = await (await addEndpoint(host)).json<{ id: string }>();
    const key = await makeKey(host, { scopes: ["webhooks:write", "events:read", "guests:read"] });
    expect((await addEndpoint(key)).status).toBe(201);
    expect(await endpointIds(host.id)).toHaveLength(2);
    expect((await host.api("DELETE", `/api-keys/${key.id}`)).status).toBe(204);
    expect(await endpointIds(host.id)).toEqual([own.id]);
    const short = await makeKey(host, { expires_at: new Date(Date.now() + HOUR_MS).toISOString() });
    expect((await addEndpoint(short)).status).toBe(201);
    await env.DB.prepare("update api_keys set expires_at = ? where id = ?").bind(Date.now(), short.id).run();
    await endExpiredKeys(createRequestContext(env, () => undefined));
    expect(await endpointIds(host.id)).toEqual([own.id]);
  });
});

describe("POST /auth/undo-email-change, POST /undo-email-change", () => {
  it("restores the account's address, ends all sessions, and works once", async () => {
    const host = await signedInHost();
    const { email, undo } = await changedAddress(host, host.email, host.token);
    // The holder of the new address resets the password, which must not invalidate the undo link.
    expect((await reset(host, { password: host.password })).status).toBe(204);
    const { access_token: thief } = await signIn(email, host.password);
    const resetOfThief = await issuedToken(host.id, "reset_password");
    const page = await call("GET", `/undo-email-change?token=${undo}`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Undo the change")]);
    expect((await post("/auth/undo-email-change", { token: undo })).status).toBe(204);
    const asThief = { Authorization: `Bearer ${thief}`, "CF-Connecting-IP": freshAddress() };
    expect((await call("GET", "/me", undefined, asThief)).status).toBe(401);
    expect((await post("/auth/reset-password", { token: resetOfThief, password: NEW_PASSWORD })).status).toBe(400);
    expect(await signInStatus(host.email, host.password)).toBe(200);
    expect(await signInStatus(email, host.password)).toBe(401);
    expect((await post("/auth/undo-email-change", { token: undo })).status).toBe(400);
  });

  it("undoes later changes too, on its page, and invalidates their links: GET /undo-email-change", async () => {
    const host = await signedInHost();
    const first = await changedAddress(host, host.email, host.token);
    const second = await changedAddress(host, first.email, host.token);
    const form = { method: "POST", body: new URLSearchParams({ token: first.undo }) };
    const page = await exports.default.fetch(new Request("https://usher.test/undo-email-change", form));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Your address is back")]);
    expect((await post("/auth/undo-email-change", { token: second.undo })).status).toBe(400);
    expect(await signInStatus(host.email, host.password)).toBe(200);
  });

  it("works until the 72nd hour", async () => {
    const host = await signedInHost();
    const { undo } = await changedAddress(host, host.email, host.token);
    const stored = env.DB.prepare(
      "select expires_at - created_at as life from secrets where user_id = ? and kind = 'undo_email_change'",
    );
    expect(await stored.bind(host.id).first("life")).toBe(72 * HOUR_MS);
    await env.DB.prepare("update secrets set expires_at = ? where user_id = ?").bind(Date.now(), host.id).run();
    expect((await post("/auth/undo-email-change", { token: undo })).status).toBe(400);
  });

  it("returns 409 when another account has the address now", async () => {
    const host = await signedInHost();
    const { undo } = await changedAddress(host, host.email, host.token);
    await signedInHost({ email: host.email });
    expect(await refusalOf(await post("/auth/undo-email-change", { token: undo }))).toMatchObject({
      status: 409,
      error: "email_taken",
    });
  });
});
