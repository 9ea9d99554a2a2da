/** The most that a wait is shortened or lengthened by for those before it, so that a stall of the machine stays one. Milliseconds. */
const MOST_OWED_MS = 5;

/** Sum by which the waits of this isolate were shorter than requested; negative when they were longer. Milliseconds. */
let owed = 0;

/**
 * Runs a call after half of a round trip, and returns after the other half. Milliseconds. If a timer is late, the next delay is
 * shorter or omitted by that time. Otherwise the result would include the machine's timers: each is 1 to 2 ms late, and a response
 * waits for eight timers. A call that its signal aborts returns immediately.
 */
export async function delayed<T>(roundTrip: number, work: () => Promise<T>, signal?: AbortSignal | null): Promise<T> {
  await wait(roundTrip / 2, signal);
  try {
    return await work();
  } finally {
    await wait(roundTrip / 2, signal);
  }
}

async function wait(ms: number, signal?: AbortSignal | null): Promise<void> {
  signal?.throwIfAborted();
  const asked = ms + owed;
  owed = 0;
  if (asked <= 0) {
    owe(asked);
    return;
  }
  const began = Date.now();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, asked);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
  owe(asked - (Date.now() - began));
}

/** Delays of concurrent calls overlap, so their differences add up. */
function owe(ms: number): void {
  owed = Math.min(MOST_OWED_MS, Math.max(-MOST_OWED_MS, owed + ms));
}
