import type { Access } from "./access.ts";
import { appendAccesses, findAccess } from "./baseline/access-log.ts";
import { recordOf } from "./baseline/access-record.ts";
import { addPending, applyPending, confirm } from "./baseline/confirm.ts";
import { isErased } from "./baseline/erase-steps.ts";
import {
  addAccess,
  addAnswer,
  addStranger,
  type EventNetwork,
  type EventPopulation,
  type EventPrior,
  NO_PRIOR,
  withoutGuest,
} from "./baseline/event-prior.ts";
import {
  type AccessLog,
  type AccessRecord,
  type ConfirmationType,
  type GuestBaseline,
  LIMITS,
  NO_ACCESSES,
  NO_HISTORY,
} from "./baseline/guest-baseline.ts";
import { GUEST_RETENTION_MS, KEYS } from "./baseline/keys.ts";
import { observe } from "./baseline/observe.ts";
import type { Step, StepResult, Write } from "./baseline/store.ts";
import { trustGain } from "./baseline/trust-gain.ts";
import { type Facts, gatherFacts } from "./facts.ts";
import { answerSource } from "./household.ts";
import { type Assessment, assess, BANDS } from "./score.ts";
import { isDirectForm } from "./signals/repeated-access.ts";

/** Queues retry for days at most; a duplicate that arrives later is counted as a new access. */
const ACCESS_RETENTION_MS = 7 * 86_400_000;
/** Accesses in a guest's overflow document: enough to recognise the duplicates of a flood for minutes. */
const MAX_OVERFLOW = 256;

/** From this `repeated_access` sub-score on, an access does not make its network count as shared by the event's guests. */
const MAX_REPEATED_TO_COUNT = 25;
/** From this distance on, a device counts as another person's and not as the guest's second one. */
const FOREIGN_DEVICE_DISTANCE = 40;

export interface AccessIds {
  readonly eventId: string;
  readonly guestId: string;
  readonly accessLogId: string;
}

/** Keys of the documents of an access. `network` is null without a usable address. */
interface Keys {
  readonly guest: string;
  readonly population: string;
  readonly network: string | null;
}

function keysOf(access: Access): Keys {
  const { prefix } = access.network.address;
  return {
    guest: KEYS.guest(access.eventId, access.guestId),
    population: KEYS.population(access.eventId),
    network: prefix === null ? null : KEYS.network(access.eventId, prefix),
  };
}

export interface ObserveResult {
  readonly record: AccessRecord;
  readonly isDuplicate: boolean;
}

/** Returned by a step without the overflow document that cannot be decided without it. */
export const NEEDS_OVERFLOW = Symbol("needs overflow");

/** Whether the access may be in the overflow document, or adding it would evict others to there. */
function needsOverflow({ accesses, evictedUpTo }: GuestBaseline, accessLogId: string): boolean {
  return accessLogId <= evictedUpTo || accesses.at.length >= LIMITS.accesses + LIMITS.accessesPerEviction;
}

function priorAfter(facts: Facts, assessment: Assessment): EventPrior {
  const { access, prior } = facts;
  if (assessment.automated) return prior;
  const isQuiet = assessment.score < BANDS.medium && assessment.subScores.repeated_access < MAX_REPEATED_TO_COUNT;
  const learned = isQuiet ? addAccess(prior, access, facts.guestHash, !facts.hasHistory) : prior;
  if (access.network.address.prefix === null) return learned;
  const directForm = isDirectForm(facts);
  const { at, device } = access;
  const guest = facts.guestHash;
  const answered =
    access.kind === "rsvp"
      ? addAnswer(learned, { at, guest, source: answerSource(access), model: device.modelKey, directForm })
      : learned;
  if (facts.ownDevice) return answered;
  return addStranger(answered, {
    at,
    guest,
    model: device.model,
    directForm,
    foreign: facts.hasHistory && facts.deviceDistance >= FOREIGN_DEVICE_DISTANCE,
  });
}

/** Scores an access without history, when the store is unavailable or the guest was erased. Nothing is stored. */
export function scoreWithoutHistory(access: Access, nowMs: number): AccessRecord {
  const assessment = assess(gatherFacts(access, NO_HISTORY, NO_PRIOR));
  return recordOf(access, assessment, trustGain(NO_HISTORY, access, assessment), nowMs);
}

/**
 * Scores an access against the stored history and adds it, in one step. A duplicate returns the stored result and
 * changes nothing. An access of an erased guest or event is scored without history and not stored.
 * @param withOverflow whether to read the overflow document as well; a step without it is cheaper, and returns
 *   `NEEDS_OVERFLOW` when it cannot decide
 */
