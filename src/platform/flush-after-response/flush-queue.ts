import type { Database, Statement } from "../../db/client.ts";

/** Runs the effects of one kind, of many requests, together. A flush groups effects by this object. */
export interface EffectKind<Item = unknown, Context = unknown> {
  /** Statements for the one D1 batch of a flush. */
  statements?(db: Database, items: readonly Item[]): readonly Statement[];
  /** A call outside of the database. */
  send?(ctx: Context, items: readonly Item[]): Promise<void>;
}
