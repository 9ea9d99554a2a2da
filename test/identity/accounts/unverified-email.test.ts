import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { call, freshEmail, signedInHost } from "../../support/account.ts";
import { costOfPost, mailedToken, person, post, SUBJECTS, signIn, signInStatus, visible } from "../../support/auth.ts";
import { eventually } from "../../support/eventually.ts";
import { addGuest, issueLink, makeEvent } from "../../support/guest.ts";
import { browserHeaders } from "../../support/guest-requests.ts";
import { mailsTo, mailTo } from "../../support/mailbox.ts";

const ADVERTISEMENT = "You won 1000 € — call 0900";

const failuresOf = (email: string) =>
  env.DB.prepare("select failed_logins from users where email_key = ?").bind(email).first<number>("failed_logins");

describe("POST /auth/login before the address is verified", () => {
  it("returns the same whether the address was taken or free", async () => {
    const taken = await signedInHost({ password: "the phrase of its owner" });
    const probes = [person(), { ...person(), email: taken.email }];
    const answers: Awaited<ReturnType<typeof visible>>[] = [];
    for (const probe of probes) {
      expect((await post("/auth/signup", probe)).status).toBe(202);
      const { email, password } = probe;
      answers.push(await visible(await post("/auth/login", { email, password })));
    }
    expect(answers[0]?.status).toBe(401);
    expect(answers[1]).toEqual(answers[0]);
    expect(JSON.parse(answers[0]?.body ?? "")).toMatchObject({
      error: "invalid_credentials",
      detail: expect.stringMatching(/incorrect.*isn't confirmed/),
    });
  });

  it("emails the link again, three times per hour, and counts no wrong password", async () => {
    const account = person();
    await post("/auth/signup", account);
    for (let turn = 0; turn < 7; turn++) expect(await signInStatus(account.email, account.password)).toBe(401);
    await eventually(async () => expect(await mailsTo(account.email)).toHaveLength(3));
    expect(new Set((await mailsTo(account.email)).map(({ subject }) => subject))).toEqual(new Set([SUBJECTS.verify]));
    expect(await failuresOf(account.email)).toBe(0);
    const token = await mailedToken(account.email, "verify");
    expect((await post("/auth/verify-email", { token })).status).toBe(200);
    expect(await signInStatus(account.email, account.password)).toBe(200);
  });

  it("sends no email for a wrong password", async () => {
    const account = person();
    await post("/auth/signup", account);
    await mailTo(account.email);
    expect(await signInStatus(account.email, "a wrong password")).toBe(401);
    expect(await failuresOf(account.email)).toBe(1);
    expect(await mailsTo(account.email)).toHaveLength(1);
  });
});

describe("POST /auth/verify-email/resend", () => {
  it("emails the link again to an unverified address", async () => {
    const account = person();
    await post("/auth/signup", account);
    expect((await post("/auth/verify-email/resend", { email: account.email.toUpperCase() })).status).toBe(202);
    await eventually(async () => expect(await mailsTo(account.email)).toHaveLength(2));
    const token = await mailedToken(account.email, "verify");
    expect((await post("/auth/verify-email", { token })).status).toBe(200);
  });

  it("returns the same at the same cost for unverified, verified and unknown addresses", async () => {
    const unverified = person();
    await post("/auth/signup", unverified);
    const verified = await signedInHost();
    const costs = [];
    for (const email of [unverified.email, verified.email, freshEmail()]) {
      costs.push(await costOfPost("/auth/verify-email/resend", { email }));
    }
    const [first, ...others] = await Promise.all(
      costs.map(async ({ response, roundTrips, d1Calls, calls }) => ({
        ...(await visible(response)),
        roundTrips,
        d1Calls,
        targets: calls.map(({ target }) => target),
      })),
    );
    expect(first).toMatchObject({ status: 202, body: '{"status":"accepted"}' });
    for (const other of others) expect(other).toEqual(first);
    expect(await mailsTo(verified.email)).toHaveLength(0);
  });

  it("allows 3 requests per hour for one email address", async () => {
    const email = freshEmail();
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async () => (await post("/auth/verify-email/resend", { email })).status),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    expect((await post("/auth/verify-email/resend", { email: "nobody" })).status).toBe(400);
  });
});

