import { describe, expect, it } from "vitest";
import {
  addAnswer,
  type EventPrior,
  guestHash,
  NO_PRIOR,
  type Stranger,
} from "../../scoring-engine/baseline/event-prior.ts";
import { answerSource } from "../../scoring-engine/household.ts";
import { automatedFetch } from "../../scoring-engine/signals/automated-fetch.ts";
import { deviceMismatch } from "../../scoring-engine/signals/device-mismatch.ts";
import { geoJump } from "../../scoring-engine/signals/geo-jump.ts";
import { ipChange } from "../../scoring-engine/signals/ip-change.ts";
import { missingSignals } from "../../scoring-engine/signals/missing-signals.ts";
import { repeatedAccess } from "../../scoring-engine/signals/repeated-access.ts";
import { accessOf, DAY, factsOf, HOUR, MINUTE, START, type Visit } from "./support/visits.ts";

const home: Visit = {};
const sharedNetwork: EventPrior = {
  ...NO_PRIOR,
  network: { guests: [1, 2, 3, 4], strangers: [] },
};

describe("device_mismatch", () => {
  const score = (visit: Visit, before: Visit[] = [home]) =>
    deviceMismatch.evaluate(factsOf({ place: "berlinCafe", after: DAY, ...visit }, before)).score;

  it("scores 0 without history", () => {
    expect(score({ agent: "windows" }, [])).toBe(0);
  });

  it("scores 0 on a known device", () => {
    expect(score({})).toBe(0);
  });

  it("scores a browser update close to 0", () => {
    expect(score({ agent: "windowsNext" }, [{ agent: "windows" }])).toBeLessThan(5);
  });

  it("scores the web view of the mail app low", () => {
    expect(score({ agent: "iphone" }, [{ agent: "iphoneMail" }])).toBeLessThan(15);
  });

  /**
   * @spec 3.37 "1. Scoring features: device fingerprint mismatch, IP change, missing signals, repeated access, and
   *   geo_jump."
   */
  it("grades an update, in-app view, other browser, second device and unknown phone in ascending order", () => {
    const graded = [
      score({ agent: "windowsNext" }, [{ agent: "windows" }]),
      score({ agent: "iphone" }, [{ agent: "iphoneMail" }]),
      score({ agent: "windowsFirefox" }, [{ agent: "windows" }]),
      score({ agent: "mac" }),
      score({ agent: "windows" }),
      score({ agent: "android" }),
    ];
    expect(graded).toEqual(graded.toSorted((a, b) => a - b));
    expect(new Set(graded).size).toBe(graded.length);
  });

  it("does not score the computer of a phone's owner as strong", () => {
    expect(score({ agent: "windows" })).toBeLessThan(70);
  });

  it("scores an equal user agent on other hardware as another person's device", () => {
    expect(score({ fingerprint: { screen: "430x932", hardware_concurrency: "6" } })).toBeGreaterThanOrEqual(70);
  });

  it("ignores the rotation of a phone", () => {
    expect(score({ fingerprint: { screen: "844x390" } })).toBe(0);
  });

  it("halves its score on a network that the guest already uses", () => {
    const away = deviceMismatch.evaluate(factsOf({ agent: "windows", place: "berlinCafe" }, [home])).score;
    const atHome = deviceMismatch.evaluate(factsOf({ agent: "windows" }, [home])).score;
    expect(atHome).toBeLessThan(away * 0.7);
  });

  it("scores an unreadable user agent as having nothing in common with others", () => {
    expect(score({ userAgent: "Wobbler 3000", bare: true })).toBeGreaterThanOrEqual(70);
  });

  it("returns the evidence for its score", () => {
    const { reason, evidence } = deviceMismatch.evaluate(factsOf({ agent: "android", place: "berlinCafe" }, [home]));
    expect(reason).toBe("device_mismatch");
    expect(evidence).toMatchObject({ now: "chrome android phone", known: "safari ios phone" });
  });
});

