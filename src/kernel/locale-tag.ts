/**
 * The form of a language tag (BCP 47), for the OpenAPI document. Some texts of this form, such as one with a repeated
 * variant, are not tags; `isLocale` checks that.
 */
export const LOCALE_PATTERN = "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$";

/** Whether a text is a well-formed language tag (BCP 47). */
export function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

/** The canonical case of a well-formed language tag: `pt-br` becomes `pt-BR`. */
export function canonicalLocale(tag: string): string {
  return Intl.getCanonicalLocales(tag)[0] ?? tag;
}
