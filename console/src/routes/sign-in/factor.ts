/** The code of an authenticator app. Any other text is a recovery code. */
const APP_CODE = /^\d{6}$/;

/** Returns a typed second factor for the API. */
export function factorOf(typed: string): { code: string } | { recovery_code: string } {
  const code = typed.replaceAll(/\s/g, "");
  return APP_CODE.test(code) ? { code } : { recovery_code: typed.trim() };
}
