import { Hono, type MiddlewareHandler } from "hono";
import { LOGIN_LIMITS } from "../../features/accounts/limits.ts";
import { logIn } from "../../features/accounts/log-in.ts";
import { logOut } from "../../features/accounts/log-out.ts";
import { LogIn } from "../../features/accounts/schemas.ts";
import { verifySessionToken } from "../../features/accounts/session-token.ts";
import { acceptInvite } from "../../features/collaborators/accept-invite.ts";
import { ACCEPT_LIMITS } from "../../features/collaborators/limits.ts";
import { presentPreview } from "../../features/collaborators/present.ts";
import { previewInvite } from "../../features/collaborators/preview-invite.ts";
import { InvitePreview } from "../../features/collaborators/schemas.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { rateLimit } from "../../http/rate-limit.ts";
import { requestFacts } from "../../http/request-facts.ts";
import { donePage } from "../account/account-pages.tsx";
import { readForm, submitForm, validated } from "../account/form-input.ts";
import { limitForm } from "../form-body.ts";
import { respond } from "../page.tsx";
import { problemsAsPages } from "../problem-page.tsx";
import { invitePage } from "./invite-page.tsx";

/** Errors that the person can correct in the form. */
const CORRECTABLE = ["invalid_credentials", "email_mismatch"] as const;

export const invitePages = new Hono<AppEnv>();

const asPage = problemsAsPages(() => null);

/**
 * Renders the invite's JSON response as a page for a browser, by its `Accept`; any other client gets the JSON. The API
 * route of the same path reads the invite and limits the requests.
 */
invitePages.use("/invites/:token", async function showInvite(c, next) {
  const isBrowser = (c.req.header("accept") ?? "").includes("text/html");
  if (c.req.method !== "GET" || !isBrowser) {
    await next();
  } else {
    await asPage(c, async () => {
      await next();
      if (!c.res.ok) return;
      const invite = InvitePreview.parse(await c.res.json());
      c.res = respond(c, invitePage(invite, c.req.param("token"), null));
    });
  }
  c.header("Vary", "Accept", { append: true });
} satisfies MiddlewareHandler<AppEnv, "/invites/:token">);

invitePages.use("/invites/:token/join", asPage);

/** Signs in, accepts, and signs out again, because the page has nowhere to hold a session. */
invitePages.post("/invites/:token/join", limitForm, rateLimit([...LOGIN_LIMITS, ...ACCEPT_LIMITS]), async (c) => {
  const { ctx } = c.var;
  const token = c.req.param("token");
  const { email, password } = await readForm(c);
  const invite = await previewInvite(ctx, token);
  const error = await submitForm(async () => {
    const credentials = await logIn(ctx, validated(LogIn, { email, password }), requestFacts(c));
    const caller = await verifySessionToken(ctx.keyring, credentials.accessToken, ctx.clock.now());
    if (caller === null) throw new Error("a session token that was just issued is not valid");
    try {
      await acceptInvite(ctx, caller, token);
    } finally {
      await logOut(ctx, credentials.refreshToken);
    }
  }, CORRECTABLE);
  if (error !== null) return respond(c, invitePage(presentPreview(invite), token, error), 400);
  const monitor = { href: `/live/${invite.event.id}`, text: "Open its live monitor" };
  return respond(c, donePage("Welcome", `You work on ${invite.event.name} from now on.`, monitor));
});
