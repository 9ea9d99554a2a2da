import { eq } from "drizzle-orm";
import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { one } from "../../db/one.ts";
import { eventTexts } from "../../db/schema/texts.ts";
import { AppError } from "../../kernel/errors.ts";
import type { AuditedState } from "../../platform/audit/record.ts";
import { authorizeMember, type EventCaller } from "../../platform/authorization/authorize-member.ts";
import { commit, retried } from "../../platform/commit/commit.ts";
import { requireExpected, unchanged, versionAfter } from "../../platform/commit/unchanged.ts";
import { requireFeature } from "../../platform/tiers/limits.ts";
import { tierIn, tierOfEvent } from "../../platform/tiers/tier-of.ts";
import { presentTexts } from "./schemas.ts";
import type { SavedWords, Words } from "./words.ts";

/** Attempts while concurrent requests change the same texts. */
const MAX_ATTEMPTS = 5;

/**
 * Replaces the host's custom texts. Every tier may customise invitations and confirmations. Only a tier with broadcasts
 * may set the custom end of reminders. Every tier may clear all of them. With `expectedUpdatedAt`, changes nothing if
 * the texts have changed since.
 * @throws AppError 402 `feature_not_in_tier`, 409 `texts_changed` with the current texts, or without them if every
 * retry conflicts with another write
 */
export const changeTexts = retried(
  async (
    ctx: RequestContext,
    caller: EventCaller,
    { expectedUpdatedAt: expected, ...words }: Words & { expectedUpdatedAt?: number | null | undefined },
  ): Promise<SavedWords> => {
    const { db, clock, config } = ctx;
    const { eventId } = caller;
    const { member, granted, stored } = await authorizeMember(ctx, caller, {
      granted: tierOfEvent(ctx, eventId),
      stored: one(findTexts(db, eventId)),
    });
    const before: SavedWords = stored ?? DEFAULT_TEXTS;
    requireExpected(expected, stored, () => new AppError("texts_changed", { texts: presentTexts(before) }));
    const known = footersOf(before);
    if (footersOf(words).some((footer) => !known.includes(footer))) {
      requireFeature(config.PUBLIC_URL, tierIn(granted), "broadcasts");
    }
    const at = clock.now();
    const after = { ...words, updatedAt: versionAfter(stored, at) };
    await commit(ctx, {
      by: member,
      guard: [unchanged(eventTexts, { eventId }, stored)],
      changes: {
        written: db
          .insert(eventTexts)
          .values({ ...after, eventId })
          .onConflictDoUpdate({ target: eventTexts.eventId, set: after }),
      },
      audit: { action: "texts.updated", before: auditedState(before), after: auditedState(words) },
      at,
      lost: "texts_changed",
    });
    return after;
  },
  MAX_ATTEMPTS,
);

/** Returns the host's custom texts at the end of reminders, in all languages. */
function footersOf({ reminderFooter, translations }: Words): string[] {
  const footers = [reminderFooter, ...Object.values(translations ?? {}).map((words) => words.reminderFooter)];
  return footers.filter((footer) => typeof footer === "string");
}

/**
 * The audit records which texts the host has customised, not the texts. It does store a subject, because subjects are
 * short.
 */
function auditedState(words: Words): AuditedState {
  return {
    invitation_subject: words.invitationSubject,
    own_invitation_body: words.invitationBody !== null,
    own_confirmation_body: words.confirmationBody !== null,
    own_reminder_footer: words.reminderFooter !== null,
    languages: Object.keys(words.translations ?? {}).join(", "),
  };
}

/** Reads the custom texts of an event. */
export async function readTexts(ctx: RequestContext, caller: EventCaller): Promise<SavedWords> {
  const { stored } = await authorizeMember(ctx, caller, { stored: one(findTexts(ctx.db, caller.eventId)) });
  return stored ?? DEFAULT_TEXTS;
}

/** Selects the custom texts. Returns no row before the first change. */
function findTexts(db: Database, eventId: string) {
  return db.select().from(eventTexts).where(eq(eventTexts.eventId, eventId)).limit(1);
}

const DEFAULT_TEXTS: SavedWords = {
  invitationSubject: null,
  invitationBody: null,
  confirmationBody: null,
  reminderFooter: null,
  translations: null,
  updatedAt: null,
};
