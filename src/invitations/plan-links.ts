import { newIds } from "../kernel/ids.ts";
import type { BulkInvitee } from "./bulk-queries.ts";
import { decideMail, type InvitedEvent, type MailDecision, notMailed } from "./mail-decision.ts";

/** The link that a guest has or is issued. */
export interface PlannedLink {
  guest: BulkInvitee;
  token: { id: string; createdAt: number };
  isNew: boolean;
  /** Whether this request mails the link. */
  mail: MailDecision;
}

/**
 * Decides which link each guest has or is issued, and who is mailed it: only guests whose link was never mailed, so that a
 * second request for all guests mails nobody twice.
 * @param issue the event, the time, epoch milliseconds, and the number of the event's shard
 */
export function planLinks(
  guests: readonly BulkInvitee[],
  notify: boolean,
  issue: { event: InvitedEvent; now: number; shard: number },
): PlannedLink[] {
  const { event, now, shard } = issue;
  const ids = newIds(now, guests.length, shard);
  return guests.flatMap((guest, index) => {
    const id = ids[index];
    const token = guest.token ?? (id === undefined ? null : { id, createdAt: now, notifiedAt: null });
    if (token === null) return [];
    const isMailed = notify && guest.email !== null && token.notifiedAt !== null;
    const mail = isMailed ? notMailed("already_mailed") : decideMail(event, { ...guest, recent: [] }, notify, now);
    return [{ guest, token, isNew: guest.token === null, mail }];
  });
}
