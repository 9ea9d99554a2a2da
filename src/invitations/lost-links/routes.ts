import { OpenAPIHono } from "@hono/zod-openapi";
import { PUBLIC } from "../../http/access.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { Accepted } from "../../identity/accounts/schemas.ts";
import { LOST_LINK_LIMITS } from "./limits.ts";
import { requestLostLinks } from "./request-lost-links.ts";
import { LostLink } from "./schemas.ts";

export const lostLinkRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

lostLinkRoutes.openapi(
  endpoint({
    name: "requestLostLinks",
    tag: "Guest",
    method: "post",
    path: "/lost-link",
    summary: "Have the links of your open invitations mailed again",
    description:
      "One mail to this address lists its invitations of all hosts: of events that are not over, not cancelled, and have `lost_links`. Only invitations that were mailed to this address before, from hosts whose emails the address accepts, and within those hosts' budgets. Who gets nothing asks the host for the link. The response and its time are the same for every address, so that nobody learns who is invited. 3 an hour for an address, 10 for a network.",
    access: PUBLIC,
    limits: LOST_LINK_LIMITS,
    body: LostLink,
    answers: { 202: json(Accepted, "If the address has open invitations, a mail will be sent.") },
  }),
  async (c) => {
    await requestLostLinks(c.var.ctx, c.req.valid("json").email);
    return c.json({ status: "accepted" as const }, 202);
  },
);
