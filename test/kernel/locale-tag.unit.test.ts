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

describe("LOCALE_PATTERN", () => {
  const pattern = new RegExp(LOCALE_PATTERN, "u");

  it.each(TAGS)("accepts %s, which is a language tag", (tag) => {
    expect([isLocale(tag), pattern.test(tag)]).toEqual([true, true]);
  });

  it.each(OTHER_TEXTS)("rejects %j, which is not a language tag", (text) => {
    expect([isLocale(text), pattern.test(text)]).toEqual([false, false]);
  });
});
