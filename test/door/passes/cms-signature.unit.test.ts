import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signDetached } from "../../../src/door/passes/cms-signature.ts";
import { utf8 } from "../../../src/kernel/bytes.ts";
import { makePassIssuer, type PassIssuer } from "../../../testkit/pass-issuer.ts";

const run = promisify(execFile);
const MANIFEST = utf8('{"pass.json":"0000"}');

let folder: string;
let issuer: PassIssuer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "usher-cms-"));
  issuer = await makePassIssuer();
  await writeFile(join(folder, "authority.pem"), issuer.intermediate);
  await writeFile(join(folder, "signature"), await signDetached(issuer, MANIFEST, Date.now()));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** By OpenSSL, with the certificates in the signature and the authority alone trusted. */
async function verify(content: Uint8Array): Promise<string> {
  await writeFile(join(folder, "content"), content);
  const files = ["-in", "signature", "-content", "content", "-CAfile", "authority.pem"];
  const { stdout } = await run(
    "openssl",
    ["cms", "-verify", "-binary", "-inform", "DER", "-purpose", "any", ...files],
    {
      cwd: folder,
    },
  );
  return stdout;
}

describe("signDetached", () => {
  it("passes the check of OpenSSL, with its own certificates", async () => {
    expect(await verify(MANIFEST)).toBe(new TextDecoder().decode(MANIFEST));
  });

  it("fails the check of OpenSSL for any other content", async () => {
    const other = MANIFEST.with(-3, MANIFEST.at(-3) === 48 ? 49 : 48);
    await expect(verify(other)).rejects.toHaveProperty("stderr", expect.stringContaining("CMS Verification failure"));
  });

  it("names its signer, its time and SHA-256", async () => {
    const { stdout } = await run("openssl", ["cms", "-cmsout", "-print", "-inform", "DER", "-in", "signature"], {
      cwd: folder,
    });
    for (const part of ["issuerAndSerialNumber", "contentType", "messageDigest", "signingTime", "sha256"]) {
      expect(stdout).toContain(part);
    }
    expect(stdout).toContain("eContent: <ABSENT>");
  });
});
