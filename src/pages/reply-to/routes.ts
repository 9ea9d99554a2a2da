import { Hono } from "hono";
import * as z from "zod";
import { confirmReplyTo, previewReplyTo } from "../../events/confirm-reply-to.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { rateLimit } from "../../http/rate-limit.ts";
import { SECRET_LIMITS } from "../../identity/accounts/limits.ts";
import { secretHash } from "../../platform/secrets/secrets.ts";
import { donePage } from "../account/account-pages.tsx";
import { readForm, validated } from "../account/form-input.ts";
import { limitForm } from "../form-body.ts";
import { respond } from "../page.tsx";
import { incompleteLinkPage, problemsAsPages } from "../problem-page.tsx";
import { textsFor } from "../reader-language.ts";
import { replyToPage } from "./reply-to-page.tsx";

/** The page for the link in the email that verifies an address for replies. It needs no script. */
export const replyToPages = new Hono<AppEnv>();

const Confirmation = z.object({ token: z.string().max(200) });

replyToPages.use(
  "/confirm-reply-to",
  problemsAsPages(() => null, { headings: { invalid_token: "problem.link-expired-title" }, texts: textsFor }),
  rateLimit(SECRET_LIMITS),
);

replyToPages.get("/confirm-reply-to", async (c) => {
  const token = c.req.query("token") ?? "";
  if ((await secretHash(c.var.ctx, "reply_to", token)) === null) {
    return respond(c, incompleteLinkPage(await textsFor(c)), 400);
  }
  const request = await previewReplyTo(c.var.ctx, token);
  return respond(c, replyToPage(await textsFor(c), request, token));
});

replyToPages.post("/confirm-reply-to", limitForm, async (c) => {
  await confirmReplyTo(c.var.ctx, validated(Confirmation, await readForm(c)).token);
  const texts = await textsFor(c);
  return respond(c, donePage(texts.format("reply-to.done-title"), texts.format("reply-to.done"), undefined, texts));
});
