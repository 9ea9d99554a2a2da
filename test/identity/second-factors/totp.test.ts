import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { reencryptTotpSecrets } from "../../../src/identity/second-factors/reencrypt-totp-secrets.ts";
import { hashPassword } from "../../../src/kernel/password-hash.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { call, freshAddress, type Host, requestBy, signedInHost } from "../../support/account.ts";
import { issuedToken, post, postRequest, type Tokens } from "../../support/auth.ts";
import { eventually } from "../../support/eventually.ts";
import { mailsTo, mailTo } from "../../support/mailbox.ts";
import { loseEveryRace, raceBeforeWrite } from "../../support/race.ts";
import { costOf, recordingEnv } from "../../support/recording-env.ts";
import { ageProof, beginSignIn, codeOf, refusalOf, setUpApp } from "../../support/second-factors.ts";
import { tablesContaining } from "../../support/tables-containing.ts";

/** A code that is wrong at every time step around now. */
function wrongCode(secret: string): string {
  const right = new Set([-2, -1, 0, 1, 2].map((step) => codeOf(secret, step)));
  for (let code = 0; ; code++) {
    const text = String(code).padStart(6, "0");
    if (!right.has(text)) return text;
  }
}

const answer = (token: string, factor: object, address = freshAddress()) =>
  post("/auth/login/factor", { factor_token: token, ...factor }, { "CF-Connecting-IP": address });

async function idOf({ access_token: token }: Tokens): Promise<string> {
  const me = await call("GET", "/me", undefined, { Authorization: `Bearer ${token}` });
  return (await me.json<{ id: string }>()).id;
}

const NEXT = { PLATFORM_SECRET: "the platform secret that came after the first" };

/** The status of a sign-in with password and code, where the service has these secrets. */
async function signInUnder(secrets: object, host: Host, code: string): Promise<number> {
  const recording = recordingEnv(undefined, secrets);
  const login = await costOf(postRequest("/auth/login", { email: host.email, password: host.password }), recording);
  const { factor_token: token } = await refusalOf(login.response);
  return (await costOf(postRequest("/auth/login/factor", { factor_token: token, code }), recording)).response.status;
}