describe("ip_change", () => {
  const score = (visit: Visit, before: Visit[] = [home], prior = NO_PRIOR) =>
    ipChange.evaluate(factsOf({ after: DAY, ...visit }, before, prior)).score;

  it("scores 0 without history or without an address", () => {
    expect(score({ place: "madrid" }, [])).toBe(0);
    expect(score({ place: "unknown" })).toBe(0);
  });

  it("scores 0 on a known network, even at another of its addresses", () => {
    expect(score({})).toBe(0);
    expect(score({ ip: "84.132.10.99" })).toBe(0);
  });

  it("scores low if a phone leaves the house", () => {
    expect(score({ place: "berlinMobile" })).toBeLessThan(30);
  });

  /**
   * @spec 3.37 "1. Scoring features: device fingerprint mismatch, IP change, missing signals, repeated access, and
   *   geo_jump."
   */
  it("grows with distance for a device that is not the guest's", () => {
    const other = { agent: "android" } as const;
    const near = score({ ...other, place: "berlinCafe" });
    const far = score({ ...other, place: "munich" });
    const abroad = score({ ...other, place: "madrid" });
    const overseas = score({ ...other, place: "newYork", fingerprint: { timezone: "America/New_York" } });
    expect([near, far, abroad, overseas]).toEqual([near, far, abroad, overseas].toSorted((a, b) => a - b));
    expect(near).toBeLessThan(50);
    expect(overseas).toBeGreaterThanOrEqual(70);
  });

  it("scores strong for a VPN in the guest's own country, and higher for Tor", () => {
    expect(score({ agent: "android", place: "hosting" })).toBeGreaterThanOrEqual(70);
    expect(score({ agent: "android", place: "tor", ip: "185.220.101.5" })).toBeGreaterThan(90);
  });

  it("scores a private relay like an ordinary network", () => {
    expect(score({ place: "relay" })).toBeLessThan(30);
  });

  it("scores strong if the device's time zone contradicts the address", () => {
    expect(score({ agent: "android", place: "berlinCafe", fingerprint: { timezone: "Africa/Lagos" } })).toBe(74);
  });

  it("scores low on a network that many guests of the event use", () => {
    const visit = { agent: "android", place: "berlinCafe" } as const;
    expect(score(visit, [home], sharedNetwork)).toBeLessThan(score(visit) * 0.4);
  });
});

/** Returns the facts of a place on the equator, which has a city unless `city` is empty. */
function onEquator(lon: number, city = "Somewhere"): Record<string, string> {
  return { edge_lat: "0", edge_lon: String(lon), edge_city: city, edge_country: "GA", edge_timezone: "Europe/Berlin" };
}

