import type { Brand } from "../../../kernel/brand.ts";
import { formatShortTime } from "../../../kernel/short-time.ts";
import type { Block, RenderedMail } from "./content.ts";
import { renderMail } from "./layout.ts";
import {
  answerChoices,
  type EventFacts,
  eventDetails,
  greeting,
  guestReason,
  oneLine,
  PERSONAL_LINK,
  whenAndWhere,
} from "./wording.ts";

export interface InvitationProps {
  guestName: string;
  event: EventFacts;
  /** What the host says about the event, on as many lines as typed. */
  description: string | null;
  brand: Brand | null;
  /** The guest's link; whoever has it can send the RSVP. */
  link: string;
  /** How many people the invitation is for, the guest included; null when the host set no limit. */
  partySize: number | null;
  /** Until when to answer, epoch milliseconds; null without a deadline. */
  deadline: number | null;
  /** Whether an answer can still be sent. */
  canAnswer: boolean;
  /** The host's own words with their placeholders replaced; null: ours. */
  words: { subject: string | null; body: string | null };
  unsubscribeUrl?: string | undefined;
}

/** Invites a guest to an event. The host's own body takes the place of our greeting; the facts and buttons stay. */
export function invitation(props: InvitationProps): RenderedMail {
  const { event, words, description, link } = props;
  const name = oneLine(event.name);
  return renderMail({
    subject: words.subject ?? `You're invited: ${name}`,
    preheader: whenAndWhere(event),
    brand: props.brand,
    eyebrow: "You're invited",
    heading: name,
    blocks: [
      ...openingOf(props),
      eventDetails(event),
      ...(description === null ? [] : [{ kind: "typed", text: description } as const]),
      ...partyOf(props),
      ...answersOf(props),
      { kind: "links", lead: "All details:", links: [{ label: "Open your invitation", href: link }] },
      PERSONAL_LINK,
    ],
    reason: guestReason(event),
    unsubscribeUrl: props.unsubscribeUrl,
  });
}

function openingOf({ guestName, event, words }: InvitationProps): Block[] {
  if (words.body !== null) return [{ kind: "typed", text: words.body }];
  const host = oneLine(event.hostName);
  return [greeting(guestName), { kind: "paragraph", text: [{ strong: host }, " would love to see you there."] }];
}

function partyOf({ partySize }: InvitationProps): Block[] {
  if (partySize === null || partySize < 2) return [];
  const people = { strong: `up to ${partySize} people` };
  return [{ kind: "paragraph", text: ["This invitation is for ", people, ", including you."] }];
}

function answersOf({ event, link, deadline, canAnswer }: InvitationProps): Block[] {
  if (!canAnswer) return [];
  const until: Block[] =
    deadline === null ? [] : [{ kind: "note", text: `Please reply by ${formatShortTime(deadline, event.timeZone)}.` }];
  return [answerChoices(link), ...until];
}
