import { describe, expect, it } from "vitest";
import { typedCode } from "../../../src/platform/secrets/six-digit-code.ts";

describe("typedCode", () => {
  it("returns the same six digits however they are typed", () => {
    const spaced = [
      "012345",
      " 012 345 ",
      "012-345",
      "012–345",
      "0 1 2 3 4 5",
      "012.345",
      "012\u00a0345",
      "\u200e012345",
    ];
    for (const text of spaced) expect(typedCode(text), text).toBe("012345");
  });

  it("reads digits in every decimal numbering system", () => {
    const systems = Intl.supportedValuesOf("numberingSystem").filter((name) => !name.startsWith("hanid"));
    expect(systems.length).toBeGreaterThan(50);
    for (const numberingSystem of systems) {
      const format = new Intl.NumberFormat("en", { numberingSystem, useGrouping: false, minimumIntegerDigits: 6 });
      expect(typedCode(format.format(97_531)), numberingSystem).toBe("097531");
      expect(typedCode(format.format(864_200)), numberingSystem).toBe("864200");
    }
  });

  it.each([
    "",
    "12345",
    "1234567",
    "12345a",
    "½23456",
    "一二三四五六",
    "12345😀",
    "1".repeat(65),
    "123456".padStart(70),
  ])("returns null for %j", (text) => expect(typedCode(text)).toBeNull());
});
