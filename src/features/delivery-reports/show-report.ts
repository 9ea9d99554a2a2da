import type { Statement } from "../../db/client.ts";
import type { RequestContext } from "../../request-context.ts";
import { setDelivery } from "../invitations/queries.ts";
import type { MailReport } from "./mail-report.ts";

/** What a status may be replaced by: a late `delivered` does not undo a bounce. */
const SHOWN_FROM = {
  delivered: ["queued", "sent"],
  bounced: ["queued", "sent", "delivered"],
  complained: ["queued", "sent", "delivered", "bounced"],
} as const;

/** The statement that shows the host what became of a guest's invitation; none for another mail. */
export function showReport(
  db: RequestContext["db"],
  { kind, eventId, guestId }: { kind: string; eventId: string | null; guestId: string | null },
  report: { status: MailReport["kind"]; reason: string | null; at: number },
): Statement[] {
  if (kind !== "invitation" || eventId === null || guestId === null) return [];
  return [setDelivery(db, { eventId, guestId }, report, SHOWN_FROM[report.status])];
}
