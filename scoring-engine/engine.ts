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
  type ScoreBatchRequest,
  type ScoreBatchResponse,
  ScoreBatchResponseSchema,
  type ScoreRequest,
  type ScoreResponse,
} from "../proto/fraud/v1/fraud_pb.js";
import { type Access, type AccessMessage, readAccess } from "./access.ts";
import { confirmStep, NEEDS_OVERFLOW, observeStep, revokeStep, scoreWithoutHistory } from "./access-steps.ts";
import { guestHash } from "./baseline/event-prior.ts";
import type { AccessRecord, ConfirmationType } from "./baseline/guest-baseline.ts";
import { type Store, StoreError } from "./baseline/store.ts";
import { EngineError, refusalOf, STATUS } from "./engine-error.ts";
import { type Erasure, eraseEvent, eraseGuest } from "./erase.ts";
import { isAutomated, toFraudScored, toScoreResponse } from "./fraud-scored.ts";
import type { GeoLookup } from "./geo/lookup.ts";
import { requireAccess, requireBatch, requireId, requireSize } from "./limits.ts";
import type { LoadShedder } from "./load-shedder.ts";
import { errorFields, type Log } from "./log.ts";
import type { BandName, Metrics, Verb } from "./metrics.ts";
import { bandOf } from "./score.ts";

/** Deadline of callers that set none, milliseconds: a guest waits 250 ms, a queue consumer a few seconds. */
const DEFAULT_DEADLINE_MS: Readonly<Record<Verb, number>> = {
  score: 250,
  handle: 5_000,
  confirm: 5_000,
  forget: 5_000,
};

/** Timeouts of the store by method, milliseconds: a guest has 250 ms in all, a queue consumer has time. */
const STORE_TIMEOUT_MS: Readonly<Record<Exclude<Verb, "forget">, number>> = {
  score: 110,
  handle: 1_500,
  confirm: 1_500,
};

/**
 * How long `score` waits for its commit, milliseconds, so that the queue need not deliver the access again. A commit takes
 * less than one, unless the file is locked: then the response goes out as not recorded.
 */
const FLUSH_WAIT_MS = 15;

const BAND_NAMES: Readonly<Record<Risk, BandName>> = {
  [Risk.UNSPECIFIED]: "low",
  [Risk.LOW]: "low",
  [Risk.MEDIUM]: "medium",
  [Risk.HIGH]: "high",
  [Risk.BLOCK]: "block",
};

const CONFIRMATION_TYPES: Readonly<Record<ConfirmationKind, ConfirmationType | null>> = {
  [ConfirmationKind.UNSPECIFIED]: null,
  [ConfirmationKind.RSVP]: "rsvp",
  [ConfirmationKind.CHECK_IN]: "check_in",
  [ConfirmationKind.LEGITIMATE]: "legitimate",
  [ConfirmationKind.SUSPICIOUS]: "suspicious",
};

