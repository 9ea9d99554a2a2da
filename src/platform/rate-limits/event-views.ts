import { eq } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { guestCounts } from "../../db/schema/guests.ts";
import { BoundedMap } from "../../kernel/bounded-map.ts";
import { rateLimited } from "../../kernel/errors.ts";
import type { RateRule } from "../../kernel/sliding-window.ts";

/** Requests of an event that an isolate counts as one hit, so that only every twentieth costs a call. */
const REQUESTS_OF_HIT = 20;
/** Requests of an event in an hour without its guests, and more for each guest. */
const OF_EVENT = 600;
const OF_GUEST = 20;
const HOUR_SECONDS = 3_600;

/** Events and links in an isolate's cache. */
const MAX_CACHED = 10_000;

/** Requests with the links of an event: 600 an hour, and 20 for each of its guests. */
function ruleFor(guests: number): RateRule {
  const limit = Math.floor((OF_EVENT + OF_GUEST * guests) / REQUESTS_OF_HIT);
  return { name: "event-views", limit, windowSeconds: HOUR_SECONDS };
}

const RULE = ruleFor(0);

interface RefusedLink {
  eventId: string;
  /** Tells the error page whose link it is. */
  holder: object;
}

const createRefusedLinks = () => new BoundedMap<string, RefusedLink>(MAX_CACHED);
const createUncounted = () => new BoundedMap<string, number>(MAX_CACHED);

/**
 * Rejects a request with a link that `countAtEvent` has rejected in this isolate, as long as its event is over the
 * limit. No I/O.
 * @param opened gets the holder that `countAtEvent` was given
 * @throws AppError 429
 */
export function requireNotRefused<Holder extends object>(
  ctx: RequestContext,
  tokenId: string,
  opened: (by: Holder) => void,
): void {
  const links = ctx.shared(createRefusedLinks);
  const link = links.get(tokenId);
  if (link === undefined) return;
  const refused = ctx.rateLimits.knownRefusal(RULE, link.eventId);
  if (refused === null) {
    links.delete(tokenId);
    return;
  }
  opened(link.holder as Holder);
  throw rateLimited(refused.resetSeconds);
}

/**
 * Counts a request with a link of an event: in the isolate, and after the response of every twentieth one in the
 * event's `RateWindow`. Over the limit, only a link that was used less than 20 times in the hour still opens, so that
 * one link cannot close the others. The path of a request below the limit has no I/O.
 * @param isBusy whether the link was used 20 times or more in the hour: called over the limit
 * @throws AppError 429
 */
export async function countAtEvent(
  ctx: RequestContext,
  link: RefusedLink & { tokenId: string },
  isBusy: (accesses: number) => Promise<boolean>,
): Promise<void> {
  const { tokenId, ...known } = link;
  const refused = ctx.rateLimits.knownRefusal(RULE, link.eventId);
  if (refused === null) {
    countLater(ctx, link.eventId);
    return;
  }
  if (!(await isBusy(OF_GUEST))) return;
  ctx.shared(createRefusedLinks).set(tokenId, known);
  throw rateLimited(refused.resetSeconds);
}

function countLater(ctx: RequestContext, eventId: string): void {
  const uncounted = ctx.shared(createUncounted);
  const requests = (uncounted.get(eventId) ?? 0) + 1;
  uncounted.set(eventId, requests % REQUESTS_OF_HIT);
  if (requests < REQUESTS_OF_HIT) return;
  ctx.defer(async () => {
    const [counted] = await findGuestCount(ctx.db, eventId);
    await ctx.rateLimits.exact(ruleFor(counted?.guests ?? 0), eventId);
  });
}

/** The stored number of an event's guests, which may be too high. */
function findGuestCount(db: Database, eventId: string) {
  return db.select({ guests: guestCounts.guests }).from(guestCounts).where(eq(guestCounts.eventId, eventId)).limit(1);
}
