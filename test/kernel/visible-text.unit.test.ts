import { describe, expect, it } from "vitest";
import {
  describeBidiControl,
  withoutDirectionControls,
  withoutOuterDirectionMarks,
  withoutOverrides,
} from "../../src/kernel/visible-text.ts";

describe("withoutOuterDirectionMarks", () => {
  it.each([
    ["\u2068Anna\u2069", "Anna"],
    ["\u202aAnna\u202c", "Anna"],
    ["\u202bأحمد\u202c", "أحمد"],
    ["\u2067\u2068أحمد\u2069\u2069", "أحمد"],
    [" \u2068 Anna \u2069 ", "Anna"],
    ["\u2068\u2069", ""],
  ])("removes the pairs around %j", (text, expected) => {
    expect(withoutOuterDirectionMarks(text)).toBe(expected);
  });

  it.each([
    ["\u2068Anna\u2069 & \u2068Ben\u2069"],
    ["Anna\u202c"],
    ["\u202aAnna\u2069"],
    ["Ann\u2067a"],
    ["Anna"],
    ["\u200fأحمد"],
    [""],
  ])("leaves %j as it is: no pair is around all of it", (text) => {
    expect(withoutOuterDirectionMarks(text)).toBe(text);
  });
});

describe("describeBidiControl", () => {
  it.each([
    ["Ann\u2067a", "a right-to-left isolate (U+2067) after “Ann”"],
    ["\u202bAnna", "a right-to-left embedding (U+202B) at the start"],
    ["Anna\u2069", "the end of an isolate (U+2069) after “Anna”"],
    [`${"a".repeat(30)}👰\u2066b`, `a left-to-right isolate (U+2066) after “${"a".repeat(19)}👰”`],
    ["Anna", null],
    ["\u200fأحمد", null],
  ])("says which character %j has, and where", (text, expected) => {
    expect(describeBidiControl(text)).toBe(expected);
  });
});

describe("withoutOverrides", () => {
  it.each([
    ["Ann\u202egnp.exe", "Anngnp.exe"],
    ["Ann\u202egnp\u202c.exe", "Anngnp.exe"],
    ["\u202dA\u202ab\u202cc\u202c", "A\u202ab\u202cc"],
    ["\u202e Anna", "Anna"],
    ["1\u206e2\u206f3", "123"],
    ["\u2068Anna\u2069", "\u2068Anna\u2069"],
    ["Anna", "Anna"],
    ["", ""],
  ])("removes the overrides of %j with their ends", (text, expected) => {
    expect(withoutOverrides(text)).toBe(expected);
  });
});

describe("withoutDirectionControls", () => {
  it.each([
    ["\u202aAnna\u2069 & Ben\u202e", "Anna & Ben"],
    ["\u200fأحمد 2027\u200e", "\u200fأحمد 2027\u200e"],
    ["a\u200db", "a\u200db"],
  ])("removes the controls of %j and leaves plain marks", (text, expected) => {
    expect(withoutDirectionControls(text)).toBe(expected);
  });
});
