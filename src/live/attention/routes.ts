import * as z from "zod";
import { routes } from "../../http/routes.ts";
import { perUser } from "../../identity/accounts/limits.ts";
import { role } from "../../identity/accounts/role-guard.ts";
import { session } from "../../identity/accounts/session.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { readAllAttention, readAttention } from "./read-attention.ts";
import { Attention } from "./schemas.ts";

const attentionGroup = routes({ tag: "Events", access: session("events:read"), limits: [perUser("events")] });
export const attentionRoutes = attentionGroup.app;

attentionGroup.get("/events/attention", {
  name: "listAttention",
  summary: forDocs("List events that need attention"),
  description: forDocs(
    "Returns counts of open items for each scheduled event that has not ended and on which you have a role. Events with nothing to do are omitted, and events that require a second factor that you do not have.",
  ),
  response: [
    200,
    z.object({ items: z.array(Attention) }).openapi("AttentionList"),
    forDocs("The counts of each event"),
  ],
  run: async (ctx, caller) => ({ items: await readAllAttention(ctx, caller) }),
});

attentionGroup.get("/events/{eventId}/attention", {
  name: "readAttention",
  summary: forDocs("Get what needs attention on an event"),
  description: forDocs(
    "Returns counts of the event's open items: undelivered and unopened invitations, blocked accesses, devices to verify, and seats.",
  ),
  access: role("viewer", "events:read"),
  response: [200, Attention, forDocs("The counts")],
  run: readAttention,
});
