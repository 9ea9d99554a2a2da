import { MINUTE_MS } from "../../kernel/clock.ts";

/** How long a code works. */
export const CHALLENGE_LIFE_MS = 10 * MINUTE_MS;
/** Codes that are compared for one challenge; the next one ends it, right or wrong. */
export const MAX_TRIES = 5;
/** Codes that one link is sent in an hour. With five tries each, one link is opened by guessing in 66,667 hours. */
export const MAX_AN_HOUR = 3;
