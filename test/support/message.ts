import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { Host } from "./account.ts";
import { eventually } from "./eventually.ts";

/** A message as the API returns it. */
export interface WireMessage {
  id: string;
  event_id: string;
  kind: string;
  slug: string | null;
  audience: string;
  channel: string;
  subject: string;
  body: string;
  send_at: string | null;
  not_invited: string;
  status: string;
  skip_reason: string | null;
  created_at: string;
  updated_at: string;
  finished_at: string | null;
  results?: { sent: number; not_arrived: number; no_address: number; waiting: number } | null;
}

/** One delivery of a message as the API returns it. */
export interface WireDelivery {
  guest: { id: string; name: string };
  status: string;
  reason: string | null;
  attempts: number;
  provider_message_id: string | null;
  updated_at: string;
}

/** A valid body for POST /events/{id}/messages. */
export const NEWS = {
  audience: "everyone",
  channel: "email",
  subject: "News of {{event_name}}",
  body: "Dear {{guest_name}},\n\nit is on {{event_date}}. {{rsvp_link}}",
  mode: "draft",
};

/** Creates a message, a draft by default. */
export async function makeMessage(
  host: Host,
  eventId: string,
  overrides: Record<string, unknown> = {},
): Promise<WireMessage> {
  const response = await host.api("POST", `/events/${eventId}/messages`, { ...NEWS, ...overrides });
  expect(response.status, "POST /events/{id}/messages").toBe(201);
  return response.json<WireMessage>();
}

/** A page of an event's messages. */
export async function messagesOf(host: Host, eventId: string): Promise<WireMessage[]> {
  return (await (await host.api("GET", `/events/${eventId}/messages?limit=200`)).json<{ items: WireMessage[] }>())
    .items;
}

/** Returns the current state of a message. */
export async function messageOf(host: Host, eventId: string, messageId: string): Promise<WireMessage> {
  const found = (await messagesOf(host, eventId)).find(({ id }) => id === messageId);
  if (found === undefined) throw new Error("no such message");
  return found;
}

/** All deliveries of a message, page by page. */
export async function deliveriesOf(host: Host, eventId: string, messageId: string): Promise<WireDelivery[]> {
  const found: WireDelivery[] = [];
  let cursor = "";
  do {
    const path = `/events/${eventId}/messages/${messageId}/deliveries?limit=200${cursor && `&cursor=${cursor}`}`;
    const page = await (await host.api("GET", path)).json<{ items: WireDelivery[]; next_cursor: string | null }>();
    found.push(...page.items);
    cursor = page.next_cursor ?? "";
  } while (cursor !== "");
  return found;
}

/** Waits until a message is sent or failed. */
export function finished(host: Host, eventId: string, messageId: string): Promise<WireMessage> {
  return eventually(async () => {
    const message = await messageOf(host, eventId, messageId);
    expect(["sent", "failed"], "the message's status").toContain(message.status);
    return message;
  });
}

/** Inserts a guest's RSVP without the API, to put the guest into an audience. */
export async function answer(eventId: string, guestId: string, response: "attending" | "declined" | "maybe") {
  await env.DB.prepare(
    `insert into rsvps (event_id, guest_id, id, response, plus_ones, heads, seat, user_agent, fingerprint, submitted_at,
       updated_at)
     values (?1, ?2, ?3, ?4, 0, iif(?4 = 'attending', 1, 0), iif(?4 = 'attending', 'confirmed', null), '', '{}', ?5, ?5)`,
  )
    .bind(eventId, guestId, crypto.randomUUID(), response, Date.now())
    .run();
}

/** Marks the guests of an event as invited, without the API and without a link. */
export async function markInvited(eventId: string): Promise<void> {
  await env.DB.prepare("update guests set invited_at = 1 where event_id = ?").bind(eventId).run();
}

/** Suppresses an address. */
export async function suppress(email: string, reason = "unsubscribed"): Promise<void> {
  await env.DB.prepare("insert into suppressions (email_key, reason, created_at) values (?, ?, 1)")
    .bind(email.toLowerCase(), reason)
    .run();
}
