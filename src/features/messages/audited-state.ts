import { toWireOrNull } from "../../kernel/clock.ts";
import type { AuditedState } from "../audit/record.ts";
import { targetOf } from "./audiences.ts";
import type { MessageRow } from "./queries.ts";

/** What the audit trail stores of a message: everything but the text. */
export function auditedState({ channel, subject, status, sendAt, ...target }: MessageRow): AuditedState {
  return { audience: targetOf(target), channel, subject, status, send_at: toWireOrNull(sendAt) };
}
