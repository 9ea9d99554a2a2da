import { Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AppEnv } from "../../http/app-env.ts";
import { STATUS_OF } from "../../http/problem-document.ts";
import { rateLimit } from "../../http/rate-limit.ts";
import { COMPLAINT_CODE_LIMITS, MAIL_LINK_LIMITS } from "../../identity/accounts/limits.ts";
import { AppError } from "../../kernel/errors.ts";
import { UnsubscribeState } from "../../sending/unsubscribe/schemas.ts";
import { sendComplaintCode, undoComplaint } from "../../sending/unsubscribe/undo-complaint.ts";
import { readForm } from "../account/form-input.ts";
import { limitForm } from "../form-body.ts";
import { codeProblem } from "../guest/challenge-forms.ts";
import { CODE_FIELDS } from "../guest/challenge-page.tsx";
import { respond } from "../page.tsx";
import { pageOfJson, wantsMailPage } from "../page-of-json.ts";
import { problemsAsPages } from "../problem-page.tsx";
import { textsFor } from "../reader-language.ts";
import { complaintCodePage, complaintUndonePage, linkPath } from "./complaint-pages.tsx";
import { brokenLinkPage, changedPage, unsubscribePage } from "./unsubscribe-page.tsx";

/** The page for the unsubscribe link of an email. It needs no script. */
export const unsubscribePages = new Hono<AppEnv>().use(
  "/unsubscribe",
  pageOfJson(UnsubscribeState, {
    isWanted: wantsMailPage,
    problems: problemsAsPages(() => null, { texts: textsFor }),
    async page(c, state) {
      const show = c.req.method === "GET" ? unsubscribePage : changedPage;
      return show(await textsFor(c), state, c.req.query("token") ?? "");
    },
    brokenLink: async (c) => brokenLinkPage(await textsFor(c)),
  }),
);

/** Undoing a complaint. Not the API's paths, which accept JSON. */
for (const path of ["/unsubscribe/code-sent", "/unsubscribe/code-checked"]) {
  unsubscribePages.use(
    path,
    problemsAsPages(() => null, {
      headings: { invalid_token: "unsubscribe.broken-title" },
      messages: { invalid_token: "unsubscribe.broken" },
      texts: textsFor,
    }),
  );
}

unsubscribePages.post("/unsubscribe/code-sent", limitForm, rateLimit(COMPLAINT_CODE_LIMITS), async (c) => {
  const texts = await textsFor(c);
  const token = c.req.query("token") ?? "";
  await sendComplaintCode(c.var.ctx, token, texts.locale);
  return respond(c, complaintCodePage(texts, token, null));
});

unsubscribePages.post("/unsubscribe/code-checked", limitForm, rateLimit(MAIL_LINK_LIMITS), async (c) => {
  const texts = await textsFor(c);
  const token = c.req.query("token") ?? "";
  const code = (await readForm(c))[CODE_FIELDS.code] ?? "";
  try {
    const { stoppedHosts, hostName, isComplained, ...state } = await undoComplaint(c.var.ctx, token, code);
    // The address is also unsubscribed, or there is a newer complaint.
    const isStopped = isComplained || state.scope !== "none";
    const page = isStopped
      ? changedPage(texts, { ...state, host_name: hostName, is_complained: isComplained }, token)
      : complaintUndonePage(texts, state.address, stoppedHosts);
    return respond(c, page);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The page was reloaded: the link's page shows what the first request with the code did.
    if (error.code === "code_used") return c.redirect(linkPath("/unsubscribe", { token }), 303);
    const problem = codeProblem(texts, error);
    if (problem === null) throw error;
    return respond(c, complaintCodePage(texts, token, problem), STATUS_OF[error.kind] as ContentfulStatusCode);
  }
});
