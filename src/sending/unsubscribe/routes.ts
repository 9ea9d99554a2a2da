import { headerParameter, PUBLIC } from "../../http/access.ts";
import { routes } from "../../http/routes.ts";
import { negotiate } from "../../i18n/negotiate.ts";
import { COMPLAINT_CODE_LIMITS, MAIL_LINK_LIMITS } from "../../identity/accounts/limits.ts";
import { Accepted } from "../../identity/accounts/schemas.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { ComplaintCode, ComplaintUndone, UnsubscribeChange, UnsubscribeQuery, UnsubscribeState } from "./schemas.ts";
import { sendComplaintCode, undoComplaint } from "./undo-complaint.ts";
import { previewUnsubscribe, unsubscribe } from "./unsubscribe.ts";

const notifierGroup = routes({ tag: "Guest", access: PUBLIC, limits: MAIL_LINK_LIMITS });
export const notifierRoutes = notifierGroup.app;

notifierGroup.get("/unsubscribe", {
  name: "previewUnsubscribe",
  summary: forDocs("Preview an unsubscribe link"),
  description: forDocs(
    "Returns the masked address of the link and what it is unsubscribed from, and changes nothing. A client that does not accept JSON gets a page with buttons.",
  ),
  query: UnsubscribeQuery,
  ignoresUnknownParameters: true,
  response: [200, UnsubscribeState, forDocs("The address and what it is unsubscribed from")],
  hasPage: true,
  errors: ["invalid_token"],
  run: (ctx, _, { query }) => previewUnsubscribe(ctx, query.token),
});

notifierGroup.post("/unsubscribe", {
  name: "unsubscribe",
  summary: forDocs("Unsubscribe an address"),
  description: forDocs(
    "Stops everything that one host sends to the address, or as `scope` says. This is the one-click target of the `List-Unsubscribe` header (RFC 8058), and the body is ignored. The confirmation of an RSVP that the guest sends, and what a person requests, such as codes, edit links and password resets, is still sent. Repeating the request changes nothing. GET does not unsubscribe, so that link scanners cannot. A browser gets a page.",
  ),
  query: UnsubscribeChange,
  ignoresUnknownParameters: true,
  response: [200, UnsubscribeState, forDocs("State of the address")],
  hasPage: true,
  errors: ["invalid_token"],
  run: (ctx, _, { query }) => unsubscribe(ctx, query.token, query.scope),
});

notifierGroup.post("/unsubscribe/code", {
  name: "sendComplaintCode",
  summary: forDocs("Send a code to undo a spam report"),
  description: forDocs(
    "Emails six digits to the address of the link if `is_complained` is true, in the language of `Accept-Language`. The code works for 30 minutes, and a new code replaces the previous one. An address gets three per day. The response is the same if no code is sent.",
  ),
  query: UnsubscribeQuery,
  limits: COMPLAINT_CODE_LIMITS,
  headers: [headerParameter("Accept-Language", forDocs("Language of the email"))],
  response: [202, Accepted, forDocs("A code will be sent if emails to the address were reported as spam")],
  errors: ["invalid_token"],
  run: async (ctx, _, { query }, c) => {
    await sendComplaintCode(ctx, query.token, negotiate({ accepted: c.req.header("accept-language") }));
    return { status: "accepted" as const };
  },
});

notifierGroup.post("/unsubscribe/code/verify", {
  name: "undoComplaint",
  summary: forDocs("Undo a spam report with a code"),
  description: forDocs(
    "Lets hosts email the address again, except the host whose email was reported as spam. Five wrong codes end the code. The link alone never undoes a spam report.",
  ),
  query: UnsubscribeQuery,
  body: ComplaintCode,
  response: [200, ComplaintUndone, forDocs("State of the address")],
  errors: ["invalid_token", "wrong_code", "challenge_failed", "challenge_missing", "code_used", "code_expired"],
  run: (ctx, _, { query, body }) => undoComplaint(ctx, query.token, body.code),
});
