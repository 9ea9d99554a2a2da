import { eq, sql } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { one } from "../../db/one.ts";
import { eventQuestions, type Question } from "../../db/schema/questions.ts";
import { presenterOf } from "../../http/present.ts";
import { AppError, type FieldProblem, invalidFields } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { AuditedState } from "../../platform/audit/record.ts";
import { authorizeMember, type EventCaller } from "../../platform/authorization/authorize-member.ts";
import { commit, retried } from "../../platform/commit/commit.ts";
import { nextVersion, requireExpected, unchanged, versionAfter } from "../../platform/commit/unchanged.ts";
import { type QuestionInput, Questions, type QuestionsInput } from "./schemas.ts";

/** The most removed questions that are kept, so that the row stays small. */
const MAX_REMOVED = 60;

/** Attempts while others change the same questions. */
const MAX_ATTEMPTS = 5;

/** Questions of an event that has never had any. */
const NONE: SavedQuestions = { items: [], removed: [], updatedAt: null };

const presentQuestions = presenterOf(Questions);

/**
 * Replaces the questions of an event by compare-and-swap. Questions keep their IDs. Omitted questions are stored as
 * removed, with their answers. With `expectedUpdatedAt`, changes nothing if the questions have changed since.
 * @throws AppError 400 for an unknown ID or a changed kind, 409 `questions_changed` with the current questions, or
 *    without them if every retry conflicts with another change
 */
export const replaceQuestions = retried(
  async (
    ctx: RequestContext,
    caller: EventCaller,
    { items: input, expectedUpdatedAt: expected }: QuestionsInput,
  ): Promise<SavedQuestions> => {
    const { db, clock } = ctx;
    const { eventId } = caller;
    const { member, stored } = await authorizeMember(ctx, caller, { stored: one(findQuestions(db, eventId)) });
    const before = stored ?? NONE;
    requireExpected(expected, stored, () => new AppError("questions_changed", { questions: presentQuestions(before) }));
    const problems = questionProblems(before, input);
    if (problems.length > 0) throw invalidFields(problems);
    const now = clock.now();
    const after = replacedQuestions(before, input, () => newId(now));
    await commit(ctx, {
      by: member,
      guard: [unchanged(eventQuestions, { eventId }, stored)],
      changes: { put: putQuestions(db, eventId, after, now) },
      audit: { action: "questions.updated", before: audited(before), after: audited(after) },
      at: now,
      lost: "questions_changed",
    });
    return { ...after, updatedAt: versionAfter(stored, now) };
  },
  MAX_ATTEMPTS,
);

/** Stores the questions as the next version: an answer is validated against one. */
function putQuestions(db: Database, eventId: string, { items, removed }: QuestionList, now: number) {
  const set = {
    items,
    removed,
    version: sql`${eventQuestions.version} + 1`,
    updatedAt: nextVersion(eventQuestions, now),
  };
  return db
    .insert(eventQuestions)
    .values({ eventId, items, removed, updatedAt: now })
    .onConflictDoUpdate({ target: eventQuestions.eventId, set });
}

function audited({ items }: QuestionList): AuditedState {
  return { count: items.length, questions: items.map(({ label, kind }) => `${label} (${kind})`).join("\n") };
}

/** Returns the current and the removed questions of an event. */
export async function readQuestions(ctx: RequestContext, caller: EventCaller): Promise<SavedQuestions> {
  const { stored } = await authorizeMember(ctx, caller, { stored: one(findQuestions(ctx.db, caller.eventId)) });
  return stored ?? NONE;
}

/** The questions as they are stored, with their version; null: none were ever stored. */
type SavedQuestions = QuestionList & { updatedAt: number | null };

/** The questions of an event, and the removed ones, last removed first. */
type QuestionList = Pick<typeof eventQuestions.$inferSelect, "items" | "removed">;

/**
 * Returns the list of questions after an update. A question that the input leaves out counts as removed; its ID
 * restores it. @param newId creates the ID of a new question
 */
function replacedQuestions(before: QuestionList, input: readonly QuestionInput[], newId: () => string): QuestionList {
  const items = input.map((question) => toQuestion(question, newId));
  const asked = new Set(items.map(({ id }) => id));
  const removed = [...before.items, ...before.removed].filter(({ id }) => !asked.has(id));
  return { items, removed: removed.slice(0, MAX_REMOVED) };
}

/** Ids that the event does not have or that come twice, and questions of another kind than before. */
function questionProblems(before: QuestionList, input: readonly QuestionInput[]): FieldProblem[] {
  const known = new Map([...before.removed, ...before.items].map((question) => [question.id, question]));
  const seen = new Set<string>();
  return input.flatMap(({ id, kind }, index) => {
    if (id === undefined) return [];
    const stored = known.get(id);
    const isRepeated = seen.has(id);
    seen.add(id);
    if (stored === undefined) {
      return [{ path: `items.${index}.id`, message: "isn't a question of this event; leave it out for a new one" }];
    }
    if (isRepeated) return [{ path: `items.${index}.id`, message: "must not be repeated" }];
    if (stored.kind === kind) return [];
    const message = `must stay ${stored.kind}, which its answers are; leave out the id for a new question`;
    return [{ path: `items.${index}.kind`, message }];
  });
}

function toQuestion(input: QuestionInput, newId: () => string): Question {
  const { id, label, help = null, kind, options = [], required = false, scope = "guest", when = "attending" } = input;
  return { id: id ?? newId(), label, help, kind, options, required, scope, when };
}

/** The questions of an event; no row before the first. */
export function findQuestions(db: Database, eventId: string) {
  const { items, removed, version, updatedAt } = eventQuestions;
  return db
    .select({ items, removed, version, updatedAt })
    .from(eventQuestions)
    .where(eq(eventQuestions.eventId, eventId))
    .limit(1);
}
