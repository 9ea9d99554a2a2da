import type { Notice } from "../../events/change-notices/notice-of.ts";
import { shortTime } from "../../i18n/event-time.ts";
import type { TextId, Texts } from "../../i18n/texts.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import type { ReplyState } from "../../kernel/rsvp.ts";
import type { Block, MailSamples, RenderedMail } from "../../platform/mail/content.ts";
import { renderMail } from "../../platform/mail/layout.ts";
import { EVENT, GUEST, PALE_BRAND } from "../../platform/mail/sample-data.ts";
import {
  type GuestProps,
  greeting,
  guestFrame,
  oneLine,
  phrase,
  spanOf,
  whenAndWhere,
} from "../../platform/mail/wording.ts";

export interface EventNoticeProps extends GuestProps {
  notice: Notice;
  /** The host's message about the cancellation. */
  hostMessage: string | null;
  /** Whether there is an RSVP of the guest. */
  hasAnswered: boolean;
  /** Whether the event takes replies. From the end on, no RSVP can be changed. */
  replies: ReplyState;
}

/** The texts of one kind of notice. */
interface Wording {
  subject: string;
  preheader: string;
  heading: string;
  blocks: Block[];
}

/** Notifies a guest of a change to the event. The caller attaches the calendar file. */
export function eventNotice(props: EventNoticeProps): RenderedMail {
  const { texts, event } = props;
  const { subject, preheader, heading, blocks } = WORDINGS[props.notice.kind](props, oneLine(event.name));
  return renderMail({
    texts,
    subject,
    preheader,
    brand: props.brand,
    eyebrow: oneLine(event.name),
    heading,
    blocks: [greeting(props.guest, texts), ...blocks],
    ...guestFrame(props),
  });
}

const WORDINGS: Record<Notice["kind"], (props: EventNoticeProps, name: string) => Wording> = {
  changed: (props, name) => {
    const { texts, event } = props;
    const host = oneLine(event.hostName);
    return {
      subject: changedSubject(props),
      preheader: whenAndWhere(event, texts),
      heading: texts.format("mail.changed"),
      blocks: [
        { kind: "paragraph", text: phrase(texts, "mail.changed-says", { host, event: name }) },
        ...changesOf(props),
        ...unchangedOf(props),
        ...replyOf(props, "mail.stands-change"),
        note(texts, "mail.cal-update"),
      ],
    };
  },
  cancelled: (props, name) => {
    const { texts, event } = props;
    const { format } = texts;
    const was = spanOf(event, texts);
    const host = oneLine(event.hostName);
    return {
      subject: format("mail.cancelled-subject", { event: name }),
      preheader: format("mail.cancelled-pre", { date: shortTime(texts, event.startsAt, event.timeZone) }),
      heading: format("mail.cancelled"),
      blocks: [
        { kind: "paragraph", text: phrase(texts, "mail.cancelled-says", { host, event: name }) },
        ...typed(props.hostMessage),
        { kind: "changes", rows: [{ label: format("mail.when"), was, now: format("mail.cancelled-now") }] },
        button(props, "mail.open"),
        note(texts, "mail.cal-remove"),
      ],
    };
  },
  reinstated: (props, name) => {
    const { texts, event } = props;
    return {
      subject: texts.format("mail.back-subject", { event: name }),
      preheader: whenAndWhere(event, texts),
      heading: texts.format("mail.back"),
      blocks: [
        { kind: "paragraph", text: phrase(texts, "mail.back-says", { event: name }) },
        ...changesOf(props),
        ...unchangedOf(props),
        ...replyOf(props, "mail.stands"),
        note(texts, "mail.cal-restore"),
      ],
    };
  },
};

/** With the most important change. */
function changedSubject({ texts, notice, event: now }: EventNoticeProps): string {
  const { format } = texts;
  const event = oneLine(notice.oldName ?? now.name);
  if (notice.oldTime !== null) {
    return format("mail.changed-time", { event, news: shortTime(texts, now.startsAt, now.timeZone) });
  }
  if (notice.oldVenue !== null && now.venue !== null) {
    return format("mail.changed-place", { event, news: oneLine(now.venue) });
  }
  return notice.oldName === null
    ? format("mail.changed-subject", { event })
    : format("mail.changed-name", { event, news: oneLine(now.name) });
}

