import { ATTACKS, fixed, HONEST, percent, table } from "./report.ts";
import type { Outcome, StepUp } from "./service.ts";
import type { Visit } from "./visit.ts";

/** One stream as the service served it. */
export interface Served {
  readonly stepUp: StepUp;
  readonly hasDeviceIds: boolean;
  readonly visits: readonly Visit[];
  readonly outcomes: readonly Outcome[];
}

/** Whether browsers have device IDs, and the lowest band that requires a code. */
export type Variant = readonly [ids: "on" | "off", stepUp: StepUp];

export const VARIANTS: readonly Variant[] = [
  ["off", "block"],
  ["on", "block"],
  ["off", "high"],
  ["on", "high"],
  ["on", "medium"],
  ["on", "low"],
];
const HEADS = VARIANTS.map(([ids, stepUp]) => `ids ${ids}, from ${stepUp}`);

export interface Access {
  readonly visit: Visit;
  readonly outcome: Outcome;
}

/** The accesses of some classes in all streams of one variant. */
export function variantAccesses(all: readonly Served[], [ids, stepUp]: Variant, classes: readonly string[]): Access[] {
  return all
    .filter((served) => served.stepUp === stepUp && served.hasDeviceIds === (ids === "on"))
    .flatMap(({ visits, outcomes }) =>
      visits.flatMap((visit, index) => {
        const outcome = outcomes[index];
        return outcome !== undefined && classes.includes(visit.label.class) ? [{ visit, outcome }] : [];
      }),
    );
}

export function shareOf(accesses: readonly Access[], isCounted: (access: Access) => boolean): number {
  return accesses.filter(isCounted).length / accesses.length;
}

/** Shares of a class of attackers' accesses that were shown the invitation, and that saw, gave or changed an answer. */
export function throughOf(all: readonly Served[], variant: Variant, attack: string) {
  const own = variantAccesses(all, variant, [attack]);
  const reachable = own.filter(({ visit }) => visit.hasContact);
  return {
    opened: shareOf(own, ({ outcome }) => outcome.opened),
    /** Of links of guests who can be sent a code. */
    openedOfReachable: shareOf(reachable, ({ outcome }) => outcome.opened),
    answered: shareOf(own, ({ outcome }) => outcome.answered),
  };
}

/** `throughOf` of all classes and variants. */
export function throughTable(all: readonly Served[]): string {
  const rows = ATTACKS.map((attack) => [
    attack,
    ...VARIANTS.map((variant) => {
      const { opened, answered } = throughOf(all, variant, attack);
      return `${percent(opened)}, ${percent(answered)}`;
    }),
    percent(throughOf(all, ["on", "low"], attack).openedOfReachable),
  ]);
  return table([["opened, answered", ...HEADS, "from low, guests with contact: opened"], ...rows]);
}

const PER = 10_000;

/** Honest accesses per 10,000 that were asked for a code. */
export function frictionOf(all: readonly Served[], variant: Variant): number {
  return shareOf(variantAccesses(all, variant, HONEST), ({ outcome }) => outcome.asked) * PER;
}

/** Cost for honest guests, per 10,000 of their accesses. */
export function frictionTable(all: readonly Served[]): string {
  const honest = VARIANTS.map((variant) => variantAccesses(all, variant, HONEST));
  const row = (name: string, isCounted: (access: Access) => boolean): string[] => [
    name,
    ...honest.map((own) => fixed(shareOf(own, isCounted) * PER)),
  ];
  const isHidden = ({ outcome }: Access): boolean => outcome.hidden;
  return table([
    ["honest accesses per 10,000", ...HEADS],
    row("asked for a code", ({ outcome }) => outcome.asked),
    row("asked, without address and phone number", ({ visit, outcome }) => outcome.asked && !visit.hasContact),
    row("asked for a fourth code within an hour", ({ outcome }) => outcome.waits),
    row("answer hidden, as another device gave it", isHidden),
    row("answer hidden after a browser update", (one) => isHidden(one) && one.visit.label.class === "browser update"),
  ]);
}

/** Codes that honest guests enter, by how their browsers keep cookies. */
export function codesTable(all: readonly Served[]): string {
  const rows = [HONEST, ...HONEST.map((name) => [name])].map((classes) => {
    const cells = VARIANTS.filter(([ids]) => ids === "on").map((variant) => {
      const own = variantAccesses(all, variant, classes);
      const asked = own.filter(({ outcome }) => outcome.asked);
      const guestsOf = (accesses: readonly Access[]): number => new Set(accesses.map(guestKey)).size;
      const perGuest = fixed(asked.length / guestsOf(own), 2);
      return `${percent(asked.length / own.length)}, ${percent(guestsOf(asked) / guestsOf(own))}, ${perGuest}`;
    });
    return [classes.length === 1 ? (classes[0] ?? "") : "all", ...cells];
  });
  return table([
    ["accesses asked, guests asked, codes a guest", ...HEADS.filter((head) => head.includes("on"))],
    ...rows,
  ]);
}

function guestKey({ visit }: Access): string {
  return visit.guestId;
}

/** Returns the accesses of a browser after the guest reported its RSVP as another person's. */
function afterReport(all: readonly Served[], variant: Variant): Access[] {
  const reported = new Set<string>();
  return variantAccesses(all, variant, ATTACKS).filter(({ visit, outcome }) => {
    if (visit.jar === null) return false;
    const wasReported = reported.has(visit.jar);
    if (outcome.answered && visit.kind !== "access") reported.add(visit.jar);
    return wasReported;
  });
}

/** Later accesses by browsers that were reported. */
export function reportTable(all: readonly Served[]): string {
  const own = VARIANTS.map((variant) => afterReport(all, variant));
  return table([
    ['after "It was not me"', ...HEADS],
    ["later accesses by that browser", ...own.map((accesses) => String(accesses.length))],
    ["of these opened", ...own.map((accesses) => percent(shareOf(accesses, ({ outcome }) => outcome.opened)))],
  ]);
}
