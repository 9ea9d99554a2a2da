import * as z from "zod";
import { pageQuery, uuid, wireMoment } from "../../http/fields.ts";
import { BANDS } from "./bands.ts";

export const AccessLogQuery = z.object({
  risk: z.enum(BANDS).optional(),
  guest_id: uuid.optional(),
  automated: z
    .enum(["true", "false"])
    .transform((value) => value === "true")
    .optional(),
  ...pageQuery,
});

export const AccessLog = z
  .object({
    id: uuid,
    guest_id: uuid,
    token_id: uuid,
    at: wireMoment,
    kind: z.enum(["access", "rsvp", "edit"]),
    ip_address: z.string().nullable(),
    user_agent: z.string().nullable(),
    referrer: z.string().nullable(),
    fingerprint: z.record(z.string(), z.string()),
    score: z.int().nullable(),
    risk: z.enum(BANDS).nullable(),
    reasons: z.array(z.string()),
    evidence: z.record(z.string(), z.unknown()).nullable(),
    automated: z.boolean(),
    geo_country: z.string().nullable(),
    geo_city: z.string().nullable(),
    geo_lat: z.number().nullable(),
    geo_lon: z.number().nullable(),
    verdict: z.enum(["legitimate", "suspicious"]).nullable(),
  })
  .openapi("AccessLog");
