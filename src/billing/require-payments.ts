import type { Payments } from "../adapters/payments.ts";
import type { RequestContext } from "../context.ts";
import { AppError } from "../kernel/errors.ts";

/** The payment provider. @throws AppError 503 `billing_unavailable` when none is configured */
export function requirePayments(ctx: Pick<RequestContext, "payments">): Payments {
  if (ctx.payments !== null) return ctx.payments;
  throw new AppError("billing_unavailable");
}

/** Calls the provider. @throws AppError 503 `billing_unavailable` for every failure of the call */
export async function callProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch {
    throw new AppError("billing_unavailable", {}, "The payment provider isn't responding. Try again soon.");
  }
}
