import { exports } from "cloudflare:workers";
import { browserHeaders } from "./guest-requests.ts";

const COOKIE = "__Secure-usher-device";

/** Returns the value of the device cookie that a response sets, or null. */
export function deviceCookieIn(response: Response): string | null {
  const set = response.headers.getSetCookie().find((cookie) => cookie.startsWith(`${COOKIE}=`));
  return set?.slice(COOKIE.length + 1).split(";")[0] ?? null;
}

/** A guest's browser: sends its user agent and the cookies of the pages that it opened. */
export function guestBrowser(userAgent?: string, address?: string) {
  const cookies = new Map<string, string>();
  const headers = browserHeaders(userAgent, address);
  return {
    cookies,
    /** Headers, which a test may change to simulate a browser update. */
    headers,
    /** Opens the page of a link, or sends its form, as the page's script does. */
    async visit(token: string, form?: Record<string, string>): Promise<Response> {
      const cookie = cookies.get(token);
      const sent: Record<string, string> = {
        ...headers,
        ...(cookie === undefined ? {} : { Cookie: `other=1; ${COOKIE}=${cookie}` }),
      };
      const body = form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) };
      if (form !== undefined) sent["Sec-Fetch-Mode"] = "cors";
      const response = await exports.default.fetch(
        new Request(`https://usher.test/i/${token}`, { headers: sent, ...body }),
      );
      const given = deviceCookieIn(response);
      if (given !== null) cookies.set(token, given);
      return response;
    },
  };
}

/** Fields that the invitation's form sends with "attending". */
export const YES = { intent: "submit", response: "attending", plus_ones: "0" };
