import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "../../http/app-env.ts";
import { endpoint, json } from "../../http/endpoint.ts";
import { refuseInvalid } from "../../http/validate.ts";
import { FONTS } from "../../kernel/fonts.ts";
import { perUser } from "../accounts/user-limit.ts";
import { eventCallerOf, role } from "../members/role-guard.ts";
import { EventPath } from "../members/schemas.ts";
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
    summary: "How an event looks, and the fonts to choose from",
    description: "What is null renders with the default.",
    access: role("viewer"),
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
    summary: "Change how an event looks",
    description:
      'A field that is absent or null stays as it is; `""` clears it. Colours are `#rgb` or `#rrggbb` and come back as lower-case `#rrggbb`. Images are urls that `POST /uploads/image` gave out. The tier of the event\'s host must include branding (402), and it can be switched off (403 `feature_disabled`).',
    access: role("editor"),
    limits,
    params: EventPath,
    body: ChangeBranding,
    answers: { 200: json(Branding, "The branding as it is now") },
    refusals: [402, 409],
  }),
  async (c) => {
    const branding = await changeBranding(c.var.ctx, eventCallerOf(c), c.req.valid("json"));
    return c.json(presentBranding(branding), 200);
  },
);
