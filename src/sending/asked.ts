import { type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { Database } from "../db/client.ts";
import { sendingHours } from "../db/schema/sending.ts";
import { sha256Hex } from "../kernel/bytes.ts";
import { HOUR_MS } from "../kernel/clock.ts";
import { rateLimited } from "../kernel/errors.ts";
import { budgetOf, countForHost, hourOf, secondsUntilOutOfWindow, WINDOW_HOURS } from "./budgets.ts";

/**
 * The counters of emails and text messages that guests ask for, per host in 24 hours. They are separate from the host's
 * budget and from each other, so neither a host nor an unknown sender keeps a guest from a code.
 * - `asked`: with a valid link.
 * - `askedPublicly`: by anybody who knows an address, such as `/lost-link`.
 * - `unreached`: guests whose RSVP is confirmed, see `exceedsUnreached`.
 */
export type AskedCounter = "asked" | "askedPublicly" | "unreached";

/** The larger of this number and this share of the budget, with a valid link. At least the guests of a tier's event. */
const MIN_ASKED = 50;
const ASKED_PERCENT = 25;

const ASKED_PUBLICLY_PERCENT = 10;

/** One address, all hosts, with a valid link: codes, edit links and new links after a report. */
const PER_HOUR = { name: "asked-address", limit: 10, windowSeconds: 3_600 };
const PER_DAY = { name: "asked-address-day", limit: 20, windowSeconds: 86_400 };

/** Condition: the host's counter has room for one more. */
export function fitsAsked(hostId: SQL, counter: AskedCounter, now: number): SQL {
  const { recipients } = budgetOf(hostId);
  const limit =
    counter === "askedPublicly"
      ? sql`${recipients} * ${ASKED_PUBLICLY_PERCENT} / 100`
      : sql`max(${MIN_ASKED}, ${recipients} * ${ASKED_PERCENT} / 100)`;
  return sql`(select coalesce(sum(${sendingHours[counter]}), 0) < ${limit} from ${sendingHours}
    where ${sendingHours.userId} = ${hostId} and ${sendingHours.hour} > ${now} / ${HOUR_MS} - ${WINDOW_HOURS})`;
}

/** Counts one more for a host, if the condition is true. */
export function countAsked(db: Database, hostId: string, counter: AskedCounter, now: number, guard: SQL = sql`true`) {
  return countForHost(db, hostId, counter, now, guard);
}

/**
 * Throws if a host's counter of requests with a valid link is spent: for a write that failed.
 * @throws AppError 429 with `Retry-After`
 */
export async function requireAsked(ctx: RequestContext, hostId: string): Promise<void> {
  const now = ctx.clock.now();
  const host = sql`${hostId}`;
  const [found] = await ctx.db
    .select({
      fits: sql<boolean>`${fitsAsked(host, "asked", now)}`.mapWith(Boolean).as("fits"),
      since: sql<number | null>`(select min(${sendingHours.hour}) from ${sendingHours}
        where ${sendingHours.userId} = ${hostId} and ${sendingHours.hour} > ${hourOf(now) - WINDOW_HOURS}
          and ${sendingHours.asked} > 0)`.as("since"),
    })
    .from(sql`(select 1)`);
  if (found === undefined || found.fits) return;
  throw rateLimited(secondsUntilOutOfWindow(found.since ?? hourOf(now), now));
}

/**
 * Counts a request with a valid link against the limits of its address or phone number, over all hosts: many hosts may
 * invite one address, each with its own link. A request that the hour rejects does not use up the day.
 * @throws AppError 429 with `Retry-After`
 */
export async function requireAskedAddress({ rateLimits }: RequestContext, address: string): Promise<void> {
  const key = await sha256Hex(address);
  for (const count of [() => rateLimits.exact(PER_HOUR, key), () => rateLimits.exact(PER_DAY, key)]) {
    const { allowed, resetSeconds } = await count();
    if (!allowed) throw rateLimited(resetSeconds);
  }
}
