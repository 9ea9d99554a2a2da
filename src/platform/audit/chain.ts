import type { auditChains, auditRecords } from "../../db/schema/platform.ts";
import { sha256Hex } from "../../kernel/bytes.ts";
import { MINUTE_MS } from "../../kernel/clock.ts";

/** Replaces the previous hash for the first record. */
const GENESIS = "0".repeat(64);
/** First field of everything that is hashed: another way to hash is another name. */
const LINK_FORMAT = "usher-audit-1";
const CONTENT_FORMAT = "usher-audit-content-1";
/** Maximum difference between the clocks of two machines. */
const CLOCK_TOLERANCE_MS = 10 * MINUTE_MS;

/** The content of a record, as the database stores it: `before` and `after` are JSON texts. */
export interface AuditContent {
  target: string | null;
  before: string | null;
  after: string | null;
}

/** A stored record, without what is added when it is sealed. `at` in epoch milliseconds. */
export type UnsealedRecord = AuditContent &
  Pick<
    typeof auditRecords.$inferSelect,
    "eventId" | "id" | "sequence" | "actorId" | "actorKeyId" | "actorKind" | "action" | "at"
  >;

/**
 * The values that sealing adds to a record of the chain: hex digits of SHA-256. Without its salt, the content was
 * erased.
 */
export type Seal = Pick<typeof auditRecords.$inferSelect, "salt" | "contentDigest" | "hash">;

export type StoredRecord = UnsealedRecord & Seal;

/** The last sealed record of a chain. `sequence` 0 before the first one. */
export type ChainHead = Pick<typeof auditChains.$inferSelect, "sequence" | "hash">;

/** The chain of an event without sealed records. */
export const NO_HEAD: ChainHead = { sequence: 0, hash: GENESIS };

/**
 * The seal of a record.
 * @param previous the hash of the record before
 * @param salt a random one for each record: a digest of a name or an address could be reversed by trying
 */
export async function sealOf(previous: string, record: UnsealedRecord, salt: string) {
  const contentDigest = await contentDigestOf(salt, record);
  return { salt, contentDigest, hash: await linkHashOf(previous, record, contentDigest) };
}

function contentDigestOf(salt: string, { target, before, after }: AuditContent): Promise<string> {
  return sha256Hex(JSON.stringify([CONTENT_FORMAT, salt, target, before, after]));
}

function linkHashOf(previous: string, record: UnsealedRecord, contentDigest: string): Promise<string> {
  const { eventId, sequence, id, at, actorId, actorKeyId, actorKind, action } = record;
  const fields = [eventId, sequence, id, at, actorId, action, contentDigest, actorKeyId, actorKind];
  return sha256Hex(JSON.stringify([LINK_FORMAT, previous, ...fields]));
}

/** Why a chain is broken at a record. */
export type BreakReason = "missing" | "changed" | "inserted";

/** The first place where a chain is broken. `id` is null for a record that is not there. */
export interface Break {
  sequence: number;
  id: string | null;
  reason: BreakReason;
}

/** Recomputes a chain, record after record, up to its head. */
export class ChainVerifier {
  readonly #head: ChainHead;
  readonly #noted: readonly (ChainHead | null)[];
  #last: ChainHead = NO_HEAD;
  #lastAt = Number.NEGATIVE_INFINITY;
  #erased = 0;
  #broken: Break | null = null;
  readonly #found = new Set<ChainHead>();

  /**
   * @param head the stored one
   * @param noted earlier ones, from outside the database; null for none
   */
  constructor(head: ChainHead | null, noted: readonly (ChainHead | null)[] = []) {
    this.#head = head ?? NO_HEAD;
    this.#noted = noted;
  }

  /** True if later records cannot change the result. */
  get isDone(): boolean {
    return this.#broken !== null;
  }

  /** Takes the next record by sequence, sealed or not. */
  async take(record: StoredRecord): Promise<void> {
    if (this.isDone) return;
    const { sequence, id, hash, at } = record;
    if (sequence > this.#head.sequence) {
      // A record after the head is not yet sealed into the chain. One with a hash was inserted.
      if (hash !== null) this.#broken = { sequence, id, reason: "inserted" };
      return;
    }
    const expected = this.#last.sequence + 1;
    if (sequence > expected) this.#broken = { sequence: expected, id: null, reason: "missing" };
    else if (sequence < expected || hash === null) this.#broken = { sequence, id, reason: "inserted" };
    else if (!(await this.#isAsSealed(record))) this.#broken = { sequence, id, reason: "changed" };
    // A record that an attacker adds to the past is sealed into the chain like any other, but its time reveals it.
    else if (at < this.#lastAt - CLOCK_TOLERANCE_MS) this.#broken = { sequence, id, reason: "inserted" };
    else this.#accept(record, hash);
  }

  /** The result after the last record. `kept`: for each noted head, whether it is part of the chain; null for none. */
  result(): { broken: Break | null; erased: number; kept: (boolean | null)[] } {
    const { sequence, hash } = this.#last;
    const isWhole = sequence === this.#head.sequence;
    if (this.#broken === null && !isWhole) this.#broken = { sequence: sequence + 1, id: null, reason: "missing" };
    else if (this.#broken === null && hash !== this.#head.hash)
      this.#broken = { sequence, id: null, reason: "changed" };
    return {
      broken: this.#broken,
      erased: this.#erased,
      kept: this.#noted.map((head) => head && this.#found.has(head)),
    };
  }

  async #isAsSealed(record: StoredRecord): Promise<boolean> {
    const { salt, contentDigest, hash } = record;
    if (contentDigest === null || hash !== (await linkHashOf(this.#last.hash, record, contentDigest))) return false;
    if (salt !== null) return contentDigest === (await contentDigestOf(salt, record));
    return record.target === null && record.before === null && record.after === null;
  }

  #accept({ sequence, at, salt }: StoredRecord, hash: string): void {
    if (salt === null) this.#erased += 1;
    for (const head of this.#noted) if (head?.sequence === sequence && head.hash === hash) this.#found.add(head);
    this.#last = { sequence, hash };
    this.#lastAt = Math.max(this.#lastAt, at);
  }
}
