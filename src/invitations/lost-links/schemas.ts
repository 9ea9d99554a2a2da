import * as z from "zod";
import { email } from "../../http/fields.ts";

export const LostLink = z
  .strictObject({ email: email.meta({ description: "Address to which the invitations were emailed" }) })
  .openapi("LostLink");
