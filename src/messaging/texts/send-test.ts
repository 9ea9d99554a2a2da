import type { RequestContext } from "../../context.ts";
import { textFor } from "../../events/placeholders/translated-words.ts";
import { findGuestRecipient } from "../../invitations/mails/guest-mail-queries.ts";
import { maskEmail } from "../../kernel/email-address.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../../platform/authorization/authorize-member.ts";
import { findLiveSession } from "../../platform/authorization/session-queries.ts";
import { busMessage, enqueue } from "../../platform/outbox/enqueue.ts";
import { findLocale } from "../queries.ts";
import type { WordsDraft } from "./words.ts";

/**
 * Mails a draft to the caller's own address, as a guest would get it.
 * @returns the address, masked
 * @throws AppError 403 `email_unverified`, 404 for a guest of another event
 */
export async function sendTest(ctx: RequestContext, caller: EventCaller, draft: WordsDraft): Promise<string> {
  const { db, accountsDb } = ctx;
  const { eventId, session } = caller;
  const { guests, events, account } = await authorizeMember(
    ctx,
    caller,
    {
      guests: draft.guestId === undefined ? [] : [findGuestRecipient(db, eventId, draft.guestId)],
      events: draft.translations ? [findLocale(db, eventId)] : [],
    },
    { account: findLiveSession(accountsDb, session) },
  );
  const [user] = account;
  if (draft.guestId !== undefined && guests.flat().length === 0) throw notFound();
  if (user === undefined || user.email === null || !user.emailVerified) throw new AppError("email_unverified");
  const { kind, guestId, locale, translations } = draft;
  const wanted = [locale ?? guests.flat()[0]?.guest.locale ?? null, events.flat()[0]?.locale ?? null];
  // The queue's message is small: it has the one text that is shown.
  const { subject, body } = translations
    ? textFor({ subject: draft.subject ?? "", body: draft.body ?? "", translations }, wanted)
    : draft;
  const outboxEntries = enqueue(ctx, [
    busMessage(ctx, "test_mail.send", {
      ...{ event_id: eventId, user_id: user.id, kind, subject, body, guest_id: guestId, locale },
    }),
  ]);
  const [first, ...others] = outboxEntries.statements;
  if (first !== undefined) await db.batch([first, ...others]);
  outboxEntries.publishAfterResponse();
  return maskEmail(user.email);
}
