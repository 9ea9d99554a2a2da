import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { sha256Hex } from "../../../src/kernel/bytes.ts";
import { Authenticator, type Deviation } from "../../../testkit/authenticator.ts";
import { call, freshAddress, type Host, signedInHost } from "../../support/account.ts";
import { post, signIn, signInStatus, type Tokens } from "../../support/auth.ts";
import { runScheduler, stopScheduler } from "../../support/broadcast.ts";
import { mailTo } from "../../support/mailbox.ts";
import { addPasskey, ageProof, authenticationOptions, refusalOf, setUpApp } from "../../support/second-factors.ts";

/** A response that is sent to sign in with. */
const signInWith = (credential: object, address = freshAddress()) =>
  post("/auth/passkeys/authenticate", { credential }, { "CF-Connecting-IP": address });

async function signInBy(authenticator: Authenticator, deviation: Deviation = {}): Promise<Response> {
  return signInWith(await authenticator.get(await authenticationOptions(), deviation));
}

async function accountOf(response: Response): Promise<string> {
  const { access_token: token } = await response.json<Tokens>();
  const me = await call("GET", "/me", undefined, { Authorization: `Bearer ${token}` });
  return (await me.json<{ id: string }>()).id;
}

/** Requests the options to create a passkey, and sends the resulting credential. */
async function register(host: Host, deviation: Deviation = {}): Promise<Response> {
  const options = await host.api("POST", "/auth/passkeys/registration-options");
  const credential = await new Authenticator().create(await options.json(), deviation);
  return host.api("POST", "/auth/passkeys/register", { credential });
}

async function passkeysOf(host: Host): Promise<{ id: string; name: string; last_used_at: string | null }[]> {
  const list = await host.api("GET", "/me/passkeys");
  return (await list.json<{ items: { id: string; name: string; last_used_at: string | null }[] }>()).items;
}

describe("passkeys: POST /auth/passkeys/registration-options, DELETE /me/passkeys/{passkeyId}, POST /auth/passkeys/authentication-options", () => {
  it("signs in with an added passkey without password and code, until it is removed: GET /me/passkeys", async () => {
    const host = await signedInHost();
    await setUpApp(host);
    const authenticator = await addPasskey(host, "Ada's laptop");
    await mailTo(host.email, { subject: "A passkey was added to your account" });
    const [passkey] = await passkeysOf(host);
    expect(passkey).toEqual({
      id: expect.any(String),
      name: "Ada's laptop",
      synced: false,
      created_at: expect.any(String),
      last_used_at: null,
    });

    const signedIn = await signInBy(authenticator);
    expect(signedIn.status).toBe(200);
    expect(await accountOf(signedIn)).toBe(host.id);
    expect((await passkeysOf(host))[0]?.last_used_at).toEqual(expect.any(String));
    const sessions = await (await host.api("GET", "/me/sessions")).json<{ items: { method: string }[] }>();
    expect(sessions.items.map(({ method }) => method)).toEqual(["passkey", "password"]);

    expect((await host.api("DELETE", `/me/passkeys/${passkey?.id}`)).status).toBe(204);
    expect((await host.api("DELETE", `/me/passkeys/${passkey?.id}`)).status).toBe(404);
    expect(await refusalOf(await signInBy(authenticator))).toMatchObject({ status: 401, error: "invalid_passkey" });
  });

  /**
   * @spec 3.25 "locked | password reset | active; nothing else clears the lock"
   * @spec 5.5 "3. After 5 failed logins the account is locked; only a password reset unlocks it."
   */
  it("signs in where wrong passwords have locked the account, and leaves the password locked", async () => {
    const host = await signedInHost();
    const authenticator = await addPasskey(host);
    for (let turn = 0; turn < 5; turn++) await signInStatus(host.email, "not the password");
    expect(await signInStatus(host.email, host.password)).toBe(401);
    expect((await signInBy(authenticator)).status).toBe(200);
    expect(await signInStatus(host.email, host.password)).toBe(401);
  });

  it("reveals no account: options name none, and an unknown passkey looks like a wrong one", async () => {
    const host = await signedInHost();
    const authenticator = await addPasskey(host);
    const options = await authenticationOptions();
    expect(options).toMatchObject({ rpId: "usher.test", allowCredentials: [], userVerification: "required" });
    const wrong = await signInBy(authenticator, { userVerified: false });
    const unknown = await signInBy(authenticator, { credentialId: "AAAA" });
    const [one, other] = [await refusalOf(wrong), await refusalOf(unknown)];
    expect(Object.keys(one)).toEqual(Object.keys(other));
    expect([one.status, one.error]).toEqual([other.status, other.error]);
  });

  it("stores a passkey for one account only, and at most 20 for each account", async () => {
    const [host, thief] = await Promise.all([signedInHost(), signedInHost()]);
    const authenticator = await addPasskey(host);
    const options = await thief.api("POST", "/auth/passkeys/registration-options");
    const credential = await authenticator.create(await options.json());
    const stolen = await thief.api("POST", "/auth/passkeys/register", { credential });
    expect(await refusalOf(stolen)).toMatchObject({ status: 400, error: "invalid_passkey" });

    for (let turn = 0; turn < 18; turn++) expect((await register(host)).status).toBe(201);
    const last = await Promise.all([0, 1, 2].map(() => register(host)));
    expect(last.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await passkeysOf(host)).toHaveLength(20);
  });
});

