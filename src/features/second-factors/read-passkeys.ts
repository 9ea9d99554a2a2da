import type { RequestContext } from "../../request-context.ts";
import { authorizeUser } from "../accounts/authorize-user.ts";
import type { Caller } from "../accounts/session-token.ts";
import { listPasskeys, type PasskeyRow } from "./passkey-queries.ts";

/** The caller's passkeys, oldest first. */
export async function readPasskeys(ctx: RequestContext, caller: Caller): Promise<PasskeyRow[]> {
  const { passkeys } = await authorizeUser(ctx, caller, {}, { passkeys: listPasskeys(ctx.accountsDb, caller.userId) });
  return passkeys;
}
