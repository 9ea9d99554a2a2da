import type { Payments } from "../../adapters/payments.ts";
import { AppError } from "../../kernel/errors.ts";
import type { RequestContext } from "../../request-context.ts";

/** The payment provider. @throws AppError 503 where none is configured */
export function requirePayments(ctx: Pick<RequestContext, "payments">): Payments {
  if (ctx.payments !== null) return ctx.payments;
  throw new AppError("billing_unavailable");
}

/** @throws AppError 503 in place of the provider's own failure */
export async function callProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch {
    throw new AppError("billing_unavailable", {}, "The payment provider does not answer. Try again soon.");
  }
}
