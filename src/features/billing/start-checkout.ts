import { AppError } from "../../kernel/errors.ts";
import type { Services } from "../../services.ts";
import { authorizeUser } from "../accounts/authorize-user.ts";
import type { Caller } from "../accounts/session-token.ts";
import { askProvider, requirePayments } from "./payments-of.ts";
import { listSubscriptions } from "./queries.ts";

/** Where the provider sends people back to. */
const RETURN_PATH = "/docs";

/**
 * Starts buying a tier. Who has it already is sent to the portal instead, so that nobody pays twice.
 * @returns the provider's page
 * @throws AppError 409 `already_subscribed`, 503 when the provider does not answer
 */
export async function startCheckout(services: Services, caller: Caller, tier: "pro" | "business"): Promise<string> {
  const payments = requirePayments(services);
  const { user, owned } = await authorizeUser(services, caller, {
    owned: listSubscriptions(services.accountsDb, caller.userId),
  });
  const granting = owned.find((subscription) => subscription.granting);
  if (granting?.tier === tier) throw alreadySubscribed();
  const order = {
    userId: user.id,
    email: user.email ?? "",
    tier,
    customerId: owned[0]?.providerCustomerId ?? null,
    returnUrl: `${services.config.PUBLIC_URL}${RETURN_PATH}`,
  };
  return askProvider(() => payments.startCheckout(order));
}

/**
 * Opens the page on which a subscriber changes or ends the subscription.
 * @throws AppError 409 `no_subscription`, 503 when the provider does not answer
 */
export async function openPortal(services: Services, caller: Caller): Promise<string> {
  const payments = requirePayments(services);
  const {
    newest: [newest],
  } = await authorizeUser(services, caller, { newest: listSubscriptions(services.accountsDb, caller.userId) });
  if (newest === undefined) throw noSubscription();
  const returnUrl = `${services.config.PUBLIC_URL}${RETURN_PATH}`;
  return askProvider(() => payments.openPortal(newest.providerCustomerId, returnUrl));
}

/** 409: the tier is the caller's already. */
function alreadySubscribed(): AppError {
  return new AppError("conflict", "already_subscribed", "You have this tier. Change it in the portal.");
}

/** 409: there is nothing to manage. */
function noSubscription(): AppError {
  return new AppError("conflict", "no_subscription", "You have no subscription yet. Start one with a checkout.");
}
