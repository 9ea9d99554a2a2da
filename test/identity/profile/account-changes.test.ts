import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { call, freshEmail, type Host, requestBy, signedInHost } from "../../support/account.ts";
import { issuedToken, mailedToken, post, signIn, signInStatus, visible } from "../../support/auth.ts";
import { eventually } from "../../support/eventually.ts";
import { makeEvent } from "../../support/guest.ts";
import { linkIn, mailsTo, mailTo } from "../../support/mailbox.ts";
import { raceBeforeWrite } from "../../support/race.ts";

const NEW_PASSWORD = "a phrase that is new";
const CONFIRM = "Confirm your new email address";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

const meOf = async (token: string) =>
  (await call("GET", "/me", undefined, { Authorization: `Bearer ${token}` })).json<Record<string, unknown>>();

/** The token in the email to a new address. */
async function confirmation(address: string): Promise<string> {
  const mail = await mailTo(address, { subject: CONFIRM });
  return linkIn(mail, "/verify-email").searchParams.get("token") ?? "";
}

const askFor = (host: Host, email: string, password = host.password) =>
  host.api("POST", "/me/email", { email, password });

describe("PATCH /me", () => {
  it("changes the name, also where the host's events are in another database", async () => {
    const host = await signedInHost({ shard: 1, name: "Before" });
    await makeEvent(host);
    const response = await host.api("PATCH", "/me", { name: "  Zoë After " });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ id: host.id, name: "Zoë After", tier: "free" });
    expect(await meOf(host.token)).toMatchObject({ name: "Zoë After" });
    const replica = env.DB_1.prepare("select name from users where id = ?").bind(host.id);
    await eventually(async () => expect(await replica.first("name")).toBe("Zoë After"));
  });

  it.each([[{}], [{ name: "" }], [{ name: " " }], [{ name: "a\r\nBcc: x" }], [{ name: "a", email: "b@c.example" }]])(
    "refuses %j",
    async (body) => {
      const host = await signedInHost();
      expect((await host.api("PATCH", "/me", body)).status).toBe(400);
      expect(await meOf(host.token)).toMatchObject({ name: host.name, email: host.email });
    },
  );

  it("changes nothing for a session that ends between its reads and its write", async () => {
    const host = await signedInHost();
    const request = requestBy(host, "PATCH", "/me", { name: "Late" });
    const logOut = () => post("/auth/logout", { refresh_token: host.refreshToken });
    expect((await raceBeforeWrite(request, logOut)).status).toBe(401);
    const name = env.DB.prepare("select name from users where id = ?").bind(host.id);
    expect(await name.first("name")).toBe(host.name);
  });
});

