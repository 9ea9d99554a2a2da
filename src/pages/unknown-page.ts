import type { Context } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { respond } from "./page.tsx";
import { problemPage } from "./problem-page.tsx";
import { textsFor } from "./reader-language.ts";

/**
 * Wraps the response if no route matches. A reader with a broken link gets a page in the reader's language, and an API
 * client gets the problem document.
 */
export function pagesForBrowsers(respondToPrograms: (c: Context<AppEnv>) => Response) {
  return async function respondUnmatched(c: Context<AppEnv>): Promise<Response> {
    const response = respondToPrograms(c);
    if (response.status !== 404 || !c.req.header("accept")?.includes("text/html")) return response;
    const texts = await textsFor(c);
    const page = problemPage(texts.format("problem.not-found-title"), texts.format("problem.unknown"), null);
    return respond(c, { ...page, texts }, 404);
  };
}
