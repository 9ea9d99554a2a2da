import * as z from "zod";
import { uuid } from "../../http/fields.ts";
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

const Credential = z
  .object({
    kind: z.enum(["session", "api_key", "webhook_endpoint", "door_device"]),
    id: uuid,
    name: z.string().nullable().meta({
      description: "A session's device, a key's or a device's name, an endpoint's host. Null for an unknown device.",
    }),
    event_id: uuid.nullable().meta({ description: "The event of a door device." }),
  })
  .openapi("ResetCredential");

export const PasswordReset = z
  .object({
    ended: z.array(Credential).meta({ description: "What could act for the account, and cannot any more." }),
    kept: z.array(Credential).meta({ description: "Door devices of events that begin within 48 hours." }),
  })
  .openapi("PasswordReset");

export const UndoEmailChange = z.strictObject({ token }).openapi("UndoEmailChange");