describe("POST /me/password", () => {
  it("changes the password, ends every other session and emailed link, and emails the owner", async () => {
    const host = await signedInHost();
    const other = await signIn(host.email, host.password);
    const link = await issuedToken(host.id, "reset_password");
    const response = await host.api("POST", "/me/password", { current: host.password, password: NEW_PASSWORD });
    expect(response.status).toBe(204);
    expect((await host.api("GET", "/me")).status).toBe(200);
    expect((await call("GET", "/me", undefined, { Authorization: `Bearer ${other.access_token}` })).status).toBe(401);
    expect((await post("/auth/refresh", { refresh_token: other.refresh_token })).status).toBe(401);
    expect((await post("/auth/reset-password", { token: link, password: "what a thief chose" })).status).toBe(400);
    expect(await signInStatus(host.email, host.password)).toBe(401);
    expect(await signInStatus(host.email, NEW_PASSWORD)).toBe(200);
    expect((await mailTo(host.email)).subject).toBe("Your password was changed");
  });

  it.each([
    [{ current: "not it at all", password: NEW_PASSWORD }, "current"],
    [{ current: "a long enough phrase", password: "short" }, "password"],
    [{ password: NEW_PASSWORD }, "current"],
  ])("rejects %j and changes nothing", async (body, path) => {
    const host = await signedInHost();
    const response = await host.api("POST", "/me/password", body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: "validation_failed", errors: [{ path }] });
    expect(await signInStatus(host.email, host.password)).toBe(200);
  });

  it("limits guesses with a stolen session to ten, which lock nothing", async () => {
    const host = await signedInHost();
    const body = { current: "a guess at it", password: NEW_PASSWORD };
    const statuses: number[] = [];
    for (let turn = 0; turn < 12; turn++) statuses.push((await host.api("POST", "/me/password", body)).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
    expect((await askFor(host, freshEmail(), "a guess at it")).status).toBe(429);
    expect(await signInStatus(host.email, host.password)).toBe(200);
  });

  it("sets the password of the first of two parallel requests", async () => {
    const host = await signedInHost();
    const request = requestBy(host, "POST", "/me/password", { current: host.password, password: "the slower phrase" });
    const faster = () => host.api("POST", "/me/password", { current: host.password, password: NEW_PASSWORD });
    expect((await raceBeforeWrite(request, faster)).status).toBe(400);
    expect(await signInStatus(host.email, NEW_PASSWORD)).toBe(200);
    expect(await signInStatus(host.email, "the slower phrase")).toBe(401);
  });
});

