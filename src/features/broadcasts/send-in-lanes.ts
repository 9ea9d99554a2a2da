import { type Clock, MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Reachable } from "./letter.ts";

/** A Worker may have six connections open at a time; two are left for everything else. */
const MAX_LANES = 4;
/** A consumer may run for fifteen minutes; what it has not reached by then comes again with the rest of the batch. */
const MAX_WORK_MS = 10 * MINUTE_MS;
/** A provider that asks for a wait up to this long sets the pace; a longer one is for another try… */
const MAX_PACE_SECONDS = 30;
/** …and so is a message that has waited for so long: twenty lanes may share two mails a second. */
const MAX_PACED_MS = 2 * MINUTE_MS;

export type Outcome = Awaited<ReturnType<RequestContext["mail"]["send"]>>;

/** One way out for one message after the other: a connection to a mail server, or nothing that stays open. */
export interface Lane {
  send(recipient: Reachable): Promise<Outcome>;
  close(): Promise<void>;
}

/**
 * Sends to everybody over a few lanes. In a lane the next message leaves when what became of the one before is noted,
 * so that a program that dies leaves at most one a lane in doubt.
 * @param note told of each outcome; answers whether to go on
 */
export async function sendInLanes(
  { clock }: Pick<RequestContext, "clock">,
  recipients: readonly Reachable[],
  openLane: () => Lane,
  note: (recipient: Reachable, outcome: Outcome) => Promise<boolean>,
): Promise<void> {
  const deadline = clock.now() + MAX_WORK_MS;
  const waiting = recipients.values();
  let goesOn = true;
  const work = async (): Promise<void> => {
    const lane = openLane();
    try {
      // The lanes share the iterator: each takes whoever is next.
      for (const recipient of waiting) {
        if (!goesOn || clock.now() > deadline) return;
        if (!(await note(recipient, await sendAtPace(clock, lane, recipient, deadline)))) goesOn = false;
      }
    } finally {
      await lane.close();
    }
  };
  const lanes = Array.from({ length: Math.min(MAX_LANES, recipients.length) }, work);
  const ended = await Promise.allSettled(lanes);
  for (const lane of ended) if (lane.status === "rejected") throw lane.reason;
}

/** Sends one message. "Too many at a time" says nothing about this one: it waits its turn and uses up no try. */
async function sendAtPace(clock: Clock, lane: Lane, recipient: Reachable, deadline: number): Promise<Outcome> {
  const waitsUntil = Math.min(clock.now() + MAX_PACED_MS, deadline);
  for (;;) {
    const outcome = await lane.send(recipient);
    const seconds = waitOf(outcome);
    if (seconds === null || seconds > MAX_PACE_SECONDS) return outcome;
    // Up to a quarter more, so that the lanes do not come back all at once.
    const pauseMs = seconds * SECOND_MS * (1 + Math.random() / 4);
    if (clock.now() + pauseMs > waitsUntil) return outcome;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** How long a server asks to be left alone, in seconds; null when it does not. */
export function waitOf(outcome: Outcome): number | null {
  return outcome.status === "retry" ? (outcome.retryAfterSeconds ?? null) : null;
}
