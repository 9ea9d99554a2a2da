import { toWire } from "../../kernel/clock.ts";
import type { LiveEvent } from "../../platform/outbox/store-activities.ts";
import type { MailReport } from "./mail-report.ts";

/** What a report on an invitation is at its event. A complaint is no news of the mail: it had arrived. */
export function reportActivities(
  kind: MailReport["kind"],
  guest: { id: string; name: string },
  reason: string | null,
  now: number,
): LiveEvent[] {
  const common = { at: toWire(now), guest };
  if (kind === "complained") return [];
  return kind === "delivered"
    ? [{ type: "invitation.delivered", ...common }]
    : [{ type: "invitation.bounced", ...common, reason }];
}
