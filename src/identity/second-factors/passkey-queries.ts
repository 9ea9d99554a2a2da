import type { AccountsDatabase } from "../../db/client.ts";
import { type passkeys, usedChallenges } from "../../db/schema/second-factors.ts";
import type { VerifiedChallenge } from "./passkey-challenge.ts";

export type PasskeyRow = typeof passkeys.$inferSelect;

/** Uses a challenge up. @throws a constraint violation, which aborts the batch, when it was used before */
export function useChallenge(db: AccountsDatabase, challenge: VerifiedChallenge) {
  return db.insert(usedChallenges).values(challenge);
}
