import type { RequestContext } from "../../request-context.ts";
import { mailFor, type Reachable, textFor } from "./letter.ts";
import type { Batch, Head } from "./queries.ts";
import type { Lane } from "./send-in-lanes.ts";

/** How a message leaves, by its channel. */
export interface Way {
  /** The backend's name, for the record. */
  provider: string;
  /** Mailboxes open the links in what they get, telephones do not. */
  isMail: boolean;
  open(): Lane;
}

/** The lanes of a message's channel. A recipient gets the same idempotency key with every try. */
export function wayOf(ctx: RequestContext, batch: Batch, head: Head): Way {
  const keyOf = (recipient: Reachable) => `${batch.messageId}:${recipient.guestId}`;
  return head.message.channel === "sms" ? byText(ctx, batch, head, keyOf) : byMail(ctx, head, keyOf);
}

function byMail(ctx: RequestContext, head: Head, keyOf: (recipient: Reachable) => string): Way {
  const kind = head.message.slug === null ? "broadcast" : "reminder";
  return {
    provider: ctx.mail.name,
    isMail: true,
    open() {
      const session = ctx.mail.session();
      return {
        async send(recipient) {
          const mail = await mailFor(ctx, head, recipient);
          return session.send({ ...mail, kind, to: recipient.address, idempotencyKey: keyOf(recipient) });
        },
        close: () => session.close(),
      };
    },
  };
}

/** The provider reports to an address that names the recipient, for its report may come before its answer. */
function byText(ctx: RequestContext, batch: Batch, head: Head, keyOf: (recipient: Reachable) => string): Way {
  const { sms, config } = ctx;
  return {
    provider: sms.name,
    isMail: false,
    open: () => ({
      async send(recipient) {
        const ids = { event: batch.eventId, message: batch.messageId, guest: recipient.guestId };
        return sms.send({
          to: recipient.address,
          body: await textFor(ctx, head, recipient),
          idempotencyKey: keyOf(recipient),
          statusCallbackUrl: `${config.PUBLIC_URL}/webhooks/sms-status?${new URLSearchParams(ids)}`,
        });
      },
      close: async () => undefined,
    }),
  };
}
