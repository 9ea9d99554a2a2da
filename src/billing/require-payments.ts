import type { Payments } from "../adapters/payments.ts";
import type { RequestContext } from "../context.ts";
import { AppError } from "../kernel/errors.ts";

/** The payment provider. @throws AppError 503 `billing_unavailable` when none is configured */
export function requirePayments(ctx: Pick<RequestContext, "payments">): Payments {
  if (ctx.payments !== null) return ctx.payments;
  throw new AppError("billing_unavailable");
}
