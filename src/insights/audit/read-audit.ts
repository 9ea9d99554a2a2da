import type * as z from "zod";
import type { RequestContext } from "../../context.ts";
import { type Page, type PageQuery, pagerById } from "../../kernel/cursor.ts";
import { type AuditAction, GUESTS_ACTION } from "../../platform/audit/actions.ts";
import { type Break, type ChainHead, ChainVerifier, type StoredRecord } from "../../platform/audit/chain.ts";
import { findNotedHead } from "../../platform/audit/noted-heads.ts";
import {
  type AuditRow,
  type ChainPosition,
  countRecords,
  findHead,
  listChains,
  listRecords,
} from "../../platform/audit/queries.ts";
import { sealRecords } from "../../platform/audit/seal-records.ts";
import { authorizeMember, type EventCaller } from "../../platform/authorization/authorize-member.ts";
import type { AuditRecord } from "./schemas.ts";

/** Records per read. */
const PAGE_SIZE = 1_000;

/** Result of recomputing an event's audit chain. */
export interface AuditVerification {
  /** Number of records, sealed or not. */
  records: number;
  /** The last sealed record; its sequence is the number of records in an intact chain. Null before the first. */
  head: ChainHead | null;
  /** Records whose content was erased, with a person's data. */
  erased: number;
  broken: Break | null;
  /** True if the head that the caller stored earlier is still part of the chain; null if the caller gave none. */
  isNotedKept: boolean | null;
  /**
   * True if the head that the service stored outside the database is still part of the chain; null if there is none.
   */
  isOwnNoteKept: boolean | null;
}

/** Returns a page of an event's audit records, newest first. */
export async function readAudit(ctx: RequestContext, caller: EventCaller, query: PageQuery): Promise<Page<AuditRow>> {
  const page = pagerById(`audit ${caller.eventId}`, query);
  const { rows } = await authorizeMember(ctx, caller, {
    rows: listRecords(ctx.db, caller.eventId, page.after, page.limit),
  });
  return page.of(rows, ({ record }) => record.id);
}

/**
 * Seals the pending audit records of an event, then recomputes the chain.
 * @param noted a head that the caller stored earlier, outside the database
 */
export async function verifyAudit(
  ctx: RequestContext,
  caller: EventCaller,
  noted: ChainHead | null,
): Promise<AuditVerification> {
  const { db } = ctx;
  const { eventId } = caller;
  await authorizeMember(ctx, caller, {});
  await sealRecords(ctx, eventId);
  const [[head], [counted]] = await db.batch([findHead(db, eventId), countRecords(db, eventId)]);
  const ownNote = await findNotedHead(ctx, eventId);
  const verifier = new ChainVerifier(head ?? null, [noted, ownNote]);
  for (let after: ChainPosition | null = null; !verifier.isDone; ) {
    // Only records with a number. Others are not part of the chain yet.
    const page = (await listChains(db, eventId, after, PAGE_SIZE)) as StoredRecord[];
    for (const record of page) await verifier.take(record);
    after = page.at(-1) ?? null;
    if (page.length < PAGE_SIZE) break;
  }
  const { broken, erased, kept } = verifier.result();
  const [isNotedKept = null, isOwnNoteKept = null] = kept;
  return { records: counted?.count ?? 0, head: head ?? null, broken, erased, isNotedKept, isOwnNoteKept };
}

type State = z.output<typeof AuditRecord>["before"];

export function recordOf({ record, actorName, guestName }: AuditRow) {
  const guestId = record.action === GUESTS_ACTION ? record.target : null;
  return {
    ...record,
    actor: {
      kind: guestId === null ? ("user" as const) : ("guest" as const),
      id: guestId ?? record.actorId,
      name: guestId === null ? actorName : (guestName ?? ""),
      apiKey: record.actorKeyId === null ? null : { id: record.actorKeyId, name: record.actorKeyName ?? "" },
    },
    action: record.action as AuditAction,
    before: record.before as State,
    after: record.after as State,
  };
}

/** The result of recomputing a chain. */
export function verificationOf({ broken, head, isNotedKept, isOwnNoteKept, ...found }: AuditVerification) {
  return {
    ...found,
    status: broken === null ? ("intact" as const) : ("broken" as const),
    sealed: head?.sequence ?? 0,
    head,
    firstBroken: broken,
    notedHead: stateOf(isNotedKept),
    ownNote: stateOf(isOwnNoteKept),
  };
}

function stateOf(isKept: boolean | null): "kept" | "lost" | null {
  return isKept === null ? null : isKept ? "kept" : "lost";
}
