/**
 * Runs a call after half of a round trip, and returns after the other half. Milliseconds. What a timer is late the other one is
 * earlier. A call that its signal ends is left at once, wherever it is.
 */
export async function delayed<T>(roundTrip: number, work: () => Promise<T>, signal?: AbortSignal | null): Promise<T> {
  const began = Date.now();
  await wait(roundTrip / 2, signal);
  const waited = Date.now() - began;
  try {
    return await work();
  } finally {
    await wait(Math.max(0, roundTrip - waited), signal);
  }
}

function wait(ms: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
