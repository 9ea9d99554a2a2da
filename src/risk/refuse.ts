import type { RequestContext } from "../context.ts";
import { AppError } from "../kernel/errors.ts";
import { type Band, isAskedIn } from "../platform/risk-bands/bands.ts";
import { type ChallengedGuest, challengeOffer, hasContact, stepUpBandOf } from "./challenge-offer.ts";

/** An access as it was judged. */
export interface Judged {
  /** Null without a score in time. */
  band: Band | null;
  automated: boolean;
  /** Its device is verified, its network trusted, or the score switched off: it is asked for no code. */
  isTrusted: boolean;
  /** It is one of first answers that one connection sends for many guests. */
  answersForMany: boolean;
}

/**
 * Returns the error code of an access that is refused; null for one that gets in. An automated fetch is never refused. An access
 * without a score in time counts as one in the band medium: an event that asks for codes from `low` or `medium` asks for one, because
 * whoever slows the engine down would get in otherwise (`docs/decisions/0043-no-score-in-time.md`). An honest guest can enter the code.
 */
export function refusalOf(
  { band, automated, isTrusted }: Omit<Judged, "answersForMany">,
  guest: Pick<ChallengedGuest, "stepUpFrom" | "email" | "phone">,
): "access_blocked" | "challenge_required" | null {
  if (automated) return null;
  if (band === "block") return "access_blocked";
  return !isTrusted && isAskedIn(band ?? "medium", stepUpBandOf(guest)) ? "challenge_required" : null;
}

/**
 * Refuses an access that is blocked, or whose guest is asked for a code first. First answers for many guests from one connection are
 * asked in every band, if the guest can be sent a code; otherwise the answer is accepted
 * (`docs/decisions/0044-answers-for-many-guests.md`).
 * @throws AppError 403 `access_blocked` or `challenge_required`, with the ways to send a code
 */
export async function refuseDoubted(ctx: RequestContext, judged: Judged, guest: ChallengedGuest): Promise<void> {
  const code = refusalOf(judged, guest);
  if (code !== null) throw await challenged(ctx, code, guest);
  if (judged.isTrusted || !judged.answersForMany) return;
  const challenge = await challengeOffer(ctx, guest);
  if (challenge !== null) throw new AppError("challenge_required", { challenge });
}

/** A refusal with the ways to send the guest a code; one that has none says so. */
export async function challenged(
  ctx: RequestContext,
  code: "access_blocked" | "challenge_required" | "foreign_device",
  guest: ChallengedGuest,
  details: Record<string, unknown> = {},
): Promise<AppError> {
  const challenge = await challengeOffer(ctx, guest);
  if (challenge !== null) return new AppError(code, { ...details, challenge });
  const isUnreachable = guest.stepUpFrom !== "never" && !hasContact(guest);
  const reason = isUnreachable ? { reason: "no_contact" } : {};
  if (code === "foreign_device") return new AppError(code, { ...details, ...reason });
  return new AppError(code, { ...details, ...reason }, isUnreachable ? NO_CONTACT : NO_CODE);
}

const NO_CONTACT =
  "We need to check it's you, but your host has no email address or phone number of yours to send a code to. Please ask your host.";
const NO_CODE = "This invitation can't be opened from here. Please ask your host.";
