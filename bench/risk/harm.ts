import { HOSTS } from "./geography.ts";
import { ATTACKS, fixed, HONEST, percent, table } from "./report.ts";
import type { Outcome } from "./service.ts";
import { type Served, shareOf, VARIANTS, type Variant, variantAccesses } from "./through.ts";
import type { AttackClass, HonestClass, Visit } from "./visit.ts";

/** Shares of one class of attackers' accesses, 0–1; NaN without any. */
export interface Harm {
  /** An answer was seen, changed, or given first. */
  readonly answers: number;
  /** The door pass of an answer that the guest gave was shown. */
  readonly passes: number;
  /** An answer that the guest gave was changed, so that it may use more places. */
  readonly seats: number;
  /** A first RSVP was sent, which holds seats until the guest reports it. */
  readonly held: number;
  /** The invitation was shown. */
  readonly opened: number;
}

/** The event's defaults, and the setting that hosts may choose. */
const DEFAULTS: Variant = ["on", "block"];
const AT_HIGH: Variant = ["on", "high"];
const FAR: readonly AttackClass[] = [
  "naive stranger",
  "VPN, same country",
  "abroad at once",
  "public post",
  "replay after rotation",
];
/** Not counted, because the streams of the target for hidden RSVPs do not have them. */
const SHARED_NETWORKS: readonly HonestClass[] = ["office morning", "household"];

const MAX = { answers: 0.01, stuffing: 0.12, stuffingAtHigh: 0.05, passes: 0.005, seats: 0, openedFar: 0.25 } as const;
const MAX_PER_10_000 = { friction: 20, hidden: 1_700, hiddenAfterUpdate: 50 } as const;

export function harmOf(all: readonly Served[], variant: Variant, attack: AttackClass): Harm {
  const own = variantAccesses(all, variant, [attack]);
  const isGuests = ({ outcome }: { outcome: Outcome }): boolean => outcome.answered && outcome.isGuests;
  return {
    answers: shareOf(own, ({ outcome }) => outcome.answered),
    passes: shareOf(own, isGuests),
    seats: shareOf(own, (one) => isGuests(one) && one.visit.kind === "edit"),
    held: shareOf(own, ({ visit, outcome }) => outcome.answered && !outcome.isGuests && visit.kind === "rsvp"),
    opened: shareOf(own, ({ outcome }) => outcome.opened),
  };
}

/** Honest accesses per 10,000, at one setting. */
function honestHarm(all: readonly Served[], variant: Variant) {
  const per = (classes: readonly HonestClass[], isCounted: (one: { visit: Visit; outcome: Outcome }) => boolean) =>
    // Rounded, so that a count at the limit does not exceed it.
    Math.round(shareOf(variantAccesses(all, variant, classes), isCounted) * 1e10) / 1e6;
  const hiding = HONEST.filter((name) => !SHARED_NETWORKS.includes(name));
  return {
    friction: per(HONEST, ({ outcome }) => outcome.asked),
    hidden: per(hiding, ({ outcome }) => outcome.hidden),
    hiddenAfterUpdate: per(hiding, ({ visit, outcome }) => outcome.hidden && visit.label.class === "browser update"),
  };
}

const exactPercent = (share: number): string => percent(share, 2);
const nameOf = ([ids, stepUp]: Variant): string => `ids ${ids}, from ${stepUp}`;

/** Harm by each class of attackers at each setting. */
export function harmTable(all: readonly Served[]): string {
  const rows = ATTACKS.flatMap((attack) =>
    VARIANTS.map((variant) => {
      const { answers, passes, seats, held, opened } = harmOf(all, variant, attack);
      return [attack, nameOf(variant), ...[answers, passes, seats, held, opened].map(exactPercent)];
    }),
  );
  return table([["attack", "setting", "answers", "passes", "seats", "held", "opened"], ...rows]);
}

/** Cost for honest guests at each setting. */
export function paidTable(all: readonly Served[]): string {
  const rows = VARIANTS.map((variant) => {
    const { friction, hidden, hiddenAfterUpdate } = honestHarm(all, variant);
    return [nameOf(variant), fixed(friction), fixed(hidden), fixed(hiddenAfterUpdate)];
  });
  return table([["honest accesses per 10,000", "asked for a code", "answer hidden", "after an update"], ...rows]);
}

/** The targets that are missed, with row and figure. A class without accesses misses none. */
export function harmMissed(all: readonly Served[]): string[] {
  const missed: string[] = [];
  const check = (row: string, found: number, most: number, show: (value: number) => string): void => {
    if (found > most) missed.push(`${row}: ${show(found)}, target ${show(most)}`);
  };
  for (const attack of ATTACKS) {
    const harm = harmOf(all, DEFAULTS, attack);
    // At the default a script looks like an office (docs/decisions/0044-answers-for-many-guests.md).
    const mostAnswers = attack === "RSVP stuffing" ? MAX.stuffing : MAX.answers;
    check(`${attack}, answers`, harm.answers, mostAnswers, exactPercent);
    check(`${attack}, passes`, harm.passes, MAX.passes, exactPercent);
    check(`${attack}, seats`, harm.seats, MAX.seats, exactPercent);
    if (FAR.includes(attack)) {
      check(`${attack}, opened from high on`, harmOf(all, AT_HIGH, attack).opened, MAX.openedFar, exactPercent);
    }
  }
  const atHigh = harmOf(all, AT_HIGH, "RSVP stuffing").answers;
  check("RSVP stuffing, answers from high on", atHigh, MAX.stuffingAtHigh, exactPercent);
  const paid = honestHarm(all, DEFAULTS);
  for (const row of ["friction", "hidden", "hiddenAfterUpdate"] as const) {
    check(`honest guests, ${row} per 10,000`, paid[row], MAX_PER_10_000[row], (value) => fixed(value));
  }
  return missed;
}

const HOSTING: ReadonlySet<number> = new Set(HOSTS.map(({ asn }) => asn));

/** A computer, by its user agent. */
const isComputer = ({ userAgent }: Visit): boolean => /Windows NT|Macintosh/.test(userAgent);

/**
 * Highest recall that a class allows: 1 minus the share of its accesses that are drawn as honest ones are. These are
 * computers in the guest's city and language, for a guest who uses a phone. They look like the guest's own at the
 * office.
 */
export function ceilingOf(streams: readonly (readonly Visit[])[], attack: AttackClass): number {
  let accesses = 0;
  let alike = 0;
  for (const visits of streams) {
    const honest = Map.groupBy(
      visits.filter(({ label }) => label.side === "honest"),
      ({ guestId }) => guestId,
    );
    for (const visit of visits) {
      if (visit.label.class !== attack) continue;
      accesses += 1;
      const nearby = (honest.get(visit.guestId) ?? []).filter((one) => one.city.name === visit.city.name);
      const alikePhones = nearby.filter(
        (one) => !isComputer(one) && one.fingerprint.accept_language === visit.fingerprint.accept_language,
      );
      if (isComputer(visit) && visit.referrer === "" && !HOSTING.has(visit.asn) && alikePhones.length > 0) alike += 1;
    }
  }
  return 1 - alike / accesses;
}
