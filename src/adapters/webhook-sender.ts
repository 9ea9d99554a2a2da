/** A receiver that has not answered by then has failed. */
const TIMEOUT_MS = 10_000;

/**
 * Posts JSON to an endpoint of somebody else's. Follows no redirect, and reads nothing of the answer but its status: its body
 * is cancelled, however long it would be.
 * @returns the status; null without an answer in time
 */
export async function postWebhook(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<number | null> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "User-Agent": "Usher-Webhooks/1", ...headers },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    response.body?.cancel().catch(() => undefined);
    return response.status;
  } catch {
    return null;
  }
}
