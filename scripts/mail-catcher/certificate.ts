import { rmSync } from "node:fs";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "selfsigned";

/** A certificate for localhost and the authority that signed it, as PEM. */
export interface LocalCertificate {
  authority: string;
  cert: string;
  key: string;
}

/** The variable with the folder of a certificate that other processes trust, see `writeCertificate`. */
const FOLDER_VARIABLE = "MAIL_CATCHER_TLS";
/** Longer than any test run. */
const VALID_MS = 24 * 60 * 60 * 1000;

const EC = { keyType: "ec", curve: "P-256", algorithm: "sha256" } as const;

let own: Promise<LocalCertificate> | undefined;

/** Returns the certificate in the folder `MAIL_CATCHER_TLS`, or a new one for this process. */
export function localCertificate(): Promise<LocalCertificate> {
  const folder = process.env[FOLDER_VARIABLE];
  own ??= folder === undefined ? makeCertificate() : readCertificate(folder);
  return own;
}

/**
 * Writes a new certificate to a temporary folder, which is deleted when this process exits. Processes started with
 * NODE_EXTRA_CA_CERTS=<folder>/authority.pem trust it.
 * @returns the folder, the same for repeated calls
 */
export async function writeCertificate(): Promise<string> {
  const known = process.env[FOLDER_VARIABLE];
  if (known !== undefined) return known;
  const folder = await mkdtemp(join(tmpdir(), "usher-mail-catcher-"));
  const made = await makeCertificate();
  await writeFile(join(folder, "authority.pem"), made.authority);
  await writeFile(join(folder, "cert.pem"), made.cert);
  await writeFile(join(folder, "key.pem"), made.key, { mode: 0o600 });
  process.env[FOLDER_VARIABLE] = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function readCertificate(folder: string): Promise<LocalCertificate> {
  const [authority = "", cert = "", key = ""] = await Promise.all(
    ["authority.pem", "cert.pem", "key.pem"].map((name) => readFile(join(folder, name), "utf8")),
  );
  return { authority, cert, key };
}

/** Creates an authority, whose key is discarded, and a certificate signed by it for localhost and 127.0.0.1. */
export async function makeCertificate(): Promise<LocalCertificate> {
  const notAfterDate = new Date(Date.now() + VALID_MS);
  const authority = await generate([{ name: "commonName", value: "Mail catcher test authority" }], {
    ...EC,
    notAfterDate,
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, critical: true },
    ],
  });
  const made = await generate([{ name: "commonName", value: "localhost" }], {
    ...EC,
    notAfterDate,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: [
          { type: 2, value: "localhost" },
          { type: 7, ip: "127.0.0.1" },
        ],
      },
    ],
  });
  return { authority: authority.cert, cert: made.cert, key: made.private };
}
