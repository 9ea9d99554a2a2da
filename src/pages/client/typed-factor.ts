/** A code of the authenticator app or a recovery code, as the API takes it. */
export type TypedFactor = { code: string } | { recovery_code: string };

/** One field takes both: six digits are a code, anything else is a recovery code. */
export function typedFactor(typed: string): TypedFactor {
  return /^\s*(\d\s*){6}$/.test(typed) ? { code: typed } : { recovery_code: typed };
}
