import { newIds } from "../../kernel/ids.ts";
import type { BulkInvitee } from "./bulk-queries.ts";

/** The link that a guest has or gets. */
export interface PlannedLink {
  guest: BulkInvitee;
  token: { id: string; createdAt: number };
  isNew: boolean;
  /** Whether the guest is mailed it now. */
  notified: boolean;
}

/**
 * Which link each guest has or gets, and who is mailed it: only guests whose link was never mailed, so that asking for
 * everybody's a second time mails nobody twice.
 * @param made when the links are made, epoch milliseconds, and the number of the event's database
 */
export function planLinks(
  guests: readonly BulkInvitee[],
  notify: boolean,
  made: { now: number; database: number },
): PlannedLink[] {
  const { now, database } = made;
  const ids = newIds(now, guests.length, database);
  return guests.flatMap((guest, index) => {
    const id = ids[index];
    const token = guest.token ?? (id === undefined ? null : { id, createdAt: now, notifiedAt: null });
    if (token === null) return [];
    const notified = notify && guest.email !== null && token.notifiedAt === null;
    return [{ guest, token, isNew: guest.token === null, notified }];
  });
}
