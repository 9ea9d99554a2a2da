import { and, eq, sql } from "drizzle-orm";
import * as z from "zod";
import { aliased } from "../db/aliased.ts";
import type { Database } from "../db/client.ts";
import { ANSWER_OF_GUEST } from "../db/joins.ts";
import { guests } from "../db/schema/guests.ts";
import { rsvps } from "../db/schema/rsvps.ts";
import { uuid } from "../http/fields.ts";
import { guestEmail, guestName, guestPhone } from "../http/guest-data.ts";
import { forDocs } from "../kernel/for-docs.ts";
import { companionNames } from "./search.ts";

/** A guest with what tells guests of one name apart, where a host chooses between them. */
export const NamedGuest = z
  .object({
    id: uuid,
    name: guestName,
    email: guestEmail,
    phone: guestPhone,
    table: z.string().nullable(),
    companions: z
      .array(z.object({ name: guestName }))
      .meta(forDocs({ description: "Companions whom you or the RSVP name" })),
  })
  .openapi("NamedGuest");

export type NamedGuest = z.output<typeof NamedGuest>;

/** Reads guests of an event by ID. A guest who was deleted since is left out. */
export async function readNamed(
  db: Database,
  eventId: string,
  guestIds: readonly string[],
): Promise<ReadonlyMap<string, NamedGuest>> {
  if (guestIds.length === 0) return new Map();
  const rows = await db
    .select({
      id: aliased(guests.id, "guest.id"),
      name: guests.name,
      email: guests.email,
      phone: guests.phone,
      table: guests.table,
      invited: aliased(guests.companions, "guest.companions"),
      announced: rsvps.companions,
    })
    .from(guests)
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .where(
      and(eq(guests.eventId, eventId), sql`${guests.id} in (select value from json_each(${JSON.stringify(guestIds)}))`),
    );
  return new Map(
    rows.map(({ invited, announced, ...guest }) => {
      const companions = companionNames(invited, announced).map((name) => ({ name }));
      return [guest.id, { ...guest, companions }];
    }),
  );
}
