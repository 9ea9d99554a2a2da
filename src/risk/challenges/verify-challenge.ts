import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import { one } from "../../db/one.ts";
import { deviceExpiry, verifyDevice } from "../../invitations/devices/queries.ts";
import type { GuestLink } from "../../invitations/guest-link.ts";
import { AppError, invalidField } from "../../kernel/errors.ts";
import { eventWindow } from "../../kernel/event-window.ts";
import { enqueue } from "../../platform/outbox/enqueue.ts";
import { publishInOrder, storeActivities } from "../../platform/outbox/store-activities.ts";
import { isCode, typedCode } from "../../platform/secrets/six-digit-code.ts";
import { type OpenedInvitation, openInvitation } from "../open-invitation.ts";
import { guestWarning } from "../scored-access.ts";
import { challengeActivities } from "./challenge-events.ts";
import {
  assertOpen,
  type ChallengeRow,
  countTry,
  findDayUsedUp,
  findLive,
  findNewest,
  isLastTry,
  type LinkOfGuest,
  MAX_TRIES,
  passChallenge,
  triesUsedUp,
} from "./queries.ts";

/**
 * Verifies the code that a guest has typed. The device of the request then counts as verified, and the response gives
 * it to the client to store. Each try is counted before the code is compared. A device that asked for a code has five
 * separate tries, which no other device can use up. All others share five. The sixth try is rejected, even if it is
 * right, and the event's members are notified.
 * @throws AppError 403 `wrong_code` with `tries_left`, 403 `challenge_failed`, 404 `challenge_missing`, 409
 *   `code_used`, 410 `code_expired`, 429 after 30 tries in 24 hours, 400 for an invalid code, 404 for a revoked link
 */
export async function verifyChallenge(ctx: RequestContext, link: GuestLink, input: { code: string }): Promise<void> {
  const typed = typedCode(input.code);
  if (typed === null) throw invalidField("code", "Enter the six digits of the message.");
  const invitation = await openInvitation(ctx, link, { isShown: false });
  const tried = await tryOnce(ctx, invitation);
  const { id, tries } = tried;
  const keys = await ctx.keyring.keysFor("challenge_code");
  if (!(await isCode(keys, { id, tokenId: link.tokenId, codeMac: tried.codeMac }, typed))) {
    throw new AppError("wrong_code", { tries_left: MAX_TRIES - tries });
  }
  await pass(ctx, invitation, tried);
}

type Tried = Pick<ChallengeRow, "id" | "channel" | "tries"> & { codeMac: string };

/** Counts a try on the newest challenge of the link. @throws AppError for one that cannot be tried */
async function tryOnce(ctx: RequestContext, invitation: OpenedInvitation): Promise<Tried> {
  const { db, clock } = ctx;
  const now = clock.now();
  const link = { ...linkOf(invitation), device: invitation.device.hash };
  const { eventId, guestId } = link;
  const warned = await guestWarning({ eventId, guestId, about: "codes", at: now });
  const warning = enqueue(ctx, [warned], isLastTry(link, now));
  const { own, shared, live, newest, day } = await runBatch(db, {
    outbox: warning.statements,
    ...countTry(db, link, now),
    live: one(findLive(db, link, now)),
    newest: one(findNewest(db, link)),
    day: one(findDayUsedUp(db, link, now)),
  });
  const tried = own ?? shared;
  if (live === undefined || live.codeMac === null) throw unusable(newest);
  const { id, channel, codeMac } = live;
  if (tried !== undefined && tried.tries <= MAX_TRIES) return { id, channel, codeMac, tries: tried.tries };
  if (tried === undefined) throw day === undefined ? new AppError("challenge_failed") : triesUsedUp(day, now);
  const failed = challengeActivities(invitation, [{ type: "challenge.failed", id, channel, at: now }]);
  warning.publishAfterResponse(() => publishInOrder(ctx, eventId, failed));
  throw new AppError("challenge_failed");
}

/** Proves the device, once for a challenge: of parallel requests with the right code one wins. */
async function pass(ctx: RequestContext, invitation: OpenedInvitation, { id, channel }: Tried): Promise<void> {
  const { db, clock } = ctx;
  const { event, device } = invitation;
  const now = clock.now();
  const link = linkOf(invitation);
  const { eventId, guestId } = link;
  const proved = {
    eventId,
    guestId,
    device: device.hash,
    at: now,
    expiresAt: deviceExpiry(eventWindow(event).endsAt, now),
  };
  const passed = challengeActivities(invitation, [{ type: "challenge.passed", id, channel, at: now }]);
  const activity = storeActivities(ctx, eventId, passed);
  try {
    await runBatch(db, {
      open: assertOpen(db, link, id, now),
      proved: verifyDevice(db, proved),
      passed: passChallenge(db, link, id, now),
      activity: activity.statements,
    });
  } catch (error) {
    if (isConstraintViolation(error)) throw new AppError("code_used");
    throw error;
  }
  activity.publishAfterResponse();
}

/** Why the newest challenge of a link cannot be tried. */
function unusable(newest: Pick<ChallengeRow, "status"> | undefined): AppError {
  switch (newest?.status) {
    case undefined:
      return new AppError("challenge_missing");
    case "passed":
      return new AppError("code_used");
    case "failed":
      return new AppError("challenge_failed");
    default:
      return new AppError("code_expired");
  }
}

function linkOf({ event, guest, token }: OpenedInvitation): LinkOfGuest {
  return { eventId: event.id, guestId: guest.id, tokenId: token.id };
}
