import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { signId } from "../../src/kernel/signed-id.ts";
import { insertSecret } from "../../src/platform/secrets/queries.ts";
import type { SecretKind } from "../../src/platform/secrets/secrets.ts";
import { issueSecret } from "../../src/platform/secrets/secrets.ts";
import { createRequestContext } from "../../src/request-context.ts";
import { call, freshAddress, freshEmail, type Host } from "./account.ts";
import { linkIn, mailTo } from "./mailbox.ts";
import { costOf, recordingEnv } from "./recording-env.ts";

/** Subjects of account emails. */
export const SUBJECTS = {
  verify: "Confirm your email address",
  taken: "You already have an account",
  reset: "Reset your password",
  locked: "Your account is locked",
} as const;

/** A pair of tokens as the API returns it. */
export interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** Returns the fields of a sign-up without sending it. */
export function person(): { email: string; password: string; name: string } {
  return { email: freshEmail(), password: "a long enough phrase", name: "Grace Host" };
}

/** Sends a POST without a session, by default from a unique client address. */
export function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return call("POST", path, body, { "CF-Connecting-IP": freshAddress(), ...headers });
}

/** Builds a POST without a session, without sending it. */
export function postRequest(path: string, body: unknown, headers: Record<string, string> = {}): Request {
  return new Request(new URL(path, "https://usher.test"), {
    method: "POST",
    headers: { "Content-Type": "application/json", "CF-Connecting-IP": freshAddress(), ...headers },
    body: JSON.stringify(body),
  });
}

/** Returns the cost of a POST without a session; see recording-env.ts. */
export function costOfPost(path: string, body: unknown, recording = recordingEnv()) {
  return costOf(postRequest(path, body), recording);
}

/** Marks the email address of an account as verified, for tests that need not open the email. */
export async function verifyAddress(email: string): Promise<void> {
  await env.DB.prepare("update users set email_verified = 1 where email_key = ?").bind(email.toLowerCase()).run();
}

/** Signs in, or fails the test. */
export async function signIn(email: string, password: string): Promise<Tokens> {
  const response = await post("/auth/login", { email, password });
  if (response.status !== 200) throw new Error(`sign-in answers ${response.status}: ${await response.text()}`);
  return response.json<Tokens>();
}

export async function signInStatus(email: string, password: string): Promise<number> {
  return (await post("/auth/login", { email, password })).status;
}

/** Returns the token in the newest email with this subject to an address. */
export async function mailedToken(address: string, subject: "verify" | "reset" | "locked"): Promise<string> {
  const mail = await mailTo(address, { subject: SUBJECTS[subject] });
  const token = linkIn(mail, subject === "verify" ? "/verify-email" : "/reset-password").searchParams.get("token");
  if (token === null) throw new Error(`no token in "${mail.subject}"`);
  return token;
}

/** Issues a token like an email's, for tests that need not wait for the email. */
export async function issuedToken(userId: string, kind: SecretKind): Promise<string> {
  const ctx = createRequestContext(env, () => undefined);
  const { id, row } = await issueSecret(ctx, kind, { owner: userId });
  await insertSecret(ctx.accountsDb, row);
  return signId(await ctx.keyring.keysFor("one_time_token"), id);
}

/** Changes the email address of an account, and returns the token of the email to the previous one. */
export async function changedAddress(
  host: Host,
  previous: string,
  as: string,
): Promise<{ email: string; undo: string }> {
  const email = freshEmail();
  const session = { Authorization: `Bearer ${as}`, "CF-Connecting-IP": host.address };
  expect((await call("POST", "/me/email", { email, password: host.password }, session)).status).toBe(202);
  const link = linkIn(await mailTo(email, { subject: "Confirm your new email address" }), "/verify-email");
  expect((await post("/auth/verify-email", { token: link.searchParams.get("token") })).status).toBe(200);
  const mail = await mailTo(previous, { subject: "Your email address was changed" });
  return { email, undo: linkIn(mail, "/undo-email-change").searchParams.get("token") ?? "" };
}

/** Returns everything that a client can see of a response, except the request ID. */
export async function visible(response: Response): Promise<{ status: number; headers: string[][]; body: string }> {
  const id = response.headers.get("X-Request-Id") ?? "no id";
  const headers = [...response.headers].filter(([name]) => name !== "x-request-id");
  return { status: response.status, headers, body: (await response.text()).replaceAll(id, "<id>") };
}