/** The old and new values of the changed fields. */
function changesOf({ texts, notice, event }: EventNoticeProps): Block[] {
  const { format } = texts;
  const { oldName, oldTime, oldVenue, hasNewDescription } = notice;
  const rows = [];
  if (oldName !== null) rows.push({ label: format("mail.event"), was: oneLine(oldName), now: oneLine(event.name) });
  if (oldTime !== null) {
    rows.push({ label: format("mail.when"), was: spanOf(oldTime, texts), now: spanOf(event, texts) });
  }
  if (oldVenue !== null) {
    rows.push({ label: format("mail.where"), was: lineOf(oldVenue.value), now: lineOf(event.venue) });
  }
  const blocks: Block[] = rows.length === 0 ? [] : [{ kind: "changes", rows }];
  if (hasNewDescription) blocks.push({ kind: "paragraph", text: format("mail.new-description") });
  return blocks;
}

/** Returns time and venue, unless the changes already contain them. */
function unchangedOf({ texts, notice, event }: EventNoticeProps): Block[] {
  const { format } = texts;
  const rows = [];
  if (notice.oldTime === null) rows.push({ label: format("mail.when"), value: spanOf(event, texts) });
  if (notice.oldVenue === null && event.venue !== null) {
    rows.push({ label: format("mail.where"), value: oneLine(event.venue) });
  }
  return rows.length === 0 ? [] : [{ kind: "details", rows }];
}

function lineOf(text: string | null): string | null {
  return text === null ? null : oneLine(text);
}

function typed(text: string | null): Block[] {
  return text === null ? [] : [{ kind: "typed", text }];
}

/** The button of a notice: to the RSVP, or to send one while the event takes replies. */
function replyOf(props: EventNoticeProps, stands: TextId): Block[] {
  const { texts, hasAnswered, replies } = props;
  if (replies === "over") return [button(props, "mail.open")];
  if (hasAnswered) return [button(props, "mail.view-change"), note(texts, stands)];
  return [button(props, replies === "open" ? "mail.rsvp" : "mail.open")];
}

function button({ texts, link }: EventNoticeProps, label: TextId): Block {
  return { kind: "button", label: texts.format(label), href: link };
}

function note({ format }: Texts, text: TextId): Block {
  return { kind: "note", text: format(text) };
}

function sample(
  texts: Texts,
  notice: Partial<Notice>,
  props: Partial<Omit<EventNoticeProps, "notice">> = {},
): RenderedMail {
  const nothing = { kind: "changed" as const, oldName: null, oldTime: null, oldVenue: null, hasNewDescription: false };
  const reply = { hasAnswered: false, replies: "open" as const };
  const facts = { ...GUEST, hostMessage: null, ...reply };
  return eventNotice({ ...facts, texts, ...props, notice: { ...nothing, ...notice } });
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  "event-changed": (texts) =>
    sample(texts, {
      oldName: "Midsummer Lunch",
      oldTime: { startsAt: EVENT.startsAt - DAY_MS, endsAt: null, timeZone: EVENT.timeZone },
    }),
  "event-changed-venue": (texts) =>
    sample(
      texts,
      { oldVenue: { value: "Town hall" }, hasNewDescription: true },
      { hasAnswered: true, brand: PALE_BRAND },
    ),
  "event-cancelled": (texts) =>
    sample(texts, { kind: "cancelled" }, { hostMessage: "The hall is flooded <b>to the ceiling</b>.\nSorry!" }),
  "event-reinstated": (texts) =>
    sample(texts, { kind: "reinstated", oldVenue: { value: null } }, { hasAnswered: true }),
  "event-changed-description": (texts) =>
    sample(texts, { hasNewDescription: true }, { brand: null, hasAnswered: true }),
  "event-cancelled-no-words": (texts) =>
    sample(texts, { kind: "cancelled" }, { brand: null, event: { ...EVENT, venue: null } }),
  "event-reinstated-unchanged": (texts) => sample(texts, { kind: "reinstated" }),
  "event-changed-closed": (texts) => sample(texts, { hasNewDescription: true }, { replies: "closed" }),
};
