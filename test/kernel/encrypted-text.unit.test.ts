import { describe, expect, it } from "vitest";
import { decryptText, encryptText, sealingKeyId } from "../../src/kernel/encrypted-text.ts";
import { createKeyring } from "../../src/kernel/keyring.ts";

const OLD = "the first platform secret, 32 bytes and more";
const NEW = "the second platform secret, 32 bytes and more";
const keysOf = (...secrets: [string, ...string[]]) => createKeyring(secrets).keysFor("totp_secret");

describe("encryptText and decryptText", () => {
  it("decrypts in its own context only, and differs per encryption", async () => {
    const keys = await keysOf(OLD);
    const [one, other] = [await encryptText(keys, "a secret", "row 1"), await encryptText(keys, "a secret", "row 1")];
    expect(one).not.toBe(other);
    expect(one).not.toContain("secret");
    expect(await decryptText(keys, one, "row 1")).toEqual({ text: "a secret", isOutdated: false });
    expect(await decryptText(keys, one, "row 2")).toBeNull();
  });

  it("decrypts with the previous secret, and reports that it is outdated", async () => {
    const sealed = await encryptText(await keysOf(OLD), "a secret", "row");
    const both = await keysOf(NEW, OLD);
    expect(await decryptText(both, sealed, "row")).toEqual({ text: "a secret", isOutdated: true });
    expect(await decryptText(await keysOf(NEW), sealed, "row")).toBeNull();
    expect(sealed.startsWith(await sealingKeyId(both))).toBe(false);
    expect((await encryptText(both, "a secret", "row")).startsWith(`${await sealingKeyId(both)}.`)).toBe(true);
  });

  it("returns null for a changed or malformed text", async () => {
    const keys = await keysOf(OLD);
    const sealed = await encryptText(keys, "a secret", "row");
    for (const at of [0, 10, 30, sealed.length - 1]) {
      const changed = `${sealed.slice(0, at)}${sealed[at] === "A" ? "B" : "A"}${sealed.slice(at + 1)}`;
      expect(await decryptText(keys, changed, "row")).toBeNull();
    }
    for (const malformed of ["", "x", "abcdefgh.", ".AAAA"])
      expect(await decryptText(keys, malformed, "row")).toBeNull();
  });
});
