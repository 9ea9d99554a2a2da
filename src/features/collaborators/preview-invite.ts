import type { Services } from "../../services.ts";
import { atInvite, hashOfPresented, inviteGone } from "./invite-token.ts";
import { findInvite, type InviteRow } from "./queries.ts";

/**
 * What an invite says, for whoever has its link.
 * @throws AppError 404 for a link that was never one, 410 `invite_gone` for one that cannot be accepted any more
 */
export async function previewInvite(services: Services, value: string): Promise<InviteRow> {
  const { db, clock } = atInvite(services, value);
  const [invite] = await findInvite(db, await hashOfPresented(services, value));
  return stillOpen(invite, clock.now());
}

/** The invite, if it can be accepted. @throws AppError 410 `invite_gone` */
export function stillOpen(invite: InviteRow | undefined, now: number): InviteRow {
  if (invite === undefined || invite.acceptedAt !== null || invite.expiresAt <= now) throw inviteGone();
  return invite;
}
