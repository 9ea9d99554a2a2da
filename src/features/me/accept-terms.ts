import { unauthenticated } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { markTermsAccepted } from "../accounts/queries.ts";
import type { Caller } from "../accounts/session-token.ts";
import { type Me, readMe } from "./read-me.ts";

/** Stores when the caller accepted the terms and the privacy policy. Idempotent: the first time stays. */
export async function acceptTerms(ctx: RequestContext, caller: Caller): Promise<Me> {
  const me = await readMe(ctx, caller);
  if (me.user.termsAcceptedAt !== null && me.user.privacyPolicyAcceptedAt !== null) return me;
  const { accountsDb: db, clock } = ctx;
  const [[user]] = await db.batch([markTermsAccepted(db, caller, clock.now())]);
  if (user === undefined) throw unauthenticated();
  return { ...me, user };
}
