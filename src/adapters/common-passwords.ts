import { utf8 } from "../kernel/bytes.ts";
import { hasFingerprint } from "../kernel/password-fingerprints.ts";
import { staticFile } from "./static-text.ts";

/**
 * The 18,724 passwords of 8 or more characters that were found most often in breaches (ASVS 5.0, 6.2.4 and 6.2.12), as fingerprints
 * that `scripts/assets/build-data.ts` writes. An isolate reads them, 75 KB, when the first password is chosen.
 */
export interface CommonPasswords {
  /** Case-insensitive: a capital letter adds little to a common password. False while the list cannot be read. */
  includes(password: string): Promise<boolean>;
}

/** @param onFailure is called when the list could not be read: it is read again with the next password */
export function createCommonPasswords(assets: Fetcher, onFailure: (error: unknown) => void): CommonPasswords {
  const list = staticFile(
    assets,
    "/accounts/common-passwords.bin",
    async (file) => new DataView(await file.arrayBuffer()),
  );
  return {
    async includes(password) {
      try {
        const digest = await crypto.subtle.digest("SHA-256", utf8(password.toLowerCase()));
        return hasFingerprint(await list(), new DataView(digest).getUint32(0));
      } catch (error) {
        onFailure(error);
        return false;
      }
    },
  };
}
