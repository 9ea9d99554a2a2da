import type { RequestContext } from "../context.ts";
import { challenges } from "../db/schema/challenges.ts";
import { maskEmail } from "../kernel/email-address.ts";
import { AppError } from "../kernel/errors.ts";
import { isEnabled } from "../platform/flags/flags.ts";
import { type Band, isAskedIn, type StepUpBand } from "../platform/risk-bands/bands.ts";
import { type TextedEvent, textTarget } from "../sending/text-rules.ts";
import { canTextCode } from "./can-text-code.ts";

export const CHALLENGE_CHANNELS = challenges.channel.enumValues;

export type ChallengeChannel = (typeof CHALLENGE_CHANNELS)[number];

/** Where a guest can be reached, and whether the event asks for codes at all. */
export interface ChallengedGuest extends TextedEvent {
  eventId: string;
  guestId: string;
  hostId: string;
  stepUpFrom: StepUpBand;
  /** On file. An address to which nothing can be sent now is still one: otherwise a spent limit would let strangers in. */
  email: string | null;
  /** Whether a code can be emailed, see `canBeAsked`. */
  isMailable: boolean;
  phone: string | null;
}

/** Whether there is anywhere to send this guest a code. */
export function hasContact({ email, phone }: Pick<ChallengedGuest, "email" | "phone">): boolean {
  return email !== null || phone !== null;
}

/**
 * The risk band from which this guest is asked for a code. A guest without an email address or phone is asked only from
 * `block`, because a risky access may still be honest.
 */
export function stepUpBandOf(guest: Pick<ChallengedGuest, "stepUpFrom" | "email" | "phone">): StepUpBand {
  return guest.stepUpFrom === "never" || hasContact(guest) ? guest.stepUpFrom : "block";
}

/**
 * The guest's phone, if text messages can be sent to it. Without a provider they are only logged, so a code would never
 * arrive. A guest with neither such a phone nor an email address is asked for no code.
 */
export async function phoneForCodes(
  ctx: RequestContext,
  { hostId, phone, ...event }: Pick<ChallengedGuest, "hostId" | "phone" | keyof TextedEvent>,
): Promise<string | null> {
  if (phone === null || ctx.sms.name === "log" || !(await isEnabled(ctx, "sms", hostId))) return null;
  return typeof (await textTarget(ctx, event, phone)) === "string" ? null : phone;
}

/** The channels through which a guest can verify the device, for an error. `sent_to` is masked. */
export interface ChallengeOffer {
  channels: ChallengeChannel[];
  sent_to: Partial<Record<ChallengeChannel, string>>;
}

/**
 * The channels for a guest's code, which `sendChallenge` accepts: the email address on file, and the phone if text
 * messages can be sent. Null without a channel, or if the event asks for no codes. One round trip if there is a phone.
 */
export async function challengeOffer(ctx: RequestContext, guest: ChallengedGuest): Promise<ChallengeOffer | null> {
  const { stepUpFrom, isMailable } = guest;
  const email = isMailable ? guest.email : null;
  if (stepUpFrom === "never") return null;
  const textable = await phoneForCodes(ctx, guest);
  const phone = textable !== null && (await canTextCode(ctx, guest, textable)) ? textable : null;
  const sentTo = {
    ...(email === null ? {} : { email: maskEmail(email) }),
    ...(phone === null ? {} : { sms: maskPhone(phone) }),
  };
  const channels = CHALLENGE_CHANNELS.filter((channel) => channel in sentTo);
  return channels.length === 0 ? null : { channels, sent_to: sentTo };
}

/** `+4915112345678` → `+49•••78`: recognisable for its owner only. */
function maskPhone(phone: string): string {
  return `${phone.slice(0, 3)}•••${phone.slice(-2)}`;
}

export interface AssessedAccess {
  /** Null without a score in time. */
  band: Band | null;
  automated: boolean;
  /** Needs no code: its device is verified, its network is trusted, or scoring is switched off. */
  isTrusted: boolean;
  /** The host has undone replies from the access's network. Its device is not verified, and its network not trusted. */
  needsCode: boolean;
}

/**
 * Returns the error code of an access that is denied. Null for an access that gets in. An automated fetch is never
 * denied. An access without a score in time counts as `medium`, so an event that asks for codes from `low` or `medium`
 * asks for one. Otherwise a caller who slows the engine down would get in (`docs/decisions/0043-no-score-in-time.md`).
 * An honest guest can enter the code. A network whose replies the host has undone needs a code in every band, even from a
 * guest who can be sent none: that guest asks the host.
 */
export function refusalOf(
  { band, automated, isTrusted, needsCode }: AssessedAccess,
  guest: Pick<ChallengedGuest, "stepUpFrom" | "email" | "phone">,
): "access_blocked" | "challenge_required" | null {
  if (automated) return null;
  if (band === "block") return "access_blocked";
  if (needsCode) return "challenge_required";
  return !isTrusted && isAskedIn(band ?? "medium", stepUpBandOf(guest)) ? "challenge_required" : null;
}

/**
 * Denies an access that is blocked, or whose guest must enter a code first.
 * @throws AppError 403 `access_blocked` or `challenge_required`, with the channels for a code
 */
export async function enforceRisk(ctx: RequestContext, judged: AssessedAccess, guest: ChallengedGuest): Promise<void> {
  const code = refusalOf(judged, guest);
  if (code !== null) throw await challenged(ctx, code, guest);
}

/**
 * Returns the error with the channels for a code, and with the other way of this guest in `hint`: an edit link for a
 * device that may not change the RSVP, or asking the host if no email helps.
 */
export async function challenged(
  ctx: RequestContext,
  code: "access_blocked" | "challenge_required" | "foreign_device",
  guest: ChallengedGuest,
): Promise<AppError> {
  const challenge = await challengeOffer(ctx, guest);
  const isForeign = code === "foreign_device";
  const hint =
    isForeign && guest.isMailable
      ? { hint: "request_edit_link" }
      : challenge?.channels.includes("email")
        ? {}
        : { hint: "ask_host" };
  if (challenge !== null) return new AppError(code, { ...hint, challenge });
  const isUnreachable = guest.stepUpFrom !== "never" && !hasContact(guest);
  const details = { ...hint, ...(isUnreachable ? { reason: "no_contact" } : {}) };
  return new AppError(code, details, isForeign ? undefined : isUnreachable ? NO_CONTACT : NO_CODE);
}

const NO_CONTACT = "We need to check it's you, but we can't send you a code. Please ask your host.";

const NO_CODE = "This invitation can't be opened from here. Please ask your host.";
