import type { RequestContext } from "../../context.ts";
import { REPORT } from "../../invitations/report-link.ts";
import { AppError } from "../../kernel/errors.ts";
import { eventWindow } from "../../kernel/event-window.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import { findReported, type ReportedRow } from "./queries.ts";

/** A reported access, as the report page shows it. */
export type ReportedFacts = ReportedRow;

/** A report's link that holds, in the context of its event. */
export interface OpenReport {
  ctx: RequestContext;
  found: ReportedRow;
}

/** For a link that was cut off or altered, or that another secret signed. */
const INVALID_LINK = "This link is incomplete. Please use the one in the email.";

/**
 * Returns the access that an email's report link is about. Changes nothing, because link scanners open links.
 * @param opened receives the row that was found, even if the link has expired
 * @throws AppError 400 `invalid_token` for a link that the service did not make, 410 `report_expired` once the event is
 *   over or the access is no longer in a log
 */
export async function readReport(
  ctx: RequestContext,
  token: string,
  opened: (found: ReportedFacts) => void = () => undefined,
): Promise<OpenReport> {
  const reported = await REPORT.verifyLink(ctx, token);
  if (reported.status !== "valid") throw new AppError("invalid_token", {}, INVALID_LINK);
  const onShard = onShardOf(ctx, reported.content.tokenId);
  const [found] = await findReported(onShard.db, reported.content);
  if (found !== undefined) opened(found);
  if (found === undefined || (found.report === null && eventWindow(found.event).endsAt <= ctx.clock.now())) {
    throw new AppError("report_expired");
  }
  return { ctx: onShard, found };
}
