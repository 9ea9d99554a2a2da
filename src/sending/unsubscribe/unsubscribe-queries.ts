import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { insertWhere } from "../../db/inserts.ts";
import { users } from "../../db/schema/accounts.ts";
import { suppressions } from "../../db/schema/messages.ts";
import { hostUnsubscribes } from "../../db/schema/sending.ts";

/** Suppresses invitations, reminders and broadcasts of all hosts to an address. The first reason stays. */
export function insertSuppression(db: Database, row: typeof suppressions.$inferInsert) {
  return db.insert(suppressions).values(row).onConflictDoNothing();
}

/** Takes back that an address unsubscribed from all hosts. One that bounced or complained stays suppressed. */
export function deleteUnsubscribe(db: Database, emailKey: string) {
  return db
    .delete(suppressions)
    .where(and(eq(suppressions.emailKey, emailKey), eq(suppressions.reason, "unsubscribed")));
}

/** Suppresses those of one host, on a shard that knows the host: on another one the host has no event. */
export function insertHostUnsubscribe(db: Database, row: typeof hostUnsubscribes.$inferInsert) {
  const isKnown = sql`exists (select 1 from ${users} where ${users.id} = ${row.hostId})`;
  return insertWhere(db, hostUnsubscribes, row, isKnown).onConflictDoNothing();
}

export function deleteHostUnsubscribe(db: Database, emailKey: string, hostId: string) {
  return db
    .delete(hostUnsubscribes)
    .where(and(eq(hostUnsubscribes.emailKey, emailKey), eq(hostUnsubscribes.hostId, hostId)));
}

/** What an address does not get, and the name of a host who has an account. Always one row. */
export function findSubscription(db: Database, emailKey: string, hostId: string) {
  return db
    .select({
      hostName: sql<string | null>`(select ${users.name} from ${users}
        where ${users.id} = ${hostId} and ${users.deletedAt} is null)`.as("host_name"),
      fromAll: sql<number>`exists (select 1 from ${suppressions}
        where ${suppressions.emailKey} = ${emailKey} and ${suppressions.reason} = 'unsubscribed')`.as("from_all"),
      fromHost: sql<number>`exists (select 1 from ${hostUnsubscribes}
        where ${hostUnsubscribes.emailKey} = ${emailKey} and ${hostUnsubscribes.hostId} = ${hostId})`.as("from_host"),
    })
    .from(sql`(select 1)`)
    .limit(1);
}
