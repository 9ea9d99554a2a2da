import { create } from "@bufbuild/protobuf";
import { timestampDate, timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { AccessAttempted, AccessConfirmed, AccessForget, FraudScored } from "../../proto/bus/messages.ts";
import {
  type AccessAttempted as AccessAttemptedMessage,
  AccessAttemptedSchema,
  AccessEvents,
  type Confirmation,
  ConfirmationKind,
  ConfirmationSchema,
  ConfirmBatchRequestSchema,
  ForgetRequestSchema,
  type FraudScored as FraudScoredMessage,
  FraudService,
  HandleBatchRequestSchema,
  type HandleOutcome,
  Risk,
  ScoreBatchRequestSchema,
  type ScoreRequest,
  ScoreRequestSchema,
  type ScoreResponse,
} from "../../proto/fraud/v1/fraud_pb.js";
import type { Clock } from "../kernel/clock.ts";
import { withDeadline } from "../kernel/deadline.ts";
import { GroupedCalls, type RequestPlatform } from "../kernel/grouped-calls.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";
import { type CallOptions, callUnary, GrpcError, type GrpcPeer } from "./grpc-web.ts";

/** Timeout for a guest's score. After it, the access continues unscored. */
export const SCORE_DEADLINE_MS = 250;
/** Accesses per call. With 1 KB each, the response is far below the maximum size that is read. */
const MAX_SCORES = 25;
/** Time that an access waits to share a call: a tenth of a guest's wait. */
const SCORE_PATIENCE_MS = 25;
/** Timeout of calls of queue consumers. */
const EVENT_DEADLINE_MS = 5_000;
/** The engine erases some thousands of documents per call. An event that needs more calls is retried by its queue. */
const MAX_FORGET_CALLS = 20;
/** gRPC's RESOURCE_EXHAUSTED: the engine sheds load. */
const RESOURCE_EXHAUSTED = 8;
/** The form of a reason code; anything else in a response is dropped. */
const REASON = /^[a-z][a-z0-9_]{0,63}$/;
const MAX_REASONS = 16;

/** An access as the engine sees it. Ids are UUIDs, the fingerprint has at most 64 entries. */
export interface ScoredAccess {
  eventId: string;
  guestId: string;
  tokenId: string;
  accessLogId: string;
  fingerprint: Record<string, string>;
  ipAddress: string;
  userAgent: string;
  referrer: string;
}

/** The engine's result for an access: the body of `fraud.scored` without IDs and time. */
export type ScoreDetails = Pick<
  FraudScored,
  "score" | "reasons" | "evidence" | "automated" | "geo_country" | "geo_city" | "geo_lat" | "geo_lon"
>;

export interface Score extends ScoreDetails {
  /** Time of the score (epoch milliseconds) if the engine has committed it to its store, otherwise null. */
  recordedAt: number | null;
}

export interface ScoringEngine {
  /** Null when the engine is down, slow (250 ms) or returns an invalid score: the caller continues without one. */
  score(access: ScoredAccess): Promise<Score | null>;
  /**
   * Delivers messages of the bus in one call: at most a queue batch, which is half of what the engine accepts.
   * @returns one result per message: a rejected one must be retried
   * @throws when the engine did not respond: all must be retried
   */
  handle(messages: readonly AccessAttempted[], now: number): Promise<PromiseSettledResult<FraudScored>[]>;
  /** See `handle`. */
  confirm(messages: readonly AccessConfirmed[]): Promise<PromiseSettledResult<void>[]>;
  /** Resolves when everything is erased. @throws when the engine did not respond: the message must be retried */
  forget(message: AccessForget): Promise<void>;
}

/** The engine did not respond to a delivery in time. */
export class EngineUnavailable extends Error {
  override readonly name = "EngineUnavailable";
}

/** The circuit breaker of the engine, shared by the requests of an isolate. */
export function createEngineHealth(clock: Clock): CircuitBreaker {
  return new CircuitBreaker(clock);
}

/** The engine over gRPC-Web, which is the same service as on its native listener. */
export function createScoringEngine(
  engine: GrpcPeer,
  health: CircuitBreaker,
  platform: RequestPlatform,
): ScoringEngine {
  const { score: scoreMethod, scoreBatch } = FraudService.method;
  const scores = new GroupedCalls<ScoreRequest, ScoreResponse | { code: number }>({
    most: MAX_SCORES,
    joinTimeoutMs: SCORE_PATIENCE_MS,
    deadlineMs: SCORE_DEADLINE_MS,
    isOutage: () => true,
    ...platform,
  });
  const scoreAll = async ([first, ...others]: readonly ScoreRequest[], timeoutMs: number) => {
    if (first === undefined) return [];
    if (others.length === 0)
      return [await callWithDeadline(timeoutMs, (options) => callUnary(engine, scoreMethod, first, options))];
    const request = create(ScoreBatchRequestSchema, { accesses: [first, ...others] });
    const { outcomes } = await callWithDeadline(timeoutMs, (options) =>
      callUnary(engine, scoreBatch, request, options),
    );
    return outcomes.map(({ scored, code }) => scored ?? { code });
  };
  const { handleBatch, confirmBatch, forget: forgetMethod } = AccessEvents.method;
  return {
    async score(access) {
      if (!health.allowsRequest()) return null;
      try {
        const until = platform.clock.now() + SCORE_DEADLINE_MS;
        const answer = await scores.run(create(ScoreRequestSchema, access), (requests) =>
          scoreAll(requests, until - platform.clock.now()),
        );
        if ("code" in answer) throw new GrpcError(answer.code);
        const details = readScoreDetails(answer);
        if (details === null) {
          health.recordFailure();
          return null;
        }
        health.recordSuccess();
        const { recorded, scoredAt } = answer;
        return { ...details, recordedAt: recorded && scoredAt ? timestampDate(scoredAt).getTime() : null };
      } catch (error) {
        // An engine that sheds load is up.
        if (error instanceof GrpcError && error.status === RESOURCE_EXHAUSTED) health.recordSuccess();
        else health.recordFailure();
        return null;
      }
    },
    async handle(messages, now) {
      const request = create(HandleBatchRequestSchema, { accesses: messages.map(toAttemptedMessage) });
      const { outcomes } = await deliver((options) => callUnary(engine, handleBatch, request, options));
      return Promise.allSettled(messages.map(async (message, index) => readOutcome(message, outcomes[index], now)));
    },
    async confirm(messages) {
      const request = create(ConfirmBatchRequestSchema, { confirmations: messages.map(toConfirmationMessage) });
      const { outcomes } = await deliver((options) => callUnary(engine, confirmBatch, request, options));
      return Promise.allSettled(
        messages.map(async (_, index) => {
          const code = outcomes[index]?.code;
          if (code !== 0) throw new Error(`the engine refused a confirmation: ${code}`);
        }),
      );
    },
    async forget(message) {
      const request = create(ForgetRequestSchema, { eventId: message.event_id, guestId: message.guest_id ?? "" });
      for (let calls = 0; calls < MAX_FORGET_CALLS; calls++) {
        const { complete } = await deliver((options) => callUnary(engine, forgetMethod, request, options));
        if (complete) return;
      }
      throw new Error("the engine has more to forget");
    },
  };
}

/** @throws EngineUnavailable when the engine did not respond in time */
async function deliver<T>(call: (options: CallOptions) => Promise<T>): Promise<T> {
  try {
    return await callWithDeadline(EVENT_DEADLINE_MS, call);
  } catch (error) {
    throw new EngineUnavailable("the engine did not respond", { cause: error });
  }
}

/** A call that is cancelled here, and by gRPC deadline there, after the same time. */
function callWithDeadline<T>(timeoutMs: number, call: (options: CallOptions) => Promise<T>): Promise<T> {
  return withDeadline(timeoutMs, (signal) => call({ signal, timeoutMs }));
}

const CONFIRMATION_KINDS: Record<AccessConfirmed["kind"], ConfirmationKind> = {
  rsvp: ConfirmationKind.RSVP,
  check_in: ConfirmationKind.CHECK_IN,
  legitimate: ConfirmationKind.LEGITIMATE,
  suspicious: ConfirmationKind.SUSPICIOUS,
};

function toAttemptedMessage(message: AccessAttempted): AccessAttemptedMessage {
  return create(AccessAttemptedSchema, {
    eventId: message.event_id,
    guestId: message.guest_id,
    tokenId: message.token_id,
    accessLogId: message.access_log_id,
    fingerprint: message.fingerprint ?? {},
    ipAddress: message.ip_address ?? "",
    userAgent: message.user_agent ?? "",
    referrer: message.referrer ?? "",
    occurredAt: timestampFromMs(Date.parse(message.occurred_at)),
  });
}

function toConfirmationMessage({ event_id, guest_id, access_log_id, kind }: AccessConfirmed): Confirmation {
  return create(ConfirmationSchema, {
    eventId: event_id,
    guestId: guest_id,
    accessLogId: access_log_id,
    kind: CONFIRMATION_KINDS[kind],
  });
}

/** @throws Error when the engine rejected the access or returned no outcome for it */
function readOutcome(message: AccessAttempted, outcome: HandleOutcome | undefined, now: number): FraudScored {
  if (outcome?.scored === undefined) throw new Error(`the engine refused an access: ${outcome?.code}`);
  return readFraudScored(message, outcome.scored, now);
}

/** Responses of the engine are validated like any input (OWASP API10). */
function readScoreDetails(answer: ScoreResponse | FraudScoredMessage): ScoreDetails | null {
  const { score, automated, geoCountry, geoCity, geoLat: lat, geoLon: lon } = answer;
  if (!Number.isInteger(score) || score < 0 || score > 100) return null;
  const reasons = answer.reasons.filter((reason) => REASON.test(reason)).slice(0, MAX_REASONS);
  const isPlace = lat !== undefined && lon !== undefined && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
  return {
    score,
    reasons,
    evidence: Object.fromEntries(Object.entries(answer.evidence).filter(([reason]) => reasons.includes(reason))),
    automated,
    ...(geoCountry ? { geo_country: geoCountry } : {}),
    ...(geoCity ? { geo_city: geoCity } : {}),
    ...(isPlace ? { geo_lat: lat, geo_lon: lon } : {}),
  };
}

/** @throws Error for an invalid score */
function readFraudScored(message: AccessAttempted, answer: FraudScoredMessage, now: number): FraudScored {
  const details = readScoreDetails(answer);
  if (details === null) throw new Error("the engine returned an invalid score");
  const { event_id, guest_id, token_id, access_log_id } = message;
  const scored_at = (answer.scoredAt ? timestampDate(answer.scoredAt) : new Date(now)).toISOString();
  // The engine's own band, which is advisory: the API applies the event's thresholds.
  const risk = (Risk[answer.risk] ?? "unspecified").toLowerCase();
  return { event_id, guest_id, token_id, access_log_id, risk, ...details, scored_at };
}
