import type { RequestFacts } from "../http/request-facts.ts";
import { deviceFacts } from "../invitations/devices/device-facts.ts";
import type { GuestDevice, KnownDevice } from "../invitations/devices/guest-device.ts";

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

/** What the API knows itself of an access. */
export interface OwnFacts {
  facts: RequestFacts;
  kind: AccessKind;
  device: GuestDevice & Partial<KnownDevice>;
  /** When the invitation's mail was sent (epoch milliseconds), or null. */
  sentAt: number | null;
  /** Epoch milliseconds. */
  at: number;
}

/**
 * The fingerprint of an access: the client's entries, overwritten by what the API knows itself, so that no client can
 * forge its location or its device.
 */
export function fingerprintOf(
  client: Record<string, string>,
  { facts, kind, device, sentAt, at }: OwnFacts,
): Record<string, string> {
  const own = CLIENT_KEYS.flatMap((key) => (client[key] === undefined ? [] : [[key, client[key]] as const]));
  return {
    ...Object.fromEntries(own),
    ...facts.edge,
    edge_kind: kind,
    edge_method: facts.method,
    ...deviceFacts(device, at),
    ...(sentAt === null ? {} : { sent_seconds_ago: String(Math.max(0, Math.round((at - sentAt) / 1000))) }),
  };
}
