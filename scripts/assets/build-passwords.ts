import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { dictionary } from "@zxcvbn-ts/language-common";
import { FINGERPRINT_BYTES, MIN_PASSWORD_LENGTH } from "../../src/kernel/password-fingerprints.ts";

/**
 * Writes fingerprints of the passwords that attackers try first, sorted, for `createCommonPasswords`: those found most often in
 * breaches. Sources: the password dictionary of @zxcvbn-ts/language-common 4.1.3 (July 2026), and the list of Django 5.2.17
 * (`src/identity/accounts/common-passwords.txt`), as zxcvbn leaves out what its patterns find. Shorter ones are refused anyway.
 */
export function buildPasswords(root: string, target: string): void {
  const django = readFileSync(join(root, "src/identity/accounts/common-passwords.txt"), "utf8").trim().split("\n");
  const known = [...dictionary["passwords-common"], ...django].map((password) =>
    password.normalize("NFC").toLowerCase(),
  );
  const fingerprints = known
    .filter((password) => [...password].length >= MIN_PASSWORD_LENGTH)
    .map((password) => createHash("sha256").update(password).digest().readUInt32BE());
  const sorted = [...new Set(fingerprints)].sort((a, b) => a - b);
  const file = Buffer.alloc(sorted.length * FINGERPRINT_BYTES);
  for (const [index, fingerprint] of sorted.entries()) file.writeUInt32BE(fingerprint, index * FINGERPRINT_BYTES);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, file);
}
