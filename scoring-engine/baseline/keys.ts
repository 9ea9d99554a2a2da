const DAY_MS = 86_400_000;
/** A guest's documents expire this long after the last access: invitations go out months ahead, few a whole year. */
export const GUEST_RETENTION_MS = 180 * DAY_MS;
/** Queues keep a message for two weeks at most, so that no message about erased data arrives later. */
export const TOMBSTONE_RETENTION_MS = 14 * DAY_MS;

/** Version of the document format. Ids hold no control characters, so that a line break separates the parts of a key. */
const VERSION = 4;

/** Keys of all documents. Their owner is the event; see `ownerOf`. */
export const KEYS = {
  /** A guest's baseline. */
  guest: (eventId: string, guestId: string) => `${eventId}\nguest${VERSION}\n${guestId}`,
  /** A guest's accesses that were evicted from the baseline. */
  overflow: (eventId: string, guestId: string) => `${eventId}\noverflow${VERSION}\n${guestId}`,
  /** What the guests of an event have in common. */
  population: (eventId: string) => `${eventId}\npopulation${VERSION}`,
  /** The use of one network by all guests of an event. */
  network: (eventId: string, prefix: string) => `${eventId}\nnetwork${VERSION}\n${prefix}`,
};
