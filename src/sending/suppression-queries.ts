import { type SQL, sql } from "drizzle-orm";
import { suppressions } from "../db/schema/messages.ts";
import { hostUnsubscribes } from "../db/schema/sending.ts";

/** Why an address gets no invitations, reminders and broadcasts of a host. */
export type SuppressionReason = "unsubscribed" | "bounced" | "complained";

/**
 * The reason why an address gets nothing from a host, or null: it is suppressed for all hosts, or its owner unsubscribed
 * from this one. Two look-ups by key instead of joins, which would name columns that are there twice.
 * @param emailKey the column of the address
 * @param hostId the column of the event's host
 */
export function suppressionFor(emailKey: SQL, hostId: SQL): SQL<SuppressionReason | null> {
  return sql<SuppressionReason | null>`coalesce(
    (select ${suppressions.reason} from ${suppressions} where ${suppressions.emailKey} = ${emailKey}),
    (select 'unsubscribed' from ${hostUnsubscribes}
      where ${hostUnsubscribes.emailKey} = ${emailKey} and ${hostUnsubscribes.hostId} = ${hostId}))`;
}
