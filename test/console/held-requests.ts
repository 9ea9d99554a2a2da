import type { CDPSession, Page } from "playwright-core";

/** A request that a script of the page has sent, which waits for what is done with it. */
export interface HeldRequest {
  method: string;
  pathname: string;
  /** Sends it on. */
  pass(): Promise<void>;
  /** Fails as without a network. */
  disconnect(): Promise<void>;
  /** Answers in place of the API. */
  answer(response: { status: number; headers: Record<string, string>; body: string }): Promise<void>;
}

/**
 * Holds what the scripts of a page ask for with fetch or XMLHttpRequest, not the page and its files. Playwright's `page.route`
 * holds those too, and switches the browser's cache off: each document fetches the console's code again then.
 * @param answer called with each request; without it, requests are sent on
 */
export async function holdRequests(page: Page, answer: (request: HeldRequest) => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on("Fetch.requestPaused", ({ requestId, request: { method, url } }) => {
    const request = held(session, requestId);
    // The page may have gone meanwhile, and its requests with it.
    void answer({ method, pathname: new URL(url).pathname, ...request }).catch(() => undefined);
  });
  await session.send("Fetch.enable", { patterns: [{ resourceType: "Fetch" }, { resourceType: "XHR" }] });
}

/**
 * Holds back one request of a page, and sends on the others.
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
