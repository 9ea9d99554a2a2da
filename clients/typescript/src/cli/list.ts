import type { UsherClient } from "../client.ts";
import type { Event, Guest } from "../schema.ts";
import { columns, plain, type Terminal } from "./terminal.ts";

/** `usher events`. */
export async function listEvents(client: UsherClient, out: Terminal, isJson: boolean): Promise<void> {
  const events: Event[] = [];
  for await (const event of client.paginate("/events")) events.push(event);
  if (isJson) for (const event of events) out.print(JSON.stringify(event));
  else for (const line of columns(events.map(rowOfEvent))) out.print(line);
}

/** `usher guests list`. */
export async function listGuests(
  client: UsherClient,
  out: Terminal,
  { eventId, isJson, ...filters }: { eventId: string; isJson: boolean; response?: Response; tag?: string },
): Promise<void> {
  const params = { path: { eventId }, query: { ...filters, limit: 200 } };
  const guests: Guest[] = [];
  for await (const guest of client.paginate("/events/{eventId}/guests", { params })) guests.push(guest);
  if (isJson) for (const guest of guests) out.print(JSON.stringify(guest));
  else for (const line of columns(guests.map(rowOfGuest))) out.print(line);
}

export const RESPONSES = ["attending", "declined", "maybe", "pending"] as const;
type Response = (typeof RESPONSES)[number];

function rowOfEvent({ id, event_date, your_role, status, name }: Event): string[] {
  return [id, event_date.slice(0, 16), your_role, status, plain(name)];
}

function rowOfGuest({ id, name, email, phone, rsvp }: Guest): string[] {
  return [id, rsvp?.response ?? "pending", plain(name), email ?? phone ?? ""];
}
