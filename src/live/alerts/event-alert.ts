import type { BusBody } from "../../../proto/bus/messages.ts";
import { STOP_REASONS, type StopReason } from "../../db/schema/rsvps.ts";
import { eventTime } from "../../i18n/event-time.ts";
import type { HostTextId, HostTexts } from "../../i18n/texts.ts";
import type { RsvpResponse, Seat } from "../../kernel/rsvp.ts";
import { type RsvpStanding, standingOfRsvp } from "../../kernel/standing.ts";
import { oneLine } from "../../kernel/visible-text.ts";
import type { Block, MailSamples, RenderedMail } from "../../platform/mail/content.ts";
import { renderMail } from "../../platform/mail/layout.ts";
import { EVENT, GUEST_NAME, NOTED_EVENT, SIGN_IN_URL, UNSUBSCRIBE_URL } from "../../platform/mail/sample-data.ts";
import { greeting } from "../../platform/mail/wording.ts";
import type { RoundKind } from "./alert-settings.ts";

export interface EventAlertProps {
  texts: HostTexts;
  /** Within a minute, the digest of a day, or a risky access. */
  about: RoundKind | "risk";
  memberName: string;
  event: { name: string; timeZone: string };
  answers: readonly RepliedGuest[];
  /** Parties that joined the waitlist, and those whose offer expired. */
  waiting: readonly { name: string; heads: number; isWaiting: boolean }[];
  /** Numbers of waiting parties that were not offered free seats, by the reason. */
  passed: readonly { reason: StopReason; parties: number }[];
  /** Guests whose invitation did not arrive. */
  lost: readonly { name: string }[];
  access: RiskyAccess | null;
  /** The console's screen: of the event or of its accesses. */
  eventUrl: string;
  unsubscribeUrl: string | undefined;
}

interface RepliedGuest {
  name: string;
  response: RsvpResponse;
  plusOnes: number;
  seat: Seat | null;
  /** Whether somebody with the guest's link replied, perhaps not the guest. */
  newDevice: boolean;
  isNew: boolean;
}

interface RiskyAccess {
  /** Codes that were guessed, an access that the guest has reported, or a request to the host. Default: an access. */
  about?: BusBody<"alert.risk">["about"];
  /** Empty for an alert about a network. */
  guestName: string;
  /** The number of replies, for an alert about a network. */
  replies?: number;
  isBlocked: boolean;
  /** The guest has neither address nor phone on file. */
  isUnreachable?: boolean;
  at: number;
}

/** Longest list in an email. */
const MAX_LINES = 50;

/** Tells a member of an event what has happened on it. */
export function eventAlert(props: EventAlertProps): RenderedMail {
  const { texts, access } = props;
  const { format } = texts;
  const event = oneLine(props.event.name);
  const { subject, heading, blocks } = access === null ? newsOf(props, event) : riskOf(props, access, event);
  return renderMail({
    texts,
    subject,
    preheader: event,
    brand: null,
    eyebrow: event,
    heading,
    blocks: [
      greeting(props.memberName, texts),
      ...blocks,
      {
        kind: "button",
        label: format(isAboutPassedOver(props) ? "alert.open-seats" : "alert.open"),
        href: props.eventUrl,
      },
    ],
    reason: format("alert.reason", { event }),
    unsubscribeUrl: props.unsubscribeUrl,
  });
}

/** True if passed-over parties are all that has happened. */
export function isAboutPassedOver(news: Pick<EventAlertProps, "answers" | "waiting" | "passed" | "lost">): boolean {
  return news.passed.length > 0 && news.answers.length + news.waiting.length + news.lost.length === 0;
}

interface Content {
  subject: string;
  heading: string;
  blocks: Block[];
}

