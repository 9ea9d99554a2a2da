import { eq, type SQL, sql } from "drizzle-orm";
import { aliased } from "../db/aliased.ts";
import type { Database } from "../db/client.ts";
import { ANSWER_OF_GUEST } from "../db/joins.ts";
import { guests } from "../db/schema/guests.ts";
import { type Companion, rsvps } from "../db/schema/rsvps.ts";
import { emailKey } from "../kernel/email-address.ts";
import { searchNames, withoutMistakes } from "../kernel/name-search.ts";
import { foldCase } from "../kernel/tag-keys.ts";

/** Combining accents of Latin, Greek and Cyrillic. Vowel signs of other scripts are letters to their readers. */
const ACCENTS = /[\u0300-\u036f]/g;

const PHONE_LIKE = /^[+\d][\d\s()./-]*$/;

const PHONE_PUNCTUATION = /[\s()./-]/g;

/** A shorter digit string would match nearly every phone number. */
const MIN_PHONE_DIGITS = 3;

/** Folds case and accents: `Zoë Größe` and `ZOE GROSSE` become the same text. */
export function foldText(text: string): string {
  return foldCase(text.normalize("NFKD").replace(ACCENTS, ""));
}

/** A guest with the names of the party. */
export type PartyRow = Awaited<ReturnType<typeof listPartyNames>>[number];

/** Lists the names of all parties of an event. Reads every guest and every RSVP. */
export function listPartyNames(db: Database, eventId: string) {
  return db
    .select({
      id: guests.id,
      name: guests.name,
      invited: aliased(guests.companions, "guest.companions"),
      announced: rsvps.companions,
    })
    .from(guests)
    .leftJoin(rsvps, ANSWER_OF_GUEST)
    .where(eq(guests.eventId, eventId))
    .orderBy(guests.id);
}

/** The names of all companions whom the host or the RSVP names, also of those who do not come. Each once. */
export function companionNames(
  invited: readonly { name: string }[],
  announced: readonly Pick<Companion, "name">[] | null,
): string[] {
  const names = [...invited, ...(announced ?? [])].flatMap(({ name }) => (name ? [name] : []));
  return [...new Set(names)];
}

/** The guest's name, then the companions'. */
export function namesOfParty({ name, invited, announced }: PartyRow): [string, ...string[]] {
  return [name, ...companionNames(invited, announced)];
}

/** A search of the guest list: the matches by name, and the terms that a column has to contain. */
export interface SearchTerms {
  /** Per matching guest, the companion whose name matched. Null: the guest's own name. */
  companions: ReadonlyMap<string, string | null>;
  email: string;
  /** Null if no phone number can match. */
  phone: string | null;
}

/** Returns the terms of a query: people's names, part of an email address, or of a phone number in any notation. */
export function searchTerms(parties: readonly PartyRow[], query: string): SearchTerms {
  const found = withoutMistakes(searchNames(parties, namesOfParty, query, parties.length));
  const companions = new Map(found.map(({ item, companion }) => [item.id, companion]));
  return { companions, email: emailKey(query), phone: phoneTerm(query) };
}

/** Condition: a guest of the search. `instr` instead of LIKE: any length, and no wildcards to escape. */
export function matchesTerms({ companions, email, phone }: SearchTerms): SQL {
  const ids = JSON.stringify([...companions.keys()]);
  const conditions = [
    ...(companions.size === 0 ? [] : [sql`${guests.id} in (select value from json_each(${ids}))`]),
    sql`instr(${guests.emailKey}, ${email}) > 0`,
    ...(phone === null ? [] : [sql`instr(${guests.phone}, ${phone}) > 0`]),
  ];
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/** `0170 / 12 34` → `1701234`: stored numbers are E.164, without punctuation and national leading zeros. */
function phoneTerm(query: string): string | null {
  if (!PHONE_LIKE.test(query)) return null;
  const term = query.replace(PHONE_PUNCTUATION, "").replace(/^0+/, "");
  return term.length < MIN_PHONE_DIGITS ? null : term;
}
