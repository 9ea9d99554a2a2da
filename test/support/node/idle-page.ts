import type { Page, Request } from "playwright-core";
import { expect } from "vitest";
import { eventually } from "../eventually.ts";

/** Milliseconds for requests that a page sends after it has rendered. */
const IDLE_MS = 50;

const requestsOfPages = new WeakMap<Page, Set<Request>>();

/** Tracks the pending requests of a page, from the first call on. */
export function openRequestsOf(page: Page): ReadonlySet<Request> {
  const known = requestsOfPages.get(page);
  if (known !== undefined) return known;
  const open = new Set<Request>();
  page.on("request", (request) => open.add(request));
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  requestsOfPages.set(page, open);
  return open;
}

/**
 * Resolves when the page has drawn a frame, had nothing to do, and `IDLE_MS` have passed. The frame comes first, because Chromium
 * calls no idle callback of a page that draws nothing.
 */
const IDLE = `new Promise((next) =>
  requestAnimationFrame(() => requestIdleCallback(() => setTimeout(next, ${IDLE_MS}))))`;

/** Throws while a request is pending, or if one starts while the page is idle. */
export async function expectIdle(page: Page): Promise<void> {
  const open = openRequestsOf(page);
  expect([...open].map((request) => request.url())).toEqual([]);
  await page.evaluate(IDLE);
  expect([...open].map((request) => request.url())).toEqual([]);
}

/** Waits until no request is pending. Playwright's `networkidle` would take half a second each time. */
export function untilIdle(page: Page): Promise<void> {
  return eventually(() => expectIdle(page));
}
