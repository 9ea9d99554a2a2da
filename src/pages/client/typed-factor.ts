import { isAppCode } from "../../kernel/app-code.ts";

/** A code of the authenticator app or a recovery code, as the API takes it. */
export type TypedFactor = { code: string } | { recovery_code: string };

/** What was typed into a field that takes both. */
export function typedFactor(typed: string): TypedFactor {
  return isAppCode(typed) ? { code: typed } : { recovery_code: typed };
}
