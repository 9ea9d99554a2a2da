/** A receiver that has not responded within this time has failed. */
const TIMEOUT_MS = 10_000;

/**
 * Posts JSON to an external endpoint. Follows no redirect. Reads only the status of the response and cancels its body.
 * @returns the status; null without a response in time
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
