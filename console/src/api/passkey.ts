import type { NewPasskeyCredential, PasskeyCredential, PasskeyRegistrationOptions } from "@usher/client";
import { fromBase64Url, toBase64Url } from "../../../src/kernel/browser-base64url.ts";
import { api } from "./client.ts";

export function hasPasskeys(): boolean {
  return "PublicKeyCredential" in window;
}

/**
 * Asks the browser for a passkey of this site.
 * @throws DOMException `NotAllowedError` if the host closes the browser's dialog; UsherError
 */
export async function askForPasskey(): Promise<PasskeyCredential> {
  const { data: options } = await api.POST("/auth/passkeys/authentication-options");
  const used = await navigator.credentials.get({
    publicKey: {
      challenge: fromBase64Url(options.challenge),
      rpId: options.rpId,
      timeout: options.timeout,
      userVerification: options.userVerification,
      allowCredentials: options.allowCredentials.map(({ id, type }) => ({ type, id: fromBase64Url(id) })),
    },
  });
  if (!(used instanceof PublicKeyCredential)) throw new DOMException("No passkey was used.", "NotAllowedError");
  const response = used.response as AuthenticatorAssertionResponse;
  return {
    id: used.id,
    rawId: used.id,
    type: "public-key",
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      ...(response.userHandle === null ? {} : { userHandle: textOf(response.userHandle) }),
    },
  };
}

/**
 * Creates a passkey for this site.
 * @throws DOMException `NotAllowedError` if the host closes the browser's dialog, `InvalidStateError` if this device already has
 *   a passkey of the account, `SecurityError` under another host name of the site
 */
export async function makePasskey(options: PasskeyRegistrationOptions): Promise<NewPasskeyCredential> {
  const made = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: fromBase64Url(options.challenge),
      user: { ...options.user, id: fromBase64Url(options.user.id) },
      excludeCredentials: options.excludeCredentials.map(({ id, type }) => ({ type, id: fromBase64Url(id) })),
    },
  });
  if (!(made instanceof PublicKeyCredential)) throw new DOMException("No passkey was made.", "NotAllowedError");
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    id: made.id,
    rawId: made.id,
    type: "public-key",
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: response.getTransports(),
    },
  };
}

function textOf(buffer: ArrayBuffer): string {
  return toBase64Url(new Uint8Array(buffer));
}
