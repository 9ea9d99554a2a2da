import type { Access } from "./access.ts";
import { appended, findAccess } from "./baseline/access-log.ts";
import { recordOf } from "./baseline/access-record.ts";
import { awaitAccess, confirm, settlePending } from "./baseline/confirm.ts";
import {
  type EventNetwork,
  type EventPopulation,
  type EventPrior,
  learnFrom,
  NO_PRIOR,
  noteStranger,
  withoutGuest,
} from "./baseline/event-prior.ts";
import { observe } from "./baseline/fold.ts";
import { isForgotten } from "./baseline/forget.ts";
import {
  type AccessLog,
  type AccessRecord,
  type GuestBaseline,
  LIMITS,
  NO_ACCESSES,
  NO_HISTORY,
  type Vouching,
} from "./baseline/guest.ts";
import { GUEST_RETENTION_MS, KEYS } from "./baseline/keys.ts";
import type { Change, Step, Write } from "./baseline/store.ts";
import { type Facts, gatherFacts } from "./facts.ts";
import { type Assessment, assess, BANDS } from "./score.ts";
import { isDirectForm } from "./signals/repeated-access.ts";

/** Queues retry for days at most; an access that comes again later counts again. */
const ACCESS_RETENTION_MS = 7 * 86_400_000;
/** Accesses kept beside a guest's document: minutes of a flood, in which the bus brings each for the second time. */
const MAX_OVERFLOW = 256;

/** A visitor going through the guest list must not make his own network look like everybody's. */
const QUIET_REPETITION = 25;
/** From this distance on a device is somebody else's rather than the guest's second browser. */
const FOREIGN_DEVICE_DISTANCE = 40;

export interface AccessIds {
  readonly eventId: string;
  readonly guestId: string;
  readonly accessLogId: string;
}

/** Where everything about one access lies. `network` is null when it came without a usable address. */
interface Keys {
  readonly guest: string;
  readonly overflow: string;
  readonly population: string;
  readonly network: string | null;
}

function keysOf(access: Access): Keys {
  const { prefix } = access.network.address;
  return {
    guest: KEYS.guest(access.eventId, access.guestId),
    overflow: KEYS.overflow(access.eventId, access.guestId),
    population: KEYS.population(access.eventId),
    network: prefix === null ? null : KEYS.network(access.eventId, prefix),
  };
}

export interface Observed {
  readonly record: AccessRecord;
  readonly isRepeat: boolean;
}

/** The records beside the guest's document are needed, too. */
export const LOOK_FURTHER = Symbol("look further");

/** Whether an access's record may be among those that no longer fitted, or the next one makes some of them leave. */
function needsOverflow({ accesses, evictedUpTo }: GuestBaseline, accessLogId: string): boolean {
  return accessLogId <= evictedUpTo || accesses.at.length >= LIMITS.accesses + LIMITS.accessesAtOnce;
}

function priorAfter(facts: Facts, assessment: Assessment): EventPrior {
  const { access, prior } = facts;
  if (assessment.automated) return prior;
  const isQuiet = assessment.score < BANDS.medium && (assessment.subScores.repeated_access ?? 0) < QUIET_REPETITION;
  const learned = isQuiet ? learnFrom(prior, access, facts.guestMark, !facts.hasHistory) : prior;
  if (facts.ownDevice || access.network.address.prefix === null) return learned;
  return noteStranger(learned, {
    at: access.at,
    guest: facts.guestMark,
    model: access.device.model,
    directForm: isDirectForm(facts),
    foreign: facts.hasHistory && facts.deviceDistance >= FOREIGN_DEVICE_DISTANCE,
  });
}

/** Scores an access without history: nothing is read and nothing learned. For when the store is lost. */
export function judgeAlone(access: Access, nowMs: number): AccessRecord {
  return recordOf(NO_HISTORY, access, assess(gatherFacts(access, NO_HISTORY, NO_PRIOR)), nowMs);
}

/**
 * Scores an access against what is known and folds it in, all in one step of the store.
 * An access that was seen before gets its first answer again and changes nothing. One of a guest who was erased, or of
 * an erased event, is scored as if nothing were known, and nothing is.
 * @param looksFurther whether to look for it among the records that no longer fit into the guest's document, too; a
 *   step without that is cheaper, and answers `LOOK_FURTHER` where it cannot know
 */
