import { AppError, invalidField } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { maxPlusOnes } from "../guests/party.ts";
import type { GuestLink } from "../invitations/guest-link.ts";
import { type OpenedInvitation, openInvitation } from "../invitations/open-invitation.ts";

/**
 * Reads the invitation again after the database has refused the write of an answer, to say what changed since the first
 * read. @throws AppError 404 for a link that was revoked or whose event was deleted, 409 `already_arrived`, 400 for more
 * plus-ones than the party has by now
 */
export async function reopenInvitation(
  ctx: RequestContext,
  link: GuestLink,
  plusOnes: number,
): Promise<OpenedInvitation> {
  const invitation = await openInvitation(ctx, link, "db", { isShown: false });
  requireNotArrived(invitation);
  requirePlusOnes(invitation, plusOnes);
  return invitation;
}

/** @throws AppError 409 `already_arrived` once somebody of the party has checked in */
export function requireNotArrived({ checkedInAt }: Pick<OpenedInvitation, "checkedInAt">): void {
  if (checkedInAt !== null) throw new AppError("already_arrived");
}

/** @throws AppError 400 for more plus-ones than the party size allows */
export function requirePlusOnes({ guest }: Pick<OpenedInvitation, "guest">, plusOnes: number): void {
  const most = maxPlusOnes(guest);
  if (plusOnes <= most) return;
  throw invalidField("plus_ones", `must be at most ${most} for this invitation`);
}
