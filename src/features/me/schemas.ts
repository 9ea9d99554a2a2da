import * as z from "zod";
import { uuid, wireMoment } from "../../http/fields.ts";
import { TIERS } from "../billing/limits.ts";

export const AcceptTerms = z.strictObject({}).openapi("AcceptTerms");

export const User = z
  .object({
    id: uuid,
    email: z.string(),
    name: z.string(),
    email_verified: z.boolean(),
    tier: z.enum(TIERS),
    terms_accepted_at: wireMoment.nullable(),
    privacy_policy_accepted_at: wireMoment.nullable(),
    created_at: wireMoment,
  })
  .openapi("User");

export const PublicIp = z
  .object({ ip: z.string().nullable().openapi({ description: "Null when the platform does not report it." }) })
  .openapi("PublicIp");
