import { staticText } from "./static-text.ts";

/**
 * The 3,000 most common passwords that the length rule would let through (ASVS 5.0, 6.2.4): the first entries of at least 8
 * printable ASCII characters in `django/contrib/auth/common-passwords.txt.gz` of Django 5.2.17, which orders them by how often
 * they were found in breaches. An isolate reads them when the first password is chosen.
 */
export interface CommonPasswords {
  /** Case-insensitive: a capital letter adds little to a common password. False while the list cannot be read. */
  includes(password: string): Promise<boolean>;
}

/**
 * The list in `src/features/accounts/common-passwords.txt`, which `scripts/build-assets.ts` puts beside the other static
 * files. In the Worker's bundle it would take 13 KiB of every start.
 * @param onFailure is told when the list could not be read: it is tried again with the next password
 */
export function createCommonPasswords(assets: Fetcher, onFailure: (error: unknown) => void): CommonPasswords {
  const list = staticText(assets, "/accounts/common-passwords.txt", (text) => new Set(text.trim().split("\n")));
  return {
    async includes(password) {
      try {
        return (await list()).has(password.toLowerCase());
      } catch (error) {
        onFailure(error);
        return false;
      }
    },
  };
}
