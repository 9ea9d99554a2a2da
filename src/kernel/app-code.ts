const SIX_DIGITS = /^\s*(\d\s*){6}$/;

/** Whether somebody typed a code of an authenticator app. In a field that takes both, anything else is a recovery code. */
export function isAppCode(typed: string): boolean {
  return SIX_DIGITS.test(typed);
}
