import { type SQL, sql } from "drizzle-orm";
import { safeDisplayName } from "../kernel/display-name.ts";
import { users } from "./schema/accounts.ts";

/**
 * The name of an account as people see it who did not choose the account: guests, and addresses that are invited to a
 * team. Empty for a name that was stored before `displayNameProblem` rejected it: then texts say "Your host" or "A host
 * via Usher". Queries for these people select this in place of `users.name`.
 */
export function shownName(name: SQL = sql`${users.name}`, alias = "shown_name"): SQL.Aliased<string> {
  return sql`${name}`.mapWith((stored: string) => safeDisplayName(stored) ?? "").as(alias);
}
