import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { newTotpSecret, otpauthUrl, stepOfCode } from "../../../src/identity/second-factors/totp.ts";

/** The secret of RFC 6238, appendix B, and its times (epoch seconds) with their codes for SHA-1, last six digits. */
const RFC_SECRET = new Secret({ buffer: new TextEncoder().encode("12345678901234567890").buffer }).base32;
const RFC_CODES: [seconds: number, code: string][] = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
];

describe("stepOfCode and newTotpSecret", () => {
  it.each(RFC_CODES)("returns the step of RFC 6238 at %i s", (seconds, code) => {
    expect(stepOfCode(RFC_SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it("accepts a code for one step before and after, and not for two", () => {
    const now = 1_800_000_000_000;
    const step = now / 30_000;
    const codeAt = (offset: number) =>
      TOTP.generate({ secret: Secret.fromBase32(RFC_SECRET), timestamp: now + offset * 30_000 });
    expect([-2, -1, 0, 1, 2].map((offset) => stepOfCode(RFC_SECRET, codeAt(offset), now))).toEqual([
      null,
      step - 1,
      step,
      step + 1,
      null,
    ]);
  });

  it("accepts the spaces with which apps show codes, and nothing else", () => {
    const spaced = ["287 082", " 287082 "].map((code) => stepOfCode(RFC_SECRET, code, 59_000));
    expect(spaced).toEqual([1, 1]);
    const wrong = ["28708", "2870822", "287o82", "", "٢٨٧٠٨٢", "-87082"];
    expect(wrong.map((code) => stepOfCode(RFC_SECRET, code, 59_000))).toEqual(wrong.map(() => null));
  });

  it("creates secrets of 160 random bits, with an otpauth URL that apps read", () => {
    const [one, other] = [newTotpSecret(), newTotpSecret()];
    expect(one).toMatch(/^[A-Z2-7]{32}$/);
    expect(one).not.toBe(other);
    const url = new URL(otpauthUrl(one, "ada@example.com"));
    expect(url.protocol + url.host).toBe("otpauth:totp");
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      issuer: "Usher",
      secret: one,
      digits: "6",
      period: "30",
    });
  });
});
