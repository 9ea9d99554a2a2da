import { toWireOrNull } from "../kernel/clock.ts";
import type { AuditedState } from "../platform/audit/record.ts";
import { targetOf } from "./audiences.ts";
import type { MessageRow } from "./queries.ts";

/** What the audit trail stores of a message: everything but the text, of which it has the languages. */
export function auditedState({ channel, subject, translations, status, sendAt, ...target }: MessageRow): AuditedState {
  const languages = translations === null ? {} : { languages: Object.keys(translations).join(", ") };
  return { audience: targetOf(target), channel, subject, ...languages, status, send_at: toWireOrNull(sendAt) };
}
