import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildPasswords } from "../../scripts/assets/build-data.ts";
import { addressBlock } from "../../src/kernel/cidr.ts";
import { hashPassword, PASSWORD_COSTS, verifyPassword } from "../../src/kernel/password-hash.ts";

const COST = PASSWORD_COSTS.test;
/** From the test suite of the reference implementation (phc-winner-argon2, test.c). */
const REFERENCE = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
/** Needs more memory than the library allows, so hashing fails if it starts. */
const TOO_EXPENSIVE = { memoryKib: 2 ** 22, passes: 1, lanes: 1 };

describe("hashPassword and verifyPassword", () => {
  it("verifies standard argon2id", () => {
    const cost = { memoryKib: 256, passes: 2, lanes: 1 };
    expect(verifyPassword("password", REFERENCE, cost)).toEqual({ matches: true, outdated: false });
    expect(verifyPassword("passwore", REFERENCE, cost)).toEqual({ matches: false, outdated: false });
    expect(verifyPassword("password", REFERENCE, COST)).toEqual({ matches: true, outdated: true });
  });

  it("costs at least the OWASP recommendation, except in tests", () => {
    expect(PASSWORD_COSTS.standard).toEqual({ memoryKib: 19_456, passes: 2, lanes: 1 });
    expect(hashPassword("a phrase", PASSWORD_COSTS.standard)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it("uses a new salt for each hash", () => {
    expect(hashPassword("a phrase", COST)).not.toBe(hashPassword("a phrase", COST));
  });

  it("hashes for an unknown account too, and matches nothing", () => {
    expect(verifyPassword("", null, COST)).toEqual({ matches: false, outdated: false });
    expect(() => verifyPassword("a phrase", null, TOO_EXPENSIVE)).toThrow();
    expect(() => verifyPassword("a phrase", "no hash at all", TOO_EXPENSIVE)).toThrow();
  });
});

it("contains 18,000 common passwords, and matches fewer than one other in 100,000", () => {
  const file = join(mkdtempSync(join(tmpdir(), "usher-passwords-")), "common-passwords.bin");
  buildPasswords(process.cwd(), file);
  const bytes = readFileSync(file);
  const list = Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32BE(index * 4));
  expect(list.length).toBeGreaterThan(18_000);
  expect(list).toEqual([...new Set(list)].sort((a, b) => a - b));
  expect(list.length / 2 ** 32).toBeLessThan(1 / 100_000);
});

describe("addressBlock", () => {
  it("returns an IPv4 address, mapped or not", () => {
    expect(addressBlock("192.0.2.7")).toBe("192.0.2.7");
    expect(addressBlock("::ffff:192.0.2.7")).toBe("192.0.2.7");
  });

  it("returns the /64 of an IPv6 address in any notation", () => {
    expect(addressBlock("2001:db8::1")).toBe("2001:db8:0:0::/64");
    expect(addressBlock("2001:0DB8:0000:0000:ffff::9")).toBe("2001:db8:0:0::/64");
    expect(addressBlock("2001:db8:0:1::1")).not.toBe(addressBlock("2001:db8::1"));
  });

  it("returns a text that is not an address unchanged", () => {
    expect(addressBlock("")).toBe("");
    expect(addressBlock("somewhere")).toBe("somewhere");
  });
});
