import type { RequestContext } from "../../context.ts";
import { runBatch } from "../../db/batch.ts";
import { AppError, invalidField } from "../../kernel/errors.ts";
import { actorOf } from "../../platform/audit/actor.ts";
import { recordAudit } from "../../platform/audit/record.ts";
import { sealAfterResponse } from "../../platform/audit/seal-records.ts";
import { authorizeMember, type EventCaller, type Member } from "../../platform/authorization/authorize-member.ts";
import { hasRole } from "../../platform/authorization/queries.ts";
import { requireEnabled } from "../../platform/flags/flags.ts";
import { requireFeature } from "../../platform/tiers/limits.ts";
import { tierIn, tierOfEvent } from "../../platform/tiers/tier-of.ts";
import { findUploads } from "../images/queries.ts";
import { fileAt } from "../images/upload-path.ts";
import { presentBranding } from "./present.ts";
import { type BrandingState, findBranding, putBranding, replaceCondition } from "./queries.ts";
import { DEFAULT_BRANDING } from "./read-branding.ts";
import type { BrandingInput } from "./schemas.ts";

/** Attempts while concurrent requests change the same branding. */
const MAX_ATTEMPTS = 5;

const IMAGES = [
  ["logoUrl", "logo_url"],
  ["coverUrl", "cover_url"],
] as const;

/**
 * Changes an event's branding by compare-and-swap: absent and null fields keep their value, an empty string clears. Every
 * tier chooses among the themes; after a downgrade the rest can still be cleared.
 * @returns the new branding
 * @throws AppError 403 `feature_disabled` before 402 `feature_not_in_tier`, 400 for an image that was not uploaded, 409
 *   `branding_changed` when concurrent changes won every attempt
 */
export async function changeBranding(
  ctx: RequestContext,
  caller: EventCaller,
  input: BrandingInput,
): Promise<BrandingState> {
  const { db, accountsDb, config } = ctx;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const {
      member,
      granted,
      stored: [stored],
      uploaded,
    } = await authorizeMember(
      ctx,
      caller,
      { granted: tierOfEvent(ctx, caller.eventId), stored: findBranding(db, caller.eventId) },
      { uploaded: findUploads(accountsDb, filesOf(input)) },
    );
    await requireEnabled(ctx, "branding", member.hostId);
    const before = stored ?? null;
    const after = mergeBranding(before ?? DEFAULT_BRANDING, input);
    if (!isCleared(before ?? DEFAULT_BRANDING, after)) requireFeature(config.PUBLIC_URL, tierIn(granted), "branding");
    const usable = uploaded.filter(({ unusedAt }) => unusedAt === null);
    requireUploaded(input, new Set(usable.map(({ file }) => file)));
    if (isEqual(before ?? DEFAULT_BRANDING, after)) return after;
    if (await writeBranding(ctx, member, before, after)) return after;
  }
  throw new AppError("branding_changed");
}

/** Writes branding and audit record; false when the branding or the caller's role changed since it was read. */
async function writeBranding(
  ctx: RequestContext,
  member: Member,
  before: BrandingState | null,
  after: BrandingState,
): Promise<boolean> {
  const { db, clock } = ctx;
  const { eventId } = member;
  const at = clock.now();
  const guard = replaceCondition(hasRole(db, member), eventId, before);
  const record = {
    eventId,
    ...actorOf(member),
    action: "branding.updated" as const,
    target: null,
    before: presentBranding(before ?? DEFAULT_BRANDING),
    after: presentBranding(after),
    at,
  };
  const { written } = await runBatch(db, {
    audited: recordAudit(db, record, guard),
    written: putBranding(db, eventId, after, at, guard),
  });
  if (written.length === 0) return false;
  sealAfterResponse(ctx, eventId);
  return true;
}

/** Branding with changes: absent and null fields keep their value, an empty string clears. */
export function mergeBranding(before: BrandingState, input: BrandingInput): BrandingState {
  const chosen = (name: keyof BrandingState) => (input[name] ?? before[name]) || null;
  return {
    primaryColor: chosen("primaryColor"),
    font: chosen("font"),
    logoUrl: chosen("logoUrl"),
    coverUrl: chosen("coverUrl"),
    theme: chosen("theme"),
  };
}

function isEqual(one: BrandingState, other: BrandingState): boolean {
  return JSON.stringify(presentBranding(one)) === JSON.stringify(presentBranding(other));
}

function filesOf(input: BrandingInput): string[] {
  return IMAGES.map(([name]) => fileAt(input[name] ?? "")).filter((file) => file !== null);
}

const UNKNOWN_IMAGE =
  "must be the URL of an uploaded image; one that no event shows is deleted after a day: upload it again";

function requireUploaded(input: BrandingInput, files: ReadonlySet<string>): void {
  for (const [name, field] of IMAGES) {
    const file = fileAt(input[name] ?? "");
    if (file !== null && !files.has(file)) throw invalidField(field, UNKNOWN_IMAGE);
  }
}

/**
 * Whether a change of branding takes away and sets nothing but a theme: every tier may do that.
 * @param before and after with null for what is not set
 */
function isCleared<Branding extends object>(before: Branding, after: Branding): boolean {
  const names = Object.keys(after) as (keyof Branding)[];
  return names.every((name) => name === "theme" || after[name] === null || after[name] === before[name]);
}
