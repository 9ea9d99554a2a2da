import { HOUR_MS, MINUTE_MS } from "./clock.ts";
import { localTimeOf } from "./zoned-time.ts";

/** A deadline as people say it: a day to its end, or a time of a day. */
export interface SpokenDeadline {
  /** A time of the day to name, epoch milliseconds. */
  day: number;
  /** False: the whole day counts, so its hour is not said. */
  hasTime: boolean;
}

/**
 * Returns how a deadline is said. One at 23:59 or at midnight lasts a whole day: midnight is the end of the day before.
 * On days when the clocks change, a day may begin at 01:00.
 * @param deadline epoch milliseconds
 * @param timeZone IANA name of the event's zone
 */
export function spokenDeadline(deadline: number, timeZone: string): SpokenDeadline {
  const { hour, minute, day } = localTimeOf(deadline, timeZone);
  const dayAt = (moment: number) => localTimeOf(moment, timeZone).day;
  const isMidnight = hour === 0 && minute === 0;
  // An hour more, because clocks that go back repeat midnight.
  if (isMidnight || dayAt(deadline - MINUTE_MS) !== day) return { day: deadline - HOUR_MS - MINUTE_MS, hasTime: false };
  const isLastMinute = (hour === 23 && minute === 59) || dayAt(deadline + MINUTE_MS) !== day;
  return { day: deadline, hasTime: !isLastMinute };
}
