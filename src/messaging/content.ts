import type { MessageTranslations } from "../db/schema/messages.ts";
import { invalidField } from "../kernel/errors.ts";
import type { Channel } from "./audiences.ts";

/** A provider takes 1,600 characters; the rest is for the values of placeholders. */
const MAX_TEXT = 1_000;

/** @throws AppError 400 `validation_failed` for an e-mail without a subject, or an SMS that is too long */
export function assertSendable({
  channel,
  subject,
  body,
  translations,
}: {
  channel: Channel;
  subject: string;
  body: string;
  translations?: MessageTranslations | null | undefined;
}): void {
  if (channel === "email" && subject === "") throw invalidField("subject", "is required for email");
  if (channel !== "sms") return;
  const bodies = Object.entries(translations ?? {}).map(
    ([tag, text]) => [`translations.${tag}.body`, text.body] as const,
  );
  for (const [path, text] of [["body", body] as const, ...bodies]) {
    if (text.length > MAX_TEXT) throw invalidField(path, `must have at most ${MAX_TEXT} characters in a text message`);
  }
}
