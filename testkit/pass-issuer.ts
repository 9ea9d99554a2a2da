import { generate } from "selfsigned";

/** A certificate that signs passes, instead of Apple's; PEM. */
export interface PassIssuer {
  certificate: string;
  /** PKCS #8. */
  privateKey: string;
  /** The authority that issued the certificate. It is its own root; Apple's has a root above it. */
  intermediate: string;
}

const RSA = { keyType: "rsa", keySize: 2048, algorithm: "sha256" } as const;

/** Creates an authority, whose key is discarded, and a certificate signed by it. */
export async function makePassIssuer(): Promise<PassIssuer> {
  const authority = await generate([{ name: "commonName", value: "Pass test authority" }], {
    ...RSA,
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, critical: true },
    ],
  });
  const made = await generate([{ name: "commonName", value: "Pass Type ID: pass.test.usher" }], {
    ...RSA,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, critical: true },
    ],
  });
  return { certificate: made.cert, privateKey: made.private, intermediate: authority.cert };
}
