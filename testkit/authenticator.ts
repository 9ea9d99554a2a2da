import { Buffer } from "node:buffer";

/** Deviations of an attacker or a broken authenticator from an honest one. */
export interface Deviation {
  /** The site that the browser shows; the service's own by default. */
  origin?: string;
  /** The site that the authenticator assumes. */
  rpId?: string;
  /** True if PIN, finger or face were checked. */
  userVerified?: boolean;
  /** Replaces the count that grows by one with each use. */
  signCount?: number;
  /** Replaces the user of the passkey. */
  userHandle?: string;
  /** Replaces the ID of the passkey. */
  credentialId?: string;
}

/** `CryptoKey` by the name that both runtimes' types have. */
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

interface KeyPair {
  publicKey: Key;
  privateKey: Key;
}

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}
interface RequestOptions {
  challenge: string;
  rpId: string;
}

/** The origin of the service in the tests of the Worker. */
const ORIGIN = "https://usher.test";
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** An authenticator in software: makes one discoverable ES256 passkey and signs with it, as WebAuthn level 2 says. */
export class Authenticator {
  readonly credentialId = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  #keys: KeyPair | null = null;
  #userHandle = "";
  #signCount = 0;

  /** Returns the result of `navigator.credentials.create()`, as JSON. */
  async create(options: CreationOptions, deviation: Deviation = {}) {
    const algorithm = { name: "ECDSA", namedCurve: "P-256" };
    this.#keys = (await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"])) as KeyPair;
    this.#userHandle = options.user.id;
    const key = (await crypto.subtle.exportKey("jwk", this.#keys.publicKey)) as { x?: string; y?: string };
    const id = bytesOf(this.credentialId);
    const authData = join(
      await head(deviation.rpId ?? options.rp.id, HAS_CREDENTIAL | flagsOf(deviation), 0),
      new Uint8Array(16),
      [0, id.length],
      id,
      // COSE key: EC2, ES256, P-256, x, y.
      [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20],
      bytesOf(key.x ?? ""),
      [0x22, 0x58, 0x20],
      bytesOf(key.y ?? ""),
    );
    const attestation = join(
      [0xa3],
      cborText("fmt"),
      cborText("none"),
      cborText("attStmt"),
      [0xa0],
      cborText("authData"),
      [0x58, authData.length],
      authData,
    );
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: toBase64Url(clientData("webauthn.create", options.challenge, deviation)),
        attestationObject: toBase64Url(attestation),
        transports: ["internal"],
      },
    };
  }

  /** Returns the result of `navigator.credentials.get()`, as JSON. */
  async get(options: RequestOptions, deviation: Deviation = {}) {
    if (this.#keys === null) throw new Error("the authenticator has no passkey yet");
    this.#signCount += 1;
    const count = deviation.signCount ?? this.#signCount;
    const authData = await head(deviation.rpId ?? options.rpId, flagsOf(deviation), count);
    const data = clientData("webauthn.get", options.challenge, deviation);
    const signed = join(authData, new Uint8Array(await crypto.subtle.digest("SHA-256", data)));
    const parameters = { name: "ECDSA", hash: "SHA-256" };
    const signature = new Uint8Array(await crypto.subtle.sign(parameters, this.#keys.privateKey, signed));
    const id = deviation.credentialId ?? this.credentialId;
    return {
      id,
      rawId: id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: toBase64Url(data),
        authenticatorData: toBase64Url(authData),
        signature: toBase64Url(derOf(signature)),
        userHandle: deviation.userHandle ?? this.#userHandle,
      },
    };
  }
}

function flagsOf({ userVerified = true }: Deviation): number {
  return USER_PRESENT | (userVerified ? USER_VERIFIED : 0);
}

/** The first 37 bytes of authenticator data: hash of the site, flags, count. */
async function head(rpId: string, flags: number, count: number): Promise<Uint8Array<ArrayBuffer>> {
  const site = new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(rpId)));
  return join(site, [flags, (count >>> 24) & 255, (count >>> 16) & 255, (count >>> 8) & 255, count & 255]);
}

function clientData(type: string, challenge: string, { origin = ORIGIN }: Deviation): Uint8Array<ArrayBuffer> {
  return utf8(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function cborText(text: string): Uint8Array {
  return join([0x60 + text.length], utf8(text));
}

/** The two halves of a raw ECDSA signature as a DER sequence of integers. */
function derOf(raw: Uint8Array): Uint8Array {
  const integers = [raw.subarray(0, 32), raw.subarray(32)].map((half) => {
    const start = half.findIndex((byte) => byte !== 0);
    const digits = half.subarray(start);
    const positive = (digits[0] ?? 0) > 127 ? join([0], digits) : digits;
    return join([0x02, positive.length], positive);
  });
  const body = join(...integers);
  return join([0x30, body.length], body);
}

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, "base64url");
}

function toBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text));
}

function join(...parts: (Uint8Array | number[])[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}
