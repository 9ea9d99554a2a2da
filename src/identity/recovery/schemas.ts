import * as z from "zod";
import { MAX_PASSWORD_LENGTH } from "../accounts/password-rules.ts";
import { newPassword, token } from "../accounts/schemas.ts";

export const VerifyEmail = z
  .strictObject({
    token,
    password: z.string().optional().openapi({
      maxLength: MAX_PASSWORD_LENGTH,
      description:
        "The password of the sign-up. Another one replaces it, and ends everything that was made before. Without it, the password of the sign-up stays.",
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
      .meta({ description: "True: also ends the door devices of events that begin within 48 hours. Default: false." }),
  })
  .openapi("ResetPassword");

export const UndoEmailChange = z.strictObject({ token }).openapi("UndoEmailChange");
