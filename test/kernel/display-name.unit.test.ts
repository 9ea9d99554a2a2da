import { describe, expect, it } from "vitest";
import { displayNameProblem, safeDisplayName } from "../../src/kernel/display-name.ts";

describe("displayNameProblem", () => {
  it.each([
    "account-team.info",
    "Salt.example",
    "www.bank",
    "www. bank",
    "x.co",
    "J.Doe",
    "моя.рф",
    "例子.中国",
    "evil.xn--p1ai",
    "https://evil",
    "https:evil",
    "mailto:ada",
    "tel:+49",
    "a@b",
    "Ada @ Home",
    "10.0.0.1",
    // Full-width, one-dot leader, ideographic, half-width and numbered full stops, and dots of other scripts.
    "evil．example",
    "evil․example",
    "evil。example",
    "evil｡example",
    "evil⒈com",
    "evil٠com",
    "evilꓸcom",
    "ｗｗｗ．evil",
    "ⓔⓥⓘⓛ.ⓒⓞⓜ",
    "ada＠evil",
    "evil:∕∕x",
    "evil：／／x",
    "evil∶⁄⁄x",
    "ev\u200bil.\u200bex\u2060ample",
    "evil\u00ad.example",
    "evil.\u200fexample",
    "evil.e\u0301x",
  ])("returns link for %s", (name) => {
    expect(displayNameProblem(name)).toBe("link");
    expect(safeDisplayName(name)).toBeNull();
  });

  it.each([
    "Dr. Ada Usher",
    "J. R. R. Tolkien",
    "J.R.R. Tolkien",
    "St. John",
    "Foo Inc.",
    "A.B.",
    "Mary-Jane O’Neil",
    "24.12.2026",
    "Salt & Pepper",
    "Ada: 40 years",
    "Club 3.5",
    "N°5",
    "a/b",
    "Ana …",
    "ジョン・スミス",
    "モーニング娘。",
    "阿卜杜勒·热合曼",
    "ليلى أحمد",
    "قاعة١٠بنات",
    "Gal·la",
    "paypal dot com",
    "x".repeat(60),
    "𞤀".repeat(60),
  ])("returns null for %s", (name) => {
    expect(displayNameProblem(name)).toBeNull();
    expect(safeDisplayName(name)).toBe(name);
  });

  it("returns the problem of a name that is empty, too long or the service's", () => {
    expect(displayNameProblem("x".repeat(61))).toBe("too_long");
    expect(displayNameProblem("\u2028 \u202e")).toBe("empty");
    expect(displayNameProblem("Usher security")).toBe("ours");
    expect(safeDisplayName("Ada\u2028 Host ")).toBe("Ada Host");
  });
});
