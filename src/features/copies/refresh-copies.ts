import type { BusMessage } from "../../../proto/bus/messages.ts";
import type { Services } from "../../services.ts";
import { placesOf, placesQuestion } from "../databases/places.ts";
import { leaveDatabase } from "../privacy/leave-database.ts";
import { copyAccount } from "./copy-account.ts";
import { findAccountToCopy } from "./queries.ts";

/**
 * Brings the copies of an account up to what it is now, in the database of the user's own events and wherever else the
 * user has a role. Safe in any order and any number of times: an older state never replaces a newer one. Of an account
 * that is gone nothing stays.
 * @throws what a database threw: the message is to come again
 */
export async function refreshCopies(
  services: Services,
  message: Extract<BusMessage, { type: "account.changed" }>,
): Promise<void> {
  const userId = message.body.user_id;
  const [rows, places = []] = await services.accountsDb.batch([
    findAccountToCopy(services.accountsDb, userId),
    ...placesQuestion(services, userId),
  ]);
  const [found] = rows;
  if (found === undefined) return;
  const { deletedAt } = found;
  const withCopy = placesOf(services, userId, places).filter(({ database }) => database !== 0);
  await Promise.all(
    withCopy.map((place) =>
      deletedAt === null
        ? place.db.batch(copyAccount(place, rows))
        : leaveDatabase(place, { userId, emailKey: "" }, deletedAt),
    ),
  );
}
