import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../../src/kernel/clock.ts";
import { freshAddress, type Host, signedInHost } from "../../support/account.ts";
import { postRequest } from "../../support/auth.ts";
import { mailsTo, mailTo } from "../../support/mailbox.ts";
import { costOf } from "../../support/recording-env.ts";
import { LAPTOP, PHONE } from "../../support/user-agents.ts";

const SUBJECT = "New sign-in to your account";

interface Client {
  address?: string;
  userAgent?: string;
  country?: string;
}

/** Sends a password, and waits for what happens after the response. */
async function signInAs(
  { email, password }: Pick<Host, "email" | "password">,
  { address = freshAddress(), userAgent = LAPTOP, country = "DE" }: Client = {},
): Promise<number> {
  const headers = { "CF-Connecting-IP": address, "User-Agent": userAgent, "CF-Ray": "8f2b5c7d9e0a1b2c-LIS" };
  const request = postRequest("/auth/login", { email, password }, headers);
  return (await costOf(new Request(request, { cf: { city: "Somewhere", country } }))).response.status;
}

const subjectsTo = async ({ email }: Host) => (await mailsTo(email)).map(({ subject }) => subject);

describe("email about an unusual sign-in", () => {
  it("reports a new device on a new network, with place and browser, and nothing usual", async () => {
    const host = await signedInHost();
    const home = freshAddress();
    const usual: Client[] = [
      // The first sign-in of a new account.
      { address: home },
      // A known laptop in a new place.
      {},
      // A new phone at home.
      { address: home, userAgent: PHONE },
    ];
    for (const client of usual) expect([client, await signInAs(host, client)]).toEqual([client, 200]);
    expect(await signInAs(host, { userAgent: "curl/8.5.0" })).toBe(200);
    const { text } = await mailTo(host.email, { subject: SUBJECT });
    expect(text).toContain("Place: Somewhere, DE");
    // A program names itself, so its name is not in an email.
    expect(text).toContain("Browser: not known");
    expect(text).toContain("/forgot-password");
    expect(await subjectsTo(host)).toEqual([SUBJECT]);
  });

  it("reports the usual device in a new country", async () => {
    const host = await signedInHost();
    expect(await signInAs(host)).toBe(200);
    expect(await signInAs(host, { country: "PT" })).toBe(200);
    const { text } = await mailTo(host.email, { subject: SUBJECT });
    expect(text).toContain("Place: Somewhere, PT");
    expect(text).toContain("Browser: Chrome on Windows");
  });

  it("reports the right password after three wrong ones, from a new network", async () => {
    const host = await signedInHost();
    const home = freshAddress();
    expect(await signInAs(host, { address: home })).toBe(200);
    const guess = async (client: Client) => {
      const wrong = { ...host, password: "not the password" };
      for (let tries = 0; tries < 3; tries++) expect(await signInAs(wrong, client)).toBe(401);
      expect(await signInAs(host, client)).toBe(200);
    };
    await guess({ address: home });
    await guess({ address: freshAddress() });
    await mailTo(host.email, { subject: SUBJECT });
    expect(await subjectsTo(host)).toEqual([SUBJECT]);
  });

  it("reports a sign-in to an account that nobody has signed in to for 90 days", async () => {
    const host = await signedInHost();
    const since = Date.now() - 91 * DAY_MS;
    await env.DB.prepare("update users set created_at = ? where id = ?").bind(since, host.id).run();
    expect(await signInAs(host)).toBe(200);
    await mailTo(host.email, { subject: SUBJECT });
  });
});
