import { describe, expect, it } from "vitest";
import { withoutDirectionControls } from "../../src/kernel/visible-text.ts";

describe("withoutDirectionControls", () => {
  it.each([
    ["\u2068Anna\u2069", "Anna"],
    ["\u2067\u2068أحمد\u2069\u2069", "أحمد"],
    [" \u2068 Anna \u2069 ", "Anna"],
    ["Ann\u202egnp.exe", "Anngnp.exe"],
    ["\u202aAnna\u2069 & Ben\u202c", "Anna & Ben"],
    ["1\u206e2\u206f3", "123"],
    ["\u2068\u2069", ""],
  ])("removes the controls of %j", (text, expected) => {
    expect(withoutDirectionControls(text)).toBe(expected);
  });

  it.each(["Anna", "\u200fأحمد 2027\u200e", "\u061cأحمد", "a\u200db", "e\u2011mail", ""])(
    "leaves %j unchanged",
    (text) => {
      expect(withoutDirectionControls(text)).toBe(text);
    },
  );
});
