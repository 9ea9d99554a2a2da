import { oneLine } from "../kernel/visible-text.ts";
import type { MailSamples, RenderedMail } from "../platform/mail/content.ts";
import { renderGuestMail } from "../platform/mail/guest-mail.ts";
import { GUEST, LINK } from "../platform/mail/sample-data.ts";
import { eventDetails, type GuestProps, reportBlocks } from "../platform/mail/wording.ts";

export interface EditLinkProps extends GuestProps {
  /** The guest's link with the nonce in it. */
  editUrl: string;
  validMinutes: number;
  /** URL at which the guest reports another person's access. None if no access is known. */
  reportUrl?: string | null;
}

/** Lets a guest edit the RSVP from another device. */
export function editLink(props: EditLinkProps): RenderedMail {
  const { texts, event, editUrl, validMinutes, reportUrl } = props;
  const { format } = texts;
  const name = oneLine(event.name);
  const validity = format("mail.edit-pre", { count: validMinutes });
  return renderGuestMail(props, {
    subject: format("mail.edit-subject", { event: name }),
    preheader: validity,
    heading: format("mail.change"),
    blocks: [
      { kind: "paragraph", text: format("mail.edit-says") },
      { kind: "button", label: format("mail.change"), href: editUrl },
      { kind: "note", text: validity },
      eventDetails(event, texts),
      { kind: "note", text: format("mail.edit-note") },
      ...reportBlocks(reportUrl, "mail.report-edit", texts),
    ],
  });
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  "edit-link": (texts) =>
    editLink({
      ...GUEST,
      texts,
      editUrl: `${LINK}?edit=nonce`,
      validMinutes: 30,
      reportUrl: `${LINK}/not-me`,
    }),
};
