import { endpoint, json } from "../http/endpoint.ts";
import { routes } from "../http/routes.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { eventCallerOf, role } from "../identity/accounts/role-guard.ts";
import type { ErrorCode } from "../kernel/error-codes.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { shownTo } from "../platform/authorization/api-key.ts";
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
    summary: forDocs("Issue a guest's link"),
    description: forDocs(
      "Returns the guest's personal link, and issues it if there is none. A guest has one valid link: later requests return it with 200 and its first `utm_source`. With `notify`, each request emails the link to a guest with an address. Over all operations, an address gets one such email per hour and five per day. `notified` returns whether, and `reason` why not. A guest without a link whom the door added above the guest limit of the host's tier gets none while the list is above the limit (402 `tier_limit`).",
    ),
    access: role("editor", "invitations:send"),
    limits,
    params: EventPath,
    body: IssueToken,
    idempotent: true,
    responses: {
      200: json(AccessToken, forDocs("The existing link")),
      201: json(AccessToken, forDocs("The new link")),
    },
    errors: ["tier_limit", ...mailRefusals],
  }),
  async (c) => {
    const caller = eventCallerOf(c);
    const issued = await issueToken(c.var.ctx, caller, c.req.valid("json"));
    const body = shownTo(caller.session, AccessToken, await presentToken(c.var.ctx, issued));
    return issued.isNew ? c.json(body, 201) : c.json(body, 200);
  },
);

invitationGroup.post("/events/{eventId}/tokens/rotate", {
  name: "rotateToken",
  summary: forDocs("Rotate a guest's link"),
  description: forDocs(
    "Replaces the guest's link: the previous link returns 404 immediately, and the new link has its `utm_source`. With `notify`, emails the new link within the limits of `POST /events/{eventId}/tokens`. An email that has not been sent yet will contain the new link. A guest without a link gets a first one, or 402 `tier_limit` as from that operation.",
  ),
  body: RotateToken,
  idempotent: true,
  response: [201, AccessToken, forDocs("The new link")],
  isPresented: true,
  errors: ["tier_limit", ...mailRefusals],
  run: async (ctx, caller, { body }) => {
    const rotated = await rotateToken(ctx, caller, body);
    return await presentToken(ctx, rotated);
  },
});

invitationGroup.post("/events/{eventId}/guests/invitations/bulk", {
  name: "issueTokens",
  summary: forDocs("Issue the links of many guests"),
  description: forDocs(
    "Returns the links of all guests, or of those in `guest_ids`, at most 5,000, and issues missing ones. You can use them to reach guests without an email address. With `notify`, emails guests whose link was never emailed, so that a second request emails no guest twice. An email that was dropped before it was sent counts as never emailed. Guests without a link whom the door added above the guest limit of the host's tier get none while the list is above the limit: `over_tier` lists them. An unknown ID in `guest_ids` returns 404, and nothing is done.",
  ),
  body: IssueTokens,
  idempotent: true,
  response: [201, IssuedTokens, forDocs("The links, in the order in which the guests were added")],
  isPresented: true,
  errors: ["not_found", ...mailRefusals],
  run: async (ctx, caller, { body }) => presentTokens(await issueTokens(ctx, caller, body)),
});
