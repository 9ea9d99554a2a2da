import * as z from "zod";
import { forDocs } from "../../kernel/for-docs.ts";
import { MAX_PASSWORD_LENGTH } from "../accounts/password-rules.ts";
import { newPassword, token } from "../accounts/schemas.ts";

export const VerifyEmail = z
  .strictObject({
    token,
    password: z
      .string()
      .optional()
      .openapi({
        maxLength: MAX_PASSWORD_LENGTH,
        description: forDocs(
          "Password of the account. If it differs from the sign-up's, it replaces it and revokes everything created before. Absent: the sign-up's password remains",
        ),
      }),
  })
  .openapi("VerifyEmail");

export const Verified = z.object({ email_verified: z.literal(true) }).openapi("Verified");

export const ResetPassword = z
  .strictObject({
    token,
    password: newPassword,
    end_door_devices: z
      .boolean()
      .optional()
      .meta(
        forDocs({
          description: "Whether to also revoke the door devices of events that begin within 48 hours. Default: `false`",
        }),
      ),
  })
  .openapi("ResetPassword");

export const UndoEmailChange = z.strictObject({ token }).openapi("UndoEmailChange");
