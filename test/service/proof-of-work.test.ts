import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { describe, expect, it } from "vitest";
import { freshAddress, freshEmail } from "../support/account.ts";
import { post } from "../support/auth.ts";

/** Requests that a network may make in an hour. */
const RESETS_PER_NETWORK = 5;

interface Refusal {
  error: string;
  retry_after: number;
  proof?: Challenge;
}

const askFrom = (address: string, headers: Record<string, string> = {}, path = "/auth/forgot-password") =>
  post(path, { email: freshEmail() }, { "CF-Connecting-IP": address, ...headers });

/** A network that has used up its limit, with the challenge of its refusal. */
async function refusedNetwork(path?: string): Promise<{ address: string; challenge: Challenge }> {
  const address = freshAddress();
  for (let sent = 0; sent < RESETS_PER_NETWORK; sent++) expect((await askFrom(address, {}, path)).status).toBe(202);
  const refused = await askFrom(address, {}, path);
  expect(refused.status).toBe(429);
  const { error, proof } = await refused.json<Refusal>();
  expect(error).toBe("rate_limited");
  if (proof === undefined) throw new Error("the refusal has no challenge");
  return { address, challenge: proof };
}

async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return encode({ challenge, solution });
}

function encode(proof: object): string {
  return new TextEncoder().encode(JSON.stringify(proof)).toBase64({ alphabet: "base64url", omitPadding: true });
}

describe("Usher-Proof", () => {
  it("accepts one more request of a network over its limit, once", async () => {
    const { address, challenge } = await refusedNetwork();
    const proof = await solve(challenge);
    expect((await askFrom(address, { "Usher-Proof": proof })).status).toBe(202);
    expect((await askFrom(address, { "Usher-Proof": proof })).status).toBe(429);
    expect((await askFrom(address)).status).toBe(429);
  });

  it("returns 429 for a proof that is unsolved, altered, unsigned, of another path or not a proof", async () => {
    const { address, challenge } = await refusedNetwork();
    const other = await refusedNetwork("/auth/verify-email/resend");
    const { parameters } = challenge;
    const easier = { ...challenge, parameters: { ...parameters, cost: 1, keyPrefix: "0" } };
    const unsigned = { parameters: easier.parameters };
    const proofs = [
      encode({ challenge, solution: { counter: 1, derivedKey: "00".repeat(32) } }),
      await solve(easier),
      await solve(unsigned),
      await solve(other.challenge),
      encode({ challenge: null }),
      "no proof",
      "a".repeat(5_000),
    ];
    for (const proof of proofs) {
      const refused = await askFrom(address, { "Usher-Proof": proof });
      expect(refused.status, proof.slice(0, 40)).toBe(429);
      expect(await refused.json<Refusal>()).toHaveProperty("proof.signature");
    }
  });

  it("lifts no limit by recipient", async () => {
    const email = freshEmail();
    const ask = (headers: Record<string, string> = {}) => post("/auth/forgot-password", { email }, headers);
    for (let sent = 0; sent < 3; sent++) expect((await ask()).status).toBe(202);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(await refused.json<Refusal>()).not.toHaveProperty("proof");
    const { challenge } = await refusedNetwork();
    expect((await ask({ "Usher-Proof": await solve(challenge) })).status).toBe(429);
  });
});