function newsOf({ texts, about, answers, waiting, passed, lost }: EventAlertProps, event: string): Content {
  const { format } = texts;
  const isDaily = about === "daily";
  const news = isDaily ? format("alert.daily") : headingOf(texts, { answers, waiting, passed });
  const replies = answers.map((answer) => answerLine(texts, answer));
  const waits = waiting.map((party) => waitingLine(texts, party));
  const passedOver = passed.map(({ reason, parties: count }) => format(`alert.passed-${reason}`, { count }));
  const undelivered = lost.map(({ name }) => format("alert.lost-line", { name: oneLine(name) }));
  return {
    subject: isDaily ? format("alert.daily-subject", { event }) : format("alert.subject", { news, event }),
    heading: news,
    blocks: [
      ...list(texts, "alert.rsvps", replies),
      ...list(texts, "alert.waitlist", waits),
      ...list(texts, "alert.passed-over", passedOver),
      ...(passed.length === 0 ? [] : [{ kind: "note" as const, text: format("alert.passed-note") }]),
      ...list(texts, "alert.lost", undelivered),
    ],
  };
}

/** The one thing that has happened, or how many. */
function headingOf(
  texts: HostTexts,
  { answers, waiting, passed }: Pick<EventAlertProps, "answers" | "waiting" | "passed">,
): string {
  const { format } = texts;
  const [answer] = answers;
  if (answers.length > MAX_LINES) return format("alert.replies-many", { count: MAX_LINES });
  if (answers.length > 1) return format("alert.replies", { count: answers.length });
  if (answer !== undefined) return replyWords(texts, { ...answer, plusOnes: 0 });
  const parties = passed.reduce((sum, each) => sum + each.parties, 0);
  if (waiting.length === 0) return format("alert.passed", { count: parties });
  return waiting.length > MAX_LINES
    ? format("alert.waits-many", { count: MAX_LINES })
    : format("alert.waits", { count: waiting.length + parties });
}

function riskOf({ texts, event }: EventAlertProps, access: RiskyAccess, name: string): Content {
  const { format } = texts;
  const about = { guest: oneLine(access.guestName), count: access.replies ?? 0 };
  const { subject, what, note } = riskWording(access);
  const risk = format(subject, about);
  const says = texts.sentences(what.map((id) => format(id, about)));
  return {
    subject: format("alert.risk-subject", { risk, event: name }),
    heading: risk,
    blocks: [
      { kind: "paragraph", text: says },
      {
        kind: "details",
        rows: [{ label: format("notice.when"), value: eventTime(texts, access.at, null, event.timeZone) }],
      },
      { kind: "note", text: format(note, about) },
    ],
  };
}

interface RiskWording {
  subject: HostTextId;
  what: HostTextId[];
  note: HostTextId;
}

function riskWording({ about, isBlocked, isUnreachable }: RiskyAccess): RiskWording {
  if (about === "codes") return { subject: "alert.codes", what: ["alert.codes-says"], note: "alert.codes-note" };
  if (about === "replies") return { subject: "alert.burst", what: ["alert.burst-says"], note: "alert.burst-note" };
  if (about === "undone") return { subject: "alert.undone", what: ["alert.undone-says"], note: "alert.undone-note" };
  if (about === "report") return { subject: "alert.report", what: ["alert.report-says"], note: "alert.report-note" };
  const contact: HostTextId[] = isUnreachable ? ["alert.blocked-unreachable"] : [];
  if (about === "asked") {
    return { subject: "alert.asked", what: ["alert.asked-says", ...contact], note: "alert.asked-note" };
  }
  return isBlocked
    ? { subject: "alert.blocked", what: ["alert.blocked-says", ...contact], note: "alert.blocked-note" }
    : { subject: "alert.check", what: ["alert.check-says"], note: "alert.check-note" };
}

function answerLine(texts: HostTexts, answer: RepliedGuest): string {
  const reply = replyWords(texts, answer);
  return answer.isNew ? reply : texts.format("alert.reply-changed", { reply });
}

/** The texts of a guest who said yes and does not have a seat. */
const WITHOUT_SEAT = {
  waitlisted: "alert.reply-waits",
  offered: "alert.reply-offered",
  unseated: "alert.reply-unseated",
} as const satisfies { [S in RsvpStanding]?: HostTextId };

/**
 * Returns the reply as a sentence. Only a guest with a confirmed seat is coming; others said yes. Names the guest only if
 * the guest probably sent the RSVP.
 */
