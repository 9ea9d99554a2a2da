/**
 * A private RSA key for PKCS #1 v1.5 with SHA-256. Not by jose, whose reader of PEM is for keys of every kind.
 * @param pem PKCS #8
 */
export function signingKey(pem: string): Promise<CryptoKey> {
  return crypto.subtle.importKey("pkcs8", derOf(pem), SIGNATURE, false, ["sign"]);
}

/** Of the keys and of their signatures. */
export const SIGNATURE = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };

/** What is in PEM's one block. */
export function derOf(pem: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(pem.replace(/-----[A-Z ]+-----/g, "")), (byte) => byte.charCodeAt(0));
}
