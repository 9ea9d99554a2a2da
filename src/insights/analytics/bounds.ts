/** Entries of `stale_guests`. The number of all guests who have not answered is `invited` minus `responded`. */
export const MAX_STALE_GUESTS = 50;

/** Entries of `channels`. */
export const MAX_CHANNELS = 100;