describe("name of an unverified account", () => {
  it("appears in no email to that address", async () => {
    const account = { ...person(), name: ADVERTISEMENT };
    const { email, password } = account;
    await post("/auth/signup", account);
    await signInStatus(email, password);
    await post("/auth/signup", { ...account, name: "Call 0900 now" });
    for (let turn = 0; turn < 5; turn++) await signInStatus(email, "a wrong password");
    await post("/auth/forgot-password", { email });
    for (const subject of Object.values(SUBJECTS)) await mailTo(email, { subject });
    const mails = await mailsTo(email);
    expect(mails.length).toBeGreaterThanOrEqual(4);
    for (const { subject, text, html } of mails) {
      expect(`${subject}\n${text}\n${html}`).not.toMatch(/1000|0900/);
      expect(text).toContain("\nHi,\n");
    }
  });

  it("disappears when the owner verifies the address by a password reset", async () => {
    const account = { ...person(), name: ADVERTISEMENT };
    await post("/auth/signup", account);
    await post("/auth/forgot-password", { email: account.email });
    const token = await mailedToken(account.email, "reset");
    expect((await post("/auth/reset-password", { token, password: "the owner's own phrase" })).status).toBe(204);
    expect(await signInStatus(account.email, account.password)).toBe(401);
    const { access_token } = await signIn(account.email, "the owner's own phrase");
    const me = await call("GET", "/me", undefined, { Authorization: `Bearer ${access_token}` });
    expect(await me.json()).toMatchObject({ name: "", email_verified: true });
  });

  it("leaves no gap where guests read it, until the owner chooses a name", async () => {
    const host = await signedInHost({ tier: "pro" });
    await env.DB.prepare("update users set name = '' where id = ?").bind(host.id).run();
    const event = await makeEvent(host);
    const guest = await addGuest(host, event.id, { email: freshEmail() });
    const link = await issueLink(host, event.id, guest.id, { notify: true });
    const mail = await mailTo(guest.email ?? "");
    expect(mail.subject).toBe(`You're invited: ${event.name}`);
    expect(mail.text).toContain("Your host would love to see you there.");
    expect(mail.from).toContain("A host via Usher");
    const page = await call("GET", new URL(link.link).pathname, undefined, {
      ...browserHeaders(),
      Accept: "text/html",
    });
    expect(await page.text()).toContain("Your host would love to see you there.");
  });

  it("stays when the account verifies the address by link, or was already verified", async () => {
    const host = await signedInHost({ name: "Mary Host" });
    await post("/auth/forgot-password", { email: host.email });
    const mail = await mailTo(host.email, { subject: SUBJECTS.reset });
    expect(mail.text).toContain("Hi Mary,");
    const token = await mailedToken(host.email, "reset");
    await post("/auth/reset-password", { token, password: "the owner's own phrase" });
    const name = env.DB.prepare("select name from users where id = ?").bind(host.id);
    expect(await name.first("name")).toBe("Mary Host");
  });
});

describe("Server-Timing", () => {
  it.each([
    ["POST", "/auth/login"],
    ["POST", "/auth/signup"],
    ["POST", "/auth/forgot-password"],
    ["POST", "/auth/verify-email/resend"],
    ["POST", "/signup"],
    ["POST", "/forgot-password"],
    ["POST", "/reset-password"],
    ["POST", "/verify-email"],
    ["POST", "/invites/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/join"],
  ])("stays absent from %s %s", async (method, path) => {
    const account = person();
    const body = path.startsWith("/auth/") ? account : new URLSearchParams({ ...account });
    const response = await call(method, path, method === "GET" ? undefined : body);
    expect(response.headers.get("Server-Timing")).toBeNull();
  });

  it("appears on a route that hides no account", async () => {
    const host = await signedInHost();
    expect((await host.api("GET", "/me")).headers.get("Server-Timing")).toMatch(/^db;dur=/);
  });
});
