import { create } from "@bufbuild/protobuf";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import {
  type AccessAttempted,
  type Confirmation,
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
  type ScoreBatchRequest,
  type ScoreBatchResponse,
  ScoreBatchResponseSchema,
  type ScoreRequest,
  type ScoreResponse,
} from "../proto/fraud/v1/fraud_pb.js";
import { type Access, type AccessMessage, readAccess } from "./access.ts";
import { isFlushed, reportFlush } from "./await-flush.ts";
import { StoreError } from "./baseline/store.ts";
import { confirmAccess } from "./confirm-access.ts";
import { EngineError, refusalOf } from "./engine-error.ts";
import { type Erasure, eraseEvent, eraseGuest } from "./erase.ts";
import { toFraudScored, toScoreResponse } from "./fraud-scored.ts";
import { requireAccess, requireBatch, requireId, requireSize } from "./limits.ts";
import { errorFields } from "./log.ts";
import type { Verb } from "./metrics.ts";
import { observeAccess } from "./observe-access.ts";
import type { Services } from "./services.ts";

/** Deadline of callers that set none, milliseconds: a guest waits 250 ms, a queue consumer a few seconds. */
const DEFAULT_DEADLINE_MS: Readonly<Record<Verb, number>> = {
  score: 250,
  handle: 5_000,
  confirm: 5_000,
  forget: 5_000,
};

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

/** `occurred_at` of a message; now when it is absent or invalid. */
function occurredAt(message: AccessAttempted, now: number): number {
  if (message.occurredAt === undefined) return now;
  const at = timestampDate(message.occurredAt).getTime();
  return Number.isFinite(at) ? at : now;
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
    const leave = loadShedder.admit(verb, remainingMs ?? DEFAULT_DEADLINE_MS[verb]);
    try {
      return await work();
    } catch (error) {
      if (error instanceof EngineError) metrics.refused("invalid");
      else services.log("error", "call failed", { verb, ...errorFields(error) });
      throw error;
    } finally {
      metrics.observe(verb, leave() / 1_000);
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
