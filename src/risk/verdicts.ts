import { invalidField } from "../kernel/errors.ts";

/** A host's verdict on an access: it was the guest, or it was not. */
export const VERDICTS = ["legitimate", "suspicious"] as const;

export type Verdict = (typeof VERDICTS)[number];

export function isVerdict(word: string): word is Verdict {
  return VERDICTS.some((verdict) => verdict === word);
}

/** @throws AppError 400 `invalid_verdict` for any other word */
export function readVerdict(word: string): Verdict {
  if (isVerdict(word)) return word;
  throw invalidField("verdict", `must be one of ${VERDICTS.join(", ")}`, "invalid_verdict");
}
