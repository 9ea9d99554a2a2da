import type { RequestContext } from "../../request-context.ts";
import type { Journal } from "./journals.ts";
import { type Answer, BEAT_MS } from "./lease.ts";
import type { Batch } from "./queries.ts";

/** A try at a batch that is this run's alone. */
export interface Try {
  batch: Batch;
  run: string;
  journal: Journal;
  /** What earlier tries were answered and could not bring home. */
  earlier: Answer[];
}

/**
 * Takes up a batch and works on it, saying all the while that the work goes on.
 * @returns false when another run is at work on it
 * @throws whatever the work throws; what it was answered until then is kept for the next try
 */
export async function takeUp(
  { journals }: Pick<RequestContext, "journals">,
  batch: Batch,
  work: (trial: Try) => Promise<void>,
): Promise<boolean> {
  const journal = journals.of(batch.messageId);
  const run = crypto.randomUUID();
  const earlier = await journal.begin(batch.number, run);
  if (earlier === null) return false;
  const beating = setInterval(() => void journal.beat(batch.number, run).catch(() => undefined), BEAT_MS);
  try {
    await work({ batch, run, journal, earlier });
    return true;
  } catch (error) {
    // After a try that was ended in order this changes nothing.
    await journal.end(batch.number, run, "dropped").catch(() => undefined);
    throw error;
  } finally {
    clearInterval(beating);
  }
}
