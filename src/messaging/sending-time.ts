import { invalidField } from "../kernel/errors.ts";

export const SEND_MODES = ["draft", "schedule", "send_now"] as const;

export type SendMode = (typeof SEND_MODES)[number];

/** Whether and when a message is sent. `sendAt` in epoch milliseconds. */
export type Schedule = { status: "draft"; sendAt: number | null } | { status: "scheduled"; sendAt: number };

/**
 * The schedule that results from a requested mode and time.
 * @param sendAt undefined when the request has none
 * @param before the schedule so far, null for a new message
 * @throws AppError 400 `validation_failed` for a time that is past, missing, or not allowed with the mode
 */
export function scheduleOf(
  mode: SendMode | undefined,
  sendAt: number | null | undefined,
  before: Schedule | null,
  now: number,
): Schedule {
  if (typeof sendAt === "number" && sendAt < now && mode !== "send_now") throw sendAtInThePast();
  const effective = mode ?? (before?.status === "scheduled" ? "schedule" : "draft");
  if (effective === "send_now") {
    if (typeof sendAt === "number") throw sendAtNotAllowed();
    return { status: "scheduled", sendAt: now };
  }
  const at = sendAt === undefined ? (before?.sendAt ?? null) : sendAt;
  if (effective === "draft") return { status: "draft", sendAt: at };
  if (at === null) throw sendAtMissing();
  // The time of a draft may have passed since. A scheduled message may be due and about to be dispatched.
  if (at < now && before?.status !== "scheduled") throw sendAtInThePast();
  return { status: "scheduled", sendAt: at };
}

function sendAtInThePast() {
  return invalidField("send_at", "must be in the future");
}

function sendAtMissing() {
  return invalidField("send_at", "is required when the message is scheduled");
}

function sendAtNotAllowed() {
  return invalidField("send_at", "must be omitted when the message is sent now");
}
