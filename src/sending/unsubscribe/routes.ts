import { PUBLIC } from "../../http/access.ts";
import { routes } from "../../http/routes.ts";
import { UnsubscribeChange, UnsubscribeQuery, UnsubscribeState } from "./schemas.ts";
import { previewUnsubscribe, unsubscribe } from "./unsubscribe.ts";

const notifierGroup = routes({ tag: "Guest", access: PUBLIC });
export const notifierRoutes = notifierGroup.app;

notifierGroup.get("/unsubscribe", {
  name: "previewUnsubscribe",
  summary: "What an unsubscribe link is about",
  description: "Changes nothing. A client that does not accept JSON gets a page with buttons that unsubscribe.",
  query: UnsubscribeQuery,
  ignoresUnknownParameters: true,
  response: [200, UnsubscribeState, "The address, masked, and what it does not get"],
  hasPage: true,
  errors: ["invalid_token"],
  run: (ctx, _, { query }) => previewUnsubscribe(ctx, query.token),
});

notifierGroup.post("/unsubscribe", {
  name: "unsubscribe",
  summary: "Unsubscribe an address from invitations, reminders and broadcasts",
  description:
    "The one-click target of the `List-Unsubscribe` header (RFC 8058), which ends the mails of one host; the body is not read. Mails that a person asks for, such as confirmations, edit links and password resets, are still sent. Idempotent. Only POST unsubscribes, so that link scanners do not. A browser gets a page.",
  query: UnsubscribeChange,
  ignoresUnknownParameters: true,
  response: [200, UnsubscribeState, "What the address does not get from now on"],
  hasPage: true,
  errors: ["invalid_token"],
  run: (ctx, _, { query }) => unsubscribe(ctx, query.token, query.scope),
});
