import { env, exports } from "cloudflare:workers";
import { expect } from "vitest";
import { signedInHost } from "./account.ts";
import { type FixtureGuest, firstOf, makeEventFixture } from "./event-fixture.ts";
import { eventually } from "./eventually.ts";
import { answerRequest, browserHeaders, LAPTOP, openRequest } from "./guest-requests.ts";
import { mailTo } from "./mailbox.ts";

type Headers = Record<string, string>;

const ORIGIN = "https://usher.test";

/** An error as the API returns it. */
export interface Refusal {
  error: string;
  detail: string;
  challenge?: { channels: string[]; sent_to: Record<string, string> };
  reason?: string;
  hint?: string;
  tries_left?: number;
  retry_after?: number;
}

/** POST /access/{token}/challenge. */
export function askForCode(token: string, headers: Headers = browserHeaders(), channel = "email"): Request {
  return post(`/access/${token}/challenge`, { channel }, headers);
}

/** POST /access/{token}/challenge/verify. */
export function typeCode(token: string, code: string, headers: Headers = browserHeaders()): Request {
  return post(`/access/${token}/challenge/verify`, { code }, headers);
}

/** Sends a request, and returns its status and body. */
export async function answerTo(request: Request): Promise<{ status: number; body: Refusal; response: Response }> {
  const response = await exports.default.fetch(request);
  return { status: response.status, body: (await response.clone().json()) as Refusal, response };
}

/** Returns the code in the newest such email to a guest. */
export async function mailedCode(guest: FixtureGuest): Promise<string> {
  return codeIn((await mailTo(guest.email, { subject: /^Your code/ })).text);
}

/** Returns the six digits in the text of an email. */
export function codeIn(text: string): string {
  const [, first, second] = /^(\d{3}) (\d{3})$/m.exec(text) ?? [];
  if (first === undefined || second === undefined) throw new Error(`no code in "${text.slice(0, 200)}"`);
  return first + second;
}

/** Returns a different code. */
export function wrongCode(code: string, offset = 1): string {
  return String((Number(code) + offset) % 1_000_000).padStart(6, "0");
}

/** Creates an attending guest and an unknown laptop, which the event's strict thresholds block. */
export async function doubtedVisitor(columns: Record<string, string | number | null> = {}) {
  const host = await signedInHost({ name: "Ada Host" });
  const fixture = await makeEventFixture(host.id, 1, { name: "Orangery Supper" });
  const guest = firstOf(fixture);
  const own = browserHeaders();
  const answered = await exports.default.fetch(answerRequest(guest.token, { plus_ones: 1 }, own));
  expect(answered.status).toBe(201);
  await setColumns("events", fixture.eventId, {
    fraud_medium_threshold: 1,
    fraud_high_threshold: 2,
    fraud_block_threshold: 3,
    ...columns,
  });
  return { host, fixture, guest, own, visitor: browserHeaders(LAPTOP), ownDevice: deviceIn(answered) };
}

/** Opens a link until it is blocked; without a score in time, no access is. */
export function refusedView(
  token: string,
  visitor: Headers,
): Promise<{ status: number; body: Refusal; device: string }> {
  return eventually(
    async () => {
      const { status, body, response } = await answerTo(openRequest(token, visitor));
      expect(status).toBe(403);
      return { status, body, device: deviceIn(response) };
    },
    { everyMs: 500 },
  );
}

/** Returns the device value that a response sends to an API client. */
export function deviceIn(response: Response): string {
  return response.headers.get("usher-device") ?? "";
}

/** Sets columns of an event or a guest, as a host would. */
export async function setColumns(
  table: "events" | "guests",
  id: string,
  columns: Record<string, string | number | null>,
): Promise<void> {
  const names = Object.keys(columns);
  await env.DB.prepare(`update ${table} set ${names.map((name) => `${name} = ?`).join(", ")} where id = ?`)
    .bind(...Object.values(columns), id)
    .run();
}

function post(path: string, body: object, headers: Headers): Request {
  return new Request(`${ORIGIN}${path}`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}
