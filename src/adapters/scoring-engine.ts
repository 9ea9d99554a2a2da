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
  ScoreRequestSchema,
  type ScoreResponse,
} from "../../proto/fraud/v1/fraud_pb.js";
import type { Clock } from "../kernel/clock.ts";
import { withDeadline } from "../kernel/deadline.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";
import { type CallOptions, callUnary, GrpcError, type GrpcPeer } from "./grpc-web.ts";

/** How long a guest waits for a score. After that the access goes on without one. */
export const SCORE_DEADLINE_MS = 250;
/** How long the queue consumer waits: nobody stands at the door of a queue. */
const EVENT_DEADLINE_MS = 5_000;
/** The engine erases some thousands of documents in a call; an event that takes more calls takes another delivery. */
const MAX_FORGET_CALLS = 20;
/** gRPC's RESOURCE_EXHAUSTED: the engine sheds load. */
const RESOURCE_EXHAUSTED = 8;
/** What one reason may look like; anything else in an answer is not a reason of ours. */
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

/** What the engine finds out about an access: the body of `fraud.scored` without ids and time. */
export type Findings = Pick<
  FraudScored,
  "score" | "reasons" | "evidence" | "automated" | "geo_country" | "geo_city" | "geo_lat" | "geo_lon"
>;

export interface Score extends Findings {
  /** When it was scored, epoch milliseconds, if the engine has committed the access to its store; else null. */
  recordedAt: number | null;
}

export interface ScoringEngine {
  /** Null when the engine is dead, slow (250 ms) or answers nonsense: the caller goes on without a score. */
  score(access: ScoredAccess): Promise<Score | null>;
  /**
   * Delivers messages of the bus in one call: as many as a queue brings at once, half of what the engine takes.
   * @returns what became of each: one that was refused is to come again
   * @throws when the engine did not answer: all of them are
   */
  handle(messages: readonly AccessAttempted[], now: number): Promise<PromiseSettledResult<FraudScored>[]>;
  /** As `handle`. */
  confirm(messages: readonly AccessConfirmed[]): Promise<PromiseSettledResult<void>[]>;
  /** Resolves when nothing of them is left. @throws when the engine did not answer: the message is to come again */
  forget(message: AccessForget): Promise<void>;
}

/** What outlives a request in this isolate: an engine found dead stays dead for the next guest. */
export function createEngineHealth(clock: Clock): CircuitBreaker {
  return new CircuitBreaker(clock);
}

/** The engine over gRPC-Web, which is the same service as on its native listener. */
export function createScoringEngine(engine: GrpcPeer, health: CircuitBreaker): ScoringEngine {
  const { score: scoreMethod } = FraudService.method;
  const { handleBatch, confirmBatch, forget: forgetMethod } = AccessEvents.method;
  return {
    async score(access) {
      if (!health.admits()) return null;
      try {
        const answer = await within(SCORE_DEADLINE_MS, (options) =>
          callUnary(engine, scoreMethod, create(ScoreRequestSchema, access), options),
        );
        const findings = readFindings(answer);
        if (findings === null) {
          health.failed();
          return null;
        }
        health.succeeded();
        const { recorded, scoredAt } = answer;
        return { ...findings, recordedAt: recorded && scoredAt ? timestampDate(scoredAt).getTime() : null };
      } catch (error) {
        // An engine that sheds load is alive, and asking it again is what it expects.
        if (error instanceof GrpcError && error.status === RESOURCE_EXHAUSTED) health.succeeded();
        else health.failed();
        return null;
      }
    },
    async handle(messages, now) {
      const request = create(HandleBatchRequestSchema, { accesses: messages.map(attempted) });
      const { outcomes } = await within(EVENT_DEADLINE_MS, (options) =>
        callUnary(engine, handleBatch, request, options),
      );
      return Promise.allSettled(messages.map(async (message, index) => readOutcome(message, outcomes[index], now)));
    },
    async confirm(messages) {
      const request = create(ConfirmBatchRequestSchema, { confirmations: messages.map(confirmation) });
      const { outcomes } = await within(EVENT_DEADLINE_MS, (options) =>
        callUnary(engine, confirmBatch, request, options),
      );
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
        const { complete } = await within(EVENT_DEADLINE_MS, (options) =>
          callUnary(engine, forgetMethod, request, options),
        );
        if (complete) return;
      }
      throw new Error("the engine has more to forget");
    },
  };
}

/** A call that both sides give up after the same time. */
function within<T>(timeoutMs: number, call: (options: CallOptions) => Promise<T>): Promise<T> {
  return withDeadline(timeoutMs, (signal) => call({ signal, timeoutMs }));
}

const CONFIRMATION_KINDS: Record<AccessConfirmed["kind"], ConfirmationKind> = {
  rsvp: ConfirmationKind.RSVP,
  check_in: ConfirmationKind.CHECK_IN,
  legitimate: ConfirmationKind.LEGITIMATE,
  suspicious: ConfirmationKind.SUSPICIOUS,
};

function attempted(message: AccessAttempted): AccessAttemptedMessage {
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

function confirmation({ event_id, guest_id, access_log_id, kind }: AccessConfirmed): Confirmation {
  return create(ConfirmationSchema, {
    eventId: event_id,
    guestId: guest_id,
    accessLogId: access_log_id,
    kind: CONFIRMATION_KINDS[kind],
  });
}

/** @throws Error when the engine refused the access, or left it out */
function readOutcome(message: AccessAttempted, outcome: HandleOutcome | undefined, now: number): FraudScored {
  if (outcome?.scored === undefined) throw new Error(`the engine refused an access: ${outcome?.code}`);
  return readFraudScored(message, outcome.scored, now);
}

/** The engine is another program: what it says is checked like any input (OWASP API10). */
function readFindings(answer: ScoreResponse | FraudScoredMessage): Findings | null {
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

/** @throws Error for an impossible score */
function readFraudScored(message: AccessAttempted, answer: FraudScoredMessage, now: number): FraudScored {
  const findings = readFindings(answer);
  if (findings === null) throw new Error("the engine answered with an impossible score");
  const { event_id, guest_id, token_id, access_log_id } = message;
  const scored_at = (answer.scoredAt ? timestampDate(answer.scoredAt) : new Date(now)).toISOString();
  return { event_id, guest_id, token_id, access_log_id, ...findings, scored_at };
}
