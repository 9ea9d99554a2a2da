import { Hono } from "hono";
import type { RequestContext } from "../../context.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { presenterOf } from "../../http/present.ts";
import { rateLimit } from "../../http/rate-limit.ts";
import { type RequestFacts, requestFacts } from "../../http/request-facts.ts";
import type { Credentials } from "../../identity/accounts/credentials.ts";
import { LOGIN_LIMITS } from "../../identity/accounts/limits.ts";
import { logIn } from "../../identity/accounts/log-in.ts";
import { logOut } from "../../identity/accounts/log-out.ts";
import { LogIn } from "../../identity/accounts/schemas.ts";
import { verifySessionToken } from "../../identity/accounts/session-token.ts";
import { completeLogIn } from "../../identity/second-factors/complete-log-in.ts";
import { LOGIN_FACTOR_LIMITS } from "../../identity/second-factors/limits.ts";
import { AppError } from "../../kernel/errors.ts";
import { acceptInvite, previewInvite } from "../../team/accept-invite.ts";
import { ACCEPT_LIMITS } from "../../team/limits.ts";
import { InvitePreview } from "../../team/schemas.ts";
import { donePage } from "../account/account-pages.tsx";
import { readForm, submitForm, validated } from "../account/form-input.ts";
import { limitForm } from "../form-body.ts";
import { respond } from "../page.tsx";
import { pageOfJson } from "../page-of-json.ts";
import { problemsAsPages } from "../problem-page.tsx";
import { invitePage } from "./invite-page.tsx";

const SIX_DIGITS = /^\s*(\d\s*){6}$/;

/** Errors that the person can correct in the form. */
const CORRECTABLE = ["invalid_credentials", "invalid_factor", "too_many_codes", "email_mismatch"] as const;

export const invitePages = new Hono<AppEnv>();

const present = presenterOf(InvitePreview);
const asPage = problemsAsPages(() => null, {
  headings: { not_found: "unsubscribe.broken-title" },
  messages: { not_found: "problem.link-incomplete" },
});

/** A browser gets a page, any other client JSON. */
invitePages.use(
  "/invites/:token",
  pageOfJson(InvitePreview, {
    isWanted: (c) => c.req.method === "GET" && (c.req.header("accept") ?? "").includes("text/html"),
    problems: asPage,
    page: (c, invite) => invitePage(invite, c.req.param("token") ?? "", { error: null, factorToken: null }),
  }),
);

invitePages.use("/invites/:token/join", asPage);

const LIMITS = [...LOGIN_LIMITS, ...ACCEPT_LIMITS, ...LOGIN_FACTOR_LIMITS];

/**
 * Signs in, accepts the invite, and signs out, because the page cannot store a session. For an account with an
 * authenticator app, first returns the form with the factor token to ask for a code.
 */
invitePages.post("/invites/:token/join", limitForm, rateLimit(LIMITS), async (c) => {
  const { ctx } = c.var;
  const token = c.req.param("token");
  const form = await readForm(c);
  const invite = await previewInvite(ctx, token);
  let factorToken = form.factor_token ?? null;
  const error = await submitForm(async () => {
    const credentials = await signInByForm(ctx, form, requestFacts(c));
    const caller = await verifySessionToken(ctx.keyring, credentials.accessToken, ctx.clock.now());
    if (caller === null) throw new Error("a session token that was just issued is not valid");
    try {
      await acceptInvite(ctx, caller, token);
    } finally {
      await logOut(ctx, credentials.refreshToken);
    }
  }, CORRECTABLE).catch((refusal: unknown) => {
    const next = nextStepAfter(refusal);
    if (next === null) throw refusal;
    ({ factorToken } = next);
    return next.message;
  });
  if (error !== null) return respond(c, invitePage(present(invite), token, { error, factorToken }), 400);
  const event = { href: `/app/events/${invite.event.id}`, text: "Open the event" };
  return respond(c, donePage("Welcome", `You're now a co-host of ${invite.event.name}.`, event));
});

type Form = Awaited<ReturnType<typeof readForm>>;

/** Signs in with email address and password, or in the second step with the factor token and a code. */
function signInByForm(ctx: RequestContext, form: Form, facts: RequestFacts): Promise<Credentials> {
  const { email, password, factor_token: factorToken, code = "" } = form;
  if (factorToken === undefined) return logIn(ctx, validated(LogIn, { email, password }), facts);
  const factor = isAppCode(code) ? { code } : { recoveryCode: code };
  return completeLogIn(ctx, { factorToken, factor }, facts);
}

/** The step that the form shows after a refusal; null if the refusal is an error. */
function nextStepAfter(refusal: unknown): { factorToken: string | null; message: string } | null {
  if (!(refusal instanceof AppError)) return null;
  const { factor_token: factorToken } = refusal.details;
  if (refusal.code === "second_factor_required" && typeof factorToken === "string") {
    return { factorToken, message: "One more step: enter a code." };
  }
  const isTooLate = refusal.code === "invalid_token";
  return isTooLate ? { factorToken: null, message: "That took too long. Please sign in again." } : null;
}

/** True for a code of an authenticator app. The field accepts both kinds, so any other text is a recovery code. */
function isAppCode(typed: string): boolean {
  return SIX_DIGITS.test(typed);
}
