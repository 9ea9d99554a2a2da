// Loaded with the file: otherwise Vitest would fetch the module within the request that first imports it, and workerd lets no
// other request wait for that.
import "@simplewebauthn/server";
import { env } from "cloudflare:workers";
import { Secret, TOTP } from "otpauth";
import { Authenticator } from "../../testkit/authenticator.ts";
import type { Host } from "./account.ts";
import { post } from "./auth.ts";

const MINUTE_MS = 60_000;

/** A host's confirmed authenticator app. */
export interface App {
  secret: string;
  recoveryCodes: string[];
}

/** Returns the code that an app shows, now or some time steps away. */
export function codeOf(secret: string, steps = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });
}

/** Sets an app up and confirms it. Its current codes are unused, as if the set-up had been a while ago. */
export async function setUpApp(host: Host): Promise<App> {
  const started = await host.api("POST", "/me/totp");
  const { secret } = await started.json<{ secret: string }>();
  const confirmed = await host.api("POST", "/me/totp/confirm", { code: codeOf(secret) });
  if (confirmed.status !== 200) throw new Error(`the app was not confirmed: ${await confirmed.text()}`);
  const { recovery_codes: recoveryCodes } = await confirmed.json<{ recovery_codes: string[] }>();
  await env.DB.prepare("update totp_secrets set last_step = 0 where user_id = ?").bind(host.id).run();
  return { secret, recoveryCodes };
}

export async function addPasskey(host: Host, name = "Laptop"): Promise<Authenticator> {
  const authenticator = new Authenticator();
  const options = await host.api("POST", "/auth/passkeys/registration-options");
  const credential = await authenticator.create(await options.json());
  const added = await host.api("POST", "/auth/passkeys/register", { credential, name });
  if (added.status !== 201) throw new Error(`the passkey was not added: ${await added.text()}`);
  return authenticator;
}

/** Returns new options for the use of a passkey. */
export async function authenticationOptions(): Promise<{ challenge: string; rpId: string }> {
  return (await post("/auth/passkeys/authentication-options", {})).json();
}

/** Returns the factor token of a sign-in with the right password. */
export async function beginSignIn(host: Host): Promise<string> {
  const response = await post("/auth/login", { email: host.email, password: host.password });
  const { factor_token: token } = await response.json<{ factor_token?: string }>();
  if (response.status !== 401 || token === undefined) throw new Error(`sign-in answers ${response.status}`);
  return token;
}

/** Makes the last authentication of all of a host's sessions too old for a step-up. */
export async function ageProof(host: Host, minutes = 11): Promise<void> {
  await env.DB.prepare("update sessions set authenticated_at = authenticated_at - ?2 where user_id = ?1")
    .bind(host.id, minutes * MINUTE_MS)
    .run();
}

/** Returns the status and the members of an error's problem document. */
export async function refusalOf(
  response: Response,
): Promise<{ status: number; error: string; factor_token?: string; methods?: string[] }> {
  return response.json();
}
