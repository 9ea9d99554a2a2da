import type { RequestContext } from "../context.ts";
import { AppError } from "../kernel/errors.ts";
import { findInvite } from "./invite-queries.ts";
import { onShardOfInvite, requireInvite } from "./invite-token.ts";

/**
 * Reads an invite for the holder of its link.
 * @throws AppError 404 for a forged link, 410 `invite_gone`
 */
export async function previewInvite(ctx: RequestContext, value: string) {
  const { db } = onShardOfInvite(ctx, value);
  const secret = await requireInvite(ctx, value);
  const [found] = await findInvite(db, secret);
  const invite = requireOpenInvite(found);
  return { ...invite, invitedEmail: invite.email, invitedBy: invite.inviterName };
}

/** @throws AppError 410 `invite_gone` when the invite was accepted, replaced or cancelled, has expired, or its event is deleted */
export function requireOpenInvite(invite: InviteRow | undefined): InviteRow {
  if (invite === undefined) throw new AppError("invite_gone");
  return invite;
}

type InviteRow = Awaited<ReturnType<typeof findInvite>>[number];
