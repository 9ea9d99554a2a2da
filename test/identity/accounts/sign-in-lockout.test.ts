import { describe, expect, it } from "vitest";
import { call, freshAddress, freshEmail, signedInHost } from "../../support/account.ts";
import { mailedToken, post } from "../../support/auth.ts";
import { addPasskey, authenticationOptions } from "../../support/second-factors.ts";

const WRONG = "not the password at all";
const NEW_PASSWORD = "a phrase that is new";

async function statusFrom(network: string, email: string, password: string): Promise<number> {
  return (await post("/auth/login", { email, password }, { "CF-Connecting-IP": network })).status;
}

/** Wrong sign-ins for one address, ten from each of ten networks. */
async function hundredFailures(email: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let network = 0; network < 10; network++) {
    const from = freshAddress();
    statuses.push(...(await Promise.all(Array.from({ length: 10 }, () => statusFrom(from, email, WRONG)))));
  }
  return statuses;
}

describe("POST /auth/login by an attacker", () => {
  it("lets the owner reset the password and sign in after 100 failures from ten networks", async () => {
    const host = await signedInHost();
    expect(await hundredFailures(host.email)).toEqual(Array(100).fill(401));
    // The hour's hundred on this address are used up, for everybody.
    expect(await statusFrom(freshAddress(), host.email, host.password)).toBe(429);
    // The owner's existing session continues.
    expect((await host.api("GET", "/me")).status).toBe(200);
    expect((await host.api("POST", "/auth/refresh", { refresh_token: host.refreshToken })).status).toBe(200);

    const owner = freshAddress();
    const token = await mailedToken(host.email, "locked");
    const reset = { token, password: NEW_PASSWORD };
    expect((await post("/auth/reset-password", reset, { "CF-Connecting-IP": owner })).status).toBe(204);
    const signedIn = await post(
      "/auth/login",
      { email: host.email, password: NEW_PASSWORD },
      { "CF-Connecting-IP": owner },
    );
    expect(signedIn.status).toBe(200);
    const { access_token } = await signedIn.json<{ access_token: string }>();
    expect((await call("GET", "/me", undefined, { Authorization: `Bearer ${access_token}` })).status).toBe(200);
  });

  it("locks only the password after five failures from five networks, not passkey, session or emailed link", async () => {
    const host = await signedInHost();
    const authenticator = await addPasskey(host);
    for (let network = 0; network < 5; network++) expect(await statusFrom(freshAddress(), host.email, WRONG)).toBe(401);
    expect(await statusFrom(freshAddress(), host.email, host.password)).toBe(401);

    expect((await host.api("GET", "/me")).status).toBe(200);
    expect((await host.api("POST", "/auth/refresh", { refresh_token: host.refreshToken })).status).toBe(200);
    const credential = await authenticator.get(await authenticationOptions());
    expect((await post("/auth/passkeys/authenticate", { credential })).status).toBe(200);

    const token = await mailedToken(host.email, "locked");
    const page = await call("GET", `/reset-password?token=${token}`);
    expect(await page.text()).toContain("Set a new password");
    expect(await statusFrom(freshAddress(), host.email, host.password)).toBe(401);
    const form = new URLSearchParams({ token, password: NEW_PASSWORD });
    expect((await call("POST", "/reset-password", form, { "CF-Connecting-IP": freshAddress() })).status).toBe(200);
    expect(await statusFrom(freshAddress(), host.email, NEW_PASSWORD)).toBe(200);
  });

  it("limits failures from one network without using up the attempts of other networks", async () => {
    const host = await signedInHost();
    const stranger = freshAddress();
    const statuses = await Promise.all(Array.from({ length: 60 }, () => statusFrom(stranger, host.email, WRONG)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    // Ten of the hundred attempts from all networks are used up: requests rejected by the tight limit did not count.
    const others = await Promise.all(Array.from({ length: 95 }, () => statusFrom(freshAddress(), host.email, WRONG)));
    expect(others.filter((status) => status === 401)).toHaveLength(90);
  });

  it("clears the owner's ten failures after a password reset, on the network of those failures", async () => {
    const host = await signedInHost();
    const from = freshAddress();
    for (let turn = 0; turn < 10; turn++) expect(await statusFrom(from, host.email, WRONG)).toBe(401);
    expect(await statusFrom(from, host.email, WRONG)).toBe(429);
    const token = await mailedToken(host.email, "locked");
    expect((await post("/auth/reset-password", { token, password: NEW_PASSWORD })).status).toBe(204);
    expect(await statusFrom(from, host.email, NEW_PASSWORD)).toBe(200);
  });

  it.each([
    ["/auth/login", { password: WRONG }, 150, 401],
    ["/auth/forgot-password", {}, 25, 202],
    ["/auth/verify-email/resend", {}, 25, 202],
  ])("limits the networks of one IPv6 site together on %s", async (path, body, limit, passes) => {
    const site = crypto.getRandomValues(new Uint16Array(1))[0]?.toString(16);
    const statuses: number[] = [];
    for (let network = 0; network < limit + 10; network += 20) {
      const attempts = Array.from({ length: Math.min(20, limit + 10 - network) }, async (_, index) => {
        const from = `2001:db8:${site}:${(network + index).toString(16)}::7`;
        return (await post(path, { ...body, email: freshEmail() }, { "CF-Connecting-IP": from })).status;
      });
      statuses.push(...(await Promise.all(attempts)));
    }
    expect(statuses.filter((status) => status === passes)).toHaveLength(limit);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });
});
