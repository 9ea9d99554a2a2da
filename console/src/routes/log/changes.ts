import type { AuditRecord } from "@usher/client";

/** One field that a change touched; null where there was or is nothing. */
export interface Change {
  field: string;
  before: string | null;
  after: string | null;
}

/** The fields in which a record's two states differ, in the order of the newer one. */
export function changesOf({ before, after }: Pick<AuditRecord, "before" | "after">): Change[] {
  const names = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})]);
  return [...names]
    .map((name) => ({ field: words(name), before: textOf(before?.[name]), after: textOf(after?.[name]) }))
    .filter((change) => change.before !== change.after);
}

function words(name: string): string {
  return name.replaceAll("_", " ");
}

function textOf(value: string | number | boolean | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}
