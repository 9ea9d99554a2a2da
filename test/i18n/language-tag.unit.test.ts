import { describe, expect, it } from "vitest";
import { languageTagOf } from "../../src/i18n/language-tag.ts";
import { LANGUAGES } from "../../src/i18n/languages.ts";

describe("languageTagOf", () => {
  it.each([
    "en",
    "fil",
    "pt-BR",
    "zh-Hant-TW",
    "de-1996",
    "es-419",
    "ar-u-nu-latn",
    "en-x-a",
    "tlh",
    "en-XA",
    ...Object.keys(LANGUAGES),
  ])("returns the tag %s unchanged", (tag) => {
    expect(languageTagOf(tag)).toBe(tag);
  });

  it.each([
    ["pt_BR", "pt-BR"],
    ["pt_br.UTF-8", "pt-BR"],
    ["de_DE@euro", "de-DE"],
    ["zh-cn", "zh-CN"],
    ["EN_us", "en-US"],
    [" DE ", "de"],
    ["iw", "he"],
    ["in", "id"],
    ["eng", "en"],
    ["ger", "de"],
    ["sr-latn", "sr-Latn"],
  ])("returns the canonical tag of %j: %s", (text, tag) => {
    expect(languageTagOf(text)).toBe(tag);
  });

  it.each([
    ["German", "de"],
    ["deutsch", "de"],
    ["allemand", "de"],
    ["FRANÇAIS", "fr"],
    ["francais", "fr"],
    ["Hungarian", "hu"],
    ["Brazilian Portuguese", "pt-BR"],
    ["Português (Brasil)", "pt-BR"],
    ["Simplified Chinese", "zh-Hans"],
    ["Chinese (Simplified)", "zh-Hans"],
    ["简体中文", "zh-Hans"],
    ["日本語", "ja"],
    ["العربية", "ar"],
    ["Türkçe", "tr"],
    ["niderlandzki", "nl"],
    ["English (US)", "en-US"],
    ["English (UK)", "en-GB"],
    ["Spanish (Mexico)", "es-MX"],
    ["Chinese (Taiwan)", "zh-TW"],
    ["Deutsch (Austria)", "de-AT"],
  ])("returns the tag of the language that is called %s", (name, tag) => {
    expect(languageTagOf(name)).toBe(tag);
  });

  it("knows the name of each language with texts in each of these languages", () => {
    const languages = Object.keys(LANGUAGES);
    const unknown = languages.flatMap((reader) =>
      languages.flatMap((language) => {
        const name = new Intl.DisplayNames(reader, { type: "language" }).of(language) ?? "";
        return languageTagOf(name) === language ? [] : [[reader, name, languageTagOf(name)]];
      }),
    );
    expect(unknown).toEqual([]);
  });

  it.each([
    "",
    "e",
    "en us",
    "e1",
    "Zoë",
    "constructor",
    "my language",
    "abcdefgh",
    "💥",
    "en-verylongone",
    "jp",
    "cn",
    "English (Moon)",
  ])("returns null for %j", (text) => {
    expect(languageTagOf(text)).toBeNull();
  });
});
