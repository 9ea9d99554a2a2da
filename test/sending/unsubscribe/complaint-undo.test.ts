import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { unsubscribeUrl } from "../../../src/platform/mail/unsubscribe-token.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { call, freshAddress, type Host, signedInHost } from "../../support/account.ts";
import { codeIn, wrongCode } from "../../support/challenges.ts";
import { eventually } from "../../support/eventually.ts";
import { addGuest, issueLink, makeEvent } from "../../support/guest.ts";
import { type CaughtMail, headerOf, mailsTo, mailTo } from "../../support/mailbox.ts";
import { sendMailReport } from "../../support/reports.ts";

const SUBJECT = "Your code";
const BROWSER = { Accept: "text/html", "Content-Type": "application/x-www-form-urlencoded" };

const newAddress = () => `grace-${crypto.randomUUID()}@example.com`;

/** A client at its own network address. */
function client(headers: Record<string, string> = { Accept: "application/json" }) {
  const own = { "CF-Connecting-IP": freshAddress(), ...headers };
  return (method: string, path: string, body?: unknown) => call(method, path, body, own);
}

async function tokenOf(email: string, host: Host): Promise<string> {
  const ctx = createRequestContext(env, () => undefined);
  const url = new URL(await unsubscribeUrl(ctx, { address: email, hostIds: [host.id] }));
  return url.searchParams.get("token") ?? "";
}

async function invite(host: Host, email: string) {
  const event = await makeEvent(host);
  const guest = await addGuest(host, event.id, { email });
  return issueLink(host, event.id, guest.id);
}

/** An address whose owner has marked the invitation of a host as spam, with a token of its unsubscribe link. */
async function complainedAddress(shard = 0) {
  const host = await signedInHost({ tier: "pro", shard, name: `Helena ${crypto.randomUUID().slice(0, 8)}` });
  const email = newAddress();
  await invite(host, email);
  await mailTo(email);
  const database = shard === 0 ? env.DB : env.DB_1;
  await eventually(async () => {
    const sent = database.prepare("select count(*) as n from guests where email_key = ? and delivery_status = 'sent'");
    expect(await sent.bind(email).first("n")).toBe(1);
  });
  expect(await sendMailReport("email.complained", email)).toBe(200);
  return { host, email, token: await tokenOf(email, host) };
}

/** Reports the invitation to an address as spam again. */
async function reportInvitation(email: string): Promise<void> {
  const sent = env.DB.prepare(
    `select provider_message_id from deliveries mail join guests on guests.event_id = mail.event_id
       and guests.id = mail.guest_id where guests.email_key = ? and mail.kind = 'invitation'`,
  );
  const id = await sent.bind(email).first<string>("provider_message_id");
  expect(await sendMailReport("email.complained", email, { email_id: id })).toBe(200);
}

/** Requests a code, and returns it from the email. */
async function mailedCode(email: string, token: string): Promise<string> {
  const before = new Set((await mailsTo(email)).map(({ id }) => id));
  expect((await client()("POST", `/unsubscribe/code?token=${token}`)).status).toBe(202);
  return eventually(async () => {
    const [mail] = await codeMails(email, before);
    expect(mail).toBeDefined();
    return codeIn(mail?.text ?? "");
  });
}

async function codeMails(email: string, known: ReadonlySet<string> = new Set()): Promise<CaughtMail[]> {
  return (await mailsTo(email, known)).filter(({ subject }) => subject === SUBJECT);
}

const verify = (token: string, code: string) => client()("POST", `/unsubscribe/code/verify?token=${token}`, { code });

const stateOf = async (token: string) =>
  (await client()("GET", `/unsubscribe?token=${token}`)).json<Record<string, unknown>>();

/** The shards on which a complaint stops the emails of all hosts. */
async function complainedOn(email: string): Promise<number[]> {
  const query = "select count(*) as n from suppressions where email_key = ? and reason = 'complained'";
  const counts = await Promise.all([env.DB, env.DB_1].map((db) => db.prepare(query).bind(email).first<number>("n")));
  return counts.flatMap((count, shard) => (count === 1 ? [shard] : []));
}

/** Requests a code of an address that gets one, so that the emails requested before have had time. */
async function untilLaterCodesArrive(): Promise<void> {
  const { email, token } = await complainedAddress();
  await mailedCode(email, token);
}

