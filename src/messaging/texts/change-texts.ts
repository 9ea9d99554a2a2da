import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { AppError } from "../../kernel/errors.ts";
import { actorOf } from "../../platform/audit/actor.ts";
import { type AuditedState, recordAudit } from "../../platform/audit/record.ts";
import { sealAfterResponse } from "../../platform/audit/seal-records.ts";
import { authorizeMember, type EventCaller, type Member } from "../../platform/authorization/authorize-member.ts";
import { hasRole } from "../../platform/authorization/queries.ts";
import { requireFeature } from "../../platform/tiers/limits.ts";
import { tierIn, tierOfEvent } from "../../platform/tiers/tier-of.ts";
import { presentTexts } from "./present.ts";
import { findTexts, isUnchanged, putTexts, type TextsRow } from "./queries.ts";
import { OUR_WORDS, type SavedWords, type Words } from "./words.ts";

/** Attempts while concurrent requests change the same words. */
const MAX_ATTEMPTS = 5;

/**
 * Replaces the host's own words. Invitations and confirmations may have them on every tier; those at the end of
 * reminders make of them what only a tier with broadcasts may send. They can be cleared on every tier.
 * With `expectedUpdatedAt` words that somebody has changed since are left as they are.
 * @throws AppError 402 `feature_not_in_tier`, 409 `texts_changed` with the words as they are, or without them when concurrent
 *   changes won every attempt
 */
export async function changeTexts(
  ctx: RequestContext,
  caller: EventCaller,
  { expectedUpdatedAt: expected, ...words }: Words & { expectedUpdatedAt?: number | null | undefined },
): Promise<SavedWords> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { member, granted, stored } = await authorizeMember(ctx, caller, {
      granted: tierOfEvent(ctx, caller.eventId),
      stored: findTexts(ctx.db, caller.eventId),
    });
    const before: SavedWords = stored[0] ?? OUR_WORDS;
    if (expected !== undefined && before.updatedAt !== expected) {
      throw new AppError("texts_changed", { texts: presentTexts(before) });
    }
    const known = footersOf(before);
    if (footersOf(words).some((footer) => !known.includes(footer))) {
      requireFeature(ctx.config.PUBLIC_URL, tierIn(granted), "broadcasts");
    }
    // Later than before in any case: the time tells one state from the next.
    const after = { ...words, updatedAt: Math.max(ctx.clock.now(), (before.updatedAt ?? 0) + 1) };
    if (await write(ctx, member, stored[0], after)) return after;
  }
  throw new AppError("texts_changed");
}

/** Writes words and audit record; false when the words or the caller's role changed since they were read. */
async function write(
  ctx: RequestContext,
  member: Member,
  read: TextsRow | undefined,
  words: Omit<TextsRow, "eventId">,
): Promise<boolean> {
  const { db } = ctx;
  const { eventId } = member;
  const guard = isUnchanged(hasRole(db, member), eventId, read);
  const change = { before: auditedState(read ?? OUR_WORDS), after: auditedState(words) };
  const record = {
    eventId,
    ...actorOf(member),
    action: "texts.updated" as const,
    target: null,
    ...change,
    at: ctx.clock.now(),
  };
  const { written } = await runBatch(db, {
    audited: recordAudit(db, record, guard),
    written: putTexts(db, { ...words, eventId }, guard),
  });
  if (written.length === 0) return false;
  sealAfterResponse(ctx, eventId);
  return true;
}

/** The host's words at the end of reminders, in all languages. */
function footersOf({ reminderFooter, translations }: Words): string[] {
  const footers = [reminderFooter, ...Object.values(translations ?? {}).map((words) => words.reminderFooter)];
  return footers.filter((footer) => typeof footer === "string");
}

/** As with messages, the audit says which words are the host's own and not what they are; a subject is short enough. */
function auditedState(words: Words): AuditedState {
  return {
    invitation_subject: words.invitationSubject,
    own_invitation_body: words.invitationBody !== null,
    own_confirmation_body: words.confirmationBody !== null,
    own_reminder_footer: words.reminderFooter !== null,
    languages: Object.keys(words.translations ?? {}).join(", "),
  };
}

/** The host's own words of an event. */
export async function readTexts(ctx: RequestContext, caller: EventCaller): Promise<SavedWords> {
  const { texts } = await authorizeMember(ctx, caller, { texts: findTexts(ctx.db, caller.eventId) });
  return texts[0] ?? OUR_WORDS;
}
