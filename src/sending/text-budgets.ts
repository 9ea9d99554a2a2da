import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { RequestContext } from "../context.ts";
import type { AccountsDatabase } from "../db/client.ts";
import { insertFrom } from "../db/inserts.ts";
import { textCounts } from "../db/schema/sending.ts";
import { DAY_MS } from "../kernel/clock.ts";
import { log } from "../kernel/log.ts";
import type { Tier } from "../platform/tiers/limits.ts";

/** Text messages in a day (UTC) by the host's tier: of one account, and of one event. */
export const TEXTS_OF_ACCOUNT: Record<Tier, number> = { free: 20, pro: 1_000, business: 10_000 };
export const TEXTS_OF_EVENT: Record<Tier, number> = { free: 5, pro: 1_000, business: 5_000 };
/**
 * A calling code gets at most this share of the operator's ceiling, so an attack on one country leaves text messages
 * for the others.
 */
const SHARE_OF_PREFIX = 0.5;
/** Scope of the text messages of all accounts. */
const ALL = "all";

/** One text message that is to be sent. */
export interface Text {
  hostId: string;
  eventId: string;
  tier: Tier;
  /** Calling code. */
  prefix: string;
}

/** A text that was counted. */
export interface ClaimedText {
  /** Call when the text was not sent after all. */
  release(): Promise<void>;
}

/**
 * Counts a text message against the budgets of its account, event, calling code and the operator's day, in one
 * statement. Counts it against none if one is used up. Concurrent claims never exceed a budget. The last one of the
 * operator's day raises the alert.
 * @returns null when a budget is spent
 */
export async function claimText(ctx: RequestContext, text: Text): Promise<ClaimedText | null> {
  const { accountsDb: db, clock, config } = ctx;
  const day = Math.floor(clock.now() / DAY_MS);
  const ceiling = config.SMS_DAILY_CEILING;
  const limits = {
    [ALL]: ceiling,
    [`account:${text.hostId}`]: TEXTS_OF_ACCOUNT[text.tier],
    [`event:${text.eventId}`]: TEXTS_OF_EVENT[text.tier],
    [`prefix:${text.prefix}`]: Math.ceil(ceiling * SHARE_OF_PREFIX),
  };
  const claimed = await countText(db, day, limits);
  if (claimed.length === 0) return null;
  if (claimed.some(({ scope, count }) => scope === ALL && count === ceiling)) {
    log("error", "sms_ceiling_reached", { ceiling });
  }
  return { release: async () => void (await releaseText(db, day, Object.keys(limits))) };
}

/** Adds one to each scope, unless one of them is at its limit: then returns no row. */
function countText(db: AccountsDatabase, day: number, limits: Record<string, number>) {
  const bound = JSON.stringify(limits);
  const { day: onDay, scope, count } = textCounts;
  return insertFrom(
    db,
    textCounts,
    { day, scope: sql`budget.key`, count: 1 },
    sql`from json_each(${bound}) as budget where not exists (
      select 1 from json_each(${bound}) as spent where spent.value <= coalesce(
        (select ${count} from ${textCounts} where ${onDay} = ${day} and ${scope} = spent.key), 0))`,
  )
    .onConflictDoUpdate({ target: [onDay, scope], set: { count: sql`${count} + 1` } })
    .returning({ scope, count });
}

/** Takes one from each scope. */
function releaseText(db: AccountsDatabase, day: number, scopes: string[]) {
  const { day: onDay, scope, count } = textCounts;
  return db
    .update(textCounts)
    .set({ count: sql`${count} - 1` })
    .where(and(eq(onDay, day), inArray(scope, scopes), gt(count, 0)));
}
