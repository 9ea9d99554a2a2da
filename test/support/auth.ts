import { env } from "cloudflare:workers";
import { issueOneTimeToken, type TokenPurpose } from "../../src/features/accounts/one-time-token.ts";
import { insertOneTimeToken } from "../../src/features/accounts/queries.ts";
import { signId } from "../../src/kernel/signed-id.ts";
import { createRequestContext } from "../../src/request-context.ts";
import { call, freshAddress, freshEmail } from "./account.ts";
import { linkIn, mailTo } from "./mailbox.ts";
import { costOf, recordingEnv } from "./recording-env.ts";

/** The subjects of account mails. */
export const SUBJECTS = {
  verify: "Confirm your email address",
  taken: "You already have an account",
  reset: "Choose a new password",
  locked: "Your account is locked",
} as const;

/** A pair of tokens as the API answers it. */
export interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** The input of a sign-up that has not happened. */
export function person(): { email: string; password: string; name: string } {
  return { email: freshEmail(), password: "a long enough phrase", name: "Grace Host" };
}

/** A POST without a session, from an address of its own unless one is given. */
export function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return call("POST", path, body, { "CF-Connecting-IP": freshAddress(), ...headers });
}

/** The same as a request that has not been sent. */
export function postRequest(path: string, body: unknown, headers: Record<string, string> = {}): Request {
  return new Request(new URL(path, "https://usher.test"), {
    method: "POST",
    headers: { "Content-Type": "application/json", "CF-Connecting-IP": freshAddress(), ...headers },
    body: JSON.stringify(body),
  });
}

/** What a POST without a session cost; see recording-env.ts. */
export function costOfPost(path: string, body: unknown, recording = recordingEnv()) {
  return costOf(postRequest(path, body), recording);
}

/** Signs in and fails the test when that does not work. */
export async function signIn(email: string, password: string): Promise<Tokens> {
  const response = await post("/auth/login", { email, password });
  if (response.status !== 200) throw new Error(`sign-in answers ${response.status}: ${await response.text()}`);
  return response.json<Tokens>();
}

/** The status of a sign-in. */
export async function signInStatus(email: string, password: string): Promise<number> {
  return (await post("/auth/login", { email, password })).status;
}

/** The token in the newest mail with this subject to an address. */
export async function mailedToken(address: string, subject: "verify" | "reset" | "locked"): Promise<string> {
  const mail = await mailTo(address, { subject: SUBJECTS[subject] });
  const token = linkIn(mail, subject === "verify" ? "/verify-email" : "/reset-password").searchParams.get("token");
  if (token === null) throw new Error(`no token in "${mail.subject}"`);
  return token;
}

/** A token as a mail would bring it, for tests that are not about the mail and need not wait for it. */
export async function issuedToken(userId: string, purpose: TokenPurpose): Promise<string> {
  const services = createRequestContext(env, () => undefined);
  const { id, row } = await issueOneTimeToken(services, purpose, userId);
  await insertOneTimeToken(services.accountsDb, row);
  return signId(await services.keyring.keysFor("one_time_token"), id);
}

/** Everything that a caller can see of an answer, the request's own id apart. */
export async function visible(response: Response): Promise<{ status: number; headers: string[][]; body: string }> {
  const id = response.headers.get("X-Request-Id") ?? "no id";
  const headers = [...response.headers].filter(([name]) => name !== "x-request-id");
  return { status: response.status, headers, body: (await response.text()).replaceAll(id, "<id>") };
}