describe("geo_jump", () => {
  const jump = (visit: Visit, before: Visit[] = [home], prior = NO_PRIOR) =>
    geoJump.evaluate(factsOf(visit, before, prior));
  /** Degrees on the equator for exactly 500 km, and for 15 m more. */
  const EXACTLY_500_KM = 4.496608029593653;
  const MORE_THAN_500_KM = 4.49675;
  const origin: Visit = { fingerprint: onEquator(0) };
  const along = (lon: number, after: number): number => jump({ after, fingerprint: onEquator(lon) }, [origin]).score;
  const londoner: Visit = { place: "london" };

  it("scores 0 without two places", () => {
    expect(jump({ place: "newYork" }, []).score).toBe(0);
    expect(jump({ place: "unknown" }).score).toBe(0);
  });

  /**
   * @spec 3.37 "1. Scoring features: device fingerprint mismatch, IP change, missing signals, repeated access, and
   *   geo_jump."
   * @spec 3.38 "2. geo_jump: more than 500 km between two accesses within 1 hour is a strong flag."
   */
  it("scores strong for more than 500 km within an hour, with its evidence", () => {
    const { score, evidence } = jump({ place: "newYork", after: 30 * MINUTE });
    expect(score).toBeGreaterThanOrEqual(90);
    expect(evidence).toMatchObject({ minutes: 30, from: "Berlin, DE", to: "New York, US", softened_by: null });
    expect(Number(evidence.km)).toBeGreaterThan(6_000);
    expect(Number(evidence.km_per_hour)).toBeGreaterThan(10_000);
  });

  /** @spec 3.38 "2. geo_jump: more than 500 km between two accesses within 1 hour is a strong flag." */
  it("requires more than 500 km: scores 0 for exactly 500 km", () => {
    expect(along(EXACTLY_500_KM, MINUTE)).toBe(0);
    expect(along(EXACTLY_500_KM, HOUR)).toBe(0);
    expect(along(EXACTLY_500_KM, 6 * HOUR)).toBe(0);
    expect(along(MORE_THAN_500_KM, MINUTE)).toBeGreaterThanOrEqual(70);
  });

  /**
   * @spec 3.38 "2. geo_jump: more than 500 km between two accesses within 1 hour is a strong flag."
   * @spec 3.39 "2. | More than 500 km within 6 hours is a softer signal."
   */
  it("scores strong up to exactly one hour, soft up to six, and 0 later", () => {
    expect(along(MORE_THAN_500_KM, HOUR)).toBeGreaterThanOrEqual(70);
    for (const lon of [MORE_THAN_500_KM, 179]) {
      for (const after of [HOUR + 1, 3 * HOUR, 6 * HOUR]) {
        expect(along(lon, after)).toBeGreaterThanOrEqual(30);
        expect(along(lon, after)).toBeLessThan(70);
      }
      expect(along(lon, 6 * HOUR + 1)).toBe(0);
    }
  });

  /** @spec 3.38 "2. geo_jump: more than 500 km between two accesses within 1 hour is a strong flag." */
  it("measures between places, not accuracy radii: 520 km in 48 minutes is strong", () => {
    const { score, evidence } = jump({ after: 48 * MINUTE, fingerprint: onEquator(4.6765) }, [origin]);
    expect(score).toBeGreaterThanOrEqual(70);
    expect(evidence).toMatchObject({ km: 520, minutes: 48, radius_from_km: 50, radius_to_km: 50 });
  });

  it("scores 0 for 7,000 km after six and a half hours", () => {
    expect(along(62.953, 6 * HOUR)).toBeGreaterThanOrEqual(30);
    expect(along(62.953, 6.5 * HOUR)).toBe(0);
  });

  it("subtracts nothing for a clock that stayed at home", () => {
    const clock = { timezone: "Europe/London" };
    const { score, evidence } = jump({ place: "tokyo", after: 1_000, fingerprint: clock }, [
      { ...londoner, fingerprint: clock },
    ]);
    expect(score).toBeGreaterThanOrEqual(70);
    expect(evidence).toMatchObject({ from: "London, GB", to: "Tokyo, JP", tunnel: true, weight: 1 });
  });

  it("scores soft within an hour if one place has no city, with the reason", () => {
    const nowhere = { fingerprint: onEquator(20, "") };
    for (const [visit, before] of [
      [{ ...nowhere, after: MINUTE }, origin],
      [{ ...origin, after: MINUTE }, nowhere],
    ] as const) {
      const { score, evidence } = jump(visit, [before]);
      expect(score).toBeGreaterThanOrEqual(30);
      expect(score).toBeLessThan(70);
      expect(evidence).toMatchObject({ softened_by: "no_city" });
    }
    const later = jump({ ...nowhere, after: 2 * HOUR }, [origin]);
    expect(later.score).toBeGreaterThanOrEqual(30);
    expect(later.evidence).toMatchObject({ softened_by: null });
  });

  it("uses a place whose city became known later", () => {
    const known = [{ fingerprint: onEquator(0, "") }, { after: MINUTE, fingerprint: onEquator(0.1) }];
    expect(jump({ after: 2 * MINUTE, fingerprint: onEquator(20) }, known).score).toBeGreaterThanOrEqual(70);
  });

  it("weighs less on known or shared networks, with the guest's ID, and within one country", () => {
    const flight = { place: "newYork", after: DAY + 30 * MINUTE } as const;
    const atHome = { after: DAY };
    const plain = jump(flight, [home, atHome]);
    const onShared = jump(flight, [home, atHome], sharedNetwork);
    const onKnown = jump(flight, [{ ...flight, after: -DAY }, home, atHome]);
    const own = { edge_device: "own" };
    const byId = jump({ ...flight, fingerprint: { ...own, edge_device_age: "88200" } }, [
      { ...home, fingerprint: own },
      atHome,
    ]);
    for (const { score, weight } of [onShared, onKnown, byId]) {
      expect(score).toBe(plain.score);
      expect(weight).toBeLessThan(plain.weight);
    }
    expect(plain.weight).toBe(1);
    const domestic = (agent: "iphone" | "android") => jump({ place: "munich", after: 30 * MINUTE, agent });
    expect(domestic("iphone").score).toBe(domestic("android").score);
    expect(domestic("iphone").weight).toBe(0.5);
    expect(domestic("android").weight).toBe(1);
  });

  it("scores 0 for a day of train travel", () => {
    expect(jump({ place: "munich", after: 6.5 * HOUR }).score).toBe(0);
    expect(jump({ place: "hamburg", after: 2 * HOUR }).score).toBe(0);
  });

  it("ignores the places of VPN, relay, hosting, satellite and Tor exits", () => {
    for (const place of ["hosting", "relay", "tor", "satellite"] as const) {
      expect(jump({ place, after: MINUTE }).score).toBe(0);
      expect(jump({ place: "tokyo", after: MINUTE }, [{ place }]).score).toBe(0);
    }
  });

  it("compares a late message with the stays before and after it", () => {
    const between = [home, { place: "madrid", after: 10 * HOUR, fingerprint: { timezone: "Europe/Madrid" } } as const];
    expect(jump({ after: HOUR }, between).score).toBe(0);
    expect(jump({ place: "berlinCafe", after: 9.5 * HOUR }, between).score).toBeGreaterThanOrEqual(70);
  });
});

