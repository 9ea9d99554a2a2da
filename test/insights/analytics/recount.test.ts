import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Analytics } from "../../../src/insights/analytics/schemas.ts";
import { momentOf } from "../../../src/kernel/zoned-time.ts";
import { type Host, signedInHost } from "../../support/account.ts";
import { type GuestHistory, type WrittenGuest, writeHistory } from "../../support/event-history.ts";
import { some } from "../../support/rounds.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Ahead of UTC and behind it, with and without daylight saving time, with half and quarter hours, around the date line. */
const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
];

/** The bounds of the buckets of the time to respond. */
const BUCKET_EDGES = [0, HOUR_MS, 6 * HOUR_MS, DAY_MS, 3 * DAY_MS, 7 * DAY_MS, 14 * DAY_MS];

const CALENDARS = new Map(
  ZONES.map((timeZone) => {
    const day = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
    return [timeZone, new Intl.DateTimeFormat("en", { timeZone, ...day })];
  }),
);

/** The local date, computed by `Intl` and by no code of the service. */
function dayIn(zone: string, moment: number): string {
  const parts = CALENDARS.get(zone)?.formatToParts(moment) ?? [];
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${part.year}-${part.month}-${part.day}`;
}

/** Days of the last 400 on which a zone's offset changes; a recent day where it never does. */
const CHANGES = new Map<string, number[]>();

function changesIn(zone: string): number[] {
  const known = CHANGES.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" });
  const offsetAt = (moment: number) =>
    format.formatToParts(moment).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const days = Array.from({ length: 400 }, (_, ago) => Date.now() - ago * DAY_MS);
  const changes = days.filter((day) => offsetAt(day) !== offsetAt(day - DAY_MS));
  const found = changes.length > 0 ? changes : days.slice(2, 5);
  CHANGES.set(zone, found);
  return found;
}

/** A time in the last 400 days: any, around local midnight, or around a change of the offset. */
function momentIn(zone: string): fc.Arbitrary<number> {
  const midnightOf = (moment: number) => {
    const [year = 0, month = 0, day = 0] = dayIn(zone, moment).split("-").map(Number);
    return momentOf({ year, month, day, hour: 0, minute: 0 }, zone);
  };
  const any = fc.integer({ min: 0, max: 400 * DAY_MS }).map((ago) => Date.now() - ago);
  const nudge = fc.constantFrom(-MINUTE_MS, -1, 0, 1, MINUTE_MS);
  const midnight = fc.tuple(any, nudge).map(([moment, by]) => midnightOf(moment) + by);
  const change = fc
    .tuple(fc.constantFrom(...changesIn(zone)), fc.integer({ min: -DAY_MS, max: DAY_MS }))
    .map(([day, by]) => day + by);
  const midnightBesideChange = fc
    .tuple(fc.constantFrom(...changesIn(zone)), fc.constantFrom(-1, 0, 1), fc.integer({ min: -100, max: 100 }))
    .map(([day, next, minutes]) => midnightOf(day + next * DAY_MS) + minutes * MINUTE_MS);
  return fc.oneof(any, midnight, change, midnightBesideChange).map((moment) => Math.min(moment, Date.now() - 1));
}

const answer = fc.record({
  response: fc.constantFrom("attending" as const, "declined" as const, "maybe" as const),
  plusOnes: fc.integer({ min: 0, max: 4 }),
});

function guestIn(zone: string): fc.Arbitrary<GuestHistory> {
  const took = fc.oneof(
    fc.integer({ min: 0, max: 20 * DAY_MS }),
    fc.tuple(fc.constantFrom(...BUCKET_EDGES), fc.constantFrom(-1, 0, 1)).map(([edge, by]) => Math.max(0, edge + by)),
  );
  const access = fc.record({
    at: momentIn(zone),
    kind: fc.constantFrom("access" as const, "access" as const, "rsvp" as const, "edit" as const),
    automated: fc.boolean(),
    risk: fc.constantFrom("low" as const, "medium" as const, "high" as const, "block" as const, null),
  });
  return fc
    .record({
      who: fc.record({
        name: fc.constantFrom("Ada", "Zoë", "李雷", "=1+1"),
        phone: fc.constantFrom("+442079460000", null),
        partySize: fc.option(fc.integer({ min: 1, max: 20 })),
        utmSource: fc.constantFrom("newsletter", "whatsapp", "direct", null),
      }),
      invited: fc.boolean(),
      first: momentIn(zone),
      took,
      rotations: fc.array(fc.integer({ min: 1, max: 30 * DAY_MS }), { maxLength: 2 }),
      accesses: fc.array(access, { maxLength: 3 }),
      answers: fc.array(answer, { maxLength: 3 }),
      arrival: fc.option(
        fc.record({ at: momentIn(zone), count: fc.integer({ min: 1, max: 5 }), walkIn: fc.boolean() }),
      ),
    })
    .map(({ who, invited, first, took: waited, rotations, accesses, answers, arrival }) => {
      const email = null;
      if (!invited) return { ...who, email, links: [], accesses: [], answers: [], arrival };
      const link = first - waited;
      return {
        ...who,
        email,
        links: [link, ...rotations.map((after, index) => link + after * (index + 1))],
        accesses,
        answers: answers.map((said, edit) => ({ ...said, at: first + edit * MINUTE_MS })),
        arrival,
      };
    });
}

/** The figures, computed guest by guest in the simplest way. */
function recount(guests: readonly WrittenGuest[], zone: string, days: number, now: number): Analytics {
  const invitedAt = ({ links }: WrittenGuest) => links[0] ?? null;
  const openedAt = ({ accesses }: WrittenGuest) => {
    const openings = accesses.filter(
      ({ kind, automated, risk }) => kind === "access" && !automated && risk !== "block",
    );
    return openings.length === 0 ? null : Math.min(...openings.map(({ at }) => at));
  };
  const answerOf = ({ answers }: WrittenGuest) => answers.at(-1) ?? null;
  const said = (response: string) => guests.filter((guest) => answerOf(guest)?.response === response);
  const invited = guests.filter((guest) => invitedAt(guest) !== null);
  const opened = guests.filter((guest) => openedAt(guest) !== null);
  const responded = guests.filter((guest) => answerOf(guest) !== null);
  const attending = said("attending");
  // The event has no capacity, so each attending RSVP has a seat.
  const standing = (guest: WrittenGuest) => {
    if (guest.arrival?.walkIn) return "walk_in";
    const response = answerOf(guest)?.response;
    if (response !== undefined) return response === "attending" ? "coming" : response;
    return invitedAt(guest) === null ? "not_invited" : "silent";
  };
  const withStanding = (wanted: ReturnType<typeof standing>) => guests.filter((guest) => standing(guest) === wanted);

  const [year = 0, month = 0, day = 0] = dayIn(zone, now).split("-").map(Number);
  const dates = Array.from({ length: days }, (_, ago) =>
    new Date(Date.UTC(year, month - 1, day - ago)).toISOString().slice(0, 10),
  ).reverse();
  const answered = responded.map((guest) => ({
    day: dayIn(zone, guest.answers[0]?.at ?? 0),
    response: answerOf(guest)?.response,
  }));
  const on = (date: string, response: string) =>
    answered.filter((one) => one.day === date && one.response === response).length;

  const bucketOf = (waited: number) => {
    if (waited < HOUR_MS) return "under_1h";
    if (waited < 6 * HOUR_MS) return "1h_to_6h";
    if (waited < DAY_MS) return "6h_to_24h";
    if (waited < 3 * DAY_MS) return "1d_to_3d";
    if (waited < 7 * DAY_MS) return "3d_to_7d";
    return waited < 14 * DAY_MS ? "7d_to_14d" : "over_14d";
  };
  const waits = responded.map(({ answers, links }) => bucketOf((answers[0]?.at ?? 0) - (links[0] ?? 0)));
  const buckets = ["under_1h", "1h_to_6h", "6h_to_24h", "1d_to_3d", "3d_to_7d", "7d_to_14d", "over_14d"] as const;

  const inChannel = (list: readonly WrittenGuest[], channel: string | null) =>
    list.filter(({ utmSource, links }) => links.length > 0 && utmSource === channel).length;
  const stale = withStanding("silent");
  const rank = (guest: WrittenGuest): [number, number, string] => [
    openedAt(guest) === null ? 1 : 0,
    invitedAt(guest) ?? 0,
    guest.id,
  ];
  return {
    overview: {
      guests: guests.length,
      invited: invited.length,
      opened: opened.length,
      responded: responded.length,
      attending: attending.length,
      declined: said("declined").length,
      maybe: said("maybe").length,
      pending: guests.length - responded.length,
      expected_headcount: withStanding("coming").reduce((sum, guest) => sum + 1 + (answerOf(guest)?.plusOnes ?? 0), 0),
      standings: {
        walk_in: withStanding("walk_in").length,
        coming: withStanding("coming").length,
        offered: 0,
        waitlisted: 0,
        unseated: 0,
        maybe: withStanding("maybe").length,
        declined: withStanding("declined").length,
        silent: withStanding("silent").length,
        not_invited: withStanding("not_invited").length,
      },
      checked_in: guests.filter(({ arrival }) => arrival !== null).length,
      response_rate: invited.length === 0 ? 0 : Number((responded.length / invited.length).toFixed(4)),
    },
    responses_over_time: dates.map((date) => ({
      date,
      attending: on(date, "attending"),
      declined: on(date, "declined"),
      maybe: on(date, "maybe"),
    })),
    funnel: { invited: invited.length, opened: opened.length, responded: responded.length },
    time_to_respond: buckets.map((bucket) => ({ bucket, count: waits.filter((wait) => wait === bucket).length })),
    plus_ones: [0, 1, 2, 3, 4]
      .map((number) => ({
        plus_ones: number,
        count: attending.filter((guest) => answerOf(guest)?.plusOnes === number).length,
      }))
      .filter(({ count }) => count > 0),
    channels: ["direct", "newsletter", "whatsapp", null]
      .map((utm_source) => ({
        utm_source,
        invited: inChannel(invited, utm_source),
        opened: inChannel(opened, utm_source),
        responded: inChannel(responded, utm_source),
      }))
      .filter((channel) => channel.invited > 0)
      .sort((a, b) => b.invited - a.invited),
    stale_guests: stale
      .sort((a, b) => {
        const [one, other] = [rank(a), rank(b)];
        return one[0] - other[0] || one[1] - other[1] || (one[2] < other[2] ? -1 : 1);
      })
      .map((guest) => {
        const opening = openedAt(guest);
        return {
          guest_id: guest.id,
          name: guest.name,
          email: guest.email,
          invited_at: new Date(invitedAt(guest) ?? 0).toISOString(),
          opened_at: opening === null ? null : new Date(opening).toISOString(),
          highlighted: opening !== null,
        };
      }),
  };
}

describe("GET /events/{eventId}/analytics", () => {
  let host: Host;
  beforeAll(async () => {
    host = await signedInHost({ tier: "business" });
  });

  /**
   * @spec 4.74 "GET | /events/{id}/analytics | viewer+ | parameter days; response sections: overview tiles, response
   *   series over 30 days, funnel invited, opened, responded, time-to-respond histogram, plus-ones distribution,
   *   channel attribution by utm_source, stale-guest list (opened without response highlighted)."
   * @spec 4.78 "Time-to-respond is the time from token creation to RSVP submission."
   */
  it("equals a recount of its guests, for any history, in every time zone and over any number of days", {
    tags: "rounds",
  }, async () => {
    const anyHistory = fc.constantFrom(...ZONES).chain((zone) =>
      fc.record({
        zone: fc.constant(zone),
        guests: fc.array(guestIn(zone), { maxLength: 12 }),
        days: fc.oneof(fc.constantFrom(1, 2, 30, 365), fc.integer({ min: 1, max: 365 })),
      }),
    );
    await fc.assert(
      fc.asyncProperty(anyHistory, async ({ zone, guests, days }) => {
        const written = await writeHistory(host.id, { timezone: zone }, guests);
        // Around midnight the response may be of either day.
        const before = recount(written.guests, zone, days, Date.now());
        // One host for all histories: creating one costs more than a history.
        const response = await host.api("GET", `/events/${written.eventId}/analytics?days=${days}`);
        expect([response.status, response.headers.get("x-cache")]).toEqual([200, "miss"]);
        const found = await response.json<Analytics>();
        const last = found.responses_over_time.at(-1)?.date;
        const expected =
          last === before.responses_over_time.at(-1)?.date ? before : recount(written.guests, zone, days, Date.now());
        expect(found).toEqual(expected);
      }),
      { numRuns: some(20, 100) },
    );
  });
});
