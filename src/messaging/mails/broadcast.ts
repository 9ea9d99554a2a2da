import { oneLine } from "../../kernel/visible-text.ts";
import type { MailSamples, RenderedMail } from "../../platform/mail/content.ts";
import { renderMail } from "../../platform/mail/layout.ts";
import { BODY, GUEST } from "../../platform/mail/sample-data.ts";
import { eventDetails, type GuestProps, guestFrame } from "../../platform/mail/wording.ts";

export interface BroadcastProps extends Omit<GuestProps, "guest"> {
  /** Subject and body with their placeholders already replaced. */
  subject: string;
  body: string;
}

/** A message that a host wrote: line breaks are kept, URLs become links. */
export function broadcast(props: BroadcastProps): RenderedMail {
  const { texts, body, event, link } = props;
  const subject = oneLine(props.subject);
  return renderMail({
    texts,
    subject,
    preheader: previewOf(body),
    brand: props.brand,
    eyebrow: oneLine(event.name),
    heading: subject,
    blocks: [
      { kind: "typed", text: body },
      { kind: "button", label: texts.format("mail.open"), href: link },
      eventDetails(event, texts),
    ],
    ...guestFrame(props),
  });
}

/** The first words, for the preview in an inbox. */
function previewOf(body: string): string {
  return Array.from(oneLine(body)).slice(0, 120).join("");
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  broadcast: (texts) =>
    broadcast({
      ...GUEST,
      texts,
      body: BODY,
      subject: "How to get there 🚌 <script>",
    }),
};