describe("POST /me/totp and POST /me/totp/confirm", () => {
  it("requires a code at sign-in once confirmed, emails the owner, and returns ten recovery codes", async () => {
    const host = await signedInHost();
    const started = await host.api("POST", "/me/totp");
    expect(started.status).toBe(201);
    const { secret, otpauth_url: url } = await started.json<{ secret: string; otpauth_url: string }>();
    expect(url).toMatch(new RegExp(`^otpauth://totp/Usher:.*secret=${secret}`));
    expect((await post("/auth/login", { email: host.email, password: host.password })).status).toBe(200);

    const wrong = await host.api("POST", "/me/totp/confirm", { code: wrongCode(secret) });
    expect(await refusalOf(wrong)).toMatchObject({ status: 403, error: "invalid_factor" });
    const confirmed = await host.api("POST", "/me/totp/confirm", { code: codeOf(secret) });
    expect(confirmed.status).toBe(200);
    const { recovery_codes: codes } = await confirmed.json<{ recovery_codes: string[] }>();
    expect(new Set(codes).size).toBe(10);
    expect(await (await host.api("GET", "/me/totp")).json()).toEqual({
      enabled: true,
      confirmed_at: expect.any(String),
      recovery_codes_left: 10,
    });
    await mailTo(host.email, { subject: "Your second factor was changed" });
    expect(await refusalOf(await host.api("POST", "/me/totp"))).toMatchObject({ status: 409, error: "totp_exists" });
    const again = await host.api("POST", "/me/totp/confirm", { code: codeOf(secret, 1) });
    expect(await refusalOf(again)).toMatchObject({ status: 409, error: "totp_exists" });
  });

  it("stores neither the secret nor a recovery code in readable form", async () => {
    const host = await signedInHost();
    const { secret, recoveryCodes } = await setUpApp(host);
    expect(await tablesContaining([secret, ...recoveryCodes])).toEqual([]);
    const row = await env.DB.prepare("select sealed_secret from totp_secrets where user_id = ?")
      .bind(host.id)
      .first<string>("sealed_secret");
    expect(row).toMatch(/^[\w-]{8}\.[\w-]+$/);
  });

  it("accepts the first code for 15 minutes", async () => {
    const host = await signedInHost();
    const { secret } = await (await host.api("POST", "/me/totp")).json<{ secret: string }>();
    await env.DB.prepare("update totp_secrets set created_at = created_at - 960000 where user_id = ?")
      .bind(host.id)
      .run();
    const late = await host.api("POST", "/me/totp/confirm", { code: codeOf(secret) });
    expect(await refusalOf(late)).toMatchObject({ status: 409, error: "totp_missing" });
  });

  it("confirms once for parallel requests, and returns the recovery codes that are stored", async () => {
    const host = await signedInHost();
    const { secret } = await (await host.api("POST", "/me/totp")).json<{ secret: string }>();
    const code = codeOf(secret);
    const answers = await Promise.all(Array.from({ length: 5 }, () => host.api("POST", "/me/totp/confirm", { code })));
    const confirmed = answers.filter(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const { recovery_codes: codes } = await (confirmed[0] as Response).json<{ recovery_codes: [string] }>();
    const signedIn = await answer(await beginSignIn(host), { recovery_code: codes[0] });
    expect(signedIn.status).toBe(200);
  });
});

describe("POST /auth/login/factor", () => {
  it("requires a code only after the right password, and returns the tokens for it", async () => {
    const host = await signedInHost();
    const { secret } = await setUpApp(host);
    const wrong = await post("/auth/login", { email: host.email, password: "not the password" });
    const refusal = await refusalOf(wrong);
    expect(refusal).toMatchObject({ status: 401, error: "invalid_credentials" });
    expect(refusal).not.toHaveProperty("factor_token");

    const right = await post("/auth/login", { email: host.email, password: host.password });
    const { factor_token: token = "", ...asked } = await refusalOf(right);
    expect(asked).toMatchObject({ status: 401, error: "second_factor_required" });
    expect(asked).not.toHaveProperty("access_token");
    const refused = await answer(token, { code: wrongCode(secret) });
    expect(await refusalOf(refused)).toMatchObject({ status: 401, error: "invalid_factor" });
    const signedIn = await answer(token, { code: codeOf(secret) });
    expect(signedIn.status).toBe(200);
    expect(await idOf(await signedIn.json())).toBe(host.id);
  });

  it("rejects a factor token as a bearer, and a bearer as a factor token", async () => {
    const host = await signedInHost();
    const { secret } = await setUpApp(host);
    const token = await beginSignIn(host);
    expect((await call("GET", "/me", undefined, { Authorization: `Bearer ${token}` })).status).toBe(401);
    const refused = await answer(host.token, { code: codeOf(secret) });
    expect(await refusalOf(refused)).toMatchObject({ status: 400, error: "invalid_token" });
  });

  it("accepts one of ten parallel sign-ins with the same code, and none after them", async () => {
    const host = await signedInHost();
    const { secret } = await setUpApp(host);
    const code = codeOf(secret);
    const token = await beginSignIn(host);
    const answers = await Promise.all(Array.from({ length: 10 }, () => answer(token, { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)]);
    expect((await answer(token, { code })).status).toBe(401);
    // An earlier code is refused too, the next one is not.
    expect((await answer(token, { code: codeOf(secret, -1) })).status).toBe(401);
    expect((await answer(token, { code: codeOf(secret, 1) })).status).toBe(200);
  });

  it("accepts each recovery code once, however it is typed, and emails the owner", async () => {
    const host = await signedInHost();
    const { recoveryCodes } = await setUpApp(host);
    const [first = "", second = ""] = recoveryCodes;
    const typed = first.toLowerCase().replaceAll("-", " ");
    const answers = await Promise.all(
      [0, 1, 2, 3].map(async () => answer(await beginSignIn(host), { recovery_code: typed })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    expect((await answer(await beginSignIn(host), { recovery_code: second })).status).toBe(200);
    const state = await (await host.api("GET", "/me/totp")).json<{ recovery_codes_left: number }>();
    expect(state.recovery_codes_left).toBe(8);
    await mailTo(host.email, { subject: "A recovery code was used" });
  });

  it("rejects an expired factor token, and one issued before a password reset", async () => {
    const host = await signedInHost();
    const { secret } = await setUpApp(host);
    const token = await beginSignIn(host);
    const reset = await post("/auth/reset-password", {
      token: await issuedToken(host.id, "reset_password"),
      password: "another long enough phrase",
    });
    expect(reset.status).toBe(204);
    const refused = await answer(token, { code: codeOf(secret) });
    expect(await refusalOf(refused)).toMatchObject({ status: 400, error: "invalid_token" });
    // The reset has not switched the second factor off.
    expect(await beginSignIn({ ...host, password: "another long enough phrase" })).toEqual(expect.any(String));
  });

  it("rejects a factor token of another account with the caller's own code", async () => {
    const [victim, attacker] = await Promise.all([signedInHost(), signedInHost()]);
    const [, { secret, recoveryCodes }] = await Promise.all([setUpApp(victim), setUpApp(attacker)]);
    const token = await beginSignIn(victim);
    expect((await answer(token, { code: codeOf(secret) })).status).toBe(401);
    expect((await answer(token, { recovery_code: recoveryCodes[0] })).status).toBe(401);
  });

  it("stops after 10 wrong codes from one network, and the owner signs in from another", async () => {
    const host = await signedInHost();
    const { secret } = await setUpApp(host);
    const thief = freshAddress();
    const code = wrongCode(secret);
    const token = await beginSignIn(host);
    const guesses = await Promise.all(Array.from({ length: 15 }, () => answer(token, { code }, thief)));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(5);
    expect((await answer(await beginSignIn(host), { code: codeOf(secret) })).status).toBe(200);
    // A stranger without the password has no token that counts for the account.
    const strangers = await Promise.all(Array.from({ length: 40 }, () => answer("a.b.c", { code })));
    expect(new Set(strangers.map(({ status }) => status))).toEqual(new Set([400]));
    expect((await answer(await beginSignIn(host), { code: codeOf(secret, 1) })).status).toBe(200);
  });

  it("rejects codes from unknown networks after 20 wrong ones in a day, and says what still works", async () => {
    const host = await signedInHost();
    const { secret, recoveryCodes } = await setUpApp(host);
    const home = freshAddress();
    expect((await answer(await beginSignIn(host), { code: codeOf(secret) }, home)).status).toBe(200);
    const guess = async () => (await answer(await beginSignIn(host), { code: wrongCode(secret) })).status;
    const guesses: number[] = [];
    for (let turn = 0; turn < 20; turn++) guesses.push(await guess());
    expect(new Set(guesses)).toEqual(new Set([401]));
    const refused = await answer(await beginSignIn(host), { code: codeOf(secret, 1) });
    expect(await refusalOf(refused)).toMatchObject({
      status: 403,
      error: "too_many_codes",
      detail: expect.stringContaining("recovery code"),
    });
    expect((await answer(await beginSignIn(host), { code: codeOf(secret, 1) }, home)).status).toBe(200);
    expect((await answer(await beginSignIn(host), { recovery_code: recoveryCodes[0] })).status).toBe(200);
    const changed = await host.api("POST", "/me/password", { current: host.password, password: "a new long phrase" });
    expect(changed.status).toBe(204);
    const again = { ...host, password: "a new long phrase" };
    expect((await answer(await beginSignIn(again), { code: wrongCode(secret) })).status).toBe(401);
  });

  it("rehashes a password whose hash has another cost", async () => {
    const host = await signedInHost();
    const { secret } = await setUpApp(host);
    const costly = hashPassword(host.password, { memoryKib: 16, passes: 1, lanes: 1 });
    await env.DB.prepare("update users set password_hash = ? where id = ?").bind(costly, host.id).run();
    expect((await answer(await beginSignIn(host), { code: codeOf(secret) })).status).toBe(200);
    const sql = "select password_hash from users where id = ?";
    expect(await env.DB.prepare(sql).bind(host.id).first("password_hash")).toContain("m=8,t=1,p=1");
  });

  it("emails the owner after five wrong codes, and not after fewer", async () => {
    const [careless, attacked] = await Promise.all([signedInHost(), signedInHost()]);
    const fail = async (host: Host, times: number) => {
      const { secret } = await setUpApp(host);
      const token = await beginSignIn(host);
      for (let turn = 0; turn < times; turn++) await answer(token, { code: wrongCode(secret) });
    };
    await Promise.all([fail(careless, 4), fail(attacked, 9)]);
    const subject = "Someone knows your password";
    await mailTo(attacked.email, { subject });
    const subjects = async ({ email }: Host) => (await mailsTo(email)).map((mail) => mail.subject);
    expect((await subjects(attacked)).filter((text) => text === subject)).toHaveLength(1);
    expect(await subjects(careless)).not.toContain(subject);
  });

  it.each(["sign-in", "session"])(
    "emails the owner after 20 slow wrong codes of a %s, below the limit of an hour",
    async (where) => {
      const host = await signedInHost();
      const { secret } = await setUpApp(host);
      const guess = async () => {
        const code = wrongCode(secret);
        if (where === "sign-in") return (await answer(await beginSignIn(host), { code })).status;
        await ageProof(host);
        const { factor_token: token } = await refusalOf(await host.api("GET", "/me/data-export"));
        const from = { "CF-Connecting-IP": freshAddress() };
        return (await host.api("POST", "/auth/step-up", { factor_token: token, code }, from)).status;
      };
      // Nineteen of the last hours, so that no counter of an hour is near its limit.
      const now = Date.now();
      for (let hour = 1; hour < 20; hour++) {
        await env.DB.prepare("insert into factor_failures (id, user_id, at) values (?, ?, ?)")
          .bind(crypto.randomUUID(), host.id, now - hour * 60_000)
          .run();
      }
      await env.DB.prepare("update users set sessions_valid_from = 0 where id = ?").bind(host.id).run();
      expect([401, 403]).toContain(await guess());
      const subject = "Many wrong codes for your account";
      await mailTo(host.email, { subject });
      expect(await guess()).toBe(403);
      expect((await mailsTo(host.email)).filter((mail) => mail.subject === subject)).toHaveLength(1);
    },
  );

  it("requires exactly one of code and recovery code", async () => {
    const host = await signedInHost();
    const { secret, recoveryCodes } = await setUpApp(host);
    const token = await beginSignIn(host);
    for (const factor of [{}, { code: codeOf(secret), recovery_code: recoveryCodes[0] }]) {
      expect(await refusalOf(await answer(token, factor))).toMatchObject({ status: 400, error: "validation_failed" });
    }
    expect((await answer(token, { code: codeOf(secret) })).status).toBe(200);
  });
});

describe("DELETE /me/totp and POST /me/recovery-codes", () => {
  it("requires a step-up to remove the app or renew the codes: GET /me/totp", async () => {
    const host = await signedInHost();
    const { recoveryCodes } = await setUpApp(host);
    await ageProof(host);
    for (const [method, path] of [
      ["DELETE", "/me/totp"],
      ["POST", "/me/recovery-codes"],
    ] as const) {
      expect(await refusalOf(await host.api(method, path))).toMatchObject({
        status: 403,
        error: "step_up_required",
        methods: ["code", "recovery_code"],
      });
    }
    await ageProof(host, -11);
    const renewed = await host.api("POST", "/me/recovery-codes");
    expect(renewed.status).toBe(201);
    const { recovery_codes: fresh } = await renewed.json<{ recovery_codes: string[] }>();
    expect((await answer(await beginSignIn(host), { recovery_code: recoveryCodes[0] })).status).toBe(401);
    expect((await answer(await beginSignIn(host), { recovery_code: fresh[0] })).status).toBe(200);
    await eventually(async () => {
      const texts = (await mailsTo(host.email)).map(({ text }) => text);
      expect(texts).toContainEqual(expect.stringContaining("new recovery codes"));
    });

    const waiting = await beginSignIn(host);
    expect((await host.api("DELETE", "/me/totp")).status).toBe(204);
    expect((await host.api("DELETE", "/me/totp")).status).toBe(404);
    expect(await refusalOf(await host.api("POST", "/me/recovery-codes"))).toMatchObject({ error: "totp_missing" });
    expect((await answer(waiting, { recovery_code: fresh[1] })).status).toBe(400);
    expect((await post("/auth/login", { email: host.email, password: host.password })).status).toBe(200);
  });

  it("emails the owner when the app is confirmed between the read and the removal", async () => {
    const host = await signedInHost();
    const { secret } = await (await host.api("POST", "/me/totp")).json<{ secret: string }>();
    const confirm = () => host.api("POST", "/me/totp/confirm", { code: codeOf(secret) });
    const removed = await raceBeforeWrite(requestBy(host, "DELETE", "/me/totp"), confirm);
    expect(removed.status).toBe(204);
    await eventually(async () => {
      const texts = (await mailsTo(host.email)).map(({ text }) => text);
      expect(texts).toContainEqual(expect.stringContaining("no longer takes a second step"));
    });
    expect(await (await host.api("GET", "/me/totp")).json()).toMatchObject({ enabled: false, recovery_codes_left: 0 });
  });

  it("returns 409 totp_changed and keeps the app when it changes before each removal", async () => {
    const host = await signedInHost();
    await setUpApp(host);
    const change = () =>
      env.DB.prepare("update totp_secrets set confirmed_at = confirmed_at + 1 where user_id = ?").bind(host.id).run();
    const refused = await loseEveryRace(requestBy(host, "DELETE", "/me/totp"), change);
    expect(await refusalOf(refused)).toMatchObject({ status: 409, error: "totp_changed" });
    expect(await (await host.api("GET", "/me/totp")).json()).toMatchObject({ enabled: true, recovery_codes_left: 10 });
  });

  it("re-encrypts secrets with the new platform secret in the Scheduler", async () => {
    const host = await signedInHost();
    const { secret } = await setUpApp(host);
    const sealed = () =>
      env.DB.prepare("select sealed_secret from totp_secrets where user_id = ?")
        .bind(host.id)
        .first<string>("sealed_secret");
    const before = await sealed();
    const contextOf = (changes: object) => createRequestContext({ ...env, ...changes }, () => undefined);
    expect(await reencryptTotpSecrets(contextOf({}))).toBe(0);
    expect(await sealed()).toBe(before);
    const ctx = contextOf({ ...NEXT, PLATFORM_SECRET_PREVIOUS: String(env.PLATFORM_SECRET) });
    expect(await reencryptTotpSecrets(ctx)).toBeGreaterThan(0);
    expect(await reencryptTotpSecrets(ctx)).toBe(0);
    expect(await signInUnder(NEXT, host, codeOf(secret))).toBe(200);
  });

  it("accepts codes after a change of the platform secret, and re-encrypts the secret at its next use", async () => {
    const host = await signedInHost();
    const { secret } = await setUpApp(host);
    const both = { ...NEXT, PLATFORM_SECRET_PREVIOUS: String(env.PLATFORM_SECRET) };
    // Without the first secret there is nothing that opens it.
    expect(await signInUnder(NEXT, host, codeOf(secret))).toBe(401);
    expect(await signInUnder(both, host, codeOf(secret))).toBe(200);
    expect(await signInUnder(NEXT, host, codeOf(secret, 1))).toBe(200);
  });
});
