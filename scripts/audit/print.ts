import type { ChainHead } from "../../src/features/audit/chain.ts";
import type { VerifiedChain } from "./verify-chains.ts";

/** A line of the print: event, sequence and hash of the head, and what was found. */
const LINE = /^([0-9a-f-]{36}) (\d+) ([0-9a-f]{64})\b/;

/** The heads in an earlier print, by event. */
export function readNotedHeads(print: string): Map<string, ChainHead> {
  const found = print.split("\n").flatMap((line) => {
    const [, eventId = "", sequence, hash = ""] = LINE.exec(line) ?? [];
    return sequence === undefined ? [] : [[eventId, { sequence: Number(sequence), hash }] as const];
  });
  return new Map(found);
}

/** Turns what was found into lines, and counts what failed. */
export class AuditPrint {
  readonly #unseen: Set<string>;
  #chains = 0;
  #failed = 0;

  constructor(noted: ReadonlyMap<string, ChainHead>) {
    this.#unseen = new Set(noted.keys());
  }

  /** Chains that are broken, or have lost their noted head. */
  get failed(): number {
    return this.#failed;
  }

  line({ eventId, head, broken, erased, isNotedKept }: VerifiedChain): string {
    this.#unseen.delete(eventId);
    this.#chains += 1;
    if (broken !== null || isNotedKept === false) this.#failed += 1;
    const found = broken === null ? "intact" : `BROKEN at record ${broken.sequence}: ${broken.reason}`;
    const notes = [
      ...(erased > 0 ? [`${erased} erased`] : []),
      ...(isNotedKept === null ? [] : [isNotedKept ? "noted head kept" : "NOTED HEAD LOST"]),
    ];
    return `${eventId} ${head?.sequence ?? 0} ${head?.hash ?? "-"} ${[found, ...notes].join(", ")}`;
  }

  summary(): string {
    const gone = this.#unseen.size;
    const chains = `${this.#chains} chains, ${this.#failed} failed.`;
    return gone === 0 ? chains : `${chains} ${gone} noted events are gone: an event is purged with its audit.`;
  }
}
