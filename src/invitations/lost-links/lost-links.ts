import { eventTime } from "../../i18n/event-time.ts";
import type { Texts } from "../../i18n/texts.ts";
import { oneLine } from "../../kernel/visible-text.ts";
import type { Block, MailSamples, RenderedMail } from "../../platform/mail/content.ts";
import { renderMail } from "../../platform/mail/layout.ts";
import { EVENT, LINK, UNSUBSCRIBE_URL } from "../../platform/mail/sample-data.ts";
import { greeting, personalLink } from "../../platform/mail/wording.ts";

/** An open invitation. */
export interface LostInvitation {
  eventName: string;
  hostName: string;
  venue: string | null;
  /** Epoch milliseconds. */
  startsAt: number;
  /** IANA name of the zone in which the time is shown. */
  timeZone: string;
  /** The guest's own link. */
  link: string;
}

export interface LostLinksProps {
  /** In the language of the first guest. */
  texts: Texts;
  /** At least one. */
  invitations: readonly LostInvitation[];
  /** The page that stops the emails of all hosts of the list. */
  unsubscribeUrl: string | undefined;
}

/** Lists an address's open invitations of all hosts, for a guest who lost the links. */
export function lostLinks({ texts, invitations, unsubscribeUrl }: LostLinksProps): RenderedMail {
  const { format } = texts;
  const count = invitations.length;
  return renderMail({
    texts,
    subject: format("mail.lost-subject", { count }),
    preheader: format("mail.lost-pre", { count }),
    brand: null,
    heading: format("mail.lost", { count }),
    blocks: [
      greeting("", texts),
      { kind: "paragraph", text: format("mail.lost-says", { count }) },
      ...invitations.flatMap((invitation) => invitationBlocks(invitation, texts)),
      count === 1 ? personalLink(texts) : { kind: "note", text: format("mail.personal-many") },
      { kind: "note", text: format("mail.ignore") },
    ],
    reason: format("mail.lost-reason"),
    unsubscribeUrl,
  });
}

function invitationBlocks(
  { eventName, hostName, venue, startsAt, timeZone, link }: LostInvitation,
  texts: Texts,
): Block[] {
  const { format } = texts;
  const where = oneLine(venue ?? "");
  return [
    {
      kind: "details",
      rows: [
        { label: format("mail.event"), value: oneLine(eventName) },
        { label: format("mail.when"), value: eventTime(texts, startsAt, null, timeZone) },
        ...(where === "" ? [] : [{ label: format("mail.where"), value: where }]),
        { label: format("mail.host"), value: oneLine(hostName) },
      ],
    },
    { kind: "button", label: format("mail.open"), href: link },
  ];
}

function sample(texts: Texts, ...invitations: Partial<LostInvitation>[]): RenderedMail {
  const { name: eventName, hostName, venue, startsAt, timeZone } = EVENT;
  const facts = { eventName, hostName, venue, startsAt, timeZone, link: LINK };
  const list = invitations.map((invitation) => ({ ...facts, ...invitation }));
  return lostLinks({ texts, invitations: list, unsubscribeUrl: UNSUBSCRIBE_URL });
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  "lost-links": (texts) => sample(texts, {}, { venue: null }),
  "lost-link": (texts) => sample(texts, {}),
};
