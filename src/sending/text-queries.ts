import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { AccountsDatabase } from "../db/client.ts";
import { textCounts } from "../db/schema/sending.ts";

/** Adds one to each scope, unless one of them is at its limit: then returns no row. */
export function countText(db: AccountsDatabase, day: number, limits: Record<string, number>) {
  const bound = JSON.stringify(limits);
  const { day: onDay, scope, count } = textCounts;
  return db
    .insert(textCounts)
    .select(
      sql`select ${day}, budget.key, 1 from json_each(${bound}) as budget where not exists (
        select 1 from json_each(${bound}) as spent where spent.value <= coalesce(
          (select ${count} from ${textCounts} where ${onDay} = ${day} and ${scope} = spent.key), 0))`,
    )
    .onConflictDoUpdate({ target: [onDay, scope], set: { count: sql`${count} + 1` } })
    .returning({ scope, count });
}

/** Takes one from each scope. */
export function releaseText(db: AccountsDatabase, day: number, scopes: string[]) {
  const { day: onDay, scope, count } = textCounts;
  return db
    .update(textCounts)
    .set({ count: sql`${count} - 1` })
    .where(and(eq(onDay, day), inArray(scope, scopes), gt(count, 0)));
}
