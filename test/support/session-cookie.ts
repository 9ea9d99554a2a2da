import { expect } from "vitest";
import { call, freshAddress, type Host } from "./account.ts";
import { post } from "./auth.ts";

const NAME = "__Host-usher-session";

/** Headers of the console's requests from a browser. */
export const FROM_CONSOLE = { "Usher-Session": "cookie", "Sec-Fetch-Site": "same-origin" };

export interface SignedInBrowser {
  /** The value of the cookie. */
  cookie: string;
  /** Sends a request with the cookie, as the console does unless `headers` say otherwise. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
}

/** Returns the cookie that a response sets: its value and its attributes, in order. Null without one. */
export function cookieSetBy(response: Response): { value: string; attributes: string[] } | null {
  const found = response.headers.getSetCookie().find((line) => line.startsWith(`${NAME}=`));
  if (found === undefined) return null;
  const [pair = "", ...attributes] = found.split("; ");
  return { value: pair.slice(NAME.length + 1), attributes };
}

/** True if a response deletes the cookie in the browser. */
export function isCookieCleared(response: Response): boolean {
  const set = cookieSetBy(response);
  return set?.value === "" && set.attributes.includes("Max-Age=0");
}

/** Returns a browser with this cookie. */
export function browserWith(cookie: string, address = freshAddress()): SignedInBrowser {
  return {
    cookie,
    send: (method, path, body, headers = FROM_CONSOLE) =>
      call(method, path, body, { "CF-Connecting-IP": address, Cookie: `theme=dark; ${NAME}=${cookie}`, ...headers }),
  };
}

export function browserOf(response: Response): SignedInBrowser {
  expect(response.status).toBe(204);
  return browserWith(cookieSetBy(response)?.value ?? "");
}

export async function signInToBrowser(host: Pick<Host, "email" | "password">): Promise<SignedInBrowser> {
  return browserOf(await post("/auth/login", { email: host.email, password: host.password }, FROM_CONSOLE));
}