describe("undoing a complaint: POST /unsubscribe/code/verify", () => {
  it.each([0, 1])("lets all hosts but its own email the address again, also on shard %i", async (shard) => {
    const { host, email, token } = await complainedAddress(shard);
    expect(await complainedOn(email)).toEqual([0, 1]);
    const other = await signedInHost({ tier: "pro", shard: 1 - shard });
    expect(await invite(other, email)).toMatchObject({ notified: false, reason: "complained" });

    const code = await mailedCode(email, token);
    const undone = await verify(token, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect([undone.status, await undone.json()]).toMatchObject([
      200,
      { is_complained: false, scope: "none", stopped_hosts: [host.name] },
    ]);
    expect(await complainedOn(email)).toEqual([]);
    expect(await invite(other, email)).toMatchObject({ notified: true, reason: null });
    expect(await invite(host, email)).toMatchObject({ notified: false, reason: "complained" });
    await eventually(async () =>
      expect((await mailsTo(email)).filter(({ subject }) => subject !== SUBJECT)).toHaveLength(2),
    );
    const [mail] = await codeMails(email);
    expect(mail && headerOf(mail, "List-Unsubscribe")).toBeNull();
  });

  it("requires a code in addition to the link", async () => {
    const { email, token } = await complainedAddress();
    const send = client();
    for (const scope of ["none", "all", "host", "none"]) {
      expect((await send("POST", `/unsubscribe?token=${token}&scope=${scope}`)).status).toBe(200);
    }
    await send("GET", `/unsubscribe?token=${token}`);
    expect(await complainedOn(email)).toEqual([0, 1]);
    expect(await stateOf(token)).toMatchObject({ scope: "none", is_complained: true });
    const missing = await verify(token, "123456");
    expect([missing.status, await missing.json()]).toMatchObject([404, { error: "challenge_missing" }]);
    expect(await codeMails(email)).toEqual([]);
  });

  it("rejects a code of another address, or of an earlier request", async () => {
    const [one, other] = await Promise.all([complainedAddress(), complainedAddress()]);
    const earlier = await mailedCode(one.email, one.token);
    const foreign = await mailedCode(other.email, other.token);
    const newest = await mailedCode(one.email, one.token);
    for (const code of [foreign, earlier].filter((wrong) => wrong !== newest)) {
      expect((await verify(one.token, code)).status).toBe(403);
    }
    expect(await complainedOn(one.email)).toEqual([0, 1]);
    expect((await verify(one.token, newest)).status).toBe(200);
    expect(await complainedOn(other.email)).toEqual([0, 1]);
  });

  it("accepts one of two parallel requests with the same code", async () => {
    const { email, token } = await complainedAddress();
    const code = await mailedCode(email, token);
    const responses = await Promise.all([verify(token, code), verify(token, code)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await complainedOn(email)).toEqual([]);
    expect((await verify(token, code)).status).toBe(409);
  });

  it("leaves a complaint that came after the code was sent", async () => {
    const { email, token } = await complainedAddress();
    const code = await mailedCode(email, token);
    await reportInvitation(email);
    expect(await (await verify(token, code)).json()).toMatchObject({ is_complained: true });
    expect(await complainedOn(email)).toEqual([0, 1]);
  });
});

describe("a code against a complaint: POST /unsubscribe/code", () => {
  it("ends after five wrong tries", async () => {
    const { email, token } = await complainedAddress();
    const code = await mailedCode(email, token);
    const left: unknown[] = [];
    for (let offset = 1; offset <= 5; offset++) {
      const wrong = await verify(token, wrongCode(code, offset));
      expect(wrong.status).toBe(403);
      left.push((await wrong.json<{ tries_left: number }>()).tries_left);
    }
    expect(left).toEqual([4, 3, 2, 1, 0]);
    const right = await verify(token, code);
    expect([right.status, await right.json()]).toMatchObject([403, { error: "challenge_failed" }]);
    expect(await complainedOn(email)).toEqual([0, 1]);
    expect((await verify(token, await mailedCode(email, token))).status).toBe(200);
  });

  it("expires after 30 minutes", async () => {
    const { email, token } = await complainedAddress();
    const code = await mailedCode(email, token);
    const row = env.DB.prepare("select expires_at - created_at as life from secrets where subject = ?").bind(email);
    expect(await row.first("life")).toBe(30 * 60_000);
    await env.DB.prepare("update secrets set expires_at = ? where subject = ?")
      .bind(Date.now() - 1, email)
      .run();
    const late = await verify(token, code);
    expect([late.status, await late.json()]).toMatchObject([410, { error: "code_expired" }]);
  });

  it("returns 400 for a malformed code, and counts no try", async () => {
    const { email, token } = await complainedAddress();
    await mailedCode(email, token);
    for (const code of ["12345", "abcdef", ""]) expect((await verify(token, code)).status).toBe(400);
    const tries = env.DB.prepare("select payload ->> 'tries' as tries from secrets where subject = ?").bind(email);
    expect(await tries.first("tries")).toBeNull();
  });

  it("reaches an address three times a day, with the same response for each request", async () => {
    const { host, email, token } = await complainedAddress();
    const unknown = newAddress();
    const responses: unknown[] = [];
    for (const of of [token, token, token, token, await tokenOf(unknown, host)]) {
      const response = await client()("POST", `/unsubscribe/code?token=${of}`);
      responses.push([response.status, await response.text()]);
    }
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(responses[0]).toMatchObject([202, expect.stringContaining("accepted")]);
    await untilLaterCodesArrive();
    const mails = await codeMails(email);
    // A request that a newer one replaced before its email was sent has no email.
    expect(mails.length).toBeGreaterThan(0);
    expect(mails.length).toBeLessThan(4);
    expect(await mailsTo(unknown)).toEqual([]);
    const stored = env.DB.prepare("select count(*) as n from secrets where subject = ?").bind(unknown);
    expect(await stored.first("n")).toBe(0);
    const last = env.DB.prepare("select payload ->> 'id' as id from secrets where subject = ?").bind(email);
    const before = await last.first("id");
    await client()("POST", `/unsubscribe/code?token=${token}`);
    expect(await last.first("id")).toBe(before);
  });

  it("returns 429 after ten requests of a network", async () => {
    const host = await signedInHost();
    const send = client();
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries++) {
      statuses.push((await send("POST", `/unsubscribe/code?token=${await tokenOf(newAddress(), host)}`)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(202), 429]);
  });

  it("has the language of the request", async () => {
    const { email, token } = await complainedAddress();
    await client({ "Accept-Language": "de" })("POST", `/unsubscribe/code?token=${token}`);
    expect((await mailTo(email, { subject: "Ihr Code" })).text).toContain("30 Minuten");
  });
});

describe("the page of an unsubscribe link: POST /unsubscribe/code-checked", () => {
  it("says that an email was marked as spam, and undoes that without a script: POST /unsubscribe/code-sent", async () => {
    const { host, email, token } = await complainedAddress();
    const browser = client(BROWSER);
    const first = await (await browser("GET", `/unsubscribe?token=${token}`)).text();
    expect(first).toContain("was marked as spam");
    expect(first).not.toContain(email);
    expect(first).not.toContain("<script");
    expect(first).not.toContain(host.name);
    expect(formsOf(first)).toEqual([`/unsubscribe/code-sent?token=${token}`]);

    const asked = await browser("POST", formsOf(first)[0] ?? "", "");
    const second = await asked.text();
    expect([asked.status, formsOf(second)[0]]).toEqual([200, `/unsubscribe/code-checked?token=${token}`]);
    const code = codeIn((await mailTo(email, { subject: SUBJECT })).text);
    const wrong = await browser("POST", formsOf(second)[0] ?? "", `one_time_code=${wrongCode(code)}`);
    expect([wrong.status, await wrong.text()]).toEqual([403, expect.stringContaining("4 tries left")]);

    const right = await browser("POST", formsOf(second)[0] ?? "", `one_time_code=${code}`);
    const done = await right.text();
    expect([right.status, done]).toEqual([200, expect.stringContaining("subscribed again")]);
    expect(done).toContain(`Emails from ${host.name} stay stopped`);
    const again = await browser("POST", formsOf(second)[0] ?? "", `one_time_code=${code}`);
    expect([again.redirected, await again.text()]).toEqual([true, expect.stringContaining("Unsubscribe from")]);
    expect(await complainedOn(email)).toEqual([]);
  });

  it("says after the right code that the address is still unsubscribed, if it is", async () => {
    const { email, token } = await complainedAddress();
    await client()("POST", `/unsubscribe?token=${token}&scope=all`);
    const code = await mailedCode(email, token);
    const page = await client(BROWSER)("POST", `/unsubscribe/code-checked?token=${token}`, `one_time_code=${code}`);
    expect(await page.text()).toContain("You&#39;re unsubscribed");
    expect(await stateOf(token)).toMatchObject({ scope: "all", is_complained: false });
  });

  it("says that emails are stopped after a click on the button to subscribe again", async () => {
    const { token } = await complainedAddress();
    const response = await client(BROWSER)("POST", `/unsubscribe?token=${token}&scope=none`, "");
    expect(await response.text()).toContain("was marked as spam");
  });

  it("offers no code to an address without a complaint", async () => {
    const host = await signedInHost();
    const page = await (await client(BROWSER)("GET", `/unsubscribe?token=${await tokenOf(newAddress(), host)}`)).text();
    expect(page).not.toContain("spam");
    expect(page).not.toContain("code-sent");
  });

  it("shows an incomplete link for a token that was cut off", async () => {
    const token = (await tokenOf(newAddress(), await signedInHost())).slice(0, -3);
    for (const path of ["code-sent", "code-checked"]) {
      const response = await client(BROWSER)("POST", `/unsubscribe/${path}?token=${token}`, "one_time_code=123456");
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("incomplete")]);
    }
  });
});

function formsOf(page: string): string[] {
  return [...page.matchAll(/<form method="post" action="(\/unsubscribe[^"]+)"/g)].map(([, action = ""]) =>
    action.replaceAll("&amp;", "&"),
  );
}
