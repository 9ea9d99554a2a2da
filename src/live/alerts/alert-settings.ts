import type { BusBody } from "../../../proto/bus/messages.ts";
import type { alertRounds, alertSettings } from "../../db/schema/alerts.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { localTimeOf, momentOf } from "../../kernel/zoned-time.ts";

/** A member's email alerts of an event. */
export type AlertSettings = Pick<typeof alertSettings.$inferSelect, "answers" | "risk" | "waitlist">;

/** Rounds of alerts: within a minute, and a digest in the morning. */
export type RoundKind = typeof alertRounds.$inferSelect.kind;

const HOST_DEFAULTS: AlertSettings = { answers: "daily", risk: "block", waitlist: true };

export const NO_ALERTS: AlertSettings = { answers: "off", risk: "off", waitlist: false };

/** The digest is sent at this hour of the event's zone. */
const DIGEST_HOUR = 8;

/** A member's settings: the stored ones, or what holds without them. */
export function settingsOf(stored: AlertSettings | null, isHost: boolean): AlertSettings {
  return stored ?? (isHost ? HOST_DEFAULTS : NO_ALERTS);
}

/** Activities during the span of an alert run. */
export interface AlertActivity<Answer, Waiting, Passed, Lost> {
  answers: readonly Answer[];
  /** Parties that began to wait, or whose offer ran out. */
  waiting: readonly Waiting[];
  /** Why waiting parties were not offered free seats. */
  passed: readonly Passed[];
  /** Guests whose invitation did not arrive. */
  lost: readonly Lost[];
}

/** Returns the activities that an alert run sends to a member with these settings. Null if there are none. */
export function alertContentFor<Answer, Waiting, Passed, Lost>(
  settings: AlertSettings,
  kind: RoundKind,
  happened: AlertActivity<Answer, Waiting, Passed, Lost>,
): AlertActivity<Answer, Waiting, Passed, Lost> | null {
  const isDigest = kind === "daily";
  if (isDigest && settings.answers !== "daily") return null;
  const answers = isDigest || settings.answers === "each" ? happened.answers : [];
  const waiting = settings.waitlist ? happened.waiting : [];
  const passed = settings.waitlist ? happened.passed : [];
  const lost = isDigest ? happened.lost : [];
  const isQuiet = answers.length + waiting.length + passed.length + lost.length === 0;
  return isQuiet ? null : { answers, waiting, passed, lost };
}

/** True if a member is notified of an access in this risk band. */
export function wantsRiskAlert({ risk }: AlertSettings, band: BusBody<"alert.risk">["risk"]): boolean {
  return risk === band || risk === "high";
}

/** Returns the next 08:00 in a time zone after a time. Epoch milliseconds. */
export function nextDigestAt(now: number, timeZone: string): number {
  const at = (day: number) => momentOf({ ...localTimeOf(day, timeZone), hour: DIGEST_HOUR, minute: 0 }, timeZone);
  const today = at(now);
  return today > now ? today : at(now + DAY_MS);
}
