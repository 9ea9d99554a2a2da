import { AppError } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { findInvite, type InviteRow } from "./invite-queries.ts";
import { onShardOfInvite, verifiedTokenHash } from "./invite-token.ts";

/**
 * An invite, for the holder of its link.
 * @throws AppError 404 for a forged link, 410 `invite_gone`
 */
export async function previewInvite(ctx: RequestContext, value: string): Promise<InviteRow> {
  const { db, clock } = onShardOfInvite(ctx, value);
  const [invite] = await findInvite(db, await verifiedTokenHash(ctx, value));
  return requireOpenInvite(invite, clock.now());
}

/** @throws AppError 410 `invite_gone` when the invite was accepted, replaced or cancelled, has expired, or its event is deleted */
export function requireOpenInvite(invite: InviteRow | undefined, now: number): InviteRow {
  if (invite === undefined || invite.acceptedAt !== null || invite.expiresAt <= now) throw new AppError("invite_gone");
  return invite;
}
