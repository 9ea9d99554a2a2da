/** Attempts to write a change while parallel requests change the event's collaborators. */
export const MAX_ATTEMPTS = 5;
