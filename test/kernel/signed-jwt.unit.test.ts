import fc from "fast-check";
import { SignJWT } from "jose";
import { describe, expect, it, vi } from "vitest";
import { fromBase64Url, toBase64Url } from "../../src/kernel/bytes.ts";
import { createKeyring } from "../../src/kernel/keyring.ts";
import { signJwt, verifyJwt } from "../../src/kernel/signed-jwt.ts";

const SECRET = "a platform secret that only the tests know";
const NOW = Date.UTC(2027, 0, 1);
const keys = (purpose: "session" | "door_code" = "session", ...[first = SECRET, ...earlier]: string[]) =>
  createKeyring([first, ...earlier]).keysFor(purpose);
const expected = { audience: "door", requiredClaims: ["sub"], now: NOW };
const claims = fc.record({
  sub: fc.uuid(),
  note: fc.string({ unit: "binary", maxLength: 20 }).map((text) => text.toWellFormed()),
});
const seconds = NOW / 1_000;

describe("signJwt and verifyJwt", () => {
  it("returns the signed claims until the token expires", async () => {
    const own = await keys();
    await fc.assert(
      fc.asyncProperty(claims, fc.integer({ min: 1, max: 10 ** 9 }), async (said, life) => {
        const token = await signJwt(own, { audience: "door", expiresAt: seconds + life, claims: said });
        expect(await verifyJwt(own, token, expected)).toMatchObject({ status: "valid", claims: said });
        const later = { ...expected, now: NOW + life * 1_000 };
        expect(await verifyJwt(own, token, later)).toEqual({ status: "expired" });
      }),
    );
  });

  it("rejects a token with any bit changed", async () => {
    const own = await keys();
    await fc.assert(
      fc.asyncProperty(claims, fc.nat(2), fc.nat(), async (said, part, place) => {
        const token = await signJwt(own, { audience: "door", expiresAt: seconds + 60, claims: said });
        const parts = token.split(".");
        const bytes = fromBase64Url(parts[part] ?? "") ?? new Uint8Array();
        const bit = place % (bytes.length * 8);
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        parts[part] = toBase64Url(bytes);
        expect(await verifyJwt(own, parts.join("."), expected)).toEqual({ status: "invalid" });
      }),
    );
  });

  it("rejects another purpose, audience or secret and a missing claim", async () => {
    const own = await keys();
    const grant = { audience: "door", expiresAt: seconds + 60, claims: { sub: "x" } };
    const token = await signJwt(own, grant);
    expect(await verifyJwt(await keys("door_code"), token, expected)).toEqual({ status: "invalid" });
    expect(await verifyJwt(own, token, { ...expected, audience: "session" })).toEqual({ status: "invalid" });
    expect(await verifyJwt(own, token, { ...expected, requiredClaims: ["role"] })).toEqual({ status: "invalid" });
    const other = "another secret, unknown to this keyring";
    expect(await verifyJwt(await keys("session", other), token, expected)).toEqual({ status: "invalid" });
    expect(await verifyJwt(await keys("session", other, SECRET), token, expected)).toMatchObject({ status: "valid" });
  });

  it("caches the signature check of a JWT but still checks expiry, audience, claims and key", async () => {
    const own = await keys();
    const token = await signJwt(own, { audience: "door", expiresAt: seconds + 60, claims: { sub: "x" } });
    const verify = vi.spyOn(crypto.subtle, "verify");
    for (let time = 0; time < 3; time++) {
      expect(await verifyJwt(own, token, expected)).toMatchObject({ status: "valid", claims: { sub: "x" } });
    }
    expect(verify).toHaveBeenCalledTimes(1);
    verify.mockRestore();
    expect(await verifyJwt(own, token, { ...expected, now: NOW + 60_000 })).toEqual({ status: "expired" });
    expect(await verifyJwt(own, token, { ...expected, audience: "session" })).toEqual({ status: "invalid" });
    expect(await verifyJwt(own, token, { ...expected, requiredClaims: ["role"] })).toEqual({ status: "invalid" });
    expect(await verifyJwt(await keys("door_code"), token, expected)).toEqual({ status: "invalid" });
    expect(await verifyJwt(own, `${token}x`, expected)).toEqual({ status: "invalid" });
  });

  it("tries only the named key", async () => {
    const other = "another secret, which comes after the first";
    const used: string[] = [];
    const both = createKeyring([other, SECRET], (purpose) => used.push(purpose));
    const grant = { audience: "door", expiresAt: seconds + 60, claims: { sub: "x" } };
    const [old, current] = [await signJwt(await keys(), grant), await signJwt(await both.keysFor("session"), grant)];
    const header = (token: string) =>
      JSON.parse(new TextDecoder().decode(fromBase64Url(token.split(".")[0] ?? "") ?? undefined));
    expect(header(old)).toEqual({ alg: "HS256", kid: expect.stringMatching(/^[\w-]{4}$/) });
    expect(header(current).kid).not.toBe(header(old).kid);
    expect(await verifyJwt(await both.keysFor("session"), current, expected)).toMatchObject({ status: "valid" });
    expect(used).toEqual([]);
    expect(await verifyJwt(await both.keysFor("session"), old, expected)).toMatchObject({ status: "valid" });
    expect(used).toEqual(["session"]);
    const [, ...rest] = current.split(".");
    const renamed = [toBase64Url(new TextEncoder().encode(JSON.stringify(header(old)))), ...rest].join(".");
    expect(await verifyJwt(await both.keysFor("session"), renamed, expected)).toEqual({ status: "invalid" });
    const nameless = await new SignJWT({ sub: "x" })
      .setProtectedHeader({ alg: "HS256" })
      .setAudience("door")
      .setExpirationTime(seconds + 60)
      .sign((await keys())[0]);
    expect(await verifyJwt(await both.keysFor("session"), nameless, expected)).toEqual({ status: "invalid" });
  });

  it("rejects any other text without an error", async () => {
    const own = await keys();
    const anything = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[\w-]*\.[\w-]*\.[\w-]*$/));
    await fc.assert(
      fc.asyncProperty(anything, async (token) => {
        expect(await verifyJwt(own, token, expected)).toEqual({ status: "invalid" });
      }),
    );
  });
});
