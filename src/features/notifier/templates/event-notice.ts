import type { Brand } from "../../../kernel/brand.ts";
import { formatEventSpan } from "../../../kernel/event-time.ts";
import { formatShortTime } from "../../../kernel/short-time.ts";
import type { Notice } from "../../event-notices/notice-of.ts";
import { noticeSubject } from "../../event-notices/notice-subject.ts";
import type { Block, RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import { type EventFacts, greeting, guestReason, oneLine } from "./wording.ts";

export interface EventNoticeProps {
  notice: Notice;
  guestName: string;
  /** The event as it is now. */
  event: EventFacts;
  brand: Brand | null;
  /** What the host says about cancelling it. */
  hostMessage: string | null;
  /** Whether there is an RSVP of the guest, which may be changed. */
  hasAnswered: boolean;
  /** The guest's own link. */
  link: string;
  unsubscribeUrl?: string | undefined;
}

/** The words of one kind of notice. */
interface Wording {
  subject: string;
  preheader: string;
  heading: string;
  blocks: Block[];
}

/** Tells a guest what became of the event. The caller attaches the calendar file. */
export function eventNotice(props: EventNoticeProps): RenderedMail {
  const { subject, preheader, heading, blocks } = WORDINGS[props.notice.kind](props);
  return renderMail({
    subject,
    preheader,
    brand: props.brand,
    eyebrow: oneLine(props.event.name),
    heading,
    blocks: [greeting(props.guestName), ...blocks],
    reason: guestReason(props.event),
    unsubscribeUrl: props.unsubscribeUrl,
  });
}

const WORDINGS: Record<Notice["kind"], (props: EventNoticeProps) => Wording> = {
  changed: (props) => {
    const { notice, event, hasAnswered } = props;
    const name = oneLine(event.name);
    return {
      subject: `${noticeSubject("changed", oneLine(notice.oldName ?? event.name))}${newsOf(props)}`,
      preheader: newTime(event),
      heading: "Something has changed",
      blocks: [
        { kind: "paragraph", text: [{ strong: oneLine(event.hostName) }, " has changed ", { strong: name }, "."] },
        ...changesOf(props),
        ...unchangedOf(props),
        button(props, hasAnswered ? "View or change RSVP" : "RSVP"),
        ...(hasAnswered ? [note("Your RSVP still stands. If the new plan doesn't suit you, change it there.")] : []),
        note("The attached file updates your calendar."),
      ],
    };
  },
  cancelled: ({ event, hostMessage, ...props }) => ({
    subject: noticeSubject("cancelled", oneLine(event.name)),
    preheader: `It won't take place on ${formatShortTime(event.startsAt, event.timeZone)}.`,
    heading: "This event is cancelled",
    blocks: [
      {
        kind: "paragraph",
        text: [{ strong: oneLine(event.hostName) }, " had to cancel ", { strong: oneLine(event.name) }, "."],
      },
      ...typed(hostMessage),
      {
        kind: "changes",
        rows: [{ label: "When", was: formatEventSpan(event.startsAt, event.endsAt, event.timeZone), now: "Cancelled" }],
      },
      button({ link: props.link }, "See the invitation"),
      note("The attached file takes the event out of your calendar."),
    ],
  }),
  reinstated: (props) => {
    const { event, hasAnswered } = props;
    return {
      subject: noticeSubject("reinstated", oneLine(event.name)),
      preheader: newTime(event),
      heading: "It's on again",
      blocks: [
        {
          kind: "paragraph",
          text: ["Good news: ", { strong: oneLine(event.name) }, " takes place after all."],
        },
        ...changesOf(props),
        ...unchangedOf(props),
        button(props, hasAnswered ? "View or change RSVP" : "RSVP"),
        ...(hasAnswered ? [note("Your RSVP still stands.")] : []),
        note("The attached file puts the event back into your calendar."),
      ],
    };
  },
};

/** The most important change, for the subject. */
function newsOf({ notice, event }: EventNoticeProps): string {
  if (notice.oldTime !== null) return ` — now ${formatShortTime(event.startsAt, event.timeZone)}`;
  if (notice.oldVenue !== null && event.venue !== null) return ` — now at ${oneLine(event.venue)}`;
  return notice.oldName === null ? "" : ` is now ${oneLine(event.name)}`;
}

/** `Sat 19 June, 18:30 · Orangerie, Berlin`. */
function newTime({ startsAt, timeZone, venue }: EventFacts): string {
  const time = formatShortTime(startsAt, timeZone);
  return venue === null ? time : `${time} · ${oneLine(venue)}`;
}

/** What has changed, old and new. */
function changesOf({ notice, event }: EventNoticeProps): Block[] {
  const { oldName, oldTime, oldVenue, hasNewDescription } = notice;
  const rows = [];
  if (oldName !== null) rows.push({ label: "Event", was: oneLine(oldName), now: oneLine(event.name) });
  if (oldTime !== null) {
    rows.push({ label: "When", was: oldTime, now: formatEventSpan(event.startsAt, event.endsAt, event.timeZone) });
  }
  if (oldVenue !== null) rows.push({ label: "Where", was: lineOf(oldVenue.value), now: lineOf(event.venue) });
  const blocks: Block[] = rows.length === 0 ? [] : [{ kind: "changes", rows }];
  if (hasNewDescription) blocks.push({ kind: "paragraph", text: "There's a new description on your invitation." });
  return blocks;
}

/** When and where it is, where that is not among the changes already. */
function unchangedOf({ notice, event }: EventNoticeProps): Block[] {
  const rows = [];
  if (notice.oldTime === null) {
    rows.push({ label: "When", value: formatEventSpan(event.startsAt, event.endsAt, event.timeZone) });
  }
  if (notice.oldVenue === null && event.venue !== null) rows.push({ label: "Where", value: oneLine(event.venue) });
  return rows.length === 0 ? [] : [{ kind: "details", rows }];
}

function lineOf(text: string | null): string | null {
  return text === null ? null : oneLine(text);
}

function typed(text: string | null): Block[] {
  return text === null ? [] : [{ kind: "typed", text }];
}

function button({ link }: Pick<EventNoticeProps, "link">, label: string): Block {
  return { kind: "button", label, href: link };
}

function note(text: string): Block {
  return { kind: "note", text };
}
