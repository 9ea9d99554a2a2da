import type { Context, MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as z from "zod";
import type { AppEnv } from "../http/app-env.ts";
import { PROBLEM_MEDIA_TYPE } from "../http/problem-document.ts";
import { english } from "../i18n/english.ts";
import type { TextId, Texts } from "../i18n/texts.ts";
import { approximateDuration } from "../kernel/approximate-duration.ts";
import { type Page, respond } from "./page.tsx";
import { TopBar } from "./top-bar.tsx";

/** The members of a problem document that a page shows. */
const Problem = z.object({
  status: z.int(),
  error: z.string(),
  detail: z.string(),
  retry_after: z.int().optional(),
  proof: z.looseObject({}).optional(),
  turnstile: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
type Problem = z.output<typeof Problem>;

/** A link from an error page. */
export interface NextStep {
  href: string;
  text: string;
}

/** A text, or the text for a request. */
type TextOf = TextId | ((c: Context<AppEnv>) => TextId);

/** Options for the error pages of a page. */
interface ProblemPages {
  /** Headings by error code, before the common ones. */
  headings?: Record<string, TextOf>;
  /** Messages by error code, before the common ones. */
  messages?: Record<string, TextOf>;
  /** The reader's language. Default: English, as all pages of hosts. */
  texts?: (c: Context<AppEnv>) => Promise<Texts>;
  /** The path of the page with the form, if the form is sent to another. */
  form?: string;
  /** The name of the host, where it is known who that is. */
  host?: (c: Context<AppEnv>) => string | undefined;
}

const HEADINGS: Record<number, TextId> = {
  404: "problem.not-found-title",
  410: "problem.ended-title",
  429: "problem.too-many-title",
  503: "problem.unavailable-title",
};

/** Headings and messages for people, by error code. Other errors have the heading of their status and their `detail`. */
const WORDS: Record<string, { heading?: TextId; message: TextId }> = {
  not_found: { message: "problem.not-found" },
  access_blocked: { heading: "problem.blocked-title", message: "problem.blocked" },
  challenge_required: { heading: "problem.open-invitation", message: "challenge.private" },
  challenge_unavailable: { heading: "problem.no-code-title", message: "problem.no-code" },
  rsvp_exists: { heading: "guest.replied-title", message: "problem.replied" },
  foreign_device: { heading: "guest.replied-title", message: "guest.replied-elsewhere" },
  report_expired: { message: "problem.report-expired" },
  edit_limit_reached: { message: "problem.edit-limit" },
  no_email_on_file: { heading: "problem.no-email-title", message: "problem.no-email" },
  email_unavailable: { heading: "problem.no-email-title", message: "problem.no-email-now" },
  invalid_token: { message: "problem.invalid-token" },
  database_unavailable: { message: "problem.unavailable" },
  region_unavailable: { message: "problem.unavailable" },
  internal_error: { message: "problem.internal" },
};

/**
 * Middleware that renders problem documents as HTML pages, with the same status and headers.
 * @param nextStep the link of the page by path and error code, null for none
 */
export function problemsAsPages(
  nextStep: (path: string, error: string, texts: Texts) => NextStep | null,
  { headings = {}, messages = {}, texts: textsOf = async () => english(), form, host }: ProblemPages = {},
): MiddlewareHandler<AppEnv> {
  return async function renderProblem(c, next) {
    await next();
    if (!c.res.headers.get("content-type")?.startsWith(PROBLEM_MEDIA_TYPE)) return;
    const problem = Problem.parse(await c.res.clone().json());
    const texts = await textsOf(c);
    const textFor = (own: TextOf | undefined) => (typeof own === "function" ? own(c) : own);
    const heading = texts.format(textFor(headings[problem.error]) ?? headingOf(problem));
    const own = textFor(messages[problem.error]);
    const message = own === undefined ? messageFor(problem, texts, host?.(c)) : texts.format(own);
    const page = problemPage(
      heading,
      message,
      nextStep(c.req.path, problem.error, texts),
      offerOf(problem, form ?? c.req.path, texts),
    );
    c.res = respond(c, { ...page, texts }, problem.status as ContentfulStatusCode);
  };
}

function headingOf({ error, status }: Problem): TextId {
  return WORDS[error]?.heading ?? HEADINGS[status] ?? "problem.error-title";
}

/** Returns a problem document's message in the reader's language. The API's texts are English. */
export function messageFor(
  problem: Pick<Problem, "error" | "detail" | "errors" | "retry_after">,
  texts: Texts = english(),
  host?: string,
): string {
  if (problem.error === "rate_limited") return waitText(texts, problem.retry_after ?? 60);
  const message = WORDS[problem.error]?.message;
  if (message !== undefined) return texts.format(message, { host: host || texts.format("common.your-host") });
  if (texts.locale !== "en") return texts.format("problem.other");
  const [field] = problem.errors ?? [];
  return field ? sentenceOf(field) : problem.detail;
}

const WAITS = {
  minute: "problem.wait-minute",
  minutes: "problem.wait-minutes",
  hour: "problem.wait-hour",
  hours: "problem.wait-hours",
  tomorrow: "problem.wait-tomorrow",
} as const;

/** Returns a sentence with the time to wait before the next try. */
export function waitText(texts: Texts, seconds: number): string {
  const wait = approximateDuration(seconds);
  return texts.format(WAITS[wait.unit], "count" in wait ? { count: wait.count } : {});
}

/** Returns a message that starts with a capital letter unchanged; else puts the name of its field in front. */
function sentenceOf({ path, message }: { path: string; message: string }): string {
  return /^\p{Lu}/u.test(message) ? message : `${path.replaceAll("_", " ")} ${message}`;
}

/** The proof that lifts the rate limit of a network for a form. */
interface ProofOffer {
  /** The challenge to solve; undefined if Turnstile is used. */
  challenge: object | undefined;
  turnstile: string | undefined;
  /** The path of the page with the form. */
  page: string;
  texts: Texts;
}

function offerOf({ proof: challenge, turnstile }: Problem, page: string, texts: Texts): ProofOffer | undefined {
  return challenge || turnstile ? { challenge, turnstile, page, texts } : undefined;
}

/** The script solves the challenge and then shows the link back to the form, which sends the proof along. */
function ProofNote({ challenge, turnstile, page, texts }: ProofOffer) {
  return (
    <div id="proof" data-challenge={challenge && JSON.stringify(challenge)} data-turnstile={turnstile} hidden>
      <p role="status">{texts.format("problem.proof-checking")}</p>
      <p hidden>
        <a class="button" href={page}>
          {texts.format("door.try-again")}
        </a>
      </p>
    </div>
  );
}

/** Returns the page of a link that was cut off or altered. */
export function incompleteLinkPage(texts: Texts): Page {
  const page = problemPage(texts.format("unsubscribe.broken-title"), texts.format("problem.link-incomplete"), null);
  return { ...page, texts };
}

/** Returns an error page. */
export function problemPage(heading: string, message: string, nextStep: NextStep | null, proof?: ProofOffer): Page {
  return {
    title: heading,
    ...(proof ? { script: "proof", hasTurnstile: proof.turnstile !== undefined } : {}),
    body: (
      <>
        <TopBar />
        <main>
          <h1>{heading}</h1>
          <p>{message}</p>
          {proof ? <ProofNote {...proof} /> : null}
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
