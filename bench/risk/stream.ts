import { openRandom } from "../../testkit/random.ts";
import { attackVisits, forwardedToSeveral, publicPost, stuffing } from "./attackers.ts";
import { type CityPrefixes, findPrefixes } from "./geography.ts";
import { type Guest, homeLineIn, randomEvent, randomGuest, type World } from "./guests.ts";
import { honestVisits } from "./honest.ts";
import { programVisits } from "./programs.ts";
import { sharedNetworkVisits } from "./shared-networks.ts";
import { type AttackClass, DAY, HOUR, type VisibleFacts, type Visit } from "./visit.ts";

export interface StreamOptions {
  readonly seed: number;
  readonly events: number;
  readonly guestsPerEvent: number;
  readonly visible: VisibleFacts;
}

/** Shares of guests whose link is attacked, by class. */
const ATTACKS: readonly (readonly [AttackClass | null, number])[] = [
  ["naive stranger", 0.02],
  ["VPN, same country", 0.02],
  ["targeted, same network and agent", 0.02],
  ["targeted, same address range", 0.01],
  ["abroad at once", 0.01],
  ["forwarded link", 0.02],
  ["forwarded to several", 0.006],
  ["public post", 0.004],
  ["replay after rotation", 0.02],
  [null, 0.87],
];
/** Number of links per event that an attacker's script obtained. */
const STUFFED = 20;

let prefixes: ReadonlyMap<string, CityPrefixes> | null = null;

/** The link is replaced, the guest uses the new one, and then an attacker uses the old one. */
function replay(world: World, guest: Guest, visits: Visit[], at: number): Visit[] {
  const rotatedAt = at - HOUR;
  const tokenId = world.random.uuidAt(rotatedAt);
  const isRenewed = (visit: Visit): boolean => visit.at > rotatedAt;
  const moved = (jar: string | null): string | null => jar?.replace(guest.tokenId, tokenId) ?? null;
  const renewed = visits.map((visit) => (isRenewed(visit) ? { ...visit, tokenId, jar: moved(visit.jar) } : visit));
  const usedNew = renewed.some((visit) => visit.tokenId === tokenId && visit.at < at && visit.label.side === "honest");
  if (usedNew) return [...renewed, ...attackVisits(world, guest, "replay after rotation", at)];
  const first = visits.find((visit) => visit.label.side === "honest");
  if (first === undefined) return visits;
  const look = {
    ...first,
    accessLogId: world.random.uuid(),
    tokenId,
    jar: moved(first.jar),
    at: Math.round(at) - 20 * 60_000,
    confirm: null,
  };
  return [...renewed, look, ...attackVisits(world, guest, "replay after rotation", at)];
}

/** Minutes after the guest's latest access before a time. */
function soonAfter({ random }: World, own: readonly Visit[], at: number): number {
  const earlier = own.filter((visit) => visit.label.side === "honest" && visit.at < at).map((visit) => visit.at);
  return Math.max(...earlier) + random.between(5, 50) * 60_000;
}

function guestVisits(world: World, guest: Guest): Visit[] {
  const { random } = world;
  const own = [...programVisits(world, guest), ...honestVisits(world, guest)];
  const kind = random.weighed(ATTACKS);
  const firstLook = own.find((visit) => visit.label.side === "honest")?.at ?? guest.invitedAt;
  // Minutes to a week after the guest's own first access.
  const at = firstLook + 5 * 60_000 + random.wait(random.chance(0.4) ? 2 * HOUR : 4 * DAY);
  if (kind === null || at > guest.event.startsAt) return own;
  if (kind === "public post") return [...own, ...publicPost(world, guest, at)];
  if (kind === "forwarded to several") return [...own, ...forwardedToSeveral(world, guest, at)];
  if (kind === "abroad at once") return [...own, ...attackVisits(world, guest, kind, soonAfter(world, own, at))];
  if (kind === "replay after rotation") return replay(world, guest, own, at);
  return [...own, ...attackVisits(world, guest, kind, at)];
}

/** The whole stream ordered by time; the same options generate the same stream. */
export function generateStream(options: StreamOptions): Visit[] {
  prefixes ??= findPrefixes();
  const world: World = { random: openRandom(options.seed), prefixes, ...options };
  const visits: Visit[] = [];
  for (let index = 0; index < options.events; index += 1) {
    const event = randomEvent(world, index);
    const office = homeLineIn(world, event.city);
    const guests = Array.from({ length: options.guestsPerEvent }, () => randomGuest(world, event, office));
    for (const guest of guests) visits.push(...guestVisits(world, guest));
    const stuffed = guests.filter(() => world.random.chance(STUFFED / guests.length));
    visits.push(...stuffing(world, stuffed, event.invitedAt + world.random.between(1, 10) * DAY));
    visits.push(...sharedNetworkVisits(world, event, options.seed * 1_000 + index));
  }
  return visits.sort((a, b) => a.at - b.at);
}
