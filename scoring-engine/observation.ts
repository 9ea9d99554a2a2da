import type { Access } from "./access.ts";
import { confirm, type Vouching } from "./baseline/confirm.ts";
import {
  type EventNetwork,
  type EventPopulation,
  type EventPrior,
  learnFrom,
  NO_PRIOR,
  noteStranger,
} from "./baseline/event-prior.ts";
import { observe } from "./baseline/fold.ts";
import { type GuestBaseline, NO_HISTORY } from "./baseline/guest.ts";
import type { Change, Documents, Write } from "./baseline/store.ts";
import { type Facts, gatherFacts } from "./facts.ts";
import { type Assessment, assess, BANDS } from "./score.ts";
import { isDirectForm } from "./signals/repeated-access.ts";

const DAY_MS = 86_400_000;
/** A guest is forgotten this long after the last access: invitations go out months ahead, few a whole year. */
export const GUEST_RETENTION_MS = 180 * DAY_MS;
/** Queues retry for days at most; an access that comes again later counts again. */
const OUTCOME_RETENTION_MS = 7 * DAY_MS;

/** What an access was answered with; the same access gets the same answer however often it comes. */
export interface Outcome extends Pick<Assessment, "score" | "risk" | "reasons" | "evidence" | "automated"> {
  readonly scoredAt: number;
  readonly geo: Geo | null;
}

export interface Geo {
  readonly country: string | null;
  readonly city: string | null;
  readonly lat: number | null;
  readonly lon: number | null;
}

/** What is kept under an access's id: its outcome, or a confirmation that came before it. */
interface AccessDocument {
  readonly outcome?: Outcome;
  readonly pending?: Vouching;
}

/** Ids hold no control characters, so a line break cannot be part of one. The number is the documents' version. */
const key = (kind: string, ...parts: readonly string[]): string => [`${kind}1`, ...parts].join("\n");
export const accessKey = (eventId: string, accessLogId: string): string => key("access", eventId, accessLogId);
export const guestKey = (eventId: string, guestId: string): string => key("guest", eventId, guestId);
export const networkKey = (eventId: string, prefix: string): string => key("network", eventId, prefix);
const populationKey = (eventId: string): string => key("population", eventId);

/** The documents that an observation reads, in the order in which `decide` expects them. */
export function keysOf(access: Access): string[] {
  const keys = [
    accessKey(access.eventId, access.accessLogId),
    guestKey(access.eventId, access.guestId),
    populationKey(access.eventId),
  ];
  const { prefix } = access.network.address;
  return prefix === null ? keys : [...keys, networkKey(access.eventId, prefix)];
}

function geoOf(access: Access): Geo | null {
  const { place, network } = access;
  if (place === null)
    return network.country === null ? null : { country: network.country, city: null, lat: null, lon: null };
  return { country: place.country || network.country, city: place.city || null, lat: place.lat, lon: place.lon };
}

/** The answer for an access nobody remembers anything about; used when the store is lost, too. */
export function outcomeOf(access: Access, assessment: Assessment, scoredAt: number): Outcome {
  const { score, risk, reasons, evidence, automated } = assessment;
  return { score, risk, reasons, evidence, automated, scoredAt, geo: geoOf(access) };
}

function priorAfter(facts: Facts, assessment: Assessment): EventPrior {
  const { access, prior } = facts;
  if (assessment.automated) return prior;
  const learned =
    assessment.score < BANDS.medium ? learnFrom(prior, access, facts.guestMark, !facts.hasHistory) : prior;
  if (facts.ownDevice || access.network.address.prefix === null) return learned;
  return noteStranger(learned, {
    at: access.at,
    guest: facts.guestMark,
    model: access.device.model,
    directForm: isDirectForm(facts),
    foreign: facts.hasHistory,
  });
}

/** Scores an access without history: nothing is read and nothing learned. */
export function judgeAlone(access: Access, nowMs: number): Outcome {
  return outcomeOf(access, assess(gatherFacts(access, NO_HISTORY, NO_PRIOR)), nowMs);
}

