import { and, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { suppressions } from "../../db/schema/messages.ts";
import { hostUnsubscribes } from "../../db/schema/sending.ts";
import { shownName } from "../../db/shown-name.ts";

/** Maximum hosts that a page names. */
const MAX_HOSTS = 20;

/** Condition: a complaint stops the emails of all hosts to an address. */
export function isComplained(emailKey: string): SQL {
  return sql`exists (select 1 from ${suppressions}
    where ${suppressions.emailKey} = ${emailKey} and ${suppressions.reason} = 'complained')`;
}

/** Reads whether a complaint stops the emails of all hosts to an address. Always one row. */
export function findComplaint(db: Database, emailKey: string) {
  return db
    .select({ isComplained: sql<boolean>`${isComplained(emailKey)}`.mapWith(Boolean).as("is_complained") })
    .from(sql`(select 1)`)
    .limit(1);
}

/**
 * Undoes a complaint for all hosts. Its host remains in `host_unsubscribes`.
 * @param until latest time of the complaint: a code undoes no complaint that came after the code (epoch milliseconds)
 */
export function deleteComplaint(db: Database, emailKey: string, until: number, guard: SQL = sql`true`) {
  const { emailKey: key, reason, createdAt } = suppressions;
  return db.delete(suppressions).where(and(eq(key, emailKey), eq(reason, "complained"), lte(createdAt, until), guard));
}

/** The hosts of a shard whose emails to an address a complaint stops, whatever other hosts may send. */
export function listComplainedHosts(db: Database, emailKey: string) {
  return db
    .select({ hostId: hostUnsubscribes.hostId, hostName: shownName() })
    .from(hostUnsubscribes)
    .innerJoin(users, and(eq(users.id, hostUnsubscribes.hostId), isNull(users.deletedAt)))
    .where(and(eq(hostUnsubscribes.emailKey, emailKey), eq(hostUnsubscribes.reason, "complained")))
    .limit(MAX_HOSTS);
}
