import type { Device } from "../device.ts";
import { type Facts, isFar, isImitation, isOwn, keepsGuestsZone } from "../facts.ts";
import { isHousehold } from "../household.ts";
import { isOwnLine } from "../provider.ts";
import { defineSignal, QUIET, rounded } from "./define-signal.ts";

/** On a network that the guest already uses, another device probably belongs to the guest or the household. */
const HOME_NETWORK_FACTOR = 0.55;
/**
 * Near by, the ID says that it is another browser, and `new_device` weighs how it looks: the difference is not counted
 * twice. From far away both count, and so does other hardware behind the guest's own user agent. In the guest's household neither
 * is a sign of a stranger: phones of one make are common, and a carrier's exit is far away.
 */
const FOREIGN_ID_FACTOR = 0.5;
/** A host marked an access from this device as suspicious. */
const FLAGGED_SCORE = 95;

/** Whether `new_device` weighs the difference, so that only a part of it counts here. */
function isCountedOnce(facts: Facts): boolean {
  if (facts.deviceId.foreign === 0) return false;
  const isNear = !isFar(facts) || keepsGuestsZone(facts);
  return (isNear && !isImitation(facts)) || isHousehold(facts);
}

function describe(device: Device): string {
  const { os, type, browser } = device.agent;
  return [browser || "unknown", os || "unknown", type].join(" ");
}

/**
 * Is this one of the guest's devices, or one that a guest with these devices plausibly owns as well? Compares browser,
 * operating system, class and hardware instead of user-agent strings. 0 without history.
 */
export const deviceMismatch = defineSignal({
  name: "device_mismatch",
  family: "device",
  evaluate(facts) {
    const { access, baseline, closestDevice } = facts;
    const isFlagged = baseline.devices.some((record) => record.flagged && record.device.key === access.device.key);
    // If this browser has the guest's ID, the mismatch belongs to another device of the same model.
    const flagged = facts.deviceId.record?.flagged ? 1 : isFlagged ? 1 - facts.deviceId.own : 0;
    if (flagged > 0) {
      const evidence = () => ({ flagged: true, now: describe(access.device) });
      return { score: FLAGGED_SCORE * flagged, evidence };
    }
    if (!facts.hasHistory || closestDevice === null) return QUIET;
    const isHome = facts.knownNetwork !== null && isOwn(facts.knownNetwork) && isOwnLine(access.network.kind);
    const factor = isHome ? 1 - (1 - HOME_NETWORK_FACTOR) * facts.networkTrust : 1;
    const byId = isCountedOnce(facts) ? 1 - (1 - FOREIGN_ID_FACTOR) * facts.deviceId.foreign : 1;
    return {
      score: facts.deviceDistance * factor * byId,
      evidence: () => ({
        now: describe(access.device),
        known: describe(closestDevice.device),
        distance: rounded(facts.deviceDistance),
        known_network: isHome,
      }),
    };
  },
});
