import * as z from "zod";
import { expectedVersion, moment, wireMoment } from "../../http/fields.ts";
import { camelKeys } from "../../kernel/case.ts";
import { normalHex } from "../../kernel/colors.ts";
import { definedOnly } from "../../kernel/defined-only.ts";
import { FONTS } from "../../kernel/fonts.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { THEME_NAMES } from "../../kernel/themes.ts";
import { IMAGE_ADDRESS } from "../images/upload-path.ts";

const fields = {
  primary_color: z
    .string()
    .nullable()
    .meta(forDocs({ example: "#4338ca" })),
  font: z.string().nullable(),
  logo_url: z
    .string()
    .nullable()
    .meta(forDocs({ example: "/uploads/00112233445566778899aabbccddeeff.png" })),
  cover_url: z.string().nullable(),
  theme: z.enum(THEME_NAMES).meta(
    forDocs({
      description: "Colours and fonts of the invitation, and colours of emails. `primary_color` and `font` override it",
    }),
  ),
};

/** The branding of an event; null renders with the default. */
export const Branding = z
  .object({
    ...fields,
    updated_at: wireMoment.nullable().meta(forDocs({ description: "Time of the last change; null: only defaults" })),
  })
  .openapi("Branding");

export const BrandingWithFonts = Branding.extend({
  allowed_fonts: z.array(z.string()).meta(forDocs({ description: "Allowed values of `font`" })),
}).openapi("BrandingWithFonts");

/** A new value, or `""` to clear the stored one; null or absent keeps it. */
function optionalChange<T extends z.ZodType<string>>(value: T) {
  return z.union([z.literal(""), value]).nullish();
}

const color = z
  .string()
  .transform((text, context) => {
    const hex = normalHex(text);
    if (hex !== null) return hex;
    context.addIssue({ code: "custom", message: "must be a hex colour, #rgb or #rrggbb" });
    return z.NEVER;
  })
  .openapi({ type: "string", pattern: "^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$" });
const font = z.enum(FONTS);
/** Characters; also of a long host name. */
const MAX_IMAGE_ADDRESS = 400;

const image = z
  .string()
  .max(MAX_IMAGE_ADDRESS)
  .regex(IMAGE_ADDRESS, "must be the URL of an uploaded image, /uploads/…")
  .meta(forDocs({ description: "Path of an uploaded image, or its URL at this service. Stored as the path" }));

export const ChangeBranding = z
  .strictObject({
    primary_color: optionalChange(color),
    font: optionalChange(font),
    logo_url: optionalChange(image),
    cover_url: optionalChange(image),
    theme: z
      .enum(THEME_NAMES)
      .nullish()
      .meta(forDocs({ description: "Theme of the invitation, on every tier" })),
    expected_updated_at: expectedVersion(moment.nullable().optional(), forDocs("branding_changed")),
  })
  .openapi("ChangeBranding")
  .transform((wire) => definedOnly(camelKeys(wire)));

export type BrandingInput = z.output<typeof ChangeBranding>;
