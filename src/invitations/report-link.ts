import * as z from "zod";
import type { RequestContext } from "../context.ts";
import { signed } from "../platform/secrets/signed.ts";

/** An access, and the link that it used, whose ID says on which shard the access is. The log decides how long the link works. */
export const REPORT = signed("access_report", z.object({ tokenId: z.uuid(), accessLogId: z.uuid() }), null);

/** The URL at which a guest reports another person's access. Only emails to the guest have it. */
export async function reportUrl(
  ctx: Pick<RequestContext, "config" | "keyring" | "clock">,
  access: { tokenId: string; accessLogId: string },
): Promise<string> {
  return `${ctx.config.PUBLIC_URL}${reportPath(await REPORT.sign(ctx, access))}`;
}

/** The path of a report's page. */
export function reportPath(token: string): string {
  return `/not-me/${token}`;
}
