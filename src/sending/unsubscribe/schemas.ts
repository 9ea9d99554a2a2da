import * as z from "zod";
import { forDocs } from "../../kernel/for-docs.ts";
import { UNSUBSCRIBE_SCOPES } from "../../platform/mail/unsubscribe-token.ts";

const token = z.string().min(1).max(2_000);

export const UnsubscribeQuery = z.object({ token });

const scope = z.enum(UNSUBSCRIBE_SCOPES);

export const UnsubscribeChange = z.object({
  token,
  scope: scope.default("host").meta(
    forDocs({
      description:
        "Emails to stop: those of the `host` whose email had the link, or of `all` hosts; `none` resumes both",
    }),
  ),
});

/** The subject of an unsubscribe link. */
export const UnsubscribeState = z
  .object({
    address: z.string().meta(forDocs({ description: "Masked", examples: ["a•••@e•••.com"] })),
    host_name: z
      .string()
      .nullable()
      .meta(
        forDocs({
          description: "Host whose email had the link, or hosts, separated by commas; null: the accounts were deleted",
        }),
      ),
    scope: scope.meta(forDocs({ description: "Hosts whose emails do not reach the address" })),
  })
  .openapi("UnsubscribeState");
