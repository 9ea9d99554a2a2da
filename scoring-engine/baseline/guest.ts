import type { AccessKind, Place } from "../access.ts";
import type { Device } from "../device.ts";
import type { ProviderKind } from "../provider.ts";
import type { Evidence } from "../signals/define-signal.ts";

/**
 * Bounds of one guest's memory; the oldest and least trusted go first. Of accesses there are up to `accessesAtOnce` more
 * before so many go together: moving one at every visit would cost more than scoring it.
 */
export const LIMITS = {
  devices: 20,
  networks: 30,
  places: 50,
  accesses: 32,
  accessesAtOnce: 16,
  tokens: 6,
  pending: 8,
} as const;

/** A device seen on this guest's link. `trust` 0–1: how sure it is that it belongs to the guest's side. */
export interface DeviceRecord {
  readonly device: Device;
  readonly trust: number;
  /** A host called an access from it suspicious. */
  readonly flagged: boolean;
  readonly lastAt: number;
  /** When trust last grew, epoch milliseconds. */
  readonly trustedAt: number;
  /** Whether it told its hardware when opening pages, and when sending forms. */
  readonly told: { readonly access: boolean; readonly form: boolean };
}

export interface NetworkRecord {
  readonly prefix: string;
  readonly asn: number | null;
  readonly kind: ProviderKind;
  readonly country: string | null;
  readonly trust: number;
  readonly lastAt: number;
  readonly trustedAt: number;
}

/** A stay: the guest was here from `from` to `to` (epoch milliseconds). */
export interface PlaceRecord extends Place {
  readonly from: number;
  readonly to: number;
}

/** What became of an access: only `learned` and `confirmed` ones shape the baseline. */
export type Standing = "automated" | "seen" | "learned" | "confirmed" | "suspicious";

/** Latitude, longitude, radius, city, country. */
export type PackedPlace = readonly [lat: number, lon: number, radius: number, city: string, country: string];

/**
 * Where an access came from and how. A guest's accesses mostly share one.
 * Whatever is usual is undefined: a guest's document is written with every access.
 */
export interface Origin {
  /** Undefined: a page was opened. */
  readonly kind?: Exclude<AccessKind, "access"> | undefined;
  /** `key` and `modelKey` of the device. */
  readonly device: number;
  readonly model: number;
  readonly prefix: string | null;
  readonly place?: PackedPlace | undefined;
  /** Only where no place is known. */
  readonly country?: string | undefined;
  /** The place is good enough to be learned from once somebody vouches for the access. */
  readonly believable?: true | undefined;
}

/** Evidence for each reason of a score, the strongest first. */
export type ReasonEvidence = Readonly<Partial<Record<string, Evidence>>>;

/** What an access was answered with; it gets the same answer however often it comes. Few have evidence or a verdict. */
export type Answer = readonly [score: number, scoredAfterMs: number, evidence?: ReasonEvidence | null, judged?: true];

/** What is remembered of an access as such. `access-record.ts` makes it. */
export interface AccessRecord extends Origin {
  readonly id: string;
  readonly at: number;
  readonly standing: Standing;
  readonly score: number;
  /** Undefined for none; the keys of `evidence`. */
  readonly reasons?: readonly string[] | undefined;
  readonly evidence?: ReasonEvidence | undefined;
  /** A host gave a verdict: an RSVP or a check-in no longer changes it. */
  readonly judged?: true | undefined;
  /** Epoch milliseconds. */
  readonly scoredAt: number;
}

/**
 * Accesses by columns; `access-log.ts` makes and reads them. Every score counts a guest's accesses and needs the answer of
 * one at most, when it comes again: so answers stay text, and an access is a number or a letter in each column.
 */
export interface AccessLog {
  readonly origins: readonly Origin[];
  /** Epoch milliseconds. */
  readonly at: readonly number[];
  /** A character each: which of `origins`; see `access-log.ts`. */
  readonly from: string;
  /** A letter each. */
  readonly standings: string;
  /** A line each: its id and its `Answer` as JSON. */
  readonly answers: string;
}

export const NO_ACCESSES: AccessLog = { origins: [], at: [], from: "", standings: "", answers: "" };

/** Somebody vouched for an access that has not arrived yet. */
export interface PendingRecord {
  readonly id: string;
  readonly by: Vouching;
}

/** Who vouches for an access, or against it. */
export type Vouching = "rsvp" | "check_in" | "legitimate" | "suspicious";

export interface TokenRecord {
  readonly id: string;
  /** When it was first used, epoch milliseconds. */
  readonly since: number;
}

/** All that is remembered about one guest of one event. */
export interface GuestBaseline {
  readonly devices: readonly DeviceRecord[];
  readonly networks: readonly NetworkRecord[];
  /** In order of time. */
  readonly places: readonly PlaceRecord[];
  /** In order of time. */
  readonly accesses: AccessLog;
  /**
   * The last, in order of their text, of the ids of accesses that no longer fitted in; empty while there are none. An id
   * behind it is not among those: as ids are made in order of time, nobody has to look for a new one there.
   */
  readonly evictedUpTo: string;
  readonly tokens: readonly TokenRecord[];
  readonly pending: readonly PendingRecord[];
}

export const NO_HISTORY: GuestBaseline = {
  devices: [],
  networks: [],
  places: [],
  accesses: NO_ACCESSES,
  evictedUpTo: "",
  tokens: [],
  pending: [],
};

/** Trust from which a device or network counts as the guest's own. */
export const OWN_TRUST = 0.5;

/** Whether anything is known that a new access could differ from. */
export function hasHistory(baseline: GuestBaseline): boolean {
  return baseline.devices.some((record) => record.trust > 0);
}
