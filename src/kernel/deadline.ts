/** A remote call took too long. */
export class DeadlineExceeded extends Error {
  override readonly name = "DeadlineExceeded";
}

/**
 * Waits for a call at most `ms` milliseconds, then aborts its signal. The result of a call that ignores the signal is
 * dropped.
 * @throws DeadlineExceeded, or whatever the call throws
 */
export async function withDeadline<T>(ms: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new DeadlineExceeded(`no answer within ${ms} ms`));
      controller.abort();
    }, ms);
  });
  try {
    const answer = call(controller.signal);
    answer.catch(() => undefined);
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
