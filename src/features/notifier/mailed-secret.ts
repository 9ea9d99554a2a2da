import { sha256Hex } from "../../kernel/bytes.ts";
import type { PurposeKeys } from "../../kernel/keyring.ts";
import { signedForms } from "../../kernel/signed-id.ts";

/**
 * The values that a mailed secret may have, by the hash under which the database knows it. There is one for each key:
 * a secret made before the platform secret changed is mailed as it was made.
 */
export async function mailedForms(keys: PurposeKeys, id: string): Promise<Map<string, string>> {
  const forms = await signedForms(keys, id);
  return new Map(await Promise.all(forms.map(async (value) => [await sha256Hex(value), value] as const)));
}
