import type { MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as z from "zod";
import type { AppEnv } from "../http/app-env.ts";
import { PROBLEM_MEDIA_TYPE } from "../http/problem.ts";
import { type Page, respond } from "./page.tsx";

/** What a page needs of a problem document. */
const Refusal = z.object({
  status: z.int(),
  error: z.string(),
  detail: z.string(),
  retry_after: z.int().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
type Refusal = z.output<typeof Refusal>;

/** Where a person can go on from a page that refuses. */
export interface WayOut {
  href: string;
  text: string;
}

const HEADINGS: Record<number, string> = {
  400: "That did not work",
  403: "This is not open to you",
  404: "Nothing is here",
  410: "This is over",
  429: "A little slower, please",
  503: "Back in a moment",
};

/** Words for people, by the code of the refusal. The others are shown with their own text. */
const WORDS: Record<string, string> = {
  not_found:
    "The link may be incomplete, or it was replaced by a newer one. Look for the latest mail, or ask the person who sent it.",
  access_blocked:
    "We could not make sure that this is your invitation. Please ask your host; they can see what happened and let you in.",
  rsvp_exists: "This invitation has been answered already. Open it to see the answer.",
  foreign_device:
    "The answer was given on another device. Open the invitation to have a link to change it mailed to you.",
  edit_limit_reached: "This answer has been changed as often as it can be. Please tell your host directly.",
  invalid_token: "This link has been used, or it is too old. You can ask for a new one.",
  invalid_credentials: "The e-mail address or the password is wrong.",
  database_unavailable: "We cannot reach our records just now. Nothing was lost; please try again in a few seconds.",
  internal_error: "Something went wrong on our side. Please try again in a moment.",
};

/**
 * Turns the problem documents of the routes below it into pages that say the same to a person, with the same status
 * and headers.
 */
export function problemsAsPages(wayOut: (path: string, error: string) => WayOut | null): MiddlewareHandler<AppEnv> {
  return async function sayProblem(c, next) {
    await next();
    if (!c.res.headers.get("content-type")?.startsWith(PROBLEM_MEDIA_TYPE)) return;
    const refusal = Refusal.parse(await c.res.clone().json());
    const page = problemPage(refusal, wayOut(c.req.path, refusal.error));
    c.res = respond(c, page, refusal.status as ContentfulStatusCode);
  };
}

/** The words of a refusal. */
export function wordsFor(refusal: Pick<Refusal, "error" | "detail" | "errors" | "retry_after">): string {
  if (refusal.error === "rate_limited") {
    return `There were too many requests at once. Please try again in ${refusal.retry_after ?? 60} seconds.`;
  }
  const [problem] = refusal.errors ?? [];
  return WORDS[refusal.error] ?? (problem ? `${problem.path.replaceAll("_", " ")} ${problem.message}` : refusal.detail);
}

function problemPage(refusal: Refusal, wayOut: WayOut | null): Page {
  const heading = HEADINGS[refusal.status] ?? "That did not work";
  return {
    title: heading,
    body: (
      <main>
        <p class="brandmark">Usher</p>
        <h1>{heading}</h1>
        <p>{wordsFor(refusal)}</p>
        {wayOut ? (
          <p>
            <a class="button" href={wayOut.href}>
              {wayOut.text}
            </a>
          </p>
        ) : null}
      </main>
    ),
  };
}
