import { create } from "@bufbuild/protobuf";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import {
  type AccessAttempted,
  type Confirmation,
  ConfirmationKind,
  type ConfirmBatchRequest,
  type ConfirmBatchResponse,
  ConfirmBatchResponseSchema,
  type ConfirmResponse,
  ConfirmResponseSchema,
  type ForgetRequest,
  type ForgetResponse,
  ForgetResponseSchema,
  type FraudScored,
  type HandleBatchRequest,
  type HandleBatchResponse,
  HandleBatchResponseSchema,
  Risk,
  type ScoreRequest,
  type ScoreResponse,
} from "../proto/fraud/v1/fraud_pb.js";
import { type Access, type AccessMessage, readAccess } from "./access.ts";
import type { Admission } from "./admission.ts";
import { guestMark } from "./baseline/event-prior.ts";
import type { AccessRecord, Vouching } from "./baseline/guest.ts";
import { type Store, StoreError } from "./baseline/store.ts";
import { EngineError, refusalOf, STATUS } from "./engine-error.ts";
import { type Forgotten, forgetEvent, forgetGuest } from "./forget.ts";
import { isAutomated, toFraudScored, toScoreResponse } from "./fraud-scored.ts";
import type { GeoLookup } from "./geo/lookup.ts";
import { requireAccess, requireBatch, requireId, requireSize } from "./limits.ts";
import { errorFields, type Log } from "./log.ts";
import type { BandName, Metrics, Verb } from "./metrics.ts";
import { confirmation, disowning, judgeAlone, LOOK_FURTHER, observation } from "./observation.ts";
import { bandOf } from "./score.ts";

/** What a caller without a deadline of its own is taken to wait: a guest 250 ms, the bus a few seconds. */
const DEFAULT_WAIT_MS: Readonly<Record<Verb, number>> = { score: 250, handle: 5_000, confirm: 5_000, forget: 5_000 };

/** How long a verb waits for the store before it goes on without: a guest has 250 ms in all, the bus has time. */
const STORE_PATIENCE_MS: Readonly<Record<Exclude<Verb, "forget">, number>> = {
  score: 110,
  handle: 1_500,
  confirm: 1_500,
};

/**
 * How long an answer to a guest waits for its commit, so that the bus need not deliver the access again. A commit takes a
 * millisecond or two, and the caller writes its own log meanwhile. When the disk is slower the answer goes out without.
 */
const COMMIT_WAIT_MS = 50;

const BAND_NAMES: Readonly<Record<Risk, BandName>> = {
  [Risk.UNSPECIFIED]: "low",
  [Risk.LOW]: "low",
  [Risk.MEDIUM]: "medium",
  [Risk.HIGH]: "high",
  [Risk.BLOCK]: "block",
};

const VOUCHING: Readonly<Record<ConfirmationKind, Vouching | null>> = {
  [ConfirmationKind.UNSPECIFIED]: null,
  [ConfirmationKind.RSVP]: "rsvp",
  [ConfirmationKind.CHECK_IN]: "check_in",
  [ConfirmationKind.LEGITIMATE]: "legitimate",
  [ConfirmationKind.SUSPICIOUS]: "suspicious",
};

