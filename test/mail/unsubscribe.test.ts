import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { unsubscribeUrl } from "../../src/platform/mail/unsubscribe-token.ts";
import { createRequestContext } from "../../src/request-context.ts";
import { call, signedInHost } from "../support/account.ts";

const BROWSER = { Accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8" };

async function linkOf(email: string, hostId?: string): Promise<string> {
  const ctx = createRequestContext(env, () => undefined);
  const url = await unsubscribeUrl(ctx, { address: email, hostIds: [hostId ?? (await signedInHost()).id] });
  return url.slice(ctx.config.PUBLIC_URL.length);
}

async function isSuppressed(email: string): Promise<boolean> {
  return (await env.DB.prepare("select 1 from suppressions where email_key = ?").bind(email).first()) !== null;
}

test("opens from the email's link a page that requires a confirmation and masks the address", async () => {
  const email = `grace-${crypto.randomUUID()}@example.com`;
  const link = await linkOf(email);
  for (const headers of [BROWSER, {}]) {
    const response = await call("GET", link, undefined, headers);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^text\/html/);
    const policy = response.headers.get("content-security-policy") ?? "";
    for (const rule of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"]) {
      expect(policy).toContain(rule);
    }
    expect(policy).not.toContain("unsafe");
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    const page = await response.text();
    expect(page).toContain("g•••@e•••.com");
    expect(page).not.toContain(email);
    expect(page).toContain(`<form method="post" action="${link.replaceAll("&", "&amp;")}">`);
    expect(page).not.toContain("<script");
  }
  expect(await isSuppressed(email)).toBe(false);
});

/**
 * @spec 4.118 "The unsubscribe endpoint behind the unsubscribe page (signed token) also exists; its path: not
 *   shown."
 */
test("unsubscribes with the button on the page and says so", async () => {
  const email = `grace-${crypto.randomUUID()}@example.com`;
  const form = { ...BROWSER, "Content-Type": "application/x-www-form-urlencoded" };
  const link = await linkOf(email);
  const response = await call("POST", link, "", form);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toMatch(/^text\/html/);
  expect(await response.text()).toMatch(/You(&#39;|')re unsubscribed/);
  const state = await call("GET", link, undefined, { Accept: "application/json" });
  expect(await state.json()).toMatchObject({ scope: "host" });
});

test("opens an error page for a link that was cut off, by GET and POST", async () => {
  const link = (await linkOf(`grace-${crypto.randomUUID()}@example.com`)).slice(0, -3);
  for (const method of ["GET", "POST"]) {
    const response = await call(method, link, undefined, BROWSER);
    expect(response.status).toBe(400);
    expect(response.headers.get("content-type")).toMatch(/^text\/html/);
    expect(await response.text()).toContain("incomplete");
  }
  const response = await call("GET", link, undefined, { Accept: "application/json" });
  expect(await response.json()).toMatchObject({ error: "invalid_token" });
});

test("returns the masked address to a client that accepts JSON", async () => {
  const { id, name } = await signedInHost();
  const link = await linkOf("grace@example.com", id);
  const response = await call("GET", link, undefined, { Accept: "application/json" });
  expect(await response.json()).toEqual({
    address: "g•••@e•••.com",
    host_name: name,
    scope: "none",
    is_complained: false,
  });
});

test("offers on the page that host first, all hosts second, and resubscribing", async () => {
  const { id, name } = await signedInHost({ name: "Helena & Tomás" });
  const email = `grace-${crypto.randomUUID()}@example.com`;
  const link = await linkOf(email, id);
  const form = { ...BROWSER, "Content-Type": "application/x-www-form-urlencoded" };
  const buttons = async (response: Response) => {
    const page = await response.text();
    return [...page.matchAll(/action="([^"]+)"><button[^>]*>([^<]+)</g)].map(([, action = "", label = ""]) => ({
      action: action.replaceAll("&amp;", "&"),
      label: label.replaceAll("&amp;", "&").replaceAll("&#39;", "'"),
    }));
  };
  const first = await buttons(await call("GET", link, undefined, BROWSER));
  expect(first.map(({ label }) => label)).toEqual([`Unsubscribe from ${name}`, "Unsubscribe from all hosts"]);
  const second = await buttons(await call("POST", first[0]?.action ?? "", "", form));
  expect(second.map(({ label }) => label)).toEqual([
    "Unsubscribe from all hosts",
    "Changed your mind? Subscribe again",
  ]);
  expect(await isSuppressed(email)).toBe(false);
  await call("POST", second[0]?.action ?? "", "", form);
  expect(await isSuppressed(email)).toBe(true);
  const back = await call("POST", second[1]?.action ?? "", "", form);
  expect(await back.text()).toContain("subscribed again");
  expect(await isSuppressed(email)).toBe(false);
  expect(await buttons(await call("GET", link, undefined, BROWSER))).toEqual(first);
});
