import { DAY_MS, HOUR_MS } from "../../kernel/clock.ts";

/** Buckets of the time to respond, in ascending order. */
export const RESPONSE_TIMES = [
  { bucket: "under_1h", underMs: HOUR_MS },
  { bucket: "1h_to_6h", underMs: 6 * HOUR_MS },
  { bucket: "6h_to_24h", underMs: DAY_MS },
  { bucket: "1d_to_3d", underMs: 3 * DAY_MS },
  { bucket: "3d_to_7d", underMs: 7 * DAY_MS },
  { bucket: "7d_to_14d", underMs: 14 * DAY_MS },
] as const;

/** The bucket after the last of them. */
export const LATEST = "over_14d";

export const RESPONSE_TIME_BUCKETS = [...RESPONSE_TIMES.map(({ bucket }) => bucket), LATEST] as const;

export type ResponseTimeBucket = (typeof RESPONSE_TIME_BUCKETS)[number];
