import { toWireOrNull } from "../../kernel/clock.ts";
import type { AuditedState } from "../audit/record.ts";
import type { MessageRow } from "./queries.ts";

/** A message as the audit trail tells of it: to whom, how, about what and when, without the text. */
export function auditedState({ audience, channel, subject, status, sendAt }: MessageRow): AuditedState {
  return { audience, channel, subject, status, send_at: toWireOrNull(sendAt) };
}
