import { AppError } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { authorizeUser } from "../accounts/authorize-user.ts";
import type { Caller } from "../accounts/session-token.ts";
import { callProvider, requirePayments } from "./require-payments.ts";
import { listSubscriptions } from "./queries.ts";

/** Where the provider sends people back to. */
const RETURN_PATH = "/docs";

/**
 * Starts buying a tier. Who has it already is sent to the portal instead, so that nobody pays twice.
 * @returns the provider's page
 * @throws AppError 409 `already_subscribed`, 503 when the provider does not answer
 */
export async function startCheckout(ctx: RequestContext, caller: Caller, tier: "pro" | "business"): Promise<string> {
  const payments = requirePayments(ctx);
  const { user, owned } = await authorizeUser(ctx, caller, {
    owned: listSubscriptions(ctx.accountsDb, caller.userId),
  });
  const granting = owned.find((subscription) => subscription.granting);
  if (granting?.tier === tier) throw alreadySubscribed();
  const order = {
    userId: user.id,
    email: user.email ?? "",
    tier,
    customerId: owned[0]?.providerCustomerId ?? null,
    returnUrl: `${ctx.config.PUBLIC_URL}${RETURN_PATH}`,
  };
  return callProvider(() => payments.startCheckout(order));
}

/**
 * Opens the page on which a subscriber changes or ends the subscription.
 * @throws AppError 409 `no_subscription`, 503 when the provider does not answer
 */
export async function openPortal(ctx: RequestContext, caller: Caller): Promise<string> {
  const payments = requirePayments(ctx);
  const {
    newest: [newest],
  } = await authorizeUser(ctx, caller, { newest: listSubscriptions(ctx.accountsDb, caller.userId) });
  if (newest === undefined) throw noSubscription();
  const returnUrl = `${ctx.config.PUBLIC_URL}${RETURN_PATH}`;
  return callProvider(() => payments.openPortal(newest.providerCustomerId, returnUrl));
}

/** 409: the tier is the caller's already. */
function alreadySubscribed(): AppError {
  return new AppError("already_subscribed");
}

/** 409: there is nothing to manage. */
function noSubscription(): AppError {
  return new AppError("no_subscription");
}
