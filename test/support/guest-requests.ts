import { freshAddress } from "./account.ts";
import { PHONE } from "./user-agents.ts";

export { LAPTOP, PHONE } from "./user-agents.ts";

const ORIGIN = "https://usher.test";

/** Headers that a browser sends with every request. */
export function browserHeaders(userAgent = PHONE, address = freshAddress()): Record<string, string> {
  return {
    "User-Agent": userAgent,
    "Accept-Language": "en-GB,en;q=0.9",
    "Sec-Fetch-Mode": "navigate",
    "CF-Connecting-IP": address,
  };
}

/** GET /access/{token}. */
export function openRequest(token: string, headers = browserHeaders(), editNonce?: string): Request {
  const query = editNonce === undefined ? "" : `?edit=${editNonce}`;
  return new Request(`${ORIGIN}/access/${token}${query}`, { headers });
}

/** POST /rsvp. */
export function answerRequest(
  token: string,
  answer: Record<string, unknown> = {},
  headers = browserHeaders(),
): Request {
  return new Request(`${ORIGIN}/rsvp`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify({ token, response: "attending", plus_ones: 1, ...answer }),
  });
}

/** PATCH /rsvp/{token}. */
export function editRequest(token: string, changes: Record<string, unknown>, headers = browserHeaders()): Request {
  return new Request(`${ORIGIN}/rsvp/${token}`, {
    method: "PATCH",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(changes),
  });
}
