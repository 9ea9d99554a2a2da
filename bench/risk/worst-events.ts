import { withDeviceIds } from "./device-ids.ts";
import { FELLOW_GUEST_NAMES, type FellowGuest, fellowGuests, shareTaken } from "./fellow-guests.ts";
import { harmOf } from "./harm.ts";
import { HONEST_EVENTS, type HonestEvent, honestEvent } from "./honest-events.ts";
import type { EngineUnderTest, Scored } from "./replay.ts";
import { ATTACKS, fixed, percent, table } from "./report.ts";
import { openService, type StepUp } from "./service.ts";
import { frictionOf, type Served } from "./through.ts";
import type { VisibleFacts, Visit } from "./visit.ts";

/** A value of `step_up_from`, with or without the rule that asked for a code in every band. */
export interface Setting {
  readonly stepUp: StepUp;
  readonly asksForMany: boolean;
}

export const SETTINGS: readonly Setting[] = [
  { stepUp: "block", asksForMany: true },
  { stepUp: "block", asksForMany: false },
  { stepUp: "high", asksForMany: true },
  { stepUp: "high", asksForMany: false },
  { stepUp: "medium", asksForMany: true },
  { stepUp: "medium", asksForMany: false },
];

/** Largest share of the guests of one honest event who are asked or refused. `medium` has no target. */
const MAX_SHARE: Readonly<Partial<Record<StepUp, number>>> = { block: 0.01, high: 0.05 };
/**
 * The events in which `high` asks honest guests: a server without a browser that replies for guests, many guests behind one VPN, and a phone that uses
 * one other guest's link, which may be a fellow guest's.
 */
const NOT_AT_HIGH: readonly HonestEvent[] = [
  "API client, 60 guests",
  "company of 60, VPN abroad",
  "couples, one phone on the way",
];

/** Shares of guests who were asked or refused, by event, at one setting; the largest of all seeds. */
export interface WorstEvents {
  readonly setting: Setting;
  readonly shares: ReadonlyMap<HonestEvent, number>;
  /** Mean share of links on which a fellow guest saw, sent or changed an RSVP. */
  readonly fellows: ReadonlyMap<FellowGuest, number>;
}

function shareAsked(visits: readonly Visit[], scored: readonly Scored[]): number {
  const guests = new Set(visits.map(({ guestId }) => guestId));
  const asked = new Set(visits.flatMap(({ guestId }, index) => (scored[index]?.outcome.asked ? [guestId] : [])));
  return asked.size / guests.size;
}

/** Replays all honest events, and those with fellow guests as attackers, of some seeds at one setting. */
export async function worstEvents(
  engine: EngineUnderTest,
  setting: Setting,
  seeds: readonly number[],
  visible: VisibleFacts,
): Promise<WorstEvents> {
  const shares = new Map<HonestEvent, number>();
  const fellows = new Map<FellowGuest, number>();
  const replay = (visits: readonly Visit[]) =>
    engine.replay(visits, openService(setting.stepUp, true, setting.asksForMany));
  for (const name of HONEST_EVENTS) {
    for (const seed of seeds) {
      const visits = withDeviceIds(honestEvent(name, seed, visible), seed);
      shares.set(name, Math.max(shares.get(name) ?? 0, shareAsked(visits, await replay(visits))));
    }
  }
  for (const kind of FELLOW_GUEST_NAMES) {
    for (const seed of seeds) {
      const visits = withDeviceIds(fellowGuests(kind, seed, visible), seed);
      const share = shareTaken(visits, await replay(visits)) / seeds.length;
      fellows.set(kind, (fellows.get(kind) ?? 0) + share);
    }
  }
  return { setting, shares, fellows };
}

const isOf =
  (setting: Setting) =>
  ({ setting: { stepUp, asksForMany } }: WorstEvents): boolean =>
    stepUp === setting.stepUp && asksForMany === setting.asksForMany;

/** Share of honest guests asked or refused by event, and what attackers gain at the same setting. */
export function worstTable(worst: readonly WorstEvents[], harms: ReadonlyMap<Setting, readonly Served[]>): string {
  const settings = SETTINGS.filter((setting) => worst.some(isOf(setting)));
  const nameOf = ({ stepUp, asksForMany }: Setting): string => `${stepUp}${asksForMany ? ", old rule" : ""}`;
  const rows = HONEST_EVENTS.map((name) => [
    name,
    ...settings.map((setting) => percent(worst.find(isOf(setting))?.shares.get(name) ?? Number.NaN)),
  ]);
  const fellowRows = FELLOW_GUEST_NAMES.map((kind) => [
    `fellow guest, ${kind}: links taken`,
    ...settings.map((setting) => percent(worst.find(isOf(setting))?.fellows.get(kind) ?? Number.NaN)),
  ]);
  const streams = (name: string, cell: (served: readonly Served[], setting: Setting) => string): string[] => [
    name,
    ...settings.map((setting) => cell(harms.get(setting) ?? [], setting)),
  ];
  const harmRows = ATTACKS.map((attack) =>
    streams(`${attack}: answers`, (served, { stepUp }) => percent(harmOf(served, ["on", stepUp], attack).answers, 2)),
  );
  return table([
    ["guests asked or refused, worst event", ...settings.map(nameOf)],
    ...rows,
    streams("streams: codes per 10,000", (served, { stepUp }) => fixed(frictionOf(served, ["on", stepUp]))),
    streams("RSVP stuffing: opened", (served, { stepUp }) =>
      percent(harmOf(served, ["on", stepUp], "RSVP stuffing").opened, 2),
    ),
    ...harmRows,
    ...fellowRows,
  ]);
}

/** The honest events that miss the target of a setting. */
export function worstMissed(worst: readonly WorstEvents[]): string[] {
  return worst.flatMap(({ setting: { stepUp, asksForMany }, shares }) => {
    const most = asksForMany ? undefined : MAX_SHARE[stepUp];
    if (most === undefined) return [];
    return [...shares].flatMap(([name, share]) => {
      const isCounted = share > most && !(stepUp === "high" && NOT_AT_HIGH.includes(name));
      return isCounted ? [`${name}, from ${stepUp}: ${percent(share)} asked or refused, target ${percent(most)}`] : [];
    });
  });
}
