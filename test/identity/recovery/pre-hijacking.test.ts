import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { call, freshAddress, signedInHost } from "../../support/account.ts";
import { makeKey } from "../../support/api-key.ts";
import { issuedToken, mailedToken, person, post, SUBJECTS, signIn, signInStatus } from "../../support/auth.ts";
import { eventually } from "../../support/eventually.ts";
import { linkIn, mailsTo, mailTo } from "../../support/mailbox.ts";
import { setUpApp } from "../../support/second-factors.ts";
import { freshReceiver } from "../../support/webhook-receiver.ts";

const OWNERS = "a phrase that its owner chose";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

const get = (path: string) => call("GET", path, undefined, { Accept: "text/html" });
const submit = (path: string, fields: Record<string, string>) =>
  call("POST", path, new URLSearchParams(fields), { "CF-Connecting-IP": freshAddress(), Accept: "text/html" });

/** A stranger signs up with another person's address. */
async function strangerSignsUp(headers: Record<string, string> = {}) {
  const stranger = { ...person(), name: "You won 1000 euros", password: "the stranger's own phrase" };
  expect((await post("/auth/signup", stranger, headers)).status).toBe(202);
  return { ...stranger, token: await mailedToken(stranger.email, "verify") };
}

const accountOf = (email: string) =>
  env.DB.prepare("select id, email_verified from users where email_key = ?").bind(email).first<{ id: string }>();

describe("account signed up with another person's address: GET /not-my-account, POST /not-my-account", () => {
  it("loses access after the owner has followed the link and typed a password", async () => {
    const { email, password, token } = await strangerSignsUp();
    const page = await (await get(`/verify-email?token=${token}`)).text();
    expect(page).toContain('type="password"');
    expect(page).not.toContain("1000");
    expect(await signInStatus(email, password)).toBe(401);

    const weak = await submit("/verify-email", { token, password: "short" });
    expect([weak.status, await weak.text()]).toEqual([400, expect.stringContaining('role="alert"')]);
    expect((await submit("/verify-email", { token })).status).toBe(400);
    const done = await submit("/verify-email", { token, password: OWNERS });
    expect(await done.text()).toContain("is your new one");

    expect(await signInStatus(email, password)).toBe(401);
    const { access_token } = await signIn(email, OWNERS);
    const me = await call("GET", "/me", undefined, { Authorization: `Bearer ${access_token}` });
    expect(await me.json()).toMatchObject({ name: "", email_verified: true });
    await mailTo(email, { subject: "Your password was reset" });
  });

  it.each([
    ["page", (token: string) => submit("/verify-email", { token, password: OWNERS })],
    ["API", (token: string) => post("/auth/verify-email", { token, password: OWNERS })],
  ])("loses everything made before the owner types a new password into the %s", async (_, verify) => {
    const host = await signedInHost({ tier: "pro" });
    const key = await makeKey(host, { name: "Left behind" });
    expect((await host.api("POST", "/webhook-endpoints", { url: freshReceiver().url, types: ["*"] })).status).toBe(201);
    await env.DB.prepare("update users set email_verified = 0 where id = ?").bind(host.id).run();
    const links = [await issuedToken(host.id, "verify_email"), await issuedToken(host.id, "verify_email")];
    const reset = await issuedToken(host.id, "reset_password");

    expect((await verify(links[0] ?? "")).status).toBe(200);

    expect((await host.api("GET", "/me")).status).toBe(401);
    expect((await post("/auth/refresh", { refresh_token: host.refreshToken })).status).toBe(401);
    expect((await key.api("GET", "/events")).status).toBe(401);
    const endpoints = env.DB.prepare("select count(*) as n from webhook_endpoints where user_id = ?").bind(host.id);
    expect(await endpoints.first("n")).toBe(0);
    expect((await post("/auth/verify-email", { token: links[1] })).status).toBe(400);
    expect((await post("/auth/reset-password", { token: reset, password: "yet another phrase" })).status).toBe(400);
    expect(await signInStatus(host.email, host.password)).toBe(401);
    expect(await signInStatus(host.email, OWNERS)).toBe(200);
  });

  it("loses the account when the owner says so on the linked page, but not when the page is opened", async () => {
    const { email, password } = await strangerSignsUp();
    const link = linkIn(await mailTo(email, { subject: SUBJECTS.verify }), "/not-my-account");
    const path = `${link.pathname}${link.search}`;
    const token = link.searchParams.get("token") ?? "";
    const page = await (await get(path)).text();
    expect(page).toContain("Delete the account");
    const account = await accountOf(email);
    expect(account).toMatchObject({ email_verified: 0 });

    expect((await submit("/not-my-account", { token })).status).toBe(200);
    expect(await accountOf(email)).toBeNull();
    expect(await signInStatus(email, password)).toBe(401);
    for (const again of ["/not-my-account", "/verify-email"]) {
      expect((await submit(again, { token, password: OWNERS })).status).toBe(400);
    }
    // The address is free for its owner.
    await post("/auth/signup", { ...person(), email, password: OWNERS });
    await eventually(async () => expect(await accountOf(email)).not.toBeNull());
  });

  it("appears in the email only with time, place and browser", async () => {
    const { email } = await strangerSignsUp({ "User-Agent": FIREFOX, "CF-Connecting-IP": "203.0.113.77" });
    const { text, html } = await mailTo(email, { subject: SUBJECTS.verify });
    expect(text).toContain("Firefox on Windows");
    expect(text).toContain("Place: 203.0.113.77");
    expect(text).toMatch(/When: .*\d{4}.*UTC/);
    expect(text + html).not.toMatch(/1000|You won/);

    const second = await strangerSignsUp({ "User-Agent": "call.0900.example/1.0" });
    await post("/auth/verify-email/resend", { email: second.email });
    const mails = await eventually(async () => {
      const found = await mailsTo(second.email);
      expect(found).toHaveLength(2);
      return found;
    });
    for (const mail of mails) {
      expect(mail.text).toContain("Browser: not known");
      expect(mail.text + mail.html).not.toContain("0900");
    }
  });
});

