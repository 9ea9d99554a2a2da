import { SignJWT } from "jose";
import type { Config } from "../../env.ts";
import { signingKey } from "./cms-signature.ts";
import { googlePass, type PassRoom } from "./google-pass.ts";
import type { PassFacts } from "./pass-facts.ts";

/** An issuer account of Google Wallet. */
export interface GoogleWallet {
  issuerId: string;
  /** The email address of the service account that signs. */
  account: string;
  /** Its private key: PKCS #8, PEM. */
  privateKey: string;
}

const SAVE = "https://pay.google.com/gp/v/save/";
/** Maximum length of a save link by Google's documentation. Browsers and chats cut longer links. */
const MAX_LINK_LENGTH = 1_800;
/** The first that fits is used. */
const ROOMS: readonly PassRoom[] = [
  { characters: 120, hasVenue: true },
  { characters: 40, hasVenue: true },
  { characters: 40, hasVenue: false },
  { characters: 20, hasVenue: false },
  { characters: 10, hasVenue: false },
];

/** The issuer's account, or null if it is not configured. */
export function googleWalletOf(config: Config): GoogleWallet | null {
  const { GOOGLE_WALLET_ISSUER_ID: issuerId, GOOGLE_WALLET_SERVICE_ACCOUNT: account } = config;
  const { GOOGLE_WALLET_PRIVATE_KEY: privateKey } = config;
  return issuerId && account && privateKey ? { issuerId, account, privateKey } : null;
}

/**
 * The link that saves a guest's pass to Google Wallet: a JWT with the pass in it, signed with RS256. Long texts are cut
 * until the link is short enough.
 * @param now epoch milliseconds
 */
export async function googleSaveLink(
  { issuerId, account, privateKey }: GoogleWallet,
  facts: PassFacts,
  now: number,
): Promise<string> {
  const key = await signingKey(privateKey);
  let link = "";
  for (const room of ROOMS) {
    const claims = { typ: "savetowallet", payload: googlePass(issuerId, facts, room) };
    const jwt = await new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", typ: "JWT" })
      .setIssuer(account)
      .setAudience("google")
      .setIssuedAt(Math.floor(now / 1000))
      .sign(key);
    link = `${SAVE}${jwt}`;
    if (link.length <= MAX_LINK_LENGTH) break;
  }
  return link;
}
