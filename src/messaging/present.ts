import { presenterOf } from "../http/present.ts";
import { targetOf } from "./content.ts";
import type { MessageResults, MessageRow } from "./queries.ts";
import { Message } from "./schemas.ts";

const present = presenterOf(Message);

/** A message with the fields of the API that its row does not have. */
export function messageOf(row: MessageRow, results?: MessageResults) {
  return {
    ...row,
    results,
    kind: row.notice ?? (row.slug === null ? ("message" as const) : ("reminder" as const)),
    audience: targetOf(row),
    translations: row.translations ?? undefined,
  };
}

/** Returns the API form of a message, for uses outside a route's response. */
export function presentMessage(row: MessageRow) {
  return present(messageOf(row));
}
