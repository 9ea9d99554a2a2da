import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { Host } from "./account.ts";
import type { WireGuest } from "./guest.ts";

/** A row of a file in the report of a preview or an import. */
export interface WireRow {
  row: number;
  name: string | null;
  email: string | null;
  phone: string | null;
  party_size: number | null;
  tags: string[];
  table: string | null;
  external_id: string | null;
  companions: { name: string }[];
  locale: string | null;
  status: string;
  errors: { field: string; message: string }[];
}

export interface WirePreview {
  columns: { header: string; field: string | null }[];
  total: number;
  valid: number;
  invalid: number;
  duplicates: number;
  possible_duplicates: number;
  rows: WireRow[];
}

export interface WireReport {
  imported: number;
  skipped: number;
  rejected: number;
  possible_duplicates: number;
  rows: WireRow[];
}

type Csv = string | Uint8Array;

/** Sends a file as the body of a request. */
export function sendCsv(
  host: Host,
  path: string,
  csv: Csv,
  headers: Record<string, string> = {},
  contentType = "text/csv",
): Promise<Response> {
  return host.api("POST", path, csv, { "Content-Type": contentType, ...headers });
}

/** Sends a file as the part of a form, as a browser does. */
export function sendForm(host: Host, path: string, parts: Record<string, Blob | string>): Promise<Response> {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) form.set(name, part);
  return host.api("POST", path, form);
}

/** Returns the report of an import without importing. */
export async function preview(
  host: Host,
  eventId: string,
  csv: Csv,
  contentType?: string,
  query = "",
): Promise<WirePreview> {
  const response = await sendCsv(host, `/events/${eventId}/guests/preview${query}`, csv, {}, contentType);
  expect(response.status, "POST …/guests/preview").toBe(200);
  return response.json<WirePreview>();
}

/** Imports a file. */
export async function importCsv(host: Host, eventId: string, csv: Csv, query = ""): Promise<WireReport> {
  const response = await sendCsv(host, `/events/${eventId}/guests/import${query}`, csv);
  expect(response.status, "POST …/guests/import").toBe(201);
  return response.json<WireReport>();
}

/** Returns all guests of an event, in order of creation. */
export async function allGuests(host: Host, eventId: string): Promise<WireGuest[]> {
  const guests: WireGuest[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? "" : `&cursor=${cursor}`;
    const response = await host.api("GET", `/events/${eventId}/guests?limit=200${query}`);
    const page = await response.json<{ items: WireGuest[]; next_cursor: string | null }>();
    guests.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return guests.reverse();
}

/** Returns the number of an event's guests, and the stored count. */
export async function countsOf(eventId: string): Promise<{ guests: number; counted: number }> {
  const counts = await env.DB.prepare(
    `select (select count(*) from guests where event_id = ?1) as guests,
       coalesce((select guests from guest_counts where event_id = ?1), 0) as counted`,
  )
    .bind(eventId)
    .first<{ guests: number; counted: number }>();
  return counts ?? { guests: 0, counted: 0 };
}

/** Builds a file of guests with only a name and an email address. */
export function csvOf(count: number, unique: string, first = 0): string {
  const lines = Array.from({ length: count }, (_, index) => {
    const number = first + index;
    return `Guest ${number},guest-${number}-${unique}@example.com`;
  });
  return `name,email\n${lines.join("\n")}\n`;
}
