import { sha256Hex } from "../../kernel/bytes.ts";
import { MINUTE_MS, SECOND_MS } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { signJwt, verifyJwt } from "../../kernel/signed-jwt.ts";
import type { RequestContext } from "../../request-context.ts";

/** How long a person may take to find the phone. */
const TTL_MS = 5 * MINUTE_MS;
const LOGIN = "login_factor";
const STEP_UP = "step_up";

type Signing = Pick<RequestContext, "keyring" | "clock">;

/** What a password was checked against. It changes with a new password, and when every session is ended. */
interface AccountState {
  id: string;
  passwordHash: string | null;
  sessionsValidFrom: number;
}

/** The account and session that a step-up token was issued to. */
export interface FactorSession {
  userId: string;
  sessionId: string;
}

/** Says that the password of an account was right a moment ago, for `/auth/login/factor`. Not stored; lasts 5 minutes. */
export async function signLoginToken(ctx: Signing, account: AccountState): Promise<string> {
  return sign(ctx, LOGIN, { sub: account.id, state: await stateOf(account) });
}

/** The user behind a login token, or null when it is forged, expired, or not for signing in. No I/O. */
export async function verifyLoginToken(ctx: Signing, token: string): Promise<{ userId: string; state: string } | null> {
  const claims = await verify(ctx, LOGIN, token, ["sub", "state"]);
  return claims === null ? null : { userId: claims.sub ?? "", state: String(claims.state) };
}

/** Whether an account is still as it was when the login token was issued. */
export async function isSameState(account: AccountState, state: string): Promise<boolean> {
  return (await stateOf(account)) === state;
}

/** For `/auth/step-up`: says which session was asked to prove itself again. Not stored; lasts 5 minutes. */
export function signStepUpToken(ctx: Signing, session: FactorSession): Promise<string> {
  return sign(ctx, STEP_UP, { sub: session.userId, sid: session.sessionId });
}

/** The session of a step-up token, or null when it is forged, expired, or not for a step-up. No I/O. */
export async function verifyStepUpToken(ctx: Signing, token: string): Promise<FactorSession | null> {
  const claims = await verify(ctx, STEP_UP, token, ["sub", "sid"]);
  return claims === null ? null : { userId: claims.sub ?? "", sessionId: String(claims.sid) };
}

async function sign({ keyring, clock }: Signing, audience: string, claims: Record<string, string>): Promise<string> {
  const now = clock.now();
  const expiresAt = Math.ceil((now + TTL_MS) / SECOND_MS);
  return signJwt(await keyring.keysFor("factor_token"), {
    audience,
    expiresAt,
    claims: { ...claims, jti: newId(now) },
  });
}

async function verify({ keyring, clock }: Signing, audience: string, token: string, requiredClaims: string[]) {
  const keys = await keyring.keysFor("factor_token");
  const verified = await verifyJwt(keys, token, { audience, requiredClaims, now: clock.now() });
  return verified.status === "valid" ? verified.claims : null;
}

function stateOf({ passwordHash, sessionsValidFrom }: AccountState): Promise<string> {
  return sha256Hex(`${passwordHash ?? ""} ${sessionsValidFrom}`);
}
