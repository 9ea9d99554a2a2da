import { deviceDistance } from "../device-distance.ts";
import {
  type Facts,
  hasSameAgent,
  isFar,
  isOwn,
  keepsGuestsZone,
  kmToKnownPlace,
  OWN_DEVICE_DISTANCE,
  SHARED_BY_GUESTS,
} from "../facts.ts";
import { isOwnLine } from "../provider.ts";
import { ramp } from "../ramp.ts";
import { defineSignal, QUIET, rounded } from "./define-signal.ts";

/** A host marked an access with this ID as suspicious. */
const FLAGGED_SCORE = 95;
/** Highest score of an access that may be a mail gateway's. It is not strong, so a scanned reminder is not rated high. */
const MAX_SCANNER = 69;
/** An RSVP is changed in another browser than the one it was sent from. */
const EDIT_SCORE = 96;
type Likeness = "same" | "app" | "sameMachine" | "sameSystem" | "otherClass" | "other";
type Scores = Readonly<Record<Likeness, number>>;
/** On a network of the guest's a new browser is probably the household's. */
const HOME: Scores = { same: 80, app: 3, sameMachine: 25, sameSystem: 28, otherClass: 5, other: 8 };
/** Nearby, and at the guest's provider, where the guest's own user agent looks imitated. */
const NEARBY: Scores = { same: 83, app: 5, sameMachine: 70, sameSystem: 65, otherClass: 12, other: 67 };
const OWN_PROVIDER: Scores = { ...NEARBY, same: 100, sameMachine: 78, sameSystem: 72, other: 73 };
const FAR: Scores = { same: 94, app: 30, sameMachine: 75, sameSystem: 80, otherClass: 54, other: 84 };
/** A computer on a mobile network that the guest doesn't use, and a browser in a language that no browser of the guest has. */
const MOBILE_COMPUTER = 40;
const OTHER_LANGUAGE = 40;
/** Factor for a network of several other guests, and for one that this guest used before. */
const SHARED_FACTOR = 0.6;
const SEEN_FACTOR = 0.9;
/** Factor if only the network is far away; see `keepsGuestsZone`. */
const OWN_ZONE_FACTOR = 0.2;
/** A browser that was new elsewhere and comes back from a network of the guest. */
const RETURNED_AT_HOME = 0.6;
/** Score by the number of other browsers that were new in the last 24 hours. */
const CROWD = [
  [0, 0],
  [1, 55],
  [2, 78],
  [3, 90],
  [5, 95],
] as const;
/** Weight of the number of new browsers by their network: far away, nearby, or one of the guest's. */
const CROWD_NETWORK = { far: 1, nearby: 0.85, home: 0.35 } as const;
/**
 * Weight by how certain it is that the guest has another browser. Even an ID of minutes ago says that this is another one; one
 * of a guest who probably keeps no cookies says little.
 */
const CERTAINTY = [
  [0, 0],
  [0.3, 0.3],
  [0.6, 0.85],
  [1, 1],
] as const;
/**
 * Factor by days for a browser that comes back. At first its network was new as well. A browser that comes back for days and that
 * nobody has reported is probably the household's.
 */
const FAMILIARITY = [
  [1, 1.3],
  [4, 0.5],
] as const;
const DAY_MS = 86_400_000;

/**
 * Compares a browser with the guest's browsers. One with an equal user agent and another ID is a private window, a
 * phone of the same model, or a copied user agent. Each app has separate cookies, and many people open an invitation on
 * a phone and on a computer.
 */
function likenessOf({ access, baseline }: Facts): Likeness {
  const { device } = access;
  const { agent } = device;
  const own = baseline.devices.filter((known) => isOwn(known) && known.device.agent.type === agent.type);
  if (hasSameAgent(own, agent)) return "same";
  const alike = own.filter((known) => known.device.agent.os === agent.os);
  if (alike.length === 0) return own.length === 0 ? "otherClass" : "other";
  const onMachine = alike.filter((known) => deviceDistance(device, known.device, false) <= OWN_DEVICE_DISTANCE);
  if (onMachine.length === 0) return "sameSystem";
  return onMachine.some((known) => known.device.agent.embedded === agent.embedded) ? "sameMachine" : "app";
}

