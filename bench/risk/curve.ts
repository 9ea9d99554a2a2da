import { HONEST, table } from "./report.ts";
import type { Outcome } from "./service.ts";
import { MINUTE, type Visit } from "./visit.ts";

/** One stream as a service without the rule on answers for many guests served it. */
export interface Unruled {
  readonly visits: readonly Visit[];
  readonly outcomes: readonly Outcome[];
}

interface FirstAnswer {
  readonly visit: Visit;
  readonly outcome: Outcome;
  /** No browser with this user agent opened the page within a day. */
  readonly direct: boolean;
}

interface Limits {
  /** Accesses with an equal source are counted together. */
  readonly source: "address" | "address and browser" | "/24";
  readonly minutes: number;
  /** Guests from whose number on a code is asked for; infinite for a rule without that part. */
  readonly any: number;
  /** Guests whose form was sent without opening its page, within an hour. */
  readonly direct: number;
}

const SOURCES: Readonly<Record<Limits["source"], (visit: Visit) => string>> = {
  address: (visit) => visit.ipAddress,
  "address and browser": (visit) => `${visit.ipAddress} ${visit.userAgent}`,
  "/24": (visit) => visit.ipAddress.split(".", 3).join("."),
};

function candidates(): Limits[] {
  const none = Number.POSITIVE_INFINITY;
  const all: Limits[] = [{ source: "address", minutes: 10, any: none, direct: none }];
  for (const source of ["address", "address and browser", "/24"] as const) {
    for (const minutes of [10, 60]) {
      for (const any of [2, 3, 4, 6, 8, 10]) all.push({ source, minutes, any, direct: none });
    }
  }
  for (const direct of [1, 2, 3]) {
    for (const any of [none, 4, 5, 6, 8]) all.push({ source: "address and browser", minutes: 10, any, direct });
  }
  return all;
}

function firstAnswers({ visits, outcomes }: Unruled): FirstAnswer[] {
  const pages = new Map<string, number>();
  return visits.flatMap((visit, index) => {
    const page = `${visit.guestId} ${visit.userAgent}`;
    const openedAt = pages.get(page);
    if (visit.kind === "access") pages.set(page, visit.at);
    const outcome = outcomes[index];
    if (visit.kind !== "rsvp" || outcome === undefined) return [];
    return [{ visit, outcome, direct: openedAt === undefined || openedAt < visit.at - 1_440 * MINUTE }];
  });
}

/** The RSVPs of a stream for which a rule asks for a code. */
function askedBy({ source, minutes, any, direct }: Limits, answers: readonly FirstAnswer[]): FirstAnswer[] {
  const bySource = new Map<string, FirstAnswer[]>();
  return answers.filter((answer) => {
    const { visit } = answer;
    const key = `${visit.eventId} ${SOURCES[source](visit)}`;
    const before = bySource.get(key) ?? [];
    bySource.set(key, [...before, answer]);
    const guests = (since: number, isCounted: (one: FirstAnswer) => boolean): number =>
      new Set(
        [...before, answer]
          .filter((one) => isCounted(one) && one.visit.at > visit.at - since * MINUTE)
          .map((one) => one.visit.guestId),
      ).size;
    const isMany = guests(minutes, () => true) >= any || (answer.direct && guests(60, (one) => one.direct) >= direct);
    return isMany && visit.hasContact && !answer.outcome.asked;
  });
}

/** RSVPs that stuffing sends, and codes that honest guests enter, by rule. */
export function curveTable(streams: readonly Unruled[]): string {
  const visits = streams.flatMap((stream) => stream.visits);
  const attacks = visits.filter(({ label }) => label.class === "RSVP stuffing").length;
  const honest = visits.filter(({ label }) => label.side === "honest").length;
  const answers = streams.map(firstAnswers);
  const rows = candidates().map((limits) => {
    const asked = answers.flatMap((own) => askedBy(limits, own));
    const isAsked = new Set(asked);
    const taken = answers
      .flat()
      .filter((one) => one.visit.label.class === "RSVP stuffing" && one.outcome.answered && !isAsked.has(one)).length;
    const codes = asked.filter(({ visit }) => visit.label.side === "honest");
    const by = HONEST.map((name) => [name, codes.filter(({ visit }) => visit.label.class === name).length] as const);
    const limit = (count: number): string => (count === Number.POSITIVE_INFINITY ? "–" : String(count));
    return [
      limits.source,
      `${limit(limits.any)} in ${limits.minutes} min`,
      limit(limits.direct),
      `${((taken / attacks) * 100).toFixed(2)} %`,
      ((codes.length / honest) * 10_000).toFixed(1),
      by.flatMap(([name, count]) => (count === 0 ? [] : [`${name} ${count}`])).join(", "),
    ];
  });
  const head = ["counted by", "guests", "without page", "answers taken", "codes per 10,000", "asked"];
  return table([head, ...rows]);
}
