import * as z from "zod";
import { typedDigits } from "../../http/fields.ts";
import { forDocs } from "../../kernel/for-docs.ts";
import { CHALLENGE_CHANNELS } from "../refuse.ts";

export const SendChallenge = z
  .strictObject({
    channel: z.enum(CHALLENGE_CHANNELS).meta(forDocs({ description: "One of the `channels` of the error" })),
  })
  .openapi("SendChallenge");

export const ChallengeSent = z
  .object({
    channel: z.enum(CHALLENGE_CHANNELS),
    sent_to: z.string().meta(forDocs({ description: "Masked address or number" })),
    expires_in: z.int().meta(forDocs({ description: "Seconds until the code expires" })),
  })
  .openapi("ChallengeSent");

export const VerifyChallenge = z
  .strictObject({
    code: typedDigits,
  })
  .openapi("VerifyChallenge");

export const ChallengePassed = z
  .object({
    proved: z
      .literal(true)
      .meta(forDocs({ description: "The device is verified: it can view the invitation and change the RSVP" })),
  })
  .openapi("ChallengePassed");

export const HostAsked = z.object({ asked: z.literal(true) }).openapi("HostAsked");
