import * as z from "zod";

export const UnsubscribeQuery = z.object({ token: z.string().min(1).max(2_000) });

/** The masked address of an unsubscribe link. */
export const UnsubscribePreview = z
  .object({ address: z.string().meta({ examples: ["a•••@e•••.com"] }) })
  .openapi("UnsubscribePreview");

export const Unsubscribed = z.object({ status: z.literal("unsubscribed") }).openapi("Unsubscribed");
