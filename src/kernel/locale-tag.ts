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
