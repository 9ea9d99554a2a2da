import { sha256Hex } from "../../kernel/bytes.ts";
import type { PurposeKeys } from "../../kernel/keyring.ts";
import { signedForms } from "../../kernel/signed-id.ts";

/**
 * The values that a mailed secret may have, by the SHA-256 under which the database stores it: one for each key, because
 * a secret that was issued before the platform secret was rotated is mailed as it was issued.
 */
export async function secretsByHash(keys: PurposeKeys, id: string): Promise<Map<string, string>> {
  const forms = await signedForms(keys, id);
  return new Map(await Promise.all(forms.map(async (value) => [await sha256Hex(value), value] as const)));
}
