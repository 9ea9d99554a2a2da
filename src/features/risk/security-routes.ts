import { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { perUser } from "../accounts/user-limit.ts";
import { eventCallerOf, role } from "../members/role-guard.ts";
import { EventPath } from "../members/schemas.ts";
import { addToAllowlist } from "./add-to-allowlist.ts";
import { changeThresholds } from "./change-thresholds.ts";
import { presentEntry, presentPreview, presentThresholds } from "./present.ts";
import { readAllowlist } from "./read-allowlist.ts";
import { previewThresholds, readThresholds } from "./read-thresholds.ts";
import { removeFromAllowlist } from "./remove-from-allowlist.ts";
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

/** How strict an event is, and whom it trusts. */
export const securityRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

securityRoutes.openapi(
  endpoint({
    name: "readThresholds",
    tag,
    method: "get",
    path: "/events/{eventId}/security/thresholds",
    summary: "How strict the event is",
    access: role("viewer"),
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
    summary: "Set how strict the event is",
    description:
      "Counts from the next access on. Accesses that were decided before keep their bands: the log tells what happened. Thresholds rise, or they are refused with `invalid_threshold_order`.",
    access: role("editor"),
    limits,
    params: EventPath,
    body: ChangeThresholds,
    answers: { 200: json(EventThresholds, "The thresholds as they are now") },
    refusals: [409],
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
    summary: "What other thresholds would make of the accesses that there are",
    description:
      "Both counts take every access and attempt of the event's log by its score, whatever band it was given at the time. Automated fetches and accesses from the allowlist are among them, in `low`: they score 0, so no thresholds move them.",
    access: role("viewer"),
    limits,
    params: EventPath,
    query: PreviewQuery,
    answers: { 200: json(Preview, "Accesses in each band, under the proposed and the present thresholds") },
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
    summary: "The networks that the event trusts, newest first",
    access: role("viewer"),
    limits,
    params: EventPath,
    answers: { 200: json(z.object({ items: z.array(AllowlistEntry) }), "All of them: there are never more than 200") },
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
      "Accesses from it are let in without being scored. One address becomes a network of its own (/32, /128), and IPv4 written as IPv6 becomes IPv4. An address with bits beyond its prefix is refused with `invalid_cidr`, and told which network it lies in; a network that is trusted already with `duplicate_allowlist_entry`; the 201st with `allowlist_full`.",
    access: role("editor"),
    limits,
    params: EventPath,
    body: AddToAllowlist,
    idempotent: true,
    answers: { 201: json(AllowlistEntry, "The new entry") },
    refusals: [409],
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
    access: role("editor"),
    limits,
    params: EventPath,
    query: AllowlistQuery,
    answers: { 204: { description: "It is scored like any other from the next access on" } },
  }),
  async (c) => {
    await removeFromAllowlist(c.var.ctx, eventCallerOf(c), c.req.valid("query").ip_cidr);
    return c.body(null, 204);
  },
);
