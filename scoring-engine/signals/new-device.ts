import { deviceDistance } from "../device-distance.ts";
import {
  type Facts,
  hasSameAgent,
  isFar,
  isImitation,
  isOwn,
  OWN_DEVICE_DISTANCE,
  SHARED_BY_GUESTS,
} from "../facts.ts";
import { isOwnLine } from "../provider.ts";
import { ramp } from "../ramp.ts";
import { defineSignal, QUIET, rounded } from "./define-signal.ts";

/** A host marked an access with this id as suspicious. */
const FLAGGED_SCORE = 95;
/** Highest score of an access that may be a gateway's that scans mail: not strong. */
const MAX_SCANNER = 69;
/** An answer is changed, which the guest does where it was given. */
const EDIT_SCORE = 96;
/**
 * By how the browser compares with those of the guest. The same user agent with another id is a private window or a phone
 * of the same model at best, and a copied user agent at worst. Apps have cookies of their own, and many people open an
 * invitation on a phone and on a computer.
 */
const BROWSER = { same: 0.84, app: 0.3, sameMachine: 0.6, sameSystem: 0.68, otherClass: 0.54, other: 0.75 } as const;
/**
 * By network. At home a new browser is probably the household's. One that has the guest's user agent and the guest's
 * provider, and not the id, looks imitated.
 */
const NETWORK = { home: 0.35, sameBrowserAtHome: 0.95, shared: 0.6, near: 0.85, imitated: 1.19, far: 1 } as const;
/** A browser that was new elsewhere and comes back from a network of the guest. */
const RETURNED_AT_HOME = 0.6;
/** Score by the number of other browsers that were new in the last 24 hours. */
const CROWD = [
  [1, 0],
  [2, 50],
  [3, 72],
  [6, 92],
] as const;
const DAY_MS = 86_400_000;

function browserFactor({ access, baseline }: Facts): number {
  const { device } = access;
  const { agent } = device;
  const own = baseline.devices.filter((known) => isOwn(known) && known.device.agent.type === agent.type);
  if (hasSameAgent(own, agent)) return BROWSER.same;
  const alike = own.filter((known) => known.device.agent.os === agent.os);
  if (alike.length === 0) return own.length === 0 ? BROWSER.otherClass : BROWSER.other;
  const onMachine = alike.filter((known) => deviceDistance(device, known.device, false) <= OWN_DEVICE_DISTANCE);
  if (onMachine.length === 0) return BROWSER.sameSystem;
  return onMachine.some((known) => known.device.agent.embedded === agent.embedded) ? BROWSER.sameMachine : BROWSER.app;
}

function unknownNetworkFactor(facts: Facts): number {
  if (isFar(facts)) return NETWORK.far;
  if (facts.sharedBy >= SHARED_BY_GUESTS) return NETWORK.shared;
  return isImitation(facts) ? NETWORK.imitated : NETWORK.near;
}

function networkFactor(facts: Facts, isSameBrowser: boolean): number {
  const isLine = isOwnLine(facts.access.network.kind);
  const trust = isLine && facts.knownNetwork !== null && isOwn(facts.knownNetwork) ? facts.networkTrust : 0;
  const home = isSameBrowser ? NETWORK.sameBrowserAtHome : NETWORK.home;
  const unknown = unknownNetworkFactor(facts);
  return unknown - Math.max(0, unknown - home) * trust;
}

/** How new the browser and its network are, 0–100; of one that comes back, when it was seen first. */
function newness(facts: Facts): number {
  const { deviceId, knownNetwork } = facts;
  const isAtHome = knownNetwork !== null && isOwn(knownNetwork);
  if (deviceId.record !== null) return deviceId.record.firstScore * (isAtHome ? RETURNED_AT_HOME : 1);
  const browser = browserFactor(facts);
  return 100 * browser * networkFactor(facts, browser === BROWSER.same);
}

/** A gateway that scans mail fetches links with a new browser from a hosting network, and never comes back. */
function mayBeScanner({ access, deviceId }: Facts): boolean {
  return access.kind === "access" && deviceId.record === null && !isOwnLine(access.network.kind);
}

/**
 * Does the browser lack the id that the guest's browsers have? Weighed by how certain those are, and by what else is new.
 * 0 for an access without an id, and for a guest of whom no browser has kept one.
 */
export const newDevice = defineSignal({
  name: "new_device",
  family: "possession",
  evaluate(facts) {
    const { record, foreign, strangers } = facts.deviceId;
    if (record?.flagged === true) return { score: FLAGGED_SCORE, evidence: () => ({ flagged: true }) };
    if (foreign === 0) return QUIET;
    const crowd = ramp(strangers, ...CROWD) * networkFactor(facts, false);
    const score = foreign * Math.max(facts.access.kind === "edit" ? EDIT_SCORE : 0, crowd, newness(facts));
    return {
      score: mayBeScanner(facts) ? Math.min(MAX_SCANNER, score) : score,
      evidence: () => ({
        certainty: rounded(foreign),
        days_known: record === null ? 0 : rounded((facts.access.at - record.firstAt) / DAY_MS),
        others_24_h: strangers,
        known_network: facts.knownNetwork !== null,
      }),
    };
  },
});
