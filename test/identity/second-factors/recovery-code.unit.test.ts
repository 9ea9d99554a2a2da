import { describe, expect, it } from "vitest";
import { newRecoveryCodes, recoveryCodeHash } from "../../../src/identity/second-factors/recovery-codes.ts";

describe("recovery codes", () => {
  it("creates ten different codes, without letters that look like digits", () => {
    const codes = newRecoveryCodes();
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/);
  });

  it("normalizes typed codes to one hash", async () => {
    const typed = ["01ABC-01XYZ-00000-11111-22222", "o1abc 0lxyz ooooo iiiii 22222", "01ABC01XYZ000001111122222"];
    const hashes = await Promise.all(typed.map(recoveryCodeHash));
    expect(new Set(hashes).size).toBe(1);
    expect(await recoveryCodeHash("01ABC-01XYZ-00000-11111-22223")).not.toBe(hashes[0]);
  });
});
