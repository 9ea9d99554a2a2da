import { type Challenge, createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { Context } from "hono";
import * as z from "zod";
import { fromBase64Url, sha256Hex } from "../kernel/bytes.ts";
import { addressBlock } from "../kernel/cidr.ts";
import { MINUTE_MS, SECOND_MS } from "../kernel/clock.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { keyedHashes } from "../kernel/keyring.ts";
import type { RateRule } from "../kernel/sliding-window.ts";
import { headerParameter } from "./access.ts";
import type { AppEnv } from "./app-env.ts";
import { bodyFields } from "./body.ts";
import { clientAddress } from "./request-facts.ts";

/** The header of an API client, and the form field of a page, that carry a solved challenge or a token of Turnstile. */
const PROOF_HEADER = "Usher-Proof";
export const PROOF_FIELD = "proof";

/** The header, for the OpenAPI document. */
export const PROOF_HEADER_PARAMETER = headerParameter(
  PROOF_HEADER,
  forDocs(
    "Solution of the `proof` of a 429 response, or the token of the widget if the response has `turnstile`. It lets one request through beyond the limit.",
  ),
);

const LIFETIME_MS = 10 * MINUTE_MS;
/** A token of Turnstile has at most this many characters. */
const MAX_PROOF_LENGTH = 2_048;

/** About 256 derivations to solve, one to verify: one to three seconds on a phone, some milliseconds here. */
const DIFFICULTY = { algorithm: "PBKDF2/SHA-256", cost: 10_000, keyPrefix: "00" } as const;

/** A challenge is accepted once. */
const ONCE: RateRule = { name: "proof", limit: 1, windowSeconds: LIFETIME_MS / SECOND_MS };

/**
 * Requests that a network may send beyond its limits, each with a proof. Stops rented processors from bypassing the
 * limits of a form.
 */
const PROVED: RateRule = { name: "proved", limit: 200, windowSeconds: 3_600 };

/** A solved challenge. The signature covers all parameters, so those that are not read here stay. */
const Proof = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      data: z.object({ path: z.string() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});

/**
 * Returns the offer for one more request: Turnstile's site key if Turnstile is configured, else a proof-of-work
 * challenge in the form of ALTCHA 2. The challenge is valid for ten minutes at this path.
 */
export async function newProofOffer(c: Context<AppEnv>): Promise<{ proof: Challenge } | { turnstile: string }> {
  const { clock, turnstile } = c.get("ctx");
  if (turnstile !== null) return { turnstile: turnstile.siteKey };
  const [hmacSignatureSecret] = await secretsFor(c);
  const expiresAt = new Date(clock.now() + LIFETIME_MS);
  const data = { path: c.req.path };
  return { proof: await createChallenge({ ...DIFFICULTY, deriveKey, expiresAt, data, hmacSignatureSecret }) };
}

/**
 * Whether the request carries a solved challenge of this path, or where Turnstile is configured a token of it, that was
 * not used before. Two round trips.
 * @throws what the rate limiter throws while its object is down
 */
export async function hasProof(c: Context<AppEnv>): Promise<boolean> {
  const text = c.req.header(PROOF_HEADER) ?? (await bodyFields(c))[PROOF_FIELD];
  if (typeof text !== "string" || text.length > MAX_PROOF_LENGTH) return false;
  const { rateLimits, turnstile } = c.get("ctx");
  const address = clientAddress(c);
  if (!(turnstile === null ? await isNewProof(c, text) : await turnstile.passes(text, address))) return false;
  return (await rateLimits.exact(PROVED, await sha256Hex(addressBlock(address)))).allowed;
}

async function isNewProof(c: Context<AppEnv>, text: string): Promise<boolean> {
  const proof = parse(text);
  if (proof === null || !(await isSolved(c, proof))) return false;
  const nonce = await sha256Hex(proof.challenge.parameters.nonce);
  return (await c.get("ctx").rateLimits.exact(ONCE, nonce)).allowed;
}

async function isSolved(c: Context<AppEnv>, { challenge, solution }: z.output<typeof Proof>): Promise<boolean> {
  if (challenge.parameters.data.path !== c.req.path) return false;
  // The signature is checked before any parameter is used.
  for (const hmacSignatureSecret of await secretsFor(c)) {
    const result = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret });
    if (result.verified) return true;
  }
  return false;
}

function parse(text: string): z.output<typeof Proof> | null {
  const bytes = fromBase64Url(text);
  if (bytes === null) return null;
  try {
    return Proof.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data ?? null;
  } catch {
    return null;
  }
}

/** ALTCHA takes secrets as text. The current one first. */
async function secretsFor(c: Context<AppEnv>): Promise<[string, ...string[]]> {
  return keyedHashes(await c.get("ctx").keyring.keysFor("proof_of_work"), "altcha");
}
