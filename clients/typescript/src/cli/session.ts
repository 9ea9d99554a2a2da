import { createClient, type UsherClient } from "../client.ts";
import type { Event } from "../schema.ts";
import { UsageError } from "./usage.ts";

/** A client with the key and the address in the environment. @throws UsageError when one is missing */
export function clientFrom(env: Readonly<Record<string, string | undefined>>): UsherClient {
  const { USHER_API_KEY: apiKey, USHER_URL: baseUrl } = env;
  if (!baseUrl) throw new UsageError("Set USHER_URL to where the service is, such as https://usher.example.");
  if (!URL.canParse(baseUrl)) throw new UsageError(`USHER_URL is not an address: ${baseUrl}`);
  if (!apiKey) throw new UsageError("Set USHER_API_KEY to an API key. Make one in the console: Account, API keys.");
  return createClient({ baseUrl, apiKey });
}

/**
 * Returns the event that `--event` names by its ID or exact name; without it, the only event of the key.
 * @throws UsageError when none or several fit
 */
export async function eventNamed(client: UsherClient, wanted: string | undefined): Promise<Event> {
  const found: Event[] = [];
  for await (const event of client.paginate("/events")) {
    if (wanted === undefined || event.id === wanted || event.name === wanted) found.push(event);
  }
  const [event, ...others] = found;
  if (event === undefined)
    throw new UsageError(wanted === undefined ? "The key sees no event." : `No event: ${wanted}`);
  if (others.length > 0) throw new UsageError("Several events fit. Name one with --event and its id: usher events");
  return event;
}
