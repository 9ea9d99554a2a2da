import { fetchAgain } from "./fetch-again.ts";
import type { RunningService } from "./running-service.ts";
import { WAIT_LIMIT_MS } from "./wait-limit.ts";

/**
 * Waits for an email to an address with a matching link, and returns the link.
 * @param pattern matches the link's URL
 * @throws Error when no such mail arrives
 */
export async function linkFromMail(service: RunningService, address: string, pattern: RegExp): Promise<string> {
  return fromMail(service, address, (text) => text.match(/https?:\/\/\S+/g)?.find((url) => pattern.test(url)));
}

/**
 * Waits for an email to an address whose plain text matches, and returns the match.
 * @throws Error when no such mail arrives
 */
export async function fromMail(
  service: RunningService,
  address: string,
  find: (text: string) => string | undefined,
): Promise<string> {
  const deadline = Date.now() + WAIT_LIMIT_MS;
  for (let atLeast = 1; Date.now() < deadline; ) {
    const query = new URLSearchParams({ to: address, wait_ms: "2000", at_least: String(atLeast) });
    const { items } = await read<{ items: { id: string }[] }>(`${service.mailsUrl}/api/mails?${query}`);
    for (const { id } of items) {
      const { text } = await read<{ text: string }>(`${service.mailsUrl}/api/mails/${id}`);
      const found = find(text);
      if (found !== undefined) return found;
    }
    atLeast = items.length + 1;
  }
  throw new Error(`no such mail arrived for ${address}`);
}

async function read<Body>(url: string): Promise<Body> {
  return (await (await fetchAgain(url)).json()) as Body;
}
