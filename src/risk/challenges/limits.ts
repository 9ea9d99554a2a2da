/**
 * Codes that are compared for a device that asked for one, and for all other devices of the link together. The next try is
 * refused, right or wrong.
 */
export const MAX_TRIES = 5;
/** Codes that one link is sent in an hour. */
export const MAX_AN_HOUR = 3;
/** Tries of one link in 24 hours. At this rate guessing opens one link in 91 years. */
export const MAX_TRIES_A_DAY = 30;
