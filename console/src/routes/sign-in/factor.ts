/** A code of an authenticator app has six digits; everything else is a recovery code. */
const APP_CODE = /^\d{6}$/;

/** What somebody typed as the second factor, as the API takes it. */
export function factorOf(typed: string): { code: string } | { recovery_code: string } {
  const code = typed.replaceAll(/\s/g, "");
  return APP_CODE.test(code) ? { code } : { recovery_code: typed.trim() };
}
