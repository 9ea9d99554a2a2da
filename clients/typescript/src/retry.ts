/** First wait before a repetition, and the longest; each wait doubles. Milliseconds. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;
/** Statuses that pass: too many requests, a gateway without its service, a service without its database. */
const PASSING = new Set([429, 502, 503, 504]);

/** How one request is sent. */
export interface Sending {
  fetch: (request: Request) => Promise<Response>;
  /** Whether a repetition does no more than the first request. */
  isRepeatable: boolean;
  /** The caller's. A copy of a request would follow it only while the request that was copied is in memory. */
  signal: AbortSignal;
  /** Time of the last try, in milliseconds since the epoch. */
  deadline: number;
}

/**
 * Sends a request, and again after a lost connection or a status that passes, until the deadline. A request that is not
 * repeatable is sent again only after 429: it was refused before anything was done. In a browser without a network nothing is
 * sent again.
 *
 * `Retry-After` is honoured; otherwise waits grow and are random, so that clients do not come back at the same time.
 * @returns the response, or the last one when the next repetition would be after the deadline
 * @throws what `fetch` throws; the signal's reason, a `TimeoutError` at the deadline
 */
export async function sendWithRetries(request: Request, sending: Sending): Promise<Response> {
  const { fetch, isRepeatable, deadline } = sending;
  const signal = AbortSignal.any([sending.signal, AbortSignal.timeout(Math.max(0, deadline - Date.now()))]);
  for (let attempt = 0; ; attempt++) {
    signal.throwIfAborted();
    const outcome = await fetch(new Request(request.clone(), { signal })).catch((error: unknown) => ({ error }));
    const hasFailed = "error" in outcome;
    const mayRepeat = hasFailed
      ? isRepeatable && !signal.aborted && !isOffline()
      : PASSING.has(outcome.status) && (isRepeatable || outcome.status === 429);
    const waitMs = mayRepeat ? waitBefore(attempt, hasFailed ? null : outcome.headers.get("Retry-After")) : null;
    if (waitMs === null || Date.now() + waitMs >= deadline) {
      if (hasFailed) throw outcome.error;
      return outcome;
    }
    // Frees the connection.
    if (!hasFailed) await outcome.body?.cancel();
    await wait(waitMs, signal);
  }
}

/** True if the browser reports that it is offline. False outside of browsers. */
function isOffline(): boolean {
  const { navigator } = globalThis;
  return navigator !== undefined && "onLine" in navigator && navigator.onLine === false;
}

/** Milliseconds before the next attempt. A wait that the service asks for is never shortened. */
function waitBefore(attempt: number, retryAfter: string | null): number {
  const limit = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  const jitter = Math.random() * limit;
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter);
  return Number.isFinite(seconds) ? seconds * 1_000 + jitter / 4 : limit / 2 + jitter / 2;
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
