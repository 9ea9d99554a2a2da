import type { RequestContext } from "../../context.ts";
import { standingOf } from "../../db/standing.ts";
import { firstReminder } from "../../events/reminders/reminders.ts";
import type { LinkedGuest } from "../../invitations/mails/define-guest-mail.ts";
import type { findEventMailFacts, GuestRecipientRow } from "../../invitations/mails/guest-mail-queries.ts";
import { renderConfirmation, renderInvitation } from "../../invitations/mails/render-guest-mail.ts";
import { newId } from "../../kernel/ids.ts";
import type { EmailContent } from "../../platform/mail/draft.ts";
import { composeEmail } from "../broadcasts/compose-message.ts";
import type { Recipient } from "../broadcasts/delivery-queries.ts";
import type { Words, WordsDraft } from "./words.ts";

/** The event of a draft, and the guest whom it addresses: undefined for an invented one. */
export interface DraftFacts {
  event: Awaited<ReturnType<typeof findEventMailFacts>>[number];
  guest: GuestRecipientRow | undefined;
}

type Rsvp = NonNullable<GuestRecipientRow["rsvp"]>;

/** The recipient of a preview when no guest is chosen. */
const INVENTED = { name: "Anna Smith", greeting: null, partySize: 2, locale: null };
const COMING: Rsvp = {
  response: "attending",
  plusOnes: 1,
  companions: [{ name: "Ben", attending: true, answers: {} }],
  answeredBy: "guest",
  updatedAt: 0,
  seat: "confirmed",
  offerExpiresAt: null,
  waitlistPosition: null,
};

/**
 * Renders a draft with the code that sends it. Its link and door pass belong to no guest, because a reader of the
 * preview could otherwise answer for the guest.
 * @param reader their address, and the link in the footer
 */
export async function renderDraftEmail(
  ctx: RequestContext,
  facts: DraftFacts,
  draft: WordsDraft,
  { address, unsubscribeUrl }: { address: string; unsubscribeUrl: string | undefined },
): Promise<EmailContent> {
  if (draft.kind === "message" || draft.kind === "reminder") {
    return composeEmail(
      ctx,
      broadcastOf(facts, draft),
      recipientOf(ctx, facts, draft, address),
      unsubscribeUrl,
      sentAt(ctx, facts, draft),
    );
  }
  const row = guestRow(ctx, facts, draft, address);
  if (draft.kind === "invitation") return renderInvitation(ctx, row, { unsubscribeUrl, hasHostsText: true });
  return renderConfirmation(ctx, row, row.rsvp ?? COMING, { unsubscribeUrl, hasHostsText: true });
}

function guestRow(
  ctx: RequestContext,
  { event: facts, guest: found }: DraftFacts,
  draft: WordsDraft,
  address: string,
): LinkedGuest {
  const nobody = newId(ctx.clock.now());
  const guest = { ...INVENTED, phone: null, ...found?.guest, email: address, id: nobody };
  const shownIn = draft.locale ?? guest.locale;
  return {
    ...facts,
    guest: { ...guest, locale: shownIn },
    tokenId: newId(ctx.clock.now()),
    tokenNotifiedAt: null,
    standing: stateOf(found?.rsvp ?? null, 0).standing,
    rsvp: found?.rsvp ?? null,
    isReached: true,
    ...withDraft(facts, draft),
    suppressions: [],
  };
}

export function broadcastOf({ event: facts }: DraftFacts, draft: WordsDraft): Parameters<typeof composeEmail>[1] {
  const { reminderFooter, translations } = withDraft(facts, draft);
  const words =
    draft.kind === "reminder"
      ? firstReminder(facts.event)
      : { slug: null, audience: "everyone" as const, subject: draft.subject ?? "", body: draft.body ?? "" };
  const message = {
    ...words,
    segment: null,
    channel: "email" as const,
    notice: null,
    changedFrom: null,
    claimedAt: null,
    translations: draft.translations ?? null,
  };
  return { ...facts, message, reminderFooter, translations };
}

export function recipientOf(
  { clock }: RequestContext,
  { guest }: DraftFacts,
  { locale }: WordsDraft,
  address: string,
): Recipient {
  return {
    guestId: newId(clock.now()),
    name: guest?.guest.name ?? INVENTED.name,
    greeting: guest?.guest.greeting ?? null,
    locale: locale ?? guest?.guest.locale ?? null,
    email: address,
    phone: null,
    tokenId: newId(clock.now()),
    invitedAt: clock.now(),
    openedAt: null,
    state: stateOf(guest?.rsvp ?? null, clock.now()),
    hasAnswered: (guest?.rsvp ?? null) !== null,
    suppressions: [],
    isMailboxFull: false,
    hasOptedOut: false,
    address,
  };
}

/** When a draft is sent, for the words that depend on it: a reminder at its time, a message at the draft's time or now. */
export function sentAt({ clock }: RequestContext, { event: facts }: DraftFacts, draft: WordsDraft): number {
  if (draft.kind === "reminder") return firstReminder(facts.event).at;
  return Math.max(draft.sendAt ?? 0, clock.now());
}

/** Where the reader of a preview stands: an invited guest with this RSVP. */
function stateOf(rsvp: Rsvp | null, now: number): Recipient["state"] {
  const offerExpiresAt = rsvp?.offerExpiresAt ?? null;
  const answer = { response: rsvp?.response ?? null, seat: rsvp?.seat ?? null, offerExpiresAt };
  return {
    standing: standingOf({ walkIn: false, invitedAt: now, ...answer }, now),
    heads: 1 + (rsvp?.plusOnes ?? 0),
    offerExpiresAt,
    offerMailedAt: null,
    hasArrived: 0,
  };
}

/** Replaces saved texts by a draft's, which is shown unchanged in every language. */
function withDraft(stored: Words, { kind, subject, body }: WordsDraft): Words {
  const { invitationSubject, invitationBody, confirmationBody, reminderFooter } = stored;
  const translations = subject === undefined && body === undefined ? stored.translations : null;
  const saved = { invitationSubject, invitationBody, confirmationBody, reminderFooter, translations };
  const pick = (drafted: string | null | undefined, stored: string | null) =>
    drafted === undefined ? stored : drafted;
  switch (kind) {
    case "invitation":
      return {
        ...saved,
        invitationSubject: pick(subject, saved.invitationSubject),
        invitationBody: pick(body, saved.invitationBody),
      };
    case "confirmation":
      return { ...saved, confirmationBody: pick(body, saved.confirmationBody) };
    case "reminder":
      return { ...saved, reminderFooter: pick(body, saved.reminderFooter) };
    case "message":
      return saved;
  }
}
