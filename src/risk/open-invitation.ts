import type { RequestContext } from "../context.ts";
import { runGroupedBatch } from "../db/grouped-batches.ts";
import { one } from "../db/one.ts";
import { deviceExpiry, type GuestDevice, type KnownDevice, newDevice } from "../invitations/devices/queries.ts";
import type { GuestLink } from "../invitations/guest-link.ts";
import { findEditNonce, findInvitation, type InvitationRow } from "../invitations/link-queries.ts";
import { notFound } from "../kernel/errors.ts";
import { eventWindow } from "../kernel/event-window.ts";
import { refreshFlags } from "../platform/flags/flags.ts";
import { countAtEvent, requireNotRefused } from "../platform/rate-limits/event-views.ts";
import { thresholdsOf } from "../platform/risk-bands/bands.ts";
import { secretHash } from "../platform/secrets/secrets.ts";
import { type EarlyLog, type LogOfView, withdrawLog } from "./access-log.ts";
import type { ScoredInvitation } from "./attempt.ts";
import { isUsedOften } from "./fold-access.ts";
import { type ChallengedGuest, phoneForCodes } from "./refuse.ts";

/** An invitation with the facts of the request. With an edit nonce, `sentAt` is the time of the nonce's email. */
export interface OpenedInvitation extends InvitationRow {
  /** The device of the request; a new one if it was revoked. */
  device: KnownDevice;
  /** Hash of the edit nonce of the request, if the nonce is valid for an edit; else null. */
  nonceHash: string | null;
  /** The log of this access, if the batch that read the invitation has written it. */
  log: LogOfView;
}

/** How an invitation is opened. */
interface OpenOptions {
  editNonce?: string | undefined;
  /** False if the response does not show the invitation. The host's name is then empty. */
  isShown?: boolean | undefined;
  /** Logs the access in the same batch, if the link is valid and the event has no allowlist. */
  log?: EarlyLog | null;
}

/**
 * Reads the content of a guest's link. Concurrent requests share one D1 batch, which runs in parallel with the
 * rate-limit check and the refresh of the flags. If the request is over the limit, the log that the batch has written
 * is deleted before this throws. The response gives the device to the client to store.
 * @throws AppError 404 for a link that was revoked or whose event was deleted; 429 over the limit of the link or of its
 * event
 */
export async function openInvitation(
  ctx: RequestContext,
  { tokenId, rateLimitCheck, device, keepDevice, opened }: GuestLink,
  { editNonce, isShown = true, log = null }: OpenOptions = {},
): Promise<OpenedInvitation> {
  requireNotRefused(ctx, tokenId, opened);
  const nonceHash = await hashOfNonce(ctx, editNonce);
  const { db } = ctx;
  const statements = {
    logged: log?.insert(nonceHash),
    enqueued: log?.enqueue(nonceHash),
    invitation: one(findInvitation(db, tokenId, isShown, device.hash)),
    nonce: nonceHash !== null && one(findEditNonce(db, tokenId, { hash: nonceHash, now: ctx.clock.now() })),
  };
  const batch = runGroupedBatch(db, ctx.groupedBatchesOf(ctx.shard), statements);
  const reading = batch.then(async ({ logged, invitation, nonce }) => {
    if (invitation === undefined) throw notFound();
    const { guest, event, hostName, token } = invitation;
    const language = guest.locale ?? invitation.rsvp?.locale ?? null;
    const holder = { guest: language, event: event.locale, form: event.addressForm, hostName };
    opened(holder);
    const mayLog = invitation.trustedNetworks.length === 0;
    const logOfView: LogOfView = logged?.meta.changes === 0 ? "crowded" : log;
    return {
      ...invitation,
      device: await knownDevice(device, invitation, ctx.clock.now()),
      token: nonce === undefined ? token : { ...token, sentAt: Math.max(token.sentAt ?? 0, nonce.createdAt) },
      nonceHash: nonce === undefined ? null : nonceHash,
      log: mayLog ? logOfView : null,
      holder,
    };
  });
  try {
    const [{ holder, ...invitation }] = await Promise.all([reading, rateLimitCheck, refreshFlags(ctx)]);
    const used = { eventId: invitation.event.id, guestId: invitation.guest.id, tokenId };
    await countAtEvent(ctx, { eventId: used.eventId, tokenId, holder }, (count) => isUsedOften(ctx, used, count));
    keepDevice(invitation.device, deviceExpiry(eventWindow(invitation.event).endsAt, ctx.clock.now()));
    const { guest } = invitation;
    // For a guest with an address, the phone matters only when a code is offered.
    const phone = guest.email === null ? await phoneForCodes(ctx, challengedGuest(invitation)) : guest.phone;
    return { ...invitation, guest: { ...guest, phone } };
  } catch (error) {
    const invitation = await reading.catch(() => null);
    if (invitation !== null) await withdrawLog(invitation.log, invitation.event.id);
    throw error;
  }
}

/** The part of an invitation that the risk assessment needs. */
export function scoredInvitation(invitation: OpenedInvitation): ScoredInvitation {
  return {
    eventId: invitation.event.id,
    hostId: invitation.event.hostId,
    guestId: invitation.guest.id,
    guestName: invitation.guest.name,
    tokenId: invitation.token.id,
    thresholds: thresholdsOf(invitation.event),
    allowlist: invitation.trustedNetworks,
    codeNetworks: invitation.event.codeNetworks,
    sentAt: invitation.token.sentAt,
    openedAt: invitation.guest.openedAt,
    device: invitation.device,
    challenged: challengedGuest(invitation),
  };
}

/** Returns the channels by which the guest can be verified. */
export function challengedGuest({ event, guest }: Pick<InvitationRow, "event" | "guest">): ChallengedGuest {
  const { hostId, stepUpFrom, timezone, smsCountries } = event;
  return {
    eventId: event.id,
    guestId: guest.id,
    hostId,
    stepUpFrom,
    timezone,
    smsCountries,
    email: guest.email,
    isMailable: guest.isMailable,
    phone: guest.phone,
  };
}

/** Returns a device with the facts that were read. Replaces a revoked device with a new one. */
async function knownDevice(device: GuestDevice, row: InvitationRow, now: number): Promise<KnownDevice> {
  if (row.deviceEndedAt !== null) return { ...(await newDevice(now, true)), isDeviceVerified: false };
  return { ...device, isDeviceVerified: row.deviceProvedAt !== null };
}

/** The stored form of a nonce, or null for one that the service did not sign. */
async function hashOfNonce(ctx: RequestContext, nonce: string | undefined): Promise<string | null> {
  if (nonce === undefined) return null;
  return secretHash(ctx, "edit_nonce", nonce);
}