/** Everything the verbs need; made once by `main.ts`, or by a test. */
export interface Services {
  readonly store: Store;
  readonly lookup: GeoLookup;
  readonly admission: Admission;
  readonly metrics: Metrics;
  readonly log: Log;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The implementation behind both listeners. `remainingMs`: time left to the caller's deadline; null: none given. */
export interface Engine {
  score(request: ScoreRequest, remainingMs: number | null): Promise<ScoreResponse>;
  handle(message: AccessAttempted, remainingMs: number | null): Promise<FraudScored>;
  /** Each access is admitted and measured as one of `handle`. */
  handleBatch(message: HandleBatchRequest, remainingMs: number | null): Promise<HandleBatchResponse>;
  confirm(message: Confirmation, remainingMs: number | null): Promise<ConfirmResponse>;
  /** Each confirmation is admitted and measured as one of `confirm`. */
  confirmBatch(message: ConfirmBatchRequest, remainingMs: number | null): Promise<ConfirmBatchResponse>;
  forget(message: ForgetRequest, remainingMs: number | null): Promise<ForgetResponse>;
}

/** `isStored`: the store has the access, though perhaps not committed yet; false when the store was lost. */
interface Scored {
  readonly record: AccessRecord;
  readonly isStored: boolean;
}

/** Scores and remembers; when the store is lost, scores without history: that costs precision, never an answer. */
async function observeAccess(services: Services, access: Access, verb: "score" | "handle"): Promise<Scored> {
  const { store, metrics, log } = services;
  const now = services.now();
  const patience = STORE_PATIENCE_MS[verb];
  let record: AccessRecord;
  let isStored = true;
  try {
    const first = await store.transact(observation(access, now), patience);
    const observed = first === LOOK_FURTHER ? await store.transact(observation(access, now, true), patience) : first;
    if (observed === LOOK_FURTHER) throw new StoreError("looked everywhere");
    record = observed.record;
    if (observed.isRepeat) {
      metrics.duplicate();
      return { record, isStored };
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    metrics.storeError();
    log("warn", "scored without history", errorFields(error));
    record = judgeAlone(access, now);
    isStored = false;
  }
  metrics.scored(BAND_NAMES[bandOf(record.score)], isAutomated(record));
  return { record, isStored };
}

/** Waits until what the bus acknowledges outlives the process. @returns false when the commit failed */
async function settle(services: Services): Promise<boolean> {
  try {
    await services.store.settled();
    return true;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    services.metrics.storeError();
    services.log("warn", "not kept", errorFields(error));
    return false;
  }
}

/** Whether everything decided so far is committed within `COMMIT_WAIT_MS`. */
async function isCommitted(services: Services): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), COMMIT_WAIT_MS);
  });
  try {
    return await Promise.race([settle(services), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** When the message says it happened; without a usable time, now. */
function occurredAt(message: AccessAttempted, now: number): number {
  if (message.occurredAt === undefined) return now;
  const at = timestampDate(message.occurredAt).getTime();
  return Number.isFinite(at) ? at : now;
}

async function confirmAccess(services: Services, message: Confirmation): Promise<boolean> {
  requireId("event_id", message.eventId);
  requireId("guest_id", message.guestId);
  requireId("access_log_id", message.accessLogId);
  const by = VOUCHING[message.kind] ?? null;
  if (by === null) throw new EngineError(STATUS.invalidArgument, "kind is required");
  const { store, metrics, log } = services;
  try {
    const { applied, disowned } = await store.transact(
      confirmation(message, by, services.now()),
      STORE_PATIENCE_MS.confirm,
    );
    if (disowned !== null) {
      await store.transact(
        disowning(message.eventId, disowned, guestMark(message.guestId), services.now()),
        STORE_PATIENCE_MS.confirm,
      );
    }
    return applied;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    metrics.storeError();
    log("warn", "confirmation lost", errorFields(error));
    return false;
  }
}

/** What is to be erased must be, so that a lost store is an error here: the bus brings the message again. */
async function forget({ store, metrics, now }: Services, { eventId, guestId }: ForgetRequest): Promise<Forgotten> {
  requireId("event_id", eventId);
  if (guestId !== "") requireId("guest_id", guestId);
  try {
    return guestId === ""
      ? await forgetEvent(store, eventId, now())
      : await forgetGuest(store, eventId, guestId, now());
  } catch (error) {
    if (error instanceof StoreError) metrics.storeError();
    throw error;
  }
}

/** What becomes of each message of a batch, in their order: its answer, or the status of its refusal. */
function outcomesOf<In, Out>(messages: readonly In[], verb: (message: In) => Promise<Out>) {
  return Promise.all(
    messages.map((message) => verb(message).catch((error: unknown) => ({ code: refusalOf(error).status }))),
  );
}

/** Makes the engine: every verb is admitted, checked, measured, and answers or throws an `EngineError`. */
export function createEngine(services: Services): Engine {
  const { admission, metrics } = services;

  const admitted = async <T>(verb: Verb, remainingMs: number | null, work: () => Promise<T>): Promise<T> => {
    const started = performance.now();
    const leave = admission.enter(verb, remainingMs ?? DEFAULT_WAIT_MS[verb]);
    try {
      return await work();
    } catch (error) {
      if (error instanceof EngineError) metrics.refused("invalid");
      else services.log("error", "call failed", { verb, ...errorFields(error) });
      throw error;
    } finally {
      leave();
      metrics.observe(verb, (performance.now() - started) / 1_000);
    }
  };

  const readChecked = (message: AccessMessage, at: number): Access => {
    requireAccess(message);
    return readAccess(message, at, services.now(), services.lookup);
  };

  const engine: Engine = {
    score: (request, remainingMs) =>
      admitted("score", remainingMs, async () => {
        const { record, isStored } = await observeAccess(services, readChecked(request, services.now()), "score");
        return toScoreResponse(record, isStored && (await isCommitted(services)));
      }),
    handle: (message, remainingMs) =>
      admitted("handle", remainingMs, async () => {
        const access = readChecked(message, occurredAt(message, services.now()));
        const { record } = await observeAccess(services, access, "handle");
        await settle(services);
        return toFraudScored(message, record);
      }),
    handleBatch: async ({ accesses }, remainingMs) => {
      requireBatch("accesses", accesses.length);
      const handled = async (message: AccessAttempted) => {
        requireSize(message);
        return { scored: await engine.handle(message, remainingMs) };
      };
      return create(HandleBatchResponseSchema, { outcomes: await outcomesOf(accesses, handled) });
    },
    confirmBatch: async ({ confirmations }, remainingMs) => {
      requireBatch("confirmations", confirmations.length);
      const confirmed = async (message: Confirmation) => {
        const { applied } = await engine.confirm(message, remainingMs);
        return { applied };
      };
      return create(ConfirmBatchResponseSchema, { outcomes: await outcomesOf(confirmations, confirmed) });
    },
    confirm: (message, remainingMs) =>
      admitted("confirm", remainingMs, async () => {
        const applied = await confirmAccess(services, message);
        await settle(services);
        return create(ConfirmResponseSchema, { applied });
      }),
    forget: (message, remainingMs) =>
      admitted("forget", remainingMs, async () =>
        create(ForgetResponseSchema, { ...(await forget(services, message)) }),
      ),
  };
  return engine;
}