describe("missing_signals", () => {
  const score = (visit: Visit, before: Visit[] = []) => missingSignals.evaluate(factsOf(visit, before)).score;

  it("scores 0 for real browsers of every kind", () => {
    for (const agent of ["iphone", "iphoneMail", "android", "windows", "windowsFirefox", "mac"] as const) {
      expect(score({ agent })).toBe(0);
    }
  });

  it("stays below strong if only some signals are missing", () => {
    const bare = score({ agent: "windows", bare: true });
    expect(bare).toBeGreaterThan(30);
    expect(bare).toBeLessThan(70);
  });

  /**
   * @spec 3.37 "1. Scoring features: device fingerprint mismatch, IP change, missing signals, repeated access, and
   *   geo_jump."
   */
  it("scores strong without a user agent and for a plain HTTP tool", () => {
    expect(score({ userAgent: "", bare: true })).toBeGreaterThanOrEqual(70);
    for (const userAgent of [
      "curl/8.7.1",
      "python-requests/2.32",
      "Go-http-client/2.0",
      "Mozilla/5.0 HeadlessChrome/130",
    ]) {
      expect(score({ userAgent, bare: true })).toBeGreaterThanOrEqual(70);
    }
  });

  it("scores strong if the hints contradict the user agent", () => {
    expect(score({ fingerprint: { sec_ch_ua_platform: '"Linux"' } })).toBeGreaterThanOrEqual(70);
    expect(score({ fingerprint: { platform: "Win32" } })).toBeGreaterThanOrEqual(70);
  });

  it("does not score an unknown hint as a contradiction", () => {
    for (const hint of ["constructor", "__proto__", "Plan 9"]) {
      expect(score({ fingerprint: { sec_ch_ua_platform: hint } })).toBeLessThan(15);
    }
  });

  it("scores a crawler's user agent on a form as a program", () => {
    const visit = { userAgent: "Googlebot/2.1", bare: true, fingerprint: { edge_kind: "rsvp" } };
    expect(score(visit)).toBeGreaterThanOrEqual(70);
  });
});

