import type { RequestContext } from "../../request-context.ts";
import { onShardOfInvite, verifiedTokenHash, inviteGone } from "./invite-token.ts";
import { findInvite, type InviteRow } from "./queries.ts";

/**
 * What an invite says, for whoever has its link.
 * @throws AppError 404 for a link that was never one, 410 `invite_gone` for one that cannot be accepted any more
 */
export async function previewInvite(ctx: RequestContext, value: string): Promise<InviteRow> {
  const { db, clock } = onShardOfInvite(ctx, value);
  const [invite] = await findInvite(db, await verifiedTokenHash(ctx, value));
  return requireOpenInvite(invite, clock.now());
}

/** The invite, if it can be accepted. @throws AppError 410 `invite_gone` */
export function requireOpenInvite(invite: InviteRow | undefined, now: number): InviteRow {
  if (invite === undefined || invite.acceptedAt !== null || invite.expiresAt <= now) throw inviteGone();
  return invite;
}
