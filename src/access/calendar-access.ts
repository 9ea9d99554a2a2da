import type { accessLogs } from "../db/schema/access.ts";
import { addressBlock } from "../kernel/cidr.ts";
import { type ChallengedGuest, refusalOf, stepUpBandOf } from "../risk/refuse.ts";

/** Device and outcome of one access in the access log. */
export type LoggedDevice = Pick<
  typeof accessLogs.$inferSelect,
  "ipAddress" | "userAgent" | "device" | "risk" | "at"
> & {
  /** Its device was verified by then, its network trusted, or the score switched off. */
  isTrusted: boolean;
};

/** A score is written right after the response. An access without one by then was decided without a score. */
const SCORE_IS_WRITTEN_MS = 10_000;

/**
 * True if the client's last access through this link was blocked or challenged. Matches by device, then network and
 * user agent, then network, then user agent. The user agent alone does not count if the host asks for codes from `low`
 * or `medium`, because anyone can send it. Without a match, true only if the host asks for codes from `low` or
 * `medium`.
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
  return refusalOf({ band: last.risk, automated: false, isTrusted: last.isTrusted, needsCode: false }, guest) !== null;
}
