import * as z from "zod";
import { forDocs } from "../kernel/for-docs.ts";
import { NameIndex } from "../kernel/name-search.ts";
import { companionNames, type PartyRow } from "./search.ts";

/** Parties of one name that a response lists to choose from. */
export const MAX_NAMESAKES = 5;

/** A party in which someone has a name. */
export interface NamesakeParty {
  id: string;
  /** The companion who has the name. Null: the guest. */
  companion: string | null;
}

/**
 * Returns a function that finds the parties in which someone has a name, by `nameKeys`: first those whose guest has it,
 * then those with a companion.
 */
export function indexParties(parties: readonly PartyRow[]): (name: string) => NamesakeParty[] {
  const index = new NameIndex<NamesakeParty>();
  for (const party of parties) index.add(party.name, { id: party.id, companion: null });
  for (const { id, invited, announced } of parties) {
    for (const companion of companionNames(invited, announced)) index.add(companion, { id, companion });
  }
  return (name) => {
    const found = index.find(name).sort((a, b) => Number(a.companion !== null) - Number(b.companion !== null));
    return found.filter(({ id }, place) => found.findIndex((other) => other.id === id) === place);
  };
}

/**
 * Request field of what adds a guest. `ask` returns 409 `name_on_list` when someone on the list has the name, and the
 * caller repeats the request with `add` if it is someone else.
 */
export const sameName = z
  .enum(["add", "ask"])
  .default("add")
  .meta(
    forDocs({
      description:
        "`ask`: if someone on the list has this name, in another order, case or spelling too, return 409 `name_on_list` and add nobody",
    }),
  );
