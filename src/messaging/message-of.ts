import { targetOf } from "./audiences.ts";
import type { MessageRow } from "./queries.ts";

/** A message with the fields of the API that its row does not have. */
export function messageOf(row: MessageRow) {
  return {
    ...row,
    kind: row.notice ?? (row.slug === null ? ("message" as const) : ("reminder" as const)),
    audience: targetOf(row),
    translations: row.translations ?? undefined,
  };
}
