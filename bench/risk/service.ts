import { answeringDevice, isOwnDevice, type OfDevice } from "../../src/features/rsvp/own-device.ts";
import { HOUR, type Visit } from "./visit.ts";

/** The lowest score at which the service asks for a code, by `step_up_from`. */
export const STEP_UP_FROM = { low: 0, medium: 30, high: 60, block: 85 } as const;
export type StepUp = keyof typeof STEP_UP_FROM;

/** Codes that a link is sent within an hour. */
const CODES_AN_HOUR = 3;

/** What the service did with an access. */
export interface Outcome {
  /** The guest or the attacker was asked for a code. */
  readonly asked: boolean;
  /** Asked, and the link has had its codes of this hour: a guest gets the next one later. */
  readonly waits: boolean;
  /** The invitation was shown: nobody asked, or the code came. */
  readonly opened: boolean;
  /** The answer was shown, or given, or changed. */
  readonly answered: boolean;
  /** An answer exists, and was not shown because another device gave it. */
  readonly hidden: boolean;
}

/** What the service knows of the guests of a stream: who answered where, and which browsers are proved. */
export interface Service {
  /** Whether a browser was proved by a code before. */
  isProved(visit: Visit): boolean;
  /**
   * Answers an access. Asked for a code, a guest enters it where the host has an address or a phone number; an attacker
   * does not have the guest's inbox.
   * @param score of the engine; `automated` accesses get a preview and are never asked
   */
  answer(visit: Visit, score: number, automated: boolean): Outcome;
}

/** @param hasDeviceIds whether browsers have ids; without, a code opens the one request that it was asked for */
export function openService(stepUp: StepUp, hasDeviceIds: boolean): Service {
  const answers = new Map<string, OfDevice>();
  const proved = new Set<string>();
  const codes = new Map<string, number[]>();
  const isProved = ({ jar }: Visit): boolean => hasDeviceIds && jar !== null && proved.has(jar);

  // Browsers open the page before they answer: those that keep cookies have an id by then.
  const claimOf = (visit: Visit) => ({
    userAgent: visit.userAgent,
    device: hasDeviceIds ? visit.jar : null,
    isProved: isProved(visit),
    hasNonce: false,
  });

  /** Sends a code, unless the link had three within the hour. */
  const sendsCode = ({ tokenId, at }: Visit): boolean => {
    const recent = (codes.get(tokenId) ?? []).filter((sentAt) => sentAt > at - HOUR);
    const isSent = recent.length < CODES_AN_HOUR;
    codes.set(tokenId, isSent ? [...recent, at] : recent);
    return isSent;
  };

  return {
    isProved,
    answer(visit, score, automated) {
      // Who has nowhere to get a code is let in below block.
      const from = visit.hasContact ? STEP_UP_FROM[stepUp] : STEP_UP_FROM.block;
      const asked = !automated && score >= from && !isProved(visit);
      const mayProve = asked && visit.label.side === "honest" && visit.hasContact;
      const entersCode = mayProve && sendsCode(visit);
      const waits = mayProve && !entersCode;
      const opened = !automated && (!asked || entersCode);
      if (asked && opened && visit.jar !== null) proved.add(visit.jar);
      const answer = answers.get(visit.guestId);
      if (opened && visit.kind === "rsvp" && answer === undefined) {
        answers.set(visit.guestId, answeringDevice(claimOf(visit)));
        return { asked, waits, opened, answered: true, hidden: false };
      }
      const isOwn = answer !== undefined && isOwnDevice(answer, claimOf(visit));
      return { asked, waits, opened, answered: opened && isOwn, hidden: opened && answer !== undefined && !isOwn };
    },
  };
}