describe("POST /auth/passkeys/register", () => {
  it.each<[string, Deviation]>([
    ["of another origin", { origin: "https://usher.test.evil.example" }],
    ["of this origin without TLS", { origin: "http://usher.test" }],
    ["for another site", { rpId: "evil.example" }],
    ["without user verification", { userVerified: false }],
  ])("rejects a response that is %s", async (_, deviation) => {
    const host = await signedInHost();
    expect(await refusalOf(await register(host, deviation))).toMatchObject({ status: 400, error: "invalid_passkey" });
    expect(await passkeysOf(host)).toEqual([]);
  });

  it("rejects a challenge that was used, belongs to another session, or was issued to sign in", async () => {
    const host = await signedInHost();
    const options = await (await host.api("POST", "/auth/passkeys/registration-options")).json<never>();
    const send = async (credential: object, as: Record<string, string> = {}) =>
      (await host.api("POST", "/auth/passkeys/register", { credential }, as)).status;
    const { access_token: other } = await signIn(host.email, host.password);
    expect(await send(await new Authenticator().create(options), { Authorization: `Bearer ${other}` })).toBe(400);
    expect(await send(await new Authenticator().create(options))).toBe(201);
    expect(await send(await new Authenticator().create(options))).toBe(400);
    const { challenge } = await authenticationOptions();
    expect(await send(await new Authenticator().create({ ...(options as object), challenge } as never))).toBe(400);
    expect(await passkeysOf(host)).toHaveLength(1);
  });

  it("returns 401 without a session, and requires a step-up for the options", async () => {
    const host = await signedInHost();
    expect((await post("/auth/passkeys/registration-options", {})).status).toBe(401);
    await ageProof(host);
    const refused = await refusalOf(await host.api("POST", "/auth/passkeys/registration-options"));
    expect(refused).toMatchObject({ status: 403, error: "step_up_required", methods: ["password"] });
  });
});

describe("POST /auth/passkeys/authenticate", () => {
  it.each<[string, Deviation]>([
    ["of another origin", { origin: "https://evil.example" }],
    ["for another site", { rpId: "evil.example" }],
    ["without user verification", { userVerified: false }],
    ["of another user", { userHandle: "AZNFZ4mrzRI0VniavN74AA" }],
  ])("rejects a response that is %s", async (_, deviation) => {
    const host = await signedInHost();
    const authenticator = await addPasskey(host);
    expect(await refusalOf(await signInBy(authenticator, deviation))).toMatchObject({
      status: 401,
      error: "invalid_passkey",
    });
    expect((await signInBy(authenticator)).status).toBe(200);
  });

  it("accepts a response once, also for ten parallel requests", async () => {
    const host = await signedInHost();
    const authenticator = await addPasskey(host);
    const credential = await authenticator.get(await authenticationOptions());
    const answers = await Promise.all(Array.from({ length: 10 }, () => signInWith(credential)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)]);
    expect((await signInWith(credential)).status).toBe(401);
    // A new signature for the same challenge is refused as well.
    const options = await authenticationOptions();
    expect((await signInWith(await authenticator.get(options))).status).toBe(200);
    expect((await signInWith(await authenticator.get(options))).status).toBe(401);
  });

  it("rejects a challenge that the service did not issue, or issued to add a passkey", async () => {
    const host = await signedInHost();
    const authenticator = await addPasskey(host);
    const { rpId } = await authenticationOptions();
    const registration = await (await host.api("POST", "/auth/passkeys/registration-options")).json<{
      challenge: string;
    }>();
    for (const challenge of ["", "AAAA", registration.challenge, `${(await authenticationOptions()).challenge}A`]) {
      expect((await signInWith(await authenticator.get({ challenge, rpId }))).status).toBe(401);
    }
  });

  it("rejects another account's passkey with this account's credential ID", async () => {
    const [victim, attacker] = await Promise.all([signedInHost(), signedInHost()]);
    const target = await addPasskey(victim);
    const own = await addPasskey(attacker);
    const { credentialId } = target;
    const userHandle = (await target.get(await authenticationOptions())).response.userHandle;
    expect((await signInBy(own, { credentialId })).status).toBe(401);
    expect((await signInBy(own, { credentialId, userHandle })).status).toBe(401);
    expect((await signInBy(own, { userHandle })).status).toBe(401);
  });

  it("rejects a signature count that has not grown, because the authenticator may be copied", async () => {
    const host = await signedInHost();
    const authenticator = await addPasskey(host);
    expect((await signInBy(authenticator, { signCount: 7 })).status).toBe(200);
    for (const signCount of [7, 6, 0]) expect((await signInBy(authenticator, { signCount })).status).toBe(401);
    expect((await signInBy(authenticator, { signCount: 8 })).status).toBe(200);
  });

  it("accepts a passkey without a signature count, as synchronized passkeys have none", async () => {
    const host = await signedInHost();
    const authenticator = await addPasskey(host);
    for (const signCount of [0, 0]) expect((await signInBy(authenticator, { signCount })).status).toBe(200);
  });

  it("stores the used challenge until its signature expires, and no longer", async () => {
    const host = await signedInHost();
    const authenticator = await addPasskey(host);
    const options = await authenticationOptions();
    expect((await signInWith(await authenticator.get(options))).status).toBe(200);
    const hash = await sha256Hex(options.challenge);
    const stored = () =>
      env.DB.prepare("select count(*) as n from used_challenges where challenge_hash = ?")
        .bind(hash)
        .first<number>("n");
    await runScheduler();
    expect(await stored()).toBe(1);
    await env.DB.prepare("update used_challenges set expires_at = expires_at - 7200000").run();
    await runScheduler();
    await stopScheduler();
    expect(await stored()).toBe(0);
  });

  it("limits each network to 30 attempts in 15 minutes", async () => {
    const address = freshAddress();
    const credential = await new Authenticator().create({ challenge: "AAAA", rp: { id: "x" }, user: { id: "y" } });
    const malformed = { ...credential, response: { clientDataJSON: "", authenticatorData: "", signature: "" } };
    const answers = await Promise.all(Array.from({ length: 40 }, () => signInWith(malformed, address)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});
