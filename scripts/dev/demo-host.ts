import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { grantTier } from "../../src/billing/grant-tier.ts";
import { runBatch } from "../../src/db/batch.ts";
import { type AccountsDatabase, openDatabase } from "../../src/db/client.ts";
import { users } from "../../src/db/schema/accounts.ts";
import { insertUser } from "../../src/identity/accounts/queries.ts";
import { emailKey } from "../../src/kernel/email-address.ts";
import { newId } from "../../src/kernel/ids.ts";
import { hashPassword, PASSWORD_COSTS } from "../../src/kernel/password-hash.ts";
import { readState, writeState } from "./demo-state.ts";

const HOST = { email: "host@demo.example", name: "Robin Marsh", locale: "en" };
const PASSWORD_BYTES = 8;

/**
 * Creates the demo's host with a verified address and the largest tier, so that no part of the demo reaches a limit. The
 * state with the password is written first, so that a start that is interrupted here is continued by the next one.
 * Not through the API, because no route grants a tier, and another process must not write while the Worker serves.
 */
export async function createDemoHost(binding: Pick<D1Database, "withSession">, statePath: string): Promise<void> {
  const password = readState(statePath)?.password ?? randomBytes(PASSWORD_BYTES).toString("hex");
  writeState(statePath, { email: HOST.email, password, complete: false });
  const db = openDatabase(binding) as AccountsDatabase;
  const now = Date.now();
  const id = newId(now);
  const passwordHash = hashPassword(password, PASSWORD_COSTS.standard);
  await runBatch(db, {
    user: insertUser(db, { ...HOST, id, emailKey: emailKey(HOST.email), passwordHash }, now),
    verified: db.update(users).set({ emailVerified: true }).where(eq(users.id, id)),
    grant: grantTier({ accountsDb: db, clock: { now: () => now } }, id, "business"),
  });
}
