import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readLanguage } from "../../scripts/i18n/catalogues.ts";
import { createCatalogues } from "../../src/i18n/catalogues.ts";
import { english } from "../../src/i18n/english.ts";
import { deadlineText, replyBy } from "../../src/i18n/event-time.ts";
import { spokenDeadline } from "../../src/kernel/reply-by.ts";
import { momentOf } from "../../src/kernel/zoned-time.ts";

const BERLIN = "Europe/Berlin";
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const catalogues = createCatalogues(
  async (language) => readLanguage(ROOT, language, ["locales"]),
  () => undefined,
);
const JUNE_4 = { year: 2027, month: 6, day: 4, hour: 18, minute: 0 };
const said = (moment: number | string, zone = BERLIN) => replyBy(english(), new Date(moment).getTime(), zone);

describe("replyBy", () => {
  it("says the hour of a deadline, and the place whose clocks show it", () => {
    expect(said(momentOf(JUNE_4, BERLIN))).toBe("Please reply by Friday 4\u00a0June, 18:00 in Berlin.");
    expect(said(momentOf(JUNE_4, BERLIN), "America/New_York")).toBe(
      "Please reply by Friday 4\u00a0June, 12:00 in New York.",
    );
  });

  it.each([
    ["23:59", { ...JUNE_4, hour: 23, minute: 59 }, 0],
    ["23:59:59", { ...JUNE_4, hour: 23, minute: 59 }, 59_999],
    ["midnight", { ...JUNE_4, day: 5, hour: 0 }, 0],
    ["midnight and half a minute", { ...JUNE_4, day: 5, hour: 0 }, 30_000],
  ])("says the whole day of a deadline at %s", (_, local, more) => {
    for (const zone of [BERLIN, "America/Los_Angeles", "Asia/Kathmandu", "Pacific/Kiritimati", "UTC"]) {
      expect(said(momentOf(local, zone) + more, zone)).toBe("Please reply by Friday 4\u00a0June.");
    }
  });

  it.each([
    ["00:01", { ...JUNE_4, hour: 0, minute: 1 }, "00:01"],
    ["23:58", { ...JUNE_4, hour: 23, minute: 58 }, "23:58"],
    ["noon", { ...JUNE_4, hour: 12 }, "12:00"],
  ])("says the hour of a deadline at %s", (_, local, time) => {
    expect(said(momentOf(local, BERLIN))).toBe(`Please reply by Friday 4\u00a0June, ${time} in Berlin.`);
  });

  it.each([
    // Clocks go from 00:00 to 01:00, so the day begins at 01:00.
    ["a day that begins at 01:00", "2026-04-23T22:00:00Z", "Africa/Cairo", "Please reply by Thursday 23\u00a0April."],
    // Clocks go from 24:00 back to 23:00, so 23:59 comes twice.
    ["the first of two 23:59", "2026-10-29T20:59:00Z", "Africa/Cairo", "Please reply by Thursday 29\u00a0October."],
    ["the second of two 23:59", "2026-10-29T21:59:00Z", "Africa/Cairo", "Please reply by Thursday 29\u00a0October."],
    ["midnight after 25 hours", "2026-10-25T23:00:00Z", BERLIN, "Please reply by Sunday 25\u00a0October."],
    ["midnight after 23 hours", "2026-03-29T22:00:00Z", BERLIN, "Please reply by Sunday 29\u00a0March."],
    // Clocks go from 01:00 back to 00:00.
    [
      "the second of two midnights",
      "2026-11-01T05:00:00Z",
      "America/Havana",
      "Please reply by Saturday 31\u00a0October.",
    ],
  ])("says the whole day of a deadline at %s", (_, moment, zone, text) => {
    expect(said(moment, zone)).toBe(text);
  });

  it("names a day that is over by the same rule", () => {
    const midnight = momentOf({ ...JUNE_4, day: 5, hour: 0 }, BERLIN);
    const texts = english();
    const over = (moment: number) => {
      const { id, values } = deadlineText(texts, moment, BERLIN, "over");
      return texts.format(id, values);
    };
    expect(over(midnight)).toBe("RSVPs closed on Friday 4\u00a0June.");
    expect(over(midnight - 6 * 3_600_000)).toBe("RSVPs closed on Friday 4\u00a0June, 18:00 in Berlin.");
  });

  it.each([
    ["en-US", "Please reply by Friday, June\u00a04 at 6:00\u00a0PM in Berlin."],
    ["de", "Bitte antworten Sie bis Freitag, 4.\u00a0Juni, 18:00 Uhr in Berlin."],
    ["ja", "6月4日金曜日 18:00（ベルリン時間）までにご返信ください。"],
    ["zh-Hans", "请在 6月4日星期五 18:00（柏林时间）前回复。"],
    ["nl", "Reageer vóór vrijdag 4\u00a0juni, 18:00\u00a0uur in Berlijn."],
  ] as const)("says the hour in %s", async (locale, text) => {
    expect(replyBy(await catalogues.load(locale), momentOf(JUNE_4, BERLIN), BERLIN)).toBe(text);
  });
});

describe("spokenDeadline", () => {
  it("names the time on every minute of a day but the first and the last", () => {
    const start = momentOf({ ...JUNE_4, hour: 0 }, BERLIN);
    const minutes = Array.from(
      { length: 24 * 60 },
      (_, minute) => spokenDeadline(start + minute * 60_000, BERLIN).hasTime,
    );
    expect(minutes.flatMap((hasTime, minute) => (hasTime ? [] : [minute]))).toEqual([0, 24 * 60 - 1]);
  });
});