export interface Observed {
  readonly outcome: Outcome;
  readonly isRepeat: boolean;
}

/**
 * Scores an access against what is known and folds it in, all in one step of the store.
 * An access that was seen before gets its first answer again and changes nothing.
 */
export function decideObservation(access: Access, nowMs: number, documents: Documents): Change<Observed> {
  const [seen, guest, population, network] = documents as [
    AccessDocument | undefined,
    GuestBaseline | undefined,
    EventPopulation | undefined,
    EventNetwork | undefined,
  ];
  if (seen?.outcome !== undefined) return { result: { outcome: seen.outcome, isRepeat: true }, writes: [] };
  const prior: EventPrior = {
    population: population ?? NO_PRIOR.population,
    network: network ?? NO_PRIOR.network,
  };
  const facts = gatherFacts(access, guest ?? NO_HISTORY, prior);
  const assessment = assess(facts);
  const outcome = outcomeOf(access, assessment, nowMs);
  const observed = observe(facts.baseline, access, assessment);
  const baseline =
    seen?.pending === undefined ? observed : confirm(observed, access.accessLogId, seen.pending).baseline;
  return {
    result: { outcome, isRepeat: false },
    writes: writesOf(access, nowMs, outcome, baseline, prior, priorAfter(facts, assessment)),
  };
}

function writesOf(
  access: Access,
  nowMs: number,
  outcome: Outcome,
  baseline: GuestBaseline,
  before: EventPrior,
  after: EventPrior,
): Write[] {
  const { eventId } = access;
  const [accessDocument, guestDocument, populationDocument, networkDocument] = keysOf(access);
  const keptUntil = nowMs + GUEST_RETENTION_MS;
  const writes: Write[] = [
    { key: accessDocument ?? "", value: { outcome } satisfies AccessDocument, expiresAt: nowMs + OUTCOME_RETENTION_MS },
    { key: guestDocument ?? "", value: baseline, expiresAt: keptUntil },
  ];
  if (after.population !== before.population) {
    writes.push({ key: populationDocument ?? populationKey(eventId), value: after.population, expiresAt: keptUntil });
  }
  if (networkDocument !== undefined && after.network !== before.network) {
    writes.push({ key: networkDocument, value: after.network, expiresAt: keptUntil });
  }
  return writes;
}

export interface ConfirmationResult {
  readonly applied: boolean;
  /** Network of an access that was just called suspicious; the event must no longer count this guest for it. */
  readonly disowned: string | null;
}

/**
 * Folds a confirmation in. One that comes before its access waits for it; `applied` is false until then.
 * @param documents those under `accessKey` and `guestKey`
 */
export function decideConfirmation(
  ids: { readonly eventId: string; readonly guestId: string; readonly accessLogId: string },
  by: Vouching,
  nowMs: number,
  documents: Documents,
): Change<ConfirmationResult> {
  const [seen, guest] = documents as [AccessDocument | undefined, GuestBaseline | undefined];
  const before = guest ?? NO_HISTORY;
  const { baseline, applied } = confirm(before, ids.accessLogId, by);
  if (applied) {
    const changed = baseline === before ? [] : [baseline];
    const record = by === "suspicious" ? baseline.networks.length < before.networks.length : false;
    const gone = before.networks.find((known) => !baseline.networks.some((other) => other.prefix === known.prefix));
    return {
      result: { applied, disowned: record ? (gone?.prefix ?? null) : null },
      writes: changed.map((value) => ({
        key: guestKey(ids.eventId, ids.guestId),
        value,
        expiresAt: nowMs + GUEST_RETENTION_MS,
      })),
    };
  }
  const waits = seen?.outcome === undefined && seen?.pending !== by;
  const pending: Write = {
    key: accessKey(ids.eventId, ids.accessLogId),
    value: { pending: by } satisfies AccessDocument,
    expiresAt: nowMs + OUTCOME_RETENTION_MS,
  };
  return { result: { applied, disowned: null }, writes: waits ? [pending] : [] };
}
