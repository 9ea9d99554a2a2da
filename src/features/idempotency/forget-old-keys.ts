import type { Services } from "../../services.ts";
import { KEY_LIFE_MS } from "./claim.ts";
import { deleteClaims } from "./queries.ts";

/** Forgets the keys that stand for nothing any more. */
export async function forgetOldKeys({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  await deleteClaims(db, clock.now() - KEY_LIFE_MS);
}
