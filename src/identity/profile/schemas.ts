import * as z from "zod";
import { TIERS } from "../../db/schema/billing.ts";
import { email, flag, uuid, wireMoment } from "../../http/fields.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { accountLocale, accountName, newPassword } from "../accounts/schemas.ts";

export const AcceptTerms = z.strictObject({}).openapi("AcceptTerms");

export const User = z
  .object({
    id: uuid,
    email: z.string(),
    name: z
      .string()
      .meta(
        forDocs({ description: "Empty after a password reset that verified the address, until you choose a name" }),
      ),
    locale: z.string().meta(forDocs({ description: "Language of emails to you, BCP 47" })),
    email_verified: z.boolean(),
    email_bounced: flag(
      forDocs(
        "Whether the last email about your account bounced, or the recipient's server rejected it. Usher still sends them: check the address",
      ),
    ),
    tier: z.enum(TIERS),
    terms_accepted_at: wireMoment.nullable(),
    privacy_policy_accepted_at: wireMoment.nullable(),
    created_at: wireMoment,
  })
  .openapi("User");

export const ChangeUser = z
  .strictObject({ name: accountName.optional(), locale: accountLocale.optional() })
  .openapi("ChangeUser", forDocs({ description: "Send at least one field." }));

export type UserChanges = z.output<typeof ChangeUser>;

/** The password of the account, so that a session alone changes nothing. */
const typedPassword = z.string().meta(forDocs({ description: "Your current password" }));

export const ChangePassword = z
  .strictObject({ current: typedPassword, password: newPassword })
  .openapi("ChangePassword");

export const ChangeEmail = z.strictObject({ email, password: typedPassword }).openapi("ChangeEmail");

export const PublicIp = z
  .object({
    ip: z
      .string()
      .nullable()
      .openapi(forDocs({ description: "Null if the platform does not report it" })),
  })
  .openapi("PublicIp");
