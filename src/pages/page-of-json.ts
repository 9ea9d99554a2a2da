import type { Context, MiddlewareHandler } from "hono";
import type * as z from "zod";
import type { AppEnv } from "../http/app-env.ts";
import { type Page, respond } from "./page.tsx";
import type { problemsAsPages } from "./problem-page.tsx";

/** Renders the response of an API route as a page. */
interface PageOfJson<Body> {
  isWanted(c: Context<AppEnv>): boolean;
  problems: ReturnType<typeof problemsAsPages>;
  page(c: Context<AppEnv>, body: Body): Page | Promise<Page>;
  /** The page of a link that does not work, in place of the one for an invalid request. */
  brokenLink?(c: Context<AppEnv>): Page | Promise<Page>;
}

/** Shows the JSON of the API route at the same path as a page, to clients that want one. The route itself reads and limits. */
export function pageOfJson<Schema extends z.ZodType>(
  schema: Schema,
  { isWanted, problems, page, brokenLink }: PageOfJson<z.output<Schema>>,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!isWanted(c)) {
      await next();
    } else {
      await problems(c, async () => {
        await next();
        if (c.res.status === 400 && brokenLink !== undefined) c.res = respond(c, await brokenLink(c), 400);
        if (c.res.ok) c.res = respond(c, await page(c, schema.parse(await c.res.json())));
      });
    }
    c.header("Vary", "Accept", { append: true });
  };
}

/**
 * True if a request from an email's link gets a page. GET returns a page unless the client accepts JSON, and POST
 * returns JSON unless the client accepts HTML. Mail programs that unsubscribe with one click (RFC 8058) accept neither
 * explicitly.
 */
export function wantsMailPage(c: Context<AppEnv>): boolean {
  const accept = c.req.header("accept") ?? "";
  return c.req.method === "GET" ? !accept.includes("application/json") : accept.includes("text/html");
}
