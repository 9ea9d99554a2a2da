import type { HostTexts } from "../../i18n/texts.ts";
import type { MailSamples, RenderedMail } from "../../platform/mail/content.ts";
import { renderMail } from "../../platform/mail/layout.ts";
import { EVENT, LINK } from "../../platform/mail/sample-data.ts";
import { greeting, phrase, validityOf } from "../../platform/mail/wording.ts";

export interface ConfirmReplyToProps {
  texts: HostTexts;
  /** Null for a name that may not be shown. */
  hostName: string | null;
  /** Null for a name that may not be shown. */
  eventName: string | null;
  confirmUrl: string;
  validMinutes: number;
}

/** Asks the owner of an address whether guests' replies may go there. */
export function confirmReplyTo(props: ConfirmReplyToProps): RenderedMail {
  const { texts, eventName: event, confirmUrl, validMinutes } = props;
  const { format } = texts;
  const host = props.hostName ?? format("team.somebody");
  return renderMail({
    texts,
    subject: format("team.reply"),
    preheader: format("team.reply-pre", { host }),
    brand: null,
    heading: format("team.reply"),
    blocks: [
      greeting("", texts),
      {
        kind: "paragraph",
        text:
          event === null
            ? phrase(texts, "team.reply-says-some", { host })
            : phrase(texts, "team.reply-says", { host, event }),
      },
      { kind: "button", label: format("team.reply-button"), href: confirmUrl },
      { kind: "note", text: validityOf(validMinutes, texts) },
      { kind: "note", text: format("team.reply-note") },
    ],
    reason: format("team.reply-reason", { host, named: props.hostName === null ? "no" : "yes" }),
  });
}

function sample(texts: HostTexts, hostName: string | null, eventName: string | null): RenderedMail {
  return confirmReplyTo({ texts, hostName, eventName, confirmUrl: LINK, validMinutes: 1440 });
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  "confirm-reply-to": (texts) => sample(texts, "Ana Lindqvist", EVENT.name),
  "confirm-reply-to-unnamed": (texts) => sample(texts, null, null),
};
