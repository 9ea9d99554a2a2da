import type { RequestContext } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { notFound } from "../../kernel/errors.ts";
import { actorOf } from "../../platform/audit/actor.ts";
import { recordAudit } from "../../platform/audit/record.ts";
import { sealAfterResponse } from "../../platform/audit/seal-records.ts";
import { authorizeMember, type EventCaller, type Member } from "../../platform/authorization/authorize-member.ts";
import { hasRole } from "../../platform/authorization/queries.ts";
import { onShardOf } from "../../platform/shards/on-shard.ts";
import { type EventRow, findEvent } from "../queries.ts";
import type { Included } from "./included.ts";
import {
  listBrandingToCopy,
  listGuestsToCopy,
  listMessagesToCopy,
  listQuestionsToCopy,
  listTextsToCopy,
} from "./queries.ts";

/** The event to copy and what is to be taken along; an empty list for the rest. */
export type Source = Awaited<ReturnType<typeof readSource>>;

/** Reads it, in one call. @param ctx on the shard of the event @throws AppError as `authorizeMember` */
export async function readSource(ctx: RequestContext, caller: EventCaller, include: readonly Included[]) {
  const { db } = ctx;
  const { eventId } = caller;
  const has = (name: Included) => include.includes(name);
  const {
    member,
    events: [event],
    ...rows
  } = await authorizeMember(ctx, caller, {
    events: findEvent(db, eventId),
    guests: has("guests") ? [listGuestsToCopy(db, eventId)] : [],
    branding: has("branding") ? [listBrandingToCopy(db, eventId)] : [],
    messages: has("messages") ? [listMessagesToCopy(db, eventId)] : [],
    questions: has("questions") ? [listQuestionsToCopy(db, eventId)] : [],
    texts: has("texts") ? [listTextsToCopy(db, eventId)] : [],
  });
  if (event === undefined) throw notFound();
  return {
    member,
    event,
    guests: rows.guests.flat(),
    branding: rows.branding.flat(),
    messages: rows.messages.flat(),
    questions: rows.questions.flat(),
    texts: rows.texts.flat(),
  };
}

/**
 * Records in the audit of the copied event that its guest list went into another one: in the batch of the copy, or on
 * another shard before it.
 * @param ctx on the shard of the copy
 * @returns the statements for that batch
 */
export async function recordCopy(
  ctx: RequestContext,
  { member, event }: { member: Member; event: EventRow },
  copy: EventRow,
  guests: number,
): Promise<Statement[]> {
  const source = onShardOf(ctx, event.id);
  const entry = {
    ...{ eventId: event.id, ...actorOf(member), action: "event.copied" as const, target: copy.id, before: null },
    after: { name: copy.name, guests },
    at: copy.createdAt,
  };
  const record = recordAudit(source.db, entry, hasRole(source.db, member));
  sealAfterResponse(source, event.id);
  if (source.shard === ctx.shard) return [record];
  await source.db.batch([record]);
  return [];
}
