import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readLanguage } from "../../scripts/i18n/catalogues.ts";
import { createCatalogues } from "../../src/i18n/catalogues.ts";
import { eventTime } from "../../src/i18n/event-time.ts";
import type { ReaderLocale } from "../../src/i18n/languages.ts";
import { localeFor, negotiate } from "../../src/i18n/negotiate.ts";
import type { Texts } from "../../src/i18n/texts.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const catalogues = createCatalogues(
  async (language) => readLanguage(ROOT, language, ["locales"]),
  () => undefined,
);

describe("negotiate and localeFor", () => {
  it("prefers the chosen language, then the guest's, the browser's, the event's, and English", () => {
    const hints = { chosen: "tr", guest: "fr", accepted: "de", event: "ja" };
    expect(negotiate(hints)).toBe("tr");
    expect(negotiate({ ...hints, chosen: undefined })).toBe("fr");
    expect(negotiate({ accepted: "de", event: "ja" })).toBe("de");
    expect(negotiate({ accepted: "fi,sv;q=0.8", event: "ja" })).toBe("ja");
    expect(negotiate({ accepted: "fi", event: "fi" })).toBe("en");
  });

  it("reads Accept-Language by its weights, and ignores invalid parts", () => {
    expect(negotiate({ accepted: "de;q=0.5, pl;q=0.9, *;q=0.1" })).toBe("pl");
    expect(negotiate({ accepted: "de;q=0, ;;;, q=1, es" })).toBe("es");
    expect(negotiate({ accepted: `${"x-".repeat(5_000)},de` })).toBe("en");
    expect(negotiate({ accepted: "en_US.UTF-8, ../../etc/passwd, i-klingon, nl" })).toBe("nl");
  });

  it("keeps a region with other dates, from the deciding tag, or from the browser for a choice on the page", () => {
    expect(negotiate({ accepted: "en-US,en;q=0.9" })).toBe("en-US");
    expect(negotiate({ guest: "de-AT", accepted: "en-US" })).toBe("de-AT");
    expect(negotiate({ event: "pt-PT" })).toBe("pt-PT");
    expect(negotiate({ chosen: "en", accepted: "de,en-US;q=0.5" })).toBe("en-US");
    expect(negotiate({ chosen: "fr", accepted: "en-US" })).toBe("fr");
    for (const own of ["en", "en-GB", "en-ZZ", "en-XX"]) expect(negotiate({ guest: own })).toBe("en");
    for (const own of ["de-DE", "zh-CN", "fr-FR", "ar-EG"]) expect(negotiate({ guest: own })).toBe(localeFor(own));
  });

  it.each([
    ["de-CH", "de"],
    ["pt", "pt-BR"],
    ["pt-PT", "pt-BR"],
    ["zh", "zh-Hans"],
    ["zh-CN", "zh-Hans"],
    ["zh-TW", null],
    ["ar-MA", "ar"],
    ["EN-us", "en"],
    ["en-XA", "en-XA"],
    ["sr-Latn", null],
    ["de_DE", null],
    ["", null],
    ["constructor", null],
  ])("maps %s to the texts of %s", (tag, locale) => {
    expect(localeFor(tag)).toBe(locale);
  });
});

describe("eventTime", () => {
  const start = Date.parse("2027-06-12T16:30:00Z");
  const inLocale = async (locale: ReaderLocale, end: string | null = null, zone = "Europe/Berlin") =>
    eventTime(await catalogues.load(locale), start, end === null ? null : Date.parse(end), zone);

  it.each([
    ["en-US", "Saturday, June\u00a012, 2027 at 6:30\u00a0PM in Berlin"],
    ["en-CA", "Saturday, June\u00a012, 2027 at 6:30\u00a0p.m. in Berlin"],
    ["en-IE", "Saturday 12\u00a0June 2027, 18:30 in Berlin"],
    ["de-AT", "Samstag, 12.\u00a0Juni 2027, 18:30 Uhr in Berlin"],
    ["pt-PT", "sábado, 12\u00a0de\u00a0junho de 2027, 18:30 (horário\u00a0de\u00a0Berlim)"],
  ] as const)("writes a date by the custom of %s", async (locale, text) => {
    expect(await inLocale(locale)).toBe(text);
  });

  it("writes a span with 12 hours", async () => {
    expect(await inLocale("en-US", "2027-06-12T21:00:00Z")).toBe(
      "Saturday, June\u00a012, 2027, 6:30\u00a0PM–11:00\u00a0PM in Berlin",
    );
  });

  it("names the place of the zone in the reader's language", async () => {
    expect(await inLocale("en", null, "America/Los_Angeles")).toBe("Saturday, 12\u00a0June 2027, 09:30 in Los Angeles");
    expect(await inLocale("de")).toBe("Samstag, 12.\u00a0Juni 2027, 18:30 Uhr in Berlin");
    expect(await inLocale("ja", null, "Asia/Tokyo")).toBe("2027年6月13日日曜日 1:30（東京時間）");
    const arabic = (await inLocale("ar")).replace(/[\u2068\u2069]/g, "");
    expect(arabic).toBe("السبت، 12\u00a0يونيو 2027، الساعة 6:30\u00a0م بتوقيت برلين");
    expect(await inLocale("es", null, "Asia/Kolkata")).toBe(
      "sábado, 12\u00a0de\u00a0junio de 2027, 22:00 (hora\u00a0de\u00a0Calcuta)",
    );
  });

  it("uses an abbreviation if the zone has no place", async () => {
    expect(await inLocale("fr", null, "UTC")).toBe("samedi 12\u00a0juin 2027 à 16:30 UTC");
    expect(await inLocale("en", null, "Etc/GMT+5")).toBe("Saturday, 12\u00a0June 2027, 11:30 GMT-5");
  });

  it("shows one day or two", async () => {
    expect(await inLocale("en", "2027-06-12T21:00:00Z")).toBe("Saturday, 12\u00a0June 2027, 18:30–23:00 in Berlin");
    expect(await inLocale("en", "2027-06-12T23:00:00Z")).toBe(
      "Saturday, 12\u00a0June 2027, 18:30 – Sunday, 13\u00a0June 2027, 01:00 in Berlin",
    );
  });
});

describe("createCatalogues", () => {
  it("returns English while a language's file cannot be read, and retries", async () => {
    const failures: string[] = [];
    let isThere = false;
    const some = createCatalogues(
      async (language) => {
        if (!isThere) throw new Error("no file");
        return readLanguage(ROOT, language, ["locales"]);
      },
      (language) => failures.push(language),
    );
    expect((await some.load("it")).locale).toBe("en");
    isThere = true;
    expect((await some.load("it")).locale).toBe("it");
    expect(some.loaded("it")?.locale).toBe("it");
    expect(failures).toEqual(["it"]);
  });

  it("isolates a name of the other direction, so that it reorders no sentence", async () => {
    const day = (texts: Texts, name: string) => texts.format("common.day-and-time", { day: name, time: "18:30" });
    expect(day(await catalogues.load("en"), "Anna")).toBe("Anna, 18:30");
    expect(day(await catalogues.load("en"), "نورا")).toBe("\u2068نورا\u2069, 18:30");
  });
});