export function observation(access: Access, nowMs: number, looksFurther = false): Step<Observed | typeof LOOK_FURTHER> {
  const keys = keysOf(access);
  const shared = [keys.guest, keys.population, ...(keys.network === null ? [] : [keys.network])];
  return {
    keys: looksFurther ? [keys.overflow, ...shared] : shared,
    decide(documents) {
      const overflow = (looksFurther ? (documents[0] as AccessLog | undefined) : undefined) ?? NO_ACCESSES;
      const [guest, population, network] = (looksFurther ? documents.slice(1) : documents) as [
        GuestBaseline | undefined,
        EventPopulation | undefined,
        EventNetwork | undefined,
      ];
      if (isForgotten(guest) || isForgotten(population)) {
        return { result: { record: judgeAlone(access, nowMs), isRepeat: false }, writes: [] };
      }
      const baseline = guest ?? NO_HISTORY;
      const { accessLogId } = access;
      const seen = findAccess(baseline.accesses, accessLogId) ?? findAccess(overflow, accessLogId);
      if (seen !== undefined) return { result: { record: seen, isRepeat: true }, writes: [] };
      if (!looksFurther && needsOverflow(baseline, accessLogId)) return { result: LOOK_FURTHER, writes: [] };
      const prior = { population: population ?? NO_PRIOR.population, network: network ?? NO_PRIOR.network };
      return observeNew(gatherFacts(access, baseline, prior), keys, overflow, nowMs);
    },
  };
}

function observeNew(facts: Facts, keys: Keys, overflow: AccessLog, nowMs: number): Change<Observed> {
  const { access, prior } = facts;
  const assessment = assess(facts);
  const record = recordOf(facts.baseline, access, assessment, nowMs);
  const observed = observe(facts.baseline, access, assessment, record);
  const after = priorAfter(facts, assessment);
  const keptUntil = nowMs + GUEST_RETENTION_MS;
  const guest = settlePending(observed.baseline, access.accessLogId);
  const writes: Write[] = [{ key: keys.guest, value: guest, expiresAt: keptUntil }];
  if (observed.evicted.length > 0) {
    const value = appended(overflow, observed.evicted, MAX_OVERFLOW);
    writes.push({ key: keys.overflow, value, expiresAt: nowMs + ACCESS_RETENTION_MS });
  }
  if (after.population !== prior.population) {
    writes.push({ key: keys.population, value: after.population, expiresAt: keptUntil });
  }
  if (keys.network !== null && after.network !== prior.network) {
    writes.push({ key: keys.network, value: after.network, expiresAt: keptUntil });
  }
  return { result: { record, isRepeat: false }, writes };
}

export interface ConfirmationResult {
  readonly applied: boolean;
  /** Network of an access that was just called suspicious; the event must no longer count this guest for it. */
  readonly disowned: string | null;
}

/**
 * Folds a confirmation in. One that comes before its access waits for it; `applied` is false until then, and for a guest
 * or an event that was erased.
 */
export function confirmation(ids: AccessIds, by: Vouching, nowMs: number): Step<ConfirmationResult> {
  const { eventId, guestId, accessLogId } = ids;
  const guestKey = KEYS.guest(eventId, guestId);
  return {
    keys: [guestKey, KEYS.overflow(eventId, guestId), KEYS.population(eventId)],
    decide([guest, overflow, population]) {
      if (isForgotten(guest) || isForgotten(population)) {
        return { result: { applied: false, disowned: null }, writes: [] };
      }
      const before = (guest as GuestBaseline | undefined) ?? NO_HISTORY;
      const evicted = findAccess((overflow as AccessLog | undefined) ?? NO_ACCESSES, accessLogId);
      const isKnown = evicted !== undefined || findAccess(before.accesses, accessLogId) !== undefined;
      const confirmed = confirm(before, accessLogId, by, evicted ?? null);
      const after = isKnown ? confirmed.baseline : awaitAccess(before, accessLogId, by);
      const gone = before.networks.find((known) => !after.networks.some((other) => other.prefix === known.prefix));
      return {
        result: { applied: confirmed.applied, disowned: gone?.prefix ?? null },
        writes: after === before ? [] : [{ key: guestKey, value: after, expiresAt: nowMs + GUEST_RETENTION_MS }],
      };
    },
  };
}

/** Takes a guest out of an event's network. */
export function disowning(eventId: string, prefix: string, mark: number, nowMs: number): Step<void> {
  const networkKey = KEYS.network(eventId, prefix);
  return {
    keys: [networkKey],
    decide([network]) {
      if (network === undefined) return { result: undefined, writes: [] };
      const value = withoutGuest(network as EventNetwork, mark);
      return { result: undefined, writes: [{ key: networkKey, value, expiresAt: nowMs + GUEST_RETENTION_MS }] };
    },
  };
}
