import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import type { AppEnv } from "../http/app-env.ts";
import { endpoint, json } from "../http/endpoint.ts";
import { refuseInvalid } from "../http/validate.ts";
import { eventCallerOf, role } from "../identity/accounts/role-guard.ts";
import { perUser } from "../identity/accounts/user-limit.ts";
import { EventPath } from "../platform/authorization/schemas.ts";
import { addToAllowlist, readAllowlist, removeFromAllowlist } from "./allowlist.ts";
import { changeThresholds } from "./change-thresholds.ts";
import { presentEntry, presentPreview, presentThresholds } from "./present.ts";
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

const tag = "Risk";
const limits = [perUser("events")];

/** Thresholds and allowlist of an event. */
export const securityRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

securityRoutes.openapi(
  endpoint({
    name: "readThresholds",
    tag,
    method: "get",
    path: "/events/{eventId}/security/thresholds",
    summary: "Read the event's risk thresholds",
    access: role("viewer", "events:read"),
    limits,
    params: EventPath,
    answers: { 200: json(EventThresholds, "The event's thresholds, and the defaults") },
  }),
  async (c) => c.json(presentThresholds(await readThresholds(c.var.ctx, eventCallerOf(c))), 200),
);

securityRoutes.openapi(
  endpoint({
    name: "changeThresholds",
    tag,
    method: "put",
    path: "/events/{eventId}/security/thresholds",
    summary: "Set the event's risk thresholds",
    description:
      "Applies from the next access on; earlier accesses keep their bands. Thresholds have to rise, else the answer is `invalid_threshold_order`.",
    access: role("editor", "events:write"),
    limits,
    params: EventPath,
    body: ChangeThresholds,
    answers: { 200: json(EventThresholds, "The new thresholds") },
    refusals: ["invalid_threshold_order", "thresholds_changed"],
  }),
  async (c) => {
    const thresholds = await changeThresholds(c.var.ctx, eventCallerOf(c), c.req.valid("json"));
    return c.json(presentThresholds(thresholds), 200);
  },
);

securityRoutes.openapi(
  endpoint({
    name: "previewThresholds",
    tag,
    method: "get",
    path: "/events/{eventId}/security/thresholds/preview",
    summary: "Preview thresholds on the event's past accesses",
    description:
      "Both counts group all accesses of the event by score, whatever band they got at the time. Automated fetches and accesses from the allowlist score 0 and are always in `low`.",
    access: role("viewer", "events:read"),
    limits,
    params: EventPath,
    query: PreviewQuery,
    answers: { 200: json(Preview, "Accesses in each band, under the proposed and the current thresholds") },
    refusals: ["invalid_threshold_order"],
  }),
  async (c) => {
    const preview = await previewThresholds(c.var.ctx, eventCallerOf(c), c.req.valid("query"));
    return c.json(presentPreview(preview), 200);
  },
);

securityRoutes.openapi(
  endpoint({
    name: "readAllowlist",
    tag,
    method: "get",
    path: "/events/{eventId}/security/allowlist",
    summary: "List the event's trusted networks, newest first",
    access: role("viewer", "events:read"),
    limits,
    params: EventPath,
    answers: { 200: json(z.object({ items: z.array(AllowlistEntry) }), "All of them: at most 200") },
  }),
  async (c) => {
    const rows = await readAllowlist(c.var.ctx, eventCallerOf(c));
    return c.json({ items: rows.map(presentEntry) }, 200);
  },
);

securityRoutes.openapi(
  endpoint({
    name: "addToAllowlist",
    tag,
    method: "post",
    path: "/events/{eventId}/security/allowlist",
    summary: "Trust a network",
    description:
      "Accesses from it are let in without being scored. A single address becomes a network (/32, /128), and IPv4-mapped IPv6 becomes IPv4. An address with bits set beyond its prefix is refused with `invalid_cidr`, which names its network; a network that is trusted already with `duplicate_allowlist_entry`; the 201st with `allowlist_full`. A very large network, such as `0.0.0.0/0`, is taken with a `warning`: it switches scoring off.",
    access: role("editor", "events:write"),
    limits,
    params: EventPath,
    body: AddToAllowlist,
    idempotent: true,
    answers: { 201: json(AllowlistEntry, "The new entry") },
    refusals: ["invalid_cidr", "duplicate_allowlist_entry", "allowlist_full"],
  }),
  async (c) => c.json(presentEntry(await addToAllowlist(c.var.ctx, eventCallerOf(c), c.req.valid("json"))), 201),
);

securityRoutes.openapi(
  endpoint({
    name: "removeFromAllowlist",
    tag,
    method: "delete",
    path: "/events/{eventId}/security/allowlist",
    summary: "Stop trusting a network",
    access: role("editor", "events:write"),
    limits,
    params: EventPath,
    query: AllowlistQuery,
    answers: { 204: { description: "Accesses from the network are scored from the next one on" } },
    refusals: ["invalid_cidr"],
  }),
  async (c) => {
    await removeFromAllowlist(c.var.ctx, eventCallerOf(c), c.req.valid("query").ip_cidr);
    return c.body(null, 204);
  },
);
