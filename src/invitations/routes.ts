import { endpoint, json } from "../http/endpoint.ts";
import { routes } from "../http/routes.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { eventCallerOf, role } from "../identity/accounts/role-guard.ts";
import type { ErrorCode } from "../kernel/error-codes.ts";
import { EventPath } from "../platform/authorization/schemas.ts";
import { issueToken } from "./issue-token.ts";
import { issueTokens } from "./issue-tokens.ts";
import { presentToken, presentTokens } from "./present.ts";
import { rotateToken } from "./rotate-token.ts";
import { AccessToken, IssuedTokens, IssueToken, IssueTokens, RotateToken } from "./schemas.ts";

const tag = "Invitations";
const limits = [perUser("tokens")];
const mailRefusals: ErrorCode[] = ["links_changed", "email_unverified", "sending_paused", "sending_limit"];

const invitationGroup = routes({
  tag,
  access: role("editor", "invitations:send"),
  limits,
});
export const invitationRoutes = invitationGroup.app;

invitationRoutes.openapi(
  endpoint({
    name: "issueToken",
    tag,
    method: "post",
    path: "/events/{eventId}/tokens",
    summary: "Issue a guest's personal link",
    description:
      "A guest has one valid link: a second request answers the same one (200), with its first `utm_source`. With `notify` each request mails the link to a guest who has an address, at most once an hour and five times a day, whatever asks for it: `notified` says whether, and `reason` why not.",
    access: role("editor", "invitations:send"),
    limits,
    params: EventPath,
    body: IssueToken,
    idempotent: true,
    answers: {
      200: json(AccessToken, "The existing link"),
      201: json(AccessToken, "A new link"),
    },
    refusals: mailRefusals,
  }),
  async (c) => {
    const caller = eventCallerOf(c);
    const issued = await issueToken(c.var.ctx, caller, c.req.valid("json"));
    const body = await presentToken(c.var.ctx, caller, issued);
    return issued.isNew ? c.json(body, 201) : c.json(body, 200);
  },
);

invitationGroup.post("/events/{eventId}/tokens/rotate", {
  name: "rotateToken",
  summary: "Replace a guest's link",
  description:
    "The old link answers 404 at once. The new one keeps the `utm_source`, and with `notify` a guest who has an address is mailed it, within the limits of issuing a link. A mail with the old link that has not left yet takes the new one.",
  body: RotateToken,
  idempotent: true,
  response: [201, AccessToken, "The new link"],
  isPresented: true,
  errors: mailRefusals,
  run: async (ctx, caller, { body }) => {
    const rotated = await rotateToken(ctx, caller, body);
    return await presentToken(ctx, caller, rotated);
  },
});

invitationGroup.post("/events/{eventId}/guests/invitations/bulk", {
  name: "issueTokens",
  summary: "Issue the personal links of many guests",
  description:
    "For all guests of the event, or those in `guest_ids`; at most 5,000. A guest who has a link keeps it; the response has the links of all, so that guests without an address can get theirs in another way. With `notify` guests are mailed their link if it was never mailed before: a second request mails nobody twice. An unknown id in `guest_ids` is a 404, and nothing is done.",
  body: IssueTokens,
  idempotent: true,
  response: [201, IssuedTokens, "The links, in the order in which the guests were added"],
  isPresented: true,
  errors: ["not_found", ...mailRefusals],
  run: async (ctx, caller, { body }) => {
    const { issued, links } = await issueTokens(ctx, caller, body);
    return presentTokens(caller, issued, links);
  },
});
