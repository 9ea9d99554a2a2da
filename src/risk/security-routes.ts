import * as z from "zod";
import { routes } from "../http/routes.ts";
import { perUser } from "../identity/accounts/limits.ts";
import { role } from "../identity/accounts/role-guard.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { addToAllowlist, readAllowlist, removeFromAllowlist } from "./allowlist.ts";
import { changeThresholds } from "./change-thresholds.ts";
import { entryOf, presentPreview, withDefaults } from "./present.ts";
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
  summary: forDocs("Get risk thresholds"),
  description: forDocs("Returns the event's thresholds and the defaults."),
  response: [200, EventThresholds, forDocs("The thresholds")],
  run: async (ctx, caller) => withDefaults(await readThresholds(ctx, caller)),
});

securityGroup.put("/events/{eventId}/security/thresholds", {
  name: "changeThresholds",
  summary: forDocs("Update risk thresholds"),
  description: forDocs(
    "Replaces the event's thresholds for all later accesses; earlier accesses keep their bands. Thresholds must increase (400 `invalid_threshold_order`). With `expected_updated_at`, an event that changed since returns 409 `thresholds_changed` with the current `thresholds`.",
  ),
  access: role("editor", "events:write"),
  body: ChangeThresholds,
  response: [200, EventThresholds, forDocs("The new thresholds")],
  errors: ["invalid_threshold_order", "thresholds_changed"],
  run: async (ctx, caller, { body }) => withDefaults(await changeThresholds(ctx, caller, body)),
});

securityGroup.get("/events/{eventId}/security/thresholds/preview", {
  name: "previewThresholds",
  summary: forDocs("Preview risk thresholds"),
  description: forDocs(
    "Counts the event's past accesses per risk band under the proposed and the current thresholds, by score and regardless of the band at the time. Bots and accesses from the allowlist score 0 and are always in `low`.",
  ),
  query: PreviewQuery,
  response: [200, Preview, forDocs("The accesses in each band")],
  errors: ["invalid_threshold_order"],
  run: async (ctx, caller, { query }) => presentPreview(await previewThresholds(ctx, caller, query)),
});

securityGroup.get("/events/{eventId}/security/allowlist", {
  name: "readAllowlist",
  summary: forDocs("List trusted networks"),
  description: forDocs("Returns all networks that the event trusts, newest first, at most 200."),
  response: [200, z.object({ items: z.array(AllowlistEntry) }), forDocs("All trusted networks")],
  run: async (ctx, caller) => ({ items: (await readAllowlist(ctx, caller)).map(entryOf) }),
});

securityGroup.post("/events/{eventId}/security/allowlist", {
  name: "addToAllowlist",
  summary: forDocs("Trust a network"),
  description: forDocs(
    "Adds a network to the event's allowlist: accesses from it are no longer scored. An address becomes a network (/32, /128), and IPv4-mapped IPv6 becomes IPv4. An address with bits beyond its prefix returns 400 `invalid_cidr` with the network. A trusted network returns 409 `duplicate_allowlist_entry`, and the 201st 409 `allowlist_full`. A very large network, such as `0.0.0.0/0`, returns a `warning`, because it turns scoring off.",
  ),
  access: role("editor", "events:write"),
  body: AddToAllowlist,
  idempotent: true,
  response: [201, AllowlistEntry, forDocs("The new entry")],
  errors: ["invalid_cidr", "duplicate_allowlist_entry", "allowlist_full"],
  run: async (ctx, caller, { body }) => entryOf(await addToAllowlist(ctx, caller, body)),
});

securityGroup.delete("/events/{eventId}/security/allowlist", {
  name: "removeFromAllowlist",
  summary: forDocs("Stop trusting a network"),
  description: forDocs(
    "Removes a network from the allowlist: later accesses from it are scored. Returns 404 if it is not on the list.",
  ),
  access: role("editor", "events:write"),
  query: AllowlistQuery,
  response: [204, null, forDocs("The network is removed")],
  errors: ["invalid_cidr"],
  run: (ctx, caller, { query }) => removeFromAllowlist(ctx, caller, query.ip_cidr),
});
