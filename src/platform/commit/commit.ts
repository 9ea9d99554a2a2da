import { type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { abortUnless, isAborted } from "../../db/abort-unless.ts";
import { type BatchResults, type NamedStatements, runBatchGroups } from "../../db/batch.ts";
import type { Statement } from "../../db/client.ts";
import type { ErrorCode } from "../../kernel/error-codes.ts";
import { AppError } from "../../kernel/errors.ts";
import { actorOf } from "../audit/actions.ts";
import { type AuditEntry, recordAudit } from "../audit/record.ts";
import { SEALS } from "../audit/seal-records.ts";
import type { Member } from "../authorization/authorize-member.ts";
import type { AuthorizedUser } from "../authorization/authorize-user.ts";
import { hasRole } from "../authorization/queries.ts";
import { hasLiveSession } from "../authorization/session-queries.ts";
import { flushAfterResponse, pending } from "../flush-after-response/flush-after-response.ts";
import { recordResult } from "../idempotency/record-result.ts";
import { enqueue } from "../outbox/enqueue.ts";
import type { MessagesOfRow } from "../outbox/outbox-row.ts";
import { type LiveEvent, storeActivities } from "../outbox/store-activities.ts";

/** Conditions in one guard: D1 binds at most 100 values to a statement, and a row's key and version are up to four. */
const MAX_CONDITIONS = 20;

/** What a change of an event leaves in its audit trail. Actor, event and time are the commit's. */
export type Audited = Pick<AuditEntry, "action" | "before" | "after"> & { target?: string | null };

/** What joins a change: of another thing, that has to happen in the same batch. */
export interface Part {
  guard?: Guard;
  changes?: readonly Statement[];
  audit?: Audited;
  messages?: readonly MessagesOfRow[];
  activities?: readonly LiveEvent[];
}

/** Conditions of a change, all of which have to hold. */
export type Guard = readonly (SQL | false | null | undefined)[];

interface Common<C extends NamedStatements, R extends NamedStatements> {
  /** What the change rests on: see `unchanged`. That the actor may still act is part of it. */
  guard?: Guard;
  changes: C;
  /** Read after the change, in its batch. */
  reads?: R;
  messages?: readonly MessagesOfRow[];
  /** What a retry with the same `Idempotency-Key` gets, and the guest or message whose erasure erases it. */
  result?: { value: unknown; about?: string };
  /** Run after the response, each by itself; what must not be lost is a message. */
  effects?: readonly (() => Promise<unknown>)[];
  /** When, epoch milliseconds: of the audit record, too. */
  at: number;
  /** The refusal when a condition does not hold any more; a function where the rows have to be read again to say why. */
  lost: ErrorCode | (() => Promise<AppError>);
}

interface OfEvent {
  /** Null: deliberately not recorded. */
  audit: Audited | null;
  activities?: readonly LiveEvent[];
  parts?: readonly Part[];
}

/** Who acts, and on what. */
type Acting =
  | (OfEvent & { by: Member; eventId?: never; ahead?: never })
  /** A user without a role on the event. `ahead` copies the account to the event's shard, where its session is checked. */
  | (OfEvent & { by: AuthorizedUser; eventId: string; ahead?: readonly Statement[] })
  /** On what belongs to the account alone. */
  | { by: AuthorizedUser; eventId?: never; audit?: never; activities?: never; parts?: never; ahead?: never };

export type Change<C extends NamedStatements, R extends NamedStatements> = Common<C, R> & Acting;

/** A condition of a commit does not hold any more: nothing was written. `retried` reads and decides again. */
export class LostRace extends AppError {}

/**
 * Changes something in one batch: all of it, or nothing when the actor may not act any more or a condition of the guard does
 * not hold. Afterwards publishes messages and activities, and seals the audit record.
 * @returns the results of `changes` and `reads` by name
 * @throws LostRace with the code `lost`, or what `lost` returns; what the database threw for a constraint of another table
 */
export async function commit<const C extends NamedStatements, const R extends NamedStatements = Record<never, never>>(
  ctx: RequestContext,
  change: Change<C, R>,
): Promise<BatchResults<C> & BatchResults<R>> {
  const { by, at, changes, messages = [], result, effects = [], activities = [] } = change;
  const { db, eventId, mayAct, parts } = actingOn(ctx, change);
  const audits = [change.audit, ...parts.map(({ audit }) => audit)].filter((audit) => audit != null);
  const outboxEntries = enqueue(ctx, [...messages, ...parts.flatMap((part) => part.messages ?? [])]);
  const stored =
    eventId && storeActivities(ctx, eventId, [...activities, ...parts.flatMap((part) => part.activities ?? [])]);
  const records = audits.map(({ target = null, ...audit }) =>
    recordAudit(db, { eventId: eventId as string, ...actorOf(by), ...audit, target, at }),
  );
  const conditions = [mayAct, ...(change.guard ?? []), ...parts.flatMap(({ guard = [] }) => guard)];
  const groups = [
    { ahead: change.ahead ?? [], guard: abortUnless(db, all(conditions)) },
    changes,
    {
      parts: parts.flatMap((part) => part.changes ?? []),
      records,
      outbox: outboxEntries.statements,
      activities: stored ? stored.statements : [],
      result: result ? recordResult(ctx, by, result.value, undefined, result.about) : [],
    },
    change.reads ?? ({} as R),
  ] as const;
  const [, changed, , read] = await runBatchGroups(db, groups).catch(async (error: unknown) => {
    if (!isAborted(error)) throw error;
    throw typeof change.lost === "function" ? await change.lost() : new LostRace(change.lost);
  });
  if (stored) stored.publishAfterResponse();
  const seals = records.length > 0 && eventId ? [pending(SEALS, eventId)] : [];
  if (outboxEntries.rows.length > 0 || seals.length > 0) {
    flushAfterResponse(ctx, { outboxRows: outboxEntries.rows, effects: seals });
  }
  for (const effect of effects) ctx.defer(effect);
  return { ...changed, ...read };
}

/** Where the change is written, the condition that its actor may act, and what joins it. */
function actingOn(ctx: RequestContext, { by, eventId, parts = [] }: Acting) {
  if (!("id" in by)) return { db: ctx.db, eventId: by.eventId, mayAct: hasRole(ctx.db, by), parts };
  if (eventId === undefined && ctx.shard !== 0) throw new Error("an account is changed on the first shard");
  const db = eventId === undefined ? ctx.accountsDb : ctx.db;
  return { db, eventId, mayAct: hasLiveSession(db, by), parts };
}

function all(conditions: Guard): SQL {
  const given = conditions.filter((condition) => condition instanceof Object);
  if (given.length > MAX_CONDITIONS) throw new Error("a guard of many rows compares a list, as one JSON value");
  return sql.join(
    given.map((condition) => sql`(${condition})`),
    sql` and `,
  );
}

/**
 * A verb that reads, decides and commits, and does so again when it has lost. What it does besides is repeated, too: a rate limit
 * is counted, and a score is asked for, outside.
 * @param attempts how often in all
 */
export function retried<A extends readonly unknown[], R>(
  verb: (...args: A) => Promise<R>,
  attempts: number,
): (...args: A) => Promise<R> {
  return async (...args) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await verb(...args);
      } catch (error) {
        if (!(error instanceof LostRace) || attempt >= attempts) throw error;
      }
    }
  };
}
