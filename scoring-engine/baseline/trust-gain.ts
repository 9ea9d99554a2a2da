import { type Access, DELIVERY_WINDOW_S } from "../access.ts";
import { type Assessment, BANDS } from "../score.ts";
import { type GuestBaseline, hasHistory, OWN_TRUST } from "./guest-baseline.ts";

/** Limit for a first access through a hosting network or Tor: guests use VPNs, but slow mail gateways look the same. */
const MAX_HIDDEN_FIRST_GAIN = 0.3;
/** Gain of a medium access at the band's lower end; it falls to 0 towards the high band. */
const MAX_MEDIUM_GAIN = 0.35;
/**
 * Limit for another browser than the guest's, outside the guest's networks, and the `new_device` sub-score from which
 * it applies. The browser becomes the guest's own with time, at home, or when it sends an RSVP.
 */
const MAX_FOREIGN_GAIN = 0.4;
const MIN_FOREIGN_TO_LIMIT = 8;
/** Above this `repeated_access` sub-score the link is being passed around, and its accesses add no trust. */
const MAX_REPEATED_TO_LEARN = 45;

/**
 * During delivery of the email, a quick guest and a gateway that scans the email look the same unless the provider is
 * known. Such an access adds no trust; the next one, or an RSVP, does.
 */
function mayBeMailGateway(access: Access): boolean {
  const { kind, sentSecondsAgo, network } = access;
  const isInDelivery = sentSecondsAgo !== null && sentSecondsAgo <= DELIVERY_WINDOW_S;
  return kind === "access" && isInDelivery && (network.kind === "unknown" || network.kind === "hosting");
}

/**
 * Trust that an access adds to its device and network, 0–1: 1 for a low score, part of it for a medium one, 0 for a high
 * one. Automated accesses, links that are passed around and possible mail gateways add none.
 */
export function trustGain(baseline: GuestBaseline, access: Access, assessment: Assessment): number {
  const gain = gainByScore(access, assessment);
  const { network } = access;
  const { kind } = network;
  const isHidden = kind === "hosting" || kind === "tor";
  const isAtHome = baseline.networks.some(
    (known) => known.prefix === network.address.prefix && known.trust >= OWN_TRUST,
  );
  const isNewBrowser = !isAtHome && assessment.subScores.new_device >= MIN_FOREIGN_TO_LIMIT;
  const most = isHidden && access.kind === "access" && !hasHistory(baseline) ? MAX_HIDDEN_FIRST_GAIN : 1;
  return Math.min(gain, most, isNewBrowser ? MAX_FOREIGN_GAIN : 1);
}

function gainByScore(access: Access, assessment: Assessment): number {
  if (assessment.automated || assessment.score >= BANDS.high || mayBeMailGateway(access)) return 0;
  if (assessment.subScores.repeated_access > MAX_REPEATED_TO_LEARN) return 0;
  if (assessment.score < BANDS.medium) return 1;
  return MAX_MEDIUM_GAIN * ((BANDS.high - assessment.score) / (BANDS.high - BANDS.medium)) ** 2;
}
