import type { Device } from "../device.ts";
import { isOwn } from "../facts.ts";
import { isOwnLine } from "../provider.ts";
import { defineSignal, QUIET, rounded } from "./define-signal.ts";

/** On a network that the guest already uses, another device is probably the household's or the guest's second one. */
const HOME_NETWORK_FACTOR = 0.55;
/** A host called an access from this very device suspicious. */
const FLAGGED_SCORE = 95;

function describe(device: Device): string {
  const { os, type, browser } = device.agent;
  return [browser || "unknown", os || "unknown", type].join(" ");
}

/**
 * Is this one of the guest's devices, or one that a guest with those devices would plausibly also own?
 * Weighs browser, operating system, class and hardware instead of comparing user-agent strings. Without history: 0.
 */
export const deviceMismatch = defineSignal({
  name: "device_mismatch",
  family: "device",
  evaluate(facts) {
    const { access, baseline, closestDevice } = facts;
    const flagged = baseline.devices.some((record) => record.flagged && record.device.key === access.device.key);
    if (flagged) return { score: FLAGGED_SCORE, evidence: () => ({ flagged: true, now: describe(access.device) }) };
    if (!facts.hasHistory || closestDevice === null) return QUIET;
    const isHome = facts.knownNetwork !== null && isOwn(facts.knownNetwork) && isOwnLine(access.network.kind);
    const factor = isHome ? 1 - (1 - HOME_NETWORK_FACTOR) * facts.networkTrust : 1;
    return {
      score: facts.deviceDistance * factor,
      evidence: () => ({
        now: describe(access.device),
        known: describe(closestDevice.device),
        distance: rounded(facts.deviceDistance),
        known_network: isHome,
      }),
    };
  },
});
