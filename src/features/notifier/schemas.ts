import * as z from "zod";

/** What an unsubscribe link carries. */
export const UnsubscribeQuery = z.object({ token: z.string().min(1).max(2_000) });

/** Whom an unsubscribe link is for, in a form that only its owner recognises. */
export const UnsubscribePreview = z
  .object({ address: z.string().meta({ examples: ["a•••@e•••.com"] }) })
  .openapi("UnsubscribePreview");

export const Unsubscribed = z.object({ status: z.literal("unsubscribed") }).openapi("Unsubscribed");
