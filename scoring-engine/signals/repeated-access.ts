import { countAccesses, originsWithin, type TimeSpan } from "../baseline/access-windows.ts";
import { type Origin, OWN_TRUST, type TokenRecord } from "../baseline/guest-baseline.ts";
import { type Facts, SHARED_BY_GUESTS } from "../facts.ts";
import { countGuests, MAX_HOUSEHOLD, otherAnswers } from "../household.ts";
import { ramp } from "../ramp.ts";
import { defineSignal, QUIET } from "./define-signal.ts";
import type { Evidence } from "./evidence.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Window of accesses to one link, and the number that is normal: a guest who reloads at the door stays below a dozen. */
const HAMMER_MS = 10 * MINUTE_MS;
const HAMMER_FLOOR = 8;
/** Score by the number of accesses in that window. */
const HAMMERING = [
  [HAMMER_FLOOR, 0],
  [14, 30],
  [22, 72],
  [33, 92],
] as const;
/** Normal number of devices on as many networks within a day, as a family shares a link. */
const SPREAD_FLOOR = 2;
/** Windows in which strangers of one network are counted. */
const ENUMERATION_MS = HOUR_MS;
const BURST_MS = MINUTE_MS;
/** A network that guests use with their own devices is an office or the venue, so this is not enumeration. */
const SHARED_ENUMERATION_FACTOR = 0.25;
/** A second kind of repetition adds this share of its score. */
const SECOND_SHARE = 0.25;
/** Reloads on the guest's own device count less. */
const OWN_DEVICE_FACTOR = 0.6;
/** The guest's own accesses count less while others use the link. */
const OWN_SPREAD_FACTOR = 0.3;
/** Score of a replaced link once the new one has been used. */
const REPLACED_TOKEN = 88;
/** Score of a link that the guest has not used, on another person's device: the link is new, or was replaced. */
const FOREIGN_TOKEN = 32;
const DIRECT_FORM = 34;
/** An RSVP is changed in a browser that is not the guest's, by its device ID. */
const FOREIGN_EDIT = 90;
/**
 * Number of guests with first RSVPs from one connection, from which they are evidence: within an hour for forms whose
 * page was not opened, and within ten minutes from one kind of browser and from all. An office or a carrier may have
 * more, so this is one family of evidence like any other: it never blocks, alone or with `missing_signals`
 * (docs/decisions/0044-answers-for-many-guests.md).
 */
export const MANY_ANSWERS = { directForms: 2, sameBrowser: 4, all: 10 } as const;
export const MANY_ANSWERS_MS = { directForms: HOUR_MS, any: 10 * MINUTE_MS } as const;
const MANY_ANSWERS_SCORE = 72;
/**
 * One person sends the RSVPs of a household: guests of one connection, whose pages were opened before their forms. The score
 * is not strong, so a device that is new to a guest is not blocked.
 */
const HOUSEHOLD_SCORE = 60;
const PUBLIC_REFERRER = 36;

/** Public sites, on which people who were not invited find a link; without messengers and mail. */
const PUBLIC_SITES =
  /(^|\.)(t\.co|twitter\.com|x\.com|facebook\.com|instagram\.com|threads\.net|reddit\.com|tumblr\.com|pinterest\.[a-z.]+|linkedin\.com|lnkd\.in|tiktok\.com|youtube\.com|vk\.com|weibo\.(?:com|cn)|mastodon\.social|bsky\.app|news\.ycombinator\.com|quora\.com|medium\.com|discord\.com|google\.[a-z.]+|bing\.com|duckduckgo\.com)$/;
/** Subdomains of these sites that are mail or chat. */
const PRIVATE_SITES = /^(mail|chat|messages?|web|outlook)\./;

