import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type Host, requestBy, signedInHost } from "../../support/account.ts";
import { postRequest, signIn } from "../../support/auth.ts";
import { addMember, makeEventFixture } from "../../support/event-fixture.ts";
import { makeEvent } from "../../support/guest.ts";
import { costOf } from "../../support/recording-env.ts";
import {
  addPasskey,
  ageProof,
  authenticationOptions,
  codeOf,
  refusalOf,
  setUpApp,
} from "../../support/second-factors.ts";

/** A request that asks for a step-up. */
const EXPORT = ["GET", "/me/data-export"] as const;

/** The factor token of a refused request, after the session's proof has become old. */
async function askedToStepUp(host: Host): Promise<string> {
  await ageProof(host);
  const { error, factor_token: token } = await refusalOf(await host.api(...EXPORT));
  if (error !== "step_up_required" || token === undefined)
    throw new Error(`the response requests no step-up: ${error}`);
  return token;
}

const stepUp = (host: Host, token: string, proof: object, as: Record<string, string> = {}) =>
  host.api("POST", "/auth/step-up", { factor_token: token, ...proof }, as);

const isAlive = async (host: Host): Promise<boolean> => (await host.api("GET", "/me")).status === 200;

describe("actions that need a step-up", () => {
  it("returns 403 for a proof older than ten minutes, and allows all other actions", async () => {
    const host = await signedInHost({ tier: "pro" });
    const { eventId } = await makeEventFixture(host.id, 1);
    const [owner, editor] = await Promise.all([signedInHost(), signedInHost()]);
    await addMember(eventId, owner.id, "owner");
    await addMember(eventId, editor.id, "editor");
    await ageProof(host);
    const team = `/events/${eventId}/collaborators`;
    const guarded: [string, string, object?][] = [
      ["DELETE", "/me"],
      ["GET", "/me/data-export"],
      ["PATCH", `${team}/${editor.id}`, { role: "owner" }],
      ["PATCH", `${team}/${owner.id}`, { role: "editor" }],
      ["DELETE", `${team}/${owner.id}`],
      ["DELETE", `${team}/me`],
      ["POST", team, { email: `new-${crypto.randomUUID()}@example.com`, role: "owner" }],
    ];
    for (const [method, path, body] of guarded) {
      const refusal = await refusalOf(await host.api(method, path, body));
      expect([path, refusal.error, refusal.methods]).toEqual([path, "step_up_required", ["password"]]);
    }
    expect((await host.api("PATCH", `${team}/${editor.id}`, { role: "viewer" })).status).toBe(200);
    expect((await host.api("DELETE", `${team}/${editor.id}`)).status).toBe(204);
    expect((await host.api("GET", `/events/${eventId}`)).status).toBe(200);
    expect(await isAlive(owner)).toBe(true);
  });

  it("returns 403 from the tenth minute on, and not before", async () => {
    const host = await signedInHost();
    await ageProof(host, 9);
    expect((await host.api(...EXPORT)).status).toBe(200);
    await ageProof(host, 1);
    expect((await host.api(...EXPORT)).status).toBe(403);
  });

  it("returns 403 in another country than that of the sign-in, until a step-up there", async () => {
    const host = await signedInHost();
    const send = async (country: string | undefined, request: Request) => {
      const headers = { "CF-Connecting-IP": host.address, "CF-Ray": "8f2b5c7d9e0a1b2c-LIS" };
      for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
      return (await costOf(new Request(request, { cf: country === undefined ? {} : { country } }))).response;
    };
    const { email, password } = host;
    const signedIn = await send("PT", postRequest("/auth/login", { email, password }));
    const { access_token: token } = await signedIn.json<{ access_token: string }>();
    const exportFrom = async (country?: string) =>
      refusalOf(await send(country, requestBy({ ...host, token }, ...EXPORT)));
    expect(await exportFrom("PT")).not.toHaveProperty("error");
    expect(await exportFrom()).not.toHaveProperty("error");
    const { error, factor_token } = await exportFrom("ES");
    expect(error).toBe("step_up_required");
    const proof = requestBy({ ...host, token }, "POST", "/auth/step-up", { factor_token, password });
    expect((await send("ES", proof)).status).toBe(200);
    expect(await exportFrom("ES")).not.toHaveProperty("error");
    expect(await exportFrom("PT")).toMatchObject({ error: "step_up_required" });
  });

  it("allows the action after a new sign-in, only in the new session", async () => {
    const host = await signedInHost();
    await ageProof(host);
    const { access_token: token } = await signIn(host.email, host.password);
    expect((await host.api(...EXPORT, undefined, { Authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await host.api(...EXPORT)).status).toBe(403);
  });

  it("returns 403 after a refresh, because new tokens prove nothing", async () => {
    const host = await signedInHost();
    await ageProof(host);
    const refreshed = await host.api("POST", "/auth/refresh", { refresh_token: host.refreshToken });
    const { access_token: token } = await refreshed.json<{ access_token: string }>();
    expect((await host.api("DELETE", "/me", undefined, { Authorization: `Bearer ${token}` })).status).toBe(403);
    expect(await isAlive(host)).toBe(true);
  });

  it("checks the proof in the D1 batch that checks the session", async () => {
    const host = await signedInHost();
    await ageProof(host);
    const refused = await costOf(requestBy(host, "DELETE", "/me"));
    expect(refused.response.status).toBe(403);
    expect(refused.roundTrips).toBe(1);
  });

  it("returns 403 for events on every database", async () => {
    const host = await signedInHost({ tier: "pro", shard: 1 });
    const { id: eventId } = await makeEvent(host);
    const invite = { email: `new-${crypto.randomUUID()}@example.com`, role: "owner" };
    const inviteOwner = () => host.api("POST", `/events/${eventId}/collaborators`, invite);
    await ageProof(host);
    expect(await refusalOf(await inviteOwner())).toMatchObject({ error: "step_up_required" });
    await ageProof(host, -11);
    expect((await inviteOwner()).status).toBe(201);
  });
});

describe("POST /auth/step-up", () => {
  it("accepts the password of an account without an authenticator app, for ten minutes", async () => {
    const host = await signedInHost();
    const token = await askedToStepUp(host);
    const wrong = await stepUp(host, token, { password: "not the password" });
    expect(await refusalOf(wrong)).toMatchObject({ status: 403, error: "invalid_factor" });
    expect((await host.api(...EXPORT)).status).toBe(403);
    const right = await stepUp(host, token, { password: host.password });
    expect(right.status).toBe(200);
    const { valid_until: until } = await right.json<{ valid_until: string }>();
    const minutes = (Date.parse(until) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(9);
    expect(minutes).toBeLessThanOrEqual(10);
    expect((await host.api(...EXPORT)).status).toBe(200);
  });

  it("accepts a code or a recovery code once where there is an app, and no password", async () => {
    const host = await signedInHost();
    const { secret, recoveryCodes } = await setUpApp(host);
    const token = await askedToStepUp(host);
    expect((await stepUp(host, token, { password: host.password })).status).toBe(403);
    const code = codeOf(secret);
    expect((await stepUp(host, token, { code })).status).toBe(200);
    const again = await askedToStepUp(host);
    expect((await stepUp(host, again, { code })).status).toBe(403);
    expect((await stepUp(host, again, { recovery_code: recoveryCodes[3] })).status).toBe(200);
    expect((await host.api(...EXPORT)).status).toBe(200);
  });

  it("accepts a passkey of this account, and of no other", async () => {
    const [host, other] = await Promise.all([signedInHost(), signedInHost()]);
    // One after the other: Vitest loads a module for the request that imports it first, and another one cannot wait for that.
    const own = await addPasskey(host);
    const foreign = await addPasskey(other);
    await ageProof(host);
    const asked = await refusalOf(await host.api(...EXPORT));
    expect(asked.methods).toEqual(["password", "passkey"]);
    const token = asked.factor_token ?? "";
    const refused = await stepUp(host, token, { passkey: await foreign.get(await authenticationOptions()) });
    expect(await refusalOf(refused)).toMatchObject({ status: 403, error: "invalid_factor" });
    const used = await own.get(await authenticationOptions());
    expect((await stepUp(host, token, { passkey: used })).status).toBe(200);
    await ageProof(host);
    expect((await stepUp(host, token, { passkey: used })).status).toBe(403);
  });

  it("accepts the factor token of this session only", async () => {
    const [host, other] = await Promise.all([signedInHost(), signedInHost()]);
    const { access_token: second } = await signIn(host.email, host.password);
    const token = await askedToStepUp(host);
    const proof = { password: host.password };
    const elsewhere = await stepUp(host, token, proof, { Authorization: `Bearer ${second}` });
    expect(await refusalOf(elsewhere)).toMatchObject({ status: 400, error: "invalid_token" });
    const foreign = await stepUp(host, await askedToStepUp(other), proof);
    expect(await refusalOf(foreign)).toMatchObject({ status: 400, error: "invalid_token" });
    for (const forged of ["", "a.b.c", host.token]) {
      expect(await refusalOf(await stepUp(host, forged, proof))).toMatchObject({ status: 400 });
    }
    expect((await host.api(...EXPORT)).status).toBe(403);
  });

  it("stops after ten attempts of a session, and still lets the owner sign in and delete the account", async () => {
    const host = await signedInHost();
    const token = await askedToStepUp(host);
    const guesses = await Promise.all(
      Array.from({ length: 14 }, () => stepUp(host, token, { password: "a guess of the thief" })),
    );
    expect(guesses.filter(({ status }) => status === 403)).toHaveLength(10);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(4);
    const { access_token: fresh } = await signIn(host.email, host.password);
    expect((await host.api("DELETE", "/me", undefined, { Authorization: `Bearer ${fresh}` })).status).toBe(204);
  });
});

describe("DELETE /me with second factors", () => {
  it("deletes the second factors, so none of them signs in any more", async () => {
    const host = await signedInHost();
    await setUpApp(host);
    const authenticator = await addPasskey(host);
    const exported = await (await host.api(...EXPORT)).json<Record<string, object[]>>();
    expect(exported.passkeys).toEqual([expect.objectContaining({ name: "Laptop" })]);
    expect(exported.authenticator_app).toHaveLength(1);
    expect(exported.recovery_codes).toHaveLength(10);
    expect(JSON.stringify(exported)).not.toContain(authenticator.credentialId);
    expect(JSON.stringify(exported)).not.toMatch(/sealed_secret|code_hash|public_key/);

    expect((await host.api("DELETE", "/me")).status).toBe(204);
    for (const table of ["passkeys", "totp_secrets", "recovery_codes"]) {
      const sql = `select count(*) as count from ${table} where user_id = ?`;
      expect(await env.DB.prepare(sql).bind(host.id).first("count")).toBe(0);
    }
    const credential = await authenticator.get(await authenticationOptions());
    expect((await host.api("POST", "/auth/passkeys/authenticate", { credential })).status).toBe(401);
  });
});
