const DAY_MS = 86_400_000;
/** A guest's documents expire this long after the last access: invitations go out months ahead, few a whole year. */
export const GUEST_RETENTION_MS = 180 * DAY_MS;
/** Queues keep a message for two weeks at most, so that no message about erased data arrives later. */
export const TOMBSTONE_RETENTION_MS = 14 * DAY_MS;

/** Keys of all documents. Their owner is the event; see `ownerOf`. IDs have no control characters, so a line break separates the parts. */
export const KEYS = {
  /** A guest's baseline. */
  guest: (eventId: string, guestId: string) => `${eventId}\nguest\n${guestId}`,
  /** A guest's accesses that were evicted from the baseline. */
  overflow: (eventId: string, guestId: string) => `${eventId}\noverflow\n${guestId}`,
  /** Providers and countries of an event's guests. */
  population: (eventId: string) => `${eventId}\npopulation`,
  /** The use of one network by all guests of an event. */
  network: (eventId: string, prefix: string) => `${eventId}\nnetwork\n${prefix}`,
};
