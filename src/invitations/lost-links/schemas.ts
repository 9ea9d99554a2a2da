import * as z from "zod";
import { email } from "../../http/fields.ts";

export const LostLink = z
  .strictObject({ email: email.meta({ description: "The address to which the invitations were mailed" }) })
  .openapi("LostLink");
