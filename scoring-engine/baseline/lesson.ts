import { type Access, DELIVERY_WINDOW_S } from "../access.ts";
import { type Assessment, BANDS } from "../score.ts";
import { type GuestBaseline, hasHistory } from "./guest.ts";

/**
 * What a first look through a host or Tor teaches: guests use VPNs, but gateways that take their time look the same.
 */
const HIDDEN_FIRST_LESSON = 0.3;
/** Most that a medium access teaches, at the band's lower end; falls to nothing towards the high band. */
const MEDIUM_LESSON = 0.35;
/** A link that is making the round teaches nothing about its guest. */
const MAX_REPEATED_TO_LEARN = 45;

/**
 * While the mail is being delivered, an eager guest and the gateway that checks the mail look the same unless the
 * provider is known. Such a look is nobody's baseline; the next one, or an answer, is.
 */
function isPerhapsDelivery(access: Access): boolean {
  const { kind, sentSecondsAgo, network } = access;
  const isInDelivery = sentSecondsAgo !== null && sentSecondsAgo <= DELIVERY_WINDOW_S;
  return kind === "access" && isInDelivery && (network.kind === "unknown" || network.kind === "hosting");
}

/**
 * How much of an access becomes trust, 0–1: all of a quiet one, part of a medium one, nothing of a high one.
 * Nothing is learned from programs, from a link that is making the round, or from what may be a mail gateway.
 */
export function lesson(baseline: GuestBaseline, access: Access, assessment: Assessment): number {
  const gain = lessonOf(access, assessment);
  const { kind } = access.network;
  const isHidden = kind === "hosting" || kind === "tor";
  return isHidden && access.kind === "access" && !hasHistory(baseline) ? Math.min(gain, HIDDEN_FIRST_LESSON) : gain;
}

function lessonOf(access: Access, assessment: Assessment): number {
  if (assessment.automated || assessment.score >= BANDS.high || isPerhapsDelivery(access)) return 0;
  if ((assessment.subScores.repeated_access ?? 0) > MAX_REPEATED_TO_LEARN) return 0;
  if (assessment.score < BANDS.medium) return 1;
  return MEDIUM_LESSON * ((BANDS.high - assessment.score) / (BANDS.high - BANDS.medium)) ** 2;
}