describe("POST /auth/verify-email (rejected password)", () => {
  it.each([
    ["page", (token: string, password: string) => submit("/verify-email", { token, password })],
    ["API", (token: string, password: string) => post("/auth/verify-email", { token, password })],
  ])("keeps name and password with the password of the sign-up in the %s", async (_, verify) => {
    const account = person();
    await post("/auth/signup", account);
    expect((await verify(await mailedToken(account.email, "verify"), account.password)).status).toBe(200);
    const { access_token } = await signIn(account.email, account.password);
    const me = await call("GET", "/me", undefined, { Authorization: `Bearer ${access_token}` });
    expect(await me.json()).toMatchObject({ name: account.name });
    const row = env.DB.prepare("select signed_up_from from users where email_key = ?").bind(account.email);
    expect(await row.first("signed_up_from")).toBeNull();
  });

  it("retries after a new password that breaks a rule", async () => {
    const account = person();
    await post("/auth/signup", account);
    const token = await mailedToken(account.email, "verify");
    const weak = await post("/auth/verify-email", { token, password: "short" });
    expect(await weak.json()).toMatchObject({ error: "validation_failed", errors: [{ path: "password" }] });
    expect((await post("/auth/verify-email", { token, password: account.password })).status).toBe(200);
  });
});

describe("verification link", () => {
  it("bypasses neither the password nor the second factor of a verified account", async () => {
    const host = await signedInHost();
    await setUpApp(host);
    const token = await issuedToken(host.id, "verify_email");
    expect((await post("/auth/verify-email", { token, password: OWNERS })).status).toBe(400);
    expect((await submit("/verify-email", { token, password: OWNERS })).status).toBe(400);
    expect((await submit("/not-my-account", { token })).status).toBe(400);
    const signIns = [host.password, OWNERS].map((password) => post("/auth/login", { email: host.email, password }));
    const [own, other] = await Promise.all((await Promise.all(signIns)).map((response) => response.json()));
    expect(own).toMatchObject({ error: "second_factor_required" });
    expect(other).toMatchObject({ error: "invalid_credentials" });
  });

  it("leaves the second factor of an account whose password it replaces", async () => {
    const host = await signedInHost();
    await setUpApp(host);
    await env.DB.prepare("update users set email_verified = 0 where id = ?").bind(host.id).run();
    const token = await issuedToken(host.id, "verify_email");
    expect((await post("/auth/verify-email", { token, password: OWNERS })).status).toBe(200);
    const signingIn = await post("/auth/login", { email: host.email, password: OWNERS });
    expect(await signingIn.json()).toMatchObject({ error: "second_factor_required" });
  });
});
