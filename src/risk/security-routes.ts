import * as z from "zod";
import { routes } from "../http/routes.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { role } from "../identity/accounts/role-guard.ts";
import { addToAllowlist, readAllowlist, removeFromAllowlist } from "./allowlist.ts";
import { changeThresholds } from "./change-thresholds.ts";
import { entryOf, presentPreview, presentThresholds } from "./present.ts";
import { previewThresholds, readThresholds } from "./read-thresholds.ts";
import {
  AddToAllowlist,
  AllowlistEntry,
  AllowlistQuery,
  ChangeThresholds,
  EventThresholds,
  Preview,
  PreviewQuery,
} from "./schemas.ts";

/** Thresholds and allowlist of an event. */
const securityGroup = routes({ tag: "Risk", access: role("viewer", "events:read"), limits: [perUser("events")] });
export const securityRoutes = securityGroup.app;

securityGroup.get("/events/{eventId}/security/thresholds", {
  name: "readThresholds",
  summary: "Read the event's risk thresholds",
  response: [200, EventThresholds, "The event's thresholds, and the defaults"],
  run: async (ctx, caller) => presentThresholds(await readThresholds(ctx, caller)),
});

securityGroup.put("/events/{eventId}/security/thresholds", {
  name: "changeThresholds",
  summary: "Set the event's risk thresholds",
  description:
    "Applies from the next access on; earlier accesses keep their bands. Thresholds have to rise, else the answer is `invalid_threshold_order`.",
  access: role("editor", "events:write"),
  body: ChangeThresholds,
  response: [200, EventThresholds, "The new thresholds"],
  errors: ["invalid_threshold_order", "thresholds_changed"],
  run: async (ctx, caller, { body }) => presentThresholds(await changeThresholds(ctx, caller, body)),
});

securityGroup.get("/events/{eventId}/security/thresholds/preview", {
  name: "previewThresholds",
  summary: "Preview thresholds on the event's past accesses",
  description:
    "Both counts group all accesses of the event by score, whatever band they got at the time. Automated fetches and accesses from the allowlist score 0 and are always in `low`.",
  query: PreviewQuery,
  response: [200, Preview, "Accesses in each band, under the proposed and the current thresholds"],
  errors: ["invalid_threshold_order"],
  run: async (ctx, caller, { query }) => presentPreview(await previewThresholds(ctx, caller, query)),
});

securityGroup.get("/events/{eventId}/security/allowlist", {
  name: "readAllowlist",
  summary: "List the event's trusted networks, newest first",
  response: [200, z.object({ items: z.array(AllowlistEntry) }), "All of them: at most 200"],
  run: async (ctx, caller) => ({ items: (await readAllowlist(ctx, caller)).map(entryOf) }),
});

securityGroup.post("/events/{eventId}/security/allowlist", {
  name: "addToAllowlist",
  summary: "Trust a network",
  description:
    "Accesses from it are let in without being scored. A single address becomes a network (/32, /128), and IPv4-mapped IPv6 becomes IPv4. An address with bits set beyond its prefix is refused with `invalid_cidr`, which names its network; a network that is trusted already with `duplicate_allowlist_entry`; the 201st with `allowlist_full`. A very large network, such as `0.0.0.0/0`, is taken with a `warning`: it switches scoring off.",
  access: role("editor", "events:write"),
  body: AddToAllowlist,
  idempotent: true,
  response: [201, AllowlistEntry, "The new entry"],
  errors: ["invalid_cidr", "duplicate_allowlist_entry", "allowlist_full"],
  run: async (ctx, caller, { body }) => entryOf(await addToAllowlist(ctx, caller, body)),
});

securityGroup.delete("/events/{eventId}/security/allowlist", {
  name: "removeFromAllowlist",
  summary: "Stop trusting a network",
  access: role("editor", "events:write"),
  query: AllowlistQuery,
  response: [204, null, "Accesses from the network are scored from the next one on"],
  errors: ["invalid_cidr"],
  run: (ctx, caller, { query }) => removeFromAllowlist(ctx, caller, query.ip_cidr),
});
