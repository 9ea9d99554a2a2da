/** Guests who keep their host waiting that are named; how many there are in all is invited less responded. */
export const MAX_STALE_GUESTS = 50;

/** Channels that are told apart, the busiest first. */
export const MAX_CHANNELS = 100;