describe("POST /me/email", () => {
  it("changes the address when the new one is verified, and emails the old one", async () => {
    const host = await signedInHost({ shard: 1 });
    await makeEvent(host);
    const email = freshEmail();
    expect((await askFor(host, email)).status).toBe(202);
    const token = await confirmation(email);
    expect(await meOf(host.token)).toMatchObject({ email: host.email });
    expect(await signInStatus(email, host.password)).toBe(401);

    const link = await issuedToken(host.id, "reset_password");
    expect((await post("/auth/verify-email", { token })).status).toBe(200);
    expect(await meOf(host.token)).toMatchObject({ email, email_verified: true });
    expect(await signInStatus(host.email, host.password)).toBe(401);
    expect(await signInStatus(email, host.password)).toBe(200);
    expect((await mailTo(host.email)).subject).toBe("Your email address was changed");
    // Links emailed to the old address no longer work, and the new link works only once.
    expect((await post("/auth/reset-password", { token: link, password: NEW_PASSWORD })).status).toBe(400);
    expect((await post("/auth/verify-email", { token })).status).toBe(400);
    const replica = env.DB_1.prepare("select email from users where id = ?").bind(host.id);
    await eventually(async () => expect(await replica.first("email")).toBe(email));
  });

  it("shows in the email and on its page whose account asks for the address, when and from where", async () => {
    const host = await signedInHost({ name: "You won 1000" });
    const email = freshEmail();
    const client = { "User-Agent": FIREFOX, "CF-Connecting-IP": "203.0.113.77" };
    expect((await host.api("POST", "/me/email", { email, password: host.password }, client)).status).toBe(202);
    const mail = await mailTo(email, { subject: CONFIRM });
    const { pathname, search } = linkIn(mail, "/verify-email");
    const page = await (await call("GET", pathname + search)).text();
    for (const shown of [mail.text, page]) {
      expect(shown).toContain("Account: h•••@e•••.com");
      expect(shown).toMatch(/When: .*\d{4}.*UTC/);
      expect(shown).toContain("Place: 203.0.113.0/24");
      expect(shown).toContain("Browser: Firefox on Windows");
      expect(shown).not.toMatch(/1000|is ready/);
      expect(shown).not.toContain(host.email);
    }
    const used = await post("/auth/verify-email", { token: new URLSearchParams(search).get("token") });
    expect(used.status).toBe(200);
    expect(await (await call("GET", pathname + search)).text()).not.toContain("Firefox");
  });

  it("shows a place and a browser that are not known as such", async () => {
    const host = await signedInHost();
    const email = freshEmail();
    const client = { "User-Agent": "call.0900.example/1.0", "CF-Connecting-IP": "" };
    expect((await host.api("POST", "/me/email", { email, password: host.password }, client)).status).toBe(202);
    const mail = await mailTo(email, { subject: CONFIRM });
    const { pathname, search } = linkIn(mail, "/verify-email");
    for (const shown of [mail.text, await (await call("GET", pathname + search)).text()]) {
      expect(shown).toContain("Place: not known");
      expect(shown).toContain("Browser: not known");
      expect(shown).not.toContain("0900");
    }
  });

  it("omits the account's name from the email to the new address", async () => {
    const host = await signedInHost({ name: "You won 1000" });
    const email = freshEmail();
    await askFor(host, email);
    const { text, html } = await mailTo(email, { subject: CONFIRM });
    expect(text + html).not.toContain("1000");
    expect(text).toContain("\nHi,\n");
  });

  it("returns the same for a taken address as for a free one, and emails its owner no link", async () => {
    const [host, taken] = await Promise.all([signedInHost(), signedInHost()]);
    const steady = async (response: Response) => {
      const { status, headers, body } = await visible(response);
      return { status, body, names: headers.map(([name]) => name) };
    };
    const free = await steady(await askFor(host, freshEmail()));
    expect(free.status).toBe(202);
    expect(await steady(await askFor(host, taken.email))).toEqual(free);
    expect((await mailTo(taken.email)).subject).toBe("You already have an account");
    expect(await mailsTo(taken.email)).toHaveLength(1);
    expect(await meOf(taken.token)).toMatchObject({ email: taken.email });
  });

  it("gives an address to the first of two accounts that verify it", async () => {
    const [first, second] = await Promise.all([signedInHost(), signedInHost()]);
    const email = freshEmail();
    await askFor(first, email);
    const one = await confirmation(email);
    await askFor(second, email);
    const other = await eventually(async () => {
      const links = (await mailsTo(email)).map((mail) => linkIn(mail, "/verify-email").searchParams.get("token"));
      const found = links.find((token) => token !== one);
      expect(found).toBeTruthy();
      return found;
    });
    expect((await post("/auth/verify-email", { token: one })).status).toBe(200);
    const late = await post("/auth/verify-email", { token: other });
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({ error: "email_taken" });
    expect(await meOf(second.token)).toMatchObject({ email: second.email });
  });

  it("requires the password and an address", async () => {
    const host = await signedInHost();
    const wrong = await askFor(host, freshEmail(), "a guess at it");
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toMatchObject({ errors: [{ path: "password" }] });
    expect((await askFor(host, "nobody")).status).toBe(400);
    expect(
      await env.DB.prepare("select 1 from secrets where kind = 'change_email' and user_id = ?").bind(host.id).first(),
    ).toBeNull();
  });

  it("forgets a pending address after a password reset or change, and after the next request", async () => {
    const [reset, changed, again] = await Promise.all([signedInHost(), signedInHost(), signedInHost()]);
    const tokens: string[] = [];
    for (const host of [reset, changed, again]) {
      const email = freshEmail();
      await askFor(host, email);
      tokens.push(await confirmation(email));
    }
    await post("/auth/forgot-password", { email: reset.email });
    const token = await mailedToken(reset.email, "reset");
    expect((await post("/auth/reset-password", { token, password: NEW_PASSWORD })).status).toBe(204);
    const change = { current: changed.password, password: NEW_PASSWORD };
    expect((await changed.api("POST", "/me/password", change)).status).toBe(204);
    expect((await askFor(again, freshEmail())).status).toBe(202);
    for (const forgotten of tokens) expect((await post("/auth/verify-email", { token: forgotten })).status).toBe(400);
  });

  it("sends no Server-Timing header", async () => {
    const host = await signedInHost();
    expect((await askFor(host, freshEmail())).headers.get("Server-Timing")).toBeNull();
  });
});
