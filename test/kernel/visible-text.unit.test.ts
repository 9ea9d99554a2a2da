import { describe, expect, it } from "vitest";
import { describeBidiControl, withoutOuterDirectionMarks } from "../../src/kernel/visible-text.ts";

describe("withoutOuterDirectionMarks", () => {
  it.each([
    ["\u2068Anna\u2069", "Anna"],
    ["\u202aAnna\u202c", "Anna"],
    ["\u202bأحمد\u202c", "أحمد"],
    ["\u2067\u2068أحمد\u2069\u2069", "أحمد"],
    [" \u2068 Anna \u2069 ", "Anna"],
    ["\u2068\u202eAnna\u202c\u2069", "Anna"],
    ["\u2068\u2069", ""],
  ])("removes the pairs around %j", (text, expected) => {
    expect(withoutOuterDirectionMarks(text)).toBe(expected);
  });

  it.each([
    ["\u2068Anna\u2069 & \u2068Ben\u2069"],
    ["\u202eAnna"],
    ["Anna\u202c"],
    ["\u202aAnna\u2069"],
    ["Ann\u202ea"],
    ["Anna"],
    ["\u200fأحمد"],
    [""],
  ])("leaves %j as it is: no pair is around all of it", (text) => {
    expect(withoutOuterDirectionMarks(text)).toBe(text);
  });
});

describe("describeBidiControl", () => {
  it.each([
    ["Ann\u202ea", "a right-to-left override (U+202E) after “Ann”"],
    ["\u202eAnna", "a right-to-left override (U+202E) at the start"],
    ["Anna\u2069", "the end of an isolate (U+2069) after “Anna”"],
    [`${"a".repeat(30)}👰\u2066b`, `a left-to-right isolate (U+2066) after “${"a".repeat(19)}👰”`],
    ["Anna", null],
    ["\u200fأحمد", null],
  ])("says which character %j has, and where", (text, expected) => {
    expect(describeBidiControl(text)).toBe(expected);
  });
});
