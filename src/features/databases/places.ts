import type { Services } from "../../services.ts";
import { listPlaces } from "./queries.ts";
import { onDatabase, onDatabaseOf } from "./route.ts";

/** Statement for a read of accounts: where else a user has a role. None where there is one database. */
export function placesQuestion(services: Services, userId: string) {
  return services.databases.count === 1 ? [] : [listPlaces(services.accountsDb, userId)];
}

/** Services on the database of the user's own events, and on each other one in which the user has a role. */
export function placesOf(services: Services, userId: string, found: readonly { database: number }[] = []): Services[] {
  return [onDatabaseOf(services, userId), ...otherPlaces(services, userId, found)];
}

/** Services on each other database in which a user has a role; those of the user's own events are not among them. */
export function otherPlaces(
  services: Services,
  userId: string,
  found: readonly { database: number }[] = [],
): Services[] {
  const home = onDatabaseOf(services, userId).database;
  return found
    .map(({ database }) => onDatabase(services, database))
    .filter((place, index) => place.database === found[index]?.database && place.database !== home);
}
