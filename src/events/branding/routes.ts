import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { eventCallerOf, role } from "../../identity/accounts/role-guard.ts";
import { perUser } from "../../identity/accounts/user-limit.ts";
import { FONTS } from "../../kernel/fonts.ts";
import { EventPath } from "../../platform/authorization/schemas.ts";
import { changeBranding } from "./change-branding.ts";
import { presentBranding } from "./present.ts";
import { readBranding } from "./read-branding.ts";
import { Branding, BrandingWithFonts, ChangeBranding } from "./schemas.ts";

const tag = "Branding";
const path = "/events/{eventId}/branding";
const limits = [perUser("events")];

export const brandingRoutes = new OpenAPIHono<AppEnv>({ defaultHook: refuseInvalid });

brandingRoutes.openapi(
  endpoint({
    name: "readBranding",
    tag,
    method: "get",
    path,
    summary: "Get an event's branding and the allowed fonts",
    description: "A null field renders with the default.",
    access: role("viewer", "events:read"),
    limits,
    params: EventPath,
    answers: { 200: json(BrandingWithFonts, "The branding") },
  }),
  async (c) => {
    const branding = presentBranding(await readBranding(c.var.ctx, eventCallerOf(c)));
    return c.json({ ...branding, allowed_fonts: FONTS }, 200);
  },
);

brandingRoutes.openapi(
  endpoint({
    name: "changeBranding",
    tag,
    method: "put",
    path,
    summary: "Change an event's branding",
    description:
      'An absent or null field keeps its value; `""` clears it. Colours are `#rgb` or `#rrggbb` and are returned as lower-case `#rrggbb`. Images are urls returned by `POST /uploads/image`. The tier of the event\'s host must include branding (402) unless the change only clears or sets the theme, and the feature can be switched off (403 `feature_disabled`).',
    access: role("editor", "events:write"),
    limits,
    params: EventPath,
    body: ChangeBranding,
    answers: { 200: json(Branding, "The new branding") },
    refusals: ["feature_disabled", "feature_not_in_tier", "branding_changed"],
  }),
  async (c) => {
    const branding = await changeBranding(c.var.ctx, eventCallerOf(c), c.req.valid("json"));
    return c.json(presentBranding(branding), 200);
  },
);
