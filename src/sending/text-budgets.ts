import { and, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { AccountsDatabase } from "../db/client.ts";
import { insertFrom } from "../db/inserts.ts";
import { textCounts } from "../db/schema/sending.ts";
import { log } from "../kernel/log.ts";
import type { Tier } from "../platform/tiers/limits.ts";
import { hourOf, WINDOW_HOURS } from "./budgets.ts";

/** Billed segments of text messages in 24 hours by the host's tier: of one account, of one event, and of its codes. */
export const TEXTS_OF_ACCOUNT: Record<Tier, number> = { free: 20, pro: 1_000, business: 10_000 };
export const TEXTS_OF_EVENT: Record<Tier, number> = { free: 5, pro: 1_000, business: 5_000 };
export const CODES_OF_EVENT: Record<Tier, number> = { free: 5, pro: 100, business: 500 };
/**
 * A calling code gets at most this share of the operator's ceiling, so an attack on one country leaves text messages
 * for the others.
 */
const SHARE_OF_PREFIX = 0.5;
/** Scope of the text messages of all accounts. */
const ALL = "all";
/** Scope whose row says that the operator was alerted. */
const ALERTED = "alerted";

/** One text message that is to be sent. */
export interface Text {
  hostId: string;
  eventId: string;
  tier: Tier;
  /** Calling code. */
  prefix: string;
  /** Billed segments, see `smsSegments`. Each costs as much as a message. */
  segments: number;
  /** True for a code that a guest asked for. */
  isCode: boolean;
}

/** The budgets in which a text was counted. */
export interface CountedText {
  /** Hours since the epoch. */
  hour: number;
  scopes: string[];
  segments: number;
}

/**
 * Counts the segments of a text message against the budgets of its account, event, calling code and the operator's ceiling,
 * in one statement. Counts them against none if one budget has too few left. Concurrent claims never exceed a budget.
 * Alerts the operator once in 24 hours, when the ceiling has no room for another message of this length.
 * @returns null when a budget has too few segments left
 */
export async function claimText(ctx: RequestContext, text: Text): Promise<CountedText | null> {
  const { accountsDb: db, clock, config } = ctx;
  const hour = hourOf(clock.now());
  const { segments } = text;
  const ceiling = config.SMS_DAILY_CEILING;
  const limits = limitsOf(text, ceiling);
  const counted = await countSegments(db, hour, limits, segments);
  if (counted.some(({ scope }) => scope === ALERTED)) log("error", "sms_ceiling_reached", { ceiling });
  if (counted.every(({ scope }) => scope === ALERTED)) return null;
  return { hour, scopes: Object.keys(limits), segments };
}

/** Gives back the segments of a text that was not sent after all, in the hour in which they were counted. */
export async function releaseText(
  { accountsDb: db }: RequestContext,
  { hour, scopes, segments }: CountedText,
): Promise<void> {
  const { hour: inHour, scope, count } = textCounts;
  await db
    .update(textCounts)
    .set({ count: sql`max(${count} - ${segments}, 0)` })
    .where(and(eq(inHour, hour), inArray(scope, scopes)));
}

/** The read of `hasTextRoom`, for a batch on `accountsDb`. */
export function listTextCounts(db: AccountsDatabase, text: Omit<Text, "segments" | "tier">, now: number) {
  const { hour, scope, count } = textCounts;
  const scopes = Object.keys(limitsOf({ ...text, tier: "free" }, 0));
  return db
    .select({ scope, count: sql<number>`sum(${count})`.as("used") })
    .from(textCounts)
    .where(and(inArray(scope, scopes), gt(hour, hourOf(now) - WINDOW_HOURS)))
    .groupBy(scope);
}

/** True if each budget of a text message has a segment left. `claimText` decides when the message is sent. */
export function hasTextRoom(
  { config }: Pick<RequestContext, "config">,
  text: Omit<Text, "segments">,
  counts: Awaited<ReturnType<typeof listTextCounts>>,
): boolean {
  const used = new Map(counts.map(({ scope, count }) => [scope, count]));
  return Object.entries(limitsOf(text, config.SMS_DAILY_CEILING)).every(
    ([scope, limit]) => (used.get(scope) ?? 0) < limit,
  );
}

/** The budgets of a text message by their scopes, in segments. */
function limitsOf(
  { hostId, eventId, tier, prefix, isCode }: Omit<Text, "segments">,
  ceiling: number,
): Record<string, number> {
  return {
    [ALL]: ceiling,
    [`account:${hostId}`]: TEXTS_OF_ACCOUNT[tier],
    [`event:${eventId}`]: TEXTS_OF_EVENT[tier],
    ...(isCode ? { [`codes:${eventId}`]: CODES_OF_EVENT[tier] } : {}),
    [`prefix:${prefix}`]: Math.ceil(ceiling * SHARE_OF_PREFIX),
  };
}

/**
 * Adds the segments to each scope, unless one of them would exceed its limit. Also adds the mark `ALERTED`, the first time in
 * 24 hours that the ceiling then has no room for as many segments again. Returns the scopes that were written.
 */
function countSegments(db: AccountsDatabase, hour: number, limits: Record<string, number>, segments: number) {
  const bound = JSON.stringify(limits);
  const { hour: inHour, scope, count } = textCounts;
  const isFull = sql`exists (select 1 from json_each(${bound}) as spent
    where spent.value < ${segments} + ${used(sql`spent.key`, hour)})`;
  const ofAll = sql`${used(sql`${ALL}`, hour)} + iif(${isFull}, 0, ${segments})`;
  return insertFrom(
    db,
    textCounts,
    { scope: sql`budget.key`, hour, count: segments },
    sql`from json_each(${bound}) as budget where not ${isFull}
      union all select ${ALERTED}, ${hour}, 1
        where ${ofAll} > ${limits[ALL]} - ${segments} and ${used(sql`${ALERTED}`, hour)} = 0`,
  )
    .onConflictDoUpdate({ target: [scope, inHour], set: { count: sql`${count} + excluded.count` } })
    .returning({ scope });
}

/** SQL for the segments of a scope in the window of all budgets: the hour that runs and the 23 before it. */
function used(ofScope: SQL, now: number): SQL {
  const { hour, scope, count } = textCounts;
  return sql`(select coalesce(sum(${count}), 0) from ${textCounts}
    where ${scope} = ${ofScope} and ${hour} > ${now - WINDOW_HOURS})`;
}
