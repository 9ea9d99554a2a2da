import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database, Statement } from "../../db/client.ts";
import { guests } from "../../db/schema/guests.ts";
import { deliveries } from "../../db/schema/messages.ts";
import { toIsoTime } from "../../kernel/clock.ts";
import { causeOfBounce } from "../../kernel/delivery-outcome.ts";
import type { LiveActivity } from "../../platform/outbox/store-activities.ts";
import { isReplaceableBy, setDelivery } from "../../sending/delivery-queries.ts";
import type { MailReport } from "./mail-report.ts";

/** The condition that `reportDelivery` changes the delivery, for a statement before it. */
export function isReportable(id: string, status: MailReport["kind"]): SQL {
  return sql`exists (select 1 from ${deliveries} where ${deliveries.id} = ${id}
    and ${isReplaceableBy(deliveries.status, status)})`;
}

/** Applies a provider's report, unless a later status is stored already. */
export function reportDelivery(
  db: Database,
  id: string,
  report: { status: MailReport["kind"]; bounceType: string | null },
  now: number,
) {
  const { status, bounceType } = report;
  return db
    .update(deliveries)
    .set({
      status,
      claimedAt: null,
      updatedAt: now,
      ...(bounceType === null ? {} : { bounceType }),
      ...(status === "complained" ? { complained: true } : {}),
    })
    .where(and(eq(deliveries.id, id), isReplaceableBy(deliveries.status, status)));
}

/** Activities for a report on an invitation. A complaint adds none, because the email had arrived. */
export function reportActivities(
  kind: MailReport["kind"],
  guest: { id: string; name: string },
  reason: string | null,
  now: number,
): LiveActivity[] {
  const common = { at: toIsoTime(now), guest };
  if (kind === "complained") return [];
  return kind === "delivered"
    ? [{ type: "invitation.delivered", ...common }]
    : [{ type: "invitation.bounced", ...common, reason, cause: causeOfBounce(reason) }];
}

/** Returns the statement that shows the host the delivery status of a guest's invitation. None for other emails. */
export function showReport(
  db: Database,
  { kind, eventId, guestId }: { kind: string; eventId: string | null; guestId: string | null },
  report: { status: MailReport["kind"]; reason: string | null; at: number },
): Statement[] {
  if (kind !== "invitation" || eventId === null || guestId === null) return [];
  return [setDelivery(db, { eventId, guestId }, report, isReplaceableBy(guests.deliveryStatus, report.status))];
}
