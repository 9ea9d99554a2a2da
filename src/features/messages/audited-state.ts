import { toWireOrNull } from "../../kernel/clock.ts";
import type { AuditedState } from "../audit/record.ts";
import type { MessageRow } from "./queries.ts";

/** What the audit trail stores of a message: everything but the text. */
export function auditedState({ audience, channel, subject, status, sendAt }: MessageRow): AuditedState {
  return { audience, channel, subject, status, send_at: toWireOrNull(sendAt) };
}
