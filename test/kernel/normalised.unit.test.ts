import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { emailKey, hasAsciiLocalPart, withAsciiDomain } from "../../src/kernel/email-address.ts";
import { suggestE164 } from "../../src/kernel/phone-number.ts";
import { hasVisibleCharacter } from "../../src/kernel/visible-text.ts";
import { canonicalTimeZone, isTimeZone } from "../../src/kernel/zoned-time.ts";

/** Every zone and link of the IANA time zone database, 2025b, without `Factory`, which is not a place's time. */
const ZONES = readFileSync(join(import.meta.dirname, "zone-names.txt"), "utf8")
  .trim()
  .split("\n");

describe("canonicalTimeZone", () => {
  it("returns each database name for any case, also America/Argentina/ComodRivadavia and Asia/Kolkata", () => {
    expect(ZONES).toContain("America/Argentina/ComodRivadavia");
    const spellings = (name: string) => [name, name.toLowerCase(), name.toUpperCase()];
    const wrong = ZONES.filter((name) =>
      spellings(name).some((spelled) => !isTimeZone(spelled) || canonicalTimeZone(spelled) !== name),
    );
    expect(wrong).toEqual([]);
  });

  it.each(["BST", "IST", "PST", "AST", "SystemV/AST4", "GMT+2", "Etc/Unknown", "constructor", "Europe/Berlin "])(
    "knows no zone of the name %s",
    (name) => {
      expect(isTimeZone(name)).toBe(false);
    },
  );
});

describe("suggestE164", () => {
  it.each([
    ["+44 7700 900123", "+447700900123"],
    ["+44 (0) 20 7946-0000", "+442079460000"],
    ["0049 (0)30 / 901.820", "+4930901820"],
    ["\u202a+1\u00a0(555)\u2011010\u20134477\u202c", "+15550104477"],
    ["+442079460000", "+442079460000"],
  ])("removes the punctuation of %j", (text, suggestion) => {
    expect(suggestE164(text)).toBe(suggestion);
  });

  it.each(["(0)7700 900123", "+1 555 CALL ME", "", `+49${" ".repeat(60)}151234567`])(
    "returns null without a country code, with letters or for too long a number: %j",
    (text) => {
      expect(suggestE164(text)).toBeNull();
    },
  );
});

describe("withAsciiDomain and emailKey", () => {
  it.each([
    ["a@münchen.example", "a@xn--mnchen-3ya.example"],
    ["a@BÜCHER.example", "a@xn--bcher-kva.example"],
    ["a@例え。テスト", "a@xn--r8jz45g.xn--zckzah"],
    ["a@Example.COM", "a@Example.COM"],
    ["ü@example.org", "ü@example.org"],
    ["a@mün/chen.example", "a@mün/chen.example"],
    ["a@mün:25", "a@mün:25"],
    ["münchen.example", "münchen.example"],
  ])("converts the domain to ASCII: %s", (address, converted) => {
    expect(withAsciiDomain(address)).toBe(converted);
  });

  it("compares the ASCII form, and allows other letters only in the domain", () => {
    expect(emailKey(" A@München.example ")).toBe(emailKey("a@xn--mnchen-3ya.example"));
    expect([hasAsciiLocalPart("a@münchen.example"), hasAsciiLocalPart("ü@example.org")]).toEqual([true, false]);
  });
});

describe("hasVisibleCharacter", () => {
  it("returns true only for a text with a visible character", () => {
    for (const text of ["a", "山", "1", ".", "👍", "\u200ba"]) expect(hasVisibleCharacter(text)).toBe(true);
    for (const text of ["", " ", "\u200b", "\u3164", "\u2800", "\u0301", "\u{e0041}"]) {
      expect(hasVisibleCharacter(text)).toBe(false);
    }
  });
});
