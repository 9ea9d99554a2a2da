import { routes } from "../../http/routes.ts";
import { perUser } from "../../identity/accounts/limits.ts";
import { role } from "../../identity/accounts/role-guard.ts";
import { FONTS } from "../../kernel/fonts.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { changeBranding } from "./change-branding.ts";
import { presentBranding, readBranding } from "./read-branding.ts";
import { Branding, BrandingWithFonts, ChangeBranding } from "./schemas.ts";

const path = "/events/{eventId}/branding";

const brandingGroup = routes({ tag: "Branding", access: role("viewer", "events:read"), limits: [perUser("events")] });

export const brandingRoutes = brandingGroup.app;

brandingGroup.get(path, {
  name: "readBranding",
  summary: forDocs("Get branding"),
  description: forDocs("Returns the event's branding and the allowed fonts. A null field uses the default."),
  response: [200, BrandingWithFonts, forDocs("The branding")],
  isPresented: true,
  run: async (ctx, caller) => {
    const branding = presentBranding(await readBranding(ctx, caller));
    return { ...branding, allowed_fonts: FONTS };
  },
});

brandingGroup.put(path, {
  name: "changeBranding",
  summary: forDocs("Update branding"),
  description: forDocs(
    'Updates the fields you send. An absent or null field is unchanged; `""` clears it. Colours are `#rgb` or `#rrggbb`, returned as lower-case `#rrggbb`. Images are URLs returned by `POST /uploads/image`. Requires a tier with branding (402), except to clear fields or set the theme. With `expected_updated_at`, branding that changed since returns 409 `branding_changed` with the current `branding`. Returns 403 `feature_disabled` if the operator has switched branding off.',
  ),
  access: role("editor", "events:write"),
  body: ChangeBranding,
  response: [200, Branding, forDocs("The new branding")],
  isPresented: true,
  errors: ["feature_disabled", "feature_not_in_tier", "branding_changed"],
  run: async (ctx, caller, { body }) => presentBranding(await changeBranding(ctx, caller, body)),
});
