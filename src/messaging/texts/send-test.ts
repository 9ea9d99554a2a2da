import type { RequestContext } from "../../context.ts";
import { one } from "../../db/one.ts";
import { textFor } from "../../events/placeholders/translated-words.ts";
import { findGuestRecipient } from "../../invitations/mails/guest-mail-queries.ts";
import { maskEmail } from "../../kernel/email-address.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../../platform/authorization/authorize-member.ts";
import { findLiveSession } from "../../platform/authorization/session-queries.ts";
import { commit, retried } from "../../platform/commit/commit.ts";
import { busMessage } from "../../platform/outbox/enqueue.ts";
import { findLocale } from "../queries.ts";
import type { WordsDraft } from "./words.ts";

/** The write fails only if the caller lost the role: the second attempt reads the reason. */
const MAX_ATTEMPTS = 2;

/**
 * Emails a draft to the caller's own address, as a guest would get it.
 * @returns the address, masked
 * @throws AppError 403 `email_unverified`, 404 for a guest of another event
 */
export const sendTest = retried(
  async (ctx: RequestContext, caller: EventCaller, draft: WordsDraft): Promise<string> => {
    const { db, accountsDb, clock } = ctx;
    const { eventId, session } = caller;
    const { member, guest, event, user } = await authorizeMember(
      ctx,
      caller,
      {
        guest: draft.guestId !== undefined && one(findGuestRecipient(db, eventId, draft.guestId)),
        event: draft.translations && one(findLocale(db, eventId)),
      },
      { user: one(findLiveSession(accountsDb, session)) },
    );
    if (draft.guestId !== undefined && guest === undefined) throw notFound();
    if (user === undefined || user.email === null || !user.emailVerified) throw new AppError("email_unverified");
    const { kind, guestId, locale, translations } = draft;
    const wanted = [locale ?? guest?.guest.locale ?? null, event?.locale ?? null];
    // The queue's message is small: it has the one text that is shown.
    const { subject, body } = translations
      ? textFor({ subject: draft.subject ?? "", body: draft.body ?? "", translations }, wanted)
      : draft;
    const mail = { event_id: eventId, user_id: user.id, kind, subject, body, guest_id: guestId, locale };
    await commit(ctx, {
      by: member,
      changes: {},
      audit: null,
      messages: [busMessage(ctx, "test_mail.send", mail)],
      at: clock.now(),
      lost: "not_found",
    });
    return maskEmail(user.email);
  },
  MAX_ATTEMPTS,
);
