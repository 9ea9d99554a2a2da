import { addressBlock } from "../kernel/cidr.ts";
import type { Band } from "../platform/risk-bands/bands.ts";
import { type ChallengedGuest, refusalOf, stepUpBandOf } from "../risk/refuse.ts";

/** What an access log says about the device and how it fared. */
export interface LoggedDevice {
  ipAddress: string | null;
  userAgent: string | null;
  /** The hash of the device; null where none is known. */
  device: string | null;
  risk: Band | null;
  /** Its device was verified by then, its network trusted, or the score switched off. */
  isTrusted: boolean;
  /** Epoch milliseconds. */
  at: number;
}

/** A score is written right after the response; an access that has none by then was decided without one. */
const SCORE_IS_WRITTEN_MS = 10_000;

/**
 * Does the last access of the device that makes this request say that it is to be refused? The closest evidence counts:
 * the same device; else the same network and user agent; else the same network, because a user agent is changed in a moment;
 * else the same user agent, which anybody may have: it does not count where the host asks for codes from `low` or `medium`. A
 * device and network without an access of this link are refused there, and nowhere else.
 * @param accesses of people to the same link, newest first
 */
export function wasRefused(
  device: { ipAddress: string; userAgent: string; device: string | null },
  accesses: readonly LoggedDevice[],
  guest: Pick<ChallengedGuest, "stepUpFrom" | "email" | "phone">,
  now: number,
): boolean {
  const network = addressBlock(device.ipAddress);
  const decided = accesses.filter(({ risk, at }) => risk !== null || now - at > SCORE_IS_WRITTEN_MS);
  const sameNetwork = decided.filter(({ ipAddress }) => addressBlock(ipAddress ?? "") === network);
  const sameAgent = decided.filter(({ userAgent }) => (userAgent ?? "") === device.userAgent);
  const sameDevice = decided.filter((access) => access.device !== null && access.device === device.device);
  const wantsEvidence = ["low", "medium"].includes(stepUpBandOf(guest));
  const [last] = [
    sameDevice,
    sameNetwork.filter((access) => sameAgent.includes(access)),
    sameNetwork,
    wantsEvidence ? [] : sameAgent,
  ].flat();
  if (last === undefined) return wantsEvidence;
  return refusalOf({ band: last.risk, automated: false, isTrusted: last.isTrusted }, guest) !== null;
}
