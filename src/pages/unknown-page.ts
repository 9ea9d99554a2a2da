import type { Context } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { problemsAsPages } from "./problem-page.tsx";
import { textsFor } from "./reader-language.ts";

const renderProblem = problemsAsPages(() => null, { texts: textsFor });

/**
 * Wraps the response where no route matches: somebody who followed a broken link in a browser reads a page in their
 * language, programs get the problem document.
 */
export function pagesForBrowsers(respond: (c: Context<AppEnv>) => Response) {
  return async function respondUnmatched(c: Context<AppEnv>): Promise<Response> {
    c.res = respond(c);
    const isRead = c.res.status === 404 && c.req.header("accept")?.includes("text/html");
    if (isRead) await renderProblem(c, async () => undefined);
    return c.res;
  };
}
