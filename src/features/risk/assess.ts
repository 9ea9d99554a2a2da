import { isInNetworks } from "../../kernel/cidr.ts";
import { AppError } from "../../kernel/errors.ts";
import { isEnabled } from "../../platform/flags/is-enabled.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Assessment } from "./assessment.ts";
import type { ScoredInvitation } from "./attempt.ts";

/** @throws AppError 403 `access_blocked` in the band `block`. An automated fetch is never blocked. */
export function refuseBlocked(assessment: Assessment): void {
  if (assessment.band !== "block" || assessment.automated) return;
  throw new AppError("access_blocked");
}

/** Why an access is not scored; null for one that the engine scores. */
export async function unscoredOutcome(
  ctx: RequestContext,
  { allowlist, hostId }: ScoredInvitation,
  access: { ipAddress: string },
) {
  if (isInNetworks(access.ipAddress, allowlist)) return "trusted";
  return (await isEnabled(ctx, "risk_scoring", hostId)) ? null : "disabled";
}