/** Dependencies of the engine, created once by `main.ts` or by a test. */
export interface Services {
  readonly store: Store;
  readonly lookup: GeoLookup;
  readonly loadShedder: LoadShedder;
  readonly metrics: Metrics;
  readonly log: Log;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The implementation of both listeners. `remainingMs`: time to the caller's deadline, null when it set none. */
export interface Engine {
  score(request: ScoreRequest, remainingMs: number | null): Promise<ScoreResponse>;
  /** Each access is admitted and measured like a call of `score`. */
  scoreBatch(request: ScoreBatchRequest, remainingMs: number | null): Promise<ScoreBatchResponse>;
  handle(message: AccessAttempted, remainingMs: number | null): Promise<FraudScored>;
  /** Each access is admitted and measured like a call of `handle`. */
  handleBatch(message: HandleBatchRequest, remainingMs: number | null): Promise<HandleBatchResponse>;
  confirm(message: Confirmation, remainingMs: number | null): Promise<ConfirmResponse>;
  /** Each confirmation is admitted and measured like a call of `confirm`. */
  confirmBatch(message: ConfirmBatchRequest, remainingMs: number | null): Promise<ConfirmBatchResponse>;
  forget(message: ForgetRequest, remainingMs: number | null): Promise<ForgetResponse>;
}

/** `isStored`: the step was carried out, though perhaps not flushed yet; false without the store. */
interface Scored {
  readonly record: AccessRecord;
  readonly isStored: boolean;
}

/** Scores and stores an access; without the store it scores without history, which is less precise. */
async function observeAccess(services: Services, access: Access, verb: "score" | "handle"): Promise<Scored> {
  const { store, metrics, log } = services;
  const now = services.now();
  const timeoutMs = STORE_TIMEOUT_MS[verb];
  let record: AccessRecord;
  let isStored = true;
  try {
    const first = await store.transact(observeStep(access, now), timeoutMs);
    const observed = first === NEEDS_OVERFLOW ? await store.transact(observeStep(access, now, true), timeoutMs) : first;
    if (observed === NEEDS_OVERFLOW) throw new StoreError("step needs the overflow document that it has read");
    record = observed.record;
    if (observed.isDuplicate) {
      metrics.duplicate();
      return { record, isStored };
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    metrics.storeError();
    log("warn", "scored without history", errorFields(error));
    record = scoreWithoutHistory(access, now);
    isStored = false;
  }
  metrics.scored(BAND_NAMES[bandOf(record.score)], isAutomated(record));
  return { record, isStored };
}

/** Waits for a flush of the store. @returns false when it failed, which is logged */
async function reportFlush(services: Services, flushed: Promise<void>): Promise<boolean> {
  try {
    await flushed;
    return true;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    services.metrics.storeError();
    services.log("warn", "flush failed", errorFields(error));
    return false;
  }
}

/** Outcome of the latest flush that was waited for: calls of one batch share it, and one timer. */
let latestFlush: { readonly flushed: Promise<void>; readonly outcome: Promise<boolean> } | null = null;

/** Whether all steps are durable within `FLUSH_WAIT_MS`. */
function isFlushed(services: Services): Promise<boolean> {
  const flushed = services.store.flushed();
  if (latestFlush?.flushed === flushed) return latestFlush.outcome;
  const { promise: outcome, resolve, reject } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, FLUSH_WAIT_MS, false);
  reportFlush(services, flushed)
    .finally(() => clearTimeout(timer))
    .then(resolve, reject);
  latestFlush = { flushed, outcome };
  return outcome;
}

/** `occurred_at` of a message; now when it is absent or invalid. */
function occurredAt(message: AccessAttempted, now: number): number {
  if (message.occurredAt === undefined) return now;
  const at = timestampDate(message.occurredAt).getTime();
  return Number.isFinite(at) ? at : now;
}

async function confirmAccess(services: Services, message: Confirmation): Promise<boolean> {
  requireId("event_id", message.eventId);
  requireId("guest_id", message.guestId);
  requireId("access_log_id", message.accessLogId);
  const type = CONFIRMATION_TYPES[message.kind] ?? null;
  if (type === null) throw new EngineError(STATUS.invalidArgument, "kind is required");
  const { store, metrics, log } = services;
  try {
    const { applied, revokedNetwork } = await store.transact(
      confirmStep(message, type, services.now()),
      STORE_TIMEOUT_MS.confirm,
    );
    if (revokedNetwork !== null) {
      await store.transact(
        revokeStep(message.eventId, revokedNetwork, guestHash(message.guestId), services.now()),
        STORE_TIMEOUT_MS.confirm,
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

/** Erasure has no fallback: an unavailable store is an error, and the queue delivers the message again. */
async function erase({ store, metrics, now }: Services, { eventId, guestId }: ForgetRequest): Promise<Erasure> {
  requireId("event_id", eventId);
  if (guestId !== "") requireId("guest_id", guestId);
  try {
    return guestId === "" ? await eraseEvent(store, eventId, now()) : await eraseGuest(store, eventId, guestId, now());
  } catch (error) {
    if (error instanceof StoreError) metrics.storeError();
    throw error;
  }
}

/** Runs a method for each message of a batch: its response, or the gRPC status of its error, in the order of the batch. */
function respondToEach<In, Out>(messages: readonly In[], verb: (message: In) => Promise<Out>) {
  return Promise.all(
    messages.map((message) => verb(message).catch((error: unknown) => ({ code: refusalOf(error).status }))),
  );
}

/** Creates the engine. Every call passes load shedding and validation, is measured, and may throw an `EngineError`. */
export function createEngine(services: Services): Engine {
  const { loadShedder, metrics } = services;

  const withAdmission = async <T>(verb: Verb, remainingMs: number | null, work: () => Promise<T>): Promise<T> => {
    const started = performance.now();
    const leave = loadShedder.admit(verb, remainingMs ?? DEFAULT_DEADLINE_MS[verb]);
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
      withAdmission("score", remainingMs, async () => {
        const { record, isStored } = await observeAccess(services, readChecked(request, services.now()), "score");
        return toScoreResponse(record, isStored && (await isFlushed(services)));
      }),
    scoreBatch: async ({ accesses }, remainingMs) => {
      requireBatch("accesses", accesses.length);
      const scored = async (request: ScoreRequest) => {
        requireSize(request);
        return { scored: await engine.score(request, remainingMs) };
      };
      return create(ScoreBatchResponseSchema, { outcomes: await respondToEach(accesses, scored) });
    },
    handle: (message, remainingMs) =>
      withAdmission("handle", remainingMs, async () => {
        const access = readChecked(message, occurredAt(message, services.now()));
        const { record } = await observeAccess(services, access, "handle");
        await reportFlush(services, services.store.flushed());
        return toFraudScored(message, record);
      }),
    handleBatch: async ({ accesses }, remainingMs) => {
      requireBatch("accesses", accesses.length);
      const handled = async (message: AccessAttempted) => {
        requireSize(message);
        return { scored: await engine.handle(message, remainingMs) };
      };
      return create(HandleBatchResponseSchema, { outcomes: await respondToEach(accesses, handled) });
    },
    confirmBatch: async ({ confirmations }, remainingMs) => {
      requireBatch("confirmations", confirmations.length);
      const confirmed = async (message: Confirmation) => {
        const { applied } = await engine.confirm(message, remainingMs);
        return { applied };
      };
      return create(ConfirmBatchResponseSchema, { outcomes: await respondToEach(confirmations, confirmed) });
    },
    confirm: (message, remainingMs) =>
      withAdmission("confirm", remainingMs, async () => {
        const applied = await confirmAccess(services, message);
        await reportFlush(services, services.store.flushed());
        return create(ConfirmResponseSchema, { applied });
      }),
    forget: (message, remainingMs) =>
      withAdmission("forget", remainingMs, async () =>
        create(ForgetResponseSchema, { ...(await erase(services, message)) }),
      ),
  };
  return engine;
}