function replyWords({ format }: HostTexts, answer: RepliedGuest): string {
  const { response, plusOnes: guests, newDevice } = answer;
  const name = oneLine(answer.name);
  const standing = standingOfRsvp(answer);
  if (standing === "coming" || standing === "maybe" || standing === "declined") {
    return format(newDevice ? "alert.reply-stranger" : "alert.reply", { name, response, guests });
  }
  const yes = newDevice ? "alert.reply-stranger-yes" : "alert.reply-yes";
  return format(WITHOUT_SEAT[standing], { reply: format(yes, { name, guests }) });
}

function waitingLine({ format }: HostTexts, { name, heads, isWaiting }: EventAlertProps["waiting"][number]): string {
  return format(isWaiting ? "alert.waits-line" : "alert.offer-line", { name: oneLine(name), heads });
}

function list({ format }: HostTexts, label: HostTextId, lines: readonly string[]): Block[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, MAX_LINES);
  const more = lines.length > shown.length ? [format("alert.more")] : [];
  return [{ kind: "list", label: format(label), lines: [...shown, ...more] }];
}

const ANSWERS: EventAlertProps["answers"] = [
  { name: GUEST_NAME, response: "attending", plusOnes: 2, seat: "waitlisted", newDevice: false, isNew: true },
  { name: "Ben", response: "declined", plusOnes: 0, seat: null, newDevice: true, isNew: false },
  { name: "Kim", response: "attending", plusOnes: 0, seat: "confirmed", newDevice: false, isNew: true },
  { name: "Lou", response: "attending", plusOnes: 1, seat: "offered", newDevice: true, isNew: false },
  { name: "Noa", response: "attending", plusOnes: 0, seat: null, newDevice: false, isNew: false },
];
const WAITING = [
  { name: GUEST_NAME, heads: 3, isWaiting: true },
  { name: "Kim", heads: 1, isWaiting: false },
];

const PASSED = STOP_REASONS.map((reason, index) => ({ reason, parties: index + 1 }));

function sample(texts: HostTexts, props: Partial<EventAlertProps>): RenderedMail {
  const quiet = { about: "soon" as const, answers: [], waiting: [], passed: [], lost: [], access: null };
  const urls = { eventUrl: SIGN_IN_URL, unsubscribeUrl: UNSUBSCRIBE_URL };
  return eventAlert({ texts, memberName: "Ana Lindqvist", event: NOTED_EVENT, ...urls, ...quiet, ...props });
}

/** @public For `npm run mail:preview` and for tests in each language. */
export const samples: MailSamples = {
  "alert-answers": (texts) => sample(texts, { about: "soon", answers: ANSWERS.slice(0, 1) }),
  "alert-daily": (texts) =>
    sample(texts, { about: "daily", answers: ANSWERS, waiting: WAITING, passed: PASSED, lost: [{ name: GUEST_NAME }] }),
  "alert-waitlist": (texts) => sample(texts, { about: "soon", waiting: WAITING }),
  "alert-passed-over": (texts) => sample(texts, { about: "soon", passed: PASSED }),
  "alert-risk": (texts) =>
    sample(texts, { about: "risk", access: { guestName: GUEST_NAME, isBlocked: false, at: EVENT.startsAt } }),
  "alert-blocked": (texts) =>
    sample(texts, { about: "risk", access: { guestName: GUEST_NAME, isBlocked: true, at: EVENT.startsAt } }),
  "alert-blocked-unreachable": (texts) =>
    sample(texts, {
      about: "risk",
      access: { guestName: GUEST_NAME, isBlocked: true, isUnreachable: true, at: EVENT.startsAt },
    }),
  "alert-codes": (texts) =>
    sample(texts, {
      about: "risk",
      access: { about: "codes", guestName: GUEST_NAME, isBlocked: true, at: EVENT.startsAt },
    }),
  "alert-replies": (texts) =>
    sample(texts, {
      about: "risk",
      access: { about: "replies", guestName: "", replies: 24, isBlocked: true, at: EVENT.startsAt },
    }),
  "alert-undone": (texts) =>
    sample(texts, {
      about: "risk",
      access: { about: "undone", guestName: "", replies: 1, isBlocked: true, at: EVENT.startsAt },
    }),
  "alert-report": (texts) =>
    sample(texts, {
      about: "risk",
      access: { about: "report", guestName: GUEST_NAME, isBlocked: true, at: EVENT.startsAt },
    }),
};
