/** A host's verdict on an access: it was the guest, or it was not. */
export const VERDICTS = ["legitimate", "suspicious"] as const;

export type Verdict = (typeof VERDICTS)[number];

export function isVerdict(word: string): word is Verdict {
  return VERDICTS.some((verdict) => verdict === word);
}
