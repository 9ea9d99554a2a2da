import type { Texts } from "../../i18n/texts.ts";
import type { Brand } from "../../kernel/brand.ts";
import type { RenderedMail } from "../../platform/mail/content.ts";
import { renderMail } from "../../platform/mail/layout.ts";
import { type EventFacts, eventDetails, guestFrame, oneLine } from "../../platform/mail/wording.ts";

export interface BroadcastProps {
  /** In the guest's language. */
  texts: Texts;
  /** Subject and body with their placeholders already replaced. */
  subject: string;
  body: string;
  event: EventFacts;
  brand: Brand | null;
  /** The guest's own link. */
  link: string;
  unsubscribeUrl?: string | undefined;
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
    ...guestFrame(event, texts),
    unsubscribeUrl: props.unsubscribeUrl,
  });
}

/** The first words, for the preview in an inbox. */
function previewOf(body: string): string {
  return Array.from(oneLine(body)).slice(0, 120).join("");
}
