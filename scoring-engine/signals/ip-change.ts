import { awayFactor, type Facts, isOwn, kmToKnownPlace, SHARED_BY_GUESTS } from "../facts.ts";
import { ramp } from "../ramp.ts";
import { defineSignal, QUIET, rounded } from "./define-signal.ts";

/** Scores of anonymising exits by kind; a first access has no history to differ from and scores lower. */
const HIDDEN = {
  tor: { first: 72, later: 94 },
  hosting: { first: 44, later: 80 },
  relay: { first: 0, later: 40 },
} as const;
/**
 * A new address of a provider that the guest already uses: a new lease at home, another gateway of a carrier. Half a
 * country may have the same provider, so that on another device it means little more than any network nearby.
 */
const SAME_PROVIDER = { mobile: 9, line: 20, otherDevice: 30 } as const;
/** Neither place nor country is known for one of the accesses. */
const UNKNOWN_PLACE = 38;
/** The device's time zone does not fit the address: a VPN that is not in the lists. */
const ZONE_MISMATCH = 74;
/** Remains of any network for the browser that has the guest's id. */
const OWN_ID_FACTOR = 0.15;
/** Networks with other guests of the event: an office, the venue, a carrier's gateway. */
const SHARED_FACTOR = 0.3;
/** A first access from a country without other guests of the event; low, as weddings have guests from abroad. */
const ODD_COUNTRY = 24;
/** Guests from which on the event's countries are compared. */
const ENOUGH_GUESTS = 12;

interface Change {
  readonly score: number;
  readonly why: string;
  readonly km: number | null;
}

/** Score of a network by its distance to the guest's known places. */
function placeChange(facts: Facts): Change {
  const { network } = facts.access;
  const own = facts.baseline.networks.filter(isOwn);
  const isSameCountry = own.some((record) => record.country !== null && record.country === network.country);
  const km = kmToKnownPlace(facts);
  if (km === null) {
    if (network.country === null || own.every((record) => record.country === null)) {
      return { score: UNKNOWN_PLACE, why: "other_network", km };
    }
    return isSameCountry ? { score: UNKNOWN_PLACE, why: "other_network", km } : { score: 66, why: "other_country", km };
  }
  if (isSameCountry || network.country === null) {
    return {
      score: ramp(km, [
        [0, 32],
        [100, 42],
        [400, 54],
        [2000, 64],
      ]),
      why: "other_network",
      km,
    };
  }
  return {
    score: ramp(km, [
      [0, 45],
      [300, 62],
      [800, 72],
      [4000, 84],
    ]),
    why: "other_country",
    km,
  };
}

function hiddenChange(facts: Facts): Change | null {
  const { kind } = facts.access.network;
  if (kind !== "tor" && kind !== "hosting" && kind !== "relay") return null;
  const hasNetwork = facts.hasHistory || facts.baseline.networks.length > 0;
  return { score: hasNetwork ? HIDDEN[kind].later : HIDDEN[kind].first, why: kind, km: null };
}

function lineChange(facts: Facts): Change {
  const { network, zoneFits } = facts.access;
  const sameProvider = facts.baseline.networks.some(
    (record) => network.asn !== null && record.asn === network.asn && isOwn(record),
  );
  const byPlace = placeChange(facts);
  const line = network.kind === "mobile" ? SAME_PROVIDER.mobile : SAME_PROVIDER.line;
  const provider = facts.ownDevice ? line : SAME_PROVIDER.otherDevice;
  const isNear = byPlace.km === null || byPlace.km < 400;
  const change = sameProvider && isNear ? { ...byPlace, score: provider, why: "same_provider" } : byPlace;
  if (zoneFits === false) return { ...change, score: Math.max(change.score, ZONE_MISMATCH), why: "zone_mismatch" };
  return change;
}

/** Score of the guest's first network, compared with the countries of the event's other guests. */
function firstChange(facts: Facts): Change {
  const { country } = facts.access.network;
  const { countries } = facts.prior.population;
  const guests = Object.values(countries).reduce((sum, count) => sum + count, 0);
  const isOdd = country !== null && guests >= ENOUGH_GUESTS && countries[country] === undefined;
  return { score: isOdd ? ODD_COUNTRY : 0, why: isOdd ? "unusual_country" : "first", km: null };
}

/**
 * Does the access come from a network that this guest or many guests of the event use? Known networks score 0, others
 * grow with distance; VPNs, hosts and Tor score high whatever their position.
 */
export const ipChange = defineSignal({
  name: "ip_change",
  family: "network",
  evaluate(facts) {
    const { access, baseline, knownNetwork } = facts;
    if (access.network.address.prefix === null) return QUIET;
    const unfamiliar = knownNetwork === null ? 1 : 1 - facts.networkTrust;
    if (unfamiliar === 0) return QUIET;
    const hidden = hiddenChange(facts);
    const change = hidden ?? (baseline.networks.some(isOwn) ? lineChange(facts) : firstChange(facts));
    const shared = hidden === null && facts.sharedBy >= SHARED_BY_GUESTS ? SHARED_FACTOR : 1;
    const byId = 1 - (1 - OWN_ID_FACTOR) * facts.deviceId.own;
    return {
      score: change.score * shared * awayFactor(facts) * unfamiliar * byId,
      evidence: () => ({
        why: change.why,
        km: change.km === null ? null : rounded(change.km),
        provider: access.network.kind,
        country: access.network.country,
        shared_by_guests: facts.sharedBy,
        own_device: facts.ownDevice,
      }),
    };
  },
});
