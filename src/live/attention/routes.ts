import * as z from "zod";
import { routes } from "../../http/routes.ts";
import { perUser } from "../../identity/accounts/limits.ts";
import { role } from "../../identity/accounts/role-guard.ts";
import { session } from "../../identity/accounts/session.ts";
import { readAllAttention, readAttention } from "./read-attention.ts";
import { Attention } from "./schemas.ts";

const attentionGroup = routes({ tag: "Events", access: session("events:read"), limits: [perUser("events")] });
export const attentionRoutes = attentionGroup.app;

attentionGroup.get("/events/attention", {
  name: "listAttention",
  summary: "List what needs you, by event",
  description:
    "Of the events to come on which you have a role. Left out are events of which nothing needs you, and those that require a second factor that you do not have.",
  response: [200, z.object({ items: z.array(Attention) }).openapi("AttentionList"), "The counts, by event."],
  run: async (ctx, caller) => ({ items: await readAllAttention(ctx, caller) }),
});

attentionGroup.get("/events/{eventId}/attention", {
  name: "readAttention",
  summary: "Read what of an event needs you",
  access: role("viewer", "events:read"),
  response: [200, Attention, "The counts."],
  run: readAttention,
});
