import { PUBLIC } from "../../http/access.ts";
import { routes } from "../../http/routes.ts";
import { Accepted } from "../../identity/accounts/schemas.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { requestLostLinks } from "./mail-lost-links.ts";
import { LOST_LINK_LIMITS, LostLink } from "./schemas.ts";

const lostLinkGroup = routes({ tag: "Guest", access: PUBLIC, limits: LOST_LINK_LIMITS });
export const lostLinkRoutes = lostLinkGroup.app;

lostLinkGroup.post("/lost-link", {
  name: "requestLostLinks",
  summary: forDocs("Request lost links"),
  description: forDocs(
    "Emails the address one list of its invitations of all hosts. It lists events that are not over, not cancelled and have `lost_links`. The invitation must have been emailed to this address before, the address must not have bounced or complained, and the host must have room for requests of unknown senders: a tenth of the sending budget in 24 hours. A guest who gets no email asks the host for the link. The response and its time are the same for every address, so that nobody learns who is invited. Limits: 3 per hour and 6 per day for an address, 10 per hour for a network.",
  ),
  body: LostLink,
  response: [202, Accepted, forDocs("An email will be sent if the address has open invitations")],
  run: async (ctx, _, { body }) => {
    await requestLostLinks(ctx, body.email);
    return { status: "accepted" as const };
  },
});
