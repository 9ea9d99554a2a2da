import { MINUTE_MS } from "../../kernel/clock.ts";
import { notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { Services } from "../../services.ts";
import { asMember, type EventCaller } from "../members/as-member.ts";
import { owe } from "../outbox/owe.ts";
import { invitationMail } from "./invitation-mail.ts";
import {
  findInvitee,
  findMailable,
  type InviteeRow,
  insertToken,
  isMailable,
  isWritten,
  markInvited,
  markMailed,
  type TokenRow,
} from "./queries.ts";
import type { TokenIssue } from "./schemas.ts";

/** A host who asks twice in this time has clicked twice; later it is a wish for another mail. */
const MAIL_PAUSE_MS = MINUTE_MS;

/**
 * The one valid token of a guest, made if there is none. The guest is mailed the link when it is made and when it is
 * asked for again, but not twice within a minute unless the guest was changed in between.
 * @returns `isNew`: whether this call has made it
 * @throws AppError 404 for a guest of another event
 */
export async function issueToken(
  services: Services,
  caller: EventCaller,
  input: TokenIssue,
): Promise<{ token: TokenRow; isNew: boolean }> {
  const { db } = services;
  const { eventId } = caller;
  const [, [invitee]] = await asMember(services, caller, [findInvitee(db, eventId, input.guestId)]);
  if (invitee === undefined) throw notFound();
  if (invitee.token) return askAgain(services, invitee, invitee.token, input);

  const made = await makeToken(services, invitee, input);
  if (made) return { token: made, isNew: true };
  // Somebody else was first, or the guest is gone.
  const [winner] = await findInvitee(db, eventId, input.guestId);
  if (!winner?.token) throw notFound();
  return askAgain(services, winner, winner.token, input);
}

/** Writes the token, what the guest is owed and the time of the invitation together, or nothing of it. */
async function makeToken(services: Services, invitee: InviteeRow, input: TokenIssue): Promise<TokenRow | undefined> {
  const { db, clock } = services;
  const now = clock.now();
  const { eventId, id: guestId } = invitee.guest;
  const token = { id: newId(now), eventId, guestId, utmSource: input.utmSource, createdAt: now };
  const mails = input.notify ? await invitationMail(services, invitee, token) : [];
  const owed = owe(services, mails, isWritten(token.id));
  const [[made]] = await db.batch([
    insertToken(db, { ...token, notifiedAt: mails.length > 0 ? now : null }),
    markInvited(db, eventId, guestId, now),
    ...owed.statements,
  ]);
  if (made) owed.dispatch();
  return made;
}

async function askAgain(
  services: Services,
  invitee: InviteeRow,
  token: TokenRow,
  input: TokenIssue,
): Promise<{ token: TokenRow; isNew: boolean }> {
  const mails = input.notify ? await invitationMail(services, invitee, token) : [];
  if (mails.length > 0) {
    const { db, clock } = services;
    const now = clock.now();
    const owed = owe(services, mails, isMailable(db, token.id, now - MAIL_PAUSE_MS));
    const [mailable] = await db.batch([
      findMailable(db, token.id, now - MAIL_PAUSE_MS),
      ...owed.statements,
      markMailed(db, token.id, now - MAIL_PAUSE_MS, now),
    ]);
    if (mailable.length > 0) owed.dispatch();
  }
  return { token, isNew: false };
}
