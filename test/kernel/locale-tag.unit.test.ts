import { describe, expect, it } from "vitest";
import { isLocale, LOCALE_PATTERN } from "../../src/kernel/locale-tag.ts";

const TAGS = [
  "en",
  "fil",
  "pt-BR",
  "zh-Hant-TW",
  "sr-latn",
  "de-1996",
  "es-419",
  "ar-u-nu-latn",
  "en-x-a",
  "a".repeat(8),
];
const OTHER_TEXTS = ["", "e", "en_US", "en-", "-en", "en us", "e1", "Zoë", "constructor!", "en-verylongone", "💥"];

describe("the form of a language tag in the OpenAPI document", () => {
  const pattern = new RegExp(LOCALE_PATTERN, "u");

  it.each(TAGS)("admits %s, which is a tag", (tag) => {
    expect([isLocale(tag), pattern.test(tag)]).toEqual([true, true]);
  });

  it.each(OTHER_TEXTS)("refuses %j, which is none", (text) => {
    expect([isLocale(text), pattern.test(text)]).toEqual([false, false]);
  });
});
