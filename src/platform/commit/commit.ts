import { type SQL, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import { abortUnless, isAborted } from "../../db/abort-unless.ts";
import { type BatchResults, type NamedStatements, runBatchGroups } from "../../db/batch.ts";
import type { Statement } from "../../db/client.ts";
import { isConstraintViolation, violates } from "../../db/failures.ts";
import type { ErrorCode } from "../../kernel/error-codes.ts";
import { AppError } from "../../kernel/errors.ts";
import { actorOf } from "../audit/actions.ts";
import { type AuditEntry, recordAudit } from "../audit/record.ts";
import { SEALS } from "../audit/seal-records.ts";
import { authorizeMember, type Member } from "../authorization/authorize-member.ts";
import { type AuthorizedUser, authorizeUser } from "../authorization/authorize-user.ts";
import { hasRole } from "../authorization/queries.ts";
import { hasLiveSession } from "../authorization/session-queries.ts";
import { flushAfterResponse, type PendingEffect, pending } from "../flush-after-response/flush-after-response.ts";
import { recordResult } from "../idempotency/record-result.ts";
import { enqueue, enqueueImmediate, type Immediate } from "../outbox/enqueue.ts";
import type { MessagesOfRow } from "../outbox/outbox-row.ts";
import { type LiveActivity, storeActivities } from "../outbox/store-activities.ts";

/** Conditions in one guard: D1 binds at most 100 values to a statement, and a row's key and version are up to four. */
const MAX_CONDITIONS = 20;

/** The audit record of a change. Actor, event and time are the commit's. */
export type Audited = Pick<AuditEntry, "action" | "before" | "after"> & { target?: string | null };

/** An additional change in the same batch. */
export interface Part {
  guard?: Guard;
  changes?: readonly Statement[];
  audit?: Audited;
  messages?: readonly MessagesOfRow[];
  activities?: readonly LiveActivity[];
}

/** Conditions of a change, all of them required. */
export type Guard = readonly (SQL | false | null | undefined)[];

interface Common<C extends NamedStatements, R extends NamedStatements> {
  /** The conditions of the change: see `unchanged`. That the actor may still act is checked as well. */
  guard?: Guard;
  changes: C;
  /** Read after the change, in its batch. */
  reads?: R;
  messages?: readonly MessagesOfRow[];
  /** Messages whose work the request does itself after its response. */
  immediate?: readonly Immediate[];
  /** The response to a retry with the same `Idempotency-Key`, and the guest or message whose erasure erases it. */
  result?: { value: unknown; about?: string };
  /**
   * Run after the response, each separately. Work that must not be lost is a message instead. A `pending` effect goes
   * with the messages.
   */
  effects?: readonly (PendingEffect | (() => Promise<unknown>))[];
  /** The time of the change and of its audit record, epoch milliseconds. */
  at: number;
  /** The error if a condition is no longer true. A function if rows have to be read again to find the reason. */
  lost: ErrorCode | (() => Promise<AppError>);
}

interface OfEvent<C extends NamedStatements> {
  /** Null: deliberately not recorded. */
  audit: Audited | null;
  /**
   * A function if the activities depend on the written rows. If the Worker dies, the relay reads them from the
   * database.
   */
  activities?: readonly LiveActivity[] | ((written: BatchResults<C>) => readonly LiveActivity[]);
  parts?: readonly Part[];
}

/** The actor and the target of a change. */
type Acting<C extends NamedStatements> =
  | (OfEvent<C> & { by: Member; eventId?: never; ahead?: never })
  /**
   * A user without a role on the event. `ahead` copies the account to the event's shard, where its session is checked.
   */
  | (OfEvent<C> & { by: AuthorizedUser; eventId: string; ahead?: readonly Statement[] })
  /** Changes only the account's own data. */
  | { by: AuthorizedUser; eventId?: never; audit?: never; activities?: never; parts?: never; ahead?: never }
  /** A task, a consumer, or the holder of a secret. The guard alone decides, on the shard of `ctx.db`. */
  | { by: "service"; eventId?: never; audit?: never; activities?: never; parts?: never; ahead?: never; result?: never };

export type Change<C extends NamedStatements, R extends NamedStatements> = Common<C, R> & Acting<C>;

/** A condition of a commit is no longer true, so nothing was written. `retried` reads and decides again. */
export class LostRace extends AppError {
  /** The intended write, if it was passed to `conflictAs`. */
  decision?: string | number;
}

/**
 * Changes something in one D1 batch. Writes nothing if the actor may no longer act or a write condition is false.
 * Afterwards publishes messages and activities, and seals the audit record.
 * @returns the results of `changes` and `reads` by name
 * @throws LostRace with the code `lost`, or the error that `lost` returns; the database's error for a constraint of
 * another table
 */
export async function commit<const C extends NamedStatements, const R extends NamedStatements = Record<never, never>>(
  ctx: RequestContext,
  change: Change<C, R>,
): Promise<BatchResults<C> & BatchResults<R>> {
  const { by, at, changes, messages = [], immediate = [], result, effects = [], activities = [] } = change;
  const { db, eventId, mayAct, parts } = actingOn(ctx, change);
  const audits = [change.audit, ...parts.map(({ audit }) => audit)].filter((audit) => audit != null);
  const outboxEntries = enqueue(ctx, [...messages, ...parts.flatMap((part) => part.messages ?? [])]);
  const stillToDo = enqueueImmediate(ctx, immediate);
  const ofParts = parts.flatMap((part) => part.activities ?? []);
  const told = typeof activities === "function" ? activities : () => activities;
  const stored =
    eventId && storeActivities(ctx, eventId, typeof activities === "function" ? null : [...activities, ...ofParts]);
  const records =
    by === "service"
      ? []
      : audits.map(({ target = null, ...audit }) =>
          recordAudit(db, { eventId: eventId as string, ...actorOf(by), ...audit, target, at }),
        );
  const condition = all([mayAct, ...(change.guard ?? []), ...parts.flatMap(({ guard = [] }) => guard)]);
  const groups = [
    { ahead: change.ahead ?? [], guard: condition && abortUnless(db, condition) },
    changes,
    {
      parts: parts.flatMap((part) => part.changes ?? []),
      records,
      outbox: [...outboxEntries.statements, ...stillToDo.statements],
      activities: stored ? stored.statements : [],
      result: result ? recordResult(ctx, by, result.value, undefined, result.about) : [],
    },
    change.reads ?? ({} as R),
  ] as const;
  const [, changed, , read] = await runBatchGroups(db, groups).catch(async (error: unknown) => {
    if (!isAborted(error)) throw error;
    throw typeof change.lost === "function" ? await change.lost() : new LostRace(change.lost);
  });
  if (stored) stored.publishAfterResponse([...told(changed), ...ofParts]);
  stillToDo.runAfterResponse();
  const seals = records.length > 0 && eventId ? [pending(SEALS, eventId)] : [];
  const flushed = [...seals, ...effects.filter((effect) => typeof effect === "object")];
  if (outboxEntries.rows.length > 0 || flushed.length > 0) {
    flushAfterResponse(ctx, { outboxRows: outboxEntries.rows, effects: flushed });
  }
  for (const effect of effects) if (typeof effect === "function") ctx.defer(effect);
  return { ...changed, ...read };
}

/** Returns the database of the change, the condition that its actor may act, and its parts. */
function actingOn<C extends NamedStatements>(ctx: RequestContext, { by, eventId, parts = [] }: Acting<C>) {
  if (by === "service") return { db: ctx.db, eventId, mayAct: null, parts };
  if (!("id" in by)) return { db: ctx.db, eventId: by.eventId, mayAct: hasRole(ctx.db, by), parts };
  if (eventId === undefined && ctx.shard !== 0) throw new Error("an account is changed on the first shard");
  const db = eventId === undefined ? ctx.accountsDb : ctx.db;
  return { db, eventId, mayAct: hasLiveSession(db, by), parts };
}

/** @returns undefined for no condition */
function all(conditions: Guard): SQL | undefined {
  const given = conditions.filter((condition) => condition instanceof Object);
  if (given.length > MAX_CONDITIONS) throw new Error("a guard of many rows compares a list, as one JSON value");
  if (given.length === 0) return undefined;
  return sql.join(
    given.map((condition) => sql`(${condition})`),
    sql` and `,
  );
}

/**
 * Repeats a verb that reads, decides and commits when another write came first, unless it makes the same decision
 * again. Its other effects are repeated as well, so count rate limits and request scores outside of it.
 * @param attempts the highest number of calls
 */
export function retried<A extends readonly unknown[], R>(
  verb: (...args: A) => Promise<R>,
  attempts: number,
): (...args: A) => Promise<R> {
  return async (...args) => {
    let lost: LostRace | undefined;
    for (let attempt = 1; ; attempt++) {
      try {
        return await verb(...args);
      } catch (error) {
        if (!(error instanceof LostRace) || attempt >= attempts) throw error;
        if (error.decision !== undefined && error.decision === lost?.decision) throw error;
        lost = error;
      }
    }
  };
}

/**
 * For `lost`: throws why the actor may not act any more (401, 403 or 404), or else returns the refusal. A verb that is
 * `retried` does not need it.
 */
export function deniedOr(ctx: RequestContext, by: Member | AuthorizedUser, code: ErrorCode): () => Promise<AppError> {
  return async () => {
    if ("id" in by) await authorizeUser(ctx, by.session, {});
    else await authorizeMember(ctx, by, {});
    return new AppError(code);
  };
}

/** For an optional change. @returns false if a condition of the commit was no longer true */
export async function isWritten(written: Promise<unknown>): Promise<boolean> {
  try {
    await written;
    return true;
  } catch (error) {
    if (error instanceof LostRace) return false;
    throw error;
  }
}

/**
 * Rethrows a violated constraint as a lost race, except that of a repeated request. For a change that can conflict with
 * rows that the verb has not read.
 * @param decision the intended write: `retried` gives up if the verb decides it again
 */
export function conflictAs(code: ErrorCode, decision?: string | number): (error: unknown) => never {
  return (error) => {
    const isConflict = isConstraintViolation(error) && !violates(error, "idempotency_keys");
    if (!isConflict && !(error instanceof LostRace)) throw error;
    throw Object.assign(new LostRace(code), { decision });
  };
}