function isOtherLanguage({ access, baseline }: Facts): boolean {
  const { language } = access.device;
  const known = baseline.devices.map(({ device }) => device.language);
  return language !== null && known.length > 0 && known.every((other) => other !== null && other !== language);
}

/** Score on a network that is not the guest's. */
function awayScore(facts: Facts, likeness: Likeness): number {
  const { access, baseline, knownNetwork, sharedBy } = facts;
  if (isFar(facts)) {
    return FAR[likeness] * (keepsGuestsZone(facts) ? OWN_ZONE_FACTOR : 1);
  }
  const { asn, kind } = access.network;
  const isInCity = (kmToKnownPlace(facts) ?? 0) === 0;
  const isOwnProvider = isInCity && asn !== null && baseline.networks.some((known) => known.asn === asn);
  const score =
    (isOwnProvider ? OWN_PROVIDER : NEARBY)[likeness] +
    (kind === "mobile" && access.device.agent.type === "desktop" ? MOBILE_COMPUTER : 0) +
    (isOtherLanguage(facts) ? OTHER_LANGUAGE : 0);
  if (sharedBy >= SHARED_BY_GUESTS) return score * SHARED_FACTOR;
  return knownNetwork === null ? score : score * SEEN_FACTOR;
}

/** 0–1: how certain it is that the access is from a network of the guest's. */
function homeTrust({ access, knownNetwork, networkTrust }: Facts): number {
  return isOwnLine(access.network.kind) && knownNetwork !== null && isOwn(knownNetwork) ? networkTrust : 0;
}

function crowdScore(facts: Facts): number {
  const score = ramp(facts.deviceId.strangers, CROWD);
  if (score === 0) return 0;
  const isShared = facts.sharedBy >= SHARED_BY_GUESTS;
  const away = isFar(facts) ? CROWD_NETWORK.far : isShared ? SHARED_FACTOR : CROWD_NETWORK.nearby;
  return score * (away + (CROWD_NETWORK.home - away) * homeTrust(facts));
}

/**
 * Returns how new the browser and its network are, 0–100. For a returning browser, the time of its first access counts.
 */
function newness(facts: Facts): number {
  const { deviceId, knownNetwork, access } = facts;
  const { record } = deviceId;
  if (record !== null) {
    const isAtHome = knownNetwork !== null && isOwn(knownNetwork);
    const days = (access.at - record.firstAt) / DAY_MS;
    return record.firstScore * (isAtHome ? RETURNED_AT_HOME : 1) * ramp(days, FAMILIARITY);
  }
  const likeness = likenessOf(facts);
  const away = awayScore(facts, likeness);
  return away + (HOME[likeness] - away) * homeTrust(facts);
}

/** A mail gateway fetches links with a new browser from a hosting network, and never comes back. */
function mayBeScanner({ access, deviceId }: Facts): boolean {
  return access.kind === "access" && deviceId.record === null && !isOwnLine(access.network.kind);
}

/**
 * Does the browser lack the ID that the guest's browsers have? Weighed by the certainty of those IDs, and by what else is new.
 * 0 for an access without an ID, and for a guest whose browsers all store none.
 */
export const newDevice = defineSignal({
  name: "new_device",
  family: "possession",
  evaluate(facts) {
    const { record, foreign, foreignEdit, strangers } = facts.deviceId;
    if (record?.flagged === true) return { score: FLAGGED_SCORE, evidence: () => ({ flagged: true }) };
    const edit = facts.access.kind === "edit" ? EDIT_SCORE * ramp(foreignEdit, CERTAINTY) : 0;
    if (foreign === 0 && edit === 0) return QUIET;
    const weight = ramp(foreign, CERTAINTY);
    const score = Math.max(edit, weight * Math.min(100, Math.max(crowdScore(facts), newness(facts))));
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
