import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import type { RequestFacts } from "../../http/request-facts.ts";
import type { GuestLink } from "../../invitations/guest-link.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { emailKey } from "../../kernel/email-address.ts";
import { AppError, notFound, rateLimited } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { smsSegments } from "../../kernel/sms-segments.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import { publishInOrder } from "../../platform/outbox/store-activities.ts";
import { codeOf, macOf } from "../../platform/secrets/six-digit-code.ts";
import { tierIn, tierOfEvent } from "../../platform/tiers/tier-of.ts";
import { countAsked, requireAsked, requireAskedAddress } from "../../sending/asked.ts";
import { type CountedText, claimText, releaseText } from "../../sending/text-budgets.ts";
import { textTarget } from "../../sending/text-rules.ts";
import { findMember } from "../can-text-code.ts";
import { challengedGuest, type OpenedInvitation, openInvitation } from "../open-invitation.ts";
import { type ChallengeChannel, challengeOffer } from "../refuse.ts";
import { guestWarning } from "../scored-access.ts";
import { challengeActivities } from "./challenge-events.ts";
import { codeText } from "./challenge-mail.ts";
import {
  endOpen,
  findDayUsedUp,
  insertChallenge,
  isOpen,
  isUsedUp,
  type LinkOfGuest,
  linkLastAccess,
  listRecent,
  MAX_AN_HOUR,
  maySend,
  triesUsedUp,
} from "./queries.ts";

/** How long a code works. */
const CHALLENGE_LIFE_MS = 10 * MINUTE_MS;

/** To this number, within the budgets, or to a phone that replied STOP. */
const NO_TEXTS = "We can't text you a code now. Get it by email if you can, or ask your host to let you in.";

const NO_TEXTS_FOR_MEMBERS =
  "You're signed in as a member of this event's team. Codes by text message are only for the guest, on the guest's device.";

/** A code that is on its way. */
export interface SentChallenge {
  channel: ChallengeChannel;
  /** The address or number, masked. */
  sentTo: string;
  expiresInSeconds: number;
}

/**
 * Sends a code to the guest's address or phone on file. It ends the code before it. Three an hour for each link, counted in
 * the statement that stores it. A browser or client that is signed in as a member of the event gets no text message sent.
 * @throws AppError 409 `challenge_unavailable`, 429 over a limit, 404 for a revoked link or a deleted event
 */
export async function sendChallenge(
  ctx: RequestContext,
  link: GuestLink,
  { channel, facts }: { channel: ChallengeChannel; facts: RequestFacts },
): Promise<SentChallenge> {
  const invitation = await openInvitation(ctx, link, { isShown: false });
  if (channel === "sms") await refuseMember(ctx, invitation.event.id);
  const offer = await challengeOffer(ctx, challengedGuest(invitation));
  const sentTo = offer?.sent_to[channel];
  if (offer === null || sentTo === undefined) {
    const details = offer === null ? {} : { challenge: offer };
    throw channel === "sms" ? noTexts(details) : new AppError("challenge_unavailable", details);
  }
  const { guest } = invitation;
  await requireRoom(ctx, invitation);
  const text = channel === "sms" ? await claimCode(ctx, invitation) : null;
  try {
    await requireAskedAddress(ctx, channel === "email" ? emailKey(guest.email ?? "") : (guest.phone ?? ""));
    await store(ctx, invitation, { channel, counted: text ?? undefined }, facts);
  } catch (error) {
    if (text !== null) await releaseText(ctx, text);
    throw error;
  }
  return { channel, sentTo, expiresInSeconds: CHALLENGE_LIFE_MS / SECOND_MS };
}

/**
 * Rejects a code over the limits of the link or the host before it counts against the guest's address: these codes are not sent,
 * and would use up the codes of all other hosts. `store` decides for concurrent requests.
 * @throws AppError 429
 */
async function requireRoom(ctx: RequestContext, { event, guest, token }: OpenedInvitation): Promise<void> {
  const { db, clock } = ctx;
  const now = clock.now();
  const link: LinkOfGuest = { eventId: event.id, guestId: guest.id, tokenId: token.id };
  const [{ recent, day }] = await Promise.all([
    runBatch(db, { recent: listRecent(db, link, now), day: findDayUsedUp(db, link, now) }),
    requireAsked(ctx, event.hostId),
  ]);
  const refused = refusal(recent, day[0], now);
  if (refused !== null) throw refused;
}

