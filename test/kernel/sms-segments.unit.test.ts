import { describe, expect, it } from "vitest";
import { smsSegments } from "../../src/kernel/sms-segments.ts";

const a = (count: number) => "a".repeat(count);

describe("smsSegments in GSM-7", () => {
  it("fits 160 characters in one segment, and 153 in each of several", () => {
    const counts = [0, 1, 160, 161, 306, 307, 459, 460].map((length) => smsSegments(a(length)).segments);
    expect(counts).toEqual([0, 1, 1, 2, 2, 3, 3, 4]);
  });

  it("counts a character of the extension table twice", () => {
    expect(smsSegments("€")).toEqual({ encoding: "gsm7", segments: 1, units: 2 });
    expect(smsSegments(`${a(158)}€`)).toEqual({ encoding: "gsm7", segments: 1, units: 160 });
    expect(smsSegments(`${a(159)}€`)).toEqual({ encoding: "gsm7", segments: 2, units: 161 });
    expect(smsSegments("^{}\\[~]|€\f").units).toBe(20);
  });

  it("moves an extension character at a segment border to the next segment", () => {
    // 152 + 2 + 152 = 306 septets would fill two segments exactly, were the escape not at the border.
    expect(smsSegments(`${a(152)}€${a(152)}`)).toEqual({ encoding: "gsm7", segments: 3, units: 306 });
    expect(smsSegments(`${a(151)}€${a(153)}`)).toEqual({ encoding: "gsm7", segments: 2, units: 306 });
  });

  it("recognises the letters of the basic set and no others", () => {
    expect(["é", "à", "ü", "ß", "Ç", "Δ", "\n", "@", "¿", "¡"].map((text) => smsSegments(text).encoding)).toEqual(
      Array(10).fill("gsm7"),
    );
    expect(
      ["ë", "ç", "ł", "ş", "’", "–", "…", "`", "\t", "\u001b", "á"].map((text) => smsSegments(text).encoding),
    ).toEqual(Array(11).fill("ucs2"));
  });
});

describe("smsSegments in UCS-2", () => {
  it("fits 70 units in one segment, and 67 in each of several", () => {
    const counts = [1, 70, 71, 134, 135].map((length) => smsSegments("ł".repeat(length)).segments);
    expect(counts).toEqual([1, 1, 2, 2, 3]);
  });

  it("counts the whole text in UCS-2 for one character outside GSM-7", () => {
    expect(smsSegments(`${a(69)}ł`)).toEqual({ encoding: "ucs2", segments: 1, units: 70 });
    expect(smsSegments(`${a(70)}ł`)).toEqual({ encoding: "ucs2", segments: 2, units: 71 });
  });

  it("counts an emoji as two units, and splits no surrogate pair", () => {
    expect(smsSegments("🎉".repeat(35))).toEqual({ encoding: "ucs2", segments: 1, units: 70 });
    // 66 + 2 + 66 = 134 units would fill two segments exactly, were the pair not at the border.
    expect(smsSegments(`${"ł".repeat(66)}🎉${"ł".repeat(66)}`)).toEqual({ encoding: "ucs2", segments: 3, units: 134 });
    expect(smsSegments(`${"ł".repeat(65)}🎉${"ł".repeat(67)}`)).toEqual({ encoding: "ucs2", segments: 2, units: 134 });
  });

  it("counts a lone surrogate as one unit", () => {
    expect(smsSegments("\ud83c")).toEqual({ encoding: "ucs2", segments: 1, units: 1 });
  });
});
