import { invalidField } from "../../kernel/errors.ts";
import type { Channel } from "./audiences.ts";

/** A provider takes 1,600 characters; the rest is for the values of placeholders. */
const MAX_TEXT = 1_000;

/** @throws AppError 400 `validation_failed` for an e-mail without a subject, or an SMS that is too long */
export function assertSendable({ channel, subject, body }: { channel: Channel; subject: string; body: string }): void {
  if (channel === "email" && subject === "") throw invalidField("subject", "is required for email");
  if (channel === "sms" && body.length > MAX_TEXT) {
    throw invalidField("body", `must have at most ${MAX_TEXT} characters in a text message`);
  }
}
