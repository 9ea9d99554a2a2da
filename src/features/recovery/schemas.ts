import * as z from "zod";
import { newPassword, token } from "../accounts/schemas.ts";

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
