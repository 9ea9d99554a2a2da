import { AppError } from "../../kernel/errors.ts";
import type { Services } from "../../services.ts";
import { ping } from "./queries.ts";

/**
 * Asks the database for one row of a table that is never empty.
 * @throws AppError 503 when the database does not answer
 */
export async function checkHealth(services: Services): Promise<void> {
  try {
    await ping(services.db);
  } catch {
    throw new AppError("unavailable", "database_unavailable", "The database does not answer.");
  }
}
