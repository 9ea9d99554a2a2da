import { sha256Hex } from "../../kernel/bytes.ts";
import { notFound } from "../../kernel/errors.ts";
import { verifySignedId } from "../../kernel/signed-id.ts";
import { refreshFlags } from "../../platform/flags/is-enabled.ts";
import type { RequestContext } from "../../request-context.ts";
import { verifyGuestToken } from "../invitations/guest-link.ts";
import type { ScoredInvitation } from "../risk/assess.ts";
import { thresholdsOf } from "../risk/bands.ts";
import { findEditNonce, findInvitation, type InvitationRow } from "./queries.ts";

/** An invitation as its link opens it. */
export interface OpenedInvitation extends InvitationRow {
  /** Hash of the edit nonce that came along, when it is good for an edit. */
  nonceHash: string | null;
}

/**
 * Opens a guest's link: everything that a guest-facing route needs, in one batch, while the rate window counts beside
 * it and the flags are brought up to date. A forged link costs nothing but its HMAC.
 * @param read where to read: a nearby replica for looking, the primary before a write
 * @throws AppError 404 for a link that is malformed, forged, revoked or whose event is gone; 429 over the limit
 */
export async function openInvitation(
  ctx: RequestContext,
  input: { token: string; editNonce?: string | undefined; rateLimitCheck: Promise<void> },
  read: "db" | "replicaDb",
): Promise<OpenedInvitation> {
  const tokenId = await verifyGuestToken(ctx, input.token);
  if (tokenId === null) throw notFound();
  const nonceHash = await hashOfNonce(ctx, input.editNonce);
  const db = ctx[read];
  const [[invitations, nonces]] = await Promise.all([
    db.batch([
      findInvitation(db, tokenId),
      ...(nonceHash === null ? [] : [findEditNonce(db, tokenId, nonceHash, ctx.clock.now())]),
    ]),
    input.rateLimitCheck,
    refreshFlags(ctx),
  ]);
  const invitation = invitations[0];
  if (invitation === undefined) throw notFound();
  return {
    ...invitation,
    nonceHash: nonces !== undefined && nonces.length > 0 ? nonceHash : null,
  };
}

/** The part of an invitation that the assessment of risk needs. */
export function scoredInvitation(invitation: OpenedInvitation): ScoredInvitation {
  return {
    eventId: invitation.event.id,
    hostId: invitation.event.hostId,
    guestId: invitation.guest.id,
    guestName: invitation.guest.name,
    tokenId: invitation.token.id,
    thresholds: thresholdsOf(invitation.event),
    allowlist: invitation.trustedNetworks,
    sentAt: invitation.token.sentAt,
  };
}

/** The stored form of a nonce, or null for one that we never made. */
async function hashOfNonce(ctx: RequestContext, nonce: string | undefined): Promise<string | null> {
  if (nonce === undefined) return null;
  const id = await verifySignedId(await ctx.keyring.keysFor("edit_nonce"), nonce);
  return id === null ? null : sha256Hex(nonce);
}
