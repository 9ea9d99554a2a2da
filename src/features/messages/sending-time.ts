import { invalidField } from "../../kernel/errors.ts";

export const SEND_MODES = ["draft", "schedule", "send_now"] as const;

export type SendMode = (typeof SEND_MODES)[number];

/** Whether and when a message goes out. `sendAt` in epoch milliseconds. */
export type Schedule = { status: "draft"; sendAt: number | null } | { status: "scheduled"; sendAt: number };

/** How a message stands that can still be changed; null when it has gone out, is going out or was cancelled. */
export function scheduleIn({ status, sendAt }: { status: string; sendAt: number | null }): Schedule | null {
  if (status === "draft") return { status, sendAt };
  return status === "scheduled" && sendAt !== null ? { status, sendAt } : null;
}

/**
 * What a mode and a time come to.
 * @param sendAt undefined where none was named
 * @param before how the message stood, null for a new one
 * @throws AppError 400 for a time that is past, missing or contradicts the mode
 */
export function scheduleOf(
  mode: SendMode | undefined,
  sendAt: number | null | undefined,
  before: Schedule | null,
  now: number,
): Schedule {
  if (typeof sendAt === "number" && sendAt < now && mode !== "send_now") throw inThePast();
  const wanted = mode ?? (before?.status === "scheduled" ? "schedule" : "draft");
  if (wanted === "send_now") {
    if (typeof sendAt === "number") throw contradiction();
    return { status: "scheduled", sendAt: now };
  }
  const at = sendAt === undefined ? (before?.sendAt ?? null) : sendAt;
  if (wanted === "draft") return { status: "draft", sendAt: at };
  if (at === null) throw withoutTime();
  // A draft may have waited past its own time; a message that is scheduled and due is just about to go out.
  if (at < now && before?.status !== "scheduled") throw inThePast();
  return { status: "scheduled", sendAt: at };
}

function inThePast() {
  return invalidField("send_at", "is in the future");
}

function withoutTime() {
  return invalidField("send_at", "is there when the message is scheduled");
}

function contradiction() {
  return invalidField("send_at", "is left out when the message is sent now");
}