export function observeStep(
  access: Access,
  nowMs: number,
  withOverflow = false,
): Step<ObserveResult | typeof NEEDS_OVERFLOW> {
  const keys = keysOf(access);
  const toRead = [keys.guest, keys.population];
  const networkAt = keys.network === null ? null : toRead.push(keys.network) - 1;
  const overflowAt = withOverflow ? toRead.push(KEYS.overflow(access.eventId, access.guestId)) - 1 : null;
  return {
    keys: toRead,
    // Read by index: this runs for every access, and destructuring an array creates an iterator.
    decide(documents) {
      const guest = documents[0] as GuestBaseline | undefined;
      const population = documents[1] as EventPopulation | undefined;
      const network = networkAt === null ? undefined : (documents[networkAt] as EventNetwork | undefined);
      const overflow =
        (overflowAt === null ? undefined : (documents[overflowAt] as AccessLog | undefined)) ?? NO_ACCESSES;
      if (isErased(guest) || isErased(population)) {
        return { result: { record: scoreWithoutHistory(access, nowMs), isDuplicate: false }, writes: [] };
      }
      const baseline = guest ?? NO_HISTORY;
      const { accessLogId } = access;
      const seen = findAccess(baseline.accesses, accessLogId) ?? findAccess(overflow, accessLogId);
      if (seen !== undefined) return { result: { record: seen, isDuplicate: true }, writes: [] };
      if (!withOverflow && needsOverflow(baseline, accessLogId)) return { result: NEEDS_OVERFLOW, writes: [] };
      const prior = { population: population ?? NO_PRIOR.population, network: network ?? NO_PRIOR.network };
      return observeNew(gatherFacts(access, baseline, prior), keys, overflow, nowMs);
    },
  };
}

function observeNew(facts: Facts, keys: Keys, overflow: AccessLog, nowMs: number): StepResult<ObserveResult> {
  const { access, prior } = facts;
  const assessment = assess(facts);
  const gain = trustGain(facts.baseline, access, assessment);
  const record = recordOf(access, assessment, gain, nowMs);
  const observed = observe(facts.baseline, access, assessment, gain, record);
  const after = priorAfter(facts, assessment);
  const expiresAt = nowMs + GUEST_RETENTION_MS;
  const isProved = access.deviceId?.proved === true && facts.deviceId.record?.flagged !== true;
  const proved = isProved ? confirm(observed.baseline, access.accessLogId, "proof").baseline : observed.baseline;
  const guest = applyPending(proved, access.accessLogId);
  const writes: Write[] = [{ key: keys.guest, value: guest, expiresAt }];
  if (observed.evicted.length > 0) {
    const value = appendAccesses(overflow, observed.evicted, MAX_OVERFLOW);
    const key = KEYS.overflow(access.eventId, access.guestId);
    writes.push({ key, value, expiresAt: nowMs + ACCESS_RETENTION_MS });
  }
  if (after.population !== prior.population) {
    writes.push({ key: keys.population, value: after.population, expiresAt });
  }
  if (keys.network !== null && after.network !== prior.network) {
    writes.push({ key: keys.network, value: after.network, expiresAt });
  }
  return { result: { record, isDuplicate: false }, writes };
}

export interface ConfirmStepResult {
  readonly applied: boolean;
  /** Network that a revoked access removed from the baseline, to be removed from the event's documents as well. */
  readonly revokedNetwork: string | null;
}

/**
 * Applies a confirmation. One that arrives before its access is stored until then; `applied` is false in that case, and
 * for an erased guest or event.
 */
export function confirmStep(ids: AccessIds, type: ConfirmationType, nowMs: number): Step<ConfirmStepResult> {
  const { eventId, guestId, accessLogId } = ids;
  const guestKey = KEYS.guest(eventId, guestId);
  return {
    keys: [guestKey, KEYS.overflow(eventId, guestId), KEYS.population(eventId)],
    decide([guest, overflow, population]) {
      if (isErased(guest) || isErased(population)) {
        return { result: { applied: false, revokedNetwork: null }, writes: [] };
      }
      const before = (guest as GuestBaseline | undefined) ?? NO_HISTORY;
      const evicted = findAccess((overflow as AccessLog | undefined) ?? NO_ACCESSES, accessLogId);
      const isKnown = evicted !== undefined || findAccess(before.accesses, accessLogId) !== undefined;
      const confirmed = confirm(before, accessLogId, type, evicted ?? null);
      const after = isKnown ? confirmed.baseline : addPending(before, accessLogId, type);
      const removed = before.networks.find((known) => !after.networks.some((other) => other.prefix === known.prefix));
      return {
        result: { applied: confirmed.applied, revokedNetwork: removed?.prefix ?? null },
        writes: after === before ? [] : [{ key: guestKey, value: after, expiresAt: nowMs + GUEST_RETENTION_MS }],
      };
    },
  };
}

/** Removes a guest from an event's network document. */
export function revokeStep(eventId: string, prefix: string, hash: number, nowMs: number): Step<void> {
  const networkKey = KEYS.network(eventId, prefix);
  return {
    keys: [networkKey],
    decide([network]) {
      if (network === undefined) return { result: undefined, writes: [] };
      const value = withoutGuest(network as EventNetwork, hash);
      return { result: undefined, writes: [{ key: networkKey, value, expiresAt: nowMs + GUEST_RETENTION_MS }] };
    },
  };
}
