import * as z from "zod";
import type { RequestContext } from "../../context.ts";
import type { users } from "../../db/schema/accounts.ts";
import { sha256Hex } from "../../kernel/bytes.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { signed } from "../../platform/secrets/signed.ts";

/** Time for a person to find the phone. */
const TTL_MS = 5 * MINUTE_MS;
const id = z.string();
const LOGIN = signed(
  "factor_token",
  z.object({ use: z.literal("login"), id, userId: z.string(), state: z.string() }),
  TTL_MS,
);
const STEP_UP = signed(
  "factor_token",
  z.object({ use: z.literal("step_up"), id, userId: z.string(), sessionId: z.string() }),
  TTL_MS,
);

type Signing = Pick<RequestContext, "keyring" | "clock">;

/**
 * The account state that a password was checked against. It changes with a new password, and when all or all other
 * sessions are revoked.
 */
type AccountState = Pick<typeof users.$inferSelect, "id" | "passwordHash" | "sessionsValidFrom" | "signInsValidFrom">;

/** The account and session that a step-up token was issued to. */
export interface FactorSession {
  userId: string;
  sessionId: string;
}

/**
 * Signs a token for `/auth/login/factor`: the password of an account was right a moment ago. Not stored. Valid for 5
 * minutes.
 */
export async function signLoginToken(ctx: Signing, account: AccountState): Promise<string> {
  const content = { use: "login" as const, id: newId(ctx.clock.now()), userId: account.id };
  return LOGIN.sign(ctx, { ...content, state: await stateOf(account) });
}

/** The user behind a login token, or null when it is forged, expired, or not for signing in. No I/O. */
export async function verifyLoginToken(ctx: Signing, token: string): Promise<{ userId: string; state: string } | null> {
  const verified = await LOGIN.verify(ctx, token);
  return verified.status === "valid" ? verified.content : null;
}

/** True if the account is unchanged since the factor token was issued. */
export async function isSameState(account: AccountState, state: string): Promise<boolean> {
  return (await stateOf(account)) === state;
}

/**
 * Signs a token for `/auth/step-up`: names the session that must confirm its identity. Not stored. Valid for 5 minutes.
 */
export function signStepUpToken(ctx: Signing, { userId, sessionId }: FactorSession): Promise<string> {
  return STEP_UP.sign(ctx, { use: "step_up", id: newId(ctx.clock.now()), userId, sessionId });
}

/** The session of a step-up token, or null when it is forged, expired, or not for a step-up. No I/O. */
export async function verifyStepUpToken(ctx: Signing, token: string): Promise<FactorSession | null> {
  const verified = await STEP_UP.verify(ctx, token);
  return verified.status === "valid" ? verified.content : null;
}

function stateOf({ passwordHash, sessionsValidFrom, signInsValidFrom }: AccountState): Promise<string> {
  return sha256Hex(`${passwordHash ?? ""} ${sessionsValidFrom} ${signInsValidFrom}`);
}
