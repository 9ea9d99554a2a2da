import { HOUR_MS, SECOND_MS } from "../../kernel/clock.ts";

/** Whoever works on a batch says so at least this often. */
export const BEAT_MS = 10 * SECOND_MS;
/** Whoever has said nothing for so long is dead: some missed beats, so that a busy machine is not taken for a dead one. */
export const SILENCE_MS = 45 * SECOND_MS;
/**
 * How long the journal may take to answer. An answer is noted in four tries, which with their pauses must be over before
 * their run counts as dead: then another would send what it could not note.
 */
export const ANSWER_WITHIN_MS = 5 * SECOND_MS;
/** Longest wait before a message on which nobody works is handed over once more. */
export const MAX_SILENCE_MS = HOUR_MS;

/** What a mail server or an SMS provider has said for good about one recipient. */
export interface Answer {
  guestId: string;
  status: "sent" | "failed";
  reason: string | null;
  providerMessageId: string | null;
}
