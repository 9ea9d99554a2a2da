import { AppError } from "../../kernel/errors.ts";
import type { Services } from "../../services.ts";
import { onEachDatabase } from "../databases/route.ts";
import { ping } from "./queries.ts";

/**
 * Asks each database for one row of a table that is never empty.
 * @throws AppError 503 when one does not answer
 */
export async function checkHealth(services: Services): Promise<void> {
  try {
    await Promise.all(onEachDatabase(services).map(({ db }) => ping(db)));
  } catch {
    throw new AppError("unavailable", "database_unavailable", "The database does not answer.");
  }
}
