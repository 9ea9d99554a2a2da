import { and, eq, inArray, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { AccountsDatabase } from "../db/client.ts";
import { insertFrom, insertWhere } from "../db/inserts.ts";
import { textCounts } from "../db/schema/sending.ts";
import { DAY_MS } from "../kernel/clock.ts";
import { log } from "../kernel/log.ts";
import type { Tier } from "../platform/tiers/limits.ts";

/** Billed segments of text messages in a day (UTC) by the host's tier: of one account, of one event, and of its codes. */
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

/** A text that was counted. */
export interface ClaimedText {
  /** Call when the text was not sent after all. */
  release(): Promise<void>;
}

/**
 * Counts the segments of a text message against the budgets of its account, event, calling code and the operator's day,
 * in one statement. Counts them against none if one budget has too few left. Concurrent claims never exceed a budget.
 * Alerts the operator once a day, when the ceiling has no room for another message of this length.
 * @returns null when a budget has too few segments left
 */
export async function claimText(ctx: RequestContext, text: Text): Promise<ClaimedText | null> {
  const { accountsDb: db, clock, config } = ctx;
  const day = dayOf(clock.now());
  const { segments } = text;
  const ceiling = config.SMS_DAILY_CEILING;
  const limits = limitsOf(text, ceiling);
  const claimed = await countSegments(db, day, limits, segments);
  const used = claimed.find(({ scope }) => scope === ALL)?.count;
  if (used === undefined || used + segments > ceiling) {
    const alerted = await insertAlert(db, day, ceiling - segments);
    if (alerted.length > 0) log("error", "sms_ceiling_reached", { ceiling });
  }
  if (used === undefined) return null;
  return { release: async () => void (await releaseSegments(db, day, Object.keys(limits), segments)) };
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

/** The read of `hasTextRoom`, for a batch on `accountsDb`. */
export function listTextCounts(db: AccountsDatabase, text: Omit<Text, "segments" | "tier">, now: number) {
  const { day, scope, count } = textCounts;
  const scopes = Object.keys(limitsOf({ ...text, tier: "free" }, 0));
  return db
    .select({ scope, count })
    .from(textCounts)
    .where(and(eq(day, dayOf(now)), inArray(scope, scopes)));
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

/** The number of a day (UTC). */
function dayOf(now: number): number {
  return Math.floor(now / DAY_MS);
}

/** Adds the segments to each scope, unless one of them would exceed its limit: then returns no row. */
function countSegments(db: AccountsDatabase, day: number, limits: Record<string, number>, segments: number) {
  const bound = JSON.stringify(limits);
  const { day: onDay, scope, count } = textCounts;
  return insertFrom(
    db,
    textCounts,
    { day, scope: sql`budget.key`, count: segments },
    sql`from json_each(${bound}) as budget where not exists (
      select 1 from json_each(${bound}) as spent where spent.value < ${segments} + coalesce(
        (select ${count} from ${textCounts} where ${onDay} = ${day} and ${scope} = spent.key), 0))`,
  )
    .onConflictDoUpdate({ target: [onDay, scope], set: { count: sql`${count} + ${segments}` } })
    .returning({ scope, count });
}

/** Returns a row the first time in a day that more than `room` segments of all accounts are counted. */
function insertAlert(db: AccountsDatabase, day: number, room: number) {
  const { day: onDay, scope, count } = textCounts;
  const used = sql`coalesce((select ${count} from ${textCounts} where ${onDay} = ${day} and ${scope} = ${ALL}), 0)`;
  return insertWhere(db, textCounts, { day, scope: ALERTED, count: 1 }, sql`${used} > ${room}`)
    .onConflictDoNothing()
    .returning({ scope });
}

/** Takes the segments from each scope. */
function releaseSegments(db: AccountsDatabase, day: number, scopes: string[], segments: number) {
  const { day: onDay, scope, count } = textCounts;
  return db
    .update(textCounts)
    .set({ count: sql`max(${count} - ${segments}, 0)` })
    .where(and(eq(onDay, day), inArray(scope, scopes)));
}
