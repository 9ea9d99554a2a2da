import type { CDPSession, Page } from "playwright-core";

/** A request of the page's scripts that is paused until one of these methods is called. */
export interface HeldRequest {
  method: string;
  pathname: string;
  /** Sends it on. */
  pass(): Promise<void>;
  /** Fails as without a network. */
  disconnect(): Promise<void>;
  /** Responds in place of the API. */
  answer(response: { status: number; headers: Record<string, string>; body: string }): Promise<void>;
}

/**
 * Pauses the fetch and XMLHttpRequest requests of a page, not those for the page and its files. Playwright's `page.route`
 * pauses those too and disables the browser's cache, so each document would fetch the console's code again.
 * @param answer called with each request; without it, requests are sent on
 */
export async function holdRequests(page: Page, answer: (request: HeldRequest) => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on("Fetch.requestPaused", ({ requestId, request: { method, url } }) => {
    const request = held(session, requestId);
    // The page, and its requests with it, may be closed by then.
    void answer({ method, pathname: new URL(url).pathname, ...request }).catch(() => undefined);
  });
  await session.send("Fetch.enable", { patterns: [{ resourceType: "Fetch" }, { resourceType: "XHR" }] });
}

/**
 * Pauses the first matching request of a page, and forwards all others.
 * @param wanted its method and path: `PATCH /me`
 * @returns the request, once a script has sent it
 */
export async function holdFirst(page: Page, wanted: string): Promise<() => Promise<HeldRequest>> {
  const { promise, resolve } = Promise.withResolvers<HeldRequest>();
  let isHeld = false;
  await holdRequests(page, async (request) => {
    if (isHeld || `${request.method} ${request.pathname}` !== wanted) return request.pass();
    isHeld = true;
    resolve(request);
  });
  return () => promise;
}

function held(session: CDPSession, requestId: string): Pick<HeldRequest, "pass" | "disconnect" | "answer"> {
  return {
    async pass() {
      await session.send("Fetch.continueRequest", { requestId });
    },
    async disconnect() {
      await session.send("Fetch.failRequest", { requestId, errorReason: "InternetDisconnected" });
    },
    async answer({ status, headers, body }) {
      await session.send("Fetch.fulfillRequest", {
        requestId,
        responseCode: status,
        responseHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
        body: Buffer.from(body).toString("base64"),
      });
    },
  };
}

/**
 * Responds like the API to too many requests, or to a feature that the plan lacks. The client does not retry after a wait of a
 * minute, because that is too long.
 */
export function refuse(
  request: HeldRequest,
  words: string,
  error: "rate_limited" | "feature_not_in_tier" = "rate_limited",
): Promise<void> {
  const isPlan = error === "feature_not_in_tier";
  const title = isPlan ? "Payment Required" : "Too Many Requests";
  return request.answer({
    status: isPlan ? 402 : 429,
    headers: { "Content-Type": "application/problem+json", ...(isPlan ? {} : { "Retry-After": "60" }) },
    body: JSON.stringify({
      type: "about:blank",
      title,
      status: isPlan ? 402 : 429,
      detail: `${title}. ${words}`,
      instance: "urn:usher:request:refused",
      error,
      request_id: "refused",
      ...(isPlan
        ? { reason: "messages", tier: "free", used: 0, limit: 0, upgrade_url: "/app/account/plan" }
        : { retry_after: 60 }),
    }),
  });
}
