import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { AppError, invalidFields } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { actorOf } from "../../platform/audit/actor.ts";
import { type AuditedState, recordAudit } from "../../platform/audit/record.ts";
import { sealAfterResponse } from "../../platform/audit/seal-records.ts";
import { authorizeMember, type EventCaller, type Member } from "../../platform/authorization/authorize-member.ts";
import { hasRole } from "../../platform/authorization/queries.ts";
import { findQuestions, isAtVersion, putQuestions } from "./queries.ts";
import { type QuestionList, questionProblems, replacedQuestions } from "./replaced-questions.ts";
import type { QuestionInput } from "./schemas.ts";

/** Attempts while others change the same questions. */
const MAX_ATTEMPTS = 5;

/** Before the first. */
const NONE = { items: [], removed: [], version: 0 };

/**
 * Replaces the questions of an event by compare-and-swap. Questions keep their ids, and those that are left out stay
 * stored as removed, with the answers that were given to them.
 * @throws AppError 400 for an id that the event does not have and for a changed kind, 409 `questions_changed` when
 *   parallel changes win every attempt
 */
export async function replaceQuestions(
  ctx: RequestContext,
  caller: EventCaller,
  input: readonly QuestionInput[],
): Promise<QuestionList> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const {
      member,
      stored: [before = NONE],
    } = await authorizeMember(ctx, caller, { stored: findQuestions(ctx.db, caller.eventId) });
    const problems = questionProblems(before, input);
    if (problems.length > 0) throw invalidFields(problems);
    const after = replacedQuestions(before, input, () => newId(ctx.clock.now()));
    if (await write(ctx, member, before, after)) return after;
  }
  throw new AppError("questions_changed");
}

/** One batch with the audit record; false when the questions or the caller's role changed since the read. */
async function write(
  ctx: RequestContext,
  member: Member,
  before: QuestionList & { version: number },
  after: QuestionList,
): Promise<boolean> {
  const { db, clock } = ctx;
  const { eventId } = member;
  const now = clock.now();
  const guard = isAtVersion(hasRole(db, member), eventId, before.version);
  const record = {
    eventId,
    ...actorOf(member),
    action: "questions.updated" as const,
    target: null,
    before: audited(before),
    after: audited(after),
    at: now,
  };
  const { put } = await runBatch(db, {
    audit: recordAudit(db, record, guard),
    put: putQuestions(db, eventId, after, now, guard),
  });
  if (put.length === 0) return false;
  sealAfterResponse(ctx, eventId);
  return true;
}

function audited({ items }: QuestionList): AuditedState {
  return { count: items.length, questions: items.map(({ label, kind }) => `${label} (${kind})`).join("\n") };
}

/** The questions that an event asks its guests, and those that it has asked before. */
export async function readQuestions(ctx: RequestContext, caller: EventCaller): Promise<QuestionList> {
  const {
    stored: [stored],
  } = await authorizeMember(ctx, caller, { stored: findQuestions(ctx.db, caller.eventId) });
  return stored ?? { items: [], removed: [] };
}
