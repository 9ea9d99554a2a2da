import * as z from "zod";
import { typedDigits } from "../../http/fields.ts";
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
    scope: scope.meta(forDocs({ description: "Hosts from whom the address is unsubscribed" })),
    is_complained: z.boolean().meta(
      forDocs({
        description:
          "An email to the address was reported as spam, so the emails of all hosts are stopped, whatever `scope` says. `POST /unsubscribe/code` sends a code to undo that.",
      }),
    ),
  })
  .openapi("UnsubscribeState");

export const ComplaintCode = z
  .strictObject({
    code: typedDigits,
  })
  .openapi("ComplaintCode");

export const ComplaintUndone = UnsubscribeState.extend({
  stopped_hosts: z
    .array(z.string())
    .meta(forDocs({ description: "Names of the hosts whose emails stay stopped, because one was reported as spam" })),
}).openapi("ComplaintUndone");
