/** The most tags of one guest. */
export const MAX_TAGS = 20;
