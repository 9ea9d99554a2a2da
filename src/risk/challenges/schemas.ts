import * as z from "zod";
import { CHALLENGE_CHANNELS } from "../refuse.ts";

export const SendChallenge = z
  .strictObject({ channel: z.enum(CHALLENGE_CHANNELS).meta({ description: "One of the refusal's `channels`" }) })
  .openapi("SendChallenge");

export const ChallengeSent = z
  .object({
    channel: z.enum(CHALLENGE_CHANNELS),
    sent_to: z.string().meta({ description: "The address or the number, masked" }),
    expires_in: z.int().meta({ description: "Seconds" }),
  })
  .openapi("ChallengeSent");

export const VerifyChallenge = z
  .strictObject({
    code: z.string().min(1).max(64).meta({
      description: "Six digits, as they were typed: spaces, dashes and digits of other scripts are understood",
      example: "123456",
    }),
  })
  .openapi("VerifyChallenge");

export const ChallengePassed = z
  .object({
    proved: z.literal(true).meta({ description: "This device may open the invitation and change the answer" }),
  })
  .openapi("ChallengePassed");

export const HostAsked = z.object({ asked: z.literal(true) }).openapi("HostAsked");
