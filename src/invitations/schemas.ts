import * as z from "zod";
import { uuid, wireMoment } from "../http/fields.ts";
import { camelKeys } from "../kernel/case.ts";
import { NOT_MAILED_REASONS } from "./mail-decision.ts";

/** The token in a guest's link. The guard decides what it opens: malformed and forged ones are one 404. */
export const LinkPath = z.object({
  token: z.string().max(200).meta({ description: "The 43 characters after /i/ in a guest's link" }),
});

/** Whether a request mails the guest, and why not. */
const mailing = {
  notified: z.boolean().meta({ description: "Whether this request mails the guest" }),
  reason: z.enum(NOT_MAILED_REASONS).nullable().meta({
    description:
      "Why the guest is not mailed: `too_soon` after another invitation to the same address, of which there are one an hour and five a day; `already_mailed` for a link that was mailed before, which a request for all guests does not repeat; `event_cancelled` and `event_over` where nobody can come any more, and a request after the event was reinstated or moved mails the guest; `bounced` where mails to the address have come back: correct the address and ask again, which is possible at once; `unsubscribed` or `complained` where its owner wants none; null when the guest is mailed",
  }),
  notify_after: wireMoment.nullable().meta({ description: "With `too_soon`: when the guest may be mailed again" }),
};

const LEFT_OUT = "Left out for an API key without `guests:read`";

/** What opens the invitation. An API key that only sends invitations does not see it. */
const secrets = {
  token: z
    .string()
    .optional()
    .meta({
      description: `What the guest's routes take as \`token\`, 43 characters: the end of \`link\`. As secret as the link. ${LEFT_OUT}`,
    }),
  link: z
    .url()
    .optional()
    .meta({
      description: `The guest's personal link. Whoever has it can answer for the guest. ${LEFT_OUT}`,
    }),
};

/** A guest's access token. Its secret is in `token` and at the end of `link`. */
export const AccessToken = z
  .object({
    id: uuid,
    guest_id: uuid,
    ...secrets,
    utm_source: z.string().nullable(),
    created_at: wireMoment,
    ...mailing,
  })
  .openapi("AccessToken");

/** A channel as analytics counts it, in lower case, so that `Email` and `email` are one. */
const utmSource = z
  .string()
  .trim()
  .toLowerCase()
  .max(64)
  .regex(/^[a-z0-9][a-z0-9._-]*$/, "must have only letters, digits, dots, hyphens and underscores")
  .meta({ description: "The channel through which the guest is invited, such as `email` or `whatsapp`" });

const guestId = uuid.toLowerCase();
const notify = z.boolean().default(true).meta({
  description:
    "Whether the guest gets a mail with the link, if there is an address. An account whose own address is not verified has to send `false`: it may write to nobody.",
});

export const IssueToken = z
  .strictObject({ guest_id: guestId, utm_source: utmSource.nullable().default(null), notify })
  .openapi("IssueToken")
  .transform(camelKeys);

export const RotateToken = z.strictObject({ guest_id: guestId, notify }).openapi("RotateToken").transform(camelKeys);

/** The guest limit of the largest tier. */
export const MAX_BULK_GUESTS = 5_000;

export const IssueTokens = z
  .strictObject({
    guest_ids: z
      .array(guestId)
      .min(1)
      .max(MAX_BULK_GUESTS)
      .optional()
      .meta({ description: "Ids of guests; left out: all guests of the event" }),
    utm_source: utmSource.nullable().default(null),
    notify,
  })
  .openapi("IssueTokens")
  .transform(camelKeys);

export const IssuedTokens = z
  .object({
    items: z.array(
      z.object({
        guest_id: uuid,
        name: z.string().optional().meta({ description: LEFT_OUT }),
        email: z.string().nullable().optional().meta({ description: LEFT_OUT }),
        phone: z.string().nullable().optional().meta({ description: LEFT_OUT }),
        token_id: uuid,
        ...secrets,
        ...mailing,
      }),
    ),
    issued: z.int().meta({ description: "Number of new links" }),
    notified: z.int().meta({ description: "Number of guests who are mailed" }),
  })
  .openapi("IssuedTokens");

export type BulkIssue = z.output<typeof IssueTokens>;
export type TokenIssue = z.output<typeof IssueToken>;
export type TokenRotation = z.output<typeof RotateToken>;
