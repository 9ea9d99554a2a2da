import { type ApiResult, send } from "./api.ts";

/** Options as the API sends them: bytes in base64url. */
interface RequestOptionsJson {
  challenge: string;
  rpId: string;
  timeout: number;
  userVerification: UserVerificationRequirement;
}
export interface CreationOptionsJson {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials: { id: string; type: "public-key" }[];
  rp: { id: string; name: string };
  pubKeyCredParams: { alg: number; type: "public-key" }[];
  timeout: number;
  authenticatorSelection: AuthenticatorSelectionCriteria;
  attestation: "none";
}

/** Whether this browser has passkeys at all. */
export function hasPasskeys(): boolean {
  return "PublicKeyCredential" in window;
}

/** Has the browser ask for a passkey of this site. @returns the credential as the API takes it */
export async function askForPasskey(): Promise<ApiResult<object>> {
  const options = await send<RequestOptionsJson>("POST", "/auth/passkeys/authentication-options");
  if (!options.ok) return options;
  const publicKey = { ...options.body, challenge: bytesOf(options.body.challenge) };
  return attempt(async () => {
    const used = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
    const response = used.response as AuthenticatorAssertionResponse;
    return {
      ...identityOf(used),
      response: {
        clientDataJSON: textOf(response.clientDataJSON),
        authenticatorData: textOf(response.authenticatorData),
        signature: textOf(response.signature),
        ...(response.userHandle === null ? {} : { userHandle: textOf(response.userHandle) }),
      },
    };
  });
}

/** Has the browser make a passkey for this site. @returns the credential as the API takes it */
export function makePasskey(options: CreationOptionsJson): Promise<ApiResult<object>> {
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge),
    user: { ...options.user, id: bytesOf(options.user.id) },
    excludeCredentials: options.excludeCredentials.map(({ id, type }) => ({ type, id: bytesOf(id) })),
  };
  return attempt(async () => {
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
    const response = made.response as AuthenticatorAttestationResponse;
    return {
      ...identityOf(made),
      response: {
        clientDataJSON: textOf(response.clientDataJSON),
        attestationObject: textOf(response.attestationObject),
        transports: response.getTransports(),
      },
    };
  });
}

/** What to show for the errors that browsers throw; see WebAuthn, section 5.1. */
const MESSAGES = new Map([
  ["InvalidStateError", "This device already has a passkey for your account."],
  ["NotAllowedError", "No passkey was used. Try again, or continue without one."],
  ["SecurityError", "Passkeys only work on this site's main address."],
]);

async function attempt(ceremony: () => Promise<object>): Promise<ApiResult<object>> {
  try {
    return { ok: true, body: await ceremony() };
  } catch (error) {
    const detail = MESSAGES.get(error instanceof Error ? error.name : "") ?? "This device can't use a passkey here.";
    return { ok: false, status: 0, detail };
  }
}

function identityOf({ id, type }: PublicKeyCredential): { id: string; rawId: string; type: string } {
  return { id, rawId: id, type };
}

/** By hand, because `Uint8Array.fromBase64` came to browsers in 2025. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function textOf(buffer: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