describe("repeated_access", () => {
  const score = (visit: Visit, before: Visit[] = [], prior = NO_PRIOR) =>
    repeatedAccess.evaluate(factsOf(visit, before, prior)).score;
  const rsvp = { edge_kind: "rsvp" };

  it("scores 0 for a guest who opens the link a few times", () => {
    expect(score({ after: DAY })).toBe(0);
    const looks = Array.from({ length: 6 }, (_, index) => ({ after: index * MINUTE }));
    expect(score({ after: 7 * MINUTE }, looks)).toBe(0);
  });

  /**
   * @spec 3.37 "1. Scoring features: device fingerprint mismatch, IP change, missing signals, repeated access, and
   *   geo_jump."
   */
  it("grows to strong if a link is requested very often", () => {
    const hits = Array.from({ length: 40 }, (_, index) => ({ agent: "android", after: index * 1_000 }) as const);
    expect(score({ agent: "windows", after: 41_000 }, hits)).toBeGreaterThanOrEqual(70);
  });

  it("scores 0 for a family that shares one link on one network", () => {
    const family = (["iphone", "android", "windows", "mac"] as const).map((agent, index) => ({
      agent,
      after: index * HOUR,
    }));
    expect(score({ agent: "windowsFirefox", after: 5 * HOUR }, family)).toBe(0);
  });

  it("scores strong for a link that is passed around", () => {
    const round = [
      home,
      { agent: "android", place: "munich", after: HOUR },
      { agent: "windows", place: "hamburg", after: 2 * HOUR },
      { agent: "mac", place: "madrid", after: 3 * HOUR },
    ] as const;
    expect(score({ agent: "windowsFirefox", place: "newYork", after: 4 * HOUR }, [...round])).toBeGreaterThanOrEqual(
      70,
    );
  });

  it("scores strong for a flood of forms on one link", () => {
    const forms = Array.from({ length: 10 }, (_, index) => ({ after: index * MINUTE, fingerprint: rsvp }));
    expect(score({ after: 11 * MINUTE, fingerprint: rsvp }, forms)).toBeGreaterThanOrEqual(70);
  });

  it("scores strong for one visitor who sends RSVPs for many guests without opening a page", () => {
    const strangers = Array.from({ length: 4 }, (_, index): Stranger => {
      return {
        at: START + index * 10_000,
        guest: guestHash(`g${index}`),
        model: "x",
        directForm: true,
        foreign: false,
      };
    });
    const prior = { ...NO_PRIOR, network: { guests: [], strangers } };
    expect(score({ after: MINUTE, fingerprint: rsvp }, [], prior)).toBeGreaterThanOrEqual(70);
  });

  it.each([
    ["an IPv4 address", "84.132.10.20", "84.132.10.20", true],
    ["the first 64 bits of an IPv6 address", "2a02:8109:1:2::5", "2a02:8109:1:2:ffff::9", true],
    ["another IPv4 address of the network", "84.132.10.20", "84.132.10.21", false],
    ["other 64 bits of the IPv6 network", "2a02:8109:1:2::5", "2a02:8109:1:3::5", false],
  ])("counts guests whose forms were sent without a page by %s", (_, first, second, isCounted) => {
    const before = accessOf({ guest: "other", ip: first, fingerprint: rsvp });
    const other = {
      at: before.at,
      guest: guestHash("other"),
      source: answerSource(before),
      model: 1,
      directForm: true,
    };
    const prior = addAnswer(NO_PRIOR, other);
    const facts = factsOf({ after: MINUTE, ip: second, fingerprint: rsvp }, [], prior);
    const { evidence } = repeatedAccess.evaluate(facts);
    expect(evidence.answers_for_guests).toBe(isCounted ? 2 : undefined);
  });

  it.each([
    ["stays below strong for a household of six whose browser opens each page", 6, "page", false],
    ["scores strong for a seventh guest of one browser", 7, "page", true],
    ["scores strong for the fourth guest of one browser that opens no page", 4, "form", true],
  ] as const)("%s", (_, guests, first, isStrong) => {
    const isForm = first === "form";
    const access = accessOf({ fingerprint: rsvp });
    const shared = { source: answerSource(access), model: access.device.modelKey, directForm: isForm };
    const prior = Array.from({ length: guests - 1 }, (_, index) => guestHash(`other-${index}`)).reduce(
      (before, guest) => addAnswer(before, { ...shared, at: START + 3 * MINUTE, guest }),
      NO_PRIOR,
    );
    const page: Visit[] = isForm ? [] : [{ after: 4 * MINUTE }];
    const facts = factsOf({ after: 5 * MINUTE, fingerprint: rsvp }, page, prior);
    const { score, evidence } = repeatedAccess.evaluate(facts);
    expect(evidence.answers_for_guests).toBe(guests);
    expect(score >= 70).toBe(isStrong);
  });

  it("counts no guest twice, and no RSVP that is more than an hour old", () => {
    const access = accessOf({ fingerprint: rsvp });
    const answer = { source: answerSource(access), model: 1, directForm: true };
    const own = addAnswer(NO_PRIOR, { ...answer, at: START, guest: guestHash("guest") });
    const old = addAnswer(own, { ...answer, at: START - HOUR, guest: guestHash("other") });
    const { evidence } = repeatedAccess.evaluate(factsOf({ fingerprint: rsvp }, [], old));
    expect(evidence).not.toHaveProperty("answers_for_guests");
  });

  it("scores strong for a replaced link, and 0 for the new one", () => {
    const rotated = [home, { token: "token-2", after: HOUR }];
    expect(score({ token: "token", after: 2 * HOUR }, rotated)).toBeGreaterThanOrEqual(70);
    expect(score({ token: "token-2", after: 2 * HOUR }, rotated)).toBe(0);
  });

  it("does not score a late message of a replaced link as a replay", () => {
    expect(score({ token: "token", after: 30 * MINUTE }, [home, { token: "token-2", after: HOUR }])).toBe(0);
  });

  it("detects a link on a public page", () => {
    expect(score({ agent: "android", referrer: "https://www.reddit.com/r/x" }, [home])).toBeGreaterThan(25);
    expect(score({ agent: "android", referrer: "https://mail.google.com/mail" }, [home])).toBe(0);
  });
});

