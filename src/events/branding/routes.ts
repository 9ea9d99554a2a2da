import { routes } from "../../http/routes.ts";
import { perUser } from "../../identity/accounts/limits.ts";
import { role } from "../../identity/accounts/role-guard.ts";
import { FONTS } from "../../kernel/fonts.ts";
import { changeBranding } from "./change-branding.ts";
import { presentBranding, readBranding } from "./read-branding.ts";

import { Branding, BrandingWithFonts, ChangeBranding } from "./schemas.ts";

const path = "/events/{eventId}/branding";

const brandingGroup = routes({ tag: "Branding", access: role("viewer", "events:read"), limits: [perUser("events")] });

export const brandingRoutes = brandingGroup.app;

brandingGroup.get(path, {
  name: "readBranding",
  summary: "Get an event's branding and the allowed fonts",
  description: "A null field renders with the default.",
  response: [200, BrandingWithFonts, "The branding"],
  isPresented: true,
  run: async (ctx, caller) => {
    const branding = presentBranding(await readBranding(ctx, caller));
    return { ...branding, allowed_fonts: FONTS };
  },
});

brandingGroup.put(path, {
  name: "changeBranding",
  summary: "Change an event's branding",
  description:
    'An absent or null field keeps its value; `""` clears it. Colours are `#rgb` or `#rrggbb` and are returned as lower-case `#rrggbb`. Images are urls returned by `POST /uploads/image`. The tier of the event\'s host must include branding (402) unless the change only clears or sets the theme, and the feature can be switched off (403 `feature_disabled`).',
  access: role("editor", "events:write"),
  body: ChangeBranding,
  response: [200, Branding, "The new branding"],
  isPresented: true,
  errors: ["feature_disabled", "feature_not_in_tier", "branding_changed"],
  run: async (ctx, caller, { body }) => presentBranding(await changeBranding(ctx, caller, body)),
});
