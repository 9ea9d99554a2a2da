import { PUBLIC } from "../../http/access.ts";
import { routes } from "../../http/routes.ts";
import { Accepted } from "../../identity/accounts/schemas.ts";
import { requestLostLinks } from "./mail-lost-links.ts";
import { LOST_LINK_LIMITS, LostLink } from "./schemas.ts";

const lostLinkGroup = routes({ tag: "Guest", access: PUBLIC, limits: LOST_LINK_LIMITS });
export const lostLinkRoutes = lostLinkGroup.app;

lostLinkGroup.post("/lost-link", {
  name: "requestLostLinks",
  summary: "Have the links of your open invitations mailed again",
  description:
    "One mail to this address lists its invitations of all hosts: of events that are not over, not cancelled, and have `lost_links`. Only invitations that were mailed to this address before, from hosts whose emails the address accepts, and within those hosts' budgets. Who gets nothing asks the host for the link. The response and its time are the same for every address, so that nobody learns who is invited. 3 an hour for an address, 10 for a network.",
  body: LostLink,
  response: [202, Accepted, "If the address has open invitations, a mail will be sent."],
  run: async (ctx, _, { body }) => {
    await requestLostLinks(ctx, body.email);
    return { status: "accepted" as const };
  },
});
