import { MINUTE_MS } from "../../kernel/clock.ts";
import type { Tier } from "../../platform/tiers/limits.ts";

/** How long a code works. */
export const CHALLENGE_LIFE_MS = 10 * MINUTE_MS;
/**
 * Codes that are compared for a device that asked for one, and for all other devices of the link together. The next try is
 * refused, right or wrong.
 */
export const MAX_TRIES = 5;
/** Codes that one link is sent in an hour. */
export const MAX_AN_HOUR = 3;
/** Tries of one link in 24 hours. At this rate guessing opens one link in 91 years. */
export const MAX_TRIES_A_DAY = 30;
/** Codes that the guests of one event get as text messages in 24 hours, which the operator pays for, by the host's tier. */
export const MAX_TEXTS_A_DAY: Record<Tier, number> = { free: 5, pro: 100, business: 500 };