function hostOf(referrer: string): string {
  return /^[a-z]+:\/\/([^/?#:]+)/i.exec(referrer)?.[1]?.toLowerCase() ?? "";
}

function isPublicReferrer(referrer: string): boolean {
  const host = hostOf(referrer);
  return host !== "" && PUBLIC_SITES.test(host) && !PRIVATE_SITES.test(host);
}

interface Part {
  readonly score: number;
  readonly evidence: Evidence;
}

const NO_PART: Part = { score: 0, evidence: {} };

/** The time span before an access, including it. */
function before({ access }: Facts, ms: number): TimeSpan {
  return { after: access.at - ms, until: access.at };
}

function hammering(facts: Facts): Part {
  const count = countAccesses(facts.baseline.accesses, before(facts, HAMMER_MS)) + 1;
  if (count <= HAMMER_FLOOR) return NO_PART;
  const factor = facts.ownDevice ? OWN_DEVICE_FACTOR : 1;
  const score = ramp(count, HAMMERING) * factor;
  return { score, evidence: { accesses_10_min: count } };
}

function spreading(facts: Facts): Part {
  const { device, network } = facts.access;
  // Each origin is one device on one network; most guests have too few to count further.
  if (facts.baseline.accesses.origins.length + 1 <= SPREAD_FLOOR) return NO_PART;
  const devices = new Set([device.key]);
  const networks = new Set([network.address.prefix]);
  for (const origin of originsWithin(facts.baseline.accesses, before(facts, DAY_MS))) {
    devices.add(origin.device);
    networks.add(origin.prefix);
  }
  if (Math.min(devices.size, networks.size) <= SPREAD_FLOOR) return NO_PART;
  const score = ramp(Math.min(devices.size, networks.size), [
    [SPREAD_FLOOR, 0],
    [3, 38],
    [4, 58],
    [5, 74],
    [9, 96],
  ]);
  const isGuest = facts.ownDevice && (facts.provenDevice || facts.networkTrust >= OWN_TRUST);
  const factor = isGuest ? OWN_SPREAD_FACTOR : 1;
  return { score: score * factor, evidence: { devices_24_h: devices.size, networks_24_h: networks.size } };
}

function stuffing(facts: Facts): Part {
  if (facts.access.kind === "access") return NO_PART;
  const isForm = ({ kind }: Origin): boolean => kind !== undefined;
  const forms = countAccesses(facts.baseline.accesses, before(facts, HOUR_MS), isForm) + 1;
  return {
    score: ramp(forms, [
      [4, 0],
      [7, 45],
      [10, 76],
      [20, 95],
    ]),
    evidence: { forms_1_h: forms },
  };
}

/** Whether a form was sent although no such device opened its page in the last 24 hours. */
export function isDirectForm(facts: Facts): boolean {
  const { kind, device } = facts.access;
  if (kind === "access") return false;
  const origins = [...originsWithin(facts.baseline.accesses, before(facts, DAY_MS))];
  return !origins.some((origin) => origin.kind === undefined && origin.model === device.modelKey);
}

/** Enumeration of the guest list: from this network, other guests' links were used by devices that are not theirs. */
function enumerating(facts: Facts): Part {
  if (facts.ownDevice || facts.prior.network.strangers.length === 0) return NO_PART;
  const { at, device } = facts.access;
  const others = facts.prior.network.strangers.filter(
    (stranger) => stranger.guest !== facts.guestHash && stranger.at <= at && stranger.at > at - ENUMERATION_MS,
  );
  const guests = (chosen: typeof others): number => new Set(chosen.map((stranger) => stranger.guest)).size;
  const forms = isDirectForm(facts) ? guests(others.filter((stranger) => stranger.directForm)) : 0;
  const foreign = facts.hasHistory ? guests(others.filter((stranger) => stranger.foreign)) : 0;
  const burst = guests(others.filter((one) => one.model === device.model && one.at > at - BURST_MS));
  const score = Math.max(
    ramp(forms, [
      [0, 0],
      [1, 42],
      [3, 72],
      [8, 95],
    ]),
    ramp(foreign, [
      [1, 0],
      [2, 30],
      [4, 62],
      [6, 78],
      [12, 95],
    ]),
    ramp(burst, [
      [3, 0],
      [6, 45],
      [10, 76],
      [20, 94],
    ]),
  );
  const factor = facts.sharedBy >= SHARED_BY_GUESTS ? SHARED_ENUMERATION_FACTOR : 1;
  if (score === 0) return NO_PART;
  return {
    score: score * factor,
    evidence: { guests_by_form: forms, guests_foreign_1_h: foreign, guests_1_min: burst },
  };
}

/** First RSVPs for many guests from one connection. Counts by guest, because a device ID is valid for one link only. */
function answersForMany(facts: Facts): Part {
  const { at, device, kind } = facts.access;
  if (kind !== "rsvp") return NO_PART;
  const others = otherAnswers(facts, MANY_ANSWERS_MS.directForms);
  if (others.length === 0) return NO_PART;
  const recent = others.filter((one) => one.at > at - MANY_ANSWERS_MS.any);
  const direct = isDirectForm(facts) ? countGuests(others.filter(({ directForm }) => directForm)) + 1 : 0;
  const same = countGuests(recent.filter(({ model }) => model === device.modelKey)) + 1;
  const all = countGuests(recent) + 1;
  const isMany = direct >= MANY_ANSWERS.directForms || same >= MANY_ANSWERS.sameBrowser || all >= MANY_ANSWERS.all;
  if (!isMany) return NO_PART;
  const isHousehold = direct < MANY_ANSWERS.directForms && all <= MAX_HOUSEHOLD;
  const score = isHousehold ? HOUSEHOLD_SCORE : MANY_ANSWERS_SCORE;
  return { score, evidence: { answers_for_guests: Math.max(direct, same, all) } };
}

/** The link is one of many that are used from one network. Both parts count the same guests, so the lower score adds nothing. */
function manyGuests(facts: Facts): Part {
  const answers = answersForMany(facts);
  const enumeration = enumerating(facts);
  return {
    score: Math.max(answers.score, enumeration.score),
    evidence: { ...answers.evidence, ...enumeration.evidence },
  };
}

/** The link was replaced and the new one has been used; or the guest never used it. */
function replacedToken(facts: Facts): Part {
  const { tokenId, at } = facts.access;
  const { tokens } = facts.baseline;
  const isOther = (token: TokenRecord): boolean => token.id !== tokenId && token.since <= at;
  if (!tokens.some(isOther)) return NO_PART;
  const others = tokens.filter(isOther);
  const own = tokens.find((token) => token.id === tokenId);
  const isReplaced = others.some((token) =>
    own === undefined ? isOlderUuid7(tokenId, token.id) : token.since > own.since,
  );
  if (isReplaced) return { score: REPLACED_TOKEN, evidence: { replaced_link: true } };
  const isForeign = own === undefined && !facts.ownDevice;
  return isForeign ? { score: FOREIGN_TOKEN, evidence: { other_link: true } } : NO_PART;
}

/** UUIDs of version 7 begin with their time and can be ordered. */
function isOlderUuid7(id: string, other: string): boolean {
  const isV7 = (text: string): boolean => /^[0-9a-f]{8}-[0-9a-f]{4}-7/i.test(text);
  return isV7(id) && isV7(other) && id.slice(0, 13).toLowerCase() < other.slice(0, 13).toLowerCase();
}

function publicLink(facts: Facts): Part {
  const isPublic = facts.access.referrer !== "" && !facts.ownDevice && isPublicReferrer(facts.access.referrer);
  return isPublic ? { score: PUBLIC_REFERRER, evidence: { public_referrer: true } } : NO_PART;
}

function foreignEdit({ access, deviceId }: Facts): Part {
  if (access.kind !== "edit") return NO_PART;
  return { score: FOREIGN_EDIT * deviceId.foreignEdit, evidence: { foreign_edit: true } };
}

function directForm(facts: Facts): Part {
  return isDirectForm(facts) ? { score: DIRECT_FORM, evidence: { form_without_page: true } } : NO_PART;
}

/** Parts of equal score keep this order in the evidence. */
const PARTS = [
  hammering,
  spreading,
  stuffing,
  manyGuests,
  replacedToken,
  publicLink,
  directForm,
  foreignEdit,
] as const satisfies readonly ((facts: Facts) => Part)[];

/**
 * Is the link used more often, by more devices, or for more guests than one guest would? Counts repeated accesses,
 * devices and networks, forms, enumeration of the guest list, and replaced links.
 */
export const repeatedAccess = defineSignal({
  name: "repeated_access",
  family: "usage",
  evaluate(facts) {
    const parts: Part[] = [];
    for (const partOf of PARTS) {
      const part = partOf(facts);
      if (part.score > 0) parts.push(part);
    }
    if (parts.length === 0) return QUIET;
    parts.sort((a, b) => b.score - a.score);
    const [first, second] = parts;
    const score = (first?.score ?? 0) + SECOND_SHARE * (second?.score ?? 0);
    return { score, evidence: () => Object.assign({}, ...parts.map((part) => part.evidence)) };
  },
});
