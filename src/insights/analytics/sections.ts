import { DAY_MS, toIsoTime, toWireOrNull } from "../../kernel/clock.ts";
import { countsByStanding, saidYes } from "../../kernel/standing.ts";
import { ZONE_STEP_MS, type ZoneClock } from "../../kernel/zoned-time.ts";
import type { GuestGroupRow, QuarterRow, StaleRow } from "./queries.ts";
import { type Analytics, MAX_CHANNELS, RESPONSE_TIME_BUCKETS } from "./schemas.ts";

/** The counts that the database returned. */
export interface Counted {
  groups: readonly GuestGroupRow[];
  quarters: readonly QuarterRow[];
  stale: readonly StaleRow[];
}

/** Decimal places of a rate, as a power of ten. */
const RATE_PLACES = 10_000;

/** Sums counts to the sections of the response. @param now epoch milliseconds: the last day of the series */
export function sectionsOf(counted: Counted, clock: ZoneClock, now: number, days: number): Analytics {
  const { groups } = counted;
  const overview = overviewOf(groups);
  const { invited, opened, responded } = overview;
  return {
    overview,
    responses_over_time: seriesOf(counted.quarters, clock, now, days),
    funnel: { invited, opened, responded },
    time_to_respond: RESPONSE_TIME_BUCKETS.map((bucket) => ({
      bucket,
      count: guestsIn(groups.filter(({ responseTime }) => responseTime === bucket)),
    })),
    plus_ones: plusOnesOf(groups),
    channels: channelsOf(groups),
    stale_guests: counted.stale.map((guest) => ({
      guest_id: guest.guestId,
      name: guest.name,
      email: guest.email,
      invited_at: toIsoTime(guest.invitedAt),
      opened_at: toWireOrNull(guest.openedAt),
      highlighted: guest.openedAt !== null,
    })),
  };
}

/** A time before the first day of the series in any time zone: one day more than its length. */
export function seriesStart(now: number, days: number): number {
  return now - (days + 1) * DAY_MS;
}

function overviewOf(groups: readonly GuestGroupRow[]): Analytics["overview"] {
  // By response: what guests replied, with or without a seat. `standings` has who comes.
  const answered = (response: GuestGroupRow["response"]) => groups.filter((group) => group.response === response);
  const { invited, opened, responded } = funnelOf(groups);
  const guests = guestsIn(groups);
  return {
    guests,
    invited,
    opened,
    responded,
    attending: guestsIn(answered("attending")),
    declined: guestsIn(answered("declined")),
    maybe: guestsIn(answered("maybe")),
    pending: guests - responded,
    expected_headcount: groups.reduce((sum, group) => sum + group.peopleComing, 0),
    standings: countsByStanding(groups),
    checked_in: groups.reduce((sum, group) => sum + group.checkedIn, 0),
    response_rate: invited === 0 ? 0 : Math.round((responded / invited) * RATE_PLACES) / RATE_PLACES,
  };
}

function seriesOf(quarters: readonly QuarterRow[], clock: ZoneClock, now: number, days: number) {
  const series = new Map(
    lastDays(clock.dayOf(now), days).map((date) => [date, { date, attending: 0, declined: 0, maybe: 0 }]),
  );
  for (const { quarter, attending, declined, maybe } of quarters) {
    const day = series.get(clock.dayOf(quarter * ZONE_STEP_MS));
    if (day === undefined) continue;
    day.attending += attending;
    day.declined += declined;
    day.maybe += maybe;
  }
  return [...series.values()];
}

/** Calendar dates up to `last`, oldest first. Computed in UTC, because local days may have 23 or 25 hours. */
function lastDays(last: string, days: number): string[] {
  const end = Date.parse(`${last}T00:00:00Z`);
  return Array.from({ length: days }, (_, index) =>
    new Date(end - (days - 1 - index) * DAY_MS).toISOString().slice(0, last.length),
  );
}

/** By response, as the series and the funnel: waitlisted parties count too. */
function plusOnesOf(groups: readonly GuestGroupRow[]): Analytics["plus_ones"] {
  const attending = groups.filter(({ response }) => saidYes(response));
  const counts = new Map<number, number>();
  for (const { plusOnes, guests } of attending) counts.set(plusOnes ?? 0, (counts.get(plusOnes ?? 0) ?? 0) + guests);
  return [...counts].map(([plus_ones, count]) => ({ plus_ones, count })).sort((a, b) => a.plus_ones - b.plus_ones);
}

function channelsOf(groups: readonly GuestGroupRow[]): Analytics["channels"] {
  const names = [...new Set(groups.map(({ utmSource }) => utmSource))];
  return names
    .map((name) => ({ utm_source: name, ...funnelOf(groups.filter(({ utmSource }) => utmSource === name)) }))
    .filter(({ invited }) => invited > 0)
    .sort((a, b) => b.invited - a.invited || byName(a.utm_source, b.utm_source))
    .slice(0, MAX_CHANNELS);
}

/** Null comes last. */
function byName(one: string | null, other: string | null): number {
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1;
  return one < other ? -1 : 1;
}

/** By response: every reply counts, wherever it makes the guest stand. */
function funnelOf(groups: readonly GuestGroupRow[]): Analytics["funnel"] {
  return {
    invited: groups.reduce((sum, group) => sum + group.invited, 0),
    opened: groups.reduce((sum, group) => sum + group.opened, 0),
    responded: guestsIn(groups.filter(({ response }) => response !== null)),
  };
}

function guestsIn(groups: readonly GuestGroupRow[]): number {
  return groups.reduce((sum, group) => sum + group.guests, 0);
}
