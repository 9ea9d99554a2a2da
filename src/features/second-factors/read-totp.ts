import type { RequestContext } from "../../request-context.ts";
import { authorizeUser } from "../accounts/authorize-user.ts";
import type { Caller } from "../accounts/session-token.ts";
import { countRecoveryCodes, findTotp } from "./queries.ts";

/** The state of an account's authenticator app. `confirmedAt` in epoch milliseconds, null where signing in needs none. */
export interface TotpState {
  confirmedAt: number | null;
  recoveryCodesLeft: number;
}

/** Whether signing in asks the caller for a code, and how many recovery codes are left. */
export async function readTotp(ctx: RequestContext, caller: Caller): Promise<TotpState> {
  const { accountsDb: db } = ctx;
  const { totp, codes } = await authorizeUser(
    ctx,
    caller,
    {},
    { totp: findTotp(db, caller.userId), codes: countRecoveryCodes(db, caller.userId) },
  );
  return { confirmedAt: totp[0]?.confirmedAt ?? null, recoveryCodesLeft: codes[0]?.left ?? 0 };
}
