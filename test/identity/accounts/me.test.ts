import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createKeyring } from "../../../src/kernel/keyring.ts";
import { signJwt } from "../../../src/kernel/signed-jwt.ts";
import { call, freshAddress, signedInHost } from "../../support/account.ts";
import { makeKey } from "../../support/api-key.ts";
import { eventually } from "../../support/eventually.ts";
import { mailTo } from "../../support/mailbox.ts";
import { costOf } from "../../support/recording-env.ts";
import { sendMailReport } from "../../support/reports.ts";

interface Me {
  terms_accepted_at: string | null;
  privacy_policy_accepted_at: string | null;
}

describe("GET /me", () => {
  /**
   * @spec 2.1 "User | password hash | hidden | stored hashed; never returned"
   * @spec 4.16 "GET | /me | authenticated | current user"
   */
  it("shows the caller with the tier and without secrets", async () => {
    const host = await signedInHost({ name: "Grace Host" });
    const response = await host.api("GET", "/me");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      id: host.id,
      email: host.email,
      name: "Grace Host",
      email_verified: true,
      email_bounced: false,
      locale: "en",
      tier: "free",
      terms_accepted_at: null,
      privacy_policy_accepted_at: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  });

  it("shows the tier that was paid for", async () => {
    const host = await signedInHost({ tier: "pro" });
    expect(await (await host.api("GET", "/me")).json()).toMatchObject({ tier: "pro" });
  });

  it("says that the last email about the account bounced, until the next one arrives", async () => {
    const host = await signedInHost();
    const isBounced = async () =>
      (await (await host.api("GET", "/me")).json<{ email_bounced: boolean }>()).email_bounced;
    const key = await makeKey(host);
    await mailTo(host.email, { subject: "An API key was created for your account" });
    expect(await isBounced()).toBe(false);
    expect(await sendMailReport("email.bounced", host.email, { bounce: { type: "Permanent" } })).toBe(200);
    expect(await isBounced()).toBe(true);
    expect((await host.api("POST", `/api-keys/${key.id}/rotate`, {})).status).toBe(201);
    await mailTo(host.email, { subject: "An API key was replaced" });
    await eventually(async () => expect(await isBounced()).toBe(false));
    // A server that rejects the email immediately.
    await env.DB.prepare("update deliveries set status = 'failed', reason = '550 5.1.1 no such user' where user_id = ?")
      .bind(host.id)
      .run();
    expect(await isBounced()).toBe(true);
    // Not delivered for a reason that is not about the address.
    await env.DB.prepare("update deliveries set reason = 'gave_up' where user_id = ?").bind(host.id).run();
    expect(await isBounced()).toBe(false);
  });

  it("queries the database once", async () => {
    const host = await signedInHost();
    const cost = await costOf(
      new Request("https://usher.test/me", { headers: { Authorization: `Bearer ${host.token}` } }),
    );
    expect(cost.response.status).toBe(200);
    expect([cost.roundTrips, cost.d1Calls]).toEqual([1, 1]);
  });
});

