import { median } from "../worker/load.ts";
import { DESIGNS, type DesignName, type SeenRoundTrips, type Step } from "./designs.ts";
import { CITIES, FAR, type Place } from "./places.ts";

/** How long one response took in a city, and the sequential calls that it waited for. */
export interface Wait {
  design: DesignName;
  city: Place;
  step: Step;
  ms: number;
  roundTrips: SeenRoundTrips;
}

const STEPS: Record<Step, string> = { open: "open", answer: "answer", checkIn: "check in" };

/** Milliseconds, at the median of the far cities, at most. */
const AIMS: readonly { design: DesignName; step: Step; ms: number }[] = [
  { design: "placed", step: "open", ms: 170 },
  { design: "placed", step: "answer", ms: 180 },
  { design: "pairs", step: "open", ms: 70 },
];

/**
 * Prints how long calls are under way for a response in each city, in Markdown: what differs between designs, and not between
 * machines. Then the medians of the far cities, and what was waited for on this machine.
 */
export function printTable(waits: readonly Wait[]): void {
  const names = Object.keys(DESIGNS) as DesignName[];
  const steps = Object.keys(STEPS) as Step[];
  const columns = names.flatMap((design) => steps.map((step) => ({ design, step })));
  const titles = columns.map(({ design, step }) => `${DESIGNS[design].title}: ${STEPS[step]}`);
  console.log(`| Guest in | ${titles.join(" | ")} |`);
  console.log(`|---${"|---".repeat(columns.length)}|`);
  for (const city of CITIES) {
    const cells = columns.map((column) => medianIn(waits, city, column, WAY).toFixed(0));
    console.log(`| ${city.name}${FAR.has(city.name) ? " (far)" : ""} | ${cells.join(" | ")} |`);
  }
  const medians = columns.map(({ design, step }) => farMedian(waits, design, step, WAY).toFixed(0));
  console.log(`| median of the ${FAR.size} far | ${medians.join(" | ")} |`);
  const seen = columns.map(({ design, step }) => farMedian(waits, design, step, WAIT).toFixed(0));
  console.log(`| … with the time of this machine | ${seen.join(" | ")} |`);
  const roundTrips = columns.map(({ design, step }) => roundTripsOf(waits, design, step));
  console.log(`| calls in turn, of them far | ${roundTrips.join(" | ")} |`);
}

/** Prints the targets next to the measured waits, which include this machine's time. @returns whether all are met */
export function printAims(waits: readonly Wait[]): boolean {
  const met = AIMS.map(({ design, step, ms }) => {
    const [wait, way] = [farMedian(waits, design, step, WAIT), farMedian(waits, design, step, WAY)];
    const own = `${way.toFixed(0)} ms under way`;
    console.log(
      `${DESIGNS[design].title}, ${STEPS[step]}: ${wait.toFixed(0)} ms (aim ${ms}), ${own}${wait <= ms ? "" : ": missed"}`,
    );
    return wait <= ms;
  });
  return met.every(Boolean);
}

type Measure = (wait: Wait) => number;

/** Time that a person waits, and the part of it that distances cause. */
const WAIT: Measure = ({ ms }) => ms;
const WAY: Measure = ({ roundTrips }) => roundTrips.wayMs;

/** The median of the far cities, halfway between the two in the middle. */
function farMedian(waits: readonly Wait[], design: DesignName, step: Step, measure: Measure): number {
  const sorted = CITIES.filter(({ name }) => FAR.has(name))
    .map((city) => medianIn(waits, city, { design, step }, measure))
    .sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

function medianIn(
  waits: readonly Wait[],
  city: Place,
  { design, step }: { design: DesignName; step: Step },
  measure: Measure,
): number {
  return median(of(waits, design, step).flatMap((wait) => (wait.city === city ? [measure(wait)] : [])));
}

/** The numbers of calls that were seen, most first. */
function roundTripsOf(waits: readonly Wait[], design: DesignName, step: Step): string {
  const seen = of(waits, design, step).map(({ roundTrips }) => `${roundTrips.count}, ${roundTrips.far}`);
  return [...new Set(seen)].sort().reverse().join(" or ");
}

function of(waits: readonly Wait[], design: DesignName, step: Step): Wait[] {
  return waits.filter((wait) => wait.design === design && wait.step === step);
}
