import type { RequestFacts } from "../../http/request-facts.ts";

/** Fingerprint entries that are taken from a client. All others are dropped. */
export const CLIENT_KEYS = [
  "timezone",
  "language",
  "languages",
  "platform",
  "screen",
  "color_scheme",
  "touch",
  "hardware_concurrency",
] as const;

export type AccessKind = "access" | "rsvp" | "edit";

/**
 * The fingerprint of an access: the client's entries, overwritten by what the API knows itself, so that no client can
 * forge its location.
 * @param sentAt when the invitation's mail was sent (epoch milliseconds), or null
 */
export function fingerprintOf(
  client: Record<string, string>,
  facts: RequestFacts,
  kind: AccessKind,
  sentAt: number | null,
  now: number,
): Record<string, string> {
  const own = CLIENT_KEYS.flatMap((key) => (client[key] === undefined ? [] : [[key, client[key]] as const]));
  return {
    ...Object.fromEntries(own),
    ...facts.edge,
    edge_kind: kind,
    edge_method: facts.method,
    ...(sentAt === null ? {} : { sent_seconds_ago: String(Math.max(0, Math.round((now - sentAt) / 1000))) }),
  };
}
