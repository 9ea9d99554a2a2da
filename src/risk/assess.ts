import type { RequestContext } from "../context.ts";
import { isInNetworks } from "../kernel/cidr.ts";
import { isEnabled } from "../platform/flags/flags.ts";
import type { ScoredInvitation } from "./attempt.ts";

/** Why an access is not scored; null for one that the engine scores. */
export async function unscoredOutcome(
  ctx: RequestContext,
  { allowlist, hostId }: ScoredInvitation,
  access: { ipAddress: string },
) {
  if (isInNetworks(access.ipAddress, allowlist)) return "trusted";
  return (await isEnabled(ctx, "risk_scoring", hostId)) ? null : "disabled";
}