/** Counts the segments of a code's text. @throws AppError 409 `challenge_unavailable` when a budget is spent */
async function claimCode(ctx: RequestContext, { event, guest, rsvp }: OpenedInvitation): Promise<CountedText> {
  const target = await textTarget(ctx, event, guest.phone ?? "");
  if (typeof target === "string") throw noTexts();
  const tier = tierIn(await tierOfEvent(ctx, event.id));
  const reader = { event, locale: guest.locale ?? rsvp?.locale ?? null };
  const sample = { code: "000000", validMinutes: CHALLENGE_LIFE_MS / MINUTE_MS };
  const { segments } = smsSegments(await codeText(ctx, reader, sample));
  const ids = { hostId: event.hostId, eventId: event.id };
  const claimed = await claimText(ctx, { ...ids, tier, prefix: target.prefix, segments, isCode: true });
  if (claimed === null) throw noTexts();
  return claimed;
}

/**
 * A guest asks for a code with the guest's link. A member of the event who is signed in has no use for one, and could
 * have text messages sent to any number.
 */
async function refuseMember({ db, signedInUserId }: RequestContext, eventId: string): Promise<void> {
  const userId = await signedInUserId();
  if (userId === null) return;
  const [member] = await findMember(db, eventId, userId);
  if (member !== undefined) throw new AppError("challenge_unavailable", {}, NO_TEXTS_FOR_MEMBERS);
}

function noTexts(details: Record<string, unknown> = {}): AppError {
  return new AppError("challenge_unavailable", details, NO_TEXTS);
}

/** One batch: the code before ends, and the new one is stored with its message, unless the link had its share. */
async function store(
  ctx: RequestContext,
  invitation: OpenedInvitation,
  { channel, counted }: { channel: ChallengeChannel; counted: CountedText | undefined },
  facts: RequestFacts,
) {
  const { db, clock, keyring } = ctx;
  const { event, guest, token, device } = invitation;
  const now = clock.now();
  const link: LinkOfGuest = { eventId: event.id, guestId: guest.id, tokenId: token.id };
  const [key] = await keyring.keysFor("challenge_code");
  const challenge = { ...link, id: newId(now) };
  const codeMac = await macOf(key, challenge, await codeOf(key, challenge));
  const times = { createdAt: now, expiresAt: now + CHALLENGE_LIFE_MS };
  const row = { ...challenge, channel, codeMac, status: "open" as const, device: device.hash, ...times };
  const guard = maySend(link, { channel, hostId: event.hostId }, now);
  const message = { event_id: event.id, guest_id: guest.id, token_id: token.id, challenge_id: challenge.id, counted };
  const code = enqueue(ctx, [busMessage(ctx, "challenge.send", message)], guard);
  // A guest who gives up on a code after its last try asks for the next one.
  const warnings = [await guestWarning({ ...link, about: "codes", at: now })];
  const warning = enqueue(ctx, warnings, isUsedUp(link, now, guard));
  const { recent, day, ended, inserted } = await runBatch(db, {
    recent: listRecent(db, link, now),
    day: findDayUsedUp(db, link, now),
    outbox: [...code.statements, ...warning.statements],
    ended: endOpen(db, link, now, guard),
    inserted: insertChallenge(db, row, guard),
    access: linkLastAccess(db, challenge, facts),
    asked: countAsked(db, event.hostId, "asked", now, isOpen(link, challenge.id, now)),
  });
  if (inserted.length === 0) {
    const refused = refusal(recent, day[0], now);
    if (refused === null) await requireAsked(ctx, event.hostId);
    throw refused ?? (channel === "sms" ? noTexts() : notFound());
  }
  const failed = ended.filter(({ status, endedAt }) => status === "failed" && endedAt === now);
  if (failed.length > 0) warning.publishAfterResponse();
  const happened = challengeActivities(invitation, [
    ...failed.map(({ id, channel: by }) => ({ type: "challenge.failed" as const, id, channel: by, at: now })),
    { type: "challenge.sent", id: challenge.id, channel, at: now },
  ]);
  code.publishAfterResponse(() => publishInOrder(ctx, event.id, happened));
}

/** Returns the error if the tries of the day or the codes of the hour are why no code was stored, otherwise null. */
function refusal(
  recent: readonly { at: number }[],
  day: { firstAt: number } | undefined,
  now: number,
): AppError | null {
  if (day !== undefined) return triesUsedUp(day, now);
  const [first] = recent;
  if (first !== undefined && recent.length >= MAX_AN_HOUR) {
    return rateLimited(Math.max(1, Math.ceil((first.at + HOUR_MS - now) / SECOND_MS)));
  }
  return null;
}
