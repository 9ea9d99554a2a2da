import type { Payments } from "../../adapters/payments.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Services } from "../../services.ts";

/** The payment provider. @throws AppError 503 where none is configured */
export function requirePayments(services: Pick<Services, "payments">): Payments {
  if (services.payments !== null) return services.payments;
  throw new AppError("unavailable", "billing_unavailable", "Payments are not set up on this installation.");
}

/** @throws AppError 503 in place of the provider's own failure */
export async function askProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch {
    throw new AppError("unavailable", "billing_unavailable", "The payment provider does not answer. Try again soon.");
  }
}
