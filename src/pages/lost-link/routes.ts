import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { rateLimit } from "../../http/rate-limit.ts";
import { requestLostLinks } from "../../invitations/lost-links/mail-lost-links.ts";
import { LOST_LINK_LIMITS, LostLink } from "../../invitations/lost-links/schemas.ts";
import { donePage } from "../account/account-pages.tsx";
import { readForm, submitForm, validated } from "../account/form-input.ts";
import { limitForm } from "../form-body.ts";
import { respond } from "../page.tsx";
import { problemsAsPages } from "../problem-page.tsx";
import { textsFor } from "../reader-language.ts";
import { lostLinkPage } from "./lost-link-page.tsx";

/** The page on which guests request a lost link. It needs no script. */
export const lostLinkPages = new Hono<AppEnv>();

/** The page is at the path of the API route, which accepts only POST. */
lostLinkPages.use("/lost-link", async function showForm(c, next) {
  if (c.req.method !== "GET" && c.req.method !== "HEAD") return next();
  return respond(c, lostLinkPage(await textsFor(c), { isRefused: false, proof: c.req.query("proof") }));
});

lostLinkPages.use(
  "/lost-link/sent",
  problemsAsPages(() => null, { texts: textsFor, form: "/lost-link" }),
);

/**
 * Not the API's path, which accepts JSON. Returns the same page for every email address, so that guests stay private.
 */
lostLinkPages.post("/lost-link/sent", limitForm, rateLimit(LOST_LINK_LIMITS), async (c) => {
  const { email } = await readForm(c);
  const error = await submitForm(async () => requestLostLinks(c.var.ctx, validated(LostLink, { email }).email));
  const texts = await textsFor(c);
  if (error !== null) return respond(c, lostLinkPage(texts, { isRefused: true, email }), 400);
  const { format } = texts;
  return respond(c, donePage(format("lost-link.sent-title"), format("lost-link.sent"), undefined, texts));
});
