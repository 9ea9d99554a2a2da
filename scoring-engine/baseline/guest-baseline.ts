import type { AccessKind, Place } from "../access.ts";
import type { Device } from "../device.ts";
import type { ProviderKind } from "../provider.ts";
import type { Evidence } from "../signals/evidence.ts";

/**
 * Maximum numbers of records in a guest's baseline; the least trusted and oldest are removed first. Accesses may exceed
 * theirs by `accessesPerEviction` before that many are evicted together: evicting one per access would cost more than
 * scoring it.
 */
export const LIMITS = {
  devices: 20,
  deviceIds: 20,
  networks: 30,
  places: 50,
  accesses: 32,
  accessesPerEviction: 16,
  tokens: 6,
  pending: 8,
} as const;

/** A device seen on this guest's link. `trust` 0–1: confidence that it belongs to the guest. */
export interface DeviceRecord {
  readonly device: Device;
  readonly trust: number;
  /** A host marked an access from it as suspicious. */
  readonly flagged: boolean;
  readonly lastAt: number;
  /** When trust last grew, epoch milliseconds. */
  readonly trustedAt: number;
  /** Whether it reported its hardware when it opened pages, and when it sent forms. */
  readonly reportedHardware: { readonly access: boolean; readonly form: boolean };
}

/** A device ID that was seen on this guest's link; see `DeviceId`. */
export interface DeviceIdRecord {
  readonly key: number;
  /** 0–1: confidence that it is in a browser of the guest. */
  readonly trust: number;
  /** A host marked an access with it as suspicious. */
  readonly flagged: boolean;
  /** An RSVP, a check-in, a code or the host confirmed an access with it. */
  readonly confirmed: boolean;
  /** The API accepted an RSVP from it, whatever the score. */
  readonly sentRsvp: boolean;
  /** The browser sent it back, so that it keeps its cookies. */
  readonly returned: boolean;
  /** The `new_device` sub-score of its first access. */
  readonly firstScore: number;
  /** When the API issued it, or it was first seen. Epoch milliseconds. */
  readonly firstAt: number;
  readonly lastAt: number;
  /** When trust last grew, epoch milliseconds. */
  readonly trustedAt: number;
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

/** A stay of the guest at a place, from `from` to `to` (epoch milliseconds). */
export interface PlaceRecord extends Place {
  readonly from: number;
  readonly to: number;
}

/** Only `learned` and `confirmed` accesses contribute to the baseline. */
export type AccessStatus = "automated" | "seen" | "learned" | "confirmed" | "suspicious";

/** Device, network and place of an access. Usual values are undefined, so they take no space. */
export interface Origin {
  /** Undefined for an opened page. */
  readonly kind?: Exclude<AccessKind, "access"> | undefined;
  /** `key` and `modelKey` of the device. */
  readonly device: number;
  readonly model: number;
  /** `key` of the device ID; undefined without one. */
  readonly deviceId?: number | undefined;
  readonly prefix: string | null;
  readonly place?: Place | undefined;
  /** Set only when the place is unknown. */
  readonly country?: string | undefined;
  /** The baseline may learn the place once the access is confirmed; see `isTrustedFix`. */
  readonly trustedFix?: true | undefined;
}

/** Evidence by reason, the strongest first. */
export type ReasonEvidence = Readonly<Partial<Record<string, Evidence>>>;

/** The record of one access, made by `access-record.ts`. Its result is returned again for every duplicate. */
export interface AccessRecord {
  readonly id: string;
  readonly at: number;
  readonly origin: Origin;
  readonly status: AccessStatus;
  readonly score: number;
  /** Undefined when there are no reasons. */
  readonly evidence?: ReasonEvidence | undefined;
  /** A host gave a verdict, which RSVPs and check-ins do not override. */
  readonly hasHostVerdict?: true | undefined;
  /** Epoch milliseconds. */
  readonly scoredAt: number;
}

/** Time and result of an access. Few have evidence or a host's verdict. */
export type StoredResult = readonly [
  at: number,
  score: number,
  scoredAfterMs: number,
  evidence?: ReasonEvidence | null,
  hasHostVerdict?: true,
];

/**
 * A guest's accesses as columns, read and written by `access-log.ts`. Every score counts accesses and reads the result of
 * one at most, a duplicate's. Results therefore remain text, and an access is one number or letter in each other column
 * (`docs/decisions/0042-engine-documents.md`).
 */
export interface AccessLog {
  readonly origins: readonly Origin[];
  /** Epoch milliseconds. Not stored, because the results have the times as well. */
  readonly at: readonly number[];
  /** One character per access, an index into `origins`; see `access-columns.ts`. */
  readonly originCodes: string;
  /** One letter per access. */
  readonly statuses: string;
  /** One line per access: its ID and its `StoredResult` as JSON. */
  readonly results: string;
}

export const NO_ACCESSES: AccessLog = { origins: [], at: [], originCodes: "", statuses: "", results: "" };

/** A confirmation whose access has not arrived yet. */
export interface PendingConfirmation {
  readonly id: string;
  readonly by: ConfirmationType;
}

/** `suspicious` revokes an access, the others confirm it. `proof`: the guest entered a code on its device. */
export type ConfirmationType = "rsvp" | "check_in" | "proof" | "legitimate" | "suspicious";

export interface TokenRecord {
  readonly id: string;
  /** First use, epoch milliseconds. */
  readonly since: number;
}

/** The stored history of one guest of one event. */
export interface GuestBaseline {
  readonly devices: readonly DeviceRecord[];
  readonly deviceIds: readonly DeviceIdRecord[];
  readonly networks: readonly NetworkRecord[];
  /** Ordered by time. */
  readonly places: readonly PlaceRecord[];
  /** Ordered by time. */
  readonly accesses: AccessLog;
  /**
   * The greatest ID, as text, among evicted accesses; empty while there are none. A greater id was not evicted, and as IDs
   * are ordered by time, a new access never requires a look into the overflow document.
   */
  readonly evictedUpTo: string;
  readonly tokens: readonly TokenRecord[];
  readonly pending: readonly PendingConfirmation[];
}

export const NO_HISTORY: GuestBaseline = {
  devices: [],
  deviceIds: [],
  networks: [],
  places: [],
  accesses: NO_ACCESSES,
  evictedUpTo: "",
  tokens: [],
  pending: [],
};

/** Trust from which a device or network counts as the guest's own. */
export const OWN_TRUST = 0.5;

/** Whether the baseline has a trusted device to compare a new access with. */
export function hasHistory(baseline: GuestBaseline): boolean {
  return baseline.devices.some((record) => record.trust > 0);
}
