import { addressBlock } from "../../kernel/address-block.ts";

/** What an access log says about the device and how it fared. */
export interface LoggedDevice {
  ipAddress: string | null;
  userAgent: string | null;
  /** The hash of the device; null where none is known. */
  device: string | null;
  risk: string | null;
  /** Epoch milliseconds. */
  at: number;
}

/** A score is written right after the response; an access that has none by then was let in without one. */
const SCORE_IS_WRITTEN_MS = 10_000;

/**
 * Does the last access of the device that makes this request say that it is to be refused? The closest evidence counts:
 * the same device; else the same network and user agent; else the same network, because a user agent is changed in a moment;
 * else the same user agent. A device without any is not refused.
 * @param accesses of people to the same link, newest first
 */
export function wasRefused(
  device: { ipAddress: string; userAgent: string; device: string | null },
  accesses: readonly LoggedDevice[],
  stepUpFrom: "high" | "block" | "never",
  now: number,
): boolean {
  const network = addressBlock(device.ipAddress);
  const decided = accesses.filter(({ risk, at }) => risk !== null || now - at > SCORE_IS_WRITTEN_MS);
  const sameNetwork = decided.filter(({ ipAddress }) => addressBlock(ipAddress ?? "") === network);
  const sameAgent = decided.filter(({ userAgent }) => (userAgent ?? "") === device.userAgent);
  const sameDevice = decided.filter((access) => access.device !== null && access.device === device.device);
  const [last] = [
    sameDevice,
    sameNetwork.filter((access) => sameAgent.includes(access)),
    sameNetwork,
    sameAgent,
  ].flat();
  return last?.risk === "block" || (last?.risk === "high" && stepUpFrom === "high");
}
