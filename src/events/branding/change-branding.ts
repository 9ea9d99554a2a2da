import type { RequestContext } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { one } from "../../db/one.ts";
import { eventBranding } from "../../db/schema/events.ts";
import { AppError, invalidField } from "../../kernel/errors.ts";
import { authorizeMember, type EventCaller } from "../../platform/authorization/authorize-member.ts";
import { commit, retried } from "../../platform/commit/commit.ts";
import { nextVersion, requireExpected, unchanged, versionAfter } from "../../platform/commit/unchanged.ts";
import { requireEnabled } from "../../platform/flags/flags.ts";
import { requireFeature } from "../../platform/tiers/limits.ts";
import { tierIn, tierOfEvent } from "../../platform/tiers/tier-of.ts";
import { fileAt, findUploads, pathAtService } from "../images/upload-path.ts";
import {
  auditedBranding,
  type BrandingState,
  DEFAULT_BRANDING,
  findBranding,
  presentBranding,
  type SavedBranding,
} from "./read-branding.ts";
import type { BrandingInput } from "./schemas.ts";

/** Attempts while concurrent requests change the same branding. */
const MAX_ATTEMPTS = 5;

const IMAGES = [
  ["logoUrl", "logo_url"],
  ["coverUrl", "cover_url"],
] as const;

/**
 * Changes an event's branding by compare-and-swap. Absent and null fields keep their value; an empty string clears it.
 * Every tier can choose a theme. After a downgrade the other fields can still be cleared. With `expectedUpdatedAt`,
 * changes nothing if the branding has changed since.
 * @returns the new branding
 * @throws AppError 403 `feature_disabled` before 402 `feature_not_in_tier`, 400 for an image that was not uploaded, 409
 * `branding_changed` with the current branding, or without it if every retry conflicts with another write
 */
export const changeBranding = retried(
  async (
    ctx: RequestContext,
    caller: EventCaller,
    { expectedUpdatedAt: expected, ...sent }: BrandingInput,
  ): Promise<SavedBranding> => {
    const { db, accountsDb, clock, config } = ctx;
    const input = withImagePaths(sent, config.PUBLIC_URL);
    const { eventId } = caller;
    const { member, granted, stored, uploaded } = await authorizeMember(
      ctx,
      caller,
      { granted: tierOfEvent(ctx, eventId), stored: one(findBranding(db, eventId)) },
      { uploaded: findUploads(accountsDb, filesOf(input)) },
    );
    await requireEnabled(ctx, "branding", member.hostId);
    const before: SavedBranding = stored ?? { ...DEFAULT_BRANDING, updatedAt: null };
    requireExpected(expected, stored, () => new AppError("branding_changed", { branding: presentBranding(before) }));
    const after = mergeBranding(before, input, config.PUBLIC_URL);
    if (!isCleared(before, after)) requireFeature(config.PUBLIC_URL, tierIn(granted), "branding");
    const usable = uploaded.filter(({ unusedAt }) => unusedAt === null);
    requireUploaded(input, new Set(usable.map(({ file }) => file)));
    if (isEqual(before, after)) return before;
    const at = clock.now();
    await commit(ctx, {
      by: member,
      guard: [unchanged(eventBranding, { eventId }, stored)],
      changes: { written: putBranding(db, { eventId, ...after, updatedAt: at }) },
      audit: { action: "branding.updated", before: auditedBranding(before), after: auditedBranding(after) },
      at,
      lost: "branding_changed",
    });
    return { ...after, updatedAt: versionAfter(stored, at) };
  },
  MAX_ATTEMPTS,
);

function putBranding(db: Database, row: typeof eventBranding.$inferInsert) {
  const set = { ...row, updatedAt: nextVersion(eventBranding, row.updatedAt) };
  return db.insert(eventBranding).values(row).onConflictDoUpdate({ target: eventBranding.eventId, set });
}

/**
 * Branding with changes: absent and null fields keep their value, an empty string clears.
 * @throws AppError 400 for an image of another host
 */
export function mergeBranding(before: BrandingState, changes: BrandingInput, publicUrl: string): BrandingState {
  const input = withImagePaths(changes, publicUrl);
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
  return JSON.stringify(auditedBranding(one)) === JSON.stringify(auditedBranding(other));
}

/** The changes with the paths of their images, which are valid under every name of the service. */
function withImagePaths(input: BrandingInput, publicUrl: string): BrandingInput {
  const paths: BrandingInput = {};
  for (const [name, field] of IMAGES) {
    const address = input[name];
    if (!address) continue;
    const path = pathAtService(address, publicUrl);
    if (path === null) throw invalidField(field, "must be the URL of an image that was uploaded here, /uploads/…");
    paths[name] = path;
  }
  return { ...input, ...paths };
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
 * True if a change of branding only clears fields or sets a theme, which every tier may do.
 * @param before and after with null for absent fields
 */
function isCleared<Branding extends object>(before: Branding, after: Branding): boolean {
  const names = Object.keys(after) as (keyof Branding)[];
  return names.every((name) => name === "theme" || after[name] === null || after[name] === before[name]);
}
