import { answeringDevice, isOwnDevice, type OfDevice } from "../../src/rsvp/own-device.ts";
import { HOUR, type Visit } from "./visit.ts";

/** The lowest score at which the service asks for a code, by `step_up_from`. */
export const STEP_UP_FROM = { low: 0, medium: 30, high: 60, block: 85 } as const;
export type StepUp = keyof typeof STEP_UP_FROM;

/** Codes that a link is sent within an hour. */
const CODES_AN_HOUR = 3;

/** Outcome of an access in the service. */
export interface Outcome {
  /** The guest or the attacker was asked for a code. */
  readonly asked: boolean;
  /** Asked, and the link has used its codes of this hour, so the guest gets the next one later. */
  readonly waits: boolean;
  /** The invitation was shown: no code was asked for, or it was entered. */
  readonly opened: boolean;
  /** The RSVP was shown, sent or changed. */
  readonly answered: boolean;
  /** The guest, or another honest person, sent the RSVP. */
  readonly isGuests: boolean;
  /** An RSVP exists and was not shown, because another device sent it. */
  readonly hidden: boolean;
}

const NOT_FOUND: Outcome = {
  asked: false,
  waits: false,
  opened: false,
  answered: false,
  isGuests: false,
  hidden: false,
};

/** The engine's result of an access. */
export interface EngineAnswer {
  readonly score: number;
  readonly automated: boolean;
  /** JSON by reason. */
  readonly evidence: Readonly<Record<string, string>>;
}

/** The service's state for the guests of a stream: the browser of each RSVP, and verified browsers. */
export interface Service {
  /** Whether the browser was verified by a code before. */
  isDeviceVerified(visit: Visit): boolean;
  /**
   * Answers an access. Asked for a code, a guest enters it where the host has an address or a phone number; an attacker
   * does not have the guest's inbox.
   * @param scored by the engine; automated accesses get a preview and are never asked
   */
  answer(visit: Visit, scored: EngineAnswer): Outcome;
}

function isAnswerForMany({ repeated_access: repeated }: EngineAnswer["evidence"]): boolean {
  return repeated?.includes('"answers_for_guests":') ?? false;
}

/**
 * @param hasDeviceIds whether browsers have IDs. Without IDs, a code opens only the request that required it
 * @param asksForMany whether first RSVPs for many guests require a code in every band, as the service did before (0044)
 */
export function openService(stepUp: StepUp, hasDeviceIds: boolean, asksForMany = false): Service {
  const answers = new Map<string, OfDevice & { readonly isGuests: boolean }>();
  const proved = new Set<string>();
  const codes = new Map<string, number[]>();
  /** The links of each guest, in the order of their first use. */
  const links = new Map<string, string[]>();
  const isDeviceVerified = ({ jar }: Visit): boolean => hasDeviceIds && jar !== null && proved.has(jar);

  // Browsers open the page before they send an RSVP, so browsers with cookies have an ID by then.
  const claimOf = (visit: Visit) => ({
    userAgent: visit.userAgent,
    device: hasDeviceIds ? visit.jar : null,
    isDeviceVerified: isDeviceVerified(visit),
    hasNonce: false,
  });

  /** Sends a code, unless the link had three within the hour. */
  const sendsCode = ({ tokenId, at }: Visit): boolean => {
    const recent = (codes.get(tokenId) ?? []).filter((sentAt) => sentAt > at - HOUR);
    const isSent = recent.length < CODES_AN_HOUR;
    codes.set(tokenId, isSent ? [...recent, at] : recent);
    return isSent;
  };

  /** True for a link that was replaced. The service returns 404. */
  const isReplaced = ({ guestId, tokenId }: Visit): boolean => {
    const own = links.get(guestId) ?? [];
    if (!own.includes(tokenId)) links.set(guestId, [...own, tokenId]);
    return own.includes(tokenId) && own.at(-1) !== tokenId;
  };

  return {
    isDeviceVerified,
    answer(visit, { score, automated, evidence }) {
      if (isReplaced(visit)) return NOT_FOUND;
      // A guest who cannot be sent a code gets in below the block band.
      const from = visit.hasContact ? STEP_UP_FROM[stepUp] : STEP_UP_FROM.block;
      const isOfMany = asksForMany && visit.kind === "rsvp" && visit.hasContact && isAnswerForMany(evidence);
      const asked = !automated && (score >= from || isOfMany) && !isDeviceVerified(visit);
      const mayProve = asked && visit.label.side === "honest" && visit.hasContact;
      const entersCode = mayProve && sendsCode(visit);
      const waits = mayProve && !entersCode;
      const opened = !automated && (!asked || entersCode);
      if (asked && opened && visit.jar !== null) proved.add(visit.jar);
      const answer = answers.get(visit.guestId);
      if (opened && visit.kind === "rsvp" && answer === undefined) {
        const isGuests = visit.label.side === "honest";
        answers.set(visit.guestId, { ...answeringDevice(claimOf(visit)), isGuests });
        return { asked, waits, opened, answered: true, isGuests, hidden: false };
      }
      const isOwn = answer !== undefined && isOwnDevice(answer, claimOf(visit));
      const isGuests = answer?.isGuests ?? false;
      const isHidden = opened && answer !== undefined && !isOwn;
      return { asked, waits, opened, answered: opened && isOwn, isGuests, hidden: isHidden };
    },
  };
}
