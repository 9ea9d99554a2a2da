import type { MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as z from "zod";
import type { AppEnv } from "../http/app-env.ts";
import { PROBLEM_MEDIA_TYPE } from "../http/problem.ts";
import { type Page, respond } from "./page.tsx";

/** The members of a problem document that a page shows. */
const Problem = z.object({
  status: z.int(),
  error: z.string(),
  detail: z.string(),
  retry_after: z.int().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
type Problem = z.output<typeof Problem>;

/** A link from an error page. */
export interface NextStep {
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

/** Messages for people, by error code. Other errors are shown with their `detail`. */
const MESSAGES: Record<string, string> = {
  not_found:
    "The link may be incomplete, or it was replaced by a newer one. Look for the latest mail, or ask the person who sent it.",
  access_blocked:
    "We could not make sure that this is your invitation. Please ask your host; they can see what happened and let you in.",
  rsvp_exists: "This invitation has been answered already. Open it to see the answer.",
  foreign_device:
    "The answer was given on another device. Open the invitation to have a link to change it mailed to you.",
  edit_limit_reached: "This answer has been changed as often as it can be. Please tell your host directly.",
  invalid_token: "This link has been used, or it is too old. You can ask for a new one.",
  invalid_credentials:
    "The e-mail address or the password is wrong, or the address isn't confirmed yet. If that's it, look for our mail and follow its link.",
  database_unavailable: "We cannot reach our records just now. Nothing was lost; please try again in a few seconds.",
  internal_error: "Something went wrong on our side. Please try again in a moment.",
};

/** Middleware that renders problem documents as HTML pages, with the same status and headers. */
export function problemsAsPages(nextStep: (path: string, error: string) => NextStep | null): MiddlewareHandler<AppEnv> {
  return async function renderProblem(c, next) {
    await next();
    if (!c.res.headers.get("content-type")?.startsWith(PROBLEM_MEDIA_TYPE)) return;
    const problem = Problem.parse(await c.res.clone().json());
    const page = problemPage(problem, nextStep(c.req.path, problem.error));
    c.res = respond(c, page, problem.status as ContentfulStatusCode);
  };
}

/** The message for people of a problem document. */
export function messageFor(problem: Pick<Problem, "error" | "detail" | "errors" | "retry_after">): string {
  if (problem.error === "rate_limited") {
    return `There were too many requests at once. Please try again in ${problem.retry_after ?? 60} seconds.`;
  }
  const [field] = problem.errors ?? [];
  return MESSAGES[problem.error] ?? (field ? sentenceOf(field) : problem.detail);
}

/** A message begins with a capital where it is a sentence of its own; else the name of its field goes before it. */
function sentenceOf({ path, message }: { path: string; message: string }): string {
  return /^\p{Lu}/u.test(message) ? message : `${path.replaceAll("_", " ")} ${message}`;
}

function problemPage(problem: Problem, nextStep: NextStep | null): Page {
  const heading = HEADINGS[problem.status] ?? "That did not work";
  return {
    title: heading,
    body: (
      <main>
        <p class="brandmark">Usher</p>
        <h1>{heading}</h1>
        <p>{messageFor(problem)}</p>
        {nextStep ? (
          <p>
            <a class="button" href={nextStep.href}>
              {nextStep.text}
            </a>
          </p>
        ) : null}
      </main>
    ),
  };
}
