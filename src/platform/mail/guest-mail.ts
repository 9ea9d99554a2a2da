import type { MailContent, RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import { type GuestProps, greeting, guestFrame, oneLine } from "./wording.ts";

/** Renders what an email says to a guest, with the greeting, the event's name above the heading, and the host as the sender. */
export function renderGuestMail(
  props: GuestProps,
  { blocks, ...content }: Pick<MailContent, "subject" | "preheader" | "heading" | "blocks">,
): RenderedMail {
  const { texts, guest, event, brand } = props;
  return renderMail({
    ...content,
    texts,
    brand,
    eyebrow: oneLine(event.name),
    blocks: [greeting(guest, texts), ...blocks],
    ...guestFrame(props),
  });
}
