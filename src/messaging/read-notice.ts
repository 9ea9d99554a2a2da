import type { RequestContext } from "../context.ts";
import { one } from "../db/one.ts";
import { notFound } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { authorizeMember, type EventCaller } from "../platform/authorization/authorize-member.ts";
import { composeEmail, noticeIn } from "./broadcasts/compose-message.ts";
import { type Broadcast, findBroadcast } from "./broadcasts/delivery-queries.ts";
import { listConcerned } from "./notice-queries.ts";
import { findMessage } from "./queries.ts";

/** Names that are listed for each group. The counts are complete. */
const MAX_LISTED = 500;

/** Name in the words if no guest gets the email. */
const NO_GUEST = "Alex Guest";

/** The preview has no recipient. */
const NO_ADDRESS = "preview@usher.invalid";

type Concerned = Awaited<ReturnType<typeof listConcerned>>[number];

/** A change notice as guests get it, who gets it, and whom the host has to tell. */
export interface NoticePreview {
  /** Null if the notice does not wait any more, or all its changes were undone. */
  words: { subject: string; text: string } | null;
  recipients: { count: number; items: Concerned[] };
  tellYourself: { count: number; items: (Concerned & { untold: NonNullable<Concerned["untold"]> })[] };
}

/**
 * Reads the words and the recipients of a change notice, as they are now.
 * @throws AppError 404 for another message, or a message of another event
 */
export async function readNotice(ctx: RequestContext, caller: EventCaller, messageId: string): Promise<NoticePreview> {
  const { db } = ctx;
  const { eventId } = caller;
  const { message, broadcast, everyone, reached } = await authorizeMember(ctx, caller, {
    message: one(findMessage(db, eventId, messageId)),
    broadcast: one(findBroadcast(db, { eventId, messageId }, "scheduled")),
    everyone: listConcerned(db, eventId, false),
    reached: listConcerned(db, eventId, true),
  });
  if (message === undefined || message.notice === null) throw notFound();
  const skips = message.skipNeverEmailed && message.notice !== "cancelled";
  const guests = skips ? reached : everyone;
  const recipients = guests.filter(({ untold }) => untold === null);
  const untold = guests.flatMap((guest) => (guest.untold === null ? [] : [{ ...guest, untold: guest.untold }]));
  return {
    words: broadcast === undefined ? null : await wordsOf(ctx, broadcast, recipients[0]?.name ?? NO_GUEST),
    recipients: { count: recipients.length, items: recipients.slice(0, MAX_LISTED) },
    tellYourself: { count: untold.length, items: untold.slice(0, MAX_LISTED) },
  };
}

/** Renders the notice for one guest in the event's language. Its link opens no invitation. */
async function wordsOf(ctx: RequestContext, broadcast: Broadcast, name: string): Promise<NoticePreview["words"]> {
  if (!noticeIn(broadcast)) return null;
  const nobody = newId(ctx.clock.now());
  const reader: Parameters<typeof composeEmail>[2] = {
    guestId: nobody,
    tokenId: nobody,
    name,
    greeting: null,
    locale: null,
    email: null,
    phone: null,
    address: NO_ADDRESS,
    invitedAt: null,
    openedAt: null,
    state: { standing: "coming", heads: 0, offerExpiresAt: null, offerMailedAt: null, hasArrived: 0 },
    hasAnswered: true,
    suppressions: [],
    isMailboxFull: false,
    hasOptedOut: false,
  };
  const { subject, text } = await composeEmail(ctx, broadcast, reader, `${ctx.config.PUBLIC_URL}/unsubscribe`);
  return { subject, text };
}
