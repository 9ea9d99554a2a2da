import type * as z from "zod";
import { themeNamed } from "../../kernel/themes.ts";
import type { BrandingState } from "./queries.ts";
import type { Branding } from "./schemas.ts";

/** The wire form of branding, also used in audit records. */
export function presentBranding(state: BrandingState): z.output<typeof Branding> {
  return {
    primary_color: state.primaryColor,
    font: state.font,
    logo_url: state.logoUrl,
    cover_url: state.coverUrl,
    theme: themeNamed(state.theme),
  };
}