describe("automated_fetch", () => {
  const score = (visit: Visit, before: Visit[] = []) => automatedFetch.evaluate(factsOf(visit, before)).score;

  it.each([
    "facebookexternalhit/1.1",
    "WhatsApp/2.23.20.0 A",
    "TelegramBot (like TwitterBot)",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "Mozilla/5.0 (compatible; bingbot/2.0)",
    "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5",
    "Mimecast URL Scan",
  ])("detects %s", (userAgent) => {
    expect(score({ userAgent, bare: true })).toBe(100);
  });

  it("detects a HEAD request and a prefetch", () => {
    expect(score({ fingerprint: { edge_method: "HEAD" } })).toBe(100);
    expect(score({ fingerprint: { sec_purpose: "prefetch;prerender" } })).toBe(100);
  });

  it("detects a mail gateway by a hosting network during delivery, not by either alone", () => {
    expect(score({ agent: "windows", place: "hosting", fingerprint: { sent_seconds_ago: "12" } })).toBe(100);
    expect(score({ agent: "windows", place: "hosting", fingerprint: { sent_seconds_ago: "86400" } })).toBe(0);
    expect(score({ agent: "windows", fingerprint: { sent_seconds_ago: "12" } })).toBe(0);
  });

  it("scores no RSVP and no edit as automated", () => {
    for (const edge_kind of ["rsvp", "edit"]) {
      expect(score({ userAgent: "facebookexternalhit/1.1", fingerprint: { edge_kind } })).toBe(0);
    }
  });

  it("scores no browser and no plain tool as automated", () => {
    for (const agent of ["iphone", "android", "windows", "mac"] as const) expect(score({ agent })).toBe(0);
    expect(score({ userAgent: "curl/8.7.1", bare: true })).toBe(0);
    expect(
      score({ userAgent: "Mozilla/5.0 (Linux; Android 11; CUBOT NOTE 20) Chrome/137.0 Mobile Safari/537.36" }),
    ).toBe(0);
  });
});
