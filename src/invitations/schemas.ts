import * as z from "zod";
import { flag, uuid, wireMoment } from "../http/fields.ts";
import { guestData, guestEmail, guestName, guestPhone } from "../http/guest-data.ts";
import { camelKeys } from "../kernel/case.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { NOT_MAILED_REASONS } from "./mail-decision.ts";

/** The token in a guest's link. The guard decides what it opens: malformed and forged ones are one 404. */
export const LinkPath = z.object({
  token: z
    .string()
    .max(200)
    .meta(forDocs({ description: "Token of a guest's link: the 43 characters after `/i/`" })),
});

/** Whether a request emails the guest, and why not. */
const mailing = {
  notified: flag(
    forDocs(
      "Whether this request emails the guest. An email that is dropped afterwards is shown in the guest's `delivery` as `suppressed`, with the `reason`",
    ),
  ),
  reason: z
    .enum(NOT_MAILED_REASONS)
    .nullable()
    .meta(
      forDocs({
        description:
          "Why the guest is not emailed; null: the guest is emailed. `too_soon`: the limit of one email per hour and five per day to the address. `already_mailed`: the email of the link was sent or is on its way, and bulk requests do not repeat it. `event_cancelled`, `event_over`: request it again after the event is reinstated or moved. `bounced`: correct the address and request it again, which is possible immediately. `unsubscribed`, `complained`: the owner of the address wants no emails. `mailbox_limit`: the host has sent the mailbox nine emails in an hour, all events together",
      }),
    ),
  notify_after: wireMoment
    .nullable()
    .meta(forDocs({ description: "With `too_soon`: time from which the guest can be emailed again" })),
};

const LEFT_OUT = "Absent for an API key without `guests:read`";

/** The fields that open the invitation. An API key that only sends invitations does not see them. */
const secrets = {
  token: guestData(z.string())
    .optional()
    .meta(
      forDocs({
        description: `Token for the guest's operations, 43 characters: the end of \`link\`, and as secret. ${LEFT_OUT}`,
      }),
    ),
  link: guestData(z.url())
    .optional()
    .meta(
      forDocs({ description: `The guest's personal link. Anyone with the link can RSVP for the guest. ${LEFT_OUT}` }),
    ),
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
  .meta(forDocs({ description: "Channel of the invitation, such as `email` or `whatsapp`" }));

const guestId = uuid.toLowerCase();
const notify = z
  .boolean()
  .default(true)
  .meta(
    forDocs({
      description:
        "Whether to email the link to a guest with an address. An account with an unverified address must send `false`, because it cannot email guests.",
    }),
  );

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
      .meta(forDocs({ description: "IDs of guests. Default: all guests of the event" })),
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
        name: guestName.optional().meta(forDocs({ description: LEFT_OUT })),
        email: guestEmail.optional().meta(forDocs({ description: LEFT_OUT })),
        phone: guestPhone.optional().meta(forDocs({ description: LEFT_OUT })),
        token_id: uuid,
        ...secrets,
        ...mailing,
      }),
    ),
    issued: z.int().meta(forDocs({ description: "Number of new links" })),
    notified: z.int().meta(
      forDocs({
        description:
          "Number of guests with `notified`. Not every limit of a mailbox is known to a bulk request: an email that reaches one is dropped before it is sent, and `GET …/guests/counts` counts its guest as `undelivered`",
      }),
    ),
    over_tier: z.array(uuid).meta(
      forDocs({
        description:
          "IDs of the guests without a link, because the door added them above the guest limit of the host's tier. They can get one when the tier allows the whole list, or the list is shorter",
      }),
    ),
  })
  .openapi("IssuedTokens");

export type BulkIssue = z.output<typeof IssueTokens>;
export type TokenIssue = z.output<typeof IssueToken>;
export type TokenRotation = z.output<typeof RotateToken>;
