import { create } from "@bufbuild/protobuf";
import { timestampDate, timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  type AccessAttempted,
  type Confirmation,
  ConfirmationKind,
  type ConfirmResponse,
  ConfirmResponseSchema,
  type FraudScored,
  FraudScoredSchema,
  Risk,
  type ScoreRequest,
  type ScoreResponse,
  ScoreResponseSchema,
} from "../proto/fraud/v1/fraud_pb.js";
import { type Access, type AccessMessage, readAccess } from "./access.ts";
import type { Admission } from "./admission.ts";
import type { Vouching } from "./baseline/confirm.ts";
import { type EventNetwork, forgetGuest, guestMark } from "./baseline/event-prior.ts";
import { type Store, StoreError } from "./baseline/store.ts";
import { EngineError, STATUS } from "./engine-error.ts";
import type { GeoLookup } from "./geo/lookup.ts";
import { requireAccess, requireId } from "./limits.ts";
import { errorFields, type Log } from "./log.ts";
import type { BandName, Metrics, Verb } from "./metrics.ts";
import {
  accessKey,
  decideConfirmation,
  decideObservation,
  GUEST_RETENTION_MS,
  guestKey,
  judgeAlone,
  keysOf,
  networkKey,
  type Outcome,
} from "./observation.ts";

/** What a caller without a deadline of its own is taken to wait: a guest 250 ms, the bus a few seconds. */
const DEFAULT_WAIT_MS: Readonly<Record<Verb, number>> = { score: 250, handle: 5_000, confirm: 5_000 };

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
  confirm(message: Confirmation, remainingMs: number | null): Promise<ConfirmResponse>;
}

async function observeAccess(services: Services, access: Access): Promise<Outcome> {
  const { store, metrics, log } = services;
  const now = services.now();
  try {
    const { outcome, isRepeat } = await store.transact(keysOf(access), (documents) =>
      decideObservation(access, now, documents),
    );
    if (isRepeat) metrics.duplicate();
    else metrics.scored(BAND_NAMES[outcome.risk], outcome.automated);
    return outcome;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    metrics.storeError();
    log("warn", "scored without history", errorFields(error));
    const outcome = judgeAlone(access, now);
    metrics.scored(BAND_NAMES[outcome.risk], outcome.automated);
    return outcome;
  }
}

/** Evidence on the wire: one entry per reason, compact JSON. */
function evidenceOf(outcome: Outcome): Record<string, string> {
  return Object.fromEntries(Object.entries(outcome.evidence).map(([code, numbers]) => [code, JSON.stringify(numbers)]));
}

function toFraudScored(message: AccessAttempted, outcome: Outcome): FraudScored {
  const { geo } = outcome;
  return create(FraudScoredSchema, {
    eventId: message.eventId,
    guestId: message.guestId,
    tokenId: message.tokenId,
    accessLogId: message.accessLogId,
    score: outcome.score,
    risk: outcome.risk,
    reasons: [...outcome.reasons],
    scoredAt: timestampFromMs(outcome.scoredAt),
    ...(geo?.country && { geoCountry: geo.country }),
    ...(geo?.city && { geoCity: geo.city }),
    ...(geo !== null && geo.lat !== null && geo.lon !== null && { geoLat: geo.lat, geoLon: geo.lon }),
    evidence: evidenceOf(outcome),
    automated: outcome.automated,
  });
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
  const { eventId, guestId } = message;
  const keys = [accessKey(eventId, message.accessLogId), guestKey(eventId, guestId)];
  try {
    const { applied, disowned } = await store.transact(keys, (documents) =>
      decideConfirmation(message, by, services.now(), documents),
    );
    if (disowned !== null) await disown(services, networkKey(eventId, disowned), guestMark(guestId));
    return applied;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    metrics.storeError();
    log("warn", "confirmation lost", errorFields(error));
    return false;
  }
}

async function disown(services: Services, key: string, mark: string): Promise<void> {
  await services.store.transact([key], ([document]) => {
    if (document === undefined) return { result: undefined, writes: [] };
    const value = forgetGuest(document as EventNetwork, mark);
    return { result: undefined, writes: [{ key, value, expiresAt: services.now() + GUEST_RETENTION_MS }] };
  });
}

/** Makes the engine: every verb is admitted, checked, measured, and answers or throws an `EngineError`. */
export function createEngine(services: Services): Engine {
  const { admission, metrics } = services;

  const admitted = async <T>(verb: Verb, remainingMs: number | null, work: () => Promise<T>): Promise<T> => {
    const started = performance.now();
    const leave = admission.enter(remainingMs ?? DEFAULT_WAIT_MS[verb]);
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

  return {
    score: (request, remainingMs) =>
      admitted("score", remainingMs, async () => {
        const outcome = await observeAccess(services, readChecked(request, services.now()));
        return create(ScoreResponseSchema, { score: outcome.score, risk: outcome.risk, reasons: [...outcome.reasons] });
      }),
    handle: (message, remainingMs) =>
      admitted("handle", remainingMs, async () => {
        const access = readChecked(message, occurredAt(message, services.now()));
        return toFraudScored(message, await observeAccess(services, access));
      }),
    confirm: (message, remainingMs) =>
      admitted("confirm", remainingMs, async () =>
        create(ConfirmResponseSchema, { applied: await confirmAccess(services, message) }),
      ),
  };
}
