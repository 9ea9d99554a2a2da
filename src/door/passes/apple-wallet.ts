import type { Config } from "../../env.ts";
import { utf8 } from "../../kernel/bytes.ts";
import { type AppleIssuer, applePass } from "./apple-pass.ts";
import { type CmsSigner, signDetached } from "./cms-signature.ts";
import type { PassFacts } from "./pass-facts.ts";
import { storedZip } from "./stored-zip.ts";

/** A white U on black: PNGs of 29 and 58 pixels, one bit each, in base64. No pass is taken without an icon. */
const PASS_ICONS = {
  "icon.png":
    "iVBORw0KGgoAAAANSUhEUgAAAB0AAAAdAQAAAAB+6FqiAAAAH0lEQVR42mNgwA8+VJBP/PgBJOo/wAj7B0CCv4GAhQDAERddWAMCUwAAAABJRU5ErkJggg==",
  "icon@2x.png":
    "iVBORw0KGgoAAAANSUhEUgAAADoAAAA6AQAAAADJwHeFAAAAQElEQVR42mNgoCv4z2B/YDgxGurRGPUP/zdAGP+hDPv//xlQGfL//0EY/P//QBjs/39AGIz/H0BDqr6BvjHDAAB/sEaoM3nEhQAAAABJRU5ErkJggg==",
};

/** A Pass Type ID with its certificate and key. */
export interface AppleWallet extends AppleIssuer, CmsSigner {}

/** The Pass Type ID, or null if it is not configured. */
export function appleWalletOf(config: Config): AppleWallet | null {
  const { APPLE_WALLET_PASS_TYPE_ID: passTypeId, APPLE_WALLET_TEAM_ID: teamId } = config;
  const { APPLE_WALLET_CERTIFICATE: certificate, APPLE_WALLET_KEY: privateKey } = config;
  const { APPLE_WALLET_WWDR: intermediate } = config;
  return passTypeId && teamId && certificate && privateKey && intermediate
    ? { passTypeId, teamId, certificate, privateKey, intermediate }
    : null;
}

/**
 * A guest's pass as a `.pkpass`: a ZIP file of the pass, its icons, their SHA-1 digests and the signature of these.
 * @param now epoch milliseconds
 */
export async function applePassFile(
  wallet: AppleWallet,
  facts: PassFacts,
  now: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const files: Record<string, Uint8Array<ArrayBuffer>> = {
    "pass.json": utf8(JSON.stringify(applePass(wallet, facts))),
  };
  for (const [name, png] of Object.entries(PASS_ICONS)) files[name] = Uint8Array.fromBase64(png);
  const digests: Record<string, string> = {};
  for (const [name, content] of Object.entries(files)) digests[name] = await sha1Hex(content);
  const manifest = utf8(JSON.stringify(digests));
  const signature = await signDetached(wallet, manifest, now);
  return storedZip({ ...files, "manifest.json": manifest, signature });
}

/** SHA-1, because the pass format requires it. The signature is over SHA-256. */
async function sha1Hex(content: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-1", content)).toHex();
}
