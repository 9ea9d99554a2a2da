import { expect } from "vitest";
import { DAY_MS } from "../../src/kernel/clock.ts";
import type { Host } from "./account.ts";

/** The fields of an event in the API that tests read. */
export interface WireEvent {
  id: string;
  host_id: string;
  name: string;
  description: string | null;
  venue: string | null;
  event_date: string;
  end_time: string | null;
  timezone: string;
  fraud_medium_threshold: number;
  fraud_high_threshold: number;
  fraud_block_threshold: number;
  your_role: string;
  created_at: string;
  updated_at: string;
}

/** A guest as the API returns it. */
export interface WireGuest {
  id: string;
  event_id: string;
  name: string;
  email: string | null;
  phone: string | null;
  party_size: number | null;
  notes: string | null;
  tags: string[];
  table: string | null;
  external_id: string | null;
  locale: string | null;
  companions: { name: string }[];
  greeting: string | null;
  rsvp: { response: string; plus_ones: number; submitted_at: string; edit_count: number } | null;
  invited_at: string | null;
  opened_at: string | null;
  checked_in_at: string | null;
  delivery: { status: string; channel: string | null; at: string | null; reason: string | null };
  created_at: string;
  updated_at: string;
}

/** A token as the API returns it, and the secret at the end of its link. */
export interface IssuedLink {
  id: string;
  guest_id: string;
  link: string;
  utm_source: string | null;
  created_at: string;
  notified: boolean;
  reason: string | null;
  notify_after: string | null;
  token: string;
}

/** Far enough ahead that every reminder is in the future. */
const EVENT_IN_MS = 30 * DAY_MS;

/** Creates an event of a host, by default in a month. */
export async function makeEvent(host: Host, overrides: Record<string, unknown> = {}): Promise<WireEvent> {
  const response = await host.api("POST", "/events", {
    name: "Garden party",
    event_date: new Date(Date.now() + EVENT_IN_MS).toISOString(),
    ...overrides,
  });
  expect(response.status, "POST /events").toBe(201);
  return response.json<WireEvent>();
}

/** Adds a guest to an event, by default without an email address, so that no email is sent by accident. */
export async function addGuest(
  host: Host,
  eventId: string,
  overrides: Record<string, unknown> = {},
): Promise<WireGuest> {
  const response = await host.api("POST", `/events/${eventId}/guests`, { name: "Grace Guest", ...overrides });
  expect(response.status, "POST /events/{id}/guests").toBe(201);
  return response.json<WireGuest>();
}

/** Issues the personal link of a guest. */
export async function issueLink(
  host: Host,
  eventId: string,
  guestId: string,
  options: { utm_source?: string; notify?: boolean } = {},
): Promise<IssuedLink> {
  const response = await host.api("POST", `/events/${eventId}/tokens`, { guest_id: guestId, ...options });
  expect([200, 201], "POST /events/{id}/tokens").toContain(response.status);
  const issued = await response.json<Omit<IssuedLink, "token">>();
  return { ...issued, token: issued.link.slice(issued.link.lastIndexOf("/") + 1) };
}
