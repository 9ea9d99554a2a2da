import { type Break, type ChainHead, ChainVerifier, type StoredRecord } from "../../src/features/audit/chain.ts";

/** Records per read. */
const PAGE_SIZE = 1_000;

/** Runs a statement and returns its rows. */
export type AuditSource = (sql: string) => Promise<Record<string, unknown>[]>;

/** What the recomputed chain of one event came to. */
export interface VerifiedChain {
  eventId: string;
  head: ChainHead | null;
  broken: Break | null;
  erased: number;
  /** Whether the noted head is still part of the chain; null when none was noted. */
  isNotedKept: boolean | null;
}

/**
 * Recomputes the chains of all events, or of one, page by page.
 * @param noted heads of earlier, by event; an event of which nothing is left is verified by its noted head
 */
export async function* verifyChains(
  source: AuditSource,
  eventId: string | null,
  noted: ReadonlyMap<string, ChainHead>,
): AsyncGenerator<VerifiedChain> {
  const heads = await headsIn(source, eventId);
  let current: { id: string; verifier: ChainVerifier } | null = null;
  const finish = ({ id, verifier }: NonNullable<typeof current>): VerifiedChain => {
    const head = heads.get(id) ?? null;
    heads.delete(id);
    return { eventId: id, head, ...verifier.result() };
  };
  const startOf = (id: string) => ({ id, verifier: new ChainVerifier(heads.get(id) ?? null, noted.get(id) ?? null) });
  for await (const record of recordsIn(source, eventId)) {
    if (current?.id !== record.eventId) {
      if (current) yield finish(current);
      current = startOf(record.eventId);
    }
    await current.verifier.take(record);
  }
  if (current) yield finish(current);
  // A chain whose records are all gone.
  for (const id of [...heads.keys()]) yield finish(startOf(id));
}

async function headsIn(source: AuditSource, eventId: string | null): Promise<Map<string, ChainHead>> {
  const rows = await source(`select event_id, sequence, hash from audit_chains ${ofEvent(eventId, "where")}`);
  return new Map(rows.map((row) => [String(row.event_id), { sequence: Number(row.sequence), hash: String(row.hash) }]));
}

/** The records of all events, or of one, by event and sequence. */
async function* recordsIn(source: AuditSource, eventId: string | null): AsyncGenerator<StoredRecord> {
  let after = "";
  for (;;) {
    const rows = await source(
      `select event_id as eventId, id, sequence, actor_id as actorId,
         actor_key_id as actorKeyId, actor_kind as actorKind, action, at, target, "before", "after", salt,
         content_digest as contentDigest, hash
       from audit_records where sequence is not null ${ofEvent(eventId, "and")} ${after}
       order by event_id, sequence limit ${PAGE_SIZE}`,
    );
    const records = rows.map(toRecord);
    yield* records;
    const last = records.at(-1);
    if (last === undefined || records.length < PAGE_SIZE) return;
    after = `and (event_id, sequence) > ('${last.eventId}', ${last.sequence})`;
  }
}

function ofEvent(eventId: string | null, keyword: "where" | "and"): string {
  return eventId === null ? "" : `${keyword} event_id = '${eventId}'`;
}

/** A row of the statement in `recordsIn`. */
function toRecord(row: Record<string, unknown>): StoredRecord {
  const text = (name: string) => String(row[name]);
  const textOrNull = (name: string) => (row[name] === null ? null : text(name));
  return {
    eventId: text("eventId"),
    id: text("id"),
    sequence: Number(row.sequence),
    actorId: text("actorId"),
    actorKeyId: textOrNull("actorKeyId"),
    actorKind: row.actorKind === "guest" ? "guest" : null,
    action: text("action"),
    at: Number(row.at),
    target: textOrNull("target"),
    before: textOrNull("before"),
    after: textOrNull("after"),
    salt: textOrNull("salt"),
    contentDigest: textOrNull("contentDigest"),
    hash: textOrNull("hash"),
  };
}
