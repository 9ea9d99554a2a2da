import { PUBLIC } from "../../http/access.ts";
import { routes } from "../../http/routes.ts";
import { MAIL_LINK_LIMITS } from "../../identity/accounts/limits.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { UnsubscribeChange, UnsubscribeQuery, UnsubscribeState } from "./schemas.ts";
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
