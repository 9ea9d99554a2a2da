import type { MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as z from "zod";
import type { AppEnv } from "../http/app-env.ts";
import { PROBLEM_MEDIA_TYPE } from "../http/problem.ts";
import { roughWait } from "../kernel/rough-wait.ts";
import { type Page, respond } from "./page.tsx";
import { TopBar } from "./top-bar.tsx";

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
  404: "We can't find that page",
  410: "This has ended",
  429: "Too many tries",
  503: "We'll be right back",
};

/** Headings and messages for people, by error code. Other errors have the heading of their status and their `detail`. */
const WORDS: Record<string, { heading?: string; message: string }> = {
  not_found: {
    message: "It may be incomplete or out of date. Try the link in your most recent email, or ask your host.",
  },
  access_blocked: {
    heading: "We need to check it's you",
    message: "We couldn't confirm this is your invitation. Please contact your host, who can let you in.",
  },
  challenge_required: {
    heading: "We need to check it's you",
    message: "We couldn't confirm this is your invitation. Please contact your host, who can let you in.",
  },
  challenge_unavailable: {
    heading: "We can't send you a code",
    message: "We can't send you a code this way. Please contact your host, who can let you in.",
  },
  rsvp_exists: { heading: "You've already replied", message: "Open your invitation to see your RSVP." },
  foreign_device: {
    heading: "You've already replied",
    message: "To protect your reply we only show it on the device you used. We can email you a link.",
  },
  report_expired: {
    message: "The event is over, or it's too long ago. If something looks wrong, please ask your host.",
  },
  edit_limit_reached: { message: "You've reached the limit for changes. Please contact your host." },
  no_email_on_file: {
    heading: "We can't email you",
    message: "Your host doesn't have an email address for you. Please contact them.",
  },
  invalid_token: { message: "This link has already been used or has expired." },
  database_unavailable: {
    message: "We're having trouble saving right now. Nothing was lost; please try again in a few seconds.",
  },
  internal_error: { message: "Something went wrong on our side. Please try again in a moment." },
};

/**
 * Middleware that renders problem documents as HTML pages, with the same status and headers.
 * @param nextStep the link of the page by path and error code, null for none
 * @param headings headings of these pages by error code, before the common ones
 */
export function problemsAsPages(
  nextStep: (path: string, error: string) => NextStep | null,
  headings: Record<string, string> = {},
): MiddlewareHandler<AppEnv> {
  return async function renderProblem(c, next) {
    await next();
    if (!c.res.headers.get("content-type")?.startsWith(PROBLEM_MEDIA_TYPE)) return;
    const problem = Problem.parse(await c.res.clone().json());
    const heading = headings[problem.error] ?? headingOf(problem);
    const page = problemPage(heading, problem, nextStep(c.req.path, problem.error));
    c.res = respond(c, page, problem.status as ContentfulStatusCode);
  };
}

function headingOf({ error, status }: Problem): string {
  return WORDS[error]?.heading ?? HEADINGS[status] ?? "Something went wrong";
}

/** The message for people of a problem document. */
export function messageFor(problem: Pick<Problem, "error" | "detail" | "errors" | "retry_after">): string {
  if (problem.error === "rate_limited") return `Please try again ${roughWait(problem.retry_after ?? 60)}.`;
  const [field] = problem.errors ?? [];
  return WORDS[problem.error]?.message ?? (field ? sentenceOf(field) : problem.detail);
}

/** A message begins with a capital where it is a sentence of its own; else the name of its field goes before it. */
function sentenceOf({ path, message }: { path: string; message: string }): string {
  return /^\p{Lu}/u.test(message) ? message : `${path.replaceAll("_", " ")} ${message}`;
}

function problemPage(heading: string, problem: Problem, nextStep: NextStep | null): Page {
  return {
    title: heading,
    body: (
      <>
        <TopBar />
        <main>
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
      </>
    ),
  };
}
