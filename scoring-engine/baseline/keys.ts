const DAY_MS = 86_400_000;
/** A guest is forgotten this long after the last access: invitations go out months ahead, few a whole year. */
export const GUEST_RETENTION_MS = 180 * DAY_MS;
/** Queues keep a message for two weeks at most: what is about somebody erased cannot come later than that. */
export const FORGOTTEN_RETENTION_MS = 14 * DAY_MS;

/** The documents' version. Ids hold no control characters, so a line break cannot be part of one. */
const VERSION = 4;

/** Where everything that is known lies. Each event owns its documents; see `ownerOf`. */
export const KEYS = {
  /** What is known of a guest. */
  guest: (eventId: string, guestId: string) => `${eventId}\nguest${VERSION}\n${guestId}`,
  /** A guest's accesses that no longer fit into the guest's own document. */
  overflow: (eventId: string, guestId: string) => `${eventId}\noverflow${VERSION}\n${guestId}`,
  /** What the guests of an event have in common. */
  population: (eventId: string) => `${eventId}\npopulation${VERSION}`,
  /** One network as all guests of an event use it. */
  network: (eventId: string, prefix: string) => `${eventId}\nnetwork${VERSION}\n${prefix}`,
};
