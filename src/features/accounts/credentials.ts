import { sha256Hex } from "../../kernel/bytes.ts";
import { DAY_MS } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import type { Keyring } from "../../kernel/keyring.ts";
import { signId } from "../../kernel/signed-id.ts";
import type { RefreshTokenRow } from "./queries.ts";
import { issueSession } from "./session-token.ts";

/** Each refresh token has this life of its own: a session ends after a month without a visit. */
export const REFRESH_TOKEN_MS = 30 * DAY_MS;

/** What a client signs its requests with, and what it gets the next pair for. */
export interface Credentials {
  accessToken: string;
  refreshToken: string;
}

/** A refresh token's row, of a new family unless one is given. `createdAt` in epoch milliseconds. */
export async function newRefreshToken(
  keyring: Keyring,
  token: { userId: string; createdAt: number; familyId?: string },
): Promise<RefreshTokenRow> {
  const { userId, createdAt } = token;
  const id = newId(createdAt);
  return {
    id,
    tokenHash: await sha256Hex(await sealRefreshToken(keyring, id)),
    userId,
    familyId: token.familyId ?? id,
    createdAt,
    expiresAt: createdAt + REFRESH_TOKEN_MS,
    usedAt: null,
    replacedBy: null,
    retryKeyHash: null,
    revokedAt: null,
  };
}

/** The pair that belongs to a row: derived, so the same row gives the same pair again. */
export async function credentialsOf(
  keyring: Keyring,
  row: Pick<RefreshTokenRow, "id" | "userId" | "createdAt">,
): Promise<Credentials> {
  const [accessToken, refreshToken] = await Promise.all([
    issueSession(keyring, row.userId, row.createdAt),
    sealRefreshToken(keyring, row.id),
  ]);
  return { accessToken, refreshToken };
}

async function sealRefreshToken(keyring: Keyring, id: string): Promise<string> {
  return signId(await keyring.keysFor("refresh_token"), id);
}