describe("session tokens", () => {
  const header = (fields: object) => btoa(JSON.stringify(fields)).replaceAll("=", "");
  const secret = String(env.PLATFORM_SECRET);

  async function statusWith(authorization: string | null): Promise<number> {
    const headers = authorization === null ? {} : { Authorization: authorization };
    const response = await call("GET", "/me", undefined, headers);
    if (response.status === 401) {
      expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
      expect(await response.json()).toMatchObject({ status: 401, error: "unauthenticated" });
    }
    return response.status;
  }

  it("rejects a request without a bearer, with another scheme and with a malformed token", async () => {
    const { token } = await signedInHost();
    for (const authorization of [null, "", "Bearer", "Bearer ", `Basic ${token}`, "Bearer x", `Bearer ${token}x`]) {
      expect(await statusWith(authorization)).toBe(401);
    }
    expect(await statusWith(`bearer ${token}`)).toBe(200);
  });

  it("rejects a token that declares no signature algorithm", async () => {
    const { token } = await signedInHost();
    const [, payload, signature] = token.split(".");
    const none = header({ alg: "none" });
    expect(await statusWith(`Bearer ${none}.${payload}.`)).toBe(401);
    expect(await statusWith(`Bearer ${none}.${payload}.${signature}`)).toBe(401);
  });

  /** @spec 5.1 "1. Host routes need a bearer access token, an HS256 JWT." */
  it("rejects a token signed with another algorithm by a key of the same bytes", async () => {
    const { token } = await signedInHost();
    const payload = token.split(".")[1];
    // The bytes of the session key, which no client has, used as an HS512 key.
    const master = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), "HKDF", false, [
      "deriveBits",
    ]);
    const info = { name: "HKDF", hash: "SHA-256", salt: utf8("usher"), info: utf8("session") };
    const bytes = await crypto.subtle.deriveBits(info, master, 256);
    const sign = async (hash: "SHA-256" | "SHA-512", alg: string): Promise<string> => {
      const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash }, false, ["sign"]);
      const text = `${header({ alg })}.${payload}`;
      const signature = new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8(text)));
      return `Bearer ${text}.${signature.toBase64({ alphabet: "base64url", omitPadding: true })}`;
    };
    expect(await statusWith(await sign("SHA-256", "HS256"))).toBe(200);
    expect(await statusWith(await sign("SHA-512", "HS512"))).toBe(401);
  });

  it("rejects a token with another audience, another purpose's key, no expiry, or a past expiry", async () => {
    const { id } = await signedInHost();
    const keyring = createKeyring([secret]);
    const now = Date.now() / 1000;
    const good = {
      audience: "session",
      issuedAt: now,
      expiresAt: now + 60,
      claims: { sub: id, sid: crypto.randomUUID() },
    };
    const session = await keyring.keysFor("session");
    expect(await statusWith(`Bearer ${await signJwt(session, good)}`)).toBe(200);
    expect(await statusWith(`Bearer ${await signJwt(session, { ...good, audience: "scanner" })}`)).toBe(401);
    expect(await statusWith(`Bearer ${await signJwt(session, { ...good, expiresAt: now - 1 })}`)).toBe(401);
    expect(await statusWith(`Bearer ${await signJwt(session, { ...good, claims: { sid: id } })}`)).toBe(401);
    expect(await statusWith(`Bearer ${await signJwt(session, { ...good, claims: { sub: id } })}`)).toBe(401);
    const { issuedAt: _, ...withoutStart } = good;
    expect(await statusWith(`Bearer ${await signJwt(session, withoutStart)}`)).toBe(401);
    expect(await statusWith(`Bearer ${await signJwt(await keyring.keysFor("scanner"), good)}`)).toBe(401);
  });

  it("rejects a refresh token as a bearer", async () => {
    const host = await signedInHost();
    expect(await statusWith(`Bearer ${host.refreshToken}`)).toBe(401);
  });

  it("queries no database for a forged or expired token", async () => {
    const cost = await costOf(new Request("https://usher.test/me", { headers: { Authorization: "Bearer a.b.c" } }));
    expect(cost.response.status).toBe(401);
    expect(cost.calls).toEqual([]);
  });

  it("expires after 15 minutes", async () => {
    const { token } = await signedInHost();
    const claims = JSON.parse(atob(token.split(".")[1] ?? ""));
    expect(claims).toMatchObject({ aud: "session" });
    expect(claims.exp - claims.iat).toBeCloseTo(15 * 60, 3);
  });
});

describe("POST /me/accept-terms", () => {
  /**
   * @spec 2.4 "User | terms_accepted_at | timestamp, nullable | set by POST /me/accept-terms"
   * @spec 2.5 "User | privacy_policy_accepted_at | timestamp, nullable | set by POST /me/accept-terms"
   * @spec 4.19 "POST | /me/accept-terms | authenticated | idempotent consent record"
   */
  it("keeps the time of the first acceptance", async () => {
    const host = await signedInHost();
    const first = await host.api("POST", "/me/accept-terms", {});
    expect(first.status).toBe(200);
    const user = await first.json<Me>();
    expect(user.terms_accepted_at).toMatch(/Z$/);
    expect(user.privacy_policy_accepted_at).toBe(user.terms_accepted_at);
    const again = await host.api("POST", "/me/accept-terms", {});
    expect(again.status).toBe(200);
    expect(await again.json()).toEqual(user);
    expect(await (await host.api("GET", "/me")).json()).toEqual(user);
  });

  it("returns one time to twenty parallel requests", async () => {
    const host = await signedInHost();
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => (await host.api("POST", "/me/accept-terms", {})).json<Me>()),
    );
    expect(new Set(answers.map((user) => user.terms_accepted_at)).size).toBe(1);
  });

  it("refuses unknown fields and requests without a session", async () => {
    const host = await signedInHost();
    const typo = await host.api("POST", "/me/accept-terms", { accepted: true });
    expect(typo.status).toBe(400);
    expect(await typo.json()).toMatchObject({ error: "validation_failed", errors: [{ path: "accepted" }] });
    expect((await call("POST", "/me/accept-terms", {})).status).toBe(401);
  });
});

describe("GET /me/public-ip", () => {
  /** @spec 4.20 "GET | /me/public-ip | authenticated | returns the caller's apparent IP address" */
  it("returns the address that Cloudflare reports, and no other", async () => {
    const host = await signedInHost();
    const address = freshAddress();
    const response = await host.api("GET", "/me/public-ip", undefined, {
      "CF-Connecting-IP": address,
      "X-Forwarded-For": "203.0.113.9",
      "X-Real-IP": "203.0.113.9",
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ ip: address });
  });

  it("returns null when Cloudflare reports none", async () => {
    const { token } = await signedInHost();
    const response = await call("GET", "/me/public-ip", undefined, { Authorization: `Bearer ${token}` });
    expect(await response.json()).toEqual({ ip: null });
  });

  it("requires a live session", async () => {
    const host = await signedInHost();
    await env.DB.prepare("update users set sessions_valid_from = ? where id = ?")
      .bind(Date.now() + 1, host.id)
      .run();
    expect((await host.api("GET", "/me/public-ip")).status).toBe(401);
  });
});

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
}
