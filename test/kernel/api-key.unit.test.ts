import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { isWellFormedApiKey, looksLikeApiKey, newApiKey, shownPrefix } from "../../src/kernel/api-key.ts";
import { includesScope, SCOPES } from "../../src/kernel/scopes.ts";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Decodes base 62, as a secret scanner does that knows only the format. */
const numberOf = (digits: string) => [...digits].reduce((sum, digit) => sum * 62 + DIGITS.indexOf(digit), 0);

describe("newApiKey and isWellFormedApiKey", () => {
  it("generates usk_, 32 random base-62 characters, and their CRC-32 in 6 more", () => {
    const keys = Array.from({ length: 2_000 }, newApiKey);
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) {
      expect(key).toMatch(/^usk_[0-9A-Za-z]{38}$/);
      expect(numberOf(key.slice(36))).toBe(crc32(key.slice(4, 36)));
      expect(isWellFormedApiKey(key)).toBe(true);
    }
    // Each character occurs about equally often: 64,000 characters, 1,032 of each.
    const counts = new Map<string, number>();
    for (const digit of keys.flatMap((key) => [...key.slice(4, 36)])) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    expect(counts.size).toBe(62);
    expect(Math.max(...counts.values())).toBeLessThan(1.25 * Math.min(...counts.values()));
  });

  it("rejects a key after any single change, cut or addition", () => {
    const key = newApiKey();
    for (let index = 4; index < key.length; index++) {
      const other = key[index] === "a" ? "b" : "a";
      expect(isWellFormedApiKey(key.slice(0, index) + other + key.slice(index + 1))).toBe(false);
    }
    for (const wrong of [
      "",
      "usk_",
      key.slice(0, -1),
      `${key}0`,
      ` ${key}`,
      `${key}\n`,
      key.toLowerCase(),
      key.slice(4),
    ])
      expect(isWellFormedApiKey(wrong)).toBe(false);
  });

  it("recognises a key by its prefix, and shows 8 more characters of it", () => {
    const key = newApiKey();
    expect([looksLikeApiKey(key), looksLikeApiKey("usk_"), looksLikeApiKey("eyJhbGciOi.a.b")]).toEqual([
      true,
      true,
      false,
    ]);
    expect(shownPrefix(key)).toBe(key.slice(0, 12));
  });
});

describe("includesScope", () => {
  it("includes the scope itself, and reading if the key may write", () => {
    for (const scope of SCOPES) expect(includesScope([scope], scope)).toBe(true);
    expect(includesScope(["guests:write"], "guests:read")).toBe(true);
    expect(includesScope(["guests:read"], "guests:write")).toBe(false);
    expect(includesScope(["events:write"], "guests:read")).toBe(false);
    expect(
      includesScope(
        SCOPES.filter((scope) => !scope.startsWith("analytics")),
        "analytics:read",
      ),
    ).toBe(false);
    expect(includesScope([], "check_in")).toBe(false);
  });
});
